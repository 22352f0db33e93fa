// The command line of the console. Source: SPEC section 1, 15.
#pragma once

#include "engine/base/result.h"

#include <QSize>
#include <QString>
#include <QStringList>

namespace countersign::console {

struct Options
{
    QString store{};       ///< empty: the default store
    QString project{};     ///< empty: as last time
    QString screenshots{}; ///< a folder: save pictures of the main screens there and end
    QSize size{1440, 900};
    QString text{};        ///< what --help or --version says; the program ends after it
};

/// Errors: Usage.
[[nodiscard]] base::Result<Options> parseOptions(const QStringList& words);
/// The manual page, in roff.
[[nodiscard]] QString manualPage();

} // namespace countersign::console
