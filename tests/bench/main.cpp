// countersign-bench [--quick] [--json FILE] [--list] [NAME…]: measures and says which goals are met.
// Exit status: 0 measured, whatever the goals; 1 something did not work; 64 used wrongly.
#include "tests/bench/measure.h"

#include "engine/base/files.h"
#include "engine/base/json.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>
#include <thread>

namespace {

using namespace countersign;
using bench::Benchmark;
using bench::Row;

struct Arguments
{
    bench::Settings settings{};
    bool list = false;
    std::string json{};
    std::vector<std::string> names{};
};

bool parse(int argc, char** argv, Arguments& out)
{
    for (int i = 1; i < argc; ++i) {
        const std::string text = argv[i];
        if (text == "--quick")
            out.settings.quick = true;
        else if (text == "--list")
            out.list = true;
        else if (text == "--json" && i + 1 < argc)
            out.json = argv[++i];
        else if (text.starts_with('-'))
            return false;
        else
            out.names.push_back(text);
    }
    return true;
}

std::vector<Benchmark> allBenchmarks()
{
    std::vector<Benchmark> all = bench::validationBenchmarks();
    for (auto* more : {bench::transformBenchmarks, bench::boundaryBenchmarks})
        for (Benchmark& one : more())
            all.push_back(std::move(one));
    return all;
}

base::Json toJson(const std::vector<Row>& rows)
{
    base::Json out = base::Json::array();
    for (const Row& row : rows)
        out.push_back({{"name", row.name}, {"ours", row.ours}, {"other", row.other}, {"unit", row.unit}, {"ratio", row.ratio()},
                       {"goal", row.goal}, {"met", row.met()}});
    return out;
}

double load()
{
    double value = 0;
    return ::getloadavg(&value, 1) == 1 ? value : 0;
}

int measure(const Arguments& arguments, const std::vector<Benchmark>& all)
{
    std::vector<Row> rows;
    std::printf("%u cores, load %.1f%s\n", std::thread::hardware_concurrency(), load(),
                load() > 0.5 ? ": numbers taken beside other work are only an indication" : "");
    for (const Benchmark& one : all) {
        if (!arguments.names.empty() && std::find(arguments.names.begin(), arguments.names.end(), one.name) == arguments.names.end())
            continue;
        try {
            const Row row = one.run(arguments.settings);
            std::printf("%-18s %9.3f to %9.3f %s = %5.3f, goal %.2f: %s  (%s)\n", row.name.c_str(), row.ours, row.other, row.unit.c_str(),
                        row.ratio(), row.goal, row.met() ? "met" : "MISSED", row.what.c_str());
            rows.push_back(row);
        } catch (const bench::Absent& absent) {
            std::printf("%-18s left out: %s\n", one.name.c_str(), absent.what());
        }
        std::fflush(stdout);
    }
    if (arguments.json.empty())
        return 0;
    const auto written = base::writeFileAtomically(arguments.json, base::write(toJson(rows)) + "\n");
    if (!written)
        std::fprintf(stderr, "%s\n", written.error().text().c_str());
    return written ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    Arguments arguments;
    const std::vector<Benchmark> all = allBenchmarks();
    const auto isKnown = [&all](const std::string& name) {
        return std::any_of(all.begin(), all.end(), [&name](const Benchmark& one) { return one.name == name; });
    };
    if (!parse(argc, argv, arguments) || !std::all_of(arguments.names.begin(), arguments.names.end(), isKnown)) {
        std::fputs("Usage: countersign-bench [--quick] [--json FILE] [--list] [NAME…]\n", stderr);
        return 64;
    }
    if (arguments.list) {
        for (const Benchmark& one : all)
            std::puts(one.name.c_str());
        return 0;
    }
    try {
        return measure(arguments, all);
    } catch (const std::exception& failed) {
        std::fprintf(stderr, "countersign-bench: %s\n", failed.what());
        return 1;
    }
}
