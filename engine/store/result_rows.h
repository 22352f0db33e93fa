// The columns of a result, in the order resultFromRow() reads them. Internal to engine/store.
#pragma once

#include "engine/domain/run.h"
#include "engine/store/database.h"

namespace countersign::store {

inline constexpr std::string_view resultColumns =
    "SELECT result.row, result.run, result.plan, result.phase, result.attempt, result.round, result.attachment, result.resource, result.scope,"
    " result.scope_target, result.validation, result.definition_digest, result.mode, result.args_json, result.verdict, result.passed,"
    " result.message, result.data_json, result.error_name, result.error_code, result.error_message, result.hint, result.searched_path,"
    " result.exit_status, result.signal, result.started_at, result.duration_ms, result.stdout_digest, result.stdout_stored,"
    " result.stdout_total, result.stderr_digest, result.stderr_stored, result.stderr_total, result.evidence_digest, result.tree_digest,"
    " result.notices_json ";
inline constexpr int resultColumnCount = 36;

[[nodiscard]] domain::ValidationResult resultFromRow(const Query& query);

} // namespace countersign::store
