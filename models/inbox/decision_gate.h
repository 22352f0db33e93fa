// What is still missing before a decision can be signed, in one fixed order. Source: SPEC 11, design 7.2.
#pragma once

#include "models/drafts/drafts.h"

#include <QString>

namespace countersign::models {

struct DecisionState
{
    QString offReason{};        ///< signing is off everywhere: chain broken, no key ring, request ended
    bool loaded = false;        ///< all evidence has arrived
    bool subjectEmpty = false;
    QString unreadName{};       ///< first verdict not read to the end; empty: all read
    int unreadLines = 0;
    Draft::Choice choice = Draft::Choice::None;
    QString reason{};
    bool keyChosen = false;
    QString keyProblem{};
};

enum class Missing { Nothing, Off, Reading, Choice, Reason, Key };

[[nodiscard]] Missing missingPart(const DecisionState& state);
/// "Not available yet: read local/static-analysis to the end, 24 lines are unread."; empty when nothing is missing.
[[nodiscard]] QString missingWords(const DecisionState& state);
inline constexpr int maximumReason = 4000;

} // namespace countersign::models
