#include "engine/store/migrations.h"

namespace countersign::store {

// Times are UTC milliseconds; columns named *_json hold canonical JSON; ids are ULIDs.
const std::vector<std::string_view>& schemaV1()
{
    static const std::vector<std::string_view> statements{
        "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL)",
        "CREATE TABLE process(id TEXT PRIMARY KEY, actor_json TEXT NOT NULL, program TEXT NOT NULL, started_at INTEGER NOT NULL,"
        " heartbeat_at INTEGER NOT NULL, ended_at INTEGER)",

        "CREATE TABLE event(seq INTEGER PRIMARY KEY, time INTEGER NOT NULL, type TEXT NOT NULL, actor_json TEXT NOT NULL,"
        " plan TEXT NOT NULL, payload_json TEXT NOT NULL, prev_hash TEXT NOT NULL, hash TEXT NOT NULL)",
        "CREATE INDEX event_plan ON event(plan, seq)",
        "CREATE INDEX event_type ON event(type, seq)",
        "CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
        "CREATE TRIGGER event_no_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
        // INSERT OR REPLACE fires no delete trigger.
        "CREATE TRIGGER event_no_replace BEFORE INSERT ON event WHEN EXISTS(SELECT 1 FROM event WHERE seq = NEW.seq)"
        " BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",

        "CREATE TABLE resource(name TEXT PRIMARY KEY, definition_json TEXT NOT NULL, source_dir TEXT NOT NULL, registered_at INTEGER NOT NULL)",
        "CREATE TABLE project(name TEXT PRIMARY KEY, definition_json TEXT NOT NULL, source_dir TEXT NOT NULL, registered_at INTEGER NOT NULL)",
        "CREATE TABLE project_resource(project TEXT NOT NULL REFERENCES project(name) ON DELETE CASCADE,"
        " resource TEXT NOT NULL REFERENCES resource(name), PRIMARY KEY(project, resource))",
        "CREATE TABLE tool(name TEXT PRIMARY KEY, type TEXT NOT NULL CHECK(type IN ('tool','validation')), definition_json TEXT NOT NULL,"
        " source_dir TEXT NOT NULL, registered_at INTEGER NOT NULL)",
        "CREATE TABLE pinned_file(tool TEXT NOT NULL REFERENCES tool(name) ON DELETE CASCADE, resource TEXT NOT NULL, path TEXT NOT NULL,"
        " digest TEXT NOT NULL, PRIMARY KEY(tool, resource, path))",
        "CREATE TABLE actor(name TEXT PRIMARY KEY, definition_json TEXT NOT NULL, source_dir TEXT NOT NULL, registered_at INTEGER NOT NULL)",
        "CREATE TABLE imported(directory TEXT PRIMARY KEY, digest TEXT NOT NULL, imported_at INTEGER NOT NULL, actor_json TEXT NOT NULL)",

        "CREATE TABLE plan(id TEXT PRIMARY KEY, project TEXT NOT NULL REFERENCES project(name), task_id TEXT NOT NULL, title TEXT NOT NULL,"
        " specification TEXT NOT NULL, parent TEXT NOT NULL, phase TEXT NOT NULL, state TEXT NOT NULL, attempt INTEGER NOT NULL,"
        " round INTEGER NOT NULL, reversions INTEGER NOT NULL, limits_json TEXT NOT NULL, created_at INTEGER NOT NULL,"
        " updated_at INTEGER NOT NULL, created_by_json TEXT NOT NULL, UNIQUE(project, task_id))",
        "CREATE TABLE plan_project(plan TEXT NOT NULL REFERENCES plan(id), position INTEGER NOT NULL, project TEXT NOT NULL REFERENCES project(name),"
        " PRIMARY KEY(plan, position))",

        "CREATE TABLE attachment(id TEXT PRIMARY KEY, validation TEXT NOT NULL, resource TEXT NOT NULL REFERENCES resource(name),"
        " project TEXT REFERENCES project(name), plan TEXT REFERENCES plan(id), args_json TEXT NOT NULL, source_dir TEXT NOT NULL,"
        " created_at INTEGER NOT NULL, created_by TEXT NOT NULL, CHECK(project IS NULL OR plan IS NULL))",
        "CREATE INDEX attachment_resource ON attachment(resource)",

        "CREATE TABLE run(id TEXT PRIMARY KEY, plan TEXT NOT NULL REFERENCES plan(id), task_id TEXT NOT NULL, phase TEXT NOT NULL,"
        " attempt INTEGER NOT NULL, round INTEGER NOT NULL, spec_digest TEXT NOT NULL, work_tree TEXT NOT NULL, started_at INTEGER NOT NULL,"
        " ended_at INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL, planned INTEGER NOT NULL, summary_json TEXT, report_json TEXT,"
        " actor_json TEXT NOT NULL, owner TEXT NOT NULL, narrowed TEXT NOT NULL)",
        "CREATE INDEX run_plan ON run(plan, id)",
        "CREATE UNIQUE INDEX run_one_per_plan ON run(plan) WHERE state = 'running'",

        "CREATE TABLE result(row INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL REFERENCES run(id), plan TEXT NOT NULL, phase TEXT NOT NULL,"
        " attempt INTEGER NOT NULL, round INTEGER NOT NULL, attachment TEXT NOT NULL, resource TEXT NOT NULL, scope TEXT NOT NULL,"
        " scope_target TEXT NOT NULL, validation TEXT NOT NULL, definition_digest TEXT NOT NULL, mode TEXT NOT NULL, args_json TEXT NOT NULL,"
        " verdict TEXT NOT NULL, severity TEXT NOT NULL, passed INTEGER NOT NULL, message TEXT, data_json TEXT, error_name TEXT NOT NULL,"
        " error_code TEXT NOT NULL, error_message TEXT NOT NULL, hint TEXT NOT NULL, searched_path TEXT NOT NULL, exit_status INTEGER,"
        " signal INTEGER, started_at INTEGER NOT NULL, duration_ms INTEGER NOT NULL, stdout_digest TEXT NOT NULL, stdout_stored INTEGER NOT NULL,"
        " stdout_total INTEGER NOT NULL, stderr_digest TEXT NOT NULL, stderr_stored INTEGER NOT NULL, stderr_total INTEGER NOT NULL,"
        " evidence_digest TEXT NOT NULL, tree_digest TEXT NOT NULL, notices_json TEXT NOT NULL, UNIQUE(run, attachment))",
        "CREATE INDEX result_plan ON result(plan, row)",
        "CREATE INDEX result_validation ON result(validation, row)",
        "CREATE INDEX result_started ON result(started_at)",
        "CREATE INDEX result_input ON result(definition_digest, tree_digest, validation, row)",

        "CREATE TABLE halt(id TEXT PRIMARY KEY, plan TEXT NOT NULL REFERENCES plan(id), run TEXT NOT NULL, halt_type TEXT NOT NULL,"
        " final_decision TEXT NOT NULL, raw_halt_type TEXT NOT NULL, hint TEXT NOT NULL, reason TEXT NOT NULL, phase TEXT NOT NULL,"
        " attempt INTEGER NOT NULL, round INTEGER NOT NULL, policy_json TEXT NOT NULL, evidence_digest TEXT NOT NULL, actor_json TEXT NOT NULL,"
        " opened_at INTEGER NOT NULL, closed_at INTEGER NOT NULL DEFAULT 0, close_reason TEXT NOT NULL DEFAULT '')",
        "CREATE UNIQUE INDEX halt_one_open ON halt(plan) WHERE closed_at = 0",
        "CREATE INDEX halt_opened ON halt(opened_at)",

        "CREATE TABLE decision_request(id TEXT PRIMARY KEY REFERENCES halt(id), plan TEXT NOT NULL REFERENCES plan(id), task_id TEXT NOT NULL,"
        " project TEXT NOT NULL, subject_json TEXT NOT NULL, subject_digest TEXT NOT NULL, state TEXT NOT NULL, end_reason TEXT NOT NULL,"
        " opened_at INTEGER NOT NULL, ended_at INTEGER NOT NULL DEFAULT 0)",
        "CREATE UNIQUE INDEX decision_one_open ON decision_request(plan) WHERE state = 'open'",
        "CREATE INDEX decision_plan ON decision_request(plan, id)",
        "CREATE TABLE decision_record(jti TEXT PRIMARY KEY, request TEXT NOT NULL REFERENCES decision_request(id), plan TEXT NOT NULL,"
        " jws TEXT NOT NULL, decision TEXT NOT NULL, key_id TEXT NOT NULL, recorded_at INTEGER NOT NULL, withdrawn_by TEXT NOT NULL DEFAULT '',"
        " used_by TEXT NOT NULL DEFAULT '')",
        "CREATE UNIQUE INDEX record_once_per_key ON decision_record(request, key_id) WHERE withdrawn_by = ''",
        "CREATE INDEX record_plan ON decision_record(plan)",
        "CREATE TABLE signer(key_id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, definition_json TEXT NOT NULL)",
        "CREATE TABLE token(jti TEXT PRIMARY KEY, plan TEXT NOT NULL REFERENCES plan(id), run TEXT NOT NULL REFERENCES run(id),"
        " issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, voided_at INTEGER NOT NULL DEFAULT 0)",
        "CREATE INDEX token_plan ON token(plan)",

        "CREATE TABLE seen_subject(login TEXT NOT NULL, request TEXT NOT NULL, seen_at INTEGER NOT NULL, PRIMARY KEY(login, request))",
        "CREATE TABLE read_lines(login TEXT NOT NULL, output TEXT NOT NULL, ranges_json TEXT NOT NULL, PRIMARY KEY(login, output))",
    };
    return statements;
}

} // namespace countersign::store
