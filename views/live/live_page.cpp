#include "views/live/live_page.h"

#include "models/text.h"
#include "views/frame/panes.h"
#include "views/live/timeline_rows.h"
#include "views/widgets/bars.h"
#include "views/widgets/fields.h"

#include <QScrollArea>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

LivePage::LivePage(models::Desk& desk, QWidget* parent)
    : Page(parent), m_desk(desk), m_stack(new QStackedLayout(this)), m_empty(new EmptyState(tr("Nothing is running.")))
{
    auto* inner = new QWidget;
    m_rows = makePane(inner);
    m_rows->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(inner);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(scroll);
    m_empty->setFocusPolicy(Qt::TabFocus);
    m_empty->setAccessibleName(tr("Running validations"));
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, &LivePage::tick);
    connect(&desk.live(), &models::LiveModel::runsChanged, this, &LivePage::refresh);
    refresh();
}

LivePage::Block& LivePage::block(const models::LiveRow& row)
{
    const auto found = m_blocks.find(row.runId);
    if (found != m_blocks.end())
        return found->second;
    Block made;
    made.widget = new QWidget;
    QVBoxLayout* rows = makePane(made.widget);
    made.header = new SectionHeader(row.title);
    auto* open = makeFlatButton(tr("Show plan"), style::Glyph::ChevronRight);
    open->setAccessibleName(tr("Show plan %1").arg(row.title));
    connect(open, &QToolButton::clicked, this, [this, plan = row.planId] { Q_EMIT goRequested(Command::AreaPlans, plan); });
    made.header->addAction(open);
    made.timeline = new RunTimeline;
    made.timeline->setAccessibleName(tr("Timeline of %1").arg(row.title));
    rows->addWidget(made.header);
    rows->addWidget(made.timeline);
    return m_blocks[row.runId] = made;
}

void LivePage::refresh()
{
    const auto& rows = m_desk.live().rows();
    for (auto it = m_blocks.begin(); it != m_blocks.end();) {
        if (m_desk.live().rowOf(it->first) >= 0) {
            ++it;
            continue;
        }
        delete it->second.widget;
        it = m_blocks.erase(it);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Block& one = block(rows[i]);
        one.startedAt = rows[i].startedAt;
        one.header->setNote(rows[i].detail);
        one.timeline->setRows(timelineRows(rows[i].bars));
        if (m_rows->indexOf(one.widget) != static_cast<int>(i))
            m_rows->insertWidget(static_cast<int>(i), one.widget);
    }
    tick();
    rows.empty() ? m_second.stop() : m_second.start();
    const base::TimeMs ended = m_desk.live().lastEnded();
    m_empty->setSentence(tr("Nothing is running."), ended > 0 ? tr("Last run ended %1.").arg(models::clockAndDate(ended, models::nowMs())) : QString());
    m_stack->setCurrentIndex(rows.empty() ? 0 : 1);
    Q_EMIT canChanged();
}

void LivePage::tick()
{
    for (auto& [id, one] : m_blocks)
        one.timeline->setNow(models::nowMs() - one.startedAt);
}

bool LivePage::can(Command) const { return false; }
void LivePage::run(Command) {}

QList<QWidget*> LivePage::panes() const
{
    QList<QWidget*> out;
    for (const auto& row : m_desk.live().rows())
        if (const auto found = m_blocks.find(row.runId); found != m_blocks.end())
            out << found->second.timeline;
    if (out.isEmpty())
        out << m_empty;
    return out;
}

} // namespace countersign::views
