// Exit statuses of countersign-transform beside 0 (an answer was printed).
#pragma once

namespace countersign::runner::transform_helper {

enum Exit : int { Usage = 64, Timeout = 40, Memory = 41, Crash = 42 };

} // namespace countersign::runner::transform_helper
