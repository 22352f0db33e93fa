#include "engine/attachments/resolve.h"

#include "engine/schema/schema.h"

#include <QtTest>

#include <map>
#include <random>

using namespace countersign;
using attachments::Question;
using attachments::ReachedPlan;
using domain::Attachment;
using domain::Json;
using domain::Mode;
using domain::ResolvedAttachment;

namespace {

Attachment attachment(const std::string& id, domain::Scope scope, Json args = Json::object(), std::string validation = "local/lint",
                      std::string resource = "local/repo")
{
    Attachment out;
    out.id.value = id;
    out.validation = std::move(validation);
    out.resource = std::move(resource);
    out.scope = std::move(scope);
    out.args = std::move(args);
    return out;
}

Json withMax80(Json args)
{
    if (!args.contains("max"))
        args["max"] = 80;
    return args;
}

std::optional<attachments::ValidationFacts> registered(const std::string& name)
{
    if (name == "local/gone")
        return std::nullopt;
    return attachments::ValidationFacts{name == "local/style" ? Mode::Informational : Mode::Required, withMax80};
}

domain::Scope project(std::string name) { return domain::ProjectScope{std::move(name)}; }
domain::Scope plan(std::string id) { return domain::PlanScope{{std::move(id)}}; }

Question question(std::vector<Attachment> all)
{
    Question out;
    out.plan = {{"P1"}, "Trim boot time", {{"local/web", {"local/repo"}}}};
    out.attachments = std::move(all);
    out.validation = registered;
    return out;
}

QString ids(const std::vector<ResolvedAttachment>& list)
{
    QStringList out;
    for (const ResolvedAttachment& each : list)
        out << QString::fromStdString(each.attachment.id.value);
    return out.join(QLatin1Char(' '));
}

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

/// Arguments as somebody may write them, and what they are: two are one exactly when their words here are equal.
struct Spelling
{
    const char* text;
    const char* max;      ///< "" : not given
    const char* deep;     ///< "" : not given
    const char* deepFull; ///< after defaults
    const char* list = "";
};
constexpr Spelling spellings[] = {
    {"{}", "", "", ""},
    {R"({"max": 80})", "80", "", ""},
    {R"({"max": 80.0})", "80", "", ""},
    {R"({"max": 8e1})", "80", "", ""},
    {R"({"max": 0.8E+2})", "80", "", ""},
    {R"({"max": 1})", "1", "", ""},
    {R"({"max": 1e0})", "1", "", ""},
    {R"({"max": "1"})", "text 1", "", ""},
    {R"({"max": 9007199254740992})", "2^53", "", ""},
    {R"({"max": 9007199254740993})", "2^53+1", "", ""},
    {R"({"max": 9007199254740993.0})", "2^53+1", "", ""},
    {R"({"max": 9.007199254740993e15})", "2^53+1", "", ""},
    {R"({"max": 123456789012345678901234567890})", "big", "", ""},
    {R"({"max": 12345678901234567890123456789e1})", "big", "", ""},
    {R"({"max": 123456789012345678901234567891})", "big+1", "", ""},
    {R"({"max": 1e400})", "1e400", "", ""},
    {R"({"max": 10e399})", "1e400", "", ""},
    {R"({"max": null})", "null", "", ""},
    {R"({"deep": {}})", "", "empty", "level 1"},
    {R"({"deep": {"level": 1}})", "", "level 1", "level 1"},
    {R"({"deep": {"level": 1.0}, "max": 80})", "80", "level 1", "level 1"},
    {R"({"max": 8e1, "deep": {"level": 2}})", "80", "level 2", "level 2"},
    {R"({"deep": {"level": 2.0}, "max": 80})", "80", "level 2", "level 2"},
    {R"({"list": [1, 2], "max": 1})", "1", "", "", "1, 2"},
    {R"({"max": 1.0, "list": [1e0, 2.0]})", "1", "", "", "1, 2"},
    {R"({"max": 1, "list": [2, 1]})", "1", "", "", "2, 1"},
};

} // namespace

class ResolveTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scopes_data()
    {
        QTest::addColumn<QString>("projectName");
        QTest::addColumn<QString>("planId");
        QTest::addColumn<QString>("runs");
        QTest::newRow("neither") << "local/ops" << "P9" << "A1";
        QTest::newRow("project") << "local/web" << "P9" << "A1 A2";
        QTest::newRow("plan") << "local/ops" << "P1" << "A1 A3";
        QTest::newRow("both") << "local/web" << "P1" << "A1 A2 A3";
    }
    void scopes()
    {
        QFETCH(QString, projectName);
        QFETCH(QString, planId);
        QFETCH(QString, runs);
        Question q = question({attachment("A1", domain::DirectScope{}, {{"max", 1}}),
                               attachment("A2", project("local/web"), {{"max", 2}}), attachment("A3", plan("P1"), {{"max", 3}})});
        q.plan = {{planId.toStdString()}, "", {{projectName.toStdString(), {"local/repo"}}}};
        const auto resolution = attachments::resolve(q);
        QCOMPARE(ids(resolution.effective), runs);
        QCOMPARE(resolution.effective.size() + resolution.notReached.size(), std::size_t{3});
        QVERIFY(resolution.shadowed.empty());
    }

    void narrowestWins()
    {
        const auto resolution = attachments::resolve(question({attachment("A1", domain::DirectScope{}, {{"max", 80}}),
                                                               attachment("A2", project("local/web"), {{"max", 80}}),
                                                               attachment("A3", plan("P1"), {{"max", 80}})}));
        QCOMPARE(ids(resolution.effective), QStringLiteral("A3"));
        QCOMPARE(ids(resolution.shadowed), QStringLiteral("A1 A2"));
        for (const ResolvedAttachment& each : resolution.shadowed)
            QCOMPARE(each.shadowedBy.value, std::string("A3"));
    }

    void identicalByDefault()
    {
        const auto resolution = attachments::resolve(
            question({attachment("A1", domain::DirectScope{}), attachment("A2", plan("P1"), {{"max", 80}})}));
        QCOMPARE(ids(resolution.effective), QStringLiteral("A2"));
        QCOMPARE(resolution.effective[0].args, (Json{{"max", 80}}));
        QCOMPARE(resolution.shadowed[0].args, (Json{{"max", 80}}));
        QVERIFY(resolution.shadowed[0].attachment.args.empty());
    }

    void numbersThatAreEqualAreIdentical()
    {
        const Json asDouble = base::parseJson(R"({"max": 80.0})").value();
        const auto resolution = attachments::resolve(
            question({attachment("A1", domain::DirectScope{}, {{"max", 80}}), attachment("A2", plan("P1"), asDouble)}));
        QCOMPARE(ids(resolution.effective), QStringLiteral("A2"));
    }

    void orderInAListMatters()
    {
        const auto resolution = attachments::resolve(question({attachment("A1", domain::DirectScope{}, {{"paths", {"a", "b"}}}),
                                                               attachment("A2", plan("P1"), {{"paths", {"b", "a"}}})}));
        QCOMPARE(ids(resolution.effective), QStringLiteral("A1 A2"));
    }

    void oldestOfEqualsWins()
    {
        const auto resolution =
            attachments::resolve(question({attachment("A2", project("local/web")), attachment("A1", project("local/web"))}));
        QCOMPARE(ids(resolution.effective), QStringLiteral("A1"));
        QCOMPARE(text(resolution.effective[0].whatChanges),
                 QStringLiteral("Required. Same validation and arguments, so the older one counts."));
    }

    void childrenInherit()
    {
        Question q = question({attachment("A1", plan("P0"), {{"max", 1}}), attachment("A2", project("local/base"), {{"max", 2}}),
                               attachment("A3", plan("P1"), {{"max", 1}}), attachment("A4", plan("P00"), {{"max", 4}}),
                               attachment("A5", plan("P0"), {{"max", 4}})});
        q.ancestors = {{{"P0"}, "", {{"local/base", {"local/repo"}}}}, {{"P00"}, "", {}}};
        const auto resolution = attachments::resolve(q);
        QCOMPARE(ids(resolution.effective), QStringLiteral("A2 A3 A5"));
        QCOMPARE(ids(resolution.shadowed), QStringLiteral("A1 A4"));
        q.ancestors.clear();
        QCOMPARE(ids(attachments::resolve(q).effective), QStringLiteral("A3"));
    }

    void anAttachmentHoldsForItsResourceOnly()
    {
        Question q = question({attachment("A1", domain::DirectScope{}, Json::object(), "local/lint", "local/other")});
        const auto resolution = attachments::resolve(q);
        QVERIFY(resolution.effective.empty() && resolution.shadowed.empty() && resolution.notReached.empty());
        q.plan.projects.push_back({"local/more", {"local/other"}});
        QCOMPARE(ids(attachments::resolve(q).effective), QStringLiteral("A1"));
    }

    void projectScopeNeedsTheProjectToNameTheResource()
    {
        Question q = question({attachment("A1", project("local/more"))});
        q.plan.projects.push_back({"local/more", {"local/other"}});
        const auto resolution = attachments::resolve(q);
        QVERIFY(resolution.effective.empty());
        QCOMPARE(text(resolution.notReached.at(0).why), QStringLiteral("Does not run: project local/more does not name local/repo."));
    }

    void unregisteredStaysEffective()
    {
        const auto resolution = attachments::resolve(question({attachment("01J00000000000000000004H7M", domain::DirectScope{}, Json::object(), "local/gone")}));
        QCOMPARE(resolution.effective.size(), std::size_t{1});
        QCOMPARE(text(resolution.effective[0].why), QStringLiteral("Stops the run with an error: local/gone is not registered."));
        QCOMPARE(text(resolution.effective[0].whatChanges), QStringLiteral("Register the validation, or detach 4H7M."));
    }

    void stableOrder()
    {
        Question q = question({attachment("A5", domain::DirectScope{}, {{"max", 2}}, "local/lint"),
                               attachment("A4", domain::DirectScope{}, Json::object(), "local/style"),
                               attachment("A3", domain::DirectScope{}, Json::object(), "local/unit"),
                               attachment("A2", domain::DirectScope{}, {{"max", 1}}, "local/lint"),
                               attachment("A1", domain::DirectScope{}, Json::object(), "local/style", "local/aaa")});
        q.plan.projects[0].resources.push_back("local/aaa");
        QCOMPARE(ids(attachments::resolve(q).effective), QStringLiteral("A1 A2 A5 A3 A4"));
        std::reverse(q.attachments.begin(), q.attachments.end());
        QCOMPARE(ids(attachments::resolve(q).effective), QStringLiteral("A1 A2 A5 A3 A4"));
    }

    void sentences()
    {
        const std::string direct = "01J00000000000000000001M5W";
        Question q = question({attachment(direct, domain::DirectScope{}), attachment("01J00000000000000000004H7M", project("local/web"), {{"max", 2}}),
                               attachment("01J00000000000000000009Q3D", plan("P1"), {{"max", 2}}),
                               attachment("01J00000000000000000002B8T", project("local/web"), Json::object(), "local/style"),
                               attachment("01J00000000000000000005T2N", project("local/bench"), {{"max", 3}}),
                               attachment("01J00000000000000000003H6P", plan("P2"), {{"max", 2}}),
                               attachment("01J00000000000000000008A1Z", plan("P1"), {{"max", 9}}, "local/unit")});
        q.planTitle = [](const domain::PlanId&) { return std::string("Port HAL"); };
        const auto resolution = attachments::resolve(q);
        const auto say = [](const ResolvedAttachment& each) { return text(each.why + " | " + each.whatChanges); };
        QCOMPARE(resolution.effective.size(), std::size_t{4});
        QCOMPARE(say(resolution.effective[0]), QStringLiteral("Runs because it is attached to the resource itself. | Required. Only detaching 1M5W ends it, no project or plan can."));
        QCOMPARE(say(resolution.effective[1]), QStringLiteral("Runs once: 9Q3D wins over project attachment 4H7M. | Required. Same validation and arguments, so the narrower scope counts."));
        QCOMPARE(say(resolution.effective[2]), QStringLiteral("Runs because it is attached to this plan. | Required. Ends with the plan."));
        QCOMPARE(say(resolution.effective[3]), QStringLiteral("Runs because the plan reaches the resource through local/web. | Informational: a fail counts as one warn in the policy."));
        QCOMPARE(say(resolution.shadowed.at(0)), QStringLiteral("Does not run: 4H7M is shadowed by plan attachment 9Q3D. | Comes back when 9Q3D is detached or the plan ends."));
        QCOMPARE(say(resolution.notReached.at(0)), QString::fromUtf8("Does not run: attached for plan “Port HAL” only. | Same validation and arguments as 9Q3D, which runs here."));
        QCOMPARE(say(resolution.notReached.at(1)), QStringLiteral("Does not run: attached for project local/bench only. | This plan reaches the resource through local/web."));
    }

    void spellingsAreWhatTheyAreSaidToBe()
    {
        for (const Spelling& each : spellings)
            QVERIFY2(base::parseJson(each.text).has_value(), each.text);
        const Json filled = schemaOf("80").withDefaults(base::parseJson(R"({"deep": {}})").value());
        QCOMPARE(text(base::canonical(filled)), QStringLiteral(R"({"deep":{"level":1},"max":80})"));
    }

    void randomInputsAgreeWithTheReference_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 40; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void randomInputsAgreeWithTheReference()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        for (int round = 0; round < 50; ++round) {
            const World world = randomWorld(random);
            compareWithReference(world, attachments::resolve(world.question));
            if (QTest::currentTestFailed())
                return;
        }
    }

private:
    /// A validation that is registered: its mode and the default of max, "" for none.
    struct Registered
    {
        Mode mode = Mode::Required;
        std::string fallback{};
    };
    struct World
    {
        Question question{};
        std::map<std::string, Registered> registry{};
        std::map<std::string, const Spelling*> spelt{}; ///< attachment id → its arguments
    };

    static schema::Schema schemaOf(const std::string& fallback)
    {
        Json max = Json::object();
        if (!fallback.empty())
            max["default"] = base::parseJson(fallback).value();
        const Json deep = base::parseJson(R"({"properties": {"level": {"default": 1}}})").value();
        const auto compiled = schema::Schema::compile(Json::object({{"type", "object"}, {"properties", Json::object({{"max", max}, {"deep", deep}})}}));
        if (!compiled)
            qFatal("%s", compiled.error().text().c_str());
        return *compiled;
    }

    static std::map<std::string, Registered> randomRegistry(std::mt19937& random)
    {
        std::map<std::string, Registered> out;
        for (const char* name : {"local/lint", "local/style", "local/unit"}) {
            const std::array<std::string, 3> fallbacks{"", "80", "1"};
            if (random() % 4 != 0)
                out[name] = {random() % 2 == 0 ? Mode::Required : Mode::Informational, fallbacks[random() % 3]};
        }
        return out;
    }

    static World randomWorld(std::mt19937& random)
    {
        const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
        const auto number = [&](const char* prefix, unsigned n) { return prefix + std::to_string(below(n)); };
        World out;
        out.registry = randomRegistry(random);
        Question& q = out.question;
        q.validation = [registry = out.registry](const std::string& name) -> std::optional<attachments::ValidationFacts> {
            const auto found = registry.find(name);
            if (found == registry.end())
                return std::nullopt;
            return attachments::ValidationFacts{found->second.mode,
                                                [schema = schemaOf(found->second.fallback)](Json args) { return schema.withDefaults(std::move(args)); }};
        };
        const auto someProjects = [&] {
            std::vector<attachments::ReachedProject> projects;
            for (unsigned i = 0, count = below(3); i < count; ++i)
                projects.push_back({number("local/p", 3), {number("local/r", 2), number("local/r", 2)}});
            return projects;
        };
        q.plan = {{"N0"}, "", someProjects()};
        q.plan.projects.push_back({"local/p0", {"local/r0"}});
        for (unsigned i = 0, count = below(3); i < count; ++i)
            q.ancestors.push_back({{"N" + std::to_string(i + 1)}, "", someProjects()});
        // Few spellings in one world, so that equal ones meet.
        const unsigned first = below(static_cast<unsigned>(std::size(spellings)));
        for (unsigned i = 0, count = below(14); i < count; ++i) {
            domain::Scope scope = domain::DirectScope{};
            if (const unsigned kind = below(3); kind == 1)
                scope = project(number("local/p", 3));
            else if (kind == 2)
                scope = plan(number("N", 4));
            const std::array<std::string, 3> validations{"local/lint", "local/style", "local/unit"};
            const Spelling& spelling = spellings[(first + below(6)) % std::size(spellings)];
            q.attachments.push_back(attachment("A" + std::to_string(100 + i), scope, base::parseJson(spelling.text).value(), validations[below(3)], number("local/r", 3)));
            out.spelt[q.attachments.back().id.value] = &spelling;
        }
        std::shuffle(q.attachments.begin(), q.attachments.end(), random);
        return out;
    }

    /// Place in the order of narrowness, or -1: written as one list of scopes to try.
    static int slowRank(const Question& q, const Attachment& a)
    {
        std::vector<std::function<bool()>> tries;
        const auto isPlan = [&a](const ReachedPlan& p) { return std::holds_alternative<domain::PlanScope>(a.scope) && domain::scopeTarget(a.scope) == p.id.value; };
        const auto isProject = [&a](const ReachedPlan& p) {
            for (const auto& each : p.projects)
                for (const auto& resource : each.resources)
                    if (std::holds_alternative<domain::ProjectScope>(a.scope) && domain::scopeTarget(a.scope) == each.name && resource == a.resource)
                        return true;
            return false;
        };
        tries.push_back([&] { return isPlan(q.plan); });
        for (const auto& ancestor : q.ancestors)
            tries.push_back([&] { return isPlan(ancestor); });
        tries.push_back([&] { return isProject(q.plan); });
        for (const auto& ancestor : q.ancestors)
            tries.push_back([&] { return isProject(ancestor); });
        tries.push_back([&] { return std::holds_alternative<domain::DirectScope>(a.scope); });
        for (std::size_t i = 0; i < tries.size(); ++i)
            if (tries[i]())
                return static_cast<int>(i);
        return -1;
    }

    static bool onPlan(const Question& q, const Attachment& a)
    {
        for (const auto& each : q.plan.projects)
            for (const auto& resource : each.resources)
                if (resource == a.resource)
                    return true;
        return false;
    }

    static bool same(const World& world, const Attachment& a, const Attachment& b)
    {
        if (a.validation != b.validation || a.resource != b.resource)
            return false;
        const auto words = [&](const Attachment& each) {
            const Spelling& spelling = *world.spelt.at(each.id.value);
            const auto registered = world.registry.find(each.validation);
            const bool known = registered != world.registry.end();
            const std::string max = known && *spelling.max == '\0' ? registered->second.fallback : spelling.max;
            return max + "; " + (known ? spelling.deepFull : spelling.deep) + "; " + spelling.list;
        };
        return words(a) == words(b);
    }

    /// Resource, mode, validation, id; what is not registered stands with the required ones.
    static QStringList inOrder(const World& world, std::vector<const Attachment*> list)
    {
        const auto mode = [&](const Attachment* each) {
            const auto registered = world.registry.find(each->validation);
            return registered != world.registry.end() && registered->second.mode == Mode::Informational ? 1 : 0;
        };
        std::sort(list.begin(), list.end(), [&](const Attachment* a, const Attachment* b) {
            if (a->resource != b->resource)
                return a->resource < b->resource;
            if (mode(a) != mode(b))
                return mode(a) < mode(b);
            return a->validation != b->validation ? a->validation < b->validation : a->id.value < b->id.value;
        });
        QStringList out;
        for (const Attachment* each : list)
            out << text(each->id.value);
        return out;
    }

    static void compareWithReference(const World& world, const domain::Resolution& resolution)
    {
        const Question& q = world.question;
        std::vector<const Attachment*> effective, notReached;
        QStringList shadowed;
        for (const Attachment& a : q.attachments) {
            if (!onPlan(q, a))
                continue;
            if (slowRank(q, a) < 0) {
                notReached.push_back(&a);
                continue;
            }
            const Attachment* winner = &a;
            for (const Attachment& b : q.attachments)
                if (onPlan(q, b) && slowRank(q, b) >= 0 && same(world, a, b)
                    && std::pair(slowRank(q, b), b.id.value) < std::pair(slowRank(q, *winner), winner->id.value))
                    winner = &b;
            if (winner == &a)
                effective.push_back(&a);
            else
                shadowed << text(a.id.value) + QLatin1Char('<') + text(winner->id.value);
        }
        QStringList found;
        for (const auto& each : resolution.shadowed)
            found << text(each.attachment.id.value) + QLatin1Char('<') + text(each.shadowedBy.value);
        found.sort();
        shadowed.sort();
        QCOMPARE(ids(resolution.effective), inOrder(world, effective).join(QLatin1Char(' ')));
        QCOMPARE(found.join(QLatin1Char(' ')), shadowed.join(QLatin1Char(' ')));
        QCOMPARE(ids(resolution.notReached), inOrder(world, notReached).join(QLatin1Char(' ')));
        for (const auto* list : {&resolution.effective, &resolution.shadowed, &resolution.notReached})
            for (const auto& each : *list)
                QVERIFY(each.why.ends_with('.') && each.whatChanges.ends_with('.'));
    }
};

QTEST_APPLESS_MAIN(ResolveTest)
#include "resolve_test.moc"
