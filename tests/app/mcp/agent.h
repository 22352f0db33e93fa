// A client of countersign-mcp: the real process, lines in and lines out, with the home of a test.
#pragma once

#include "tests/app/ctl/support/ctl.h"

#include <QProcess>

namespace countersign::test {

class Agent
{
public:
    /// words: more options, for example --agent.
    explicit Agent(const Home& home, const QStringList& words = {});
    ~Agent();
    Agent(const Agent&) = delete;
    Agent& operator=(const Agent&) = delete;

    /// A legacy handshake; false when it failed.
    bool initialize(const QString& version = QStringLiteral("2025-11-25"), const QString& client = QStringLiteral("trial"));
    void send(const QByteArray& line);
    void send(const QJsonObject& message);
    void call(const QJsonValue& id, const QString& tool, const QJsonObject& arguments, const QJsonObject& meta = {});
    /// The next line that answers this id, of this type; notifications before it are kept. Empty: none came.
    QJsonObject answer(const QJsonValue& id, int timeoutMs = 60'000);
    /// structuredContent of a call's answer.
    QJsonObject ask(const QString& tool, const QJsonObject& arguments, int timeoutMs = 60'000);
    /// Reads for a while.
    void listen(int ms);
    [[nodiscard]] const QList<QJsonObject>& notifications() const { return m_notifications; }
    /// Answers that nobody asked for yet.
    [[nodiscard]] const QList<QJsonObject>& pending() const { return m_answers; }
    /// Lines that are no JSON object.
    [[nodiscard]] const QList<QByteArray>& noise() const { return m_noise; }
    /// Ends the input; the exit status, or -1 when it did not end in time.
    int end(int timeoutMs = 10'000);
    void closeInput() { m_process.closeWriteChannel(); }
    [[nodiscard]] QProcess& process() { return m_process; }
    [[nodiscard]] static QString program();

private:
    void read();
    QProcess m_process;
    QByteArray m_rest{};
    QList<QJsonObject> m_answers{};
    QList<QJsonObject> m_notifications{};
    QList<QByteArray> m_noise{};
    int m_next = 1'000;
};

} // namespace countersign::test
