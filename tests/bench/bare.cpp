// The other side of the transform benchmark: evaluates a function on an input, without any sandbox, limit or care.
#include <QCoreApplication>
#include <QFile>
#include <QJSEngine>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return 1;
    const QJsonObject request = QJsonDocument::fromJson(input.readAll()).object();
    QJSEngine engine;
    QJSValue call = engine.evaluate(QStringLiteral("(function (f, text) { return JSON.stringify(f(JSON.parse(text))); })"));
    const QJSValue function = engine.evaluate(QLatin1String("(") + request.value(QStringLiteral("function")).toString() + QLatin1String(")"));
    const QJSValue result = call.call({function, QJSValue(request.value(QStringLiteral("input")).toString())});
    return result.isString() && std::puts(result.toString().toUtf8().constData()) >= 0 ? 0 : 1;
}
