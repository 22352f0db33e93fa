#include "views/plans/plans_page.h"

#include "engine/domain/lifecycle.h"
#include "models/text.h"
#include "views/frame/list_detail.h"
#include "views/frame/panes.h"
#include "views/plans/plan_detail_view.h"

#include <QListView>
#include <QStackedLayout>

namespace countersign::views {

PlansPage::PlansPage(models::Desk& desk, QWidget* parent)
    : MasterDetailPage(desk.plans(), {QStringLiteral("plans"), tr("Plans"), tr("Filter plans"), tr("Select a plan to see where it stands.")}, parent), m_desk(desk),
      m_detail(new PlanDetailView(desk))
{
    detailStack()->addWidget(m_detail);
    connect(&m_desk, &models::Desk::plansChanged, this, &PlansPage::listChanged);
    connect(&m_desk, &models::Desk::registryChanged, this, [this] {
        if (!chosen().isEmpty())
            load(chosen());
    });
    connect(m_detail, &PlanDetailView::attachmentsRequested, this, [this] { Q_EMIT goRequested(Command::AreaAttachments, chosen()); });
    connect(m_detail, &PlanDetailView::commandRequested, this, &PlansPage::run);
    words();
}

void PlansPage::words()
{
    const models::PlanListModel& plans = m_desk.plans();
    setWords(plans.filter().isEmpty() ? tr("%1 active").arg(plans.active()) : tr("%1 of %2 shown").arg(plans.matching()).arg(plans.total()),
             tr("%1 finished").arg(plans.inGroup(models::PlanListModel::Finished)),
             plans.total() == 0 ? tr("No plan yet. Agents create plans; this window shows them.") : tr("No plan matches"));
}

void PlansPage::listChanged()
{
    words();
    if (!chosen().isEmpty())
        load(chosen());
    else
        selectFirst();
}

void PlansPage::enterDetail()
{
    sides().openDetail();
    m_detail->panes().constFirst()->setFocus(Qt::OtherFocusReason);
}

bool PlansPage::detailStands() const { return detailStack()->currentWidget() == m_detail; }

void PlansPage::load(const QString& id)
{
    const auto mine = ++m_asked;
    m_desk.plan(id, this, [this, mine](base::Result<PlanDetail> detail) {
        if (mine != m_asked)
            return;
        if (!detail)
            return Q_EMIT messagePosted(models::sentence(detail.error()));
        m_detail->setPlan(*detail);
        detailStack()->setCurrentWidget(m_detail);
        Q_EMIT canChanged();
    });
}

bool PlansPage::settled() const { return chosen().isEmpty() || (m_detail->planId() == chosen() && m_detail->settled()); }

bool PlansPage::can(Command command) const
{
    switch (command) {
    case Command::ValidateAgain: {
        const PlanRow* row = m_desk.plans().plan(chosen());
        return row != nullptr && domain::atGate(row->plan) && !m_desk.failure();
    }
    case Command::RerunUnchanged: {
        const PlanRow* row = m_desk.plans().plan(chosen());
        return row != nullptr && row->openHalt && domain::mayRerun(row->plan, *row->openHalt) && !m_rerunning && !m_desk.failure();
    }
    case Command::FindText:
    case Command::FindNext:
    case Command::FindPrevious:
    case Command::OpenLog: return detailStands();
    case Command::CopyRow: return listHasFocus() ? MasterDetailPage::can(command) : !m_detail->rowText().isEmpty();
    default: return MasterDetailPage::can(command);
    }
}

void PlansPage::run(Command command)
{
    switch (command) {
    case Command::FindText: m_detail->findInLog(); return;
    case Command::FindNext: m_detail->findAgain(true); return;
    case Command::FindPrevious: m_detail->findAgain(false); return;
    case Command::OpenLog: m_detail->openLog(); return;
    case Command::CopyRow:
        if (!listHasFocus())
            return copyText(m_detail->rowText());
        return MasterDetailPage::run(command);
    case Command::ValidateAgain:
        if (const PlanRow* row = m_desk.plans().plan(chosen())) {
            m_desk.validate(row->plan.projects.empty() ? QString() : models::plain(row->plan.projects.front()), models::plain(row->plan.taskId));
            Q_EMIT messagePosted(tr("Validation of %1 started").arg(models::shown(row->plan.taskId)));
        }
        return;
    case Command::RerunUnchanged:
        if (can(command))
            rerun();
        return;
    default: return MasterDetailPage::run(command);
    }
}

void PlansPage::rerun()
{
    m_rerunning = true;
    Q_EMIT canChanged();
    const QString task = models::shown(m_desk.plans().plan(chosen())->plan.taskId);
    m_desk.rerun(chosen(), this, [this, task](base::Result<domain::Plan> plan) {
        m_rerunning = false;
        Q_EMIT canChanged();
        Q_EMIT messagePosted(plan ? tr("Re-run of %1 started").arg(task) : models::sentence(plan.error()));
    });
}

QList<QWidget*> PlansPage::panes() const
{
    QList<QWidget*> out;
    if (sides().listShown())
        out << list();
    if (detailStands())
        out << m_detail->panes();
    return out;
}

} // namespace countersign::views
