#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/store/codes.h"
#include "engine/store/rows.h"
#include "engine/store/store.h"

namespace countersign::store {

namespace {

constexpr std::string_view eventColumns = "SELECT seq, time, type, actor_json, plan, payload_json, prev_hash, hash FROM event ";

domain::Event event(const Query& q)
{
    return {q.integer(0), q.integer(1), q.text(2), q.json(3), q.text(4), q.json(5), q.text(6), q.text(7)};
}

} // namespace

base::Result<domain::Event> Store::append(std::string_view type, const std::string& plan, const domain::Json& payload)
{
    if (!m_database->inTransaction())
        return base::fail(codes::StoreFailed, "an event is appended only together with its change");
    CS_ASSIGN(const auto last, lastEvent());
    domain::Event out;
    out.seq = last ? last->seq + 1 : 0;
    out.time = now();
    out.type = type;
    // The hash is of what the store gives back: bytes that are no UTF-8, from a command line or a path, are replaced first.
    CS_ASSIGN(out.actor, base::parseJson(base::toValidUtf8(base::canonical(m_identity.actor.json()))));
    out.plan = plan;
    CS_ASSIGN(out.payload, base::parseJson(base::toValidUtf8(base::canonical(payload))));
    out.previousHash = last ? last->hash : std::string(64, '0');
    out.hash = domain::eventHash(out);
    Query query(*m_database, "INSERT INTO event(seq, time, type, actor_json, plan, payload_json, prev_hash, hash) VALUES(?,?,?,?,?,?,?,?)");
    query.bind(out.seq).bind(out.time).bind(out.type).bind(base::canonical(out.actor)).bind(plan).bind(base::canonical(out.payload));
    CS_TRY(query.bind(out.previousHash).bind(out.hash).run());
    return out;
}

base::Result<std::optional<domain::Event>> Store::lastEvent()
{
    Query query(*m_database, std::string(eventColumns) + "ORDER BY seq DESC LIMIT 1");
    return one<domain::Event>(query, event);
}

base::Result<std::vector<domain::Event>> Store::events(std::int64_t before, int limit, const std::string& type, const std::string& text,
                                                       const std::string& plan)
{
    std::string sql(eventColumns);
    sql += "WHERE (? < 0 OR seq < ?) AND (? = '' OR type LIKE ? || '%') AND (? = '' OR plan = ?)"
           " AND (? = '' OR instr(lower(seq || ' ' || type || ' ' || plan || ' ' || payload_json || ' ' || actor_json || ' ' || hash), lower(?)) > 0)"
           " ORDER BY seq DESC LIMIT ?";
    Query query(*m_database, sql);
    query.bind(before).bind(before).bind(type).bind(type).bind(plan).bind(plan).bind(text).bind(text).bind(limit);
    return all<domain::Event>(query, event);
}

base::Result<std::vector<domain::Event>> Store::eventsAfter(std::int64_t seq, int limit)
{
    Query query(*m_database, std::string(eventColumns) + "WHERE seq > ? ORDER BY seq LIMIT ?");
    query.bind(seq).bind(limit);
    return all<domain::Event>(query, event);
}

base::Result<std::optional<domain::Event>> Store::eventWith(std::string_view type, const char* payloadKey, const std::string& value)
{
    Query query(*m_database, std::string(eventColumns) + "WHERE type = ? AND json_extract(payload_json, ?) = ? ORDER BY seq LIMIT 1");
    query.bind(type).bind("$." + std::string(payloadKey)).bind(value);
    return one<domain::Event>(query, event);
}

base::Result<void> Store::eachEvent(const std::function<void(const StoredEventRow&)>& visit)
{
    Query query(*m_database, std::string(eventColumns) + "ORDER BY rowid");
    for (;;) {
        CS_ASSIGN(const bool row, query.next());
        if (!row)
            return {};
        visit({query.integer(0), query.integer(1), query.text(2), query.text(3), query.text(4), query.text(5), query.text(6), query.text(7)});
    }
}

} // namespace countersign::store
