// Walks a window through its main screens and saves a picture of each once all it shows has arrived, light and dark.
#pragma once

#include "views/frame/main_window.h"
#include "views/style/countersign_style.h"

#include <QDir>
#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>

namespace countersign::views {

class ImportReview;

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
        QString review{};     ///< directory whose import review is pictured instead of the window
        bool tryTool = false; ///< the dialog that starts a tool by hand; nothing is started
    };
    void plan();
    void askForDecision();
    void openWindow();
    void begin(); ///< the next picture, or the next window, or the end
    [[nodiscard]] bool isStill();
    [[nodiscard]] bool isSettled() const;
    void step();

    QApplication& m_app;
    style::SystemLook m_look;
    std::function<MainWindow*()> m_makeWindow;
    models::Desk& m_desk;
    QDir m_folder;
    QSize m_size;
    QTimer m_timer{};
    std::unique_ptr<MainWindow> m_window;
    QPointer<ImportReview> m_review{};
    QPointer<QWidget> m_dialog{};
    std::vector<Shot> m_shots{};
    std::size_t m_next = 0;
    bool m_dark = false;
    QString m_decision{}; ///< sequence of the newest signed decision, or empty
    bool m_decisionKnown = false;
    QElapsedTimer m_waited{};
    QElapsedTimer m_settledSince{};
    int m_taken = 0;
};

} // namespace countersign::views
