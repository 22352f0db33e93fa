// What is saved comes back, what must not be is refused, many writers keep one chain. Source: SPEC sections 5, 8, 14.
#include "tests/engine/store/support.h"

#include "engine/audit/chain.h"
#include "engine/store/codes.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QtTest>

#include <atomic>
#include <fstream>
#include <thread>

using namespace store_test;

class StoreTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<Place> m_place;
    std::unique_ptr<store::Store> m_store;
    domain::Plan m_plan;

    template <typename Change>
    base::Result<void> change(Change what)
    {
        CS_ASSIGN(auto transaction, m_store->begin());
        if (auto result = what(); !result)
            return base::fail(std::move(result.error()));
        return transaction.commit();
    }
    std::string raw(const QString& sql) const
    {
        QString error;
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("raw"));
            database.setDatabaseName(QString::fromStdString(m_place->location.database.string()));
            if (!database.open())
                return "not opened";
            QSqlQuery query(database);
            if (!query.exec(sql))
                error = query.lastError().text();
        }
        QSqlDatabase::removeDatabase(QStringLiteral("raw"));
        return error.toStdString();
    }
    audit::Report verify() const
    {
        audit::ChainVerifier verifier;
        const auto walked = m_store->eachEvent([&](const store::StoredEventRow& row) {
            verifier.add({row.seq, row.time, row.type, row.actorText, row.plan, row.payloadText, row.previousHash, row.hash});
        });
        if (!walked)
            qFatal("%s", walked.error().text().c_str());
        return verifier.finish();
    }
    void good(const base::Result<void>& result) const { QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str()); }

private Q_SLOTS:
    void init()
    {
        m_place = std::make_unique<Place>();
        m_store = std::move(*m_place->open());
        m_plan = plan();
        good(change([&]() -> base::Result<void> {
            domain::Resource resource{"local/r", domain::ResourceKind::Directory, "/r", {"*.o"}};
            CS_TRY(m_store->save(resource, "/dir"));
            domain::Project project;
            project.name = "local/p";
            project.resources = {"local/r"};
            project.policy = {domain::PolicyName::Quorum, {3, 5}};
            project.decision.requiredSignatures = 2;
            CS_TRY(m_store->save(project, "/dir"));
            return m_store->add(m_plan);
        }));
    }
    void cleanup() { m_store.reset(); }

    void registryComesBack()
    {
        domain::Tool tool;
        tool.name = "local/v";
        tool.source = domain::CommandSource{{"sh", "-c", "true"}};
        tool.validation.emplace();
        tool.pinned = {"a.sh"};
        domain::Attachment attachment{base::newId<domain::AttachmentTag>(systemClock), "local/v", "local/r", domain::ProjectScope{"local/p"}, {{"x", 1}}, 5, "me"};
        good(change([&]() -> base::Result<void> {
            CS_TRY(m_store->save(tool, "/dir"));
            CS_TRY(m_store->savePinned("local/v", {{"local/v", "local/r", "a.sh", "d1"}}));
            return m_store->add(attachment, "/dir");
        }));
        QCOMPARE(m_store->resources().value().at(0).ignored, std::vector<std::string>{"*.o"});
        const domain::Project project = m_store->project("local/p").value().value();
        QCOMPARE(project.policy.quorum.numerator, 3);
        QCOMPARE(project.decision.requiredSignatures, 2);
        QCOMPARE(domain::toJson(m_store->tools().value().at(0).tool), domain::toJson(tool));
        const auto attachments = m_store->attachments().value();
        QVERIFY(std::get<domain::ProjectScope>(attachments.at(0).scope).project == "local/p");
        QCOMPARE(attachments.at(0).args, attachment.args);
        QCOMPARE(m_store->pinnedFiles().value().at(0).digest, std::string("d1"));
        QCOMPARE(m_store->importedFrom("/dir").value().size(), std::size_t(4));
        domain::Tool other = tool;
        other.validation.reset();
        const auto refused = change([&] { return m_store->save(other, "/dir"); });
        QVERIFY(!refused && refused.error().is(store::codes::StoreConstraint));
        std::vector<domain::Attachment> removed;
        good(change([&]() -> base::Result<void> {
            CS_ASSIGN(removed, m_store->removeTool("local/v"));
            return {};
        }));
        QCOMPARE(removed.size(), std::size_t(1));
        QCOMPARE(removed[0].id, attachment.id);
        const domain::Json said = m_store->lastEvent().value()->payload;
        QCOMPARE(said.at("attachments_removed"), domain::Json(1));
        QCOMPARE(said.at("attachments"), domain::Json::array({attachment.id.value}));
        QVERIFY(m_store->attachments().value().empty());
        QVERIFY(m_store->pinnedFiles().value().empty());
    }

    void serversSkillsAndGraphsComeBackAsSaved()
    {
        const domain::McpServer server{"local/s", {"python3", "-m", "s"}, {"/opt/s"}, "Install s."};
        domain::Skill skill{"local/k", "What may be read.", true, {"local/t"}, {"local/other"}, {"local/s"}, {}};
        skill.overrides.emplace("local/t", domain::Json{{"human_approval_required", true}});
        domain::Graph graph{"local/g", "", {"a"}, {"b"}, {}, {{"a", "b", domain::EdgeCondition{"/n", 1}}}};
        graph.nodes = {{"a", {"local/t", {{"x", "${a}"}}, ""}}, {"b", {"local/t", domain::Json::object(), "local/r"}}};
        const auto seq = [&] { return m_store->lastEvent().value()->seq; };
        const std::int64_t before = seq();
        good(change([&]() -> base::Result<void> {
            CS_TRY(m_store->save(server, "/dir"));
            CS_TRY(m_store->save(skill, "/dir"));
            return m_store->save(graph, "");
        }));
        QCOMPARE(seq(), before + 3);
        QCOMPARE(domain::toJson(m_store->servers().value().at(0)), domain::toJson(server));
        QCOMPARE(domain::toJson(m_store->skills().value().at(0).skill), domain::toJson(skill));
        QCOMPARE(domain::toJson(m_store->graphs().value().at(0)), domain::toJson(graph));
        using Row = std::pair<std::string, std::string>;
        auto here = m_store->importedFrom("/dir").value();
        QVERIFY(std::count(here.begin(), here.end(), Row("server", "local/s")) == 1 && std::count(here.begin(), here.end(), Row("skill", "local/k")) == 1);
        QCOMPARE(m_store->directoryOf("skill", "local/k").value(), std::string("/dir"));
        QCOMPARE(m_store->directoryOf("graph", "local/g").value(), std::string());
        QVERIFY(!m_store->directoryOf("event", "x"));
        good(change([&]() -> base::Result<void> {
            CS_TRY(m_store->removeGraph("local/g"));
            CS_TRY(m_store->removeSkill("local/k"));
            return m_store->removeServer("local/s");
        }));
        QCOMPARE(seq(), before + 6);
        QCOMPARE(m_store->lastEvent().value()->type, std::string(domain::event::ServerRemoved));
        QVERIFY(m_store->servers().value().empty() && m_store->skills().value().empty() && m_store->graphs().value().empty());
        QVERIFY(change([&] { return m_store->removeSkill("local/k"); }).error().is(store::codes::NotStored));
    }

    void aRemovedResourceTakesItsPinnedFilesAlong()
    {
        domain::Tool tool;
        tool.name = "local/v";
        tool.validation.emplace();
        good(change([&]() -> base::Result<void> {
            CS_TRY(m_store->save(domain::Resource{"local/spare", domain::ResourceKind::Directory, "/spare", {}}, ""));
            CS_TRY(m_store->save(tool, ""));
            return m_store->savePinned("local/v", {{"local/v", "local/spare", "a.sh", "d"}, {"local/v", "local/kept", "a.sh", "d"}});
        }));
        good(change([&] { return m_store->removeResource("local/spare"); }));
        QCOMPARE(m_store->pinnedFiles().value().size(), std::size_t(1));
        QCOMPARE(m_store->lastEvent().value()->payload.at("pinned_files_removed"), domain::Json(1));
        const auto resources = m_store->resources().value();
        for (const domain::Resource& each : resources)
            QVERIFY(each.name != "local/spare");
    }

    void aChangeOfPinnedFilesIsAnEvent()
    {
        domain::Tool tool;
        tool.name = "local/v";
        tool.validation.emplace();
        const auto pin = [&](const std::string& digest) {
            good(change([&] { return m_store->savePinned("local/v", {{"local/v", "local/r", "a.sh", digest}}); }));
            return m_store->lastEvent().value().value().seq;
        };
        good(change([&] { return m_store->save(tool, ""); }));
        const std::int64_t first = pin("d1");
        QCOMPARE(pin("d1"), first); // nothing changed, nothing is said
        QCOMPARE(pin("d2"), first + 1);
        QCOMPARE(m_store->lastEvent().value().value().type, std::string(domain::event::ToolPinned));
    }

    void twoScopesAreImpossible()
    {
        const std::string error = raw(QStringLiteral("INSERT INTO attachment VALUES('A','v','local/r','local/p','%1','{}','',0,'me')").arg(QString::fromStdString(m_plan.id.value)));
        QVERIFY2(error.find("CHECK") != std::string::npos, error.c_str());
    }

    void plansComeBack()
    {
        domain::Plan changed = m_plan;
        changed.title = "";
        changed.specification = "größer \x01 \xF0\x9F\x90\x9B";
        changed.phase = domain::Phase::Execute;
        good(change([&] { return m_store->update(changed, "test"); }));
        const domain::Plan found = m_store->planOfTask("local/p", "t").value().value();
        QCOMPARE(found.title, changed.title);
        QCOMPARE(found.specification, changed.specification);
        QVERIFY(found.phase == domain::Phase::Execute);
        QCOMPARE(found.projects, m_plan.projects);
        QCOMPARE(found.createdBy, m_plan.createdBy);
        const auto twice = change([&] { return m_store->add(plan("t")); });
        QVERIFY(!twice && twice.error().is(store::codes::StoreConstraint));
        QCOMPARE(m_store->plans("local/p").value().size(), std::size_t(1)); // rolled back
    }

    void runsAndResultsComeBack()
    {
        domain::Run made = run(m_plan);
        made.narrowed = "pre_execute";
        good(change([&] { return m_store->add(made); }));
        const auto second = change([&] { return m_store->add(run(m_plan)); });
        QVERIFY(!second && second.error().is(store::codes::StoreConstraint)); // one at a time
        domain::ValidationResult result;
        result.run = made.id;
        result.plan = m_plan.id;
        result.attachment.value = "A1";
        result.resource = "local/r";
        result.validation = "local/v";
        result.mode = domain::Mode::Informational;
        result.args = {{"n", 1.5}};
        result.verdict = domain::Verdict::Fail;
        result.message = "";
        result.data = domain::Json{{"a", {1, nullptr, "x\0y"}}};
        result.exitStatus = 0;
        result.standardOutput = {"ab", 10, 20, true};
        result.notices = {"one"};
        good(change([&]() -> base::Result<void> {
            CS_ASSIGN(result.row, m_store->add(result));
            return {};
        }));
        const auto again = change([&]() -> base::Result<void> {
            CS_TRY(m_store->add(result));
            return {};
        });
        QVERIFY(!again); // one result for one attachment of a run
        const domain::ValidationResult found = m_store->resultsOf(made.id).value().at(0);
        QCOMPARE(domain::toJson(found), domain::toJson(result));
        QVERIFY(found.message.has_value() && !found.signal && found.exitStatus == 0);
        made.state = domain::RunState::Complete;
        made.endedAt = 4000;
        made.summary.emplace();
        made.summary->outcome = domain::Outcome::Escalate;
        made.summary->cause = "escalated";
        good(change([&] { return m_store->end(made, domain::Json::array({"d"}), {{"hint", "h"}}); }));
        const domain::Run ended = m_store->run(made.id).value().value();
        QCOMPARE(ended.narrowed, made.narrowed);
        QVERIFY(ended.summary->outcome == domain::Outcome::Escalate);
        QCOMPARE(m_store->reportOf(made.id).value().at("hint").get<std::string>(), std::string("h"));
        const auto twice = change([&] { return m_store->end(made, {}, {}); });
        QVERIFY(!twice && twice.error().is(store::codes::StoreConstraint));
        QVERIFY(!m_store->runningRun(m_plan.id).value());
    }

    void oneOpenHaltAndOneOpenRequest()
    {
        const domain::Run made = run(m_plan);
        const domain::Halt first = halt(m_plan, made);
        const auto request = [&](const domain::Halt& h) {
            return domain::DecisionRequest{h.id, m_plan.id, "t", "local/p", {{"verdicts", {1}}}, "digest", domain::RequestState::Open, {}, 1, 0};
        };
        good(change([&]() -> base::Result<void> {
            CS_TRY(m_store->add(made));
            CS_TRY(m_store->open(first));
            return m_store->add(request(first));
        }));
        const auto second = change([&] { return m_store->open(halt(m_plan, made)); });
        QVERIFY(!second && second.error().is(store::codes::StoreConstraint));
        QCOMPARE(m_store->openHaltOf(m_plan.id).value()->id.value, first.id.value);
        QCOMPARE(m_store->openRequestOf(m_plan.id).value()->subject, request(first).subject);
        good(change([&]() -> base::Result<void> {
            CS_TRY(m_store->endRequest(first.id, domain::RequestState::Decided, "why"));
            return m_store->closeHalt(first.id, "decided");
        }));
        const auto twice = change([&] { return m_store->endRequest(first.id, domain::RequestState::Superseded, "late"); });
        QVERIFY(!twice && twice.error().is(store::codes::NotStored));
        QVERIFY(m_store->request(first.id).value()->state == domain::RequestState::Decided);
        QVERIFY(m_store->openRequests("").value().empty());
        QCOMPARE(m_store->halts("local/p", false, 10).value().size(), std::size_t(1));
    }

    void aKeySignsARequestOnce()
    {
        const domain::Run made = run(m_plan);
        const domain::Halt h = halt(m_plan, made);
        domain::DecisionRecord record;
        record.jws = "a.b.c";
        record.request = h.id;
        record.claims.jti = "J1";
        record.claims.issuer = "key";
        record.claims.plan = m_plan.id.value;
        good(change([&]() -> base::Result<void> {
            CS_TRY(m_store->add(made));
            CS_TRY(m_store->open(h));
            CS_TRY(m_store->add(domain::DecisionRequest{h.id, m_plan.id, "t", "local/p", {}, "d", domain::RequestState::Open, {}, 1, 0}));
            return m_store->add(record);
        }));
        record.claims.jti = "J2";
        QVERIFY(!change([&] { return m_store->add(record); }));
        QCOMPARE(m_store->recordsOfRequest(h.id).value().size(), std::size_t(1));
        QCOMPARE(m_store->record("J1").value()->jws, record.jws);
    }

    void tokensAreVoidedOnce()
    {
        const domain::Run made = run(m_plan);
        int first = 0;
        int second = -1;
        good(change([&]() -> base::Result<void> {
            CS_TRY(m_store->add(made));
            CS_TRY(m_store->addToken({"T1"}, made, 1, 2));
            CS_ASSIGN(first, m_store->voidTokens(m_plan.id));
            CS_ASSIGN(second, m_store->voidTokens(m_plan.id));
            return {};
        }));
        QCOMPARE(first, 1);
        QCOMPARE(second, 0);
    }

    void signersAndReadingComeBack()
    {
        domain::Signer signer;
        signer.keyId = "k";
        signer.name = "alice";
        signer.logins = {"alice"};
        good(change([&] { return m_store->save(signer, domain::event::SignerAdded); }));
        signer.revokedAt = 99;
        good(change([&] { return m_store->save(signer, domain::event::SignerRevoked); }));
        QCOMPARE(m_store->signers().value().at(0).revokedAt, base::TimeMs(99));
        good(m_store->saveReadLines("alice", "out", domain::Json::array({{1, 5}})));
        good(m_store->saveReadLines("alice", "out", domain::Json::array({{1, 9}})));
        QCOMPARE(m_store->readLines("alice", "out").value(), domain::Json(domain::Json::array({{1, 9}})));
        QCOMPARE(m_store->readLines("bob", "out").value(), domain::Json(domain::Json::array()));
        good(m_store->registerProcess());
        good(m_store->heartbeat());
        QCOMPARE(m_store->processes().value().size(), std::size_t(1));
        good(m_store->endProcess(m_store->identity().process));
        QVERIFY(m_store->processes().value().empty());
    }

    void theLogIsAppendOnly_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::newRow("update") << QStringLiteral("UPDATE event SET type = 'x' WHERE seq = 0");
        QTest::newRow("delete") << QStringLiteral("DELETE FROM event WHERE seq = 0");
        QTest::newRow("replace") << QStringLiteral("INSERT OR REPLACE INTO event VALUES(0, 0, 'x', '{}', '', '{}', '', '')");
    }
    void theLogIsAppendOnly()
    {
        QFETCH(QString, sql);
        const std::string error = raw(sql);
        QVERIFY2(error.find("append-only") != std::string::npos, error.c_str());
        QVERIFY(verify().intact());
    }

    void anEventNeedsItsTransaction()
    {
        QVERIFY(!m_store->append("x", {}, {}));
    }

    void textThatIsNotUtf8KeepsTheChain()
    {
        good(change([&]() -> base::Result<void> {
            CS_TRY(m_store->append("x", {}, {{"reason", "the file \xFF\xC3 is a pipe"}}));
            return {};
        }));
        const audit::Report report = verify();
        QVERIFY2(report.intact(), report.problems.empty() ? "" : report.problems.front().detail.c_str());
    }

    void rolledBackUnlessCommitted()
    {
        const std::int64_t before = m_store->lastEvent().value()->seq;
        {
            auto transaction = m_store->begin();
            QVERIFY(transaction.has_value());
            QVERIFY(m_store->append("x", {}, {}).has_value());
            QVERIFY(!m_store->begin());
        }
        QCOMPARE(m_store->lastEvent().value()->seq, before);
        QVERIFY(m_store->begin().has_value());
    }

    void eightWritersKeepOneChain()
    {
        constexpr int writers = 8;
        constexpr int each = 40;
        const std::int64_t before = m_store->lastEvent().value()->seq;
        std::atomic<int> failed{0};
        std::vector<std::thread> threads;
        for (int w = 0; w < writers; ++w)
            threads.emplace_back([&, w] {
                auto own = m_place->open(false, "writer " + std::to_string(w));
                for (int i = 0; i < each; ++i) {
                    const auto written = [&]() -> base::Result<void> {
                        if (!own)
                            return base::fail(own.error());
                        CS_ASSIGN(auto transaction, (*own)->begin());
                        CS_TRY((*own)->append("x", {}, {{"i", i}}));
                        return transaction.commit();
                    }();
                    if (!written) {
                        ++failed;
                        qWarning("%s", written.error().text().c_str());
                    }
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(failed.load(), 0);
        QCOMPARE(m_store->lastEvent().value()->seq, before + writers * each);
        const audit::Report report = verify();
        QVERIFY(report.intact());
        QCOMPARE(report.events, before + writers * each + 1);
    }

    void outputs()
    {
        const store::Outputs& outputs = m_store->outputs();
        const std::string bytes("a\0b\xFF", 4);
        const std::string digest = outputs.put(bytes).value();
        QCOMPARE(outputs.get(digest).value(), bytes);
        QCOMPARE(outputs.put("").value(), std::string());
        QCOMPARE(outputs.get("").value(), std::string());
        QVERIFY(outputs.get("../../etc/passwd").error().is(store::codes::OutputMissing));
        const auto file = m_place->location.outputs() / digest.substr(0, 2) / digest;
        QCOMPARE(std::filesystem::status(file).permissions(), std::filesystem::perms(0600));
        std::ofstream(file) << "cut";
        QVERIFY(outputs.get(digest).error().is(store::codes::OutputDamaged));
        QCOMPARE(outputs.put(bytes).value(), digest); // heals
        QCOMPARE(outputs.get(digest).value(), bytes);
        std::filesystem::remove(file);
        QVERIFY(outputs.get(digest).error().is(store::codes::OutputMissing));
    }

    void leasesAreFences()
    {
        domain::Lease first;
        QVERIFY(change([&]() -> base::Result<void> {
            CS_ASSIGN(first, m_store->takeLease(m_plan.id));
            return {};
        }));
        QCOMPARE(first.generation, 1);
        QVERIFY(m_store->begin(first).has_value());
        const auto other = m_place->open(false, "other").value();
        domain::Lease second;
        {
            auto transaction = other->begin().value();
            second = other->takeLease(m_plan.id).value();
            QVERIFY(transaction.commit());
        }
        QCOMPARE(second.generation, 2);
        QVERIFY(m_store->begin(first).error().is(store::codes::LeaseLost));
        QVERIFY(m_store->beat(first).error().is(store::codes::LeaseLost));
        QVERIFY(other->beat(second));
        QVERIFY(change([&] { return m_store->release(first); })); // of another generation: without effect
        QCOMPARE(m_store->heldLeases().value().size(), std::size_t(1));
        {
            auto transaction = other->begin().value();
            QVERIFY(other->release(second));
            QVERIFY(transaction.commit());
        }
        QVERIFY(other->begin(second).error().is(store::codes::LeaseLost));
        QVERIFY(m_store->heldLeases().value().empty());
    }

    void aTokenIsClaimedOnce()
    {
        const domain::Run ran = run(m_plan);
        QVERIFY(change([&]() -> base::Result<void> {
            CS_TRY(m_store->add(ran));
            return m_store->addToken({"01K2TOKEN00000000000000001"}, ran, 1, 2, {"REC"});
        }));
        const auto token = m_store->token({"01K2TOKEN00000000000000001"}).value();
        QCOMPARE(token->restsOn, std::vector<std::string>{"REC"});
        bool claimed = false;
        for (const bool wanted : {true, false}) {
            QVERIFY(change([&]() -> base::Result<void> {
                CS_ASSIGN(claimed, m_store->claimToken(*token));
                return {};
            }));
            QCOMPARE(claimed, wanted);
        }
        QVERIFY(m_store->claimedToken(m_plan.id).value()->claimedAt > 0);
        int voided = -1;
        QVERIFY(change([&]() -> base::Result<void> {
            CS_ASSIGN(voided, m_store->voidTokens(m_plan.id)); // what was used stays as it was
            return {};
        }));
        QCOMPARE(voided, 0);
    }

    void aPlanThatStandsNowhereIsRefused()
    {
        for (const char* change : {"state = 'applied'", "state = 'done'", "phase = 'deploy'"}) {
            QVERIFY(raw(QStringLiteral("UPDATE plan SET phase = 'execute', state = 'queued'")).empty());
            QVERIFY(raw(QStringLiteral("UPDATE plan SET %1").arg(QString::fromLatin1(change))).empty());
            const auto read = m_store->plan(m_plan.id);
            QVERIFY(!read && read.error().is(store::codes::PlanStateInvalid));
        }
    }
};

QTEST_GUILESS_MAIN(StoreTest)
#include "store_test.moc"
