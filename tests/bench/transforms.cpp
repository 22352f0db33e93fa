// A transform with its helper in a sandbox against a bare process with the same engine. Source: SPEC section 3.
#include "tests/bench/measure.h"

#include "engine/base/files.h"
#include "engine/runner/ready_transforms.h"

#include <fstream>

namespace countersign::bench {
namespace {

constexpr char function[] = "output => ({passed: output.exit_code === 0, message: output.json.findings.length + ' findings',"
                            " data: {worst: output.json.findings.map(f => f.level).sort().pop()}})";

runner::ProcessEnd toolEnd()
{
    base::Json findings = base::Json::array();
    for (int i = 0; i < 20; ++i)
        findings.push_back({{"file", "src/" + std::to_string(i) + ".cpp"}, {"level", i % 5}});
    runner::ProcessEnd end;
    end.how = runner::ProcessEnd::How::Exited;
    end.out.head = base::write({{"findings", findings}});
    end.out.total = end.out.head.size();
    return end;
}

Row transform(const Settings& settings)
{
    auto host = runner::ProcessHost::create(runner::HostOptions::inFolder(programs()));
    auto folder = base::TemporaryDirectory::create("bench");
    if (!host || !folder)
        throw Failed("no process host");
    const runner::ProcessEnd end = toolEnd();
    const std::filesystem::path request = folder->path() / "request";
    std::ofstream(request) << base::write({{"function", function}, {"input", base::write(runner::transformInput(end))}});
    // As a run has them.
    const runner::SharedSandboxes shared(**host);
    runner::ReadyTransforms ready(**host, shared.id(), 1000);
    const auto helper = [&] {
        const runner::DirectResult result = runner::transformEnd(**host, function, end, {}, {}, &ready);
        if (!result.passed || result.message != "20 findings")
            throw Failed("the transform gave " + result.errorMessage);
    };
    const std::string bare = (programs() / "countersign-bench-bare").string();
    // In a row, so that what is started ahead of a call is paid for by another.
    const int inARow = settings.count(20, 1);
    const auto each = [&](const std::function<void()>& one) {
        return milliseconds([&] {
                   for (int i = 0; i < inARow; ++i)
                       one();
               }) / inARow;
    };
    const auto [ours, other] = inTurn(settings.count(9, 1), [&] { return each(helper); }, [&] { return each([&] { runProgram({bare}, request); }); });
    return {"transform", ours, other, "ms", 1.0, "a transform, helper and sandbox included, against a bare process with a QJSEngine"};
}

} // namespace

std::vector<Benchmark> transformBenchmarks() { return {{"transform", transform}}; }

} // namespace countersign::bench
