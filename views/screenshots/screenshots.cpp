#include "views/screenshots/screenshots.h"

#include <QApplication>
#include <QPixmap>

#include <set>

namespace countersign::views {

namespace {
constexpr int settleMs = 900;
}

Screenshots::Screenshots(QApplication& app, const style::SystemLook& look, std::function<MainWindow*()> makeWindow, models::Desk& desk, const QDir& folder, QSize size)
    : m_app(app), m_look(look), m_makeWindow(std::move(makeWindow)), m_desk(desk), m_folder(folder), m_size(size)
{
    QGuiApplication::setQuitOnLastWindowClosed(false); // light and dark are two windows
    m_folder.mkpath(QStringLiteral("."));
    m_timer.setInterval(settleMs);
    connect(&m_timer, &QTimer::timeout, this, &Screenshots::step);
    m_timer.start();
}

void Screenshots::plan()
{
    m_shots.clear();
    std::set<models::Mark> seen;
    for (const models::ListEntry& halt : m_desk.halts().entries())
        if (seen.insert(halt.mark).second)
            m_shots.push_back({QStringLiteral("inbox-") + models::word(halt.mark).replace(QLatin1Char(' '), QLatin1Char('-')), Area::Inbox, halt.id});
    for (const Area area : {Area::Plans, Area::Attachments, Area::Live, Area::History, Area::Audit, Area::Settings})
        m_shots.push_back({QStringList{QStringLiteral("inbox"), QStringLiteral("plans"), QStringLiteral("attachments"), QStringLiteral("live"), QStringLiteral("history"),
                                       QStringLiteral("audit"), QStringLiteral("settings")}[static_cast<int>(area)],
                           area, {}});
    m_next = 0;
}

void Screenshots::step()
{
    if (!m_window) {
        style::CountersignStyle::install(m_app, m_look, m_dark ? style::ThemeChoice::Dark : style::ThemeChoice::Light);
        m_window.reset(m_makeWindow());
        m_window->resize(m_size);
        m_window->show();
        m_window->activateWindow();
        m_desk.refresh();
        return;
    }
    if (m_shots.empty())
        plan();
    if (m_pending) {
        const Shot& shot = m_shots[m_next++];
        const QString name = shot.name + (m_dark ? QStringLiteral("-dark.png") : QStringLiteral(".png"));
        m_taken += m_window->grab().save(m_folder.filePath(name)) ? 1 : 0;
        m_pending = false;
    }
    if (m_next < m_shots.size()) {
        m_window->go(m_shots[m_next].area, m_shots[m_next].id);
        m_pending = true;
        return;
    }
    m_window.reset();
    m_shots.clear();
    if (m_dark) {
        m_timer.stop();
        Q_EMIT finished(m_taken);
        return;
    }
    m_dark = true;
}

} // namespace countersign::views
