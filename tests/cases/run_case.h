// One case that is one validation: its script put into a work tree, registered, run through the whole engine in a real
// sandbox, and what the store keeps of it compared with the row.
#pragma once

#include "tests/cases/table.h"
#include "tests/engine/facade/support.h"

#include "engine/authority/subject.h"

namespace cases {

using namespace countersign;

inline QString q(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// Programs, other than this one, that have the desk's work mounted: all that a run may leave behind.
inline QStringList alive(const facade_test::Desk& desk)
{
    const auto read = [](const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QStringList out;
    for (const QString& pid : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs))
        if (pid.at(0).isDigit() && pid.toLongLong() != QCoreApplication::applicationPid()
            && read(QStringLiteral("/proc/%1/mountinfo").arg(pid)).contains(desk.work().c_str()))
            out << QString::fromUtf8(read(QStringLiteral("/proc/%1/cmdline").arg(pid)).replace('\0', ' ')).trimmed();
    return out;
}

inline bool nothingLeft(const facade_test::Desk& desk)
{
    return QTest::qWaitFor([&] { return alive(desk).isEmpty(); }, 5000);
}

/// A registration in YAML, which JSON is.
inline std::string registration(const std::string& name, const std::string& kind, const Json& row)
{
    if (row.contains("registration"))
        return bytesOf(folder(kind) / row.at("registration").get<std::string>());
    const Json command = row.contains("command") ? row.at("command") : Json::array({"sh", "validators/" + row.at("file").get<std::string>()});
    return base::write({{"validation", {{"name", name}, {"source", "command"}, {"command", command}, {"mode", textOr(row, "mode", "required")},
                                         {"timeout", row.contains("timeout") ? row.at("timeout") : Json(60)}}}});
}

inline void putScript(const facade_test::Desk& desk, const std::string& kind, const std::string& file)
{
    fs::create_directories(desk.work() / "validators");
    fs::copy_file(folder(kind) / file, desk.work() / "validators" / file, fs::copy_options::overwrite_existing);
    fs::permissions(desk.work() / "validators" / file, fs::perms(0644));
}

inline void attachHere(const facade_test::Desk& desk, const std::string& name)
{
    desk.file("a-" + name, "attachment: {validation: " + name + ", resource: tree, project: p}\n");
}

/// name is that of the registration, without its namespace.
inline void prepare(const facade_test::Desk& desk, const std::string& kind, const Json& row, const std::string& name)
{
    desk.file("resource", "resource: {name: tree, kind: directory, path: work}\n");
    desk.file("project", "project: {name: p, resources: [tree]}\n");
    if (row.contains("file"))
        putScript(desk, kind, row.at("file").get<std::string>());
    desk.file("v-" + name, registration(name, kind, row));
    attachHere(desk, name);
    desk.again();
}

inline std::string outputOf(Engine& engine, const domain::StoredOutput& output)
{
    return output.digest.empty() ? std::string() : engine.output(output.digest).value();
}

inline void holds(const std::string& text, const Json& row, const char* says, const char* never)
{
    for (const Json& part : row.contains(says) ? row.at(says) : Json::array())
        QVERIFY2(text.find(part.get<std::string>()) != std::string::npos, text.c_str());
    for (const Json& part : row.contains(never) ? row.at(never) : Json::array())
        QVERIFY2(text.find(part.get<std::string>()) == std::string::npos, text.c_str());
}

/// What holds of every end, whatever the row says.
inline void sound(const domain::ValidationResult& result, const ValidateReport& report)
{
    QCOMPARE(result.passed, result.verdict == domain::Verdict::Pass);
    QCOMPARE(result.errorCode.empty(), result.verdict != domain::Verdict::Error);
    QCOMPARE(result.errorMessage.empty(), result.verdict != domain::Verdict::Error);
    if (result.verdict == domain::Verdict::Error)
        QVERIFY(!result.message && !result.data);
    QVERIFY(report.decisionId.empty());
    QCOMPARE(report.token.empty(), report.outcome != domain::Outcome::Pass);
    QVERIFY(report.outcome != domain::Outcome::EnvironmentError);
}

inline void compare(Engine& engine, const domain::ValidationResult& result, const Json& row)
{
    const std::string shown = result.errorCode + " " + result.errorMessage;
    QVERIFY2(domain::toText(result.verdict) == row.at("verdict").get<std::string>(), shown.c_str());
    if (row.contains("code"))
        QCOMPARE(q(result.errorCode), q(row.at("code").get<std::string>()));
    if (row.contains("exit"))
        QCOMPARE(result.exitStatus.value_or(-1), row.at("exit").get<int>());
    if (row.contains("signal"))
        QCOMPARE(result.signal.value_or(-1), row.at("signal").get<int>());
    QCOMPARE(result.signal.has_value(), row.contains("signal"));
    if (row.contains("message"))
        QCOMPARE(q(result.message.value_or("(none)")), q(row.at("message").get<std::string>()));
    if (row.contains("data"))
        QCOMPARE(q(result.data ? base::write(*result.data) : "(none)"), q(row.at("data").get<std::string>()));
    holds(result.errorMessage, row, "says", "never");
    holds(result.hint, row, "hint", "hint_never");
    QCOMPARE(q(result.searchedPath), q(textOr(row, "searched")));
    if (row.contains("stdout"))
        QCOMPARE(q(outputOf(engine, result.standardOutput)), q(row.at("stdout").get<std::string>()));
    if (row.contains("stderr"))
        QCOMPARE(q(outputOf(engine, result.standardError)), q(row.at("stderr").get<std::string>()));
    holds(outputOf(engine, result.standardError), row, "stderr_says", "stderr_never");
    if (row.contains("at_least_ms"))
        QVERIFY2(result.durationMs >= row.at("at_least_ms").get<int>(), std::to_string(result.durationMs).c_str());
    if (row.contains("at_most_ms"))
        QVERIFY2(result.durationMs <= row.at("at_most_ms").get<int>(), std::to_string(result.durationMs).c_str());
    std::string notices;
    for (const std::string& notice : result.notices)
        notices += notice + "\n";
    holds(notices, row, "notices", "notices_never");
    if (!row.contains("notices"))
        QCOMPARE(q(notices), QString());
}

/// Runs the case and compares; the report as it was stored, read again. Name: as prepare().
inline ValidateReport runCase(const facade_test::Desk& desk, const std::string& kind, const Json& row)
{
    const std::string name = textOr(row, "name", "try-one");
    prepare(desk, kind, row, name);
    const ValidateReport answered = desk.report();
    const ValidateReport report = desk.another()->runReport(answered.run.id).value();
    [&] {
        QVERIFY2(facade_test::status(answered) == row.at("outcome").get<std::string>(), (answered.outcome == domain::Outcome::Pass || answered.results.empty() ? facade_test::status(answered) : answered.results[0].errorCode + " " + answered.results[0].errorMessage).c_str());
        QCOMPARE(facade_test::status(report), row.at("outcome").get<std::string>());
        QCOMPARE(report.results.size(), std::size_t(1));
        QCOMPARE(report.results[0].validation, "local/" + name);
        QCOMPARE(std::string(domain::toText(report.results[0].mode)), textOr(row, "mode", "required"));
        sound(report.results[0], answered);
        compare(*desk.engine, report.results[0], row);
        const int errors = report.results[0].verdict == domain::Verdict::Error ? 1 : 0;
        QCOMPARE(report.run.summary->decision.error, errors);
        QCOMPARE(report.run.summary->decision.pass, report.results[0].passed ? 1 : 0);
        QVERIFY2(nothingLeft(desk), qPrintable(alive(desk).join(QLatin1Char('\n'))));
    }();
    return report;
}

} // namespace cases
