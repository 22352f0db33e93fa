// Errors of the whole engine: one base, closed tables of codes, causes that chain. Source: SPEC section 9.
// Thread: plain values, safe to copy between threads.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace countersign::base {

/// What the caller can do about an error. The exit status of a program is one table over this (exitStatus()).
enum class ErrorKind {
    Usage,       ///< the call itself was wrong
    BadInput,    ///< the input must be changed
    NotFound,    ///< the thing named does not exist
    Unavailable, ///< a store, sandbox or program is not usable now
    Conflict,    ///< busy or already decided; try again or look again
    Denied,      ///< not allowed, whatever is tried
    Found,       ///< a check worked and found something
    Damaged,     ///< input cut or corrupt
    Unsupported, ///< a format or version this program does not know
    Cancelled,   ///< the caller or operator asked to stop
    Internal,    ///< a defect of this program
};

/// One row of a module's code table. Codes are only ever made as constants in a module's codes.h.
struct CodeInfo
{
    std::string_view name;     ///< family, for example "JsonError"
    std::string_view code;     ///< for example "JSON_SYNTAX"; unique in the whole product
    ErrorKind kind;            ///< what the caller can do
    std::string_view sentence; ///< for people, translatable, without details
};

/// Where in an input something was wrong. Lines and columns start at 1; 0 means not known. Columns count bytes.
struct Place
{
    std::string file{};
    int line = 0;
    int column = 0;
    std::string pointer{}; ///< JSON Pointer into the document
};

class Error
{
public:
    Error(const CodeInfo& code, std::string message) : m_code(&code), m_message(std::move(message)) {}

    [[nodiscard]] std::string_view name() const { return m_code->name; }
    [[nodiscard]] std::string_view code() const { return m_code->code; }
    [[nodiscard]] ErrorKind kind() const { return m_code->kind; }
    [[nodiscard]] std::string_view sentence() const { return m_code->sentence; }
    [[nodiscard]] const CodeInfo& info() const { return *m_code; }
    [[nodiscard]] bool is(const CodeInfo& code) const { return m_code == &code; }
    [[nodiscard]] const std::string& message() const { return m_message; }
    [[nodiscard]] const std::optional<Place>& place() const { return m_place; }
    [[nodiscard]] const std::string& advice() const { return m_advice; }
    [[nodiscard]] const Error* cause() const { return m_cause.get(); }

    Error& at(Place place) &;
    Error&& at(Place place) &&;
    Error& advise(std::string whatToDo) &;
    Error&& advise(std::string whatToDo) &&;
    Error& because(Error cause) &;
    Error&& because(Error cause) &&;

    /// One line for people and logs: place, message, [CODE], advice, then each cause after "; because ".
    [[nodiscard]] std::string text() const;

private:
    const CodeInfo* m_code;
    std::string m_message;
    std::optional<Place> m_place;
    std::string m_advice;
    std::shared_ptr<const Error> m_cause;
};

/// Exit status for a kind of error (SPEC section 15).
[[nodiscard]] int exitStatus(ErrorKind kind);

} // namespace countersign::base
