// A display of its own, the console on it, and a keyboard. Needs Xvfb and xdotool.
#pragma once

#include "tests/app/ctl/support/ctl.h"

namespace countersign::test {

class Desktop
{
public:
    Desktop();
    ~Desktop();
    Desktop(const Desktop&) = delete;
    Desktop& operator=(const Desktop&) = delete;
    [[nodiscard]] QString problem() const { return m_problem; } ///< empty when the display stands
    [[nodiscard]] QProcessEnvironment environment() const;

    /// Starts the console on the home's store and gives its window the keyboard. Null when no window came.
    [[nodiscard]] std::unique_ptr<QProcess> console(const Home& home, const QString& store);
    void keys(const QStringList& keys, int pauseMs = 150) const;
    void type(const QString& text) const;
    /// Gives the keyboard to a window whose title begins so; false when there is none within the time.
    [[nodiscard]] bool focus(const QString& title, int timeoutMs) const;
    [[nodiscard]] bool has(const QString& title) const { return !find(title).isEmpty(); }

private:
    [[nodiscard]] QString find(const QString& title) const;
    QByteArray xdotool(const QStringList& words) const;
    QProcess m_server;
    QString m_display;
    QString m_problem;
};

} // namespace countersign::test
