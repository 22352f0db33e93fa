// What can fail returns a Result. Source: SPEC section 9, house rule 7.
#pragma once

#include "engine/base/error.h"

#include <tl/expected.hpp>

namespace countersign::base {

template <typename T>
using Result = tl::expected<T, Error>;
using Failure = tl::unexpected<Error>;

/// return fail(codes::NotFound, "…");
[[nodiscard]] inline Failure fail(const CodeInfo& code, std::string message)
{
    return Failure(Error(code, std::move(message)));
}
[[nodiscard]] inline Failure fail(Error error) { return Failure(std::move(error)); }

} // namespace countersign::base

/// Evaluates a Result expression; on failure returns its error from the enclosing function.
#define CS_TRY(expression)                                                                                             \
    do {                                                                                                               \
        if (auto csTryResult = (expression); !csTryResult)                                                             \
            return ::countersign::base::fail(std::move(csTryResult.error()));                                          \
    } while (false)

#define CS_CONCAT_INNER(a, b) a##b
#define CS_CONCAT(a, b) CS_CONCAT_INNER(a, b)
/// CS_ASSIGN(auto value, expression): declares value from a Result or returns its error.
#define CS_ASSIGN(declaration, expression)                                                                             \
    auto CS_CONCAT(csAssign, __LINE__) = (expression);                                                                 \
    if (!CS_CONCAT(csAssign, __LINE__))                                                                                \
        return ::countersign::base::fail(std::move(CS_CONCAT(csAssign, __LINE__).error()));                            \
    declaration = std::move(*CS_CONCAT(csAssign, __LINE__))
