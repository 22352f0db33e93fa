// What two looks at one import have apart, in words. Source: SPEC section 4 (exactly what was reviewed).
#pragma once

#include "engine/requests.h"
#include "engine/store/store.h"

#include <map>
#include <string>
#include <vector>

namespace countersign {

/// A review as the engine remembers it: what was shown, and the digest of each part of the bytes.
struct ImportReview
{
    ImportPreview preview{};
    std::map<std::string, std::string> files{};  ///< "lint.yml" → SHA-256
    std::map<std::string, std::string> pinned{}; ///< "local/lint in local/repo: run.sh" → SHA-256; empty while there are problems
};

/// Covers the YAML files, and the pinned files where there are any.
[[nodiscard]] std::string importDigest(const std::string& filesDigest, const std::vector<store::PinnedFile>& pinned);
[[nodiscard]] std::map<std::string, std::string> filesOf(const registry::ImportSet& set);
[[nodiscard]] std::map<std::string, std::string> partsOf(const std::vector<store::PinnedFile>& pinned);

/// "lint.yml changed", "new.yml is new", …; empty: nothing. Pinned files only where both are without problems.
[[nodiscard]] std::vector<std::string> changedParts(const ImportReview& reviewed, const ImportReview& now);
/// "validation local/lint was to be added, would now be changed", …; empty: nothing.
[[nodiscard]] std::vector<std::string> changedEffects(const std::vector<ImportItem>& reviewed, const std::vector<ImportItem>& now);
/// The first of them in one line, and how many more.
[[nodiscard]] std::string firstOf(const std::vector<std::string>& words);

} // namespace countersign
