#include "tests/views/gallery/gallery.h"
#include "views/style/countersign_style.h"

#include <QApplication>
#include <QDir>
#include <QTextStream>
#include <QTimer>

#include <memory>

using namespace countersign;

namespace {

// Takes one picture per turn of the event loop, so that each window is active and laid out before it is drawn.
class Photographer : public QObject
{
    Q_OBJECT

public:
    Photographer(QApplication& app, const QDir& folder)
        : m_app(app), m_folder(folder), m_look(style::SystemLook::take())
    {
        m_timer.setInterval(120);
        connect(&m_timer, &QTimer::timeout, this, &Photographer::step);
        m_timer.start();
    }

private:
    void step()
    {
        if (m_page)
            m_page->grab().save(m_folder.filePath(m_name));
        m_page.reset();
        if (m_shot == 16)
            return m_app.quit();
        const int percent = m_shot < 8 ? 100 : 200;
        const bool dark = m_shot / 4 % 2 == 1;
        m_look.text.setPixelSize(13 * percent / 100);
        style::CountersignStyle::install(m_app, m_look, dark ? style::ThemeChoice::Dark : style::ThemeChoice::Light);
        const gallery::Page page = gallery::makePage(m_shot % 4);
        m_name = QStringLiteral("%1-%2-%3.png")
                     .arg(page.name, dark ? QStringLiteral("dark") : QStringLiteral("light"))
                     .arg(percent);
        m_page.reset(page.widget);
        m_page->resize(m_page->size() * percent / 100);
        m_page->show();
        m_page->activateWindow();
        ++m_shot;
    }

    QApplication& m_app;
    QDir m_folder;
    style::SystemLook m_look;
    QTimer m_timer;
    std::unique_ptr<QWidget> m_page;
    QString m_name;
    int m_shot = 0;
};

} // namespace

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    if (argc < 2) {
        QTextStream(stderr) << "views-gallery FOLDER\n";
        return 2;
    }
    Photographer photographer(app, QDir(QString::fromLocal8Bit(argv[1])));
    return QApplication::exec();
}

#include "main.moc"
