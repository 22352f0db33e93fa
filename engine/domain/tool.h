// Tools and validations as registered: a validation is a tool with a verdict. Source: SPEC section 3, Appendix A.
#pragma once

#include "engine/domain/json_fields.h"
#include "engine/domain/verdict.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace countersign::domain {

enum class ToolType { Tool, Validation };
enum class EvaluationPhase { PostExecute, PreExecute, Both };

[[nodiscard]] std::string_view toText(ToolType type);
[[nodiscard]] std::string_view toText(EvaluationPhase phase);

struct CommandSource { std::vector<std::string> argv{}; };
struct CodeSource { std::string code{}; std::vector<std::string> interpreter{}; };
struct BuiltinSource { std::string builtin{}; };
struct McpSource
{
    std::vector<std::string> server{};
    std::string serverName{};
    std::string tool{};
    bool serverChecks = false; ///< `arguments: server`: the server checks its own input, we don't
};
struct WrappedSource { std::string wraps{}; };
using ToolSource = std::variant<CommandSource, CodeSource, BuiltinSource, McpSource, WrappedSource>;

struct Capability
{
    bool readOnly = false;
    bool writes = false;
    bool checkpointable = false;
    std::string checkpointScope{};
    std::string writeScope{};
    std::vector<std::string> sideEffects{};
    bool idempotent = false;
    bool unsafe = false;
    bool humanApprovalRequired = false;
};

/// How one parameter of a wrapped target is filled: from an argument of the wrapper, or with a fixed value.
struct ArgumentSource
{
    std::optional<std::string> from{};
    std::optional<Json> value{};
};

struct ValidationFields
{
    Mode mode = Mode::Required;
    EvaluationPhase phase = EvaluationPhase::PostExecute;
    std::string transform{}; ///< JavaScript function expression; empty: direct
    std::map<std::string, ArgumentSource> argumentMapping{};
    std::vector<std::string> volatilePointers{};
};

struct Tool
{
    std::string name{}; ///< full: "local/unit-tests"
    std::string description{};
    ToolSource source{};
    Json inputSchema = Json(nullptr);  ///< null: inherited or none
    Json outputSchema = Json(nullptr); ///< null: none
    Capability capability{};
    Json resourceSlots = Json::object();
    std::map<std::string, std::vector<std::string>> lifecycle{};
    std::optional<std::chrono::seconds> timeout{}; ///< absent: inherited, at the root 300 s
    std::string installHint{};
    std::vector<std::string> pinned{};    ///< globs, relative to the resource
    std::vector<std::string> readPaths{};
    std::optional<ValidationFields> validation{}; ///< present exactly for a validation

    [[nodiscard]] ToolType type() const { return validation ? ToolType::Validation : ToolType::Tool; }
    [[nodiscard]] const WrappedSource* wrapped() const { return std::get_if<WrappedSource>(&source); }
};

/// Whether it may change anything: it writes, is unsafe, has a side effect, or a slot that it may write to.
[[nodiscard]] bool changesSomething(const Tool& tool);

/// The registration with every default written out; canonical(json(tool)) enters the definition digest.
[[nodiscard]] Json toJson(const Tool& tool);
[[nodiscard]] Tool toolFromJson(const Json& json);

} // namespace countersign::domain
