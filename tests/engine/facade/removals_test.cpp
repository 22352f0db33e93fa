// One registration removed by hand: with what belongs to it, or not at all while others use it.
#include "tests/engine/facade/support.h"

using namespace facade_test;

namespace {
QString q(const std::string& text) { return QString::fromStdString(text); }
} // namespace

class RemovalsTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<Desk> m_desk{};

    [[nodiscard]] QString refused(Removable kind, const std::string& name) const
    {
        const auto done = m_desk->engine->remove(kind, name);
        return done ? QStringLiteral("removed") : q(std::string(done.error().code()) + ": " + done.error().message());
    }
    [[nodiscard]] domain::Event last() const { return m_desk->engine->auditEvents({}).value().at(0); }

private Q_SLOTS:
    void init() { m_desk = std::make_unique<Desk>(); }

    void aValidationTakesItsAttachmentsAlong()
    {
        m_desk->import();
        (void)m_desk->report();
        const auto plan = m_desk->engine->plan("t", "p").value().row.plan.id;
        (void)m_desk->engine->attach({"tree", "style", domain::DirectScope{}, domain::Json::object()}).value();
        (void)m_desk->engine->attach({"tree", "style", domain::PlanScope{plan}, domain::Json::object()}).value();
        const Removal done = m_desk->engine->remove(Removable::Validation, "style").value();
        QCOMPARE(done.name, std::string("local/style"));
        QCOMPARE(done.attachments.size(), std::size_t(3));
        QCOMPARE(done.importedFrom, fs::path(m_desk->root() / "home"));
        const auto after = m_desk->engine->attachments().value();
        QCOMPARE(after.size(), std::size_t(2));
        QVERIFY(std::none_of(after.begin(), after.end(), [](const auto& a) { return a.validation == "local/style"; }));
        QCOMPARE(last().type, std::string("registry.tool_removed"));
        domain::Json ids = domain::Json::array();
        for (const auto& each : done.attachments)
            ids.push_back(each.id.value);
        QCOMPARE(last().payload, domain::Json({{"name", "local/style"}, {"attachments_removed", 3}, {"attachments", ids}}));
        QCOMPARE(m_desk->report().results.size(), std::size_t(2));
        QVERIFY(m_desk->engine->verifyAudit().value().intact);
        // What the directory says is what it said: only its next import tells and brings it back.
        QVERIFY(!m_desk->engine->importStates().value().at(0).differs);
        QVERIFY(m_desk->engine->previewImport(m_desk->root() / "home").value().changesSomething());
        m_desk->again();
        QCOMPARE(m_desk->engine->attachments().value().size(), std::size_t(3));
    }

    void anInterruptionLeavesAll()
    {
        m_desk->import();
        QCOMPARE(m_desk->sql("CREATE TRIGGER no_removal BEFORE DELETE ON tool BEGIN SELECT RAISE(ABORT, 'cut'); END"), std::string());
        const auto events = m_desk->engine->status().value().events;
        QVERIFY(!m_desk->engine->remove(Removable::Validation, "req"));
        QCOMPARE(m_desk->engine->attachments().value().size(), std::size_t(3));
        QCOMPARE(m_desk->engine->status().value().events, events);
    }

    void namesAndTypes()
    {
        m_desk->file("tool", "tool: {name: count, command: [count]}\n");
        m_desk->import();
        QCOMPARE(refused(Removable::Tool, "req"), QStringLiteral("IS_A_VALIDATION: local/req is a validation"));
        QCOMPARE(refused(Removable::Validation, "count"), QStringLiteral("IS_NOT_A_VALIDATION: local/count is a tool, not a validation"));
        QCOMPARE(refused(Removable::Tool, "none"), QStringLiteral("TOOL_NOT_REGISTERED: there is no tool local/none"));
        QCOMPARE(refused(Removable::Validation, "none"), QStringLiteral("VALIDATION_NOT_FOUND: there is no validation local/none"));
        QCOMPARE(refused(Removable::Resource, "req"), QStringLiteral("RESOURCE_NOT_FOUND: there is no resource local/req"));
        QCOMPARE(refused(Removable::Server, "none"), QStringLiteral("SERVER_NOT_FOUND: there is no server local/none"));
        QCOMPARE(refused(Removable::Skill, "none"), QStringLiteral("SKILL_NOT_FOUND: there is no skill local/none"));
        QCOMPARE(refused(Removable::Graph, "none"), QStringLiteral("GRAPH_NOT_FOUND: there is no graph local/none"));
        QVERIFY(refused(Removable::Tool, "no such/name").startsWith(QLatin1String("NAME_")));
        QCOMPARE(refused(Removable::Tool, "local/count"), QStringLiteral("removed"));
        QCOMPARE(m_desk->engine->tools().value().size(), std::size_t(3));
    }

    void whatIsUsedStays()
    {
        m_desk->file("tool", "tool: {name: count, command: [count]}\n");
        m_desk->file("wrapper", "validation: {name: verdict, wraps: count, transform: 'output => ({passed: true})'}\n");
        m_desk->file("server", "server: {name: index, command: [x]}\n");
        m_desk->file("find", "tool: {name: find, mcp_server: index, mcp_tool_name: f, input_schema: {type: object}}\n");
        m_desk->file("k1", "skill: {name: base, tools: [style], mcp_servers: [index]}\n");
        m_desk->file("k2", "skill: {name: all, includes: [base], overrides: {find: {unsafe: true}}}\n");
        m_desk->file("g", "graph: {name: g, entry: [a], exits: [a], nodes: {a: {tool: lint, resource: spare}}}\n");
        m_desk->file("spare", "resource: {name: spare, kind: directory, path: work}\n");
        m_desk->import("  policy: unanimous\n  skills: [all]\n");
        const auto events = m_desk->engine->status().value().events;
        const std::string attachment = m_desk->engine->attachments().value().at(0).id.value;
        QCOMPARE(refused(Removable::Tool, "count"), QStringLiteral("IN_USE: tool local/count is used by validation local/verdict"));
        QCOMPARE(refused(Removable::Tool, "find"), QStringLiteral("IN_USE: tool local/find is used by skill local/all"));
        QCOMPARE(refused(Removable::Validation, "style"), QStringLiteral("IN_USE: validation local/style is used by skill local/base"));
        QCOMPARE(refused(Removable::Validation, "lint"), QStringLiteral("IN_USE: validation local/lint is used by graph local/g"));
        QCOMPARE(refused(Removable::Server, "index"), QStringLiteral("IN_USE: server local/index is used by tool local/find, skill local/base"));
        QCOMPARE(refused(Removable::Skill, "base"), QStringLiteral("IN_USE: skill local/base is used by skill local/all"));
        QCOMPARE(refused(Removable::Skill, "all"), QStringLiteral("IN_USE: skill local/all is used by project local/p"));
        QCOMPARE(refused(Removable::Resource, "spare"), QStringLiteral("IN_USE: resource local/spare is used by graph local/g"));
        const QString tree = refused(Removable::Resource, "tree");
        QVERIFY2(tree.startsWith(QLatin1String("IN_USE: resource local/tree is used by project local/p, attachment ")) && tree.contains(q(attachment + " of local/")), qPrintable(tree));
        QCOMPARE(m_desk->engine->status().value().events, events);
        QCOMPARE(refused(Removable::Graph, "g"), QStringLiteral("removed"));
        QCOMPARE(refused(Removable::Resource, "spare"), QStringLiteral("removed"));
        QCOMPARE(last().type, std::string("registry.resource_removed"));
        QCOMPARE(refused(Removable::Validation, "lint"), QStringLiteral("removed"));
        QCOMPARE(refused(Removable::Validation, "verdict"), QStringLiteral("removed"));
        QCOMPARE(refused(Removable::Tool, "count"), QStringLiteral("removed"));
    }

    void aToolKeepsTheResourceOfItsSlot()
    {
        m_desk->file("spare", "resource: {name: spare, kind: directory, path: work}\n");
        m_desk->file("tool", "tool: {name: count, command: [count], resource_slots: {other: {binding: static, resource: spare}}}\n");
        m_desk->import();
        QCOMPARE(refused(Removable::Resource, "spare"), QStringLiteral("IN_USE: resource local/spare is used by tool local/count"));
        QCOMPARE(refused(Removable::Tool, "count"), QStringLiteral("removed"));
        QCOMPARE(refused(Removable::Resource, "spare"), QStringLiteral("removed"));
    }

    void aRunKeepsItsValidations()
    {
        m_desk->import();
        std::string during;
        std::string beside;
        Watcher watcher;
        watcher.onStart = [&] {
            const auto engine = m_desk->another();
            const auto done = engine->remove(Removable::Validation, "req");
            during = done ? "removed" : std::string(done.error().code()) + ": " + done.error().message();
            beside = engine->remove(Removable::Validation, "unrelated") ? "removed" : "refused";
        };
        m_desk->file("more", "validation: {name: unrelated, command: ['true'], mode: required}\n");
        m_desk->again();
        QCOMPARE(m_desk->report(watcher).results.size(), std::size_t(3));
        QCOMPARE(q(during), QStringLiteral("RUN_IN_PROGRESS: a run of task t needs local/req"));
        QCOMPARE(beside, std::string("removed"));
        QCOMPARE(refused(Removable::Validation, "req"), QStringLiteral("removed"));
        QCOMPARE(m_desk->report().results.size(), std::size_t(2));
    }

    void aRunKeepsItsValidationsFromAnImportToo()
    {
        m_desk->import();
        const auto gone = [this](const char* name) {
            for (const char* kind : {"v-", "a-"})
                fs::remove(m_desk->root() / "home" / ".countersign" / (std::string(kind) + name + ".yml"));
        };
        std::string during;
        Watcher watcher;
        watcher.onStart = [&] {
            gone("req");
            const auto done = m_desk->another()->import(m_desk->root() / "home", {});
            during = done ? "imported" : std::string(done.error().code()) + ": " + done.error().message();
        };
        QCOMPARE(m_desk->report(watcher).results.size(), std::size_t(3));
        QCOMPARE(q(during), QStringLiteral("RUN_IN_PROGRESS: a run of task t needs local/req"));
        m_desk->again();
        QCOMPARE(m_desk->report().results.size(), std::size_t(2));
    }

    void aPlanKeepsTheResourceOfItsWorkCopy()
    {
        m_desk->file("spare", "resource: {name: spare, kind: directory, path: work}\n");
        m_desk->import();
        (void)m_desk->report();
        const std::string plan = m_desk->engine->plan("t", "p").value().row.plan.id.value;
        QCOMPARE(m_desk->sql("INSERT INTO work_copy VALUES('" + plan + "', 'local/spare', '/x', '', '', '', 1)"), std::string());
        QCOMPARE(refused(Removable::Resource, "spare"), q("IN_USE: resource local/spare is used by plan " + plan + " of task t"));
        QVERIFY(m_desk->engine->cancelPlan({plan}, "enough", {}));
        QCOMPARE(refused(Removable::Resource, "spare"), QStringLiteral("removed"));
    }
};

QTEST_GUILESS_MAIN(RemovalsTest)
#include "removals_test.moc"
