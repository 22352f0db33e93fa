// Plans by where they stand, and the selected one. Source: design 7.6.
#pragma once

#include "models/desk/desk.h"
#include "views/frame/master_detail_page.h"

namespace countersign::views {

class PlanDetailView;

class PlansPage : public MasterDetailPage
{
    Q_OBJECT

public:
    explicit PlansPage(models::Desk& desk, QWidget* parent = nullptr);
    [[nodiscard]] bool can(Command command) const override;
    void run(Command command) override;
    [[nodiscard]] QList<QWidget*> panes() const override;
    [[nodiscard]] bool settled() const override;

protected:
    void choose(const QString& id) override { load(id); }
    void enterDetail() override;
    void words() override;

private:
    void load(const QString& id);
    void listChanged();
    void rerun();
    [[nodiscard]] bool detailStands() const;

    models::Desk& m_desk;
    PlanDetailView* m_detail;
    std::uint64_t m_asked = 0;
    bool m_rerunning = false;
};

} // namespace countersign::views
