#include "tests/resources/sample/workspace.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJSEngine>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QStandardPaths>

#include <yaml-cpp/yaml.h>

#include <utility>

namespace countersign::resources {
namespace {

constexpr int patience = 120'000; // milliseconds

QString text(const char* literal) { return QString::fromLatin1(literal); }

bool copyTree(const QString& from, const QString& to)
{
    QDirIterator files(from, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString source = files.next();
        const QString target = to + QLatin1Char('/') + QDir(from).relativeFilePath(source);
        QFile::remove(target);
        if (!QDir().mkpath(QFileInfo(target).path()) || !QFile::copy(source, target))
            return false;
    }
    return true;
}

QProcessEnvironment gitEnvironment(const QString& author = {}, const QString& email = {}, const QString& date = {})
{
    QProcessEnvironment environment;
    environment.insert(text("PATH"), text("/usr/local/bin:/usr/bin:/bin"));
    environment.insert(text("GIT_CONFIG_GLOBAL"), text("/dev/null"));
    environment.insert(text("GIT_CONFIG_SYSTEM"), text("/dev/null"));
    for (const auto& role : {text("AUTHOR"), text("COMMITTER")}) {
        environment.insert(text("GIT_%1_NAME").arg(role), author);
        environment.insert(text("GIT_%1_EMAIL").arg(role), email);
        environment.insert(text("GIT_%1_DATE").arg(role), date);
    }
    return environment;
}

bool runGit(const QString& directory, const QStringList& arguments, const QProcessEnvironment& environment,
            QByteArray* output = nullptr)
{
    QProcess process;
    process.setWorkingDirectory(directory);
    process.setProcessEnvironment(environment);
    process.start(text("git"), arguments);
    const bool good =
        process.waitForFinished(patience) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    if (output != nullptr)
        *output = process.readAllStandardOutput();
    return good;
}

QStringList sandbox(const QString& resource)
{
    QStringList arguments{text("--unshare-all"), text("--die-with-parent"), text("--new-session"), text("--cap-drop"),
                          text("ALL"),           text("--clearenv")};
    const std::initializer_list<std::pair<const char*, const char*>> environment = {
        {"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"HOME", "/tmp"}, {"LC_ALL", "C.UTF-8"}};
    for (const auto& [name, value] : environment)
        arguments << text("--setenv") << text(name) << text(value);
    arguments << text("--ro-bind") << text("/usr") << text("/usr");
    for (const char* name : {"/bin", "/sbin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache"})
        arguments << text("--ro-bind-try") << text(name) << text(name);
    arguments << text("--proc") << text("/proc") << text("--dev") << text("/dev") << text("--tmpfs") << text("/tmp");
    arguments << text("--ro-bind") << resource << resource << text("--chdir") << resource << text("--");
    return arguments;
}

Answer read(const QJsonObject& result, QByteArray output)
{
    if (!result.value(text("passed")).isBool())
        return {text("error"), text("no boolean passed"), {}, std::move(output)};
    const bool passed = result.value(text("passed")).toBool();
    return {passed ? text("pass") : text("fail"), result.value(text("message")).toString(),
            result.value(text("data")).toObject(), std::move(output)};
}

Answer transformed(const QString& transform, const QJsonObject& input, const QByteArray& output)
{
    QJSEngine engine;
    QJSValue function = engine.evaluate(QLatin1Char('(') + transform + QLatin1Char(')'));
    if (!function.isCallable())
        return {text("error"), text("no function: ") + function.toString(), {}, output};
    const QJSValue result = function.call({engine.toScriptValue(input)});
    if (result.isError())
        return {text("error"), result.toString(), {}, output};
    return read(engine.fromScriptValue<QJsonObject>(result), output);
}

} // namespace

QString git(const QString& directory, const QStringList& arguments)
{
    QByteArray output;
    return runGit(directory, arguments, gitEnvironment(), &output) ? QString::fromUtf8(output).trimmed() : QString();
}

Workspace::Workspace(QString templates, QString directory)
    : m_templates(std::move(templates)), m_directory(std::move(directory))
{
    QFile file(m_templates + text("/demo.json"));
    if (file.open(QIODevice::ReadOnly))
        m_manifest = QJsonDocument::fromJson(file.readAll()).object();
}

QString Workspace::commitAll(const QString& path, const QJsonObject& commit) const
{
    const QJsonObject author = m_manifest.value(text("author")).toObject();
    const auto environment =
        gitEnvironment(author.value(text("name")).toString(), author.value(text("email")).toString(),
                       commit.value(text("date")).toString());
    if (!QFileInfo::exists(path + text("/.git")) &&
        !runGit(path, {text("init"), text("-q"), text("-b"), m_manifest.value(text("branch")).toString()}, environment))
        return text("git init failed in ") + path;
    if (!runGit(path, {text("add"), text("-A")}, environment) ||
        !runGit(path, {text("commit"), text("-q"), text("-m"), commit.value(text("message")).toString()}, environment))
        return text("git commit failed in ") + path;
    return {};
}

QString Workspace::instantiate()
{
    const QJsonObject workspace = m_manifest.value(text("workspace")).toObject();
    const QJsonObject base = m_manifest.value(text("base")).toObject();
    if (!copyTree(m_templates + QLatin1Char('/') + workspace.value(text("source")).toString(), m_directory))
        return text("the workspace could not be copied");
    if (const QString problem = commitAll(m_directory, workspace); !problem.isEmpty())
        return problem;
    for (const auto& value : m_manifest.value(text("works")).toArray()) {
        const QJsonObject work = value.toObject();
        const QString path = m_directory + QLatin1Char('/') + work.value(text("directory")).toString();
        if (!copyTree(m_templates + QLatin1Char('/') + base.value(text("source")).toString(), path))
            return text("the program could not be copied to ") + path;
        if (const QString problem = commitAll(path, base); !problem.isEmpty())
            return problem;
        if (!copyTree(m_templates + QLatin1Char('/') + work.value(text("overlay")).toString(), path))
            return text("the change could not be copied to ") + path;
        if (const QString problem = commitAll(path, work); !problem.isEmpty())
            return problem;
    }
    return {};
}

QString Workspace::pathOf(const QString& resource) const
{
    for (const auto& value : m_manifest.value(text("works")).toArray()) {
        const QJsonObject work = value.toObject();
        if (work.value(text("resource")).toString() == resource)
            return m_directory + QLatin1Char('/') + work.value(text("directory")).toString();
    }
    return {};
}

Workspace::Definition Workspace::definition(const QString& name) const
{
    for (const char* kind : {"validation", "tool"}) {
        const QString file = text("%1/.countersign/%2-%3.yml").arg(m_directory, text(kind), name);
        if (!QFileInfo::exists(file))
            continue;
        const YAML::Node body = YAML::LoadFile(file.toStdString())[kind];
        if (body["wraps"]) {
            Definition wrapped = definition(QString::fromStdString(body["wraps"].as<std::string>()));
            wrapped.transform = QString::fromStdString(body["transform"].as<std::string>());
            return wrapped;
        }
        Definition direct;
        for (const auto& argument : body["command"])
            direct.command << QString::fromStdString(argument.as<std::string>());
        return direct;
    }
    return {};
}

Answer Workspace::run(const QString& validation, const QString& resource, const QJsonObject& args) const
{
    const Definition what = definition(validation);
    if (what.command.isEmpty())
        return {text("error"), text("no such validation: ") + validation, {}, {}};
    if (QStandardPaths::findExecutable(what.command.first(), {text("/usr/local/bin"), text("/usr/bin"), text("/bin")})
            .isEmpty())
        return {text("error"), text("not installed: ") + what.command.first(), {}, {}};
    QProcess process;
    process.start(text("bwrap"), sandbox(pathOf(resource)) + what.command);
    process.write(QJsonDocument(args).toJson(QJsonDocument::Compact));
    process.closeWriteChannel();
    if (!process.waitForFinished(patience) || process.exitStatus() != QProcess::NormalExit)
        return {text("error"), text("the program did not end by itself"), {}, {}};
    const QByteArray out = process.readAllStandardOutput();
    const QByteArray err = process.readAllStandardError();
    const QJsonDocument json = QJsonDocument::fromJson(out);
    if (!what.transform.isEmpty()) {
        const QJsonValue parsed = json.isObject() ? QJsonValue(json.object()) : QJsonValue(QJsonValue::Null);
        const QJsonObject input{{text("exit_code"), process.exitCode()},
                                {text("signal"), QJsonValue::Null},
                                {text("stdout"), QString::fromUtf8(out)},
                                {text("stderr"), QString::fromUtf8(err)},
                                {text("json"), parsed},
                                {text("duration_ms"), 1},
                                {text("timed_out"), false}};
        return transformed(what.transform, input, out + err);
    }
    Answer answer = read(json.object(), out + err);
    const int expected = answer.verdict == text("pass") ? 0 : 1;
    if (answer.verdict != text("error") && process.exitCode() != expected)
        return {text("error"), text("exit status %1").arg(process.exitCode()), {}, out + err};
    return answer;
}

} // namespace countersign::resources
