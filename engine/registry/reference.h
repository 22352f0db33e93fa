// The reference of the YAML files, written from the table of keys. Source: SPEC 15, Appendix A. Thread: pure.
#pragma once

#include "engine/base/json.h"

#include <string>
#include <string_view>
#include <vector>

namespace countersign::registry {

/// "project", "resource", …: the first words of the places, each once, in the order of the reference.
[[nodiscard]] std::vector<std::string_view> documentKinds();
/// [{place, text, keys: [{key, type, choices?, from?, to?, default, required, rule, codes, also_above}]}]; kind empty: all.
[[nodiscard]] base::Json referenceJson(std::string_view kind = {});
/// The file resources/help/yaml.md.
[[nodiscard]] std::string referenceMarkdown();
/// For a terminal; kind empty: all.
[[nodiscard]] std::string referenceText(std::string_view kind = {});

} // namespace countersign::registry
