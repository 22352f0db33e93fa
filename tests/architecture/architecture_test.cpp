#include "engine/audit/codes.h"
#include "engine/authority/codes.h"
#include "engine/base/codes.h"
#include "engine/builtin/codes.h"
#include "engine/codes.h"
#include "engine/domain/codes.h"
#include "engine/mcp/codes.h"
#include "engine/mcpclient/codes.h"
#include "engine/plan/codes.h"
#include "engine/registry/codes.h"
#include "engine/runner/codes.h"
#include "engine/schema/codes.h"
#include "engine/signing/codes.h"
#include "engine/store/codes.h"

#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <map>
#include <set>

namespace {

const QString root = QStringLiteral(COUNTERSIGN_SOURCE_DIR);

// Folder → folders it may include beside itself. "engine" alone is the façade: files directly in engine/.
const std::map<QString, QStringList>& ranks()
{
    static const std::map<QString, QStringList> table = [] {
        std::map<QString, QStringList> out;
        const auto row = [&out](const char* folder, std::initializer_list<const char*> may) {
            QStringList list;
            for (const char* each : may)
                list << QString::fromLatin1(each);
            out.emplace(QString::fromLatin1(folder), list);
        };
        row("engine/base", {});
        row("engine/domain", {"engine/base"});
        row("engine/schema", {"engine/base"});
        row("engine/builtin", {"engine/base", "engine/domain", "engine/schema"});
        row("engine/registry", {"engine/base", "engine/domain", "engine/schema", "engine/builtin"});
        row("engine/attachments", {"engine/base", "engine/domain"});
        row("engine/policy", {"engine/base", "engine/domain"});
        row("engine/runner", {"engine/base", "engine/domain", "engine/schema"});
        row("engine/mcpclient", {"engine/base", "engine/domain", "engine/runner"});
        row("engine/authority", {"engine/base", "engine/domain"});
        row("engine/signing", {"engine/base", "engine/domain", "engine/authority"});
        row("engine/audit", {"engine/base", "engine/domain"});
        row("engine/store", {"engine/base", "engine/domain"});
        row("engine/environment", {"engine/base", "engine/domain"});
        row("engine/plan", {"engine/base", "engine/domain", "engine/schema", "engine/builtin", "engine/registry", "engine/attachments", "engine/policy", "engine/runner", "engine/mcpclient",
                            "engine/authority", "engine/audit", "engine/store", "engine/environment"});
        row("engine", {"engine/base", "engine/domain", "engine/schema", "engine/builtin", "engine/registry", "engine/attachments", "engine/policy", "engine/runner", "engine/mcpclient",
                       "engine/authority", "engine/audit", "engine/store", "engine/environment", "engine/plan"});
        row("engine/mcp", {"engine/base", "engine/domain", "engine/schema", "engine/engine.h", "engine/requests.h", "engine/codes.h", "engine/report_json.h"});
        row("models", {"engine/engine.h", "engine/requests.h", "engine/domain", "engine/base"});
        row("views", {"models", "engine/requests.h", "engine/domain", "engine/base"});
        return out;
    }();
    return table;
}

QString folderOf(const QString& path)
{
    const QStringList parts = path.split(QLatin1Char('/'));
    if (parts.at(0) == QLatin1String("engine") && parts.size() > 2)
        return parts.at(0) + QLatin1Char('/') + parts.at(1);
    return parts.at(0);
}

bool allowed(const QString& from, const QString& target)
{
    const QString to = folderOf(target);
    if (to == from)
        return true;
    const QStringList& may = ranks().at(from);
    return may.contains(to) ? to != QLatin1String("engine") : may.contains(target);
}

QStringList sources(const QString& folder)
{
    QStringList out;
    QDirIterator it(root + QLatin1Char('/') + folder, {QStringLiteral("*.h"), QStringLiteral("*.cpp")}, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext())
        out << it.next();
    return out;
}

QString read(const QString& file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? QString::fromUtf8(in.readAll()) : QString();
}

QString output(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    process.waitForFinished(60'000);
    return QString::fromUtf8(process.readAllStandardOutput());
}

} // namespace

class ArchitectureTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void includesKeepTheRanks();
    void codesAreUnique();
    void engineLinksNoGui_data();
    void engineLinksNoGui();
    void onlyTheStoreSpeaksSql();
    void onlyTheHelperEvaluatesScripts();
};

void ArchitectureTest::includesKeepTheRanks()
{
    static const QRegularExpression include(QStringLiteral("^\\s*#\\s*include\\s+\"((?:engine|models|views|app)/[^\"]+)\""), QRegularExpression::MultilineOption);
    QStringList wrong;
    int seen = 0;
    for (const QString& top : {QStringLiteral("engine"), QStringLiteral("models"), QStringLiteral("views")}) {
        for (const QString& file : sources(top)) {
            const QString relative = file.mid(root.size() + 1);
            const QString from = folderOf(relative);
            if (!ranks().contains(from)) {
                wrong << relative + QStringLiteral(" lies in a folder without a rank");
                continue;
            }
            auto matches = include.globalMatch(read(file));
            while (matches.hasNext()) {
                const QString target = matches.next().captured(1);
                ++seen;
                if (!allowed(from, target))
                    wrong << relative + QStringLiteral(" includes ") + target;
            }
        }
    }
    QVERIFY(seen > 100);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
}

void ArchitectureTest::codesAreUnique()
{
    std::set<std::string_view> codes;
    const auto add = [&codes](const auto& table) {
        for (const countersign::base::CodeInfo* code : table) {
            QVERIFY2(codes.insert(code->code).second, code->code.data());
            QVERIFY(!code->name.empty());
            QVERIFY(code->sentence.ends_with('.'));
        }
    };
    add(countersign::base::codes::all);
    add(countersign::schema::codes::all);
    add(countersign::builtin::codes::all);
    add(countersign::registry::codes::all);
    add(countersign::runner::codes::all);
    add(countersign::mcpclient::codes::all);
    add(countersign::authority::codes::all);
    add(countersign::signing::codes::all);
    add(countersign::audit::codes::all);
    add(countersign::store::codes::all);
    add(countersign::plan::codes::all);
    add(countersign::codes::all);
    add(countersign::mcp::codes::all);
    QVERIFY(codes.size() > 100);
}

void ArchitectureTest::engineLinksNoGui_data()
{
    QTest::addColumn<QString>("program");
    QTest::newRow("ctl") << QStringLiteral(COUNTERSIGN_BINARY_DIR "/bin/countersignctl");
    QTest::newRow("mcp") << QStringLiteral(COUNTERSIGN_BINARY_DIR "/bin/countersign-mcp");
}

void ArchitectureTest::engineLinksNoGui()
{
    QFETCH(QString, program);
    QVERIFY2(QFile::exists(program), qPrintable(program));
    const QString libraries = output(QStringLiteral("ldd"), {program});
    QVERIFY(libraries.contains(QStringLiteral("libQt6Core")));
    for (const char* gui : {"libQt6Gui", "libQt6Widgets", "libQt6Qml"})
        QVERIFY2(!libraries.contains(QLatin1String(gui)), gui);
}

void ArchitectureTest::onlyTheStoreSpeaksSql()
{
    for (const QString& file : sources(QStringLiteral("engine")))
        if (read(file).contains(QStringLiteral("<QSql")))
            QVERIFY2(file.contains(QStringLiteral("/engine/store/")), qPrintable(file));
}

void ArchitectureTest::onlyTheHelperEvaluatesScripts()
{
    for (const QString& top : {QStringLiteral("engine"), QStringLiteral("models"), QStringLiteral("views"), QStringLiteral("app")})
        for (const QString& file : sources(top))
            if (read(file).contains(QStringLiteral("#include <QJSEngine>")))
                QVERIFY2(file.contains(QStringLiteral("/engine/runner/transform/")), qPrintable(file));
}

QTEST_GUILESS_MAIN(ArchitectureTest)
#include "architecture_test.moc"
