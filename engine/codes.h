// Closed table of the codes of the façade. Source: SPEC sections 4, 5, 7, 12.
#pragma once

#include "engine/base/error.h"

namespace countersign::codes {

using base::CodeInfo;
using base::ErrorKind;

inline constexpr CodeInfo ProjectUnknown{"RequestError", "PROJECT_NOT_FOUND", ErrorKind::NotFound, "The project is not registered."};
inline constexpr CodeInfo ProjectAmbiguous{"RequestError", "PROJECT_AMBIGUOUS", ErrorKind::Usage, "The store has several projects; name one."};
inline constexpr CodeInfo TaskIdInvalid{"RequestError", "TASK_ID_INVALID", ErrorKind::BadInput, "The task id is not valid."};
inline constexpr CodeInfo TaskNotListed{"RequestError", "TASK_NOT_LISTED", ErrorKind::Denied, "Only a person may create tasks of this project."};
inline constexpr CodeInfo TaskExists{"RequestError", "TASK_EXISTS", ErrorKind::Conflict, "The task exists already."};
inline constexpr CodeInfo PlanUnknown{"RequestError", "PLAN_NOT_FOUND", ErrorKind::NotFound, "The plan does not exist."};
inline constexpr CodeInfo PlanFinal{"RequestError", "PLAN_FINAL", ErrorKind::Conflict, "The plan is final."};
inline constexpr CodeInfo SpecificationInvalid{"RequestError", "SPECIFICATION_INVALID", ErrorKind::BadInput, "The specification is not valid text."};
inline constexpr CodeInfo RunInProgress{"RunError", "RUN_IN_PROGRESS", ErrorKind::Conflict, "Another validation of this task is running."};
inline constexpr CodeInfo RunUnknown{"RunError", "RUN_NOT_FOUND", ErrorKind::NotFound, "The run does not exist."};
inline constexpr CodeInfo HaltUnknown{"RequestError", "HALT_NOT_FOUND", ErrorKind::NotFound, "The halt does not exist."};
inline constexpr CodeInfo DecisionUnknown{"RequestError", "DECISION_NOT_FOUND", ErrorKind::NotFound, "The decision request does not exist."};
inline constexpr CodeInfo RecordUnknown{"RequestError", "RECORD_NOT_FOUND", ErrorKind::NotFound, "The decision record does not exist."};
inline constexpr CodeInfo ResourceUnknown{"RequestError", "RESOURCE_NOT_FOUND", ErrorKind::NotFound, "The resource is not registered."};
inline constexpr CodeInfo ValidationUnknown{"RequestError", "VALIDATION_NOT_FOUND", ErrorKind::NotFound, "The validation is not registered."};
inline constexpr CodeInfo NotAValidation{"RequestError", "IS_NOT_A_VALIDATION", ErrorKind::BadInput, "The name is one of a tool without a verdict."};
inline constexpr CodeInfo AttachmentUnknown{"RequestError", "ATTACHMENT_NOT_FOUND", ErrorKind::NotFound, "The attachment does not exist."};
inline constexpr CodeInfo AttachmentExists{"RequestError", "ATTACHMENT_EXISTS", ErrorKind::Conflict, "The same attachment exists already."};
inline constexpr CodeInfo ImportInvalid{"ImportError", "IMPORT_INVALID", ErrorKind::BadInput, "The files can't be imported."};
inline constexpr CodeInfo ImportChanged{"ImportError", "IMPORT_CHANGED", ErrorKind::Conflict, "The files changed since they were reviewed."};
inline constexpr CodeInfo SignerExists{"SignerError", "SIGNER_EXISTS", ErrorKind::Conflict, "The signer or key is registered already."};
inline constexpr CodeInfo SignerNotFound{"SignerError", "SIGNER_NOT_FOUND", ErrorKind::NotFound, "The signer is not registered."};
inline constexpr CodeInfo ChainBroken{"DecisionError", "CHAIN_BROKEN", ErrorKind::Denied, "Signing is off because the audit chain is broken."};
inline constexpr CodeInfo HelpersMissing{"RuntimeError", "HELPERS_MISSING", ErrorKind::Unavailable, "The helper programs are missing."};

inline constexpr std::array all{&ProjectUnknown, &ProjectAmbiguous, &TaskIdInvalid, &TaskNotListed, &TaskExists, &PlanUnknown, &PlanFinal,
    &SpecificationInvalid, &RunInProgress, &RunUnknown, &HaltUnknown, &DecisionUnknown, &RecordUnknown, &ResourceUnknown, &ValidationUnknown,
    &NotAValidation, &AttachmentUnknown, &AttachmentExists, &ImportInvalid, &ImportChanged, &SignerExists, &SignerNotFound, &ChainBroken,
    &HelpersMissing};

} // namespace countersign::codes
