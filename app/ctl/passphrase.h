// Asks for a passphrase on the terminal, or reads it from a descriptor. Source: SPEC section 15 (--passphrase-fd).
#pragma once

#include "engine/authority/secret_bytes.h"
#include "engine/base/result.h"

#include <optional>
#include <string>

namespace countersign::ctl {

/// fd: the value of --passphrase-fd; its first line is the passphrase. Without it the terminal is asked, without echo.
/// Errors: Usage where there is no terminal.
[[nodiscard]] base::Result<authority::SecretBytes> readPassphrase(const std::optional<std::string>& fd, const std::string& prompt);

} // namespace countersign::ctl
