// The sentences of a resolution. Source: SPEC section 4, design of the attachments page. Thread: pure functions.
#pragma once

#include "engine/attachments/resolve.h"

namespace countersign::attachments {

/// Where an attachment that applies reaches the plan from; smaller is narrower.
struct Reach
{
    int width = 0;            ///< 0 own plan, 1 an ancestor, 2 own project, 3 an ancestor's project, 4 direct
    std::size_t distance = 0; ///< of the ancestor; 0 for own and direct
    friend auto operator<=>(const Reach&, const Reach&) = default;
};

struct Words
{
    std::string why{};
    std::string whatChanges{};
};

/// registered: mode of the validation, or nothing when it is not registered. loser: a shadowed one, or null.
[[nodiscard]] Words runs(const domain::Attachment& attachment, const Reach& reach, std::optional<domain::Mode> registered,
                         const domain::Attachment* loser, const Reach& loserReach);
[[nodiscard]] Words shadowed(const domain::Attachment& attachment, const domain::Attachment& winner);
/// twin: an effective attachment of the same resource with equal validation and arguments, or null.
[[nodiscard]] Words notReached(const domain::Attachment& attachment, const Question& question,
                               const domain::Attachment* twin);

} // namespace countersign::attachments
