// Validations as a run executes them: sandboxed, redacted, outputs and results stored. Source: SPEC sections 6.1–6.5.
#include "tests/bench/measure.h"

#include "engine/base/files.h"
#include "engine/plan/execution.h"
#include "engine/store/store.h"

#include <cstring>
#include <fstream>

#include <sys/mman.h>

namespace countersign::bench {
namespace {

namespace fs = std::filesystem;
using domain::Verdict;

constexpr std::size_t gibibyte = 1024UL * 1024 * 1024;
const base::SystemClock systemClock{};

template <typename T>
T sure(base::Result<T> result)
{
    if (!result)
        throw Failed(result.error().text());
    if constexpr (!std::is_void_v<T>)
        return std::move(*result);
}

/// A store, a resource, a host: what a run has.
class Workshop
{
public:
    Workshop()
        : m_folder(sure(base::TemporaryDirectory::create("bench"))), m_redactor(sure(runner::Redactor::create())),
          m_host(sure(runner::ProcessHost::create(runner::HostOptions::inFolder(programs()))))
    {
        fs::create_directories(resource());
        domain::Actor actor;
        actor.kind = domain::ActorKind::Person;
        actor.name = actor.login = "bench";
        const store::Identity identity{actor, "bench", base::newId<domain::ProcessTag>(systemClock), &systemClock};
        m_store = sure(store::Store::open(store::locationOf(m_folder.path() / "state" / "bench.db"), identity, true));
        auto transaction = sure(m_store->begin());
        domain::Project project;
        project.name = "local/bench";
        sure(m_store->save(project, ""));
        domain::Plan plan;
        plan.id = m_run.plan = base::newId<domain::PlanTag>(systemClock);
        plan.taskId = plan.title = m_run.taskId = "bench";
        plan.projects = {project.name};
        sure(m_store->add(plan));
        m_run.id = base::newId<domain::RunTag>(systemClock);
        m_run.owner.value = "bench";
        sure(m_store->add(m_run));
        sure(transaction.commit());
    }

    [[nodiscard]] runner::ProcessHost& host() const { return *m_host; }
    [[nodiscard]] fs::path folder() const { return m_folder.path(); }
    [[nodiscard]] fs::path resource() const { return m_folder.path() / "tree"; }

    /// Runs one command so many times as validations of one run and stores each result. Milliseconds of the whole.
    double validate(const std::vector<std::string>& argv, int count, int parallel, std::string_view expected = "pass")
    {
        plan::ExecutionSettings settings;
        settings.run = m_run;
        settings.searchPath = "/usr/local/bin:/usr/bin:/bin";
        settings.parallel = parallel;
        std::vector<plan::PlannedValidation> planned(static_cast<std::size_t>(count), planOne(argv));
        for (std::size_t i = 0; i < planned.size(); ++i)
            planned[i].attachment.attachment.id.value = "bench-" + std::to_string(++m_number);
        return milliseconds([&] {
            plan::Execution execution(std::move(planned), settings, *m_host, m_redactor, m_store->outputs(), systemClock);
            while (!execution.done()) {
                const auto result = execution.next(std::chrono::milliseconds(100));
                if (!result)
                    continue;
                if (domain::toText(result->verdict) != expected && result->errorCode != expected)
                    throw Failed("a validation that says " + std::string(expected) + " gave " + result->errorCode + " " + result->errorMessage);
                auto transaction = sure(m_store->begin());
                sure(m_store->add(*result));
                sure(transaction.commit());
            }
        });
    }

private:
    [[nodiscard]] plan::PlannedValidation planOne(const std::vector<std::string>& argv) const
    {
        domain::Tool tool;
        tool.name = "local/bench";
        tool.source = domain::CommandSource{argv};
        tool.validation.emplace();
        plan::PlannedValidation out;
        out.attachment.attachment.validation = tool.name;
        out.attachment.attachment.resource = "local/tree";
        out.resource = {"local/tree", domain::ResourceKind::Directory, resource().string(), {}};
        out.chain = {tool};
        out.definitionDigest = "definition";
        return out;
    }

    base::TemporaryDirectory m_folder;
    runner::Redactor m_redactor;
    std::unique_ptr<runner::ProcessHost> m_host;
    std::unique_ptr<store::Store> m_store;
    domain::Run m_run{};
    int m_number = 0;
};

const std::vector<std::string> noOp{"printf", "{\"passed\": true}"};

/// The bubblewrap command of such a validation for xargs: what is read from descriptors is read from files.
std::vector<std::string> bareBubblewrap(const Workshop& workshop)
{
    runner::CommandSpec command;
    command.argv = noOp;
    command.context = "{\"v\":1}";
    command.sandbox.resource = workshop.resource();
    const runner::HostOptions& options = workshop.host().options();
    const runner::SandboxLayout layout = sure(runner::layoutSandbox(command, options));
    std::vector<std::string> argv{options.bubblewrap.string()};
    for (std::size_t i = 0; i < layout.arguments.size(); ++i) {
        const std::string& text = layout.arguments[i];
        if (text == "--info-fd") {
            ++i;
        } else if (text == "--ro-bind-data") {
            const std::size_t number = std::stoul(layout.arguments[++i]) - runner::firstDataDescriptor;
            const fs::path file = workshop.folder() / ("data-" + std::to_string(number));
            std::ofstream(file) << layout.data[number];
            argv.resize(argv.size() - 2); // --perms MODE
            argv.insert(argv.end(), {"--ro-bind", file.string()});
        } else {
            argv.push_back(text);
        }
    }
    argv.insert(argv.end(), {"--", "/usr/bin/printf", "{\"passed\": true}%.0s"});
    return argv;
}

/// A line for each process that xargs is to start.
fs::path numbers(const fs::path& folder, int count)
{
    fs::path list = folder / "list";
    std::ofstream file(list);
    for (int i = 0; i < count; ++i)
        file << i << '\n';
    return list;
}

Row noOpAgainstXargs(const Settings& settings, int parallel)
{
    Workshop workshop;
    const int count = settings.count(100, 2);
    const fs::path list = numbers(workshop.folder(), count);
    std::vector<std::string> xargs{"xargs", "-n", "1", "-P", std::to_string(parallel)};
    for (const std::string& text : bareBubblewrap(workshop))
        xargs.push_back(text);
    const auto [ours, other] = inTurn(settings.count(7, 1), [&] { return workshop.validate(noOp, count, parallel) / count; },
                                      [&] { return milliseconds([&] { runProgram(xargs, list); }) / count; });
    return {"noop-" + std::to_string(parallel), ours, other, "ms each", 0.25,
            "a no-op validation, stored, against xargs -P " + std::to_string(parallel) + " bwrap"};
}

/// So much memory that is really there, while it lives.
class Resident
{
public:
    explicit Resident(std::size_t bytes) : m_bytes(bytes), m_memory(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    {
        if (m_memory == MAP_FAILED)
            throw Failed("no memory for the benchmark");
        ::madvise(m_memory, m_bytes, MADV_NOHUGEPAGE); // a fork would copy a huge page's entry in no time
        std::memset(m_memory, 1, m_bytes);
    }
    ~Resident() { ::munmap(m_memory, m_bytes); }
    Resident(const Resident&) = delete;
    Resident& operator=(const Resident&) = delete;

private:
    std::size_t m_bytes;
    void* m_memory;
};

Row noOpWithMemory(const Settings& settings, int parallel)
{
    Workshop workshop;
    const int count = settings.count(100, 2);
    const std::size_t bytes = settings.quick ? gibibyte / 64 : gibibyte;
    const auto [ours, other] = inTurn(settings.count(7, 1), [&] { const Resident memory(bytes); return workshop.validate(noOp, count, parallel) / count; },
                                      [&] { return workshop.validate(noOp, count, parallel) / count; });
    return {"noop-" + std::to_string(parallel) + "-1gib", ours, other, "ms each", 1.5, "with 1 GiB resident in the parent against without"};
}

const std::vector<std::string> sleepALittle{"sh", "-c", "sleep 0.2; echo '{\"passed\": true}'"};

Row sleepers(const Settings& settings)
{
    Workshop workshop;
    const int count = settings.count(64, 2);
    const auto [ours, ideal] = inTurn(settings.count(7, 1), [&] { return workshop.validate(sleepALittle, count, count); }, [] { return 200.0; });
    return {"sleep-64", ours, ideal, "ms", 1.5, "64 validations of sleep 0.2, 64 in parallel, against the ideal"};
}

/// What the machine itself needs for so many processes, with no sandbox and nothing stored.
Row sleepersAgainstXargs(const Settings& settings)
{
    Workshop workshop;
    const int count = settings.count(64, 2);
    const fs::path list = numbers(workshop.folder(), count);
    std::vector<std::string> xargs{"xargs", "-n", "1", "-P", std::to_string(count)};
    xargs.insert(xargs.end(), sleepALittle.begin(), sleepALittle.end());
    const auto [ours, other] = inTurn(settings.count(7, 1), [&] { return workshop.validate(sleepALittle, count, count); },
                                      [&] { return milliseconds([&] { runProgram(xargs, list); }); });
    return {"sleep-64-xargs", ours, other, "ms", 1.5, "the same against xargs -P 64 without a sandbox"};
}

std::int64_t statusKib(std::string_view name)
{
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(name))
            return std::stoll(line.substr(name.size() + 1));
    }
    throw Failed("no memory numbers in /proc/self/status");
}

Row flood(const Settings& settings)
{
    Workshop workshop;
    const std::string bytes = settings.quick ? "33554432" : "1073741824";
    const auto growth = [&] {
        std::ofstream("/proc/self/clear_refs") << "5"; // the peak begins anew
        const std::int64_t before = statusKib("VmRSS:");
        workshop.validate({"sh", "-c", "head -c " + bytes + " /dev/zero"}, 1, 1, "OUTPUT_LIMIT");
        return static_cast<double>(statusKib("VmHWM:") - before) / 1024;
    };
    const double first = growth();
    return {"flood", first, 64, "MiB", 1.0, "growth of memory by 1 GiB on stdout, kept and stored, against 64 MiB"};
}

} // namespace

std::vector<Benchmark> validationBenchmarks()
{
    return {{"noop-2", [](const Settings& settings) { return noOpAgainstXargs(settings, 2); }},
            {"noop-16", [](const Settings& settings) { return noOpAgainstXargs(settings, 16); }},
            {"noop-2-1gib", [](const Settings& settings) { return noOpWithMemory(settings, 2); }},
            {"noop-16-1gib", [](const Settings& settings) { return noOpWithMemory(settings, 16); }},
            {"sleep-64", sleepers},
            {"sleep-64-xargs", sleepersAgainstXargs},
            {"flood", flood}};
}

} // namespace countersign::bench
