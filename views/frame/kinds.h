// Where the models' marks meet the style's shapes: one cast, held by assertions.
#pragma once

#include "models/cells.h"
#include "views/style/glyph.h"
#include "views/style/status_icon.h"
#include "views/widgets/roles.h"

namespace countersign::views {

static_assert(static_cast<int>(models::Mark::Pass) == static_cast<int>(style::StatusKind::Pass));
static_assert(static_cast<int>(models::Mark::Fail) == static_cast<int>(style::StatusKind::Fail));
static_assert(static_cast<int>(models::Mark::Escalate) == static_cast<int>(style::StatusKind::Escalate));
static_assert(static_cast<int>(models::Mark::EnvironmentError) == static_cast<int>(style::StatusKind::EnvironmentError));
static_assert(static_cast<int>(models::Mark::Running) == static_cast<int>(style::StatusKind::Running));
static_assert(static_cast<int>(models::Mark::Flaky) == static_cast<int>(style::StatusKind::Flaky));
static_assert(static_cast<int>(models::Sign::Audit) == static_cast<int>(style::Glyph::Audit));
static_assert(static_cast<int>(models::Sign::Key) == static_cast<int>(style::Glyph::Key));
static_assert(static_cast<int>(models::Sign::Differs) == static_cast<int>(style::Glyph::Differs));
static_assert(static_cast<int>(models::Tint::Grey) == static_cast<int>(style::Hue::Grey));
static_assert(static_cast<int>(models::KindRole) == static_cast<int>(widgets::KindRole));
static_assert(static_cast<int>(models::RailRole) == static_cast<int>(widgets::RailRole));
static_assert(static_cast<int>(models::RailStep::Limit) == static_cast<int>(widgets::RailStep::Limit));

[[nodiscard]] constexpr style::StatusKind kindOf(models::Mark mark) { return static_cast<style::StatusKind>(mark); }

} // namespace countersign::views
