// One YAML document to JSON, with the place of every value. Source: SPEC section 3 (YAML rule), Appendix A.
// YAML 1.2 core values, narrowed: booleans are true and false only. No tags, one document, no duplicate keys; aliases
// within a budget of nodes. Thread: pure functions.
#pragma once

#include "engine/base/json.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::registry {

using base::Json;

struct YamlLimits
{
    std::size_t bytes = 1024U * 1024U;
    std::size_t nodes = 50'000; ///< after aliases are followed
    std::size_t depth = 100;
};

struct YamlDocument
{
    Json value = nullptr;
    std::string file{};
    std::map<std::string, base::Place> places{}; ///< JSON pointer → value; not inside aliased values
    std::map<std::string, base::Place> keys{};   ///< JSON pointer → key of that member

    /// Place of a value, or of the nearest value around it that has one; its pointer is the one asked for.
    [[nodiscard]] base::Place placeOf(const std::string& pointer) const;
    /// Place of a member's key; of the value when it is no member.
    [[nodiscard]] base::Place keyPlaceOf(const std::string& pointer) const;
};

/// Errors: codes Yaml*, each with file, line, column; all that were found up to the first that ends the reading.
[[nodiscard]] tl::expected<YamlDocument, std::vector<base::Error>> parseYaml(std::string_view bytes, const std::string& file,
                                                                             const YamlLimits& limits = {});

/// The value of a plain scalar under the core schema. Errors: YamlNumber for .nan, .inf and numbers too large in base 8 or 16.
[[nodiscard]] base::Result<Json> plainScalar(std::string_view text);

/// JSON Pointer of a member.
[[nodiscard]] std::string childPointer(const std::string& pointer, std::string_view token);

} // namespace countersign::registry
