#pragma once

#include "views/style/theme.h"

#include <QPainterPath>
#include <QString>

#include <array>

class QPainter;

namespace countersign::style {

// Every outcome, verdict and state that has a shape of its own (UI.md section 3).
enum class StatusKind {
    Pass,
    Warn,
    Fail,
    Error,
    Escalate,
    Blocker,
    ValidatorError,
    InternalError,
    EnvironmentError,
    Unknown,
    Running,
    Queued,
    Shadowed,
    NotReached,
    Flaky,
};

inline constexpr std::array allStatusKinds{
    StatusKind::Pass,           StatusKind::Warn,          StatusKind::Fail,
    StatusKind::Error,          StatusKind::Escalate,      StatusKind::Blocker,
    StatusKind::ValidatorError, StatusKind::InternalError, StatusKind::EnvironmentError,
    StatusKind::Unknown,        StatusKind::Running,       StatusKind::Queued,
    StatusKind::Shadowed,       StatusKind::NotReached,    StatusKind::Flaky};

// Shapes are areas in a 16 x 16 box with their marks cut out, so that they stand on any surface.
class StatusIcon
{
public:
    static const QPainterPath& path(StatusKind kind);
    static Hue hue(StatusKind kind);
    // Lower-case word as tables show it: "pass", "validator error". The icon never stands without it.
    static QString word(StatusKind kind);
    static void paint(QPainter& painter, const QRectF& rect, StatusKind kind, const Theme& theme);
    // In one given colour, for places that have a colour of their own.
    static void paint(QPainter& painter, const QRectF& rect, StatusKind kind, const QColor& colour,
                      const QColor& track);
};

} // namespace countersign::style
