// Who did something. Source: SPEC section 2. (The programs that do work are domain::ActorDefinition in project.h.)
#pragma once

#include "engine/domain/ids.h"
#include "engine/domain/json_fields.h"

#include <string>
#include <string_view>

namespace countersign::domain {

enum class ActorKind { Agent, Person, Engine };

[[nodiscard]] constexpr std::string_view toText(ActorKind kind)
{
    switch (kind) {
    case ActorKind::Agent: return "agent";
    case ActorKind::Person: return "person";
    case ActorKind::Engine: return "engine";
    }
    return "engine";
}

struct Actor
{
    ActorKind kind = ActorKind::Engine;
    std::string name{};  ///< of a person: the login
    std::string login{}; ///< Unix account
    std::string host{};
    std::int64_t pid = 0;
    bool selfDeclared = false; ///< an agent whose name is its own word, not set by the host's configuration
    std::string processStart{}; ///< boot-relative start of the process as the kernel gives it, tells a reused pid apart

    [[nodiscard]] Json json() const
    {
        Json out{{"kind", toText(kind)}, {"name", name}, {"login", login}, {"host", host}, {"pid", pid}, {"process_start", processStart}};
        if (selfDeclared)
            out["self_declared"] = true;
        return out;
    }
};

[[nodiscard]] inline Actor actorFromJson(const Json& json)
{
    Actor out;
    const std::string kind = textOr(json, "kind");
    out.kind = kind == "agent" ? ActorKind::Agent : kind == "person" ? ActorKind::Person : ActorKind::Engine;
    out.name = textOr(json, "name");
    out.login = textOr(json, "login");
    out.host = textOr(json, "host");
    out.pid = integerOr(json, "pid", 0);
    out.processStart = textOr(json, "process_start");
    out.selfDeclared = json.is_object() && json.contains("self_declared");
    return out;
}

} // namespace countersign::domain
