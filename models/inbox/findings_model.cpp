#include "models/inbox/findings_model.h"

#include "models/inbox/evidence_model.h"
#include "models/text.h"

namespace countersign::models {

void FindingsModel::setResults(const std::vector<domain::ValidationResult>& results)
{
    m_findings.clear();
    m_required = 0;
    std::vector<CellRow> rows;
    static const domain::Json none = domain::Json::array();
    for (const auto& result : results) {
        if (!result.data || !result.data->is_object() || result.severity() == domain::Severity::Pass)
            continue;
        int number = 0;
        for (const domain::Json& item : domain::memberOr(*result.data, "findings", none)) {
            if (!item.is_object())
                continue;
            Finding finding{EvidenceModel::rowId(result), shown(domain::textOr(item, "file")),
                            static_cast<int>(domain::integerOr(item, "line", 0)), shown(domain::textOr(item, "message"))};
            const QString place = finding.line > 0 ? QStringLiteral("%1:%2").arg(finding.file).arg(finding.line) : finding.file;
            Cell location = fixedCell(place, place);
            CellRow row;
            row.id = QStringLiteral("%1#%2").arg(finding.resultId).arg(number++);
            row.cells = {markCell(markOf(result.severity())), textCell(shown(result.validation)), location, textCell(finding.message)};
            m_required += result.mode == domain::Mode::Required ? 1 : 0;
            m_findings.push_back(std::move(finding));
            rows.push_back(std::move(row));
        }
    }
    applyRows(std::move(rows));
}

const Finding* FindingsModel::finding(int row) const
{
    return row >= 0 && row < static_cast<int>(m_findings.size()) ? &m_findings[static_cast<std::size_t>(row)] : nullptr;
}

QString FindingsModel::headerText(int column) const
{
    switch (static_cast<Column>(column)) {
    case Verdict: return tr("Verdict");
    case Validation: return tr("Validation");
    case Location: return tr("Location");
    case Message: return tr("Finding");
    case ColumnCount: break;
    }
    return {};
}

namespace {

Cell resultCell(const domain::Run& run)
{
    if (run.summary)
        return run.summary->outcome == domain::Outcome::Pass ? markCell(Mark::Pass)
                                                             : markCell(markOfHalt(domain::toText(run.summary->outcome)),
                                                                        run.summary->reason.empty() ? outcomeWord(domain::toText(run.summary->outcome))
                                                                                                    : shown(run.summary->reason));
    return run.state == domain::RunState::Running ? markCell(Mark::Running) : quietCell(shown(domain::toText(run.state)));
}

} // namespace

void AttemptsModel::setRuns(const std::vector<domain::Run>& newestFirst)
{
    std::vector<CellRow> rows;
    for (auto run = newestFirst.rbegin(); run != newestFirst.rend(); ++run) {
        Cell rail;
        rail.rail = RailStep::Attempt;
        CellRow row;
        row.id = plain(run->id.value);
        row.cells = {rail, fixedCell(clockAndDate(run->startedAt, nowMs()), fullTime(run->startedAt)),
                     textCell(tr("Attempt %1, round %2").arg(run->attempt).arg(run->round)), resultCell(*run),
                     fixedCell(shortDigest(run->workTree), plain(run->workTree))};
        row.spoken = tr("Attempt %1, round %2, %3, %4").arg(run->attempt).arg(run->round).arg(row.cells[Time].text, row.cells[Result].text);
        rows.push_back(std::move(row));
    }
    applyRows(std::move(rows));
}

QString AttemptsModel::headerText(int column) const
{
    switch (static_cast<Column>(column)) {
    case Rail: return {};
    case Time: return tr("Time");
    case Step: return tr("Step");
    case Result: return tr("Result");
    case Tree: return tr("Work tree");
    case ColumnCount: break;
    }
    return {};
}

} // namespace countersign::models
