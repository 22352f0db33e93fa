#pragma once

#include <qnamespace.h>

namespace countersign::widgets {

// What the delegates of this folder ask an item for, beside Qt::DisplayRole (title or text) and
// Qt::AccessibleTextRole (the whole row as a sentence). Absent values mean "not shown".
enum ItemRole {
    KindRole = Qt::UserRole + 0x4300, // int of style::StatusKind
    WordRole,                         // QString, outcome word of a list row, in the hue of its kind
    DetailRole,                       // QString, second line or cause
    AgeRole,                          // QString, at the right of a list row
    NewRole,                          // bool, bold until looked at
    GroupRole,                        // bool, a group header row
    FoldedRole,                       // bool, of a group header row
    CountRole,                        // int or QString, at the right of a group or navigation row
    GlyphRole,                        // int of style::Glyph
    ScopeRole,                        // int, 1 direct, 2 project, 3 plan
    QuietRole,                        // bool, secondary ink
    FixedRole,                        // bool, fixed type: hashes, ids, numbers compared down a column
    HueRole,                          // int of style::Hue, ink of a cell
    LinkedRole,                       // bool, grey tint of the row that belongs to a selection elsewhere
    RailRole,                         // int of widgets::RailStep
};

enum class RailStep { Attempt, Revision, Limit };

} // namespace countersign::widgets
