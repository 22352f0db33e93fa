// mcp-config: every host's file is of its format, names absolute paths, and the command in it starts the server.
#include "tests/app/ctl/support/workspace.h"

#include <QtTest>

#include <QJsonDocument>

using namespace countersign::test;
using namespace Qt::StringLiterals;

class McpConfigTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    std::unique_ptr<QuickWorkspace> m_work;

private Q_SLOTS:
    void initTestCase();
    void everyHostHasItsForm_data();
    void everyHostHasItsForm();
    void theCommandStartsTheServer();
    void waysAreTold();
    void wrongClientIsRefused();
    void projectIsNeeded();
};

void McpConfigTest::initTestCase()
{
    QVERIFY(m_home.valid());
    m_work = std::make_unique<QuickWorkspace>(m_home);
    QCOMPARE(m_work->import().status, 0);
}

void McpConfigTest::everyHostHasItsForm_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("root");
    QTest::addColumn<QString>("limit");
    QTest::addColumn<int>("value");
    QTest::newRow("claude-code") << u".mcp.json"_s << u"mcpServers"_s << u"timeout"_s << 3'600'000;
    QTest::newRow("codex") << u"config.toml"_s << u"mcp_servers"_s << u"tool_timeout_sec"_s << 3'600;
    QTest::newRow("cursor") << u".cursor/mcp.json"_s << u"mcpServers"_s << u""_s << 0;
    QTest::newRow("vscode") << u".vscode/mcp.json"_s << u"servers"_s << u""_s << 0;
    QTest::newRow("gemini") << u".gemini/settings.json"_s << u"mcpServers"_s << u"timeout"_s << 3'600'000;
    QTest::newRow("claude-desktop") << u"claude_desktop_config.json"_s << u"mcpServers"_s << u""_s << 0;
    QTest::newRow("generic") << u""_s << u"mcpServers"_s << u""_s << 0;
}

void McpConfigTest::everyHostHasItsForm()
{
    QFETCH(QString, file);
    QFETCH(QString, root);
    QFETCH(QString, limit);
    QFETCH(int, value);
    const Ended ended = m_home.run({u"mcp-config"_s, u"--client"_s, QString::fromLatin1(QTest::currentDataTag()), u"--agent"_s, u"build bot"_s});
    QVERIFY2(ended.status == 0, ended.all().constData());
    const QJsonArray clients = ended.json.value("clients"_L1).toArray();
    QCOMPARE(clients.size(), 1);
    const QJsonObject client = clients.at(0).toObject();
    QVERIFY(client.value("file"_L1).toString().contains(file));
    const QString content = client.value("content"_L1).toString();
    for (const QString& needed : {m_home.store(), u"local/quick"_s, u"\"build bot\""_s, u"/countersign-mcp\""_s})
        QVERIFY2(content.contains(needed), qPrintable(needed));
    if (client.value("format"_L1).toString() == u"toml"_s) {
        QVERIFY(content.startsWith(u"["_s + root + u".countersign]\ncommand = \"/"_s));
        QVERIFY(content.contains(limit + u" = "_s + QString::number(value) + u'\n'));
        return;
    }
    const QJsonObject parsed = QJsonDocument::fromJson(content.toUtf8()).object();
    QCOMPARE(parsed, client.value("config"_L1).toObject());
    const QJsonObject server = parsed.value(root).toObject().value("countersign"_L1).toObject();
    QVERIFY(server.value("command"_L1).toString().startsWith(u'/'));
    if (!limit.isEmpty())
        QCOMPARE(server.value(limit).toInt(), value);
}

void McpConfigTest::theCommandStartsTheServer()
{
    const Ended ended = m_home.run({u"mcp-config"_s, u"--client"_s, u"generic"_s});
    const QJsonObject server = ended.json.value("clients"_L1).toArray().at(0).toObject().value("config"_L1).toObject().value("mcpServers"_L1).toObject().value("countersign"_L1).toObject();
    QStringList words;
    for (const QJsonValue& word : server.value("args"_L1).toArray())
        words << word.toString();
    QProcess process;
    process.start(server.value("command"_L1).toString(), words);
    process.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(10'000));
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(QJsonDocument::fromJson(process.readAllStandardOutput()).object().value("id"_L1).toInt(), 1);
}

void McpConfigTest::waysAreTold()
{
    const Ended ended = m_home.run({u"mcp-config"_s});
    QCOMPARE(ended.json.value("clients"_L1).toArray().size(), 7);
    QStringList ways;
    for (const QJsonValue& way : ended.json.value("deployment"_L1).toArray())
        ways << way.toObject().value("way"_L1).toString();
    QCOMPARE(ways.join(u' '), u"only-these-tools another-user postgresql-roles"_s);
    const QJsonObject user = ended.json.value("deployment"_L1).toArray().at(1).toObject();
    QVERIFY(user.value("sudoers"_L1).toString().contains(u"NOPASSWD: /"_s));
    const Ended spaced = m_home.run({u"mcp-config"_s, u"--agent"_s, u"a b,c"_s});
    QVERIFY(spaced.json.value("deployment"_L1).toArray().at(1).toObject().value("sudoers"_L1).toString().endsWith(u"--agent a\\ b\\,c"_s));
    const Ended text = m_home.run({u"mcp-config"_s}, {.json = false});
    QVERIFY(text.out.contains("sudoers: ") && text.out.contains("[mcp_servers.countersign]"));
}

void McpConfigTest::wrongClientIsRefused() { QCOMPARE(m_home.run({u"mcp-config"_s, u"--client"_s, u"nobody"_s}).status, 64); }

void McpConfigTest::projectIsNeeded()
{
    const Home empty;
    QVERIFY(empty.run({u"mcp-config"_s}).status != 0);
    QCOMPARE(empty.run({u"init"_s}).status, 0);
    QCOMPARE(empty.run({u"mcp-config"_s}).code(), u"PROJECT_NOT_FOUND"_s);
    Call call;
    QCOMPARE(empty.run({u"--project"_s, u"p"_s, u"mcp-config"_s}, call).status, 0);
}

QTEST_GUILESS_MAIN(McpConfigTest)
#include "mcp_config_test.moc"
