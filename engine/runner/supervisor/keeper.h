// A keeper is process 1 of a sandbox that several validations of one run and one layout share from outside: it makes for
// each of them, on request, a sandbox of its own inside: pid, mount, ipc, uts, cgroup and network namespaces, then a user
// namespace without any power, and in it the same process 1 as anywhere else (supervision.h). Validations never see the
// keeper: it isn't in their pid namespace, its socket is closed before they start, and it never reads what they are told.
// When it ends, the kernel ends all of them. Source: SPEC section 6.2.
#pragma once

namespace countersign::runner::supervisor {

/// The argument that makes the supervisor a keeper.
inline constexpr char keeperMode[] = "keeper";

/// Until the host closes its end. The exit status.
[[nodiscard]] int keep();

} // namespace countersign::runner::supervisor
