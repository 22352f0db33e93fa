// What the delegates ask every model of this folder. The values are those of views/widgets/roles.h, which the views
// assert: models know nothing of widgets.
#pragma once

#include <qnamespace.h>

namespace countersign::models {

enum ItemRole {
    KindRole = Qt::UserRole + 0x4300, ///< int of Mark
    WordRole,
    DetailRole,
    AgeRole,
    NewRole,
    GroupRole,
    FoldedRole,
    CountRole,
    GlyphRole, ///< int of Sign
    ScopeRole,
    QuietRole,
    FixedRole,
    HueRole, ///< int of Tint
    LinkedRole,
    RailRole,
    KeyRole = Qt::UserRole + 0x4400, ///< QString: the row's id, by which selection and scroll are kept
};

/// Inks of a cell; the order is that of views/style's Hue.
enum class Tint { Green, Amber, Red, Violet, Blue, Grey };

enum class RailStep { Attempt, Revision, Limit };

} // namespace countersign::models
