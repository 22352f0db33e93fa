#include "app/console/file_key_ring.h"
#include "app/console/options.h"
#include "models/desk/desk.h"
#include "models/enginelink/engine_link.h"
#include "views/frame/main_window.h"
#include "views/screenshots/screenshots.h"
#include "views/style/countersign_style.h"

#include <QApplication>
#include <QTextStream>

namespace {

using namespace countersign;

int complain(const base::Error& error)
{
    QTextStream(stderr) << "countersign: " << QString::fromStdString(error.text()) << Qt::endl;
    return base::exitStatus(error.kind());
}

QStringList wordsOf(int argc, char** argv)
{
    QStringList out;
    for (int i = 1; i < argc; ++i)
        out << QString::fromLocal8Bit(argv[i]);
    return out;
}

} // namespace

int main(int argc, char** argv)
{
    // Help needs no display; what only the window system understands is taken out by QApplication below.
    if (const auto words = console::parseOptions(wordsOf(argc, argv)); words && !words->text.isEmpty()) {
        QTextStream(stdout) << words->text;
        return 0;
    }
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("countersign"));
    QApplication::setOrganizationName(QStringLiteral("countersign"));
    QApplication::setApplicationVersion(QStringLiteral(COUNTERSIGN_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("countersign"));

    const auto options = console::parseOptions(QApplication::arguments().mid(1));
    if (!options)
        return complain(options.error());
    RuntimeOptions runtimeOptions;
    runtimeOptions.program = "countersign";
    const auto runtime = Runtime::create(runtimeOptions);
    if (!runtime)
        return complain(runtime.error());

    const auto look = style::SystemLook::take();
    style::CountersignStyle::install(app, look, views::MainWindow::savedTheme());

    models::EngineLink link([runtime = *runtime, store = options->store.toStdString()] { return Engine::open(runtime, store, OpenMode::CreateOrMigrate); });
    console::FileKeyRing ring((*runtime)->keyDirectory(), link);
    models::Desk desk(link, &ring, QString::fromStdString((*runtime)->stateDirectory().string()));
    if (!options->project.isEmpty())
        desk.setProject(options->project);

    if (!options->screenshots.isEmpty()) {
        QApplication::setQuitOnLastWindowClosed(false);
        views::Screenshots pictures(app, look, [&desk] { return new views::MainWindow(desk); }, desk, QDir(options->screenshots), options->size);
        QObject::connect(&pictures, &views::Screenshots::finished, &app, [](int count) {
            QTextStream(stdout) << count << " pictures saved" << Qt::endl;
            QApplication::exit(count > 0 ? 0 : 69);
        });
        return QApplication::exec();
    }
    views::MainWindow window(desk);
    QObject::connect(&window, &views::MainWindow::themeChosen, &app,
                     [&app, &look](style::ThemeChoice choice) { style::CountersignStyle::install(app, look, choice); });
    window.show();
    return QApplication::exec();
}
