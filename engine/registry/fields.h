// Reads the members of a map of a document and notes every violation with its place. Source: SPEC section 3, Appendix A.
// Internal to engine/registry. Null is not absent: a member that is there must have its type.
#pragma once

#include "engine/domain/json_fields.h"
#include "engine/registry/codes.h"
#include "engine/registry/yaml.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::registry {

/// Notes problems of one document.
class Notes
{
public:
    Notes(const YamlDocument& document, std::vector<base::Error>& problems) : m_document(document), m_problems(problems) {}

    /// At the value of a pointer.
    void at(const std::string& pointer, const base::CodeInfo& code, std::string message, std::string advice = {});
    /// At the key of a member.
    void atKey(const std::string& pointer, const base::CodeInfo& code, std::string message, std::string advice = {});
    void add(base::Error error) { m_problems.push_back(std::move(error)); }
    [[nodiscard]] const YamlDocument& document() const { return m_document; }

private:
    const YamlDocument& m_document;
    std::vector<base::Error>& m_problems;
};

class Fields
{
public:
    /// map may be of any kind; one that is no map is noted and reads as empty.
    Fields(Notes& notes, const Json& map, std::string pointer);

    /// Notes every other key, with the nearest of these as suggestion.
    void only(const std::vector<std::string_view>& keys);

    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] const Json* find(std::string_view key) const;
    [[nodiscard]] std::string pointer(std::string_view key = {}) const;
    /// For people: tool.name
    [[nodiscard]] std::string path(std::string_view key) const;
    [[nodiscard]] Notes& notes() const { return m_notes; }

    [[nodiscard]] std::optional<std::string> text(std::string_view key);        ///< not blank
    [[nodiscard]] std::string requiredText(std::string_view key);               ///< notes KeyMissing
    [[nodiscard]] std::optional<bool> boolean(std::string_view key);
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key, std::int64_t from, std::int64_t to,
                                                      std::string_view unit = {});
    [[nodiscard]] std::vector<std::string> texts(std::string_view key);
    [[nodiscard]] std::vector<std::string> globs(std::string_view key);         ///< as texts, relative, without ..
    [[nodiscard]] std::vector<std::string> argv(std::string_view key);          ///< as texts, not empty when there
    [[nodiscard]] std::optional<std::size_t> choice(std::string_view key, const std::vector<std::string_view>& values);
    [[nodiscard]] std::optional<Fields> map(std::string_view key);
    /// A name as full name: of something registered elsewhere. Notes NameInvalid's text under ValueInvalid.
    [[nodiscard]] std::optional<std::string> name(std::string_view key);
    [[nodiscard]] std::vector<std::string> names(std::string_view key);
    /// The name under which this is registered; notes KeyMissing, RegistrationName.
    [[nodiscard]] std::string ownName();

private:
    std::optional<std::string> nameAt(const Json& value, const std::string& pointer, const std::string& path);
    void wrongType(std::string_view key, std::string_view expected);

    Notes& m_notes;
    const Json* m_map;
    std::string m_pointer;
};

/// The nearest of the known words within 3 edits, or nothing.
[[nodiscard]] std::optional<std::string_view> nearest(std::string_view word, const std::vector<std::string_view>& known);
/// "integer", "text", "map", …: kinds of values in the words of these files.
[[nodiscard]] std::string_view kindText(const Json& value);
/// "a, b, c"
[[nodiscard]] std::string joined(const std::vector<std::string_view>& words);

} // namespace countersign::registry
