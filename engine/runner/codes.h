// Closed table of the codes of engine/runner; a cancelled command has base::codes::Cancelled.
// Source: SPEC sections 3, 6.2, 6.4.
#pragma once

#include "engine/base/error.h"

namespace countersign::runner::codes {

using base::CodeInfo;
using base::ErrorKind;

inline constexpr CodeInfo ResultEmpty{"ResultError", "RESULT_EMPTY", ErrorKind::Damaged, "The program printed no result."};
inline constexpr CodeInfo ResultNotJson{"ResultError", "RESULT_NOT_JSON", ErrorKind::Damaged, "What the program printed is not JSON."};
inline constexpr CodeInfo ResultIncomplete{"ResultError", "RESULT_INCOMPLETE", ErrorKind::Damaged, "The result ends too early."};
inline constexpr CodeInfo ResultTextAround{"ResultError", "RESULT_TEXT_AROUND", ErrorKind::Damaged, "There is text around the result."};
inline constexpr CodeInfo ResultMoreThanOne{"ResultError", "RESULT_MORE_THAN_ONE", ErrorKind::Damaged, "The program printed more than one value."};
inline constexpr CodeInfo ResultBom{"ResultError", "RESULT_BOM", ErrorKind::Damaged, "The result starts with a byte-order mark."};
inline constexpr CodeInfo ResultInvalidUtf8{"ResultError", "RESULT_INVALID_UTF8", ErrorKind::Damaged, "The result is not valid UTF-8."};
inline constexpr CodeInfo ResultDuplicateMember{"ResultError", "RESULT_DUPLICATE_MEMBER", ErrorKind::Damaged, "A member appears twice in the result."};
inline constexpr CodeInfo ResultTooDeep{"ResultError", "RESULT_TOO_DEEP", ErrorKind::Damaged, "The result is nested too deeply."};
inline constexpr CodeInfo ResultTooLarge{"ResultError", "RESULT_TOO_LARGE", ErrorKind::Damaged, "The result is too large."};
inline constexpr CodeInfo ResultNotObject{"ResultError", "RESULT_NOT_OBJECT", ErrorKind::Damaged, "The result is not an object."};
inline constexpr CodeInfo ResultPassedMissing{"ResultError", "RESULT_PASSED_MISSING", ErrorKind::Damaged, "The result has no member \"passed\"."};
inline constexpr CodeInfo ResultWrongType{"ResultError", "RESULT_WRONG_TYPE", ErrorKind::Damaged, "A member of the result has the wrong type."};
inline constexpr CodeInfo ExitContradiction{"ResultError", "EXIT_CONTRADICTION", ErrorKind::Damaged, "The exit status contradicts the result."};
inline constexpr CodeInfo ExitStatus{"ProcessError", "EXIT_STATUS", ErrorKind::Damaged, "The program ended with an exit status that says it failed."};
inline constexpr CodeInfo Signalled{"ProcessError", "SIGNALLED", ErrorKind::Damaged, "The program was ended by a signal."};
inline constexpr CodeInfo TimedOut{"ProcessError", "TIMED_OUT", ErrorKind::Unavailable, "The program did not end in its time."};
inline constexpr CodeInfo OutputLimit{"ProcessError", "OUTPUT_LIMIT", ErrorKind::Damaged, "The program printed more than is kept."};
inline constexpr CodeInfo ProgramMissing{"ProcessError", "PROGRAM_MISSING", ErrorKind::NotFound, "The program was not found."};
inline constexpr CodeInfo ProgramNotExecutable{"ProcessError", "PROGRAM_NOT_EXECUTABLE", ErrorKind::Unavailable, "The program is not executable."};
inline constexpr CodeInfo InterpreterMissing{"ProcessError", "INTERPRETER_MISSING", ErrorKind::NotFound, "The interpreter that the program names was not found."};
inline constexpr CodeInfo StartFailed{"ProcessError", "START_FAILED", ErrorKind::Unavailable, "The program could not be started."};
inline constexpr CodeInfo SandboxUnavailable{"SandboxError", "SANDBOX_UNAVAILABLE", ErrorKind::Unavailable, "The sandbox can't be made here."};
inline constexpr CodeInfo ReadPathRefused{"SandboxError", "READ_PATH_REFUSED", ErrorKind::Denied, "A path may not be shown inside the sandbox."};
inline constexpr CodeInfo PatternInvalid{"RedactionError", "REDACTION_PATTERN_INVALID", ErrorKind::BadInput, "A redaction pattern is not a valid regular expression."};
inline constexpr CodeInfo TransformSyntax{"TransformError", "TRANSFORM_SYNTAX", ErrorKind::BadInput, "The transform is not a JavaScript function expression."};
inline constexpr CodeInfo TransformThrew{"TransformError", "TRANSFORM_THREW", ErrorKind::Damaged, "The transform threw an exception."};
inline constexpr CodeInfo TransformTimeout{"TransformError", "TRANSFORM_TIMEOUT", ErrorKind::Damaged, "The transform did not end in its time."};
inline constexpr CodeInfo TransformMemory{"TransformError", "TRANSFORM_MEMORY", ErrorKind::Damaged, "The transform needed more memory than it may have."};
inline constexpr CodeInfo TransformNotObject{"TransformError", "TRANSFORM_NOT_OBJECT", ErrorKind::Damaged, "The transform did not return an object."};
inline constexpr CodeInfo TransformPassedMissing{"TransformError", "TRANSFORM_PASSED_MISSING", ErrorKind::Damaged, "What the transform returned has no member \"passed\"."};
inline constexpr CodeInfo TransformWrongType{"TransformError", "TRANSFORM_WRONG_TYPE", ErrorKind::Damaged, "A member of what the transform returned has the wrong type."};
inline constexpr CodeInfo TransformTooLarge{"TransformError", "TRANSFORM_TOO_LARGE", ErrorKind::Damaged, "What the transform returned is too large or nested too deeply."};
inline constexpr CodeInfo TransformFailed{"TransformError", "TRANSFORM_FAILED", ErrorKind::Internal, "The program that runs transforms gave no answer."};

inline constexpr std::array all{&ResultEmpty, &ResultNotJson, &ResultIncomplete, &ResultTextAround, &ResultMoreThanOne, &ResultBom,
    &ResultInvalidUtf8, &ResultDuplicateMember, &ResultTooDeep, &ResultTooLarge, &ResultNotObject, &ResultPassedMissing,
    &ResultWrongType, &ExitContradiction, &ExitStatus, &Signalled, &TimedOut, &OutputLimit, &ProgramMissing,
    &ProgramNotExecutable, &InterpreterMissing, &StartFailed, &SandboxUnavailable, &ReadPathRefused, &PatternInvalid,
    &TransformSyntax, &TransformThrew, &TransformTimeout, &TransformMemory, &TransformNotObject, &TransformPassedMissing,
    &TransformWrongType, &TransformTooLarge, &TransformFailed};

} // namespace countersign::runner::codes
