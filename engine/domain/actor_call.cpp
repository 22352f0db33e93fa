#include "engine/domain/actor_call.h"

namespace countersign::domain {

namespace {

Json outputJson(const StoredOutput& output)
{
    return {{"digest", output.digest}, {"stored_bytes", output.storedBytes}, {"total_bytes", output.totalBytes}, {"cut", output.cut}};
}

} // namespace

Json toJson(const ActorCall& c)
{
    Json out{{"call", c.id.value},
             {"plan", c.plan.value},
             {"attempt", c.attempt},
             {"round", c.round},
             {"role", c.role},
             {"actor", c.actor},
             {"command", c.command},
             {"started_at", base::isoTime(c.startedAt)},
             {"end", c.end},
             {"stdout", outputJson(c.standardOutput)},
             {"stderr", outputJson(c.standardError)},
             {"work_tree_before", c.workTreeBefore},
             {"work_tree_after", c.workTreeAfter}};
    if (c.endedAt != 0)
        out["duration_ms"] = c.endedAt - c.startedAt;
    if (c.exitStatus)
        out["exit_status"] = *c.exitStatus;
    if (c.signal)
        out["signal"] = *c.signal;
    if (!c.cause.empty())
        out["cause"] = c.cause;
    return out;
}

} // namespace countersign::domain
