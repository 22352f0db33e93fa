#include "engine/audit/chain.h"
#include "engine/audit/codes.h"

namespace countersign::audit {

std::string_view toText(ProblemKind kind)
{
    switch (kind) {
    case ProblemKind::Torn: return "torn";
    case ProblemKind::Missing: return "missing";
    case ProblemKind::Duplicated: return "duplicated";
    case ProblemKind::Reordered: return "reordered";
    case ProblemKind::Edited: return "edited";
    case ProblemKind::Record: return "record";
    }
    return "edited";
}

bool Report::onlyTorn() const
{
    return problemCount == 1 && problems.front().kind == ProblemKind::Torn && recordsInvalid.empty();
}

base::Result<void> Report::verdict() const
{
    if (intact())
        return {};
    if (onlyTorn())
        return base::fail(codes::ChainTorn, problems.front().detail);
    if (problemCount == 0)
        return base::fail(codes::ChainBroken, std::to_string(recordsInvalid.size()) + " decision records are not valid.");
    return base::fail(codes::ChainBroken, std::to_string(problemCount) + " problems, the first: " + std::string(toText(problems.front().kind)) +
                                              " at sequence " + std::to_string(problems.front().seq) + ".");
}

} // namespace countersign::audit
