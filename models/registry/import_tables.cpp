#include "models/registry/import_tables.h"

#include "models/registry/import_words.h"
#include "models/text.h"

namespace countersign::models {

namespace {

CellRow problemRow(const base::Error& error, std::size_t number)
{
    CellRow row;
    row.id = QString::number(number);
    Cell where = textCell(error.place() ? shown(error.place()->file) : QString());
    where.tip = placeText(error);
    if (error.place() && error.place()->line > 0)
        where.detail = error.place()->column > 0 ? ProblemModel::tr("line %1, column %2").arg(error.place()->line).arg(error.place()->column)
                                                 : ProblemModel::tr("line %1").arg(error.place()->line);
    Cell words = textCell(shown(error.message().empty() ? std::string(error.sentence()) : error.message()));
    words.detail = shown(error.advice().empty() ? std::string(error.sentence()) : error.advice());
    words.tip = words.text + QLatin1Char('\n') + words.detail;
    const QString pointer = error.place() ? shown(error.place()->pointer) : QString();
    row.spoken = problemText(error).replace(QLatin1Char('\n'), QStringLiteral(", "));
    row.cells = {std::move(where), std::move(words), fixedCell(pointer, pointer), fixedCell(plain(error.code()))};
    return row;
}

Cell stateCell(const ImportState& state)
{
    if (state.digestNow.empty())
        return markCell(Mark::Error, ImportStateModel::tr("not readable"));
    return state.differs ? markCell(Mark::Warn, ImportStateModel::tr("differ")) : markCell(Mark::Pass, ImportStateModel::tr("as imported"));
}

} // namespace

void ProblemModel::setProblems(std::vector<base::Error> problems)
{
    m_problems = std::move(problems);
    std::vector<CellRow> rows;
    for (std::size_t i = 0; i < m_problems.size(); ++i)
        rows.push_back(problemRow(m_problems[i], i));
    applyRows(std::move(rows));
}

QString ProblemModel::fullText(int row) const
{
    return row < 0 || row >= static_cast<int>(m_problems.size()) ? QString() : problemText(m_problems[static_cast<std::size_t>(row)]);
}

QString ProblemModel::allText() const
{
    QStringList out;
    for (const base::Error& problem : m_problems)
        out << problemText(problem);
    return out.join(QStringLiteral("\n\n"));
}

QString ProblemModel::headerText(int column) const
{
    switch (static_cast<Column>(column)) {
    case Place: return tr("Where");
    case Words: return tr("What, and what to do");
    case Pointer: return tr("Pointer");
    case Code: return tr("Code");
    case ColumnCount: break;
    }
    return {};
}

void ImportStateModel::setStates(const std::vector<ImportState>& states)
{
    std::vector<CellRow> rows;
    for (const ImportState& state : states) {
        CellRow row;
        row.id = plain(state.directory.string());
        const QString directory = shown(state.directory.string());
        Cell note = quietCell(shown(state.detail));
        note.tip = note.text;
        row.cells = {stateCell(state), fixedCell(directory, directory), fixedCell(clockAndDate(state.importedAt, nowMs()), fullTime(state.importedAt)),
                     fixedCell(shortDigest(state.importedDigest), plain(state.importedDigest)), std::move(note)};
        rows.push_back(std::move(row));
    }
    applyRows(std::move(rows));
}

QString ImportStateModel::headerText(int column) const
{
    switch (static_cast<Column>(column)) {
    case State: return tr("Files");
    case Directory: return tr("Directory");
    case Imported: return tr("Imported");
    case Digest: return tr("Digest");
    case Note: return tr("Note");
    case ColumnCount: break;
    }
    return {};
}

} // namespace countersign::models
