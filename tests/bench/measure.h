// What a benchmark is: ours and the other, measured in turn in one run, their medians and the ratio that is held to a
// goal. Thread: one.
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace countersign::bench {

/// What is compared with is not installed: the row is left out, saying so.
struct Absent : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Wrong verdicts, programs that are missing: nothing is measured by what did not work.
struct Failed : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

struct Settings
{
    bool quick = false; ///< tiny counts: shows that the harness works, measures nothing
    [[nodiscard]] int count(int full, int tiny) const { return quick ? tiny : full; }
};

struct Row
{
    std::string name{};
    double ours = 0;
    double other = 0;
    std::string unit{};
    double goal = 0; ///< the ratio ours / other may be so much
    std::string what{};
    [[nodiscard]] double ratio() const { return ours / other; }
    [[nodiscard]] bool met() const { return ratio() <= goal; }
};

struct Benchmark
{
    std::string name{};
    std::function<Row(const Settings&)> run{};
};
[[nodiscard]] std::vector<Benchmark> validationBenchmarks();
[[nodiscard]] std::vector<Benchmark> transformBenchmarks();
[[nodiscard]] std::vector<Benchmark> boundaryBenchmarks();

/// One warming-up of each, then both in turn; the medians.
[[nodiscard]] std::pair<double, double> inTurn(int rounds, const std::function<double()>& ours, const std::function<double()>& other);
[[nodiscard]] double milliseconds(const std::function<void()>& work);

/// Runs a program to its end with stdin from a file and stdout to nowhere. Failed unless it exits 0.
void runProgram(const std::vector<std::string>& argv, const std::filesystem::path& input = "/dev/null");
/// The folder of countersign-supervisor and its neighbours.
[[nodiscard]] std::filesystem::path programs();

} // namespace countersign::bench
