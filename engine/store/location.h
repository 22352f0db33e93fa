// Where a store lives: NAME.db, and beside it NAME.d/ (outputs, token secret) and NAME.work/ (work copies). Source: SPEC section 14.
#pragma once

#include "engine/base/result.h"

#include <filesystem>

namespace countersign::store {

struct Location
{
    std::filesystem::path database{};
    std::filesystem::path directory{}; ///< NAME.d
    std::filesystem::path work{};      ///< NAME.work: the work copies of plans, shown to their actors
    [[nodiscard]] std::filesystem::path outputs() const { return directory / "outputs"; }
    [[nodiscard]] std::filesystem::path tokenSecret() const { return directory / "token-secret"; }
};

[[nodiscard]] Location locationOf(const std::filesystem::path& database);
/// Refuses network file systems (StoreOnNetwork); makes the directories when create is true.
[[nodiscard]] base::Result<void> prepare(const Location& location, bool create);
/// The directory beside the database, made when the file is known to be a store, or none yet.
[[nodiscard]] base::Result<void> makeDirectories(const Location& location);

} // namespace countersign::store
