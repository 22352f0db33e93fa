#include "models/inbox/environment_models.h"

#include "models/text.h"

namespace countersign::models {

namespace {

QString commandText(const std::vector<std::string>& command)
{
    QStringList words;
    for (const std::string& word : command)
        words << shown(word);
    return words.join(QLatin1Char(' '));
}

Cell numbered(int number)
{
    Cell cell = fixedCell(QString::number(number));
    cell.quiet = true;
    return cell;
}

Cell withTip(Cell cell)
{
    cell.tip = cell.text;
    return cell;
}

QString startWord(const HaltDetail& detail)
{
    using namespace domain::cause;
    const std::string& cause = detail.halt.rawHaltType;
    if (cause == CoderMissing || cause == ContainerRuntimeMissing)
        return TriedModel::tr("missing");
    if (cause == CoderNotExecutable)
        return TriedModel::tr("not executable");
    if (cause == CoderTimeout)
        return TriedModel::tr("time limit");
    if (cause == CoderFailed)
        return TriedModel::tr("failed");
    return TriedModel::tr("not started");
}

CellRow startRow(const HaltDetail& detail)
{
    const domain::Environment environment = detail.halt.environment.value_or(domain::Environment{});
    QString what = commandText(!environment.command.empty() || !detail.call ? environment.command : detail.call->command);
    if (what.isEmpty())
        what = shown(environment.program);
    CellRow row;
    row.id = QStringLiteral("start");
    const QString took = detail.call && detail.call->endedAt > 0 ? duration(detail.call->endedAt - detail.call->startedAt) : QString();
    row.cells = {numbered(1), markCell(Mark::EnvironmentError, startWord(detail)),
                 withTip(textCell(what.isEmpty() ? TriedModel::tr("Start the coder") : TriedModel::tr("Start %1").arg(what))),
                 withTip(quietCell(shown(detail.halt.reason))), numberCell(took)};
    return row;
}

} // namespace

QString callEnded(const domain::ActorCall& call)
{
    const QString took = duration(call.endedAt - call.startedAt);
    if (call.end == "exited" && call.exitStatus)
        return TriedModel::tr("exit %1 after %2").arg(*call.exitStatus).arg(took);
    if (call.end == "signalled" && call.signal)
        return TriedModel::tr("signal %1 after %2").arg(*call.signal).arg(took);
    if (call.end == "timed_out")
        return TriedModel::tr("time limit after %1").arg(took);
    if (call.end == "cancelled")
        return TriedModel::tr("cancelled after %1").arg(took);
    if (call.end == "not_started")
        return TriedModel::tr("not started");
    return call.end.empty() ? TriedModel::tr("no end is known") : shown(call.end);
}

void TriedModel::setSteps(const HaltDetail& detail, const std::vector<LookedAgain>& looks)
{
    std::vector<CellRow> rows{startRow(detail)};
    for (const LookedAgain& look : looks) {
        CellRow row;
        const int number = static_cast<int>(rows.size()) + 1;
        row.id = QString::number(number);
        const Recheck& result = look.result;
        row.cells = {numbered(number), result.found ? markCell(Mark::Pass, tr("found")) : markCell(Mark::EnvironmentError, tr("missing")),
                     textCell(tr("Look for %1 again, %2").arg(shown(result.program), clockSeconds(look.at))),
                     withTip(quietCell(result.found ? shown(result.at) : shown(result.detail))), numberCell(duration(result.tookMs))};
        rows.push_back(std::move(row));
    }
    applyRows(std::move(rows));
}

QString TriedModel::headerText(int column) const
{
    switch (static_cast<Column>(column)) {
    case Number: return QStringLiteral("#");
    case Result: return tr("Result");
    case Step: return tr("Step");
    case Detail: return tr("Detail");
    case Duration: return tr("Duration");
    case ColumnCount: break;
    }
    return {};
}

void SearchedModel::setPath(const std::string& path, const std::optional<LookedAgain>& look)
{
    std::vector<std::pair<QString, std::optional<QString>>> directories;
    if (look && !look->result.searched.empty()) {
        for (const auto& [directory, there] : look->result.searched)
            directories.emplace_back(shown(directory), shown(there));
    } else {
        for (const QString& directory : shown(path).split(QLatin1Char(':'), Qt::SkipEmptyParts))
            directories.emplace_back(directory, std::nullopt);
    }
    std::vector<CellRow> rows;
    for (const auto& [directory, there] : directories) {
        CellRow row;
        const int number = static_cast<int>(rows.size()) + 1;
        row.id = QString::number(number);
        Cell found = quietCell(there.value_or(QStringLiteral("–")));
        if (there && *there == QLatin1String("found"))
            found = markCell(Mark::Pass, *there);
        else if (there && *there != QLatin1String("not there"))
            found = markCell(Mark::EnvironmentError, *there);
        row.cells = {numbered(number), fixedCell(directory, directory), found};
        rows.push_back(std::move(row));
    }
    applyRows(std::move(rows));
}

QString SearchedModel::headerText(int column) const
{
    return column == Number ? QStringLiteral("#") : column == Directory ? tr("Directory") : tr("Found there");
}

void WaitingModel::setHalts(const std::vector<domain::Halt>& halts)
{
    std::vector<CellRow> rows;
    for (const domain::Halt& halt : halts) {
        CellRow row;
        row.id = plain(halt.id.value);
        row.cells = {markCell(Mark::EnvironmentError, tr("waits")), withTip(textCell(shown(halt.title.empty() ? halt.taskId : halt.title))),
                     quietCell(tr("since %1").arg(clockOrDate(halt.openedAt, nowMs())))};
        row.cells.back().right = true;
        rows.push_back(std::move(row));
    }
    applyRows(std::move(rows));
}

QString WaitingModel::headerText(int column) const
{
    return column == State ? tr("State") : column == Title ? tr("Plan") : tr("Stopped");
}

} // namespace countersign::models
