#include "engine/registry/effective.h"

#include "fixtures.h"

#include <QtTest>

using namespace countersign;
using namespace countersign::registry;
using base::Json;

namespace {

QString q(const std::string& text) { return QString::fromStdString(text); }

class Tools
{
public:
    explicit Tools(std::vector<domain::Tool> tools)
    {
        for (domain::Tool& tool : tools)
            m_tools.emplace(tool.name, std::move(tool));
    }
    domain::Tool& operator[](const std::string& name) { return m_tools.at(name); }
    [[nodiscard]] ToolLookup lookup() const
    {
        return [this](const std::string& name) -> const domain::Tool* {
            const auto found = m_tools.find(name);
            return found == m_tools.end() ? nullptr : &found->second;
        };
    }

private:
    std::map<std::string, domain::Tool> m_tools{};
};

Json schema(const char* text) { return base::parseJson(text).value(); }

/// over → middle → root
Tools chain()
{
    return Tools({test::command("local/root", schema(R"({"type":"object","properties":{"limit":{"type":"integer","default":5},"deep":{"type":"boolean"}},
                                                         "additionalProperties":false})")),
                  test::wrapper("local/middle", "local/root"), test::wrapper("local/over", "local/middle")});
}

QString argumentsOf(const Tools& tools, const char* args, const std::string& name = "local/over")
{
    const auto result = argumentsFor(name, base::parseJson(args).value(), tools.lookup());
    return result ? q(base::canonical(*result)) : q(std::string(result.error().code()));
}

} // namespace

class EffectiveTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void inheritsFromTheNearest()
    {
        Tools tools = chain();
        tools["local/root"].resourceSlots = {{"target", {{"type", "git"}}}};
        auto effective = effectiveTool("local/over", tools.lookup()).value();
        QCOMPARE(effective.chain.size(), std::size_t{3});
        QCOMPARE(q(effective.root.name), QStringLiteral("local/root"));
        QCOMPARE(effective.inputSchema, tools["local/root"].inputSchema);
        QCOMPARE(effective.resourceSlots, tools["local/root"].resourceSlots);
        QCOMPARE(effective.timeout.count(), 300);
        tools["local/middle"].inputSchema = schema(R"({"type":"object"})");
        tools["local/root"].timeout = std::chrono::seconds(60);
        effective = effectiveTool("local/over", tools.lookup()).value();
        QCOMPARE(effective.inputSchema, tools["local/middle"].inputSchema);
        QCOMPARE(effective.timeout.count(), 60);
        tools["local/over"].timeout = std::chrono::seconds(20);
        QCOMPARE(effectiveTool("local/over", tools.lookup())->timeout.count(), 20);
        tools["local/root"].timeout.reset();
        tools["local/over"].timeout = std::chrono::seconds(600);
        QCOMPARE(effectiveTool("local/over", tools.lookup())->timeout.count(), 600);
    }

    void failures()
    {
        Tools tools = chain();
        QCOMPARE(effectiveTool("local/none", tools.lookup()).error().code(), std::string_view("TOOL_UNKNOWN"));
        tools["local/middle"].source = domain::WrappedSource{"local/none"};
        QCOMPARE(effectiveTool("local/over", tools.lookup()).error().code(), std::string_view("WRAP_TARGET_UNKNOWN"));
        tools["local/middle"].source = domain::WrappedSource{"local/over"};
        QCOMPARE(effectiveTool("local/over", tools.lookup()).error().code(), std::string_view("WRAP_CYCLE"));
        QCOMPARE(definition("local/over", tools.lookup(), {}).error().code(), std::string_view("WRAP_CYCLE"));
    }

    void definitionCoversTheChainAndPinnedFiles()
    {
        Tools tools = chain();
        const std::map<std::string, std::string> pinned{{"a.sh", "00"}};
        QSet<QString> digests;
        const auto digest = [&](const std::map<std::string, std::string>& files) { return q(definitionDigest(definition("local/over", tools.lookup(), files).value())); };
        const QString before = digest(pinned);
        QCOMPARE(before.size(), 64);
        QCOMPARE(digest(pinned), before);
        digests << before << digest({}) << digest({{"a.sh", "01"}}) << digest({{"b.sh", "00"}});
        tools["local/root"].timeout = std::chrono::seconds(1);
        digests << digest(pinned);
        tools["local/middle"].validation->transform = "output => ({passed: false})";
        digests << digest(pinned);
        tools["local/over"].validation->mode = domain::Mode::Informational;
        digests << digest(pinned);
        QCOMPARE(digests.size(), 7);
        QCOMPARE(definition("local/over", tools.lookup(), {})->at("chain").size(), std::size_t{3});
    }

    void argumentsThroughTheChain()
    {
        Tools tools = chain();
        QCOMPARE(argumentsOf(tools, "{}"), QStringLiteral(R"({"limit":5})"));
        QCOMPARE(argumentsOf(tools, R"({"limit":7})"), QStringLiteral(R"({"limit":7})"));
        QCOMPARE(argumentsOf(tools, R"({"limit":"7"})"), QStringLiteral("INVALID_ARGS"));
        QCOMPARE(argumentsOf(tools, R"({"other":1})"), QStringLiteral("INVALID_ARGS"));
        QCOMPARE(argumentsOf(tools, "[]"), QStringLiteral("INVALID_ARGS"));
    }

    void mappings()
    {
        Tools tools = chain();
        tools["local/over"].inputSchema = schema(R"({"type":"object","properties":{"max":{"type":"integer"},"deep":{"type":"boolean"}}})");
        tools["local/over"].validation->argumentMapping = {{"limit", {"max", std::nullopt}}};
        QCOMPARE(argumentsOf(tools, R"({"max":9,"deep":true})"), QStringLiteral(R"({"deep":true,"limit":9})"));
        QCOMPARE(argumentsOf(tools, "{}"), QStringLiteral(R"({"limit":5})"));
        tools["local/middle"].validation->argumentMapping = {{"deep", {std::nullopt, Json(false)}}};
        QCOMPARE(argumentsOf(tools, R"({"max":9,"deep":true})"), QStringLiteral(R"({"deep":false,"limit":9})"));
        tools["local/middle"].validation->argumentMapping = {{"limit", {std::nullopt, Json("text")}}};
        QCOMPARE(argumentsOf(tools, R"({"max":9})"), QStringLiteral("INVALID_ARGS"));
    }

    void swappedMappings()
    {
        Tools tools({test::command("local/root"), test::wrapper("local/over", "local/root")});
        tools["local/over"].validation->argumentMapping = {{"a", {"b", std::nullopt}}, {"b", {"a", std::nullopt}}};
        QCOMPARE(argumentsOf(tools, R"({"a":1,"b":2})"), QStringLiteral(R"({"a":2,"b":1})"));
    }

    void argumentsOfAttachments()
    {
        Tools tools = chain();
        const auto check = [&](const char* name, const char* args) {
            const auto result = attachmentArguments(name, base::parseJson(args).value(), tools.lookup());
            return result ? q(base::canonical(*result)) : q(std::string(result.error().code()));
        };
        QCOMPARE(check("local/over", "{}"), QStringLiteral(R"({"limit":5})"));
        QCOMPARE(check("local/over", R"({"limit":-0})"), QStringLiteral("INVALID_ARGS"));
        QCOMPARE(check("local/over", R"({"limits":1})"), QStringLiteral("INVALID_ARGS"));
        QCOMPARE(check("local/root", "{}"), QStringLiteral("NOT_A_VALIDATION"));
        QCOMPARE(check("local/none", "{}"), QStringLiteral("VALIDATION_UNKNOWN"));
        tools["local/root"].inputSchema = nullptr;
        QCOMPARE(check("local/over", "null"), QStringLiteral("INVALID_ARGS"));
    }

    void withoutSchemaAnythingGoes()
    {
        const Tools tools({test::command("local/root")});
        QCOMPARE(argumentsOf(tools, R"({"x":[1]})", "local/root"), QStringLiteral(R"({"x":[1]})"));
    }

    void globs_data()
    {
        QTest::addColumn<QString>("glob");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("fits");
        const auto row = [](const char* glob, const char* path, bool fits) {
            QTest::newRow(qPrintable(QStringLiteral("%1 on %2").arg(QLatin1String(glob), QLatin1String(path)))) << QString::fromLatin1(glob) << QString::fromLatin1(path) << fits;
        };
        row("a.sh", "a.sh", true);
        row("a.sh", "b/a.sh", false);
        row("./a.sh", "a.sh", true);
        row("*.sh", "a.sh", true);
        row("*.sh", "d/a.sh", false);
        row("*", "a", true);
        row("a*b*c", "aXbYbZc", true);
        row("a*b*c", "aXbYbZ", false);
        row("a?c", "abc", true);
        row("a?c", "ac", false);
        row("**", "a/b/c", true);
        row("**/c", "c", true);
        row("**/c", "a/b/c", true);
        row("a/**", "a/b/c", true);
        row("a/**", "a", true);
        row("a/**/c", "a/c", true);
        row("a/**/c", "a/b/b/c", true);
        row("a/**/c", "a/b/d", false);
        row("**/*.sh", "x/y.sh", true);
        row("", "a", false);
        row("a", "", false);
        row("A", "a", false);
    }
    void globs()
    {
        QFETCH(QString, glob);
        QFETCH(QString, path);
        QFETCH(bool, fits);
        QCOMPARE(matchesGlob(glob.toStdString(), path.toStdString()), fits);
    }

    void longGlobsStayFast()
    {
        const std::string stars = std::string(2000, 'a');
        std::string glob;
        for (int i = 0; i < 200; ++i)
            glob += "*a";
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!matchesGlob(glob + "b", stars));
        QVERIFY(timer.elapsed() < 500);
    }
};

QTEST_APPLESS_MAIN(EffectiveTest)
#include "effective_test.moc"
