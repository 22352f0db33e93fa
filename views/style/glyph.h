#pragma once

#include <QColor>
#include <QIcon>
#include <QRectF>

class QPainter;

namespace countersign::style {

// The line icons of the frame. Each is one path with a 1.4 px pen in a 16 x 16 box.
enum class Glyph {
    None,
    Inbox,
    Plans,
    Attachments,
    Live,
    History,
    Audit,
    Settings,
    Filter,
    Search,
    Refresh,
    Copy,
    ChevronDown,
    ChevronRight,
    ChevronUp,
    Eye,
    Lock,
    Key,
    Store,
    Chain,
    Engine,
    Agents,
    Add,
    Export,
    Check,
    Cross,
    Info,
    Signed,
    Used,
    Project,
    Folder,
    File,
    Repository,
    Guidance,
    Pause,
    Rerun,
    Minus,
    Differs,
};
inline constexpr int glyphCount = int(Glyph::Differs) + 1;

void paintGlyph(QPainter& painter, const QRectF& rect, Glyph glyph, const QColor& colour);

// 1 direct, 2 project, 3 plan: a fuller mark is narrower and wins.
void paintScope(QPainter& painter, const QRectF& rect, int step, const QColor& colour);

// An icon that follows the theme: it is drawn in the colour of the button it stands on.
QIcon glyphIcon(Glyph glyph, const QColor& colour, const QColor& disabled);

} // namespace countersign::style
