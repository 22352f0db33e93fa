#pragma once

namespace countersign::widgets {

// Lets assistive programs see the parts of every PaintedWidget as its children. Safe to call again.
void exposePaintedWidgets();

} // namespace countersign::widgets
