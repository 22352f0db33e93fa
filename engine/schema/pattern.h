// Regular expressions of schemas: ECMA-262's, matched in linear time by RE2. Source: SPEC section 9.
// Thread: a Pattern may be matched from any thread. Internal to engine/schema.
#pragma once

#include "engine/base/result.h"

#include <bitset>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace countersign::schema {

/// So many bytes of a set, as many as there are; what follows never begins with one of them.
struct ByteRun
{
    std::bitset<256> set{};
    std::size_t least = 1;
    std::size_t most = 1;
};

class Pattern
{
public:
    /// Errors: SchemaInvalid for one that is no regular expression; PatternNotSupported for look-around and
    /// back-references, which no linear-time engine has.
    [[nodiscard]] static base::Result<Pattern> compile(const std::string& ecma);
    /// Whether it is found anywhere in the text. Patterns that are only a text, or runs of characters one after the other,
    /// are most of all, and need no engine.
    [[nodiscard]] bool matches(const std::string& text) const;
    [[nodiscard]] const std::string& text() const { return m_text; } ///< as the schema has it

private:
    enum class Kind : std::uint8_t { Anything, Prefix, Whole, Runs, Expression };
    Kind m_kind = Kind::Expression;
    std::string m_text{};
    std::string m_literal{};
    std::vector<ByteRun> m_runs{};
    bool m_toEnd = false; ///< the runs end where the text ends
    std::shared_ptr<const re2::RE2> m_expression{};
};

/// The runs that an expression between ^ and $ consists of; nothing: it has other parts, or what follows a run of no fixed
/// length may begin as that does.
[[nodiscard]] std::optional<std::vector<ByteRun>> byteRuns(std::string_view ecma);
/// The same expression as RE2 writes it. Errors: as Pattern::compile().
[[nodiscard]] base::Result<std::string> toRe2(std::string_view ecma);

} // namespace countersign::schema
