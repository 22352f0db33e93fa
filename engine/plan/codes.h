// Closed table of the codes of engine/plan. Source: SPEC sections 3, 5, 6.
#pragma once

#include "engine/base/error.h"

namespace countersign::plan::codes {

using base::CodeInfo;
using base::ErrorKind;

inline constexpr CodeInfo WorkTreeUnreadable{"WorkTreeError", "WORK_TREE_UNREADABLE", ErrorKind::Unavailable, "The work tree can't be read."};
inline constexpr CodeInfo WorkTreeSpecialFile{"WorkTreeError", "WORK_TREE_SPECIAL_FILE", ErrorKind::BadInput, "The work tree holds a socket, device or pipe."};
inline constexpr CodeInfo WorkTreeNotGit{"WorkTreeError", "WORK_TREE_NOT_GIT", ErrorKind::BadInput, "The resource is not a git work tree of its own."};
inline constexpr CodeInfo ValidationNotRegistered{"ValidationError", "VALIDATION_NOT_REGISTERED", ErrorKind::NotFound, "The attached validation is not registered."};
inline constexpr CodeInfo SourceNotSupported{"ValidationError", "SOURCE_NOT_SUPPORTED", ErrorKind::Unsupported, "This version can't run tools of this source."};
inline constexpr CodeInfo DefinitionChanged{"ValidationError", "DEFINITION_CHANGED", ErrorKind::Conflict, "A pinned file differs from what was imported."};
inline constexpr CodeInfo WorkCopyFailed{"WorkTreeError", "WORK_COPY_FAILED", ErrorKind::Unavailable, "The work copy of the plan can't be made."};
inline constexpr CodeInfo LifecycleDiscover{"LifecycleError", "LIFECYCLE_DISCOVER", ErrorKind::Unavailable, "The tool's discover hook says that it is not there."};
inline constexpr CodeInfo LifecycleActivate{"LifecycleError", "LIFECYCLE_ACTIVATE", ErrorKind::Unavailable, "The tool's activate hook failed."};
inline constexpr CodeInfo LifecycleDeactivate{"LifecycleError", "LIFECYCLE_DEACTIVATE", ErrorKind::Unavailable, "The tool's deactivate hook failed."};

inline constexpr std::array all{&WorkTreeUnreadable, &WorkTreeSpecialFile, &WorkTreeNotGit, &ValidationNotRegistered, &SourceNotSupported,
    &DefinitionChanged, &WorkCopyFailed, &LifecycleDiscover, &LifecycleActivate, &LifecycleDeactivate};

} // namespace countersign::plan::codes
