// The configuration file, and the log. Source: SPEC section 14.
#include "engine/configuration.h"

#include "engine/base/codes.h"
#include "engine/base/files.h"
#include "engine/log.h"

#include <QtTest>

#include <fstream>
#include <thread>

using namespace countersign;

class ConfigurationTest : public QObject
{
    Q_OBJECT

    base::TemporaryDirectory m_directory = base::TemporaryDirectory::create("configuration-test").value();

private Q_SLOTS:
    void aMissingFileIsTheDefault()
    {
        const auto read = readConfiguration(m_directory.path() / "none.yml");
        QCOMPARE(read.value().path, std::string("/usr/local/bin:/usr/bin:/bin"));
    }

    void everythingIsRead()
    {
        std::ofstream(m_directory.path() / "c.yml") << "path: /opt/bin:/bin\nlimits: {parallel: 3}\nappearance: {theme: dark, scale: 150}\nredact: [\"a+\", 'b']\n";
        const Configuration read = readConfiguration(m_directory.path() / "c.yml").value();
        QCOMPARE(read.path, std::string("/opt/bin:/bin"));
        QCOMPARE(read.parallel, 3);
        QCOMPARE(read.scale, 150);
        QCOMPARE(read.redact.size(), std::size_t(2));
    }

    void errors_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::newRow("unknown key") << QByteArray("path: /bin\nspeed: 3\n") << 2;
        QTest::newRow("unknown inside") << QByteArray("limits:\n  parallel: 3\n  other: 4\n") << 3;
        QTest::newRow("relative path") << QByteArray("\npath: bin:/bin\n") << 2;
        QTest::newRow("empty path part") << QByteArray("path: '/bin:'\n") << 1;
        QTest::newRow("number out of range") << QByteArray("limits: {parallel: 0}\n") << 1;
        QTest::newRow("number as text") << QByteArray("limits: {parallel: '3'}\n") << 1;
        QTest::newRow("theme") << QByteArray("appearance:\n  theme: pink\n") << 2;
        QTest::newRow("redact is text") << QByteArray("path: /bin\nredact: secret\n") << 2;
        QTest::newRow("redact is a map") << QByteArray("redact: {a: b}\n") << 1;
        QTest::newRow("redact is no expression") << QByteArray("redact:\n  - 'ok'\n  - '('\n") << 3;
        QTest::newRow("syntax") << QByteArray("path: /bin\nlimits: {parallel: 3\n") << 2;
        QTest::newRow("duplicate") << QByteArray("path: /bin\npath: /usr/bin\n") << 2;
        QTest::newRow("a list") << QByteArray("- path\n") << 1;
    }
    void errors()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        const auto file = m_directory.path() / "c.yml";
        std::ofstream(file) << text.toStdString();
        const auto read = readConfiguration(file);
        QVERIFY(!read);
        QVERIFY(read.error().is(base::codes::ConfigInvalid));
        const base::Error* placed = &read.error();
        while (placed != nullptr && !placed->place())
            placed = placed->cause();
        QVERIFY2(placed != nullptr, read.error().text().c_str());
        QVERIFY2(placed->place()->line >= line, read.error().text().c_str());
        if (text != "path: /bin\nlimits: {parallel: 3\n")
            QCOMPARE(placed->place()->line, line);
    }

    void twoProgramsRotateOneLog()
    {
        const auto directory = m_directory.path() / "log";
        const base::SystemClock clock;
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                Log log(directory, "p", clock); // one each, as in processes of their own
                for (int i = 0; i < 1500; ++i)
                    log.write("CODE", "t" + std::to_string(t) + " " + std::to_string(i) + " " + std::string(1000, 'x'));
            });
        for (std::thread& thread : threads)
            thread.join();
        std::size_t lines = 0;
        for (const auto& entry : std::filesystem::directory_iterator(directory))
            if (entry.path().filename().string().starts_with("p.log")) {
                const std::string text = base::readFile(entry.path()).value();
                lines += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
                QVERIFY(text.size() < 5U * 1024 * 1024);
            }
        QCOMPARE(lines, std::size_t(6000)); // nothing lost in a rotation
    }

    void noSecretInTheLog()
    {
        const base::SystemClock clock;
        Log log(m_directory.path() / "log2", "p", clock);
        log.write("CODE", "fetching https://user:hunter2secret@example.org/x with AKIAIOSFODNN7EXAMPLE");
        const std::string text = base::readFile(log.file()).value();
        QVERIFY(text.find("CODE") != std::string::npos);
        QVERIFY2(text.find("hunter2secret") == std::string::npos && text.find("AKIAIOSFODNN7EXAMPLE") == std::string::npos, text.c_str());
    }
};

QTEST_APPLESS_MAIN(ConfigurationTest)
#include "configuration_test.moc"
