// What one validation said. Source: SPEC sections 6.4, 6.7.
#pragma once

#include <array>
#include <string_view>

namespace countersign::domain {

enum class Mode { Required, Informational };
enum class Verdict { Pass, Fail, Error };
/// Severity of a verdict under its mode.
enum class Severity { Pass, Warn, Blocker, Error };

[[nodiscard]] constexpr Severity severity(Mode mode, Verdict verdict)
{
    switch (verdict) {
    case Verdict::Pass: return Severity::Pass;
    case Verdict::Fail: return mode == Mode::Required ? Severity::Blocker : Severity::Warn;
    case Verdict::Error: return Severity::Error;
    }
    return Severity::Error;
}

[[nodiscard]] constexpr std::string_view toText(Mode mode) { return mode == Mode::Required ? "required" : "informational"; }
[[nodiscard]] constexpr std::string_view toText(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Pass: return "pass";
    case Verdict::Fail: return "fail";
    case Verdict::Error: return "error";
    }
    return "error";
}
[[nodiscard]] constexpr std::string_view toText(Severity severity)
{
    switch (severity) {
    case Severity::Pass: return "pass";
    case Severity::Warn: return "warn";
    case Severity::Blocker: return "blocker";
    case Severity::Error: return "error";
    }
    return "error";
}

} // namespace countersign::domain
