#include "engine/domain/lease.h"

#include <array>

namespace countersign::domain {

namespace {
constexpr std::array kinds{std::pair(CommandKind::Cancel, std::string_view("cancel")), std::pair(CommandKind::Retry, std::string_view("retry")),
                           std::pair(CommandKind::Guide, std::string_view("guide")), std::pair(CommandKind::Apply, std::string_view("apply"))};
}

std::string_view toText(CommandKind kind)
{
    for (const auto& [value, text] : kinds)
        if (value == kind)
            return text;
    return "cancel";
}

std::optional<CommandKind> parseCommandKind(std::string_view text)
{
    for (const auto& [value, name] : kinds)
        if (name == text)
            return value;
    return std::nullopt;
}

} // namespace countersign::domain
