// The keeper's end of the socket to the host: a start comes in with its descriptors, the new process goes out as a pidfd.
// One message each, of fixed size. Source: SPEC section 6.2.
#pragma once

#include "engine/runner/supervisor/protocol.h"

#include <array>

namespace countersign::runner::supervisor {

/// Descriptors that close themselves; in the order of Descriptor.
class Passed
{
public:
    Passed() { fds.fill(-1); }
    ~Passed();
    Passed(const Passed&) = delete;
    Passed& operator=(const Passed&) = delete;

    StartRequest request{};
    std::array<int, passedDescriptors> fds{};
};

enum class Received { Start, Nothing, HostGone };
/// Doesn't wait. A message of another size or number of descriptors counts as a host that is gone.
[[nodiscard]] Received receive(Passed& out);
/// False: the host is gone. process -1: errnum says why there is none.
[[nodiscard]] bool answer(std::uint64_t job, int errnum, int process);

} // namespace countersign::runner::supervisor
