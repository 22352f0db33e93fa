// Every key of every document, in one table: what the readers accept and what the reference says. Source: Appendix A.
// Thread: immutable.
#pragma once

#include "engine/registry/codes.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::registry {

enum class ValueKind {
    OwnName,  ///< the name under which this is registered
    Name, Names,
    Text, Texts, Globs, Argv,
    Boolean, Integer, Choice,
    Policy, Duration,
    NameOrArgv,
    Map, Maps, Schema, Slots,
    Any, ///< checked by what it is for, not by a type
};

struct KeyInfo
{
    std::string_view place; ///< "project", "project.limits", "tool", "tool.capability", …
    std::string_view key;
    ValueKind kind = ValueKind::Text;
    std::string_view fallback; ///< as YAML; empty: absent means none
    std::string_view rule;     ///< one sentence
    std::vector<const base::CodeInfo*> codes{}; ///< the first one is for a wrong type
    std::vector<std::string_view> choices{};
    std::int64_t from = 0;
    std::int64_t to = 0;
    bool required = false;
    bool alsoAbove = false; ///< may stand in the document around the place as well
};

[[nodiscard]] const std::vector<KeyInfo>& keyTable();
/// The keys of a place in the table's order; of "tool" with those of its blocks that may stand above.
[[nodiscard]] std::vector<std::string_view> keysOf(std::string_view place);

/// Places in order of the reference, each with what it is: "project", "project.limits", …
struct PlaceInfo
{
    std::string_view place;
    std::string_view text; ///< one sentence
};
[[nodiscard]] const std::vector<PlaceInfo>& places();

/// "whole number, 0 to 100"; for people.
[[nodiscard]] std::string typeText(const KeyInfo& key);

} // namespace countersign::registry
