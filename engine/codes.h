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
inline constexpr CodeInfo ToolUnknown{"RequestError", "TOOL_NOT_REGISTERED", ErrorKind::NotFound, "The tool is not registered."};
inline constexpr CodeInfo ToolWrites{"RequestError", "TOOL_WRITES", ErrorKind::Denied, "What changes something can't be called by hand or by a graph."};
inline constexpr CodeInfo NotATool{"RequestError", "IS_A_VALIDATION", ErrorKind::BadInput, "The name is one of a validation."};
inline constexpr CodeInfo ServerUnknown{"RequestError", "SERVER_NOT_FOUND", ErrorKind::NotFound, "The MCP server is not registered."};
inline constexpr CodeInfo SkillUnknown{"RequestError", "SKILL_NOT_FOUND", ErrorKind::NotFound, "The skill is not registered."};
inline constexpr CodeInfo GraphUnknown{"RequestError", "GRAPH_NOT_FOUND", ErrorKind::NotFound, "The graph is not registered."};
inline constexpr CodeInfo InUse{"RequestError", "IN_USE", ErrorKind::Conflict, "Others use the registration, so it can't be removed."};
inline constexpr CodeInfo AttachmentUnknown{"RequestError", "ATTACHMENT_NOT_FOUND", ErrorKind::NotFound, "The attachment does not exist."};
inline constexpr CodeInfo AttachmentExists{"RequestError", "ATTACHMENT_EXISTS", ErrorKind::Conflict, "The same attachment exists already."};
inline constexpr CodeInfo ImportInvalid{"ImportError", "IMPORT_INVALID", ErrorKind::BadInput, "The files can't be imported."};
inline constexpr CodeInfo ImportChanged{"ImportError", "IMPORT_CHANGED", ErrorKind::Conflict, "What was reviewed is no longer what an import would do."};
inline constexpr CodeInfo SignerExists{"SignerError", "SIGNER_EXISTS", ErrorKind::Conflict, "The signer or key is registered already."};
inline constexpr CodeInfo SignerNotFound{"SignerError", "SIGNER_NOT_FOUND", ErrorKind::NotFound, "The signer is not registered."};
inline constexpr CodeInfo ChainBroken{"DecisionError", "CHAIN_BROKEN", ErrorKind::Denied, "Signing is off because the audit chain is broken."};
inline constexpr CodeInfo PlanMoved{"PlanError", "PLAN_MOVED", ErrorKind::Conflict, "The plan was moved on meanwhile."};
inline constexpr CodeInfo PlanDispatched{"PlanError", "PLAN_DISPATCHED", ErrorKind::Conflict, "The task was dispatched; its plan goes its own way."};
inline constexpr CodeInfo PlanBusy{"PlanError", "PLAN_BUSY", ErrorKind::Conflict, "Another process works on the plan."};
inline constexpr CodeInfo PlanHalted{"PlanError", "PLAN_HALTED", ErrorKind::Conflict, "The plan is halted."};
inline constexpr CodeInfo PlanNotHalted{"PlanError", "PLAN_NOT_HALTED", ErrorKind::Conflict, "The plan has no halt that this could answer."};
inline constexpr CodeInfo PlanNotDispatched{"PlanError", "PLAN_NOT_DISPATCHED", ErrorKind::Denied, "The plan was not dispatched."};
inline constexpr CodeInfo PlanTransition{"PlanError", "PLAN_TRANSITION", ErrorKind::Internal, "The state machine of plans has no such change."};
inline constexpr CodeInfo CoderNotConfigured{"PlanError", "CODER_NOT_CONFIGURED", ErrorKind::BadInput, "The project names no coder that is registered."};
inline constexpr CodeInfo RunnerNotStarted{"PlanError", "RUNNER_NOT_STARTED", ErrorKind::Unavailable, "The program that works on plans could not be started."};
inline constexpr CodeInfo NotForAgents{"RequestError", "DENIED", ErrorKind::Denied, "Only a person may do this."};
inline constexpr CodeInfo TokenUnknown{"TokenError", "TOKEN_UNKNOWN", ErrorKind::Denied, "The store did not issue this token."};
inline constexpr CodeInfo TokenOtherTask{"TokenError", "TOKEN_OTHER_TASK", ErrorKind::Denied, "The token was issued for another task."};
inline constexpr CodeInfo TokenUsed{"TokenError", "TOKEN_USED", ErrorKind::Conflict, "The token was used before."};
inline constexpr CodeInfo TokenVoid{"TokenError", "TOKEN_VOID", ErrorKind::Conflict, "A later validation made the token void."};
inline constexpr CodeInfo TokenOtherSpecification{"TokenError", "TOKEN_OTHER_SPECIFICATION", ErrorKind::Conflict, "The token was issued for another specification."};
inline constexpr CodeInfo TokenOtherWorkTree{"TokenError", "TOKEN_OTHER_WORK_TREE", ErrorKind::Conflict, "The work changed since it was validated."};
inline constexpr CodeInfo TokenDecisionEnded{"TokenError", "TOKEN_DECISION_ENDED", ErrorKind::Conflict, "A decision that the token rests on no longer stands."};
inline constexpr CodeInfo HelpersMissing{"RuntimeError", "HELPERS_MISSING", ErrorKind::Unavailable, "The helper programs are missing."};

inline constexpr std::array all{&ProjectUnknown, &ProjectAmbiguous, &TaskIdInvalid, &TaskNotListed, &TaskExists, &PlanUnknown, &PlanFinal,
    &SpecificationInvalid, &RunInProgress, &RunUnknown, &HaltUnknown, &DecisionUnknown, &RecordUnknown, &ResourceUnknown, &ValidationUnknown,
    &NotAValidation, &ToolUnknown, &ToolWrites, &NotATool, &ServerUnknown, &SkillUnknown, &GraphUnknown, &InUse, &AttachmentUnknown, &AttachmentExists, &ImportInvalid, &ImportChanged, &SignerExists, &SignerNotFound, &ChainBroken,
    &HelpersMissing, &PlanMoved, &PlanDispatched, &PlanBusy, &PlanHalted, &PlanNotHalted, &PlanNotDispatched, &PlanTransition,
    &CoderNotConfigured, &RunnerNotStarted, &NotForAgents, &TokenUnknown, &TokenOtherTask, &TokenUsed, &TokenVoid, &TokenOtherSpecification,
    &TokenOtherWorkTree, &TokenDecisionEnded};

} // namespace countersign::codes
