// What a skill comes to: every way through includes and servers, tried one by one, gives what flatten() gives.
#include "fixtures.h"

#include "engine/registry/skills.h"

#include <QtTest>

#include <random>

using namespace countersign;
using namespace countersign::registry;
using domain::Capability;
using domain::Json;
using domain::Skill;

namespace {

QString q(const std::string& text) { return QString::fromStdString(text); }

struct World
{
    std::map<std::string, domain::Tool> tools{};
    std::map<std::string, Skill> skills{};
    std::map<std::string, std::vector<std::string>> servers{};

    [[nodiscard]] SkillLookups lookups() const
    {
        return {[this](const std::string& name) { return tools.contains(name) ? &tools.at(name) : nullptr; },
                [this](const std::string& name) { return skills.contains(name) ? &skills.at(name) : nullptr; },
                [this](const std::string& name) { return servers.contains(name) ? std::optional(servers.at(name)) : std::nullopt; }};
    }
    domain::Tool& tool(const std::string& name)
    {
        tools[name].name = name;
        return tools[name];
    }
    Skill& skill(const std::string& name)
    {
        skills[name].name = name;
        return skills[name];
    }
};

/// One way to a tool: the skills that it leads through, and what each says of the tool.
struct Way
{
    std::vector<std::string> via{};
    std::string server{};
    std::vector<Json> overrides{};
};

void walk(const World& world, const Skill& skill, std::vector<std::string> via, std::vector<const Skill*> held, std::map<std::string, std::vector<Way>>& out)
{
    held.push_back(&skill);
    const auto add = [&](const std::string& tool, const std::string& server) {
        Way way{via, server, {}};
        for (const Skill* each : held)
            if (each->overrides.contains(tool))
                way.overrides.push_back(each->overrides.at(tool));
        out[tool].push_back(way);
    };
    for (const std::string& tool : skill.tools)
        add(tool, {});
    for (const std::string& server : skill.mcpServers)
        for (const std::string& tool : world.servers.at(server))
            add(tool, server);
    for (const std::string& name : skill.includes) {
        auto further = via;
        further.push_back(name);
        walk(world, world.skills.at(name), further, held, out);
    }
}

Json capabilityJson(const Capability& c)
{
    return {{"ro", c.readOnly}, {"w", c.writes}, {"cp", c.checkpointable}, {"cs", c.checkpointScope}, {"ws", c.writeScope},
            {"se", c.sideEffects}, {"id", c.idempotent}, {"un", c.unsafe}, {"ha", c.humanApprovalRequired}};
}

/// A flag holds where the tool or any override says so, a permission where nobody takes it away.
Capability strictest(Capability base, const std::vector<Way>& ways)
{
    bool readOnlySaid = false;
    for (const Way& way : ways)
        for (const Json& o : way.overrides) {
            readOnlySaid = readOnlySaid || o.value("read_only", false);
            base.unsafe = base.unsafe || o.value("unsafe", false);
            base.humanApprovalRequired = base.humanApprovalRequired || o.value("human_approval_required", false);
            base.writes = base.writes && o.value("writes", true);
            base.checkpointable = base.checkpointable && o.value("checkpointable", true);
            if (o.contains("write_scope") && o.at("write_scope") == "")
                base.writeScope.clear();
            if (o.contains("checkpoint_scope") && o.at("checkpoint_scope") == "")
                base.checkpointScope.clear();
            if (o.contains("side_effects"))
                std::erase_if(base.sideEffects, [&](const std::string& e) { return std::find(o.at("side_effects").begin(), o.at("side_effects").end(), e) == o.at("side_effects").end(); });
        }
    base.readOnly = base.readOnly || readOnlySaid;
    if (base.readOnly) {
        base.writes = false;
        base.writeScope.clear();
    }
    return base;
}

QString text(const std::string& tool, const Capability& effective, const std::vector<std::string>& via, const std::string& server)
{
    return q(base::canonical(Json{{"tool", tool}, {"may", capabilityJson(effective)}, {"via", via}, {"server", server}}));
}

QStringList slowly(const World& world, const Skill& skill)
{
    std::map<std::string, std::vector<Way>> ways;
    walk(world, skill, {}, {}, ways);
    QStringList out;
    for (const auto& [tool, all] : ways) {
        const Way* best = &all.front();
        for (const Way& way : all) {
            const bool shorter = way.via.size() < best->via.size();
            const bool equal = way.via.size() == best->via.size();
            const bool named = way.server.empty() && !best->server.empty();
            const bool both = way.server.empty() == best->server.empty();
            if (shorter || (equal && (named || (both && (way.via < best->via || (way.via == best->via && way.server < best->server))))))
                best = &way;
        }
        out << text(tool, strictest(world.tools.at(tool).capability, all), best->via, best->server);
    }
    return out;
}

QStringList quickly(const std::vector<SkillMember>& members)
{
    QStringList out;
    for (const SkillMember& member : members)
        out << text(member.tool, member.effective, member.via, member.server);
    return out;
}

class Dice
{
public:
    explicit Dice(unsigned seed) : m_random(seed) {}
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(m_random); }
    bool chance(int percent) { return below(100) < static_cast<std::size_t>(percent); }

private:
    std::mt19937 m_random;
};

Json someFlags(Dice& dice)
{
    Json out = Json::object();
    for (const char* flag : {"read_only", "writes", "checkpointable", "unsafe", "human_approval_required"})
        if (dice.chance(25))
            out[flag] = dice.chance(50);
    for (const char* scope : {"write_scope", "checkpoint_scope"})
        if (dice.chance(20))
            out[scope] = "";
    if (dice.chance(30)) {
        out["side_effects"] = Json::array();
        for (const char* effect : {"mail", "log", "pay"})
            if (dice.chance(50))
                out["side_effects"].push_back(effect);
    }
    return out;
}

World someWorld(Dice& dice)
{
    World out;
    const auto name = [](const char* kind, std::size_t i) { return "local/" + std::string(kind) + std::to_string(i); };
    for (std::size_t i = 0; i < 6; ++i) {
        Capability& c = out.tool(name("t", i)).capability;
        c.readOnly = dice.chance(40);
        c.writes = !c.readOnly && dice.chance(60);
        c.writeScope = c.writes && dice.chance(50) ? "src" : "";
        c.checkpointable = dice.chance(50);
        c.checkpointScope = dice.chance(50) ? "tree" : "";
        c.idempotent = dice.chance(50);
        for (const char* effect : {"mail", "log"})
            if (dice.chance(50))
                c.sideEffects.emplace_back(effect);
        if (dice.chance(30))
            out.servers[name("s", dice.below(2))].push_back(name("t", i));
    }
    for (std::size_t s = 0; s < 2; ++s)
        out.servers[name("s", s)];
    constexpr std::size_t skills = 7;
    for (std::size_t i = skills; i-- > 0;) {
        Skill& skill = out.skill(name("k", i));
        for (std::size_t t = 0; t < 6; ++t) {
            if (dice.chance(25))
                skill.tools.push_back(name("t", t));
            if (dice.chance(30))
                skill.overrides.emplace(name("t", t), someFlags(dice));
        }
        for (std::size_t s = 0; s < 2; ++s)
            if (dice.chance(20))
                skill.mcpServers.push_back(name("s", s));
        for (std::size_t other = i + 1; other < skills; ++other)
            if (dice.chance(45))
                skill.includes.push_back(name("k", other));
        std::reverse(skill.includes.begin(), skill.includes.begin() + static_cast<std::ptrdiff_t>(dice.below(skill.includes.size() + 1)));
    }
    return out;
}

} // namespace

class SkillsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyWayCounts()
    {
        int members = 0;
        for (unsigned seed = 0; seed < 400; ++seed) {
            Dice dice(seed);
            const World world = someWorld(dice);
            for (const auto& [name, skill] : world.skills) {
                const auto flat = flatten(skill, world.lookups());
                QVERIFY(flat.has_value());
                const QStringList found = quickly(*flat);
                QVERIFY2(found == slowly(world, skill), qPrintable(QStringLiteral("seed %1, %2\n%3\nnot\n%4").arg(QString::number(seed), q(name), found.join(QLatin1Char('\n')), slowly(world, skill).join(QLatin1Char('\n')))));
                members += static_cast<int>(found.size());
                for (const SkillMember& member : *flat) {
                    const Capability& base = world.tools.at(member.tool).capability;
                    QVERIFY(!(member.effective.writes && !base.writes) && !(base.readOnly && !member.effective.readOnly) && !(base.unsafe && !member.effective.unsafe));
                    QVERIFY(member.effective.sideEffects.size() <= base.sideEffects.size());
                    QCOMPARE(member.effective.idempotent, base.idempotent);
                }
            }
        }
        QVERIFY2(members > 5000, QByteArray::number(members).constData());
    }

    void manyWaysAreWalkedOnce()
    {
        // A ladder of 40 steps with two rungs each has 2^40 ways to its end.
        World world;
        world.tool("local/t");
        world.skill("local/end").tools = {"local/t"};
        std::string below = "local/end";
        for (int i = 0; i < 40; ++i) {
            const std::string n = std::to_string(i);
            for (const std::string side : {"a", "b"})
                world.skill("local/" + side + n).includes = {below};
            world.skill("local/top" + n).includes = {"local/a" + n, "local/b" + n};
            below = "local/top" + n;
        }
        QElapsedTimer timer;
        timer.start();
        const auto flat = flatten(world.skills.at(below), world.lookups());
        QVERIFY(flat && flat->size() == 1);
        QVERIFY(flat->at(0).via.size() == 80 && flat->at(0).via.front() == "local/a39");
        QVERIFY(timer.elapsed() < 1000);
    }

    void whatIsWrongIsSaid()
    {
        World world;
        world.tool("local/t");
        world.skill("local/a").includes = {"local/b"};
        world.skill("local/b").includes = {"local/c"};
        world.skill("local/c").includes = {"local/b"};
        const auto circle = flatten(world.skills.at("local/a"), world.lookups());
        QVERIFY(!circle && circle.error().is(codes::SkillCycle));
        QCOMPARE(q(circle.error().message()), QStringLiteral("The includes go round: local/b, local/c, local/b."));
        world.skill("local/c").includes = {"local/none"};
        QVERIFY(flatten(world.skills.at("local/a"), world.lookups()).error().is(codes::SkillUnknown));
        world.skill("local/c").includes = {};
        world.skill("local/c").tools = {"local/none"};
        QVERIFY(flatten(world.skills.at("local/a"), world.lookups()).error().is(codes::ToolUnknown));
        world.skill("local/c").tools = {"local/t"};
        world.skill("local/c").mcpServers = {"local/none"};
        QVERIFY(flatten(world.skills.at("local/a"), world.lookups()).error().is(codes::McpServerUnknown));
        const auto known = flattenKnown(world.skills.at("local/a"), world.lookups());
        QVERIFY(known.size() == 1 && known.front().origin() == "local/b, local/c");
    }

    void originsInWords()
    {
        World world;
        for (const char* tool : {"local/own", "local/deep", "local/served", "local/far"})
            world.tool(tool);
        world.servers = {{"local/near", {"local/served", "local/own"}}, {"local/behind", {"local/far"}}};
        world.skill("local/base").tools = {"local/deep"};
        world.skill("local/base").mcpServers = {"local/behind"};
        Skill& all = world.skill("local/all");
        all.tools = {"local/own"};
        all.includes = {"local/base"};
        all.mcpServers = {"local/near"};
        QStringList origins;
        const auto flat = flatten(all, world.lookups()).value();
        for (const SkillMember& member : flat)
            origins << q(member.tool) + QStringLiteral(": ") + q(member.origin());
        QCOMPARE(origins, (QStringList{QStringLiteral("local/deep: local/base"), QStringLiteral("local/far: local/base, server local/behind"), QStringLiteral("local/own: own"),
                                       QStringLiteral("local/served: server local/near")}));
    }

    void looseningIsTold_data()
    {
        QTest::addColumn<QString>("flag");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* flag, const char* value, const char* why) { QTest::addRow("%s %s", flag, value) << QString::fromLatin1(flag) << QString::fromLatin1(value) << QString::fromLatin1(why); };
        // What stands writes in src, sends mail, may be taken back, needs a person.
        row("read_only", "true", "");
        row("read_only", "false", "");
        row("writes", "false", "");
        row("writes", "true", "");
        row("checkpointable", "false", "");
        row("unsafe", "true", "");
        row("human_approval_required", "true", "");
        row("human_approval_required", "false", "human_approval_required is true and can't become false.");
        row("write_scope", "\"\"", "");
        row("write_scope", "\"src\"", "");
        row("write_scope", "\"src/a\"", "write_scope is src and can only be emptied.");
        row("checkpoint_scope", "\"tree\"", "checkpoint_scope is empty and can only stay so.");
        row("side_effects", "[]", "");
        row("side_effects", "[\"mail\"]", "");
        row("side_effects", "[\"mail\", \"pay\"]", "side_effects would add pay.");
        row("idempotent", "true", "idempotent is a statement about the tool, no permission.");
        row("idempotent", "false", "idempotent is a statement about the tool, no permission.");
    }
    void looseningIsTold()
    {
        QFETCH(QString, flag);
        QFETCH(QString, value);
        Capability stands;
        stands.writes = stands.checkpointable = stands.humanApprovalRequired = true;
        stands.writeScope = "src";
        stands.sideEffects = {"mail"};
        QTEST(q(loosens(stands, flag.toStdString(), base::parseJson(value.toStdString()).value()).value_or("")), "why");
    }
};

QTEST_APPLESS_MAIN(SkillsTest)
#include "skills_test.moc"
