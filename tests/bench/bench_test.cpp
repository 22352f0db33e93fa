// The harness works: every benchmark runs with tiny counts and writes the form that others read. It measures nothing.
#include "engine/base/files.h"
#include "engine/base/json.h"

#include <QProcess>
#include <QtTest>

#include <cmath>

using namespace countersign;

class BenchTest : public QObject
{
    Q_OBJECT

    static std::pair<int, QByteArray> bench(const QStringList& arguments)
    {
        QProcess program;
        program.start(QStringLiteral(COUNTERSIGN_BINARY_DIR "/bin/countersign-bench"), arguments);
        const bool ended = program.waitForFinished(150'000);
        return {ended ? program.exitCode() : -1, program.readAllStandardOutput() + program.readAllStandardError()};
    }

private Q_SLOTS:
    void everyBenchmarkWritesItsRow()
    {
        const auto folder = base::TemporaryDirectory::create("bench-test");
        const std::string file = (folder->path() / "bench.json").string();
        const auto [status, said] = bench({QStringLiteral("--quick"), QStringLiteral("--json"), QString::fromStdString(file)});
        QVERIFY2(status == 0, said.constData());
        const auto rows = base::parseJson(base::readFile(file).value());
        QVERIFY(rows && rows->is_array());
        QList<QByteArray> names = bench({QStringLiteral("--list")}).second.trimmed().split('\n');
        // What they are compared with need not be installed.
        names.removeIf([&said = said](const QByteArray& name) { return said.contains('\n' + name.leftJustified(18) + " left out: "); });
        QVERIFY(names.contains("noop-2") && names.contains("json-parse"));
        QCOMPARE(static_cast<qsizetype>(rows->size()), names.size());
        for (std::size_t i = 0; i < rows->size(); ++i) {
            const base::Json& row = rows->at(i);
            QCOMPARE(row.at("name").get<std::string>(), names[static_cast<qsizetype>(i)].toStdString());
            const auto number = [&row](const char* name) { return row.at(name).get<double>(); };
            QVERIFY2(number("other") > 0 && number("goal") > 0 && row.at("unit").is_string(), base::write(row).c_str());
            QVERIFY(std::abs(number("ratio") - number("ours") / number("other")) < 0.001);
            QCOMPARE(row.at("met").get<bool>(), number("ratio") <= number("goal"));
        }
    }

    void unknownNamesAreRefused()
    {
        QCOMPARE(bench({QStringLiteral("no-such-benchmark")}).first, 64);
        QCOMPARE(bench({QStringLiteral("--no-such-option")}).first, 64);
    }
};

QTEST_GUILESS_MAIN(BenchTest)
#include "bench_test.moc"
