// Every file of data/ says in its first line what it must give: "ok KIND [MODE]" or "CODE LINE, CODE LINE".
#include "fixtures.h"

#include <QDir>
#include <QElapsedTimer>
#include <QtTest>

using namespace countersign;
using namespace countersign::registry;

namespace {

/// A wrapper of a tool that writes can't be registered by files; here it stands in the chain from before.
Current withBadWrapper()
{
    Current out = test::standing();
    domain::Tool wrapper = test::wrapper("local/reformat-wrapper", "local/reformat");
    wrapper.validation.reset();
    out.tools.push_back(wrapper);
    return out;
}

QString found(const tl::expected<ParsedRegistry, Problems>& parsed)
{
    if (!parsed)
        return test::summary(parsed.error());
    QString out = QStringLiteral("ok ") + QString::fromStdString(parsed->origins.at(0).kind);
    if (!parsed->tools.empty() && parsed->tools[0].validation)
        out += QLatin1Char(' ') + QString::fromStdString(std::string(domain::toText(parsed->tools[0].validation->mode)));
    return out;
}

} // namespace

class FilesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void files_data()
    {
        QTest::addColumn<QString>("path");
        const QDir folder(QStringLiteral(COUNTERSIGN_SOURCE_DIR "/tests/engine/registry/data"));
        const QStringList names = folder.entryList({QStringLiteral("*.yml")});
        QVERIFY(names.size() > 100);
        for (const QString& name : names)
            QTest::newRow(qPrintable(name)) << folder.filePath(name);
    }
    void files()
    {
        QFETCH(QString, path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        const QByteArray first = bytes.left(bytes.indexOf('\n'));
        QVERIFY(first.startsWith("# expect: "));
        QElapsedTimer timer;
        timer.start();
        const auto parsed = parse(test::setOf({{"file.yml", bytes.toStdString()}}), withBadWrapper(), test::checks());
        QVERIFY(timer.elapsed() < 1000);
        const QString expected = QString::fromUtf8(first.mid(10));
        if (found(parsed) != expected && !parsed)
            qWarning("%s", qPrintable(test::texts(parsed.error())));
        QCOMPARE(found(parsed), expected);
        for (const base::Error& error : parsed ? Problems{} : parsed.error()) {
            QCOMPARE(error.place()->file, std::string("file.yml"));
            QVERIFY(error.place()->line > 0 && error.place()->column > 0);
            QVERIFY(!error.message().empty());
        }
    }
};

QTEST_APPLESS_MAIN(FilesTest)
#include "files_test.moc"
