#include "tests/app/console/desktop.h"

#include <QElapsedTimer>
#include <QThread>

namespace countersign::test {

Desktop::Desktop()
{
    m_server.setProcessChannelMode(QProcess::SeparateChannels);
    m_server.start(QStringLiteral("Xvfb"), {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"), QStringLiteral("0"),
                                            QStringLiteral("1440x900x24"), QStringLiteral("-nolisten"), QStringLiteral("tcp"), QStringLiteral("-noreset")});
    if (!m_server.waitForStarted()) {
        m_problem = QStringLiteral("Xvfb can't be started");
        return;
    }
    QByteArray number;
    QElapsedTimer clock;
    clock.start();
    while (!number.contains('\n') && clock.elapsed() < 20'000 && m_server.state() == QProcess::Running) {
        m_server.waitForReadyRead(500);
        number += m_server.readAllStandardOutput();
    }
    m_display = QStringLiteral(":") + QString::fromLatin1(number.trimmed());
    if (number.trimmed().isEmpty())
        m_problem = QStringLiteral("Xvfb gave no display: ") + QString::fromUtf8(m_server.readAllStandardError());
    else if (QProcess::execute(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("command -v xdotool >/dev/null")}) != 0)
        m_problem = QStringLiteral("xdotool is not installed");
}

Desktop::~Desktop()
{
    m_server.terminate();
    if (!m_server.waitForFinished(5000)) {
        m_server.kill();
        m_server.waitForFinished(5000);
    }
}

QProcessEnvironment Desktop::environment() const
{
    QProcessEnvironment out = QProcessEnvironment::systemEnvironment();
    out.insert(QStringLiteral("DISPLAY"), m_display);
    out.remove(QStringLiteral("WAYLAND_DISPLAY"));
    out.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
    return out;
}

std::unique_ptr<QProcess> Desktop::console(const Home& home, const QString& store)
{
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment variables = environment();
    variables.insert(QStringLiteral("HOME"), home.path(QStringLiteral("home")));
    variables.insert(QStringLiteral("XDG_CONFIG_HOME"), home.path(QStringLiteral("config")));
    variables.insert(QStringLiteral("XDG_STATE_HOME"), home.path(QStringLiteral("state")));
    process->setProcessEnvironment(variables);
    process->setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process->start(QStringLiteral(COUNTERSIGN_BINARY_DIR "/bin/countersign"), {QStringLiteral("--store"), store});
    if (!process->waitForStarted() || !focus(QStringLiteral("Countersign"), 30'000))
        return nullptr;
    return process;
}

QByteArray Desktop::xdotool(const QStringList& words) const
{
    QProcess process;
    process.setProcessEnvironment(environment());
    process.start(QStringLiteral("xdotool"), words);
    process.waitForFinished(20'000);
    return process.readAllStandardOutput();
}

QString Desktop::find(const QString& title) const
{
    const QByteArray found = xdotool({QStringLiteral("search"), QStringLiteral("--onlyvisible"), QStringLiteral("--name"), QStringLiteral("^") + title});
    return QString::fromLatin1(found.split('\n').value(0));
}

bool Desktop::focus(const QString& title, int timeoutMs) const
{
    QElapsedTimer clock;
    clock.start();
    for (QString window = find(title); clock.elapsed() < timeoutMs; window = find(title)) {
        if (!window.isEmpty()) {
            xdotool({QStringLiteral("windowfocus"), QStringLiteral("--sync"), window});
            QThread::msleep(600); // longer than the window ignores fresh keys
            return true;
        }
        QThread::msleep(100);
    }
    return false;
}

void Desktop::keys(const QStringList& keys, int pauseMs) const
{
    for (const QString& key : keys) {
        xdotool({QStringLiteral("key"), QStringLiteral("--clearmodifiers"), key});
        QThread::msleep(static_cast<unsigned long>(pauseMs));
    }
}

void Desktop::type(const QString& text) const { xdotool({QStringLiteral("type"), QStringLiteral("--delay"), QStringLiteral("15"), text}); }

} // namespace countersign::test
