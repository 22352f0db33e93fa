// The configuration file: $XDG_CONFIG_HOME/countersign/config.yml. Source: SPEC section 14. Errors: ConfigInvalid with line.
//   path: /usr/local/bin:/usr/bin:/bin     where programs are searched, in all three programs
//   limits: {parallel: 4}                  validations at a time, 1 to 256
//   appearance: {theme: system, scale: 100} theme system|light|dark; scale in percent, 100 to 300
//   redact: [PATTERN]                      further secrets, RE2 expressions
#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace countersign {

struct Configuration
{
    std::string path = "/usr/local/bin:/usr/bin:/bin";
    int parallel = 0; ///< 0: number of cores
    std::string theme = "system";
    int scale = 100;
    std::vector<std::string> redact{};
};

/// Calls at a time: as asked (0: not), else as configured, else the number of cores; 1 to 256.
[[nodiscard]] int parallelism(int asked, const Configuration& configuration);

/// A file that does not exist is the default configuration.
[[nodiscard]] base::Result<Configuration> readConfiguration(const std::filesystem::path& file);

} // namespace countersign
