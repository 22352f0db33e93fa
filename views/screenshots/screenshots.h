// Walks a window through its main screens and saves a picture of each, light and dark, for design review.
#pragma once

#include "views/frame/main_window.h"
#include "views/style/countersign_style.h"

#include <QDir>
#include <QObject>
#include <QTimer>

#include <functional>

namespace countersign::views {

class Screenshots : public QObject
{
    Q_OBJECT

public:
    /// makeWindow builds a window in the style that is installed then. finished() comes after the last picture.
    Screenshots(QApplication& app, const style::SystemLook& look, std::function<MainWindow*()> makeWindow, models::Desk& desk, const QDir& folder,
                QSize size = {1440, 900});

Q_SIGNALS:
    void finished(int pictures);

private:
    struct Shot
    {
        QString name{};
        Area area = Area::Inbox;
        QString id{};
    };
    void plan();
    void step();

    QApplication& m_app;
    style::SystemLook m_look;
    std::function<MainWindow*()> m_makeWindow;
    models::Desk& m_desk;
    QDir m_folder;
    QSize m_size;
    QTimer m_timer{};
    std::unique_ptr<MainWindow> m_window;
    std::vector<Shot> m_shots{};
    std::size_t m_next = 0;
    bool m_dark = false;
    bool m_pending = false;
    int m_taken = 0;
};

} // namespace countersign::views
