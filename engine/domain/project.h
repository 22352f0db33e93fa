// Resources, projects, policies and the programs that do work. Source: SPEC sections 4, 5, 7, Appendix A.
#pragma once

#include "engine/domain/json_fields.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::domain {

enum class ResourceKind { Git, Directory, File };
[[nodiscard]] std::string_view toText(ResourceKind kind);

struct Resource
{
    std::string name{}; ///< full name
    ResourceKind kind = ResourceKind::Git;
    std::string path{}; ///< absolute
    std::vector<std::string> ignored{};
};

enum class PolicyName { RequiredOnly, Unanimous, Majority, Quorum, Any };
[[nodiscard]] std::string_view toText(PolicyName name);

/// A threshold as an exact fraction 0 < n/d ≤ 1.
struct Fraction
{
    std::int64_t numerator = 2;
    std::int64_t denominator = 3;
};

struct Policy
{
    PolicyName name = PolicyName::RequiredOnly;
    Fraction quorum{}; ///< only for Quorum
};
[[nodiscard]] Json toJson(const Policy& policy);
[[nodiscard]] std::optional<Policy> policyFromJson(const Json& json);
/// "2/3" or "0.67" as an exact fraction; nothing when it is not one in (0, 1].
[[nodiscard]] std::optional<Fraction> parseFraction(std::string_view text);

enum class Binding { Evidence, WorkTree };
enum class Uses { Unlimited, Once };

struct DecisionRules
{
    Binding binding = Binding::Evidence;
    Uses uses = Uses::Unlimited;
    std::optional<std::int64_t> expiresAfterSeconds{};
    int requiredSignatures = 1;
    bool requesterMaySign = true;
    std::vector<std::string> signers{}; ///< names; empty: every registered signer of the project
};

struct Limits
{
    int fixAttempts = 3;
    int strategyRevisions = 1;
    int guidanceRounds = 3;
    int runTimeoutSeconds = 3600;
};

struct Project
{
    std::string name{};
    std::vector<std::string> resources{};
    Policy policy{};
    bool gatePreExecuteOnly = false; ///< task_gate: pre_execute
    bool applyAutomatically = false;
    Limits limits{};
    std::string coder{};
    std::string strategist{};
    std::vector<std::string> skills{};
    bool tasksListed = false; ///< tasks: listed
    DecisionRules decision{};
    bool authoritySigned = false;
    std::vector<std::string> redact{};
    std::string profile = "local";
};

/// A program that does work (coder, strategist).
struct ActorDefinition
{
    std::string name{};
    std::string role{}; ///< "coder" or "strategist"
    std::vector<std::string> command{};
    bool network = false;
    std::vector<std::string> readPaths{};
    std::vector<std::string> passEnv{};
    Json env = Json::object();
    int timeoutSeconds = 1800;
    std::string installHint{};
};

[[nodiscard]] Json toJson(const Resource& resource);
[[nodiscard]] Resource resourceFromJson(const Json& json);
[[nodiscard]] Json toJson(const Project& project);
[[nodiscard]] Project projectFromJson(const Json& json);
[[nodiscard]] Json toJson(const ActorDefinition& actor);
[[nodiscard]] ActorDefinition actorDefinitionFromJson(const Json& json);

} // namespace countersign::domain
