// The protocol as a table: one line in, what comes out, in all three revisions. No process, no engine.
#include "engine/mcp/codes.h"
#include "engine/mcp/protocol.h"

#include <QTest>

#define COMPARE_JSON(actual, expected) QCOMPARE(base::write(actual), base::write(expected))

using namespace countersign;
using namespace countersign::mcp;

namespace {

constexpr const char* initialize25 = R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"trial","version":"1"}}})";
constexpr const char* initialize06 = R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"trial","version":"1"}}})";

// "META" stands for the two members that a request of 2026-07-28 needs.
std::string expanded(std::string line)
{
    const std::string meta = R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{})";
    if (const std::size_t at = line.find("META"); at != std::string::npos)
        line.replace(at, 4, meta);
    return line;
}

Json reply(const Incoming& incoming)
{
    const Reply* out = std::get_if<Reply>(&incoming);
    if (out == nullptr || out->line.find('\n') != std::string::npos)
        return {};
    return base::parseJson(out->line).value_or(Json(nullptr));
}

} // namespace

class ProtocolTest : public QObject
{
    Q_OBJECT

private:
    Tools m_tools;

private Q_SLOTS:
    void initTestCase();
    void errors_data();
    void errors();
    void silence_data();
    void silence();
    void versions_data();
    void versions();
    void idsKeepTypeAndValue_data();
    void idsKeepTypeAndValue();
    void idlessErrorsFollowTheRevision();
    void modernResultsCarryWhatTheRevisionNeeds();
    void legacyResultsDoNot();
    void initializeAfterDiscover();
    void callIsTakenApart();
    void cancellationTellsIdsApart();
    void listeningIsAcknowledged();
    void answersHaveTheShapeOfTheirRequest();
    void argumentsAreRefusedBeforeAnythingRuns_data();
    void argumentsAreRefusedBeforeAnythingRuns();
};

void ProtocolTest::initTestCase()
{
    auto tools = Tools::create();
    QVERIFY2(tools.has_value(), tools ? "" : tools.error().text().c_str());
    m_tools = std::move(*tools);
}

void ProtocolTest::errors_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("number");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("code");
    const QByteArray none;
    const QByteArray opened = initialize25;
    const auto row = [](const char* name, const QByteArray& before, const QByteArray& line, int number, const char* id, const char* code) {
        QTest::newRow(name) << before << line << number << QByteArray(id) << QByteArray(code);
    };
    row("cut", opened, R"({"jsonrpc":"2.0","id":2,"method":)", -32700, "null", "JSON_INCOMPLETE");
    row("no JSON", none, "hello", -32700, "null", "JSON_SYNTAX");
    row("byte-order mark", opened, "\xEF\xBB\xBF{}", -32700, "null", "JSON_BYTE_ORDER_MARK");
    row("bad UTF-8", opened, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"\xFF\"}", -32700, "null", "JSON_INVALID_UTF8");
    row("two values", opened, "{} {}", -32700, "null", "JSON_TEXT_AFTER_VALUE");
    row("duplicate member", opened, R"({"jsonrpc":"2.0","id":2,"id":3,"method":"ping"})", -32600, "null", "JSON_DUPLICATE_KEY");
    row("too deep", opened, QByteArray(600, '[') + QByteArray(600, ']'), -32600, "null", "JSON_TOO_DEEP");
    row("batch", opened, "[]", -32600, "null", "NOT_A_REQUEST");
    row("a string", opened, "\"x\"", -32600, "null", "NOT_A_REQUEST");
    row("empty object", opened, "{}", -32600, "null", "NOT_A_REQUEST");
    row("another jsonrpc", opened, R"({"jsonrpc":"1.0","id":2,"method":"ping"})", -32600, "2", "NOT_A_REQUEST");
    row("method is a number", opened, R"({"jsonrpc":"2.0","id":3,"method":5})", -32600, "3", "NOT_A_REQUEST");
    row("id null", opened, R"({"jsonrpc":"2.0","id":null,"method":"ping"})", -32600, "null", "NOT_A_REQUEST");
    row("id true", opened, R"({"jsonrpc":"2.0","id":true,"method":"ping"})", -32600, "null", "NOT_A_REQUEST");
    row("id a fraction", opened, R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", -32600, "null", "NOT_A_REQUEST");
    row("id an object", opened, R"({"jsonrpc":"2.0","id":{},"method":"ping"})", -32600, "null", "NOT_A_REQUEST");
    row("params an array", opened, R"({"jsonrpc":"2.0","id":2,"method":"ping","params":[]})", -32602, "2", "INVALID_PARAMS");
    row("_meta a string", opened, R"({"jsonrpc":"2.0","id":2,"method":"ping","params":{"_meta":"x"}})", -32602, "2", "INVALID_PARAMS");
    row("unknown method", opened, R"({"jsonrpc":"2.0","id":2,"method":"nosuch/method"})", -32601, "2", "METHOD_NOT_FOUND");
    row("unadvertised method", opened, R"({"jsonrpc":"2.0","id":2,"method":"resources/list"})", -32601, "2", "METHOD_NOT_FOUND");
    row("unknown tool", opened, R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"authorize"}})", -32602, "2", "TOOL_NOT_FOUND");
    row("no name", opened, R"({"jsonrpc":"2.0","id":2,"method":"tools/call"})", -32602, "2", "INVALID_PARAMS");
    row("arguments an array", opened, R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_plan","arguments":[{"task_id":"t"}]}})", -32602, "2", "ARGUMENTS_NOT_OBJECT");
    row("arguments null", opened, R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_plan","arguments":null}})", -32602, "2", "ARGUMENTS_NOT_OBJECT");
    row("arguments text", opened, R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_plan","arguments":"{}"}})", -32602, "2", "ARGUMENTS_NOT_OBJECT");
    row("cursor", opened, R"({"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"x"}})", -32602, "2", "INVALID_PARAMS");
    row("progress token", opened, R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_halts","_meta":{"progressToken":[]}}})", -32602, "2", "INVALID_PARAMS");
    row("initialize without version", none, R"({"jsonrpc":"2.0","id":2,"method":"initialize","params":{}})", -32602, "2", "INVALID_PARAMS");
    row("before initialize", none, R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})", -32602, "2", "NOT_INITIALIZED");
    row("discover without keys", none, R"({"jsonrpc":"2.0","id":2,"method":"server/discover"})", -32602, "2", "INVALID_PARAMS");
    row("listen without keys", opened, R"({"jsonrpc":"2.0","id":2,"method":"subscriptions/listen"})", -32602, "2", "INVALID_PARAMS");
    row("modern without capabilities", none, R"({"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})", -32602, "2", "INVALID_PARAMS");
    row("modern version a number", none, R"({"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":5}}})", -32602, "2", "INVALID_PARAMS");
    row("modern log level", none, R"({"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{META,"io.modelcontextprotocol/logLevel":"loud"}}})", -32602, "2", "INVALID_PARAMS");
    row("modern ping", none, R"({"jsonrpc":"2.0","id":2,"method":"ping","params":{"_meta":{META}}})", -32601, "2", "METHOD_NOT_FOUND");
    row("modern initialize", none, R"({"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25","_meta":{META}}})", -32601, "2", "METHOD_NOT_FOUND");
    row("modern tool", none, R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"sign","_meta":{META}}})", -32602, "2", "TOOL_NOT_FOUND");
    row("modern version", none, R"({"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01"}}})", -32022, "2", "");
}

void ProtocolTest::errors()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, line);
    QFETCH(int, number);
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, code);
    Protocol protocol(m_tools);
    if (!before.isEmpty())
        QVERIFY(reply(protocol.read(before.toStdString())).contains("result"));
    const Json out = reply(protocol.read(expanded(line.toStdString())));
    QVERIFY2(out.contains("error") && !out.contains("result"), base::write(out).c_str());
    COMPARE_JSON(out["jsonrpc"], Json("2.0"));
    COMPARE_JSON(out["error"]["code"], Json(number));
    QVERIFY(out["error"]["message"].get<std::string>().size() > 10);
    QVERIFY(out.contains("id"));
    QCOMPARE(QByteArray::fromStdString(base::write(out["id"])), id);
    if (code.isEmpty()) {
        COMPARE_JSON(out["error"]["data"]["supported"], Json::array({"2026-07-28"}));
        COMPARE_JSON(out["error"]["data"]["requested"], Json("2031-01-01"));
    } else {
        QCOMPARE(QByteArray::fromStdString(out["error"]["data"]["code"].get<std::string>()), code);
    }
    if (number == -32700)
        QVERIFY(out["error"]["data"]["column"].get<int>() > 0);
    QVERIFY(reply(protocol.read(R"({"jsonrpc":"2.0","id":99,"method":"ping"})")).contains("result"));
}

void ProtocolTest::silence_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("spaces") << QByteArray("   \t");
    QTest::newRow("carriage return") << QByteArray("\r");
    QTest::newRow("unknown notification") << QByteArray(R"({"jsonrpc":"2.0","method":"nosuch/notification"})");
    QTest::newRow("initialized") << QByteArray(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    QTest::newRow("a request's name as notification") << QByteArray(R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"cancel_task","arguments":{"task_id":"t"}}})");
    QTest::newRow("cancelled without id") << QByteArray(R"({"jsonrpc":"2.0","method":"notifications/cancelled"})");
    QTest::newRow("cancelled with null") << QByteArray(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}})");
    QTest::newRow("a result") << QByteArray(R"({"jsonrpc":"2.0","id":5,"result":{}})");
    QTest::newRow("an error") << QByteArray(R"({"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"x"}})");
}

void ProtocolTest::silence()
{
    QFETCH(QByteArray, line);
    Protocol protocol(m_tools);
    QVERIFY(std::holds_alternative<Ignored>(protocol.read(line.toStdString())));
}

void ProtocolTest::versions_data()
{
    QTest::addColumn<QByteArray>("asked");
    QTest::addColumn<QByteArray>("answered");
    for (const char* own : {"2025-06-18", "2025-11-25"})
        QTest::newRow(own) << QByteArray(own) << QByteArray(own);
    for (const char* other : {"2025-03-26", "2024-11-05", "2026-07-28", "1", ""})
        QTest::newRow(*other != '\0' ? other : "empty") << QByteArray(other) << QByteArray("2025-11-25");
}

void ProtocolTest::versions()
{
    QFETCH(QByteArray, asked);
    QFETCH(QByteArray, answered);
    Protocol protocol(m_tools);
    const Json out = reply(protocol.read(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":")" + asked.toStdString() + R"("}})"));
    const Json& result = out["result"];
    QCOMPARE(QByteArray::fromStdString(result["protocolVersion"].get<std::string>()), answered);
    QVERIFY(result["capabilities"].contains("tools"));
    COMPARE_JSON(result["serverInfo"]["name"], Json("countersign-mcp"));
    const std::string words = result["instructions"];
    for (const char* needed : {"environment_error", "nobody can authorise a blocker", "validate_task, then dispatch_task", "operational halt"})
        QVERIFY2(words.find(needed) != std::string::npos, needed);
    QVERIFY(!result.contains("resultType") && !result.contains("_meta"));
}

void ProtocolTest::idsKeepTypeAndValue_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const char* id : {"\"9\"", "9", "\"\\u00e9 x\"", "0", "-4", "\"\"", "9007199254740993", "123456789012345678901234567890"})
        QTest::newRow(id) << QByteArray(id);
}

void ProtocolTest::idsKeepTypeAndValue()
{
    QFETCH(QByteArray, id);
    Protocol protocol(m_tools);
    const Json out = reply(protocol.read("{\"jsonrpc\":\"2.0\",\"id\":" + id.toStdString() + ",\"method\":\"ping\"}"));
    COMPARE_JSON(base::write(out["id"]), base::write(*base::parseJson(id.toStdString())));
    QVERIFY(out["result"].is_object() && out["result"].empty());
}

void ProtocolTest::idlessErrorsFollowTheRevision()
{
    Protocol protocol(m_tools);
    QVERIFY(reply(protocol.read("x")).contains("id"));
    QVERIFY(reply(protocol.read(expanded(R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{META}}})"))).contains("result"));
    QVERIFY(!reply(protocol.read("x")).contains("id"));
    QVERIFY(base::parseJson(protocol.tooLong())->at("error").at("data").at("limit") == longestLine);
    QVERIFY(reply(protocol.read(initialize06)).contains("result"));
    QVERIFY(reply(protocol.read("x")).at("id").is_null());
}

void ProtocolTest::modernResultsCarryWhatTheRevisionNeeds()
{
    Protocol protocol(m_tools);
    const Json discovered = reply(protocol.read(expanded(R"({"jsonrpc":"2.0","id":"d","method":"server/discover","params":{"_meta":{META}}})")))["result"];
    COMPARE_JSON(discovered["supportedVersions"], Json::array({"2026-07-28"}));
    QVERIFY(discovered["capabilities"].contains("tools") && discovered["instructions"].is_string());
    const Json listed = reply(protocol.read(expanded(R"({"jsonrpc":"2.0","id":"l","method":"tools/list","params":{"_meta":{META}}})")))["result"];
    for (const Json& result : {discovered, listed}) {
        COMPARE_JSON(result["resultType"], Json("complete"));
        QVERIFY(result["ttlMs"].get<int>() >= 0);
        COMPARE_JSON(result["cacheScope"], Json("public"));
        COMPARE_JSON(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], Json("countersign-mcp"));
    }
    QCOMPARE(listed["tools"].size(), std::size_t(5));
}

void ProtocolTest::legacyResultsDoNot()
{
    Protocol protocol(m_tools);
    QVERIFY(reply(protocol.read(initialize25)).contains("result"));
    const Json listed = reply(protocol.read("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\r"))["result"];
    QCOMPARE(listed.size(), std::size_t(1));
    QCOMPARE(listed["tools"].size(), std::size_t(5));
}

void ProtocolTest::initializeAfterDiscover()
{
    Protocol protocol(m_tools);
    const std::string discover = expanded(R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{META}}})");
    QVERIFY(reply(protocol.read(discover)).contains("result"));
    QVERIFY(reply(protocol.read(initialize06)).contains("result"));
    QVERIFY(reply(protocol.read(initialize25)).contains("result"));
    QVERIFY(reply(protocol.read(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})")).contains("result"));
    QVERIFY(reply(protocol.read(discover)).contains("result"));
}

void ProtocolTest::callIsTakenApart()
{
    Protocol protocol(m_tools);
    QVERIFY(reply(protocol.read(initialize25)).contains("result"));
    const Incoming legacy = protocol.read(R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"get_plan","arguments":{"task_id":"t"},"_meta":{"progressToken":7}}})");
    const Call* call = std::get_if<Call>(&legacy);
    QVERIFY(call != nullptr);
    COMPARE_JSON(call->id, Json("a"));
    QCOMPARE(call->tool->name, std::string("get_plan"));
    COMPARE_JSON(call->args, Json({{"task_id", "t"}}));
    COMPARE_JSON(*call->progressToken, Json(7));
    QCOMPARE(call->client, std::string("trial"));
    QVERIFY(call->era == Era::Legacy);
    // A request of the newest revision says by itself who sends it; nothing is remembered for it.
    const Incoming modern = protocol.read(expanded(R"({"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"list_halts","_meta":{META,"io.modelcontextprotocol/clientInfo":{"name":"kite","version":"1"}}}})"));
    QCOMPARE(std::get<Call>(modern).client, std::string("kite"));
    QVERIFY(std::get<Call>(modern).era == Era::Modern);
    const Incoming unnamed = protocol.read(expanded(R"({"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"list_halts","_meta":{META}}})"));
    QCOMPARE(std::get<Call>(unnamed).client, std::string());
}

void ProtocolTest::cancellationTellsIdsApart()
{
    Protocol protocol(m_tools);
    const Incoming text = protocol.read(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"7"}})");
    const Incoming number = protocol.read(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})");
    QCOMPARE(std::get<Cancelled>(text).key, requestKey("7"));
    QCOMPARE(std::get<Cancelled>(number).key, requestKey(7));
    QVERIFY(requestKey("7") != requestKey(7));
}

void ProtocolTest::listeningIsAcknowledged()
{
    Protocol protocol(m_tools);
    const Incoming incoming = protocol.read(expanded(R"({"jsonrpc":"2.0","id":"s1","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":{META}}})"));
    const Listening& listening = std::get<Listening>(incoming);
    const Json line = *base::parseJson(listening.line);
    COMPARE_JSON(line["method"], Json("notifications/subscriptions/acknowledged"));
    QVERIFY(!line.contains("id"));
    COMPARE_JSON(line["params"]["notifications"], Json::object());
    COMPARE_JSON(line["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], Json("s1"));
    const Json end = *base::parseJson(listeningEndsLine(listening.id));
    COMPARE_JSON(end["id"], Json("s1"));
    COMPARE_JSON(end["result"]["resultType"], Json("complete"));
    COMPARE_JSON(end["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"], Json("s1"));
}

void ProtocolTest::answersHaveTheShapeOfTheirRequest()
{
    ToolAnswer answer;
    answer.body = {{"ok", true}, {"text", "a\nb"}};
    const std::string line = toolLine(4, Era::Modern, answer);
    QVERIFY(line.find('\n') == std::string::npos);
    const Json modern = base::parseJson(line)->at("result");
    COMPARE_JSON(modern["resultType"], Json("complete"));
    COMPARE_JSON(modern["structuredContent"], answer.body);
    COMPARE_JSON(*base::parseJson(modern["content"][0]["text"].get<std::string>()), answer.body);
    COMPARE_JSON(modern["isError"], Json(false));
    const Json legacy = base::parseJson(toolLine(4, Era::Legacy, answer))->at("result");
    QVERIFY(!legacy.contains("resultType") && !legacy.contains("_meta"));
    const Json progress = *base::parseJson(progressLine("p", 1.5, 3, "x"));
    COMPARE_JSON(progress["params"]["progressToken"], Json("p"));
    COMPARE_JSON(progress["params"]["total"], Json(3));
    QVERIFY(!progress.contains("id"));
}

void ProtocolTest::argumentsAreRefusedBeforeAnythingRuns_data()
{
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QStringList>("pointers");
    QTest::newRow("nothing given") << QByteArray("dispatch_task") << QByteArray() << QStringList{QStringLiteral("/task_id"), QStringLiteral("/token")};
    QTest::newRow("empty") << QByteArray("validate_task") << QByteArray("{}") << QStringList{QStringLiteral("/task_id")};
    QTest::newRow("other name") << QByteArray("validate_task") << QByteArray(R"({"taskid":"t"})") << QStringList{QStringLiteral("/task_id"), QStringLiteral("/taskid")};
    QTest::newRow("number") << QByteArray("get_plan") << QByteArray(R"({"task_id":5})") << QStringList{QStringLiteral("/task_id")};
    QTest::newRow("null is not absent") << QByteArray("validate_task") << QByteArray(R"({"task_id":"t","task_spec":null})") << QStringList{QStringLiteral("/task_spec")};
    QTest::newRow("one too many") << QByteArray("list_halts") << QByteArray(R"({"project":"other"})") << QStringList{QStringLiteral("/project")};
}

void ProtocolTest::argumentsAreRefusedBeforeAnythingRuns()
{
    QFETCH(QByteArray, tool);
    QFETCH(QByteArray, arguments);
    QFETCH(QStringList, pointers);
    Protocol protocol(m_tools);
    QVERIFY(reply(protocol.read(initialize25)).contains("result"));
    const std::string args = arguments.isEmpty() ? std::string() : ",\"arguments\":" + arguments.toStdString();
    const Json result = reply(protocol.read("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool.toStdString() + "\"" + args + "}}"))["result"];
    COMPARE_JSON(result["isError"], Json(true));
    const Json& error = result["structuredContent"]["error"];
    COMPARE_JSON(error["code"], Json("INVALID_ARGS"));
    COMPARE_JSON(error["name"], Json("ArgumentError"));
    COMPARE_JSON(result["structuredContent"]["ok"], Json(false));
    QStringList found;
    const std::string text = result["content"][0]["text"];
    for (const Json& each : error["violations"]) {
        found << QString::fromStdString(each["pointer"].get<std::string>());
        QVERIFY(text.find(each["message"].get<std::string>()) != std::string::npos);
    }
    QCOMPARE(found, pointers);
    // A client that checks every structured result against the tool's schema must accept this one.
    const auto schema = schema::Schema::compile(m_tools.find(tool.toStdString())->outputSchema);
    QVERIFY(schema.has_value());
    QVERIFY(schema->check(result["structuredContent"]).empty());
}

QTEST_APPLESS_MAIN(ProtocolTest)
#include "protocol_test.moc"
