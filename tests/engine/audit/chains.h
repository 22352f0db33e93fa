// Chains of events, and what the verifier says of them in one line, for the tests of this folder.
#pragma once

#include "engine/audit/chain.h"
#include "engine/base/json.h"

#include <string>
#include <vector>

namespace countersign::test {

inline std::vector<audit::StoredEvent> chain(int count)
{
    std::vector<audit::StoredEvent> out;
    std::string previous(audit::beforeFirstHash);
    for (int i = 0; i < count; ++i) {
        domain::Event event;
        event.seq = i;
        event.time = 1'800'000'000'000 + i;
        event.type = i == 0 ? std::string(domain::event::StoreCreated) : std::string(domain::event::RunStarted);
        event.actor = {{"kind", "person"}, {"name", "alice \xc3\xa9"}, {"pid", 12}};
        event.plan = i % 2 == 0 ? "" : "01ARZ3NDEKTSV4RRFFQ69G0001";
        event.payload = {{"n", i}, {"big", base::inexactNumber("9007199254740993")}, {"nested", {{"a", base::Json::array({1, "}\"{", nullptr})}}}};
        event.previousHash = previous;
        event.hash = domain::eventHash(event);
        previous = event.hash;
        out.push_back(audit::storedForm(event));
    }
    return out;
}

/// Gives the row the hash that its content has: an edit by somebody who knows how.
inline void rehash(audit::StoredEvent& row) { row.hash = audit::storedHash(row); }

inline audit::Report verify(const std::vector<audit::StoredEvent>& rows, const std::vector<audit::Anchor>& anchors = {})
{
    audit::ChainVerifier verifier;
    for (const audit::Anchor& anchor : anchors)
        verifier.expect(anchor);
    for (const audit::StoredEvent& row : rows)
        verifier.add(row);
    return verifier.finish();
}

/// "edited 6; missing 8-9"
inline std::string told(const audit::Report& report)
{
    std::string out;
    for (const audit::Problem& problem : report.problems) {
        out += (out.empty() ? "" : "; ") + std::string(audit::toText(problem.kind)) + " " + std::to_string(problem.seq);
        if (problem.lastSeq != problem.seq)
            out += "-" + std::to_string(problem.lastSeq);
    }
    return out;
}

} // namespace countersign::test
