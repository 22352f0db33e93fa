#include "tests/app/mcp/agent.h"

#include <QElapsedTimer>
#include <QJsonDocument>

namespace countersign::test {

using namespace Qt::StringLiterals;

QString Agent::program() { return QStringLiteral(COUNTERSIGN_BINARY_DIR "/bin/countersign-mcp"); }

Agent::Agent(const Home& home, const QStringList& words)
{
    m_process.setProcessEnvironment(home.environment());
    m_process.start(program(), QStringList{u"--store"_s, home.store()} + words);
    m_process.waitForStarted(10'000);
}

Agent::~Agent()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished(5'000);
}

void Agent::send(const QByteArray& line)
{
    m_process.write(line + '\n');
    m_process.waitForBytesWritten(10'000);
}

void Agent::send(const QJsonObject& message) { send(QJsonDocument(message).toJson(QJsonDocument::Compact)); }

void Agent::call(const QJsonValue& id, const QString& tool, const QJsonObject& arguments, const QJsonObject& meta)
{
    QJsonObject params{{u"name"_s, tool}, {u"arguments"_s, arguments}};
    if (!meta.isEmpty())
        params.insert(u"_meta"_s, meta);
    send(QJsonObject{{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"method"_s, u"tools/call"_s}, {u"params"_s, params}});
}

bool Agent::initialize(const QString& version, const QString& client)
{
    send(QJsonObject{{u"jsonrpc"_s, u"2.0"_s},
                     {u"id"_s, 1},
                     {u"method"_s, u"initialize"_s},
                     {u"params"_s, QJsonObject{{u"protocolVersion"_s, version},
                                               {u"capabilities"_s, QJsonObject()},
                                               {u"clientInfo"_s, QJsonObject{{u"name"_s, client}, {u"version"_s, u"1"_s}}}}}});
    const bool good = answer(1).value("result"_L1).toObject().value("protocolVersion"_L1).toString() == version;
    send(QByteArray(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
    return good;
}

void Agent::read()
{
    m_rest += m_process.readAllStandardOutput();
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n')) {
        const QByteArray line = m_rest.left(end);
        m_rest.remove(0, end + 1);
        const QJsonDocument document = QJsonDocument::fromJson(line);
        if (!document.isObject())
            m_noise << line;
        else if (document.object().contains("method"_L1))
            m_notifications << document.object();
        else
            m_answers << document.object();
    }
}

QJsonObject Agent::answer(const QJsonValue& id, int timeoutMs)
{
    QElapsedTimer timer;
    timer.start();
    for (;;) {
        read();
        for (qsizetype i = 0; i < m_answers.size(); ++i)
            if (m_answers.at(i).value("id"_L1) == id)
                return m_answers.takeAt(i);
        const int left = timeoutMs - static_cast<int>(timer.elapsed());
        if (left <= 0 || m_process.state() == QProcess::NotRunning)
            return {};
        m_process.waitForReadyRead(std::min(left, 200));
    }
}

void Agent::listen(int ms)
{
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < ms) {
        m_process.waitForReadyRead(std::max(1, ms - static_cast<int>(timer.elapsed())));
        read();
    }
}

QJsonObject Agent::ask(const QString& tool, const QJsonObject& arguments, int timeoutMs)
{
    const int id = m_next++;
    call(id, tool, arguments);
    return answer(id, timeoutMs).value("result"_L1).toObject().value("structuredContent"_L1).toObject();
}

int Agent::end(int timeoutMs)
{
    m_process.closeWriteChannel();
    const bool ended = m_process.state() == QProcess::NotRunning || m_process.waitForFinished(timeoutMs);
    read();
    return ended && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

} // namespace countersign::test
