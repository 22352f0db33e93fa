#include "views/inbox/inbox_page.h"

#include "models/text.h"
#include "views/frame/list_detail.h"
#include "views/inbox/blocker_page.h"
#include "views/inbox/environment_page.h"
#include "views/inbox/error_page.h"
#include "views/inbox/escalation_page.h"
#include "views/widgets/fields.h"
#include "views/widgets/bars.h"

#include <QListView>
#include <QStackedLayout>

namespace countersign::views {

using namespace widgets;

namespace {
constexpr int lookedMs = 2000;
}

InboxPage::InboxPage(models::Desk& desk, QWidget* parent)
    : MasterDetailPage(desk.halts(),
                       {QStringLiteral("inbox"), tr("Open halts"), tr("Filter by plan, validation or agent"), tr("Select a halt to see what its outcome asks for.")}, parent),
      m_desk(desk)
{
    connect(&m_desk, &models::Desk::haltsChanged, this, &InboxPage::listChanged);
    m_lookTimer.setSingleShot(true);
    m_lookTimer.setInterval(lookedMs);
    connect(&m_lookTimer, &QTimer::timeout, this, [this] {
        if (isVisible() && isActiveWindow())
            m_desk.halts().markLooked(m_shown);
    });
    words();
}

void InboxPage::words()
{
    const models::HaltListModel& halts = m_desk.halts();
    setWords(halts.filter().isEmpty() ? tr("%1 open").arg(halts.total()) : tr("%1 of %2 shown").arg(halts.matching()).arg(halts.total()),
             tr("%1 closed in the last 7 days").arg(m_desk.closedCount()), halts.total() == 0 ? tr("Nothing is waiting for a person.") : tr("No halt matches"));
}

void InboxPage::choose(const QString& id)
{
    if (id == m_shown)
        return;
    m_shown = id;
    const HaltPage* gone = m_page;
    m_page.clear(); // a page that dies with the focus lets the window ask what can be done now
    delete gone;
    m_lookTimer.start();
    load(id);
    Q_EMIT canChanged();
}

void InboxPage::enterDetail()
{
    if (!m_page || m_page->panes().isEmpty())
        return;
    sides().openDetail();
    m_page->panes().constFirst()->setFocus(Qt::OtherFocusReason);
}

void InboxPage::load(const QString& id)
{
    const auto mine = ++m_asked;
    m_desk.halt(id, this, [this, mine, id](base::Result<HaltDetail> detail) {
        if (mine != m_asked || id != m_shown)
            return;
        if (!detail) {
            noDetail()->setSentence(tr("This halt can't be shown."), models::sentence(detail.error()));
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
        detailStack()->addWidget(m_page);
        connect(m_page, &HaltPage::canChanged, this, &Page::canChanged);
        connect(m_page, &HaltPage::messagePosted, this, &Page::messagePosted);
        connect(m_page, &HaltPage::haltRequested, this, [this](const QString& id) { show(id); }, Qt::QueuedConnection); // the page dies of it
    }
    m_page->setHalt(detail);
    detailStack()->setCurrentWidget(m_page);
}

void InboxPage::listChanged()
{
    words();
    if (!m_shown.isEmpty())
        load(m_shown);
    else
        selectFirst();
}

bool InboxPage::settled() const { return m_page ? m_page->settled() : m_shown.isEmpty(); }

bool InboxPage::can(Command command) const { return MasterDetailPage::can(command) || (!(command == Command::CopyRow && listHasFocus()) && m_page && m_page->can(command)); }

void InboxPage::run(Command command)
{
    if (MasterDetailPage::can(command))
        MasterDetailPage::run(command);
    else if (m_page)
        m_page->run(command);
}

QList<QWidget*> InboxPage::panes() const
{
    QList<QWidget*> out;
    if (sides().listShown() || !m_page)
        out << list();
    if (m_page)
        for (QWidget* pane : m_page->panes())
            if (pane && pane->isVisibleTo(m_page))
                out << pane;
    return out;
}

} // namespace countersign::views
