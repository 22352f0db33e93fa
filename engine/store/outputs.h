// Outputs of programs, kept once by their content's digest outside the database. Source: SPEC sections 6.3, 14.
// Thread-safe: files appear whole by rename.
#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace countersign::store {

class Outputs
{
public:
    explicit Outputs(std::filesystem::path directory) : m_directory(std::move(directory)) {}
    /// Returns the digest. Empty bytes are not stored and give an empty digest.
    [[nodiscard]] base::Result<std::string> put(std::string_view bytes) const;
    /// Errors: OutputMissing, OutputDamaged when the content is no longer what the digest says.
    [[nodiscard]] base::Result<std::string> get(const std::string& digest) const;

private:
    [[nodiscard]] std::filesystem::path pathOf(const std::string& digest) const;
    std::filesystem::path m_directory;
};

} // namespace countersign::store
