#include "engine/store/migrations.h"

namespace countersign::store {

// The agent's side: claims of tokens, leases, commands, work copies, starts of coders, what an actor lacked.
const std::vector<std::string_view>& schemaV2()
{
    static const std::vector<std::string_view> statements{
        "ALTER TABLE plan ADD COLUMN cause TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE plan ADD COLUMN reason TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX plan_dispatched ON plan(updated_at) WHERE phase = 'execute' AND state = 'queued'",
        "ALTER TABLE halt ADD COLUMN environment_json TEXT NOT NULL DEFAULT 'null'",
        "ALTER TABLE token ADD COLUMN rests_on_json TEXT NOT NULL DEFAULT '[]'",
        "UPDATE token SET rests_on_json = COALESCE((SELECT json_extract(payload_json, '$.rests_on') FROM event"
        " WHERE type = 'token.issued' AND json_extract(payload_json, '$.token') = token.jti), '[]')",
        // The primary key is the claim: across threads, processes and restarts one INSERT succeeds.
        "CREATE TABLE token_claim(jti TEXT PRIMARY KEY REFERENCES token(jti), plan TEXT NOT NULL REFERENCES plan(id),"
        " claimed_at INTEGER NOT NULL, actor_json TEXT NOT NULL)",
        "CREATE INDEX token_claim_plan ON token_claim(plan)",
        "CREATE TABLE lease(plan TEXT PRIMARY KEY REFERENCES plan(id), owner TEXT NOT NULL, generation INTEGER NOT NULL,"
        " taken_at INTEGER NOT NULL, heartbeat_at INTEGER NOT NULL, released_at INTEGER NOT NULL DEFAULT 0)",
        "CREATE INDEX lease_held ON lease(plan) WHERE released_at = 0",
        "CREATE TABLE command(id TEXT PRIMARY KEY, plan TEXT NOT NULL REFERENCES plan(id), kind TEXT NOT NULL, reason TEXT NOT NULL,"
        " actor_json TEXT NOT NULL, created_at INTEGER NOT NULL, taken_at INTEGER NOT NULL DEFAULT 0)",
        "CREATE INDEX command_waiting ON command(plan) WHERE taken_at = 0",
        "CREATE TABLE work_copy(plan TEXT NOT NULL REFERENCES plan(id), resource TEXT NOT NULL, path TEXT NOT NULL, objects TEXT NOT NULL,"
        " branch TEXT NOT NULL, base_tree TEXT NOT NULL, made_at INTEGER NOT NULL, PRIMARY KEY(plan, resource))",
        "CREATE TABLE actor_call(id TEXT PRIMARY KEY, plan TEXT NOT NULL REFERENCES plan(id), attempt INTEGER NOT NULL, round INTEGER NOT NULL,"
        " role TEXT NOT NULL, actor TEXT NOT NULL, command_json TEXT NOT NULL, started_at INTEGER NOT NULL, ended_at INTEGER NOT NULL DEFAULT 0,"
        " ending TEXT NOT NULL DEFAULT '', exit_status INTEGER, signal INTEGER, stdout_digest TEXT NOT NULL DEFAULT '',"
        " stdout_stored INTEGER NOT NULL DEFAULT 0, stdout_total INTEGER NOT NULL DEFAULT 0, stderr_digest TEXT NOT NULL DEFAULT '',"
        " stderr_stored INTEGER NOT NULL DEFAULT 0, stderr_total INTEGER NOT NULL DEFAULT 0, tree_before TEXT NOT NULL,"
        " tree_after TEXT NOT NULL DEFAULT '', cause TEXT NOT NULL DEFAULT '')",
        "CREATE INDEX actor_call_plan ON actor_call(plan, id)",
    };
    return statements;
}

} // namespace countersign::store
