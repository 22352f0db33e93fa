#include "views/inbox/inbox_page.h"

#include "models/roles.h"
#include "models/text.h"
#include "views/frame/list_detail.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/inbox/blocker_page.h"
#include "views/inbox/environment_page.h"
#include "views/inbox/error_page.h"
#include "views/inbox/escalation_page.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/fields.h"
#include "views/widgets/list_delegates.h"

#include <QHBoxLayout>
#include <QListView>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

namespace {
constexpr int lookedMs = 2000;
}

InboxPage::InboxPage(models::Desk& desk, QWidget* parent)
    : Page(parent), m_desk(desk), m_list(makeMasterList(tr("Open halts"))), m_keeper(new PlaceKeeper(m_list, &desk.halts())),
      m_filter(new FilterEdit(tr("Filter by plan, validation or agent"))), m_foot(new PaneFoot), m_empty(new EmptyState(tr("Nothing is waiting for a person."))),
      m_listStack(new QStackedLayout), m_detailHost(new QWidget), m_detailStack(new QStackedLayout(m_detailHost)),
      m_noDetail(new EmptyState(tr("Select a halt to see what its outcome asks for.")))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    QSplitter* splitter = makeSplitter(Qt::Horizontal, QStringLiteral("inbox"));
    splitter->addWidget(makeListPane());
    m_detailStack->addWidget(m_noDetail);
    splitter->addWidget(m_detailHost);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({style::scaled(320, this), style::scaled(1000, this)});
    row->addWidget(splitter);
    m_sides = new ListDetail(splitter, m_list);
    connect(m_sides, &ListDetail::changed, this, &Page::canChanged);

    connect(m_keeper, &PlaceKeeper::chosen, this, [this](const QString& key, const QModelIndex& index) {
        if (!index.data(models::GroupRole).toBool())
            choose(key);
    });
    connect(m_keeper, &PlaceKeeper::activated, this, [this](const QModelIndex& index) {
        if (index.data(models::GroupRole).toBool())
            m_desk.halts().toggle(index);
        else if (m_page && !m_page->panes().isEmpty()) {
            m_sides->openDetail();
            m_page->panes().constFirst()->setFocus(Qt::OtherFocusReason);
        }
    });
    connect(m_keeper, &PlaceKeeper::backRequested, m_filter, &QLineEdit::clear);
    connect(qobject_cast<TwoLineDelegate*>(m_list->itemDelegate()), &TwoLineDelegate::foldRequested, this,
            [this](const QModelIndex& group) { m_desk.halts().toggle(group); });
    connect(&m_desk, &models::Desk::haltsChanged, this, &InboxPage::listChanged);
    connect(&m_desk.halts(), &models::GroupedListModel::countsChanged, this, &InboxPage::words);
    m_lookTimer.setSingleShot(true);
    m_lookTimer.setInterval(lookedMs);
    connect(&m_lookTimer, &QTimer::timeout, this, [this] {
        if (isVisible() && isActiveWindow())
            m_desk.halts().markLooked(m_chosen);
    });
    words();
}

QWidget* InboxPage::makeListPane()
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
    m_filter->setAccessibleName(tr("Filter by plan, validation or agent"));
    connect(m_filter, &QLineEdit::textChanged, &m_desk.halts(), &models::HaltListModel::setFilter);
    connect(m_filter, &FilterEdit::leaveRequested, m_list, qOverload<>(&QWidget::setFocus));
    connect(m_filter, &QLineEdit::returnPressed, m_list, qOverload<>(&QWidget::setFocus));
    return pane;
}

void InboxPage::words()
{
    const models::HaltListModel& halts = m_desk.halts();
    const QString left = halts.filter().isEmpty() ? tr("%1 open").arg(halts.total()) : tr("%1 of %2 shown").arg(halts.matching()).arg(halts.total());
    m_foot->setWords(left, tr("%1 closed in the last 7 days").arg(m_desk.closedCount()));
    const bool none = halts.matching() == 0;
    if (none)
        m_empty->setSentence(halts.total() == 0 ? tr("Nothing is waiting for a person.") : tr("No halt matches"));
    m_listStack->setCurrentIndex(none ? 1 : 0);
}

void InboxPage::choose(const QString& id)
{
    if (id == m_chosen)
        return;
    m_chosen = id;
    const HaltPage* gone = m_page;
    m_page.clear(); // a page that dies with the focus lets the window ask what can be done now
    delete gone;
    m_lookTimer.start();
    load(id);
    Q_EMIT canChanged();
}

void InboxPage::load(const QString& id)
{
    const auto mine = ++m_asked;
    m_desk.halt(id, this, [this, mine, id](base::Result<HaltDetail> detail) {
        if (mine != m_asked || id != m_chosen)
            return;
        if (!detail) {
            m_noDetail->setSentence(tr("This halt can't be shown."), models::sentence(detail.error()));
            return;
        }
        showDetail(*detail);
    });
}

HaltPage* InboxPage::makePage(const domain::Halt& halt)
{
    const auto outcome = domain::parseOutcome(halt.haltType);
    const QString id = models::plain(halt.id.value);
    if (!outcome)
        return new ErrorPage(m_desk, id);
    switch (*outcome) {
    case domain::Outcome::Escalate: return new EscalationPage(m_desk, id);
    case domain::Outcome::Blocker: return new BlockerPage(m_desk, id);
    case domain::Outcome::EnvironmentError: return new EnvironmentPage(m_desk, id);
    case domain::Outcome::ValidatorError:
    case domain::Outcome::InternalError:
    case domain::Outcome::Pass: return new ErrorPage(m_desk, id);
    }
    return new ErrorPage(m_desk, id);
}

void InboxPage::showDetail(const HaltDetail& detail)
{
    if (!m_page) {
        m_page = makePage(detail.halt);
        m_detailStack->addWidget(m_page);
        connect(m_page, &HaltPage::canChanged, this, &Page::canChanged);
        connect(m_page, &HaltPage::messagePosted, this, &Page::messagePosted);
        connect(m_page, &HaltPage::haltRequested, this, [this](const QString& id) { show(id); }, Qt::QueuedConnection); // the page dies of it
    }
    m_page->setHalt(detail);
    m_detailStack->setCurrentWidget(m_page);
}

void InboxPage::listChanged()
{
    words();
    if (!m_chosen.isEmpty())
        load(m_chosen);
    else if (m_desk.halts().rowCount() > 1)
        m_keeper->select(m_desk.halts().index(1, 0).data(models::KeyRole).toString());
}

bool InboxPage::show(const QString& haltId)
{
    m_filter->clear();
    if (const models::ListEntry* entry = m_desk.halts().entry(haltId)) {
        m_desk.halts().setFolded(entry->group, false);
        const bool found = m_keeper->select(haltId);
        if (found)
            m_sides->openDetail();
        return found;
    }
    return false;
}

bool InboxPage::settled() const { return m_page ? m_page->settled() : m_chosen.isEmpty(); }

void InboxPage::ageTick() { m_list->viewport()->update(); }

bool InboxPage::can(Command command) const
{
    switch (command) {
    case Command::FilterArea: return true;
    case Command::CopyRow:
        if (m_list->hasFocus())
            return m_list->currentIndex().isValid();
        break;
    default: break;
    }
    return m_page && m_page->can(command);
}

void InboxPage::run(Command command)
{
    if (command == Command::FilterArea)
        return m_filter->setFocus(Qt::ShortcutFocusReason);
    if (command == Command::CopyRow && m_list->hasFocus())
        return copyText(m_list->currentIndex().data(Qt::AccessibleTextRole).toString());
    if (m_page)
        m_page->run(command);
}

QList<QWidget*> InboxPage::panes() const
{
    QList<QWidget*> out;
    if (m_sides->listShown() || !m_page)
        out << m_list;
    if (m_page)
        for (QWidget* pane : m_page->panes())
            if (pane && pane->isVisibleTo(m_page))
                out << pane;
    return out;
}

} // namespace countersign::views
