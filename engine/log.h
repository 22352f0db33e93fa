// The engine's log: one line an entry, with a code, rotated, without secrets. Source: SPEC section 14. Thread-safe.
// Several processes of one program share a file; a lock beside it keeps them from rotating it twice.
#pragma once

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/runner/redactor.h"

#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace countersign {

class Log
{
public:
    /// patterns: valid RE2 expressions of further secrets.
    Log(std::filesystem::path directory, std::string program, const base::Clock& clock, const std::vector<std::string>& patterns = {});
    /// Never fails: a log that can't be written is dropped, the work goes on.
    void write(std::string_view code, std::string_view text);
    void write(const base::Error& error) { write(error.code(), error.text()); }
    [[nodiscard]] std::filesystem::path file() const { return m_directory / (m_program + ".log"); }
    /// The last lines that hold a word, oldest first.
    [[nodiscard]] std::string last(int lines, std::string_view word) const;

private:
    void rotate() const;

    runner::Redactor m_redactor;
    std::filesystem::path m_directory;
    std::string m_program;
    const base::Clock& m_clock;
    mutable std::mutex m_mutex{};
};

} // namespace countersign
