// Plans by where they stand, and the selected one. Source: design 7.6.
#pragma once

#include "models/desk/desk.h"
#include "views/frame/page.h"

class QListView;
class QStackedLayout;

namespace countersign::widgets {
class EmptyState;
class FilterEdit;
class PaneFoot;
} // namespace countersign::widgets

namespace countersign::views {

class ListDetail;
class PlaceKeeper;
class PlanDetailView;

class PlansPage : public Page
{
    Q_OBJECT

public:
    explicit PlansPage(models::Desk& desk, QWidget* parent = nullptr);
    [[nodiscard]] bool can(Command command) const override;
    void run(Command command) override;
    [[nodiscard]] QList<QWidget*> panes() const override;
    void ageTick() override;
    [[nodiscard]] bool settled() const override;
    bool show(const QString& planId) override;
    using QWidget::show;

private:
    QWidget* makeListPane();
    void load(const QString& id);
    void listChanged();
    void words();
    void rerun();

    models::Desk& m_desk;
    QListView* m_list;
    PlaceKeeper* m_keeper;
    ListDetail* m_sides = nullptr;
    widgets::FilterEdit* m_filter;
    widgets::PaneFoot* m_foot;
    widgets::EmptyState* m_empty;
    QStackedLayout* m_listStack;
    PlanDetailView* m_detail;
    QStackedLayout* m_detailStack;
    QString m_chosen{};
    std::uint64_t m_asked = 0;
    bool m_rerunning = false;
};

} // namespace countersign::views
