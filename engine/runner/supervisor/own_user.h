// The end of all power of a validation below a keeper: a user namespace of its own, without capabilities and without the
// right to make another one. Source: SPEC section 6.2.
#pragma once

namespace countersign::runner::supervisor {

/// Same user and group as before. settings: the directory /proc/sys/user. Null, or what failed; then errno says why.
[[nodiscard]] const char* giveUpPower(int settings);

} // namespace countersign::runner::supervisor
