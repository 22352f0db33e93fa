#include "views/frame/main_window.h"

#include "models/text.h"
#include "views/attachments/attachments_page.h"
#include "views/audit/audit_page.h"
#include "views/frame/header_row.h"
#include "views/frame/panes.h"
#include "views/frame/status_row.h"
#include "views/history/history_page.h"
#include "views/inbox/inbox_page.h"
#include "views/live/live_page.h"
#include "views/plans/plans_page.h"
#include "views/registry/import_review.h"
#include "views/settings/settings_page.h"
#include "views/style/countersign_style.h"
#include "views/widgets/fields.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QStackedWidget>

namespace countersign::views {

using style::ThemeChoice;

namespace {
constexpr int narrowWidth = 1180;
constexpr int minuteMs = 60'000;
constexpr int messageMs = 6'000;
} // namespace

MainWindow::MainWindow(models::Desk& desk, QWidget* parent)
    : QMainWindow(parent), m_desk(desk), m_actions(new ActionSet(this)), m_header(new HeaderRow), m_navigation(new Navigation), m_stack(new QStackedWidget),
      m_inbox(new InboxPage(desk)), m_settings(new SettingsPage(desk)),
      m_palette(new Palette(m_header->goTo(), [this] { return paletteEntries(); }, this))
{
    setWindowTitle(tr("Countersign"));
    m_pages = {m_inbox, new PlansPage(desk), new AttachmentsPage(desk), new LivePage(desk), new HistoryPage(desk), new AuditPage(desk), m_settings};
    build();
    wire();
    restoreState();
    m_navigation->setArea(Area::Inbox);
    enableActions();
    m_inbox->list()->setFocus();
}

// Children die after this part of the object does, and lose the focus while they do: nothing of it may arrive here.
MainWindow::~MainWindow()
{
    qApp->disconnect(this);
    for (QObject* child : findChildren<QObject*>())
        child->disconnect(this);
}

void MainWindow::build()
{
    setMenuWidget(m_header);
    m_actions->fill(m_header->menus());
    auto* centre = new QWidget;
    auto* rows = new QVBoxLayout(centre);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(0);
    columns->addWidget(m_navigation);
    auto* line = new QFrame;
    line->setFrameShape(QFrame::VLine);
    line->setFrameShadow(QFrame::Plain);
    line->setFixedWidth(1);
    line->setForegroundRole(QPalette::Mid);
    columns->addWidget(line);
    for (Page* one : m_pages)
        m_stack->addWidget(one);
    columns->addWidget(m_stack, 1);
    rows->addLayout(columns, 1);
    auto* status = new StatusRow(m_desk);
    connect(status, &StatusRow::auditRequested, this, [this] { go(Area::Audit); });
    connect(status, &StatusRow::liveRequested, this, [this] { go(Area::Live); });
    rows->addWidget(status);
    setCentralWidget(centre);
    resize(1440, 900);
}

void MainWindow::wire()
{
    connect(m_actions, &ActionSet::triggered, this, &MainWindow::run);
    connect(m_navigation, &Navigation::areaChosen, this, [this](Area area) {
        m_stack->setCurrentIndex(static_cast<int>(area));
        enableActions();
    });
    connect(m_header, &HeaderRow::projectChosen, &m_desk, &models::Desk::setProject);
    connect(m_header, &HeaderRow::refreshRequested, &m_desk, &models::Desk::refresh);
    connect(m_header->goTo(), &widgets::FilterEdit::leaveRequested, this, [this] { current()->setFocus(); });
    for (Page* one : m_pages) {
        connect(one, &Page::canChanged, this, &MainWindow::enableActions);
        connect(one, &Page::messagePosted, this, [this](const QString& words) {
            m_header->setUpdated(words, false);
            m_messageTimer.start();
        });
        connect(one, &Page::reviewRequested, this, &MainWindow::reviewImport);
        connect(one, &Page::goRequested, this, [this](Command area, const QString& id) {
            for (int i = 0; i < areaCount; ++i)
                if (commandOf(static_cast<Area>(i)) == area)
                    go(static_cast<Area>(i), id);
        });
    }
    connect(qApp, &QApplication::focusChanged, this, &MainWindow::enableActions);
    connect(&m_desk, &models::Desk::refreshed, this, &MainWindow::showUpdated);
    connect(&m_desk, &models::Desk::storeFailed, this, &MainWindow::showUpdated);
    connect(&m_desk, &models::Desk::runEnded, this, [this](const QString&, const QString& words, bool good) {
        m_header->setUpdated(words, !good);
        m_messageTimer.start();
        enableActions();
    });
    connect(&m_desk, &models::Desk::haltsChanged, this, [this] { m_navigation->setCount(Area::Inbox, m_desk.halts().total()); });
    connect(&m_desk, &models::Desk::plansChanged, this, [this] { m_navigation->setCount(Area::Plans, m_desk.plans().active()); });
    connect(&m_desk.live(), &models::LiveModel::runsChanged, this, [this] {
        m_navigation->setCount(Area::Live, m_desk.live().rowCount());
        enableActions();
    });
    connect(&m_desk, &models::Desk::registryChanged, this, [this] {
        QStringList names;
        for (const domain::Project& project : m_desk.registry().projects)
            names << models::shown(project.name);
        m_header->setProjects(names, m_desk.project());
    });
    connect(m_settings, &SettingsPage::themeChosen, this, [this](int choice) { chooseTheme(static_cast<ThemeChoice>(choice)); });
    m_minute.setInterval(minuteMs);
    connect(&m_minute, &QTimer::timeout, this, [this] { current()->ageTick(); });
    m_minute.start();
    m_messageTimer.setSingleShot(true);
    m_messageTimer.setInterval(messageMs);
    connect(&m_messageTimer, &QTimer::timeout, this, &MainWindow::showUpdated);
}

void MainWindow::showUpdated()
{
    if (m_desk.failure())
        return m_header->setUpdated(m_desk.updatedAt() > 0 ? tr("As of %1").arg(models::clockSeconds(m_desk.updatedAt())) : tr("Store not readable"), true);
    if (!m_messageTimer.isActive() && m_desk.updatedAt() > 0)
        m_header->setUpdated(tr("Updated %1").arg(models::clockSeconds(m_desk.updatedAt())), false);
}

Page* MainWindow::current() const { return m_pages.at(std::max(0, m_stack->currentIndex())); }
Page* MainWindow::page(Area area) const { return m_pages.at(static_cast<int>(area)); }

void MainWindow::go(Area area, const QString& id)
{
    m_navigation->setArea(area);
    if (!id.isEmpty())
        current()->show(id);
    if (const QList<QWidget*> panes = current()->panes(); !panes.isEmpty())
        panes.constFirst()->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::enableActions()
{
    for (const ActionRow& row : actionTable()) {
        bool on = true;
        switch (row.when) {
        case When::Always: break;
        case When::PageCan: on = current()->can(row.command); break;
        case When::RunsActive: on = m_desk.activeRuns() > 0; break;
        }
        m_actions->action(row.command)->setEnabled(on);
    }
}

void MainWindow::movePane(bool forward)
{
    QList<QWidget*> panes{m_navigation};
    for (QWidget* pane : current()->panes())
        if (pane && pane->isVisible())
            panes << pane;
    qsizetype at = 0;
    for (qsizetype i = 0; i < panes.size(); ++i)
        if (panes[i]->hasFocus() || panes[i]->isAncestorOf(QApplication::focusWidget()))
            at = i;
    const qsizetype next = (at + (forward ? 1 : panes.size() - 1)) % panes.size();
    panes[next]->setFocus(Qt::TabFocusReason);
}

void MainWindow::chooseTheme(ThemeChoice choice)
{
    QSettings().setValue(QStringLiteral("appearance/theme"), static_cast<int>(choice));
    m_settings->setTheme(static_cast<int>(choice));
    Q_EMIT themeChosen(choice);
}

ThemeChoice MainWindow::savedTheme()
{
    const int value = QSettings().value(QStringLiteral("appearance/theme"), 0).toInt();
    return value == 1 ? ThemeChoice::Light : value == 2 ? ThemeChoice::Dark : ThemeChoice::System;
}

void MainWindow::run(Command command)
{
    switch (command) {
    case Command::Quit: close(); return;
    case Command::Import: chooseImport(); return;
    case Command::Refresh: m_desk.refresh(); return;
    case Command::ThemeSystem: chooseTheme(ThemeChoice::System); return;
    case Command::ThemeLight: chooseTheme(ThemeChoice::Light); return;
    case Command::ThemeDark: chooseTheme(ThemeChoice::Dark); return;
    case Command::GoTo: m_palette->open(); return;
    case Command::AreaInbox: go(Area::Inbox); return;
    case Command::AreaPlans: go(Area::Plans); return;
    case Command::AreaAttachments: go(Area::Attachments); return;
    case Command::AreaLive: go(Area::Live); return;
    case Command::AreaHistory: go(Area::History); return;
    case Command::AreaAudit: go(Area::Audit); return;
    case Command::AreaSettings: go(Area::Settings); return;
    case Command::NextPane: movePane(true); return;
    case Command::PreviousPane: movePane(false); return;
    case Command::StopRuns: m_desk.stopRuns(); return;
    case Command::About: {
        auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Countersign"), tr("Countersign %1").arg(QStringLiteral(COUNTERSIGN_VERSION)), QMessageBox::Close, this);
        box->setTextFormat(Qt::PlainText);
        box->setInformativeText(tr("Console and validation engine for work done by agents."));
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
        return;
    }
    case Command::ValidateAgain:
    case Command::Recheck:
    case Command::RerunUnchanged:
    case Command::CopyInstallCommand:
    case Command::SignAuthorization:
    case Command::DiscardDraft:
    case Command::AttachValidation:
    case Command::DetachValidation:
    case Command::TryTool:
    case Command::VerifyChain:
    case Command::ViewJson:
    case Command::CopyRow:
    case Command::CopyDigest:
    case Command::FilterArea:
    case Command::FindText:
    case Command::FindNext:
    case Command::FindPrevious:
    case Command::NextUnread:
    case Command::NextFinding:
    case Command::OpenLog: current()->run(command); return;
    }
}

void MainWindow::chooseImport()
{
    const QString key = QStringLiteral("import/directory");
    auto* dialog = new QFileDialog(this, tr("Directory whose .countersign files are to be reviewed"), QSettings().value(key, QDir::homePath()).toString());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setLabelText(QFileDialog::Accept, tr("Review"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, key](const QString& chosen) {
        const QFileInfo folder(QDir::cleanPath(chosen));
        const QString directory = folder.fileName() == QLatin1String(".countersign") ? folder.absolutePath() : folder.absoluteFilePath();
        QSettings().setValue(key, directory);
        reviewImport(directory);
    });
    dialog->open();
}

ImportReview* MainWindow::reviewImport(const QString& directory)
{
    for (auto* open : findChildren<ImportReview*>(QString(), Qt::FindDirectChildrenOnly))
        if (open->isVisible()) {
            open->raise();
            open->activateWindow();
            return open;
        }
    auto* review = new ImportReview(m_desk, directory, this);
    review->open();
    return review;
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        m_desk.lookAtImports();
}

std::vector<PaletteEntry> MainWindow::paletteEntries()
{
    std::vector<PaletteEntry> out;
    for (int i = 0; i < areaCount; ++i) {
        const Area area = static_cast<Area>(i);
        out.push_back({areaName(area), tr("place, Alt+%1").arg(i + 1), static_cast<style::Glyph>(static_cast<int>(style::Glyph::Inbox) + i), [this, area] { go(area); }});
    }
    for (const models::ListEntry& entry : m_desk.halts().entries())
        out.push_back({entry.title, entry.word, style::Glyph::Inbox, [this, id = entry.id] { go(Area::Inbox, id); }});
    for (const models::ListEntry& entry : m_desk.plans().entries())
        out.push_back({entry.title, tr("plan, %1").arg(entry.word), style::Glyph::Plans, [this, id = entry.id] { go(Area::Plans, id); }});
    for (const RegisteredTool& tool : m_desk.registry().tools)
        if (tool.tool.validation)
            out.push_back({models::shown(tool.tool.name), tr("validation"), style::Glyph::Attachments, [this] { go(Area::Attachments); }});
    for (const ActionRow& row : actionTable()) {
        QAction* action = m_actions->action(row.command);
        if (action->isEnabled() && row.command != Command::GoTo)
            out.push_back({ActionSet::plainText(row), tr("command %1").arg(action->shortcut().toString(QKeySequence::NativeText)).trimmed(), style::Glyph::None,
                           [action] { action->trigger(); }});
    }
    return out;
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_navigation->setNarrow(width() < style::scaled(narrowWidth, this));
}

void MainWindow::restoreState()
{
    const QSettings settings;
    if (const QByteArray geometry = settings.value(QStringLiteral("window/geometry")).toByteArray(); !geometry.isEmpty())
        restoreGeometry(geometry);
    m_desk.halts().setLooked(settings.value(QStringLiteral("inbox/looked")).toStringList());
    m_settings->setTheme(static_cast<int>(savedTheme()));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_desk.drafts().save();
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("inbox/looked"), m_desk.halts().looked());
    QMainWindow::closeEvent(event);
}

} // namespace countersign::views
