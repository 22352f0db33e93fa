// Attachments: through the façade and its resolver, and through the real countersignctl where the command line is the
// case. Kind attach.
#include "tests/app/ctl/support/ctl.h"
#include "tests/cases/table.h"
#include "tests/engine/facade/support.h"

#include "engine/codes.h"

using namespace cases;
using namespace countersign;
using facade_test::Desk;

namespace {

const char* const lint = "validation:\n  name: local/lint\n  source: command\n  command: [sh, -c, 'cat verdict.json']\n  mode: required\n"
                         "  input_schema: {type: object, properties: {max: {type: integer, default: 80}, paths: {type: array, items: {type: string}}},"
                         " additionalProperties: false}\n";

std::vector<std::pair<std::string, std::string>> workspace()
{
    std::vector<std::pair<std::string, std::string>> out{{"lint", lint}, {"repo", "resource: {name: repo, kind: directory, path: work}\n"}};
    for (const std::string name : {"web", "ops", "lone"})
        out.emplace_back("p-" + name, "project: {name: " + name + ", resources: [repo]}\n");
    return out;
}

} // namespace

class AttachCasesTest : public QObject
{
    Q_OBJECT

    Kind m_attach{"attach"};

    static std::unique_ptr<Desk> desk()
    {
        auto out = std::make_unique<Desk>();
        for (const auto& [name, text] : workspace())
            out->file(name, text);
        out->write("verdict.json", "{\"passed\": true}\n");
        out->again();
        return out;
    }
    static domain::PlanId planOf(const Desk& desk, const std::string& project, const std::string& task)
    {
        const auto made = desk.engine->createPlan(project, task, task, "Do it.");
        if (!made)
            qFatal("%s", made.error().text().c_str());
        return made->id;
    }
    static base::Result<domain::Attachment> attach(const Desk& desk, domain::Scope scope, Json args)
    {
        return desk.engine->attach({"repo", "local/lint", std::move(scope), std::move(args)});
    }
    static QString joined(QStringList list)
    {
        list.sort();
        return list.join(QLatin1Char(' '));
    }
    /// A home with the workspace imported and the plan P1 of project web.
    static void stand(const test::Home& home, const std::vector<QStringList>& attached)
    {
        for (const auto& [name, text] : workspace())
            QVERIFY(test::writeFile(home.path(QStringLiteral("ws/.countersign/%1.yml").arg(QString::fromStdString(name))), QByteArray::fromStdString(text)));
        QVERIFY(test::writeFile(home.path(QStringLiteral("ws/work/verdict.json")), "{\"passed\": true}\n"));
        std::vector<QStringList> calls{{QStringLiteral("import"), home.path(QStringLiteral("ws")), QStringLiteral("--yes")},
                                       {QStringLiteral("--project"), QStringLiteral("web"), QStringLiteral("plan"), QStringLiteral("create"), QStringLiteral("P1"), QStringLiteral("--spec"), QStringLiteral("x")}};
        for (const QStringList& scope : attached)
            calls.push_back(QStringList{QStringLiteral("validation"), QStringLiteral("attach")} + scope + QStringList{QStringLiteral("repo"), QStringLiteral("lint")});
        for (const QStringList& words : calls) {
            const test::Ended ended = home.run(words);
            QVERIFY2(ended.status == 0, ended.all().constData());
        }
    }

    void ran(const Json& row)
    {
        if (!QTest::currentTestFailed())
            m_attach.ran(row.at("id").get<std::string>());
    }

private Q_SLOTS:
    void resolutions_data() { m_attach.addRows("attachments"); }
    void resolutions()
    {
        QFETCH(int, row);
        const Json& wanted = m_attach.row(row);
        const auto desk = AttachCasesTest::desk();
        const std::string project = wanted.at("project").is_null() ? "lone" : wanted.at("project").get<std::string>();
        const bool own = !wanted.at("plan").is_null();
        const domain::PlanId p1 = planOf(*desk, own ? project : "ops", "P1");
        const domain::PlanId accessed = own ? p1 : planOf(*desk, project, "other");
        std::map<std::string, QString> names;
        for (const Json& each : wanted.at("attachments")) {
            const std::string scope = each.at("scope").get<std::string>();
            const auto made = attach(*desk, scope == "plan" ? domain::Scope(domain::PlanScope{p1}) : scope == "project" ? domain::Scope(domain::ProjectScope{each.at("project").get<std::string>()}) : domain::Scope(domain::DirectScope{}),
                                     each.at("args"));
            QVERIFY2(made.has_value(), made ? "" : made.error().text().c_str());
            names[made->id.value] = QString::fromStdString(each.at("id").get<std::string>());
        }
        QStringList runs;
        for (const Json& id : wanted.at("runs"))
            runs << QString::fromStdString(id.get<std::string>());
        const domain::Resolution resolution = desk->engine->effective(accessed).value();
        QStringList effective, ended;
        for (const auto& each : resolution.effective)
            effective << names[each.attachment.id.value];
        QCOMPARE(joined(effective), joined(runs));
        QCOMPARE(resolution.shadowed.size(), wanted.at("shadowed").size());
        for (const auto& each : resolution.shadowed)
            QCOMPARE(names[each.shadowedBy.value].toStdString(), wanted.at("shadowed").at(names[each.attachment.id.value].toStdString()).get<std::string>());
        ValidateRequest request;
        request.project = project;
        request.taskId = own ? "P1" : "other";
        RunObserver nobody;
        const ValidateReport report = desk->engine->validate(request, nobody, {}).value();
        for (const auto& result : report.results)
            ended << names[result.attachment.value];
        QCOMPARE(joined(ended), joined(runs));
        ran(wanted);
    }

    void commands_data() { m_attach.addRows("words"); }
    void commands()
    {
        QFETCH(int, row);
        const Json& wanted = m_attach.row(row);
        const test::Home home;
        for (const auto& [name, text] : workspace())
            QVERIFY(test::writeFile(home.path(QStringLiteral("ws/.countersign/%1.yml").arg(QString::fromStdString(name))), QByteArray::fromStdString(text)));
        QVERIFY(test::writeFile(home.path(QStringLiteral("ws/work/verdict.json")), "{\"passed\": true}\n"));
        const test::Ended imported = home.run({QStringLiteral("import"), home.path(QStringLiteral("ws")), QStringLiteral("--yes")});
        QVERIFY2(imported.status == 0, imported.all().constData());
        for (const char* task : {"P1", "P2"}) {
            const test::Ended made = home.run({QStringLiteral("--project"), QStringLiteral("web"), QStringLiteral("plan"), QStringLiteral("create"), QLatin1String(task), QStringLiteral("--spec"), QStringLiteral("x")});
            QVERIFY2(made.status == 0, made.all().constData());
        }
        QStringList words;
        for (const Json& word : wanted.at("words"))
            words << QString::fromStdString(word.get<std::string>());
        const test::Ended ended = home.run(words);
        QVERIFY2(ended.status == wanted.at("status").get<int>(), ended.all().constData());
        const Json says = wanted.value("says", Json::array());
        for (const Json& part : says)
            QVERIFY2(ended.all().contains(part.get<std::string>().c_str()), ended.all().constData());
        if (wanted.contains("code"))
            QCOMPARE(ended.code(), QString::fromStdString(wanted.at("code").get<std::string>()));
        const auto stored = home.query(QStringLiteral("SELECT args_json FROM attachment"));
        QCOMPARE(stored.size(), std::size_t(wanted.contains("args") ? 1 : 0));
        if (wanted.contains("args"))
            QCOMPARE(stored[0].at(0).toStdString(), base::canonical(wanted.at("args")));
        ran(wanted);
    }

    void removingAValidationRemovesItsAttachments() // attach-08
    {
        const test::Home home;
        stand(home, {{}, {QStringLiteral("--project"), QStringLiteral("web")}, {QStringLiteral("--plan"), QStringLiteral("P1")}});
        const auto counts = [&home] { return home.query(QStringLiteral("SELECT (SELECT count(*) FROM attachment), (SELECT count(*) FROM tool), (SELECT count(*) FROM event)"))[0]; };
        const std::vector<QString> before = counts();
        QVERIFY(before[0] == QLatin1String("3") && before[1] == QLatin1String("1"));
        // As the case writes it: lint is no tool without a verdict, and the answer names the command that removes it.
        const test::Ended otherType = home.run({QStringLiteral("tool"), QStringLiteral("remove"), QStringLiteral("local/lint")});
        QVERIFY2(otherType.status == 65 && otherType.all().contains("validation remove local/lint"), otherType.all().constData());
        const QStringList words{QStringLiteral("validation"), QStringLiteral("remove"), QStringLiteral("local/lint")};
        // Interrupted at each of the two, and at the event: all stays.
        for (const char* table : {"BEFORE DELETE ON attachment WHEN OLD.plan IS NOT NULL", "BEFORE DELETE ON tool", "BEFORE INSERT ON event WHEN NEW.type = 'registry.tool_removed'"}) {
            QCOMPARE(home.tamper({QStringLiteral("CREATE TRIGGER cut %1 BEGIN SELECT RAISE(ABORT, 'cut'); END").arg(QLatin1String(table))}), QString());
            const test::Ended cut = home.run(words);
            QVERIFY2(cut.status != 0, cut.all().constData());
            QCOMPARE(home.tamper({QStringLiteral("DROP TRIGGER cut")}), QString());
            QCOMPARE(counts(), before);
        }
        QStringList ids;
        const auto attachments = home.query(QStringLiteral("SELECT id FROM attachment ORDER BY id"));
        for (const auto& row : attachments)
            ids << row[0];
        const test::Ended removed = home.run(words);
        QVERIFY2(removed.status == 0, removed.all().constData());
        QStringList said;
        for (const QJsonValue& each : removed.json.value(QLatin1String("attachments")).toArray())
            said << each[QLatin1String("attachment")].toString();
        QCOMPARE(joined(said), joined(ids));
        QCOMPARE(removed.json.value(QLatin1String("attachments_removed")).toInt(), 3);
        QVERIFY2(removed.json.value(QLatin1String("notices"))[0].toString().contains(QLatin1String("registers it again")), removed.all().constData());
        const std::vector<QString> after = counts();
        QVERIFY(after[0] == QLatin1String("0") && after[1] == QLatin1String("0") && after[2].toInt() == before[2].toInt() + 1);
        m_attach.ran("attach-08");
    }

    void anImportWithoutItsFileDoesTheSame() // attach-08, the other way to remove it
    {
        const auto desk = AttachCasesTest::desk();
        const domain::PlanId plan = planOf(*desk, "web", "P1");
        QVERIFY(attach(*desk, domain::DirectScope{}, Json::object()) && attach(*desk, domain::ProjectScope{"web"}, Json::object())
                && attach(*desk, domain::PlanScope{plan}, Json::object()));
        fs::rename(desk->root() / "home/.countersign/lint.yml", desk->root() / "lint.yml");
        // Interrupted between the two: all stays.
        QCOMPARE(desk->sql("CREATE TRIGGER no_removal BEFORE DELETE ON tool BEGIN SELECT RAISE(ABORT, 'cut'); END"), std::string());
        QVERIFY(!desk->engine->import(desk->root() / "home", {}));
        QCOMPARE(desk->engine->attachments().value().size(), std::size_t(3));
        QCOMPARE(desk->engine->tools().value().size(), std::size_t(1));
        QCOMPARE(desk->sql("DROP TRIGGER no_removal"), std::string());
        QVERIFY(desk->engine->import(desk->root() / "home", {}).has_value());
        QVERIFY(desk->engine->attachments().value().empty());
        QVERIFY(desk->engine->tools().value().empty());
        AuditQuery query;
        query.type = "registry.tool_removed";
        const auto events = desk->engine->auditEvents(query).value();
        QCOMPARE(events.size(), std::size_t(1));
        QCOMPARE(events[0].payload.at("attachments_removed"), Json(3));
    }

    void aLinkedResourceStays() // attach-10
    {
        const test::Home home;
        stand(home, {{QStringLiteral("--project"), QStringLiteral("web")}, {QStringLiteral("--project"), QStringLiteral("ops")}});
        const QStringList words{QStringLiteral("resource"), QStringLiteral("remove"), QStringLiteral("repo")};
        const test::Ended refused = home.run(words);
        QVERIFY2(refused.status == 75 && refused.code() == QLatin1String("IN_USE"), refused.all().constData());
        QStringList links{QStringLiteral("project local/web"), QStringLiteral("project local/ops"), QStringLiteral("project local/lone")};
        const auto attachments = home.query(QStringLiteral("SELECT id FROM attachment"));
        QCOMPARE(attachments.size(), std::size_t(2));
        for (const auto& row : attachments)
            links << QStringLiteral("attachment ") + row[0];
        for (const QString& link : links)
            QVERIFY2(refused.all().contains(link.toUtf8()), refused.all().constData());
        QCOMPARE(home.query(QStringLiteral("SELECT name FROM resource")).size(), std::size_t(1));
        // One that nothing uses goes.
        QVERIFY(test::writeFile(home.path(QStringLiteral("other/.countersign/spare.yml")), "resource: {name: spare, kind: directory, path: .}\n"));
        QCOMPARE(home.run({QStringLiteral("import"), home.path(QStringLiteral("other")), QStringLiteral("--yes")}).status, 0);
        QCOMPARE(home.run({QStringLiteral("resource"), QStringLiteral("remove"), QStringLiteral("spare")}).status, 0);
        QCOMPARE(home.query(QStringLiteral("SELECT name FROM resource")).size(), std::size_t(1));
        m_attach.ran("attach-10");
    }

    void nothingIsLeftDangling() // attach-10, by an import: nor can a project go that an attachment names
    {
        const auto desk = AttachCasesTest::desk();
        for (const char* project : {"web", "ops"})
            desk->file(std::string("a-") + project, "attachment: {validation: lint, resource: repo, project: " + std::string(project) + "}\n");
        desk->again();
        const auto keptWithout = [&](const std::string& file) {
            fs::rename(desk->root() / "home/.countersign" / file, desk->root() / file);
            const auto refused = desk->engine->import(desk->root() / "home", {});
            fs::rename(desk->root() / file, desk->root() / "home/.countersign" / file);
            return refused ? std::string("imported") : refused.error().text();
        };
        const std::string resource = keptWithout("repo.yml");
        QVERIFY2(resource.find("local/repo") != std::string::npos && resource.find("p-web.yml") != std::string::npos
                     && resource.find("a-web.yml") != std::string::npos && resource.find("a-ops.yml") != std::string::npos, resource.c_str());
        const std::string project = keptWithout("p-web.yml");
        QVERIFY2(project.find("local/web") != std::string::npos && project.find("a-web.yml") != std::string::npos, project.c_str());
        QCOMPARE(desk->engine->attachments().value().size(), std::size_t(2));
        QCOMPARE(desk->engine->projects().value().size(), std::size_t(3));
        QCOMPARE(desk->engine->resources().value().size(), std::size_t(1));
    }

    void theModeIsTheValidations() // attach-11
    {
        const auto desk = AttachCasesTest::desk();
        QVERIFY(attach(*desk, domain::DirectScope{}, Json::object()).has_value());
        desk->write("verdict.json", "{\"passed\": false}\n");
        ValidateRequest request;
        request.project = "web";
        request.taskId = "t";
        RunObserver nobody;
        QCOMPARE(facade_test::status(desk->engine->validate(request, nobody, {}).value()), std::string("blocker"));
        std::string text = lint;
        text.replace(text.find("mode: required"), 14, "mode: informational");
        desk->file("lint", text);
        desk->again();
        const ValidateReport report = desk->engine->validate(request, nobody, {}).value();
        QCOMPARE(facade_test::status(report), std::string("pass"));
        QCOMPARE(report.results.at(0).mode, domain::Mode::Informational);
        QCOMPARE(desk->engine->attachments().value().size(), std::size_t(1));
        m_attach.ran("attach-11");
    }

    void theSecondIsAConflict() // attach-12
    {
        const auto desk = AttachCasesTest::desk();
        const auto first = attach(*desk, domain::DirectScope{}, {{"max", 90}});
        const auto second = attach(*desk, domain::DirectScope{}, {{"max", 90}});
        QVERIFY(first && !second && second.error().is(codes::AttachmentExists));
        QVERIFY(second.error().message().find(first->id.value) != std::string::npos);
        QCOMPARE(desk->engine->attachments().value().size(), std::size_t(1));
        m_attach.ran("attach-12");
    }

    void cleanupTestCase() { QVERIFY(m_attach.complete(12)); }
};

QTEST_GUILESS_MAIN(AttachCasesTest)
#include "attach_test.moc"
