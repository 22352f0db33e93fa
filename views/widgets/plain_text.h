#pragma once

#include <QString>

namespace countersign::widgets {

// True for a character that would change what a person sees without being seen itself: controls, bidi and
// other format characters, odd spaces, fillers, variation selectors, halves of surrogate pairs.
bool isDeceptive(char32_t character);

// Evidence as it may be shown: line feed, tab and plain text stay, what isDeceptive() becomes <U+XXXX>.
QString visibleText(QStringView text);

// Tooltips guess whether a text is markup; this keeps any text plain.
QString plainToolTip(const QString& text);

} // namespace countersign::widgets
