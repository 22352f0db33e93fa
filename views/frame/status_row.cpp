#include "views/frame/status_row.h"

#include "models/text.h"
#include "views/style/countersign_style.h"
#include "views/widgets/icon_box.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace countersign::views {

using namespace widgets;

StatusRow::StatusRow(models::Desk& desk, QWidget* parent)
    : Bar(24, 12, Bar::Line::Top, parent), m_desk(desk), m_store(makeFlatButton(tr("Store"), style::Glyph::Store)), m_chainIcon(new IconBox(14, this)), m_chain(makeFlatButton(tr("Audit chain"))),
      m_engine(makeFlatButton(tr("Engine"), style::Glyph::Engine)), m_agents(makeFlatButton(tr("Agents"), style::Glyph::Agents))
{
    row()->addWidget(m_store);
    row()->addWidget(m_chainIcon);
    row()->addWidget(m_chain);
    row()->addStretch(1);
    row()->addWidget(m_engine);
    row()->addWidget(m_agents);
    for (QToolButton* button : {m_store, m_chain, m_engine, m_agents}) {
        style::setCompact(button, true);
        button->setFont(style::fontsOf(this).small());
    }
    connect(m_chain, &QToolButton::clicked, this, &StatusRow::auditRequested);
    connect(m_engine, &QToolButton::clicked, this, &StatusRow::liveRequested);
    connect(m_agents, &QToolButton::clicked, this, &StatusRow::showProcesses);
    connect(&m_desk, &models::Desk::statusChanged, this, &StatusRow::refresh);
    connect(&m_desk, &models::Desk::storeFailed, this, &StatusRow::refresh);
    connect(&m_desk, &models::Desk::refreshed, this, &StatusRow::refresh);
    connect(&m_desk.live(), &models::LiveModel::runsChanged, this, &StatusRow::refresh);
    refresh();
}

void StatusRow::refresh()
{
    const auto say = [](QToolButton* button, const QString& words) {
        button->setText(words);
        button->setAccessibleName(words);
    };
    const StoreStatus& status = m_desk.status();
    if (m_desk.failure()) {
        say(m_store, tr("Store not readable: %1").arg(models::shown(m_desk.failure()->sentence())));
        m_store->setToolTip(models::sentence(*m_desk.failure()));
    } else {
        say(m_store, status.location.empty() ? tr("Store opening") : tr("Store %1").arg(QFileInfo(models::plain(status.location)).fileName()));
        m_store->setToolTip(models::shown(status.location));
    }
    showChain();
    const int running = m_desk.live().rowCount();
    say(m_engine, m_desk.failure() ? tr("Engine waits for the store") : running == 0 ? tr("Engine ready") : models::counted(running, tr("Engine running, 1 run"), tr("Engine running, %1 runs")));
    const auto agents = std::count_if(status.processes.begin(), status.processes.end(),
                                      [](const LiveProcess& p) { return p.alive && p.actor.kind == domain::ActorKind::Agent; });
    say(m_agents, models::counted(agents, tr("1 agent connected"), tr("%1 agents connected")));
}

void StatusRow::showChain()
{
    const StoreStatus& status = m_desk.status();
    const auto& chain = m_desk.chain();
    const auto say = [this](style::StatusKind kind, const QString& words) {
        m_chainIcon->setStatus(kind);
        m_chain->setText(words);
        m_chain->setAccessibleName(words);
    };
    if (status.chainBroken)
        return say(style::StatusKind::Blocker, tr("Audit chain broken at event %1").arg(models::number(status.brokenAt)));
    if (!chain)
        return say(style::StatusKind::Queued, tr("Audit chain not verified, %1 events").arg(models::number(status.events)));
    if (!chain->intact || !chain->recordsInvalid.empty()) {
        const std::int64_t at = chain->problems.empty() ? -1 : chain->problems.front().seq;
        return say(style::StatusKind::Blocker, at >= 0 ? tr("Audit chain broken at event %1").arg(models::number(at)) : tr("Audit chain does not verify"));
    }
    say(style::StatusKind::Pass, status.events > chain->events
                                     ? tr("Audit chain verified, %1 of %2 events").arg(models::number(chain->events), models::number(status.events))
                                     : tr("Audit chain verified, %1 events").arg(models::number(chain->events)));
}

void StatusRow::showProcesses()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const LiveProcess& p : m_desk.status().processes)
        menu->addAction(tr("%1 %2, %3, since %4%5")
                            .arg(models::shown(domain::toText(p.actor.kind)), models::shown(p.actor.name), models::shown(p.program),
                                 models::clockAndDate(p.startedAt, models::nowMs()), p.alive ? QString() : tr(", silent")));
    if (menu->isEmpty())
        menu->addAction(tr("No program is connected"))->setEnabled(false);
    menu->popup(m_agents->mapToGlobal(QPoint(0, -menu->sizeHint().height())));
}

} // namespace countersign::views
