#include "models/inbox/decision_gate.h"

#include "engine/base/text.h"
#include "models/text.h"

#include <QCoreApplication>

namespace countersign::models {

Missing missingPart(const DecisionState& state)
{
    if (!state.offReason.isEmpty() || state.subjectEmpty)
        return Missing::Off;
    if (state.choice != Draft::Choice::Reject && (!state.loaded || !state.unreadName.isEmpty()))
        return Missing::Reading;
    if (state.choice == Draft::Choice::None)
        return Missing::Choice;
    const std::string reason = utf8(state.reason);
    if (base::isBlank(reason) || base::characters(reason) > maximumReason)
        return Missing::Reason;
    return state.keyChosen ? Missing::Nothing : Missing::Key;
}

QString missingWords(const DecisionState& state)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("countersign::models", text); };
    switch (missingPart(state)) {
    case Missing::Nothing: return {};
    case Missing::Off: return state.subjectEmpty ? tr("Not available: there is no verdict to decide about.") : tr("Not available: %1").arg(state.offReason);
    case Missing::Reading:
        if (!state.loaded)
            return tr("Not available yet: the evidence is loading.");
        return tr("Not available yet: read %1 to the end, %2 lines are unread.").arg(state.unreadName).arg(state.unreadLines);
    case Missing::Choice: return tr("Not available yet: choose Proceed or Reject.");
    case Missing::Reason:
        return base::isBlank(utf8(state.reason)) ? tr("Not available yet: give a reason.")
                                                 : tr("Not available yet: the reason is longer than 4,000 characters.");
    case Missing::Key: return state.keyProblem.isEmpty() ? tr("Not available yet: choose a signing key.") : tr("Not available yet: %1").arg(state.keyProblem);
    }
    return {};
}

} // namespace countersign::models
