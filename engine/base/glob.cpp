#include "engine/base/glob.h"

#include <vector>

namespace countersign::base {

namespace {

/// One segment against one pattern segment with * and ?. Linear backtracking: only the last star is tried again.
bool matchesSegment(std::string_view glob, std::string_view text)
{
    std::size_t g = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;
    std::size_t mark = 0;
    while (t < text.size()) {
        if (g < glob.size() && glob[g] == '*') {
            star = g++;
            mark = t;
        } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
            ++g;
            ++t;
        } else if (star != std::string_view::npos) {
            g = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    return glob.find_first_not_of('*', g) == std::string_view::npos;
}

std::vector<std::string_view> segments(std::string_view path)
{
    std::vector<std::string_view> out;
    while (path.starts_with("./"))
        path.remove_prefix(2);
    for (;;) {
        const std::size_t slash = path.find('/');
        out.push_back(path.substr(0, slash));
        if (slash == std::string_view::npos)
            return out;
        path.remove_prefix(slash + 1);
    }
}

} // namespace

bool matchesGlob(std::string_view glob, std::string_view path)
{
    const auto pattern = segments(glob);
    const auto parts = segments(path);
    std::vector<bool> reached(parts.size() + 1, false); // reached[i]: the pattern so far fits the first i parts
    reached[0] = true;
    for (const std::string_view each : pattern) {
        std::vector<bool> next(parts.size() + 1, false);
        bool any = false;
        for (std::size_t i = 0; i <= parts.size(); ++i) {
            any = any || reached[i];
            if (each == "**")
                next[i] = any;
            else if (i > 0)
                next[i] = reached[i - 1] && matchesSegment(each, parts[i - 1]);
        }
        reached = std::move(next);
    }
    return reached[parts.size()];
}

} // namespace countersign::base
