// Walking the rows of a query into values. Internal to engine/store.
#pragma once

#include "engine/store/database.h"

#include <optional>
#include <vector>

namespace countersign::store {

template <typename T, typename Read>
[[nodiscard]] base::Result<std::vector<T>> all(Query& query, Read read)
{
    std::vector<T> out;
    for (;;) {
        auto row = query.next();
        if (!row)
            return base::fail(std::move(row.error()));
        if (!*row)
            return out;
        out.push_back(read(query));
    }
}

template <typename T, typename Read>
[[nodiscard]] base::Result<std::optional<T>> one(Query& query, Read read)
{
    auto row = query.next();
    if (!row)
        return base::fail(std::move(row.error()));
    if (!*row)
        return std::optional<T>();
    return std::optional<T>(read(query));
}

} // namespace countersign::store
