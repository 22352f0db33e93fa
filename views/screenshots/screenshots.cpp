#include "views/screenshots/screenshots.h"

#include "models/text.h"
#include "views/attachments/attachments_page.h"
#include "views/attachments/try_dialog.h"
#include "views/frame/page.h"
#include "views/registry/import_review.h"

#include <QApplication>
#include <QPixmap>

#include <set>

namespace countersign::views {

namespace {
constexpr int lookMs = 100;
constexpr int drawMs = 400;       ///< after all is there: queued layouts, and the second a page needs to look still
constexpr int deadlineMs = 15000; ///< a page that never settles is pictured as it is
}

Screenshots::Screenshots(QApplication& app, const style::SystemLook& look, std::function<MainWindow*()> makeWindow, models::Desk& desk, const QDir& folder, QSize size)
    : m_app(app), m_look(look), m_makeWindow(std::move(makeWindow)), m_desk(desk), m_folder(folder), m_size(size)
{
    QGuiApplication::setQuitOnLastWindowClosed(false); // light and dark are two windows
    m_folder.mkpath(QStringLiteral("."));
    m_timer.setInterval(lookMs);
    connect(&m_timer, &QTimer::timeout, this, &Screenshots::step);
    m_timer.start();
}

void Screenshots::plan()
{
    m_shots.clear();
    std::set<models::Mark> seen;
    for (const models::ListEntry& halt : m_desk.halts().entries())
        if (seen.insert(halt.mark).second)
            m_shots.push_back({QStringLiteral("inbox-") + models::word(halt.mark).replace(QLatin1Char(' '), QLatin1Char('-')), Area::Inbox, halt.id, {}, false});
    for (const Area area : {Area::Plans, Area::Attachments, Area::Live, Area::History, Area::Audit, Area::Settings})
        m_shots.push_back({QStringList{QStringLiteral("inbox"), QStringLiteral("plans"), QStringLiteral("attachments"), QStringLiteral("live"), QStringLiteral("history"),
                                       QStringLiteral("audit"), QStringLiteral("settings")}[static_cast<int>(area)],
                           area, {}, {}, false});
    if (!m_decision.isEmpty())
        m_shots.push_back({QStringLiteral("audit-decision"), Area::Audit, m_decision, {}, false});
    m_shots.push_back({QStringLiteral("attachments-try"), Area::Attachments, {}, {}, true});
    int number = 0;
    for (const ImportState& state : m_desk.imports())
        m_shots.push_back({QStringLiteral("import-review-%1").arg(++number), Area::Attachments, {}, models::plain(state.directory.string()), false});
    m_next = 0;
    begin();
}

void Screenshots::askForDecision()
{
    AuditQuery query;
    query.type = domain::event::DecisionSigned;
    query.limit = 1;
    m_desk.audit(query, this, [this](base::Result<std::vector<domain::Event>> events) {
        m_decision = events && !events->empty() ? QString::number(events->front().seq) : QString();
        m_decisionKnown = true;
    });
}

void Screenshots::openWindow()
{
    style::CountersignStyle::install(m_app, m_look, m_dark ? style::ThemeChoice::Dark : style::ThemeChoice::Light);
    m_window.reset(m_makeWindow());
    m_window->resize(m_size);
    m_window->show();
    m_window->activateWindow();
    m_decisionKnown = false;
    askForDecision();
    m_desk.refresh();
    m_waited.start();
}

void Screenshots::begin()
{
    if (m_next < m_shots.size()) {
        m_window->go(m_shots[m_next].area, m_shots[m_next].id);
        if (!m_shots[m_next].review.isEmpty())
            m_dialog = m_review = m_window->reviewImport(m_shots[m_next].review);
        if (m_shots[m_next].tryTool)
            m_dialog = static_cast<AttachmentsPage*>(m_window->page(Area::Attachments))->tryTool();
        m_waited.start();
        m_settledSince.invalidate();
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

bool Screenshots::isSettled() const { return m_window->page(m_shots[m_next].area)->settled() && (!m_review || m_review->settled()); }

bool Screenshots::isStill()
{
    if (!isSettled())
        m_settledSince.invalidate();
    else if (!m_settledSince.isValid())
        m_settledSince.start();
    return (m_settledSince.isValid() && m_settledSince.elapsed() > drawMs) || m_waited.elapsed() > deadlineMs;
}

void Screenshots::step()
{
    if (!m_window)
        return openWindow();
    if (m_shots.empty()) {
        const bool ready = m_decisionKnown && m_desk.updatedAt() > 0 && m_waited.elapsed() > drawMs;
        if (ready || m_waited.elapsed() > deadlineMs)
            plan();
        return;
    }
    if (!isStill())
        return;
    const QString name = m_shots[m_next++].name + (m_dark ? QStringLiteral("-dark.png") : QStringLiteral(".png"));
    m_taken += (m_dialog ? m_dialog->grab() : m_window->grab()).save(m_folder.filePath(name)) ? 1 : 0;
    if (m_dialog)
        m_dialog->close();
    m_dialog = nullptr;
    m_review = nullptr;
    begin();
}

} // namespace countersign::views
