// Closed table of the codes of engine/registry. Source: SPEC sections 3, 4, Appendix A.
#pragma once

#include "engine/base/error.h"

namespace countersign::registry::codes {

using base::CodeInfo;
using base::ErrorKind;

// The file itself
inline constexpr CodeInfo YamlSyntax{"YamlError", "YAML_SYNTAX", ErrorKind::BadInput, "The file is not valid YAML."};
inline constexpr CodeInfo YamlEmpty{"YamlError", "YAML_EMPTY", ErrorKind::BadInput, "The file is empty."};
inline constexpr CodeInfo YamlSeveralDocuments{"YamlError", "YAML_SEVERAL_DOCUMENTS", ErrorKind::BadInput, "The file holds more than one document."};
inline constexpr CodeInfo YamlDuplicateKey{"YamlError", "YAML_DUPLICATE_KEY", ErrorKind::BadInput, "A key stands twice in one map."};
inline constexpr CodeInfo YamlTag{"YamlError", "YAML_TAG", ErrorKind::BadInput, "YAML tags are not allowed."};
inline constexpr CodeInfo YamlAlias{"YamlError", "YAML_ALIAS", ErrorKind::BadInput, "A YAML alias can't be followed."};
inline constexpr CodeInfo YamlTooLarge{"YamlError", "YAML_TOO_LARGE", ErrorKind::BadInput, "The file is too large, also after its aliases are followed."};
inline constexpr CodeInfo YamlTooDeep{"YamlError", "YAML_TOO_DEEP", ErrorKind::BadInput, "The file is nested too deeply."};
inline constexpr CodeInfo YamlKeyNotText{"YamlError", "YAML_KEY_NOT_TEXT", ErrorKind::BadInput, "A key of a map is not text."};
inline constexpr CodeInfo YamlNumber{"YamlError", "YAML_NUMBER", ErrorKind::BadInput, "A number has no JSON form."};
inline constexpr CodeInfo YamlEncoding{"YamlError", "YAML_ENCODING", ErrorKind::BadInput, "The file is not plain UTF-8."};

// The document
inline constexpr CodeInfo KindUnknown{"RegistrationError", "KIND_UNKNOWN", ErrorKind::BadInput, "The document is of no known kind."};
inline constexpr CodeInfo VersionNotSupported{"RegistrationError", "VERSION_NOT_SUPPORTED", ErrorKind::Unsupported, "The header names an unknown version."};
inline constexpr CodeInfo KeyUnknown{"RegistrationError", "KEY_UNKNOWN", ErrorKind::BadInput, "A key is not known here."};
inline constexpr CodeInfo KeyMissing{"RegistrationError", "KEY_MISSING", ErrorKind::BadInput, "A key is missing."};
inline constexpr CodeInfo ValueType{"RegistrationError", "VALUE_TYPE", ErrorKind::BadInput, "A value has the wrong type."};
inline constexpr CodeInfo ValueInvalid{"RegistrationError", "VALUE_INVALID", ErrorKind::BadInput, "A value is not allowed here."};
inline constexpr CodeInfo ValueTwice{"RegistrationError", "VALUE_TWICE", ErrorKind::BadInput, "A value stands in two places and differs."};
inline constexpr CodeInfo RegistrationName{"RegistrationError", "REGISTRATION_NAME", ErrorKind::BadInput, "The name can't be registered."};

// Tools and validations
inline constexpr CodeInfo SourceUnclear{"RegistrationError", "SOURCE_UNCLEAR", ErrorKind::BadInput, "What runs is not said, or said in two ways."};
inline constexpr CodeInfo BuiltinUnknown{"RegistrationError", "BUILTIN_UNKNOWN", ErrorKind::NotFound, "No tool of this name comes with the engine."};
inline constexpr CodeInfo McpServerUnknown{"RegistrationError", "MCP_SERVER_UNKNOWN", ErrorKind::NotFound, "No MCP server is registered under this name."};
inline constexpr CodeInfo McpSchemaMissing{"RegistrationError", "MCP_SCHEMA_MISSING", ErrorKind::BadInput, "The input schema of the MCP tool is not known."};
inline constexpr CodeInfo McpSchemaRefused{"RegistrationError", "MCP_SCHEMA_REFUSED", ErrorKind::Unsupported, "The MCP server's own input schema can't be enforced."};
inline constexpr CodeInfo LifecycleMisplaced{"RegistrationError", "LIFECYCLE_MISPLACED", ErrorKind::BadInput, "A lifecycle hook doesn't go with this source."};
inline constexpr CodeInfo TypeContradicts{"RegistrationError", "TYPE_CONTRADICTS", ErrorKind::BadInput, "The type doesn't go with the other keys."};
inline constexpr CodeInfo NotReadOnly{"RegistrationError", "VALIDATION_NOT_READ_ONLY", ErrorKind::BadInput, "A validation may not change anything."};
inline constexpr CodeInfo CapabilityContradicts{"RegistrationError", "CAPABILITY_CONTRADICTS", ErrorKind::BadInput, "Two capabilities contradict each other."};
inline constexpr CodeInfo WrapsNeedsTransform{"RegistrationError", "WRAPS_NEEDS_TRANSFORM", ErrorKind::BadInput, "wraps needs a transform."};
inline constexpr CodeInfo WrapTargetUnknown{"RegistrationError", "WRAP_TARGET_UNKNOWN", ErrorKind::NotFound, "The wrapped tool is not registered."};
inline constexpr CodeInfo WrapTargetWrites{"RegistrationError", "WRAP_TARGET_WRITES", ErrorKind::BadInput, "A validation can't wrap a tool that changes something."};
inline constexpr CodeInfo WrapCycle{"RegistrationError", "WRAP_CYCLE", ErrorKind::BadInput, "The wraps go round in a circle."};
inline constexpr CodeInfo WrapTooDeep{"RegistrationError", "WRAP_TOO_DEEP", ErrorKind::BadInput, "The chain of wraps is too long."};
inline constexpr CodeInfo WrapWidens{"RegistrationError", "WRAP_WIDENS", ErrorKind::BadInput, "A wrapper may only narrow what it wraps."};
inline constexpr CodeInfo MappingInvalid{"RegistrationError", "MAPPING_INVALID", ErrorKind::BadInput, "The argument mapping doesn't fit the schemas."};
inline constexpr CodeInfo OutputSchemaPassed{"RegistrationError", "OUTPUT_SCHEMA_PASSED", ErrorKind::BadInput, "The output schema of a validation must require a boolean passed."};
inline constexpr CodeInfo SlotInvalid{"RegistrationError", "SLOT_INVALID", ErrorKind::BadInput, "A resource slot can't be filled as it is written."};
inline constexpr CodeInfo SlotMismatch{"RegistrationError", "SLOT_MISMATCH", ErrorKind::BadInput, "A resource does not fit the slot that it would fill."};
inline constexpr CodeInfo TransformInvalid{"RegistrationError", "TRANSFORM_INVALID", ErrorKind::BadInput, "The transform is not a JavaScript function expression."};
inline constexpr CodeInfo TypeConflict{"RegistrationError", "TYPE_CONFLICT", ErrorKind::Conflict, "The name is registered as another type."};
inline constexpr CodeInfo NameTwice{"RegistrationError", "NAME_TWICE", ErrorKind::Conflict, "Two files register the same name."};
inline constexpr CodeInfo NotPinned{"RegistrationWarning", "NOT_PINNED", ErrorKind::Found, "A file inside the resource takes part and isn't pinned."};
inline constexpr CodeInfo AttachmentsRemoved{"RegistrationWarning", "ATTACHMENTS_REMOVED", ErrorKind::Found, "Attachments go with their validation."};

inline constexpr CodeInfo ServerChecks{"RegistrationWarning", "SERVER_CHECKS_ARGUMENTS", ErrorKind::Found, "The arguments are checked by the MCP server only."};

// What names each other
inline constexpr CodeInfo ToolUnknown{"RegistrationError", "TOOL_UNKNOWN", ErrorKind::NotFound, "The tool is not registered."};
inline constexpr CodeInfo ValidationUnknown{"RegistrationError", "VALIDATION_UNKNOWN", ErrorKind::NotFound, "The validation is not registered."};
inline constexpr CodeInfo NotAValidation{"RegistrationError", "NOT_A_VALIDATION", ErrorKind::BadInput, "The tool is not a validation."};
inline constexpr CodeInfo ResourceUnknown{"RegistrationError", "RESOURCE_UNKNOWN", ErrorKind::NotFound, "The resource is not registered."};
inline constexpr CodeInfo ProjectUnknown{"RegistrationError", "PROJECT_UNKNOWN", ErrorKind::NotFound, "The project is not registered."};
inline constexpr CodeInfo ActorUnknown{"RegistrationError", "ACTOR_UNKNOWN", ErrorKind::NotFound, "The actor is not registered."};
inline constexpr CodeInfo SkillUnknown{"RegistrationError", "SKILL_UNKNOWN", ErrorKind::NotFound, "The skill is not registered."};
inline constexpr CodeInfo AttachmentTwice{"RegistrationError", "ATTACHMENT_TWICE", ErrorKind::Conflict, "The same validation with the same arguments is attached twice."};
inline constexpr CodeInfo AttachmentArgs{"RegistrationError", "ATTACHMENT_ARGS", ErrorKind::BadInput, "The arguments don't fit the validation's input schema."};

// Skills
inline constexpr CodeInfo SkillCycle{"RegistrationError", "SKILL_CYCLE", ErrorKind::BadInput, "The includes go round in a circle."};
inline constexpr CodeInfo SkillNotReadOnly{"RegistrationError", "SKILL_NOT_READ_ONLY", ErrorKind::BadInput, "A read-only skill has a member that changes something."};
inline constexpr CodeInfo OverrideNoMember{"RegistrationError", "OVERRIDE_NO_MEMBER", ErrorKind::BadInput, "An override names no member of the skill."};
inline constexpr CodeInfo OverrideLoosens{"RegistrationError", "OVERRIDE_LOOSENS", ErrorKind::BadInput, "An override may only tighten what its tool may do."};

// Graphs
inline constexpr CodeInfo GraphNodeUnknown{"RegistrationError", "GRAPH_NODE_UNKNOWN", ErrorKind::BadInput, "The graph has no node of this id."};
inline constexpr CodeInfo GraphNodeChanges{"RegistrationError", "GRAPH_NODE_CHANGES", ErrorKind::BadInput, "A node of a graph may not change anything."};
inline constexpr CodeInfo GraphUnreachable{"RegistrationError", "GRAPH_UNREACHABLE", ErrorKind::BadInput, "No path leads to a node of the graph."};
inline constexpr CodeInfo GraphEdge{"RegistrationError", "GRAPH_EDGE", ErrorKind::BadInput, "An edge can't stand there."};
inline constexpr CodeInfo GraphCycle{"RegistrationError", "GRAPH_CYCLE", ErrorKind::BadInput, "The edges go round in a circle."};
inline constexpr CodeInfo GraphReference{"RegistrationError", "GRAPH_REFERENCE", ErrorKind::BadInput, "A reference stands for nothing that ran before."};
inline constexpr CodeInfo GraphArgs{"RegistrationError", "GRAPH_ARGS", ErrorKind::BadInput, "The arguments don't fit the tool's input schema."};

inline constexpr std::array all{&YamlSyntax, &YamlEmpty, &YamlSeveralDocuments, &YamlDuplicateKey, &YamlTag, &YamlAlias,
    &YamlTooLarge, &YamlTooDeep, &YamlKeyNotText, &YamlNumber, &YamlEncoding, &KindUnknown,
    &VersionNotSupported, &KeyUnknown, &KeyMissing, &ValueType, &ValueInvalid, &ValueTwice, &RegistrationName,
    &SourceUnclear, &BuiltinUnknown, &McpServerUnknown, &McpSchemaMissing, &McpSchemaRefused, &LifecycleMisplaced, &TypeContradicts, &NotReadOnly, &CapabilityContradicts, &WrapsNeedsTransform, &WrapTargetUnknown,
    &WrapTargetWrites, &WrapCycle, &WrapTooDeep, &WrapWidens, &MappingInvalid, &OutputSchemaPassed, &SlotInvalid, &SlotMismatch, &TransformInvalid,
    &TypeConflict, &NameTwice, &NotPinned, &AttachmentsRemoved, &ServerChecks, &ToolUnknown, &ValidationUnknown, &NotAValidation, &ResourceUnknown,
    &ProjectUnknown, &ActorUnknown, &SkillUnknown, &AttachmentTwice, &AttachmentArgs, &SkillCycle, &SkillNotReadOnly, &OverrideNoMember,
    &OverrideLoosens, &GraphNodeUnknown, &GraphNodeChanges, &GraphUnreachable, &GraphEdge, &GraphCycle, &GraphReference, &GraphArgs};

} // namespace countersign::registry::codes
