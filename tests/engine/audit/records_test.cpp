#include "engine/audit/codes.h"
#include "engine/audit/export.h"
#include "engine/authority/record.h"
#include "tests/engine/audit/chains.h"
#include "tests/engine/authority/people.h"

#include <QTest>

#include <sstream>

using namespace countersign;

class RecordsTest : public QObject
{
    Q_OBJECT

    test::Person m_alice = test::makePerson("alice");
    std::vector<audit::StoredEvent> m_rows = test::chain(12);

    [[nodiscard]] std::string record(int jti, std::int64_t seq, const std::string& hash)
    {
        auto claims = test::claims(test::escalation(), m_alice, domain::DecisionKind::Proceed, jti);
        claims.auditSeq = seq;
        claims.auditHash = hash;
        return authority::signRecord(claims, *m_alice.key).value();
    }

    [[nodiscard]] audit::Report viaFile(const std::vector<std::string>& records, const std::vector<domain::Signer>& signers, std::size_t rows = 12)
    {
        std::stringstream file;
        audit::ExportHeader header;
        header.headSeq = static_cast<std::int64_t>(rows) - 1;
        header.headHash = m_rows[rows - 1].hash;
        header.signers = signers;
        header.records = records;
        audit::ExportWriter writer(file, header);
        for (std::size_t i = 0; i < rows; ++i)
            if (!writer.add(m_rows[i]))
                return {};
        if (!writer.finish())
            return {};
        return audit::verifyExport(file, [](const std::string& jws, const std::vector<domain::Signer>& known) -> base::Result<domain::DecisionClaims> {
                   CS_ASSIGN(authority::ParsedRecord parsed, authority::verifyRecord(jws, known));
                   return std::move(parsed.claims);
               }).value().chain;
    }

private Q_SLOTS:
    void good()
    {
        const auto report = viaFile({record(10, 5, m_rows[5].hash), record(11, 11, m_rows[11].hash), record(12, -1, std::string(64, '0'))}, {m_alice.signer});
        QVERIFY2(report.intact(), test::told(report).c_str());
        QCOMPARE(report.recordsValid, 3);
    }

    void otherChain()
    {
        const auto report = viaFile({record(10, 5, m_rows[6].hash), record(11, 4, m_rows[4].hash)}, {m_alice.signer});
        QCOMPARE(test::told(report), std::string("record 5"));
        QCOMPARE(report.recordsValid, 1);
        QCOMPARE(report.recordsInvalid.size(), std::size_t{1});
        QCOMPARE(report.recordsInvalid[0].jti, test::ulid(10));
        QVERIFY(report.recordsInvalid[0].why.is(audit::codes::AuditHeadNotOnChain));
    }

    void cutAtTheEndIsSeenByARecord()
    {
        const auto report = viaFile({record(10, 11, m_rows[11].hash)}, {m_alice.signer}, 8);
        QCOMPARE(test::told(report), std::string("missing 8-11; record 11"));
        QVERIFY(QString::fromStdString(report.anchor).contains(QLatin1String("decision record")));
    }

    void badSignatures()
    {
        std::string changed = record(10, 5, m_rows[5].hash);
        changed[changed.size() - 10] = changed[changed.size() - 10] == 'A' ? 'B' : 'A';
        auto report = viaFile({changed, "junk"}, {m_alice.signer});
        QCOMPARE(report.recordsInvalid.size(), std::size_t{2});
        QCOMPARE(std::string(report.recordsInvalid[0].why.code()), std::string("RECORD_SIGNATURE"));
        QCOMPARE(std::string(report.recordsInvalid[1].why.code()), std::string("RECORD_PARTS"));
        QVERIFY(!report.intact());
        QCOMPARE(base::exitStatus(report.verdict().error().kind()), 10);
        report = viaFile({record(10, 5, m_rows[5].hash)}, {});
        QCOMPARE(std::string(report.recordsInvalid[0].why.code()), std::string("SIGNER_UNKNOWN"));
    }

    void unreadableRecordsKeepTheirName()
    {
        audit::ChainVerifier verifier;
        const auto refuse = [](const std::string&) -> base::Result<domain::DecisionClaims> { return base::fail(audit::codes::ChainBroken, "unreadable"); };
        verifier.checkRecord("junk", refuse, test::ulid(10));
        const auto report = verifier.finish();
        QCOMPARE(report.recordsInvalid.at(0).jti, test::ulid(10));
        QVERIFY(!report.intact());
    }

    void revokedSignersStillVerify()
    {
        domain::Signer revoked = m_alice.signer;
        revoked.revokedAt = test::now;
        QVERIFY(viaFile({record(10, 5, m_rows[5].hash)}, {revoked}).intact());
    }
};

QTEST_APPLESS_MAIN(RecordsTest)
#include "records_test.moc"
