#include "engine/store/result_rows.h"
#include "engine/store/rows.h"
#include "engine/store/store.h"

namespace countersign::store {

namespace {

constexpr std::string_view from = "FROM result JOIN plan ON plan.id = result.plan JOIN run ON run.id = result.run WHERE 1 = 1";

struct Filter
{
    std::string sql{};
    std::vector<std::string> texts{};
    void add(const char* condition, const std::string& value, int times = 1)
    {
        if (value.empty())
            return;
        sql += condition;
        for (int i = 0; i < times; ++i)
            texts.push_back(value);
    }
};

Filter filterOf(const ResultQuery& q)
{
    Filter out;
    if (q.from > 0)
        out.sql += " AND result.started_at >= " + std::to_string(q.from);
    if (q.until > 0)
        out.sql += " AND result.started_at < " + std::to_string(q.until);
    out.add(" AND json_extract(run.summary_json, '$.outcome') = ?", q.outcome);
    out.add(" AND result.severity = ?", q.severity == "fail" ? "blocker" : q.severity);
    out.add(" AND result.validation = ?", q.validation);
    out.add(" AND plan.task_id = ?", q.task);
    out.add(" AND plan.project = ?", q.project);
    out.add(" AND result.plan = ?", q.plan);
    out.add(" AND (instr(lower(plan.title), lower(?)) > 0 OR instr(lower(plan.task_id), lower(?)) > 0 OR instr(lower(result.validation), lower(?)) > 0"
            " OR instr(lower(coalesce(result.message, '')), lower(?)) > 0 OR instr(lower(result.error_message), lower(?)) > 0)",
            q.text, 5);
    return out;
}

} // namespace

base::Result<std::vector<ResultRow>> Store::history(const ResultQuery& q)
{
    Filter filter = filterOf(q);
    if (q.before > 0)
        filter.sql += " AND result.row < " + std::to_string(q.before);
    Query query(*m_database, std::string(resultColumns) +
                                 ", plan.task_id, plan.title, plan.project, coalesce(json_extract(run.summary_json, '$.outcome'), '') " +
                                 std::string(from) + filter.sql + " ORDER BY result.row DESC LIMIT " + std::to_string(q.limit));
    for (const std::string& text : filter.texts)
        query.bind(text);
    return all<ResultRow>(query, [](const Query& r) {
        const int c = resultColumnCount;
        return ResultRow{resultFromRow(r), r.text(c), r.text(c + 1), r.text(c + 2), r.text(c + 3)};
    });
}

base::Result<std::int64_t> Store::historyCount(const ResultQuery& q)
{
    const Filter filter = filterOf(q);
    Query query(*m_database, "SELECT count(*) " + std::string(from) + filter.sql);
    for (const std::string& text : filter.texts)
        query.bind(text);
    CS_ASSIGN(const bool row, query.next());
    return row ? query.integer(0) : 0;
}

} // namespace countersign::store
