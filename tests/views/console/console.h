// A window over a fake store, and how the tests of the console look at it.
#pragma once

#include "models/desk/desk.h"
#include "models/enginelink/engine_link.h"
#include "models/text.h"
#include "tests/support/fake_engine.h"
#include "tests/support/fake_key_ring.h"
#include "views/frame/main_window.h"
#include "views/frame/page.h"
#include "views/inbox/decision_panel.h"
#include "views/inbox/inbox_page.h"
#include "views/inbox/signing_dialog.h"
#include "views/style/countersign_style.h"
#include "views/widgets/evidence_view.h"
#include "views/widgets/text_label.h"

#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTreeView>
#include <QtTest>

namespace console_test {

using namespace countersign;
using views::Area;
using views::Command;

inline const QString environmentHalt = QStringLiteral("01K2HALT0000000000000ENV1");
inline const QString validatorHalt = QStringLiteral("01K2HALT0000000000000VAL1");
inline const QString escalation = QStringLiteral("01K2HALT0000000000000ESC1");

/// A window over a fake store.
struct Console
{
    explicit Console(const QString& state = {}) : store(tests::pumpController())
    {
        link = std::make_unique<models::EngineLink>([s = store]() -> base::Result<std::unique_ptr<Engine>> { return std::make_unique<tests::FakeEngine>(s); });
        ring = std::make_unique<tests::FakeKeyRing>(store);
        ring->keys = {{QStringLiteral("k1"), QStringLiteral("duty"), QStringLiteral("ed25519"), QStringLiteral("SHA256:kQ3v"), QStringLiteral("duty.pem"), true, true, {}}};
        desk = std::make_unique<models::Desk>(*link, ring.get(), state);
        window = std::make_unique<views::MainWindow>(*desk);
        window->resize(1440, 900);
        window->show();
        window->activateWindow();
    }
    [[nodiscard]] bool ready() const
    {
        return QTest::qWaitForWindowActive(window.get()) && QTest::qWaitFor([this] { return desk->halts().total() > 0 && window->inbox()->haltPage(); });
    }
    bool open(const QString& id) const
    {
        window->go(Area::Inbox, id);
        return QTest::qWaitFor([this, &id] { return window->inbox()->haltPage() && window->inbox()->haltPage()->haltId() == id; });
    }
    [[nodiscard]] views::DecisionPanel* panel() const { return window->findChild<views::DecisionPanel*>(); }
    void readAll() const
    {
        store->change([this](tests::FakeStore&) {});
        auto* table = window->inbox()->haltPage()->findChild<QTreeView*>();
        auto* view = window->inbox()->haltPage()->findChild<widgets::EvidenceView*>();
        QVERIFY(QTest::qWaitFor([view] { return !view->toPlainText().isEmpty(); }));
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            table->setCurrentIndex(table->model()->index(row, 0));
            for (int tries = 0; tries < 12 && view->tracker().unreadCount() > 0 && !view->toPlainText().isEmpty(); ++tries) {
                view->showNextUnread();
                QTest::qWait(1150);
            }
        }
    }

    std::shared_ptr<tests::FakeStore> store;
    std::unique_ptr<models::EngineLink> link;
    std::unique_ptr<tests::FakeKeyRing> ring;
    std::unique_ptr<models::Desk> desk;
    std::unique_ptr<views::MainWindow> window;
};

inline QPushButton* buttonOf(const QWidget* page, const QString& text)
{
    for (QPushButton* button : page->findChildren<QPushButton*>())
        if (button->text().remove(QLatin1Char('&')) == text)
            return button;
    return nullptr;
}

inline bool says(const QWidget* page, const QString& words)
{
    const auto labels = page->findChildren<widgets::TextLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&words](const auto* label) { return label->isVisible() && label->text().contains(words); });
}

inline QTreeView* tableOf(const QWidget* page, const QString& name)
{
    for (QTreeView* view : page->findChildren<QTreeView*>())
        if (view->accessibleName() == name)
            return view;
    return nullptr;
}

inline int decisionWidgets(const QWidget* root)
{
    int count = 0;
    for (const QWidget* child : root->findChildren<QWidget*>())
        count += child->objectName().startsWith(QLatin1String("decision"), Qt::CaseInsensitive) || qobject_cast<const views::DecisionPanel*>(child)
                         || qobject_cast<const QRadioButton*>(child) || qobject_cast<const views::SigningDialog*>(child)
                     ? 1
                     : 0;
    return count;
}

/// A picture for people to look at, where COUNTERSIGN_PICTURES names a folder.
inline void picture(QWidget* widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("COUNTERSIGN_PICTURES");
    if (folder.isEmpty())
        return;
    QTest::qWait(100); // layouts that are still to be done
    QVERIFY(widget->grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png")));
}

/// Settings of their own and the style of the product; the look is what a test may scale.
inline style::SystemLook startStyle(const QTemporaryDir& settings)
{
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(QStringLiteral("countersign-test"));
    style::SystemLook look = style::SystemLook::take();
    look.text.setPixelSize(13);
    style::CountersignStyle::install(*qApp, look, style::ThemeChoice::Light);
    return look;
}

} // namespace console_test
