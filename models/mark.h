// The shape a row carries, without saying how it is drawn. Source: design section 3.
// The order is that of views/style's StatusKind, which the views assert; shape and word always travel together.
#pragma once

#include "engine/domain/halt.h"
#include "engine/domain/run.h"

#include <QMetaType>
#include <QString>

namespace countersign::models {

enum class Mark {
    Pass, Warn, Fail, Error, Escalate, Blocker, ValidatorError, InternalError, EnvironmentError, Unknown,
    Running, Queued, Shadowed, NotReached, Flaky,
};

[[nodiscard]] Mark markOf(domain::Severity severity);
[[nodiscard]] Mark markOfHalt(std::string_view haltType); ///< unknown values: Mark::Unknown
[[nodiscard]] QString word(Mark mark);                    ///< lower case, as tables show it
[[nodiscard]] QString outcomeWord(std::string_view haltType); ///< "Escalate", "unknown outcome NAME"
[[nodiscard]] QString scopeWord(std::string_view scope);
[[nodiscard]] int scopeStep(std::string_view scope); ///< 1 direct, 2 project, 3 plan
[[nodiscard]] QString modeWord(domain::Mode mode);
[[nodiscard]] QString phaseWord(domain::Phase phase);

} // namespace countersign::models

Q_DECLARE_METATYPE(countersign::models::Mark)
