// What the tools ask of the engine and what they say, on an engine without a store.
#include "engine/mcp/tools.h"

#include "tests/support/fake_engine.h"

#include <QTest>

#define COMPARE_JSON(actual, expected) QCOMPARE(base::write(actual), base::write(expected))

using namespace countersign;
using namespace countersign::mcp;
using namespace countersign::tests;

class ToolsTest : public QObject
{
    Q_OBJECT

private:
    Tools m_tools;
    std::shared_ptr<FakeStore> m_store;

    Json call(const char* tool, const Json& args, const std::string& project = {});
    ValidateReport report(domain::Outcome outcome) const;

private Q_SLOTS:
    void initTestCase();
    void init() { m_store = std::make_shared<FakeStore>(); }
    void offersNothingThatDecides();
    void everyToolIsDescribed();
    void tokenOnlyWithAPass_data();
    void tokenOnlyWithAPass();
    void hugeEvidenceIsCut();
    void planTellsTheDecision();
    void planOfAnotherProjectIsNotFound();
    void haltsAreListed();
    void unknownHaltIsOperational();
    void errorsOfTheEngineKeepTheirCode();
    void foreignExceptionsAreNamed();
};

void ToolsTest::initTestCase()
{
    auto tools = Tools::create();
    QVERIFY(tools.has_value());
    m_tools = std::move(*tools);
}

Json ToolsTest::call(const char* name, const Json& args, const std::string& project)
{
    FakeEngine engine(m_store);
    RunObserver observer;
    const Tool* tool = m_tools.find(name);
    const ToolAnswer answer = run(*tool, {engine, project, args, observer, {}});
    // Whatever is said fits what was promised.
    const auto schema = schema::Schema::compile(tool->outputSchema);
    if (!schema || !schema->check(answer.body).empty() || answer.isError == answer.body["ok"].get<bool>())
        return "the answer does not fit its schema: " + base::write(answer.body);
    return answer.body;
}

ValidateReport ToolsTest::report(domain::Outcome outcome) const
{
    ValidateReport out;
    out.run.id = {"01J0000000000000000000000R"};
    out.plan.id = {"01J0000000000000000000000P"};
    out.plan.taskId = "t";
    out.outcome = outcome;
    out.nextAction = domain::info(outcome).nextAction;
    out.token = "a.b.c"; // the fake gives one with everything; the tool must not
    if (outcome != domain::Outcome::Pass)
        out.halt = {"01J0000000000000000000000H"};
    return out;
}

void ToolsTest::offersNothingThatDecides()
{
    const Json list = m_tools.list();
    QStringList names;
    for (const Json& tool : list)
        names << QString::fromStdString(tool["name"].get<std::string>());
    QCOMPARE(names.join(QLatin1Char(' ')), QStringLiteral("validate_task dispatch_task get_plan list_halts cancel_task"));
}

void ToolsTest::everyToolIsDescribed()
{
    for (const Json& tool : m_tools.list()) {
        QVERIFY(tool["description"].get<std::string>().size() > 40);
        COMPARE_JSON(tool["inputSchema"]["additionalProperties"], Json(false));
        COMPARE_JSON(tool["outputSchema"]["type"], Json("object"));
        for (const char* hint : {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"})
            QVERIFY2(tool["annotations"][hint].is_boolean(), hint);
    }
}

void ToolsTest::tokenOnlyWithAPass_data()
{
    QTest::addColumn<int>("outcome");
    QTest::addColumn<QByteArray>("next");
    const auto row = [](domain::Outcome outcome, const char* next) { QTest::newRow(next) << static_cast<int>(outcome) << QByteArray(next); };
    row(domain::Outcome::Pass, "dispatch_task");
    row(domain::Outcome::Escalate, "wait_for_decision");
    row(domain::Outcome::Blocker, "fix_and_revalidate");
    row(domain::Outcome::ValidatorError, "retry");
}

void ToolsTest::tokenOnlyWithAPass()
{
    QFETCH(int, outcome);
    QFETCH(QByteArray, next);
    const auto kind = static_cast<domain::Outcome>(outcome);
    m_store->reports["t"] = report(kind);
    const Json out = call("validate_task", {{"task_id", "t"}, {"task_spec", "x"}});
    COMPARE_JSON(out["status"], Json(domain::toText(kind)));
    QCOMPARE(out.contains("token"), kind == domain::Outcome::Pass);
    COMPARE_JSON(out["next_action"], Json(next.toStdString()));
    QCOMPARE(m_store->validated.size(), std::size_t(1));
    QCOMPARE(*m_store->validated[0].specification, std::string("x"));
    QVERIFY(base::write(out).find("authoris") == std::string::npos);
}

void ToolsTest::hugeEvidenceIsCut()
{
    ValidateReport huge = report(domain::Outcome::Blocker);
    domain::ValidationResult result;
    result.validation = "local/gate";
    result.message = std::string(5'000'000, 'm');
    result.data = Json{{"lines", std::string(5'000'000, 'd')}};
    huge.results.assign(3, result);
    m_store->reports["t"] = huge;
    const Json out = call("validate_task", {{"task_id", "t"}});
    QVERIFY(base::write(out).size() < 40'000);
    QCOMPARE(out["results"].size(), std::size_t(3));
    for (const Json& each : out["results"]) {
        QVERIFY(each["data"]["cut"].get<bool>() && each["data"]["bytes"].get<int>() > 5'000'000);
        QVERIFY(each["message_cut"].get<bool>());
    }
}

void ToolsTest::planTellsTheDecision()
{
    PlanDetail detail;
    detail.row.plan.id = {"01J0000000000000000000000P"};
    detail.row.plan.taskId = "t";
    detail.row.plan.projects = {"local/p"};
    domain::DecisionRequest request;
    request.id = {"01J0000000000000000000000D"};
    request.state = domain::RequestState::Decided;
    detail.request = request;
    domain::DecisionRecord record;
    record.claims.decision = domain::DecisionKind::Reject;
    record.claims.reason = "Not like this.";
    record.claims.signer = "ada";
    detail.decisions = {record};
    m_store->planDetails["t"] = detail;
    const Json out = call("get_plan", {{"task_id", "t"}}, "local/p");
    COMPARE_JSON(out["phase"], Json("strategize"));
    COMPARE_JSON(out["request"]["state"], Json("decided"));
    COMPARE_JSON(out["decision"]["decision"], Json("reject"));
    COMPARE_JSON(out["decision"]["reason"], Json("Not like this."));
    QVERIFY(!out.contains("token") && !out.contains("halt") && out["hint"].is_string());
}

void ToolsTest::planOfAnotherProjectIsNotFound()
{
    PlanDetail detail;
    detail.row.plan.id = {"01J0000000000000000000000P"};
    detail.row.plan.taskId = "t";
    detail.row.plan.projects = {"local/other"};
    m_store->planDetails["t"] = detail;
    m_store->planDetails["01J0000000000000000000000P"] = detail;
    COMPARE_JSON(call("get_plan", {{"task_id", "t"}}, "local/p")["error"]["code"], Json("PLAN_NOT_FOUND"));
    COMPARE_JSON(call("cancel_task", {{"task_id", "01J0000000000000000000000P"}}, "local/other")["error"]["code"], Json("PLAN_NOT_FOUND"));
    QVERIFY(m_store->cancelled.empty());
}

void ToolsTest::haltsAreListed()
{
    m_store->halts = {haltOf("01J0000000000000000000000A", "escalate", "One", 1), haltOf("01J0000000000000000000000B", "environment_error", "Two", 2)};
    const Json out = call("list_halts", Json::object());
    QCOMPARE(out["halts"].size(), std::size_t(2));
    COMPARE_JSON(out["halts"][0]["next_action"], Json("wait_for_decision"));
    COMPARE_JSON(out["halts"][1]["next_action"], Json("install_and_rerun"));
    COMPARE_JSON(out["halts"][1]["who_acts"], Json("operator"));
}

void ToolsTest::unknownHaltIsOperational()
{
    m_store->halts = {haltOf("01J0000000000000000000000A", "meteor", "One", 1)};
    const Json out = call("list_halts", Json::object());
    COMPARE_JSON(out["halts"][0]["halt_type"], Json("meteor"));
    COMPARE_JSON(out["halts"][0]["next_action"], Json("retry"));
    COMPARE_JSON(out["halts"][0]["who_acts"], Json("operator"));
}

void ToolsTest::errorsOfTheEngineKeepTheirCode()
{
    const Json out = call("validate_task", {{"task_id", "nobody"}});
    QVERIFY(out["error"]["code"].get<std::string>().ends_with("NOT_FOUND"));
    QVERIFY(!out["error"]["name"].get<std::string>().empty());
    const Json spent = call("dispatch_task", {{"task_id", "t"}, {"token", "x"}});
    QVERIFY(spent.contains("error"));
    QVERIFY(m_store->started.empty());
}

void ToolsTest::foreignExceptionsAreNamed()
{
    m_store->throwing = true;
    const Json out = call("list_halts", Json::object());
    COMPARE_JSON(out["error"]["code"], Json("UNKNOWN"));
    QVERIFY(out["error"]["message"].get<std::string>().find(':') != std::string::npos);
}

QTEST_APPLESS_MAIN(ToolsTest)
#include "tools_test.moc"
