#include "views/inbox/error_page.h"

#include "models/inbox/evidence_model.h"
#include "models/inbox/evidence_text.h"
#include "models/inbox/halt_words.h"
#include "models/text.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/inbox/install_hint.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/evidence_view.h"

#include <QPushButton>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

void EndedModel::setResults(const std::vector<domain::ValidationResult>& results)
{
    std::vector<models::CellRow> rows;
    for (const auto& result : results) {
        const bool error = result.severity() == domain::Severity::Error;
        models::CellRow row;
        row.id = models::EvidenceModel::rowId(result);
        const QString ended = error ? models::howItEnded(result) : (result.message ? models::shown(*result.message) : QString());
        models::Cell cell = models::textCell(ended);
        cell.tip = ended;
        row.cells = {models::markCell(models::markOf(result.severity())), models::textCell(models::shown(result.validation)), cell,
                     models::fixedCell(models::shown(result.errorCode)), models::numberCell(models::duration(result.durationMs))};
        rows.push_back(std::move(row));
    }
    applyRows(std::move(rows));
}

QString EndedModel::headerText(int column) const
{
    switch (static_cast<Column>(column)) {
    case Verdict: return tr("Verdict");
    case Validation: return tr("Validation");
    case Ended: return tr("How it ended");
    case Code: return tr("Code");
    case Duration: return tr("Duration");
    case ColumnCount: break;
    }
    return {};
}

void PathModel::setPath(const std::string& path)
{
    std::vector<models::CellRow> rows;
    int number = 0;
    for (const QString& directory : models::shown(path).split(QLatin1Char(':'), Qt::SkipEmptyParts)) {
        models::CellRow row;
        row.id = QString::number(++number);
        models::Cell count = models::fixedCell(row.id);
        count.quiet = true;
        row.cells = {count, models::fixedCell(directory, directory)};
        rows.push_back(std::move(row));
    }
    applyRows(std::move(rows));
}

QString PathModel::headerText(int column) const { return column == Number ? QStringLiteral("#") : tr("Directory"); }

ErrorPage::ErrorPage(models::Desk& parentDesk, const QString& id, QWidget* parent)
    : HaltPage(parentDesk, id, parent), m_hint(new InstallHint), m_rerun(new QPushButton(tr("Re-run &unchanged"))),
      m_recheck(new QPushButton(tr("Re-&check"))), m_stepFoot(new StepFoot), m_endedHeader(new SectionHeader(tr("What ran"))),
      m_endedView(makeTable(tr("What ran and how it ended"))), m_pathHeader(new SectionHeader(tr("Searched path"))),
      m_pathView(makeTable(tr("Searched directories"))), m_logHeader(new SectionHeader(tr("Last lines"))), m_log(new EvidenceView)
{
    head()->addWidget(m_hint);
    auto* keeper = new PlaceKeeper(m_endedView, &m_ended);
    connect(keeper, &PlaceKeeper::chosen, this, [this](const QString&, const QModelIndex& index) { showLog(index.row()); });
    connect(keeper, &PlaceKeeper::activated, this, [this] { run(Command::OpenLog); });
    setWidths(m_endedView, {80, 168, 0, 152, 80});
    fitHeight(m_endedView, 1, 6);
    new PlaceKeeper(m_pathView, &m_path);
    setWidths(m_pathView, {48, 0});
    fitHeight(m_pathView, 1, 6);
    auto* copy = makeFlatButton(tr("Copy path"), style::Glyph::Copy);
    connect(copy, &QToolButton::clicked, this, [this] { copyText(models::shown(detail().searchedPath)); });
    m_pathHeader->addAction(copy);
    auto* open = makeFlatButton(tr("Open log"), style::Glyph::None, QStringLiteral("L"));
    connect(open, &QToolButton::clicked, this, [this] { run(Command::OpenLog); });
    m_logHeader->addAction(open);
    m_log->setGated(false);
    m_log->setFrameShape(QFrame::NoFrame);
    m_log->setSubject(tr("Last lines"));
    m_log->setMinimumHeight(style::scaled(120, this));
    for (QWidget* part : std::initializer_list<QWidget*>{m_endedHeader, m_endedView, m_pathHeader, m_pathView, m_logHeader})
        body()->addWidget(part);
    body()->addWidget(m_log, 1);
    auto* retry = new QPushButton(tr("&Retry validation"));
    style::setPrimary(retry, true);
    style::setGlyph(retry, style::Glyph::Rerun);
    retry->setAutoDefault(false);
    connect(retry, &QPushButton::clicked, this, [this] { run(Command::ValidateAgain); });
    m_stepFoot->addButton(retry);
    style::setGlyph(m_recheck, style::Glyph::Refresh);
    style::setKeyHint(m_recheck, QStringLiteral("Ctrl+R"));
    m_recheck->setAutoDefault(false);
    m_recheck->hide();
    connect(m_recheck, &QPushButton::clicked, this, [this] { run(Command::Recheck); });
    m_stepFoot->addButton(m_recheck);
    style::setGlyph(m_rerun, style::Glyph::Rerun);
    m_rerun->setAutoDefault(false);
    m_rerun->hide();
    connect(m_rerun, &QPushButton::clicked, this, [this] { run(Command::RerunUnchanged); });
    connect(this, &HaltPage::canChanged, this, [this, retry] {
        retry->setVisible(!hasHalt() || atGate());
        m_rerun->setVisible(hasHalt() && mayRerun() && !closed());
        m_rerun->setEnabled(can(Command::RerunUnchanged));
        m_recheck->setVisible(hasHalt() && missedSomething() && !closed());
        m_recheck->setEnabled(can(Command::Recheck));
    });
    m_stepFoot->addButton(m_rerun);
    m_stepFoot->setWords(tr("Nothing to decide or sign here: no verdict was reached."), style::Glyph::Info);
    foot()->addWidget(m_stepFoot);
}

QString ErrorPage::quietLine(const HaltDetail& halt) const
{
    const auto outcome = domain::parseOutcome(halt.halt.haltType);
    QString words = models::shown(halt.halt.reason);
    if (!words.isEmpty() && !words.endsWith(QLatin1Char('.')))
        words += QLatin1Char('.');
    if (!outcome)
        return words + QLatin1Char(' ') + tr("Its name is “%1”. It is treated as a failure of operation, never as a verdict.").arg(models::shown(halt.halt.haltType));
    if (outcome == domain::Outcome::InternalError)
        return words + QLatin1Char(' ') + tr("This is a defect of the engine, not of the plan.");
    return words + QLatin1Char(' ') + tr("The work was not judged.");
}

void ErrorPage::showHint(const HaltDetail& halt)
{
    std::string hint = halt.halt.hint;
    bool missing = false;
    for (const auto& result : halt.results) {
        missing = missing || !result.searchedPath.empty();
        if (hint.empty())
            hint = result.hint;
    }
    m_hint->setHint(missing ? tr("Install hint") : tr("Hint"), hint, missing ? models::hintOrigin(halt.halt) : tr("as stored with the halt"));
}

void ErrorPage::fill(const HaltDetail& halt)
{
    showHint(halt);
    m_ended.setResults(halt.results);
    m_endedHeader->setVisible(!halt.results.empty());
    m_endedView->setVisible(!halt.results.empty());
    m_endedHeader->setNote(models::counted(static_cast<std::int64_t>(halt.results.size()), tr("1 validation"), tr("%1 validations")));
    std::string path = halt.searchedPath;
    for (const auto& result : halt.results)
        if (path.empty())
            path = result.searchedPath;
    m_searchedPath = path;
    m_path.setPath(path);
    m_pathHeader->setVisible(!path.empty());
    m_pathView->setVisible(!path.empty());
    m_pathHeader->setNote(models::counted(m_path.rowCount(), tr("1 directory, as the engine sees it"), tr("%1 directories, in order, as the engine sees them")));
    m_pathView->setAccessibleName(models::counted(m_path.rowCount(), tr("Searched directories, 1 row"), tr("Searched directories, %1 rows")));
    if (m_shown.isEmpty())
        m_log->setOutput(halt.logExcerpt.empty() ? tr("Nothing was printed.") : models::plain(halt.logExcerpt));
}

void ErrorPage::showLog(int at)
{
    if (at < 0 || at >= static_cast<int>(detail().results.size()))
        return;
    const domain::ValidationResult result = detail().results[static_cast<std::size_t>(at)];
    m_shown = models::EvidenceModel::rowId(result);
    m_logHeader->setNote(models::shown(result.validation));
    m_log->setSubject(tr("Output of %1").arg(models::shown(result.validation)));
    desk().outputs(models::outputsToRead(result), this, [this, result](base::Result<models::Outputs> outputs) {
        if (m_shown != models::EvidenceModel::rowId(result))
            return;
        if (!outputs)
            return m_log->setOutput(models::sentence(outputs.error()));
        const QString text = models::evidenceText(result, (*outputs)[result.standardOutput.digest], (*outputs)[result.standardError.digest]).text;
        m_log->setOutput(text.isEmpty() ? tr("Nothing was printed.") : text);
    });
}

void ErrorPage::recheck()
{
    m_looking = true;
    m_stepFoot->setWords(tr("Looking again."), style::Glyph::Refresh);
    Q_EMIT canChanged();
    desk().recheck(haltId(), this, [this](base::Result<Recheck> result) { looked(result); });
}

void ErrorPage::looked(const base::Result<Recheck>& result)
{
    m_looking = false;
    const QString at = models::clockSeconds(models::nowMs());
    if (!result)
        m_stepFoot->setWords(tr("Not looked at: %1").arg(models::sentence(result.error())), style::Glyph::Info);
    else if (result->found)
        m_stepFoot->setWords(tr("Last check %1: found, %2. Nothing was started.").arg(at, models::shown(result->at)), style::Glyph::Info);
    else
        m_stepFoot->setWords(tr("Last check %1: %2 is still not found.").arg(at, models::shown(result->program)), style::Glyph::Info);
    Q_EMIT canChanged();
}

bool ErrorPage::can(Command command) const
{
    if (command == Command::Recheck)
        return hasHalt() && !closed() && missedSomething() && !m_looking && !desk().failure();
    if (command == Command::OpenLog)
        return hasHalt();
    if (command == Command::CopyInstallCommand)
        return m_hint->hasCommand();
    if (command == Command::CopyRow)
        return m_endedView->hasFocus() && m_endedView->currentIndex().isValid();
    return HaltPage::can(command);
}

void ErrorPage::run(Command command)
{
    if (command == Command::OpenLog) {
        showLog(std::max(0, m_endedView->currentIndex().row()));
        m_log->setFocus(Qt::ShortcutFocusReason);
        return;
    }
    if (command == Command::Recheck && can(command))
        return recheck();
    if (command == Command::CopyInstallCommand)
        return m_hint->copyCommand();
    if (command == Command::CopyRow) {
        if (const models::CellRow* row = m_ended.rowAt(m_endedView->currentIndex().row()))
            copyText(models::rowText(*row));
        return;
    }
    HaltPage::run(command);
}

QList<QWidget*> ErrorPage::panes() const
{
    return {m_endedView->isVisibleTo(this) ? static_cast<QWidget*>(m_endedView) : m_log, m_pathView, m_log};
}

} // namespace countersign::views
