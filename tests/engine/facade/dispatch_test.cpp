// Tokens at dispatch: one use, and a code for each refusal. Source: SPEC section 8.
#include "tests/engine/facade/support.h"

#include "engine/authority/codes.h"
#include "engine/codes.h"

#include <thread>

using namespace facade_test;

namespace {

const std::string withCoder = "  policy: unanimous\n  actors: {coder: maker}\n";

struct Dispatching : Desk
{
    explicit Dispatching(const std::string& keys = withCoder)
    {
        file("actor", "actor: {name: maker, role: coder, command: [sh, -c, 'echo made > made.txt']}\n");
        import(keys);
    }
    [[nodiscard]] ValidateReport validated(const std::string& task = "t", std::optional<std::string> specification = {}) const
    {
        ValidateRequest request;
        request.taskId = task;
        request.specification = std::move(specification);
        Watcher watcher;
        auto out = engine->validate(request, watcher, {});
        if (!out)
            qFatal("%s", out.error().text().c_str());
        return std::move(*out);
    }
    base::Result<DispatchReport> dispatch(const std::string& token, const std::string& task = "t", std::optional<std::string> specification = {}) const
    {
        return engine->dispatch({{}, task, token, std::move(specification)}, {});
    }
};

std::string codeOf(const base::Result<DispatchReport>& result) { return result ? "dispatched" : std::string(result.error().code()); }

} // namespace

class DispatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void worksOnce();
    void anotherTask();
    void anotherSpecification();
    void theWorkChanged();
    void aLaterValidation();
    void expired();
    void forged();
    void noCoder();
    void withdrawnRightsOfTheSigner();
    void oneUse();
    void brokenChain();
    void oneOfManyAtOnce();
    void dispatchedTasksAreNotValidated();
};

void DispatchTest::worksOnce()
{
    const Dispatching desk;
    const ValidateReport report = desk.validated();
    QVERIFY(!report.token.empty());
    const auto done = desk.dispatch(report.token);
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    QCOMPARE(done->plan.phase, domain::Phase::Execute);
    QCOMPARE(done->plan.state, domain::PlanState::Queued);
    QCOMPARE(codeOf(desk.dispatch(report.token)), std::string("TOKEN_USED"));
}

void DispatchTest::anotherTask()
{
    const Dispatching desk;
    const ValidateReport report = desk.validated();
    (void)desk.validated("other");
    QCOMPARE(codeOf(desk.dispatch(report.token, "other")), std::string("TOKEN_OTHER_TASK"));
    QCOMPARE(codeOf(desk.dispatch(report.token, "nosuch")), std::string("PLAN_NOT_FOUND"));
    QCOMPARE(codeOf(desk.dispatch(report.token)), std::string("dispatched"));
}

void DispatchTest::anotherSpecification()
{
    const Dispatching desk;
    const ValidateReport report = desk.validated("t", "first");
    QCOMPARE(codeOf(desk.dispatch(report.token, "t", "second")), std::string("TOKEN_OTHER_SPECIFICATION"));
    // Changed in the store, as by a validation that was cancelled before it began.
    QCOMPARE(desk.sql("UPDATE plan SET specification = 'third'"), std::string());
    QCOMPARE(codeOf(desk.dispatch(report.token)), std::string("TOKEN_OTHER_SPECIFICATION"));
    QCOMPARE(desk.sql("UPDATE plan SET specification = 'first'"), std::string());
    QCOMPARE(codeOf(desk.dispatch(report.token, "t", "first")), std::string("dispatched"));
}

void DispatchTest::theWorkChanged()
{
    const Dispatching desk;
    const ValidateReport report = desk.validated();
    desk.write("new.txt", "more work");
    QCOMPARE(codeOf(desk.dispatch(report.token)), std::string("TOKEN_OTHER_WORK_TREE"));
    fs::remove(desk.work() / "new.txt");
    QCOMPARE(codeOf(desk.dispatch(report.token)), std::string("dispatched"));
}

void DispatchTest::aLaterValidation()
{
    const Dispatching desk;
    const ValidateReport first = desk.validated();
    const ValidateReport second = desk.validated();
    QCOMPARE(codeOf(desk.dispatch(first.token)), std::string("TOKEN_VOID"));
    QCOMPARE(codeOf(desk.dispatch(second.token)), std::string("dispatched"));
}

void DispatchTest::expired()
{
    const Dispatching desk;
    const ValidateReport report = desk.validated();
    desk.clock->ahead = 601'000;
    QCOMPARE(codeOf(desk.dispatch(report.token)), std::string("TOKEN_EXPIRED"));
}

void DispatchTest::forged()
{
    const Dispatching desk;
    const ValidateReport report = desk.validated();
    std::string token = report.token;
    token[token.size() - 3] = token[token.size() - 3] == 'A' ? 'B' : 'A';
    QCOMPARE(codeOf(desk.dispatch(token)), std::string("TOKEN_SIGNATURE"));
    QCOMPARE(codeOf(desk.dispatch("")), std::string("TOKEN_PARTS"));
    // A token with a good signature that the store never issued.
    QCOMPARE(desk.sql("PRAGMA foreign_keys=OFF"), std::string());
    QCOMPARE(desk.sql("DELETE FROM token"), std::string());
    QCOMPARE(codeOf(desk.dispatch(report.token)), std::string("TOKEN_UNKNOWN"));
}

void DispatchTest::noCoder()
{
    const Dispatching desk("  policy: unanimous\n");
    const ValidateReport report = desk.validated();
    const auto refused = desk.dispatch(report.token);
    QCOMPARE(codeOf(refused), std::string("CODER_NOT_CONFIGURED"));
    QVERIFY(refused.error().advice().find("actors") != std::string::npos);
}

void DispatchTest::withdrawnRightsOfTheSigner()
{
    const Dispatching desk;
    desk.verdict("style", false, "indentation");
    const ValidateReport asked = desk.validated();
    QCOMPARE(asked.outcome, domain::Outcome::Escalate);
    QVERIFY(asked.token.empty());
    const auto key = desk.signer("ada");
    QVERIFY(desk.decide(asked, *key));
    const ValidateReport passed = desk.validated();
    QCOMPARE(passed.outcome, domain::Outcome::Pass);
    QVERIFY(desk.engine->revokeSigner("ada"));
    QCOMPARE(codeOf(desk.dispatch(passed.token)), std::string("TOKEN_DECISION_ENDED"));
}

void DispatchTest::oneUse()
{
    const Dispatching desk(withCoder + "  decision: {uses: once}\n");
    desk.verdict("style", false, "indentation");
    const ValidateReport asked = desk.validated();
    const auto key = desk.signer("ada");
    QVERIFY(desk.decide(asked, *key));
    const ValidateReport passed = desk.validated();
    QCOMPARE(passed.outcome, domain::Outcome::Pass);
    QCOMPARE(desk.sql("UPDATE decision_record SET used_by = '01K2TOKEN0000000000000000X'"), std::string());
    QCOMPARE(codeOf(desk.dispatch(passed.token)), std::string("TOKEN_DECISION_ENDED"));
    QCOMPARE(desk.sql("UPDATE decision_record SET used_by = ''"), std::string());
    QCOMPARE(codeOf(desk.dispatch(passed.token)), std::string("dispatched"));
}

void DispatchTest::brokenChain()
{
    const Dispatching desk;
    const ValidateReport report = desk.validated();
    QCOMPARE(desk.sql("DROP TRIGGER event_no_update"), std::string());
    QCOMPARE(desk.sql("UPDATE event SET payload_json = '{}' WHERE seq = 1"), std::string());
    QCOMPARE(codeOf(desk.dispatch(report.token)), std::string("CHAIN_BROKEN"));
}

void DispatchTest::oneOfManyAtOnce()
{
    const Dispatching desk;
    const ValidateReport report = desk.validated();
    std::atomic<int> dispatched{0};
    std::atomic<int> used{0};
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            const auto engine = desk.another();
            const auto result = engine->dispatch({{}, "t", report.token, {}}, {});
            if (result)
                ++dispatched;
            else if (result.error().is(codes::TokenUsed))
                ++used;
        });
    }
    threads.clear();
    QCOMPARE(dispatched.load(), 1);
    QCOMPARE(used.load(), 7);
}

void DispatchTest::dispatchedTasksAreNotValidated()
{
    const Dispatching desk;
    QVERIFY(desk.dispatch(desk.validated().token));
    const auto again = desk.validate();
    QVERIFY(!again);
    QCOMPARE(again.error().code(), std::string_view("PLAN_DISPATCHED"));
}

QTEST_GUILESS_MAIN(DispatchTest)
#include "dispatch_test.moc"
