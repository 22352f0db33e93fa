#pragma once

#include "views/style/theme.h"

#include <QString>

#include <vector>

namespace countersign::widgets {

// A run of one look inside a line; colour is 0 to 15, or -1 for the colour of the text.
struct AnsiSpan
{
    int start = 0;
    int length = 0;
    int colour = -1;
    bool bold = false;
    bool operator==(const AnsiSpan&) const = default;
};

struct AnsiLine
{
    QString text;
    std::vector<AnsiSpan> spans;
};

// Output of a program as lines to show. Only the 16 colours and bold are kept. Backgrounds, concealment and
// cursor moves are dropped, so that no output can hide a part of itself; every other control, bidi or invisible
// character is written out as <U+XXXX>, and so is an escape whose sequence does not end in its line.
std::vector<AnsiLine> parseAnsi(QStringView raw);

// The 16 colours as hues of the theme; each is readable on every surface.
QColor ansiColour(int colour, const style::Theme& theme);

} // namespace countersign::widgets
