#pragma once

#include <QPainterPath>

#include <string_view>

namespace countersign::style {

// Turns SVG path data (M L H V C S A Z, both cases, circular arcs only) into a painter path, so that
// icons are rows of data and scale without bitmap files.
QPainterPath svgPath(std::string_view data);

} // namespace countersign::style
