// Replaces secrets by [redacted: KIND] before anything is stored, hashed, shown or returned. What kind of secret stood
// where stays readable: the name of an assignment, the host of an address. Source: SPEC section 6.5.
// Thread: a Redactor is immutable and may be used by any number of threads; a StreamRedactor belongs to one.
#pragma once

#include "engine/base/json.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::runner {

class Redactor
{
public:
    /// extraPatterns: RE2 expressions of a project; the first group, or else the whole match, is the secret.
    /// Errors: PatternInvalid, with the pattern and why.
    [[nodiscard]] static base::Result<Redactor> create(const std::vector<std::string>& extraPatterns = {});
    ~Redactor();
    Redactor(Redactor&&) noexcept;
    Redactor& operator=(Redactor&&) noexcept;

    /// Any bytes; what is no secret stays as it is, byte by byte.
    [[nodiscard]] std::string text(std::string_view bytes) const;
    /// Every string value (not the names of members), also judged by the name of the member it stands under.
    [[nodiscard]] base::Json json(const base::Json& value) const;

private:
    struct Rules;
    explicit Redactor(std::unique_ptr<Rules> rules);
    [[nodiscard]] base::Json member(const std::string& name, const base::Json& value) const;
    std::unique_ptr<Rules> m_rules;
};

/// For what is shown while a program runs: holds back the last line, and a key block until its end, so that a secret
/// cut by a read is still seen. A line is held up to 16 KiB. What is stored is redacted whole, afterwards.
class StreamRedactor
{
public:
    explicit StreamRedactor(const Redactor& redactor) : m_redactor(&redactor) {}
    [[nodiscard]] std::string add(std::string_view bytes);
    [[nodiscard]] std::string end();

private:
    [[nodiscard]] std::size_t safeLength() const;

    const Redactor* m_redactor;
    std::string m_held;
};

} // namespace countersign::runner
