// Closed table of the codes of engine/store. Source: SPEC section 14.
#pragma once

#include "engine/base/error.h"

namespace countersign::store::codes {

using base::CodeInfo;
using base::ErrorKind;

inline constexpr CodeInfo StoreNotFound{"StoreError", "STORE_NOT_FOUND", ErrorKind::Unavailable, "The store does not exist."};
inline constexpr CodeInfo StoreUnavailable{"StoreError", "STORE_UNAVAILABLE", ErrorKind::Unavailable, "The store can't be opened."};
inline constexpr CodeInfo StoreBusy{"StoreError", "STORE_BUSY", ErrorKind::Conflict, "Another process holds the store's lock."};
inline constexpr CodeInfo StoreFull{"StoreError", "STORE_FULL", ErrorKind::Unavailable, "There is no space left for the store."};
inline constexpr CodeInfo StoreReadOnly{"StoreError", "STORE_READ_ONLY", ErrorKind::Unavailable, "The store can't be written."};
inline constexpr CodeInfo StoreCorrupt{"StoreError", "STORE_CORRUPT", ErrorKind::Damaged, "The store is damaged."};
inline constexpr CodeInfo StoreNewer{"StoreError", "STORE_NEWER", ErrorKind::Unsupported, "The store was written by a newer version."};
inline constexpr CodeInfo StoreOlder{"StoreError", "STORE_OLDER", ErrorKind::Unavailable, "The store must be migrated first."};
inline constexpr CodeInfo StoreForeign{"StoreError", "STORE_FOREIGN", ErrorKind::Unsupported, "The file is a database, but not a store."};
inline constexpr CodeInfo StoreOnNetwork{"StoreError", "STORE_ON_NETWORK", ErrorKind::Unavailable, "The store lies on a network file system."};
inline constexpr CodeInfo StoreConstraint{"StoreError", "STORE_CONSTRAINT", ErrorKind::Conflict, "The change contradicts what is stored."};
inline constexpr CodeInfo StoreFailed{"StoreError", "STORE_FAILED", ErrorKind::Internal, "The store refused a statement."};
inline constexpr CodeInfo OutputMissing{"StoreError", "OUTPUT_MISSING", ErrorKind::NotFound, "A stored output is missing."};
inline constexpr CodeInfo OutputDamaged{"StoreError", "OUTPUT_DAMAGED", ErrorKind::Damaged, "A stored output was changed."};
inline constexpr CodeInfo NotStored{"StoreError", "NOT_FOUND", ErrorKind::NotFound, "What was asked for is not in the store."};
inline constexpr CodeInfo PlanStateInvalid{"StoreError", "PLAN_STATE_INVALID", ErrorKind::Damaged, "A stored plan stands where no plan can."};
inline constexpr CodeInfo LeaseLost{"StoreError", "LEASE_LOST", ErrorKind::Conflict, "Another process works on the plan now."};

inline constexpr std::array all{&StoreNotFound, &StoreUnavailable, &StoreBusy, &StoreFull, &StoreReadOnly, &StoreCorrupt, &StoreNewer,
    &StoreOlder, &StoreForeign, &StoreOnNetwork, &StoreConstraint, &StoreFailed, &OutputMissing, &OutputDamaged, &NotStored, &PlanStateInvalid,
    &LeaseLost};

} // namespace countersign::store::codes
