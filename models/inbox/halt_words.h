// The sentences of the Inbox's pages, built from what is stored and signed. Source: design 7.2–7.5, SPEC 7 and 8.
#pragma once

#include "engine/requests.h"

#include <QList>
#include <QString>

namespace countersign::models {

[[nodiscard]] QString haltSentence(const HaltDetail& detail);
[[nodiscard]] QString openedBy(const domain::Halt& halt); ///< "Opened 11:42 by atlas-2, round 2 of 4"
[[nodiscard]] QString tallyText(const domain::PolicyDecision& decision); ///< "3 pass, 1 warn of 4."
/// From the same fields that are signed: what a record would cover, how often, until when, and what ends it.
[[nodiscard]] QString ifYouSign(const HaltDetail& detail);
[[nodiscard]] QString whatEndsIt(const domain::DecisionRules& rules);
[[nodiscard]] QString subjectText(const HaltDetail& detail); ///< "1 of 4 verdicts is a warn, repo/pump"
[[nodiscard]] QString stabilityText(const Stability& stability);
[[nodiscard]] bool isFlaky(const Stability& stability);
[[nodiscard]] QString closedText(const domain::Halt& halt); ///< "Closed 11:58, passed"
/// A part of a hint in its order: a command to copy, without a prompt, or lines of prose.
struct HintPart
{
    QString text{};
    bool command = false;
    friend bool operator==(const HintPart&, const HintPart&) = default;
};
[[nodiscard]] QList<HintPart> hintParts(const std::string& hint);
/// "registered with the coder local/weld" and so on; who runs it.
[[nodiscard]] QString hintOrigin(const domain::Halt& halt);
/// How a validation that gave no verdict ended: "exit 3", "signal 9", "time limit", the error's own sentence.
[[nodiscard]] QString howItEnded(const domain::ValidationResult& result);

} // namespace countersign::models
