#include "views/inbox/environment_page.h"

#include "models/inbox/halt_words.h"
#include "models/text.h"
#include "views/frame/kinds.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/inbox/install_hint.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/evidence_view.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/icon_box.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

EnvironmentPage::EnvironmentPage(models::Desk& parentDesk, const QString& id, QWidget* parent)
    : HaltPage(parentDesk, id, parent), m_hint(new InstallHint), m_actions(new QWidget), m_recheck(new QPushButton(tr("Re-&check"))),
      m_rerun(new QPushButton(tr("Re-run &unchanged"))), m_icon(new IconBox), m_words(new TextLabel),
      m_keeps(new TextLabel({}, TextRole::Body, Ink::Secondary)), m_triedHeader(new SectionHeader(tr("What was tried"))),
      m_triedView(makeTable(tr("What was tried"))), m_facts(new FactGrid), m_pathHeader(new SectionHeader(tr("Searched path"))),
      m_pathView(makeTable(tr("Searched directories"))), m_waitingHeader(new SectionHeader(tr("Also waiting for this program"))),
      m_waitingView(makeTable(tr("Also waiting for this program"))), m_outputHeader(new SectionHeader(tr("Output of the call"))),
      m_output(new EvidenceView)
{
    head()->addWidget(m_hint);
    buildActions();
    buildTables();
    auto* stepFoot = new StepFoot(nullptr, 36);
    stepFoot->setWords(tr("Nothing to decide or sign here: an environment error carries no verdict."), style::Glyph::Info);
    foot()->addWidget(stepFoot);
    connect(&desk(), &models::Desk::storeFailed, this, &EnvironmentPage::showState);
    connect(&desk(), &models::Desk::refreshed, this, &EnvironmentPage::showState);
}

void EnvironmentPage::buildActions()
{
    auto* row = new QHBoxLayout(m_actions);
    row->setContentsMargins(0, style::scaled(4, this), 0, 0);
    row->setSpacing(style::scaled(8, this));
    style::setGlyph(m_recheck, style::Glyph::Refresh);
    style::setKeyHint(m_recheck, QStringLiteral("Ctrl+R"));
    style::setGlyph(m_rerun, style::Glyph::Rerun);
    for (QPushButton* button : {m_recheck, m_rerun}) {
        button->setAutoDefault(false);
        row->addWidget(button, 0, Qt::AlignTop);
    }
    connect(m_recheck, &QPushButton::clicked, this, [this] { run(Command::Recheck); });
    connect(m_rerun, &QPushButton::clicked, this, [this] { run(Command::RerunUnchanged); });
    auto* said = new QHBoxLayout;
    said->setContentsMargins(style::scaled(8, this), style::scaled(4, this), 0, 0);
    said->setSpacing(style::scaled(6, this));
    said->addWidget(m_icon, 0, Qt::AlignTop);
    for (TextLabel* label : {m_words, m_keeps})
        label->setWordWrap(true);
    auto* lines = new QVBoxLayout;
    lines->setSpacing(0);
    lines->addWidget(m_words);
    lines->addWidget(m_keeps);
    said->addLayout(lines, 1);
    row->addLayout(said, 1);
    head()->addWidget(m_actions);
}

void EnvironmentPage::buildTables()
{
    new PlaceKeeper(m_triedView, &m_tried);
    setWidths(m_triedView, {48, 130, 260, 0, 88});
    fitHeight(m_triedView, 1, 6);
    new PlaceKeeper(m_pathView, &m_searched);
    setWidths(m_pathView, {48, 0, 320});
    fitHeight(m_pathView, 1, 8);
    auto* copy = makeFlatButton(tr("Copy path"), style::Glyph::Copy);
    connect(copy, &QToolButton::clicked, this, [this] { copyText(models::shown(detail().searchedPath)); });
    m_pathHeader->addAction(copy);
    auto* keeper = new PlaceKeeper(m_waitingView, &m_waiting);
    connect(keeper, &PlaceKeeper::activated, this, [this](const QModelIndex& index) {
        if (const models::CellRow* row = m_waiting.rowAt(index.row()))
            Q_EMIT haltRequested(row->id);
    });
    setWidths(m_waitingView, {120, 0, 140});
    fitHeight(m_waitingView, 1, 5);
    m_output->setGated(false);
    m_output->setFrameShape(QFrame::NoFrame);
    m_output->setMinimumHeight(style::scaled(120, this));
    for (QWidget* part : std::initializer_list<QWidget*>{m_triedHeader, m_triedView, padded(m_facts, 16, 0, 16, 8), m_pathHeader, m_pathView,
                                                         m_waitingHeader, m_waitingView, m_outputHeader})
        body()->addWidget(part);
    body()->addWidget(m_output, 1);
    body()->addStretch();
}

QString EnvironmentPage::quietLine(const HaltDetail&) const { return tr("The plan is unharmed: no verdict was reached and no attempt was used."); }

void EnvironmentPage::fill(const HaltDetail& halt)
{
    m_hint->setHint(tr("Install hint"), halt.halt.hint, models::hintOrigin(halt.halt));
    m_keeps->setText(tr("Re-run keeps the plan, the inputs and attempt %1.").arg(halt.halt.attempt));
    m_waiting.setHalts(halt.sameCause);
    const auto waiting = static_cast<std::int64_t>(halt.sameCause.size());
    m_waitingHeader->setNote(models::counted(waiting, tr("1 plan, waits too"), tr("%1 plans, wait too")));
    m_waitingHeader->setVisible(waiting > 0);
    m_waitingView->setVisible(waiting > 0);
    showTables();
    showFacts();
    showOutput();
    showState();
}

void EnvironmentPage::showTables()
{
    const HaltDetail& halt = detail();
    const std::optional<models::LookedAgain> last = m_looks.empty() ? std::nullopt : std::optional(m_looks.back());
    m_tried.setSteps(halt, m_looks);
    m_triedHeader->setNote(models::counted(m_tried.rowCount(), tr("1 step"), tr("%1 steps")));
    m_searched.setPath(halt.searchedPath, last);
    const int count = m_searched.rowCount();
    const QString note = models::counted(count, tr("1 directory, as the engine sees it"), tr("%1 directories, in order, as the engine sees them"));
    m_pathHeader->setNote(last ? tr("%1, looked at %2").arg(note, models::clockSeconds(last->at)) : tr("%1; Re-check looks into them").arg(note));
    m_pathView->setAccessibleName(models::counted(count, tr("Searched directories, 1 row"), tr("Searched directories, %1 rows")));
    m_pathHeader->setVisible(count > 0);
    m_pathView->setVisible(count > 0);
}

void EnvironmentPage::showFacts()
{
    m_facts->clear();
    const HaltDetail& halt = detail();
    const domain::Environment environment = halt.halt.environment.value_or(domain::Environment{});
    if (!environment.actor.empty() || halt.call) {
        const QString name = models::shown(environment.actor.empty() ? halt.call->actor : environment.actor);
        m_facts->addFact(tr("Actor"), halt.call ? tr("%1, %2, started %3, %4").arg(name, models::shown(halt.call->role), models::clockSeconds(halt.call->startedAt), models::callEnded(*halt.call)) : name);
    }
    if (!environment.workingDirectory.empty())
        m_facts->addFact(tr("Directory"), models::shown(environment.workingDirectory), TextRole::Fixed);
    if (!environment.host.empty())
        m_facts->addFact(tr("Host"), models::shown(environment.host), TextRole::Fixed);
    m_facts->parentWidget()->setVisible(m_facts->count() > 0);
}

void EnvironmentPage::showOutput()
{
    std::vector<std::string> digests;
    if (const auto& call = detail().call)
        for (const domain::StoredOutput* stored : {&call->standardOutput, &call->standardError})
            if (stored->storedBytes > 0)
                digests.push_back(stored->digest);
    const bool log = digests.empty() && !detail().logExcerpt.empty();
    m_outputHeader->setVisible(log || !digests.empty());
    m_output->setVisible(log || !digests.empty());
    m_output->setSubject(tr("Output of the call"));
    if (log)
        return m_output->setOutput(models::plain(detail().logExcerpt));
    QString asked;
    for (const std::string& digest : digests)
        asked += models::plain(digest) + QLatin1Char(' ');
    if (digests.empty() || asked == m_outputOf)
        return;
    m_outputOf = asked;
    desk().outputs(digests, this, [this, asked, digests](base::Result<models::Outputs> outputs) {
        if (asked != m_outputOf)
            return;
        if (!outputs) {
            m_outputOf.clear();
            return m_output->setOutput(models::sentence(outputs.error()));
        }
        std::string text;
        for (const std::string& digest : digests)
            text += (*outputs)[digest];
        m_output->setOutput(models::plain(text));
    });
}

void EnvironmentPage::say(models::Mark mark, const QString& words)
{
    m_icon->setStatus(kindOf(mark));
    m_words->setText(words);
    m_words->setVisible(!words.isEmpty());
    m_icon->setVisible(!words.isEmpty());
}

// What an action came to stands until the next one, whatever is refreshed meanwhile.
void EnvironmentPage::keepSaying(models::Mark mark, const QString& words)
{
    m_saidMark = mark;
    m_said = words;
}

// A good look again turns the way on into the primary button; it starts nothing.
void EnvironmentPage::showState()
{
    m_actions->setVisible(hasHalt() && !closed());
    m_recheck->setEnabled(can(Command::Recheck));
    m_rerun->setEnabled(can(Command::RerunUnchanged));
    const bool found = !m_looks.empty() && m_looks.back().result.found;
    style::setPrimary(m_recheck, !found);
    style::setPrimary(m_rerun, found);
    if (desk().failure())
        return say(models::Mark::EnvironmentError, tr("Off while the store can’t be read."));
    if (m_looking)
        return say(models::Mark::Running, tr("Looking again."));
    if (!m_said.isEmpty())
        return say(m_saidMark, m_said);
    if (m_looks.empty())
        return say(models::Mark::EnvironmentError, {});
    const models::LookedAgain& last = m_looks.back();
    if (found)
        say(models::Mark::Pass, tr("Last check %1: found, %2. Nothing was started.").arg(models::clockSeconds(last.at), models::shown(last.result.at)));
    else
        say(models::Mark::EnvironmentError, tr("Last check %1: still not found.").arg(models::clockSeconds(last.at)));
}

void EnvironmentPage::recheck()
{
    m_looking = true;
    m_said.clear();
    showState();
    Q_EMIT canChanged();
    desk().recheck(haltId(), this, [this](base::Result<Recheck> result) { looked(result); });
}

void EnvironmentPage::looked(const base::Result<Recheck>& result)
{
    m_looking = false;
    if (result) {
        m_looks.push_back({models::nowMs(), *result});
        showTables();
    }
    if (!result)
        keepSaying(models::Mark::EnvironmentError, tr("Not looked at: %1").arg(models::sentence(result.error())));
    showState();
    Q_EMIT canChanged();
}

void EnvironmentPage::rerunEnded(const base::Result<domain::Plan>& plan)
{
    if (plan)
        keepSaying(models::Mark::Running, tr("Re-run started with attempt %1, round %2.").arg(plan->attempt).arg(plan->round));
    else
        keepSaying(models::Mark::EnvironmentError, tr("Not re-run: %1").arg(models::sentence(plan.error())));
    showState();
}

bool EnvironmentPage::can(Command command) const
{
    if (command == Command::Recheck)
        return hasHalt() && !closed() && !m_looking && !desk().failure();
    if (command == Command::CopyInstallCommand)
        return m_hint->hasCommand();
    if (command == Command::CopyRow)
        for (const QTreeView* view : {m_triedView, m_pathView, m_waitingView})
            if (view->hasFocus())
                return view->currentIndex().isValid();
    return HaltPage::can(command);
}

void EnvironmentPage::run(Command command)
{
    if (command == Command::Recheck && can(command))
        return recheck();
    if (command == Command::CopyInstallCommand)
        return m_hint->copyCommand();
    if (command == Command::CopyRow) {
        const std::pair<QTreeView*, const models::CellTableModel*> tables[] = {{m_triedView, &m_tried}, {m_pathView, &m_searched}, {m_waitingView, &m_waiting}};
        for (const auto& [view, model] : tables)
            if (const models::CellRow* row = view->hasFocus() ? model->rowAt(view->currentIndex().row()) : nullptr)
                copyText(models::rowText(*row));
        return;
    }
    HaltPage::run(command);
    showState();
}

QList<QWidget*> EnvironmentPage::panes() const { return {m_triedView, m_pathView, m_waitingView, m_output}; }

} // namespace countersign::views
