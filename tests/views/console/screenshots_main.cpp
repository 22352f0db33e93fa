// Pictures of the console over an engine without a store: views-screenshots FOLDER [PERCENT [WIDTH [HEIGHT]]]
#include "models/desk/desk.h"
#include "models/enginelink/engine_link.h"
#include "tests/support/fake_engine.h"
#include "tests/support/fake_key_ring.h"
#include "views/screenshots/screenshots.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

using namespace countersign;

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    if (argc < 2)
        return 2;
    QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(QStringLiteral("countersign-test"));
    style::SystemLook look = style::SystemLook::take();
    const int percent = argc > 2 ? QByteArray(argv[2]).toInt() : 100;
    look.text.setFamily(QStringLiteral("Inter"));
    look.text.setPixelSize(13 * percent / 100);
    look.fixed.setFamily(QStringLiteral("JetBrains Mono"));
    const auto store = tests::pumpController();
    tests::offerImports(*store);
    const QSize size(argc > 3 ? QByteArray(argv[3]).toInt() : 1440, argc > 4 ? QByteArray(argv[4]).toInt() : 900);
    models::EngineLink link([store]() -> base::Result<std::unique_ptr<Engine>> { return std::make_unique<tests::FakeEngine>(store); });
    tests::FakeKeyRing ring(store);
    ring.keys = {{QStringLiteral("k1"), QStringLiteral("duty-engineer"), QStringLiteral("ed25519"), QStringLiteral("SHA256:kQ3v…T9dE"), QStringLiteral("duty.pem"), true, true, {}}};
    models::Desk desk(link, &ring, settings.path());
    views::Screenshots shots(app, look, [&desk] { return new views::MainWindow(desk); }, desk, QDir(QString::fromLocal8Bit(argv[1])), size);
    QObject::connect(&shots, &views::Screenshots::finished, &app, &QApplication::quit);
    return QApplication::exec();
}
