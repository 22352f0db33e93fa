// Strong ids of what the engine keeps. Source: SPEC section 2.
#pragma once

#include "engine/base/ids.h"

namespace countersign::domain {

using AttachmentId = base::Id<struct AttachmentTag>;
using PlanId = base::Id<struct PlanTag>;
using RunId = base::Id<struct RunTag>;
using HaltId = base::Id<struct HaltTag>; ///< of an escalate halt it is the decision id too
using ProcessId = base::Id<struct ProcessTag>;
using RecordId = base::Id<struct RecordTag>; ///< jti of a decision record
using CallId = base::Id<struct CallTag>;       ///< one start of a coder or strategist
using CommandId = base::Id<struct CommandTag>;
using TokenId = base::Id<struct TokenTag>;   ///< jti of a validation token

} // namespace countersign::domain
