// Open halts and the page of the selected one. A page exists while its halt is selected, and is of its outcome's class:
// only an escalation brings a decision panel into the window. Source: design 7.1, SPEC 11.
#pragma once

#include "models/desk/desk.h"
#include "views/frame/page.h"
#include "views/inbox/halt_page.h"

#include <QPointer>
#include <QTimer>

class QListView;
class QSplitter;
class QStackedLayout;

namespace countersign::widgets {
class EmptyState;
class FilterEdit;
class PaneFoot;
} // namespace countersign::widgets

namespace countersign::views {

class ListDetail;
class PlaceKeeper;

class InboxPage : public Page
{
    Q_OBJECT

public:
    explicit InboxPage(models::Desk& desk, QWidget* parent = nullptr);
    [[nodiscard]] bool can(Command command) const override;
    void run(Command command) override;
    [[nodiscard]] QList<QWidget*> panes() const override;
    void ageTick() override;
    [[nodiscard]] bool settled() const override;
    bool show(const QString& haltId) override;
    using QWidget::show;
    [[nodiscard]] HaltPage* haltPage() const { return m_page; }
    [[nodiscard]] QListView* list() const { return m_list; }

private:
    QWidget* makeListPane();
    void choose(const QString& id);
    void load(const QString& id);
    void showDetail(const HaltDetail& detail);
    void listChanged();
    void words();
    [[nodiscard]] HaltPage* makePage(const domain::Halt& halt);

    models::Desk& m_desk;
    QListView* m_list;
    PlaceKeeper* m_keeper;
    ListDetail* m_sides = nullptr;
    widgets::FilterEdit* m_filter;
    widgets::PaneFoot* m_foot;
    widgets::EmptyState* m_empty;
    QStackedLayout* m_listStack;
    QWidget* m_detailHost;
    QStackedLayout* m_detailStack;
    widgets::EmptyState* m_noDetail;
    QPointer<HaltPage> m_page{};
    QString m_chosen{};
    QTimer m_lookTimer{};
    std::uint64_t m_asked = 0;
};

} // namespace countersign::views
