// Hostile validators in a seeded random mixture, cancelled at random moments, against an oracle that knows what each does.
// 200 runs; 10,000 with COUNTERSIGN_LONG=1. COUNTERSIGN_SEED repeats a mixture. Source: SPEC sections 6.2–6.4.
#include "tests/engine/runner/support.h"

#include "engine/base/codes.h"
#include "engine/base/files.h"
#include "engine/runner/codes.h"
#include "engine/runner/direct_result.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <random>
#include <thread>

#include <sys/prctl.h>

using namespace runner_test;
using namespace std::chrono_literals;
using runner::ProcessEnd;
using runner::ProcessHost;
using Steady = std::chrono::steady_clock;
using How = ProcessEnd::How;
using std::chrono::milliseconds;

namespace {

constexpr int batch = 50;
constexpr std::size_t atATime = 8;
constexpr milliseconds grace{300};
constexpr milliseconds slowMachine{10'000};
constexpr std::string_view pass = "echo '{\"passed\": true}'; ";

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::int64_t growthKib = 512 * 1024; // a sanitizer keeps what was freed
#else
constexpr std::int64_t growthKib = 12 * 1024;
#endif

/// What a validator does, and what the engine must make of it when nobody cancels.
struct Behaviour
{
    std::string name{};
    std::string script{};
    bool endless = false;                          ///< ends only because it is ended: timed out, or cancelled
    domain::Verdict verdict = domain::Verdict::Error;
    std::vector<const base::CodeInfo*> errors{};   ///< of an error: one of these
    bool leaves = false;                           ///< something is left running, and said
};

std::vector<Behaviour> behaviours()
{
    namespace codes = runner::codes;
    const std::string passed(pass);
    const auto ends = [](std::string name, std::string script, domain::Verdict verdict, bool leaves = false) {
        return Behaviour{std::move(name), std::move(script), false, verdict, {}, leaves};
    };
    const auto breaks = [](std::string name, std::string script, const base::CodeInfo& code) {
        return Behaviour{std::move(name), std::move(script), false, domain::Verdict::Error, {&code}, false};
    };
    const auto endless = [](std::string name, std::string script) {
        return Behaviour{std::move(name), std::move(script), true, domain::Verdict::Error, {&codes::TimedOut}, false};
    };
    using domain::Verdict;
    std::vector<Behaviour> all{
        ends("honest pass", passed, Verdict::Pass),
        ends("honest failure", "echo '{\"passed\": false, \"message\": \"no\"}'; exit 1", Verdict::Fail),
        endless("hangs", passed + "sleep 77801"),
        endless("spins", "while :; do :; done"),
        endless("stops itself", passed + "kill -STOP $$"),
        endless("ignores TERM", "trap '' TERM HUP INT; " + passed + "while :; do sleep 77801; done"),
        endless("says passed when told to stop", "trap 'echo \"{\\\"passed\\\": true}\"; exit 0' TERM; while :; do sleep 0.02; done"),
        endless("ignores TERM in a session of its own", "trap '' TERM; (setsid sh -c 'setsid sleep 77801' </dev/null >/dev/null 2>&1 &); sleep 77801"),
        ends("swarm within its limit", "i=0; while [ $i -lt 16 ]; do sleep 77801 & i=$((i+1)); done; " + passed, Verdict::Pass, true),
        ends("double setsid", "(setsid setsid sleep 77801 </dev/null >/dev/null 2>&1 &); sleep 0.1; " + passed, Verdict::Pass, true),
        ends("grandchild holds the pipe", "(trap '' TERM; sleep 77801) & " + passed, Verdict::Pass, true),
        ends("kills all it sees", "kill -KILL -1 2>/dev/null; kill -KILL 1 2>/dev/null; " + passed, Verdict::Pass),
        ends("forges a report", "{ head -c 512 /dev/zero >&3; head -c 512 /dev/zero >/proc/1/fd/3; echo K >&4; } 2>/dev/null; "
                                "echo '{\"passed\": false}'", Verdict::Fail),
        ends("fills /tmp", "head -c 4000000 /dev/zero >/tmp/x 2>/dev/null; " + passed, Verdict::Pass),
        breaks("flood", passed + "head -c 3000000 /dev/zero; " + passed, codes::OutputLimit),
        breaks("crash", passed + "kill -SEGV $$", codes::Signalled),
        breaks("ends itself by KILL", passed + "kill -KILL $$", codes::Signalled),
        breaks("lies about its exit", passed + "exit 1", codes::ExitContradiction),
        breaks("passed and a failing exit", passed + "exit 3", codes::ExitContradiction),
        breaks("failed and a failing exit", "echo '{\"passed\": false}'; exit 3", codes::ExitStatus),
        breaks("passed is a text", "echo '{\"passed\": \"true\"}'", codes::ResultWrongType),
        breaks("says both", "echo '{\"passed\": false, \"passed\": true}'", codes::ResultDuplicateMember),
        breaks("two verdicts", passed + pass.data(), codes::ResultMoreThanOne),
        breaks("silent", "exit 0", codes::ResultEmpty),
    };
    all.push_back({"fork bomb", passed + "bomb() { bomb | bomb & }; bomb; exec sleep 77801", true, Verdict::Error,
                   {&codes::Signalled, &codes::TimedOut, &codes::ExitStatus}, false});
    return all;
}

struct Plan
{
    const Behaviour* behaviour = nullptr;
    milliseconds timeout{0};
    std::optional<milliseconds> cancelAfter{};
    bool asked = false; ///< cancel was called
    int told = 0;       ///< how often the end was told
    ProcessEnd end{};
};

std::string explain(const Plan& plan, const runner::DirectResult& result)
{
    return plan.behaviour->name + (plan.asked ? ", cancelled" : "") + ": " + std::string(domain::toText(result.verdict)) + " "
           + std::string(result.errorCode == nullptr ? "" : result.errorCode->code) + " " + describe(plan.end);
}

/// What is wrong, or nothing.
std::string judge(const Plan& plan)
{
    const runner::DirectResult result = parseDirectResult(plan.end);
    const Behaviour& did = *plan.behaviour;
    if (plan.told != 1)
        return did.name + ": its end was told " + std::to_string(plan.told) + " times";
    if (result.passed != (result.verdict == domain::Verdict::Pass) || (result.errorCode == nullptr) != (result.verdict != domain::Verdict::Error))
        return "a verdict that contradicts itself: " + explain(plan, result);
    if (plan.end.how == How::Cancelled)
        return plan.asked && result.errorCode == &base::codes::Cancelled ? "" : "cancelled by nobody, or no error: " + explain(plan, result);
    if (did.endless && plan.end.duration > plan.timeout + grace + slowMachine)
        return "ended too late: " + explain(plan, result);
    if (result.verdict != did.verdict)
        return "wrong verdict: " + explain(plan, result);
    if (result.verdict == domain::Verdict::Error && std::find(did.errors.begin(), did.errors.end(), result.errorCode) == did.errors.end())
        return "wrong error: " + explain(plan, result);
    if (plan.end.leftBehind.empty() == did.leaves && !did.endless)
        return std::string("what was left running was ") + (did.leaves ? "not said: " : "made up: ") + explain(plan, result);
    return {};
}

std::int64_t residentKib()
{
    std::ifstream file("/proc/self/statm");
    std::int64_t size = 0;
    std::int64_t resident = 0;
    file >> size >> resident;
    return resident * ::sysconf(_SC_PAGESIZE) / 1024;
}

std::size_t mounts()
{
    std::ifstream file("/proc/self/mountinfo");
    return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
}

} // namespace

class HostileTest : public QObject
{
    Q_OBJECT

    const bool m_isShared;
    std::unique_ptr<runner::SharedSandboxes> m_shared; ///< of one batch, as of one run
    const std::vector<Behaviour> m_behaviours = behaviours();
    std::optional<base::TemporaryDirectory> m_folder;
    std::unique_ptr<ProcessHost> m_host;
    std::mt19937_64 m_random;
    std::mutex m_mutex;
    std::condition_variable m_ended;
    std::size_t m_running = 0;

    int upTo(int last) { return std::uniform_int_distribution<int>(0, last)(m_random); }
    [[nodiscard]] fs::path resource() const { return m_folder->path() / "resource"; }

    void makeHost()
    {
        auto with = options();
        with.grace = grace;
        with.concurrency = atATime;
        m_host = std::move(*ProcessHost::create(with));
    }

    Plan draw()
    {
        Plan plan;
        plan.behaviour = &m_behaviours[static_cast<std::size_t>(upTo(static_cast<int>(m_behaviours.size()) - 1))];
        plan.timeout = plan.behaviour->endless ? milliseconds(300 + upTo(600)) : milliseconds(60'000);
        if (upTo(2) == 0)
            plan.cancelAfter = milliseconds(upTo(5) == 0 ? 0 : upTo(300));
        return plan;
    }

    runner::CommandSpec commandOf(const Plan& plan) const
    {
        runner::CommandSpec command = shell(plan.behaviour->script);
        command.timeout = plan.timeout;
        command.outputCap = 64U * 1024;
        command.limits.processes = 40;
        command.sandbox.tmpBytes = 1024 * 1024;
        command.sandbox.resource = resource();
        command.sandbox.sharedBy = m_isShared ? m_shared->id() : 0;
        return command;
    }

    runner::JobId start(Plan& plan)
    {
        {
            const std::lock_guard lock(m_mutex);
            ++m_running;
        }
        return m_host->start(commandOf(plan), [this, &plan](ProcessEnd end) {
            const std::lock_guard lock(m_mutex);
            plan.end = std::move(end);
            ++plan.told;
            --m_running;
            m_ended.notify_all();
        });
    }

    /// Starts all, somewhat more than run at a time, and cancels each at its moment.
    bool runAll(std::vector<Plan>& plans)
    {
        m_shared = std::make_unique<runner::SharedSandboxes>(*m_host);
        const bool allEnded = runEach(plans);
        m_shared.reset();
        return allEnded;
    }

    bool runEach(std::vector<Plan>& plans)
    {
        std::multimap<Steady::time_point, std::pair<Plan*, runner::JobId>> cancels;
        const auto giveUp = Steady::now() + 300s;
        for (std::size_t next = 0;;) {
            std::unique_lock lock(m_mutex);
            if ((next == plans.size() && m_running == 0) || Steady::now() > giveUp)
                return m_running == 0;
            const bool full = m_running >= atATime + 2;
            lock.unlock();
            while (!cancels.empty() && cancels.begin()->first <= Steady::now()) {
                const auto [plan, job] = cancels.begin()->second;
                plan->asked = true;
                m_host->cancel(job);
                cancels.erase(cancels.begin());
            }
            if (next < plans.size() && !full) {
                Plan& plan = plans[next++];
                const runner::JobId job = start(plan);
                if (plan.cancelAfter)
                    cancels.emplace(Steady::now() + *plan.cancelAfter, std::pair(&plan, job));
                continue;
            }
            lock.lock();
            m_ended.wait_for(lock, 5ms);
        }
    }

    /// The keeper of a batch ends after the batch; nothing else may take its time.
    bool nothingIsLeft()
    {
        const auto until = Steady::now() + (m_isShared ? slowMachine : 0ms);
        while (!descendants().empty() && Steady::now() < until)
            std::this_thread::sleep_for(5ms);
        return descendants().empty();
    }

public:
    explicit HostileTest(bool isShared) : m_isShared(isShared) {}

private Q_SLOTS:
    void initTestCase()
    {
        QCOMPARE(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
        m_folder.emplace(base::TemporaryDirectory::create("hostile-test").value());
        fs::create_directories(resource());
        fs::create_directories(m_folder->path() / "tmp");
        qputenv("TMPDIR", QByteArray::fromStdString((m_folder->path() / "tmp").string()));
        makeHost();
    }

    void eachAlone_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_behaviours.size(); ++i)
            QTest::newRow(m_behaviours[i].name.c_str()) << static_cast<int>(i);
    }
    void eachAlone()
    {
        QFETCH(int, index);
        Plan plan;
        plan.behaviour = &m_behaviours[static_cast<std::size_t>(index)];
        plan.timeout = plan.behaviour->endless ? 700ms : 60s;
        std::vector<Plan> one{plan};
        QVERIFY(runAll(one));
        const std::string wrong = judge(one.front());
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void mixture()
    {
        const bool isLong = qEnvironmentVariableIntValue("COUNTERSIGN_LONG") == 1;
        const int count = isLong ? 10'000 : 200;
        const quint64 seed = qEnvironmentVariableIsSet("COUNTERSIGN_SEED") ? qgetenv("COUNTERSIGN_SEED").toULongLong() : std::random_device()();
        qInfo("%d hostile runs, COUNTERSIGN_SEED=%llu", count, seed);
        m_random.seed(seed);
        QVERIFY(nothingIsLeft());
        std::this_thread::sleep_for(100ms); // the host closes what it had of the last keeper
        const std::size_t descriptors = openDescriptors();
        const std::size_t mounted = mounts();
        std::int64_t warm = 0;
        std::map<std::string, int> verdicts;
        for (int done = 0; done < count; done += batch) {
            std::vector<Plan> plans;
            for (int i = 0; i < batch; ++i)
                plans.push_back(draw());
            QVERIFY2(runAll(plans), "a run never ended");
            for (const Plan& plan : plans) {
                const std::string wrong = judge(plan);
                QVERIFY2(wrong.empty(), wrong.c_str());
                ++verdicts[std::string(toString(plan.end.how))];
            }
            QVERIFY2(nothingIsLeft(), ("still there: " + leftovers()).c_str());
            QTRY_COMPARE(openDescriptors(), descriptors);
            QCOMPARE(mounts(), mounted);
            QVERIFY(fs::is_empty(m_folder->path() / "tmp") && fs::is_empty(resource()));
            if (done == batch)
                warm = residentKib();
            if (isLong && done % 1000 == 0)
                qInfo("%d done, memory %+lld KiB", done + batch, static_cast<long long>(residentKib() - warm));
            QVERIFY2(done <= batch || residentKib() - warm < growthKib, std::to_string(residentKib() - warm).c_str());
        }
        const runner::SandboxCounts counts = m_host->counts();
        qInfo("own %d, shared %d, refused %d: %s", int(counts.own), int(counts.shared), int(counts.refused), counts.lastRefusal.c_str());
        QVERIFY(!m_isShared || counts.shared > static_cast<std::uint64_t>(count) / 2);
        for (const auto& [how, times] : verdicts)
            qInfo("%s: %d", how.c_str(), times);
        qInfo("memory since the first %d runs: %+lld KiB", 2 * batch, static_cast<long long>(residentKib() - warm));
    }

    void endOfTheHostInTheMiddle()
    {
        m_random.seed(7);
        QVERIFY(nothingIsLeft());
        std::this_thread::sleep_for(100ms);
        m_shared = std::make_unique<runner::SharedSandboxes>(*m_host);
        const std::size_t descriptors = openDescriptors();
        std::vector<Plan> plans;
        for (int i = 0; i < 20; ++i)
            plans.push_back(draw());
        for (Plan& plan : plans)
            start(plan);
        std::this_thread::sleep_for(150ms);
        for (Plan& plan : plans)
            plan.asked = true;
        m_shared.reset();
        m_host.reset();
        for (const Plan& plan : plans) {
            const std::string wrong = judge(plan);
            QVERIFY2(wrong.empty(), wrong.c_str());
        }
        const std::string strays = leftovers();
        QVERIFY2(strays.empty(), strays.c_str());
        QVERIFY(openDescriptors() < descriptors);
    }

    void asOrdinaryUser()
    {
        if (::getuid() != 0 || m_isShared || qEnvironmentVariableIntValue("COUNTERSIGN_LONG") == 1)
            return;
        qunsetenv("TMPDIR"); // nobody else may look into this test's own
        const auto [passed, said] = runAsNobody(2, {QStringLiteral("mixture"), QStringLiteral("endOfTheHostInTheMiddle")});
        QVERIFY2(passed, said.constData());
    }

    void cleanupTestCase()
    {
        if (m_host && m_isShared)
            QVERIFY(m_host->counts().shared > 0);
        m_host.reset();
    }
};

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    HostileTest own(false);
    HostileTest shared(true);
    return QTest::qExec(&own, argc, argv) + QTest::qExec(&shared, argc, argv);
}
#include "hostile_test.moc"
