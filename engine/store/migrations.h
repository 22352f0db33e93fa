// Ordered, checked, forward-only migrations, each in a transaction after a backup. Source: SPEC section 14.
#pragma once

#include "engine/base/clock.h"
#include "engine/store/database.h"
#include "engine/store/location.h"

#include <functional>
#include <string_view>
#include <vector>

namespace countersign::store {

struct Migration
{
    int version;
    const std::vector<std::string_view>& (*statements)();
};

[[nodiscard]] const std::vector<Migration>& migrations();
[[nodiscard]] int currentVersion();
[[nodiscard]] const std::vector<std::string_view>& schemaV1();
[[nodiscard]] const std::vector<std::string_view>& schemaV2();
[[nodiscard]] const std::vector<std::string_view>& schemaV3();

/// Version of a store: 0 for an empty file. Errors: StoreForeign.
[[nodiscard]] base::Result<int> versionOf(Database& database);
/// Notes a migration from a version (0: a new store) in its own transaction.
using Record = std::function<base::Result<void>(int from)>;
/// Brings the store to the current version. Errors: StoreNewer with both versions named.
[[nodiscard]] base::Result<void> migrate(Database& database, const Location& location, base::TimeMs now, const Record& record);
/// Errors: StoreNewer, StoreOlder. Also asked before each write, as a running process may have been overtaken.
[[nodiscard]] base::Result<void> requireCurrent(Database& database);

} // namespace countersign::store
