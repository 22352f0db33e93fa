#include "views/plans/plans_page.h"

#include "engine/domain/lifecycle.h"
#include "models/roles.h"
#include "models/text.h"
#include "views/frame/list_detail.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/plans/plan_detail_view.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/fields.h"
#include "views/widgets/list_delegates.h"

#include <QHBoxLayout>
#include <QListView>
#include <QSplitter>
#include <QStackedLayout>

namespace countersign::views {

using namespace widgets;

PlansPage::PlansPage(models::Desk& desk, QWidget* parent)
    : Page(parent), m_desk(desk), m_list(makeMasterList(tr("Plans"))), m_keeper(new PlaceKeeper(m_list, &desk.plans())),
      m_filter(new FilterEdit(tr("Filter plans"))), m_foot(new PaneFoot), m_empty(new EmptyState(tr("No plan yet. Agents create plans; this window shows them."))),
      m_listStack(new QStackedLayout), m_detail(new PlanDetailView(desk)), m_detailStack(new QStackedLayout)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    QSplitter* splitter = makeSplitter(Qt::Horizontal, QStringLiteral("plans"));
    splitter->addWidget(makeListPane());
    auto* host = new QWidget;
    host->setLayout(m_detailStack);
    m_detailStack->addWidget(new EmptyState(tr("Select a plan to see where it stands.")));
    m_detailStack->addWidget(m_detail);
    splitter->addWidget(host);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({style::scaled(320, this), style::scaled(1000, this)});
    row->addWidget(splitter);
    m_sides = new ListDetail(splitter, m_list);
    connect(m_sides, &ListDetail::changed, this, &Page::canChanged);
    connect(m_keeper, &PlaceKeeper::chosen, this, [this](const QString& key, const QModelIndex& index) {
        if (index.data(models::GroupRole).toBool())
            return;
        m_chosen = key;
        load(key);
    });
    connect(m_keeper, &PlaceKeeper::activated, this, [this](const QModelIndex& index) {
        if (index.data(models::GroupRole).toBool())
            m_desk.plans().toggle(index);
        else {
            m_sides->openDetail();
            m_detail->panes().constFirst()->setFocus(Qt::OtherFocusReason);
        }
    });
    connect(m_keeper, &PlaceKeeper::backRequested, m_filter, &QLineEdit::clear);
    connect(qobject_cast<TwoLineDelegate*>(m_list->itemDelegate()), &TwoLineDelegate::foldRequested, this,
            [this](const QModelIndex& group) { m_desk.plans().toggle(group); });
    connect(&m_desk, &models::Desk::plansChanged, this, &PlansPage::listChanged);
    connect(&m_desk, &models::Desk::registryChanged, this, [this] {
        if (!m_chosen.isEmpty())
            load(m_chosen);
    });
    connect(&m_desk.plans(), &models::GroupedListModel::countsChanged, this, &PlansPage::words);
    connect(m_detail, &PlanDetailView::attachmentsRequested, this, [this] { Q_EMIT goRequested(Command::AreaAttachments, m_chosen); });
    connect(m_detail, &PlanDetailView::commandRequested, this, &PlansPage::run);
    words();
}

QWidget* PlansPage::makeListPane()
{
    auto* pane = new QWidget;
    QVBoxLayout* rows = makePane(pane);
    auto* bar = new Bar(44, 12, Bar::Line::Bottom);
    bar->row()->addWidget(m_filter);
    rows->addWidget(bar);
    auto* host = new QWidget;
    host->setLayout(m_listStack);
    m_listStack->addWidget(m_list);
    m_listStack->addWidget(m_empty);
    rows->addWidget(host, 1);
    rows->addWidget(m_foot);
    pane->setMinimumWidth(style::scaled(220, this));
    m_filter->setAccessibleName(tr("Filter plans"));
    connect(m_filter, &QLineEdit::textChanged, &m_desk.plans(), &models::PlanListModel::setFilter);
    connect(m_filter, &FilterEdit::leaveRequested, m_list, qOverload<>(&QWidget::setFocus));
    connect(m_filter, &QLineEdit::returnPressed, m_list, qOverload<>(&QWidget::setFocus));
    return pane;
}

void PlansPage::words()
{
    const models::PlanListModel& plans = m_desk.plans();
    m_foot->setWords(plans.filter().isEmpty() ? tr("%1 active").arg(plans.active()) : tr("%1 of %2 shown").arg(plans.matching()).arg(plans.total()),
                     tr("%1 finished").arg(plans.inGroup(models::PlanListModel::Finished)));
    const bool none = plans.matching() == 0;
    if (none)
        m_empty->setSentence(plans.total() == 0 ? tr("No plan yet. Agents create plans; this window shows them.") : tr("No plan matches"));
    m_listStack->setCurrentIndex(none ? 1 : 0);
}

void PlansPage::listChanged()
{
    words();
    if (!m_chosen.isEmpty())
        load(m_chosen);
    else if (m_desk.plans().rowCount() > 1)
        m_keeper->select(m_desk.plans().index(1, 0).data(models::KeyRole).toString());
}

void PlansPage::load(const QString& id)
{
    const auto mine = ++m_asked;
    m_desk.plan(id, this, [this, mine](base::Result<PlanDetail> detail) {
        if (mine != m_asked)
            return;
        if (!detail)
            return Q_EMIT messagePosted(models::sentence(detail.error()));
        m_detail->setPlan(*detail);
        m_detailStack->setCurrentWidget(m_detail);
        Q_EMIT canChanged();
    });
}

bool PlansPage::show(const QString& planId)
{
    m_filter->clear();
    if (const models::ListEntry* entry = m_desk.plans().entry(planId))
        m_desk.plans().setFolded(entry->group, false);
    const bool found = m_keeper->select(planId);
    if (found)
        m_sides->openDetail();
    return found;
}

bool PlansPage::settled() const { return m_chosen.isEmpty() || (m_detail->planId() == m_chosen && m_detail->settled()); }

void PlansPage::ageTick() { m_list->viewport()->update(); }

bool PlansPage::can(Command command) const
{
    switch (command) {
    case Command::FilterArea: return true;
    case Command::ValidateAgain: {
        const PlanRow* row = m_desk.plans().plan(m_chosen);
        return row != nullptr && domain::atGate(row->plan) && !m_desk.failure();
    }
    case Command::RerunUnchanged: {
        const PlanRow* row = m_desk.plans().plan(m_chosen);
        return row != nullptr && row->openHalt && domain::mayRerun(row->plan, *row->openHalt) && !m_rerunning && !m_desk.failure();
    }
    case Command::FindText:
    case Command::FindNext:
    case Command::FindPrevious:
    case Command::OpenLog: return m_detailStack->currentWidget() == m_detail;
    case Command::CopyRow: return m_list->hasFocus() ? m_list->currentIndex().isValid() : !m_detail->rowText().isEmpty();
    default: return false;
    }
}

void PlansPage::run(Command command)
{
    switch (command) {
    case Command::FilterArea: m_filter->setFocus(Qt::ShortcutFocusReason); return;
    case Command::FindText: m_detail->findInLog(); return;
    case Command::FindNext: m_detail->findAgain(true); return;
    case Command::FindPrevious: m_detail->findAgain(false); return;
    case Command::OpenLog: m_detail->openLog(); return;
    case Command::CopyRow:
        copyText(m_list->hasFocus() ? m_list->currentIndex().data(Qt::AccessibleTextRole).toString() : m_detail->rowText());
        return;
    case Command::ValidateAgain:
        if (const PlanRow* row = m_desk.plans().plan(m_chosen)) {
            m_desk.validate(row->plan.projects.empty() ? QString() : models::plain(row->plan.projects.front()), models::plain(row->plan.taskId));
            Q_EMIT messagePosted(tr("Validation of %1 started").arg(models::shown(row->plan.taskId)));
        }
        return;
    case Command::RerunUnchanged:
        if (can(command))
            rerun();
        return;
    default: return;
    }
}

void PlansPage::rerun()
{
    m_rerunning = true;
    Q_EMIT canChanged();
    const QString task = models::shown(m_desk.plans().plan(m_chosen)->plan.taskId);
    m_desk.rerun(m_chosen, this, [this, task](base::Result<domain::Plan> plan) {
        m_rerunning = false;
        Q_EMIT canChanged();
        Q_EMIT messagePosted(plan ? tr("Re-run of %1 started").arg(task) : models::sentence(plan.error()));
    });
}

QList<QWidget*> PlansPage::panes() const
{
    QList<QWidget*> out;
    if (m_sides->listShown())
        out << m_list;
    if (m_detailStack->currentWidget() == m_detail)
        out << m_detail->panes();
    return out;
}

} // namespace countersign::views
