// countersign-transform: evaluates one JavaScript function on one input. It is the only program with a JavaScript
// engine, so that a hostile or broken transform costs one short-lived process in a sandbox and nothing else.
// stdin: {function, input (JSON text), infinities (JSON text: [{path, negative}], numbers that the engine's JSON.parse would
// refuse), time_ms, memory_bytes} or {function, check: true, …}; stdout: {status, text?, message?, line?}.
// Source: SPEC section 3.
#include "engine/runner/transform/exit_status.h"
#include "engine/runner/transform/limits.h"

#include <QCoreApplication>
#include <QFile>
#include <QJSEngine>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>

#include <unistd.h>

namespace {

using namespace countersign::runner::transform_helper;

// What stays of the global object; everything else (Date, Atomics, timers of later engines, …) is removed, so the
// result depends on the input alone.
constexpr char purify[] = R"JS((function (global) {
    "use strict";
    const kept = new Set(["Object", "Function", "Array", "String", "Number", "Boolean", "Symbol", "BigInt", "Math", "JSON",
        "RegExp", "Map", "Set", "WeakMap", "WeakSet", "Reflect", "Proxy", "Promise", "Error", "EvalError", "RangeError",
        "ReferenceError", "SyntaxError", "TypeError", "URIError", "ArrayBuffer", "DataView", "Int8Array", "Uint8Array",
        "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array",
        "parseInt", "parseFloat", "isNaN", "isFinite", "decodeURI", "decodeURIComponent", "encodeURI",
        "encodeURIComponent", "escape", "unescape", "eval", "undefined", "NaN", "Infinity", "globalThis"]);
    for (const name of Object.getOwnPropertyNames(global)) {
        if (!kept.has(name) && !delete global[name])
            throw new Error("can't remove " + name);
    }
    if (!delete Math.random)
        throw new Error("can't remove Math.random");
    const freeze = Object.freeze, values = Object.values, parse = JSON.parse, stringify = JSON.stringify;
    const isArray = Array.isArray;
    // This engine's Object.freeze leaves the elements of an array writable, so arrays are compared after the call.
    const arrays = [];
    const freezeAll = function (value) {
        if (typeof value === "object" && value !== null) {
            for (const member of values(value))
                freezeAll(member);
            if (isArray(value))
                arrays[arrays.length] = { array: value, copy: values(value) };
            freeze(value);
        }
        return value;
    };
    const isChanged = function (entry) {
        let changed = entry.array.length !== entry.copy.length;
        for (let i = 0; i < entry.copy.length && !changed; ++i)
            changed = entry.array[i] !== entry.copy[i];
        return changed;
    };
    const checkArrays = function () {
        for (let i = 0; i < arrays.length; ++i) {
            if (isChanged(arrays[i]))
                throw new TypeError("the input is frozen and may not be changed");
        }
    };
    const describe = function (thrown) {
        try {
            return { status: "threw", message: `${thrown}`, line: thrown instanceof Error ? thrown.lineNumber : 0 };
        } catch (again) {
            return { status: "threw", message: "a value without a text form" };
        }
    };
    const putInfinity = function (root, at) {
        const last = at.path.length - 1;
        let target = root;
        for (let i = 0; i < last; ++i)
            target = target[at.path[i]];
        target[at.path[last]] = at.negative ? -Infinity : Infinity;
    };
    return function (transform, input, infinities) {
        const root = parse(input);
        for (const at of parse(infinities))
            putInfinity(root, at);
        const frozen = freezeAll(root);
        try {
            const value = transform(frozen);
            checkArrays();
            const text = typeof value === "object" && value !== null ? stringify(value) : undefined;
            return typeof text === "string" ? { status: "ok", text: text } : { status: "not_object" };
        } catch (thrown) {
            return describe(thrown);
        }
    };
}))JS";

int answer(const QJsonObject& object)
{
    const QByteArray text = QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
    const bool good = std::fwrite(text.constData(), 1, static_cast<std::size_t>(text.size()), stdout)
                          == static_cast<std::size_t>(text.size())
                      && std::fflush(stdout) == 0;
    return good ? 0 : Exit::Crash;
}

int refuse(const char* status, const QString& message, int line = 0)
{
    return answer({{QStringLiteral("status"), QString::fromLatin1(status)}, {QStringLiteral("message"), message},
                   {QStringLiteral("line"), line}});
}

int refuse(const QJSEngine& engine, const char* status, const QJSValue& thrown)
{
    if (engine.isInterrupted())
        return Exit::Timeout;
    return refuse(status, thrown.toString().left(4000), thrown.property(QStringLiteral("lineNumber")).toInt());
}

/// Two wrappings, because "a) ; (b" would pass one. Nothing is run.
QJSValue syntaxError(QJSEngine& engine, const QString& function)
{
    for (const auto& [before, after] : {std::pair{"(function(){return (", "\n)})"}, std::pair{"(function(){return [", "\n]})"}}) {
        QJSValue made = engine.evaluate(QLatin1String(before) + function + QLatin1String(after), QStringLiteral("transform"));
        if (made.isError())
            return made;
    }
    return {};
}

class Evaluation
{
public:
    /// All that needs no request: it may be long before one comes.
    Evaluation() : m_caller(m_engine.evaluate(QLatin1String(purify)).call({m_engine.globalObject()})) {}

    int run(const QJsonObject& request)
    {
        m_request = request;
        const QString function = m_request.value(QStringLiteral("function")).toString();
        if (!m_caller.isCallable())
            return refuse("failed", m_caller.toString());
        limitTime(m_engine, std::chrono::milliseconds(m_request.value(QStringLiteral("time_ms")).toInteger(2000)));
        if (const QJSValue error = syntaxError(m_engine, function); error.isError())
            return refuse(m_engine, "syntax", error);
        QJSValue callable = m_engine.evaluate(QLatin1String("(") + function + QLatin1String("\n)"), QStringLiteral("transform"));
        if (callable.isError() || m_engine.isInterrupted())
            return refuse(m_engine, "syntax", callable);
        if (!callable.isCallable())
            return refuse("syntax", QStringLiteral("The transform is no function."));
        if (m_request.value(QStringLiteral("check")).toBool())
            return answer({{QStringLiteral("status"), QStringLiteral("ok")}});
        return call(callable);
    }

private:
    int call(const QJSValue& function)
    {
        const QJSValue input(m_request.value(QStringLiteral("input")).toString());
        const QJSValue infinities(m_request.value(QStringLiteral("infinities")).toString());
        m_request = {};
        const QJSValue result = m_caller.call({function, input, infinities});
        if (m_engine.isInterrupted())
            return Exit::Timeout;
        if (result.isError())
            return refuse("failed", result.toString());
        const auto text = [&result](QLatin1String name) {
            const QJSValue value = result.property(name);
            return value.isString() ? value.toString() : QString();
        };
        return answer({{QStringLiteral("status"), text(QLatin1String("status"))},
                       {QStringLiteral("text"), text(QLatin1String("text"))},
                       {QStringLiteral("message"), text(QLatin1String("message")).left(4000)},
                       {QStringLiteral("line"), result.property(QStringLiteral("line")).toInt()}});
    }

    QJsonObject m_request;
    QJSEngine m_engine;
    QJSValue m_caller;
};

} // namespace

int main(int argc, char* argv[])
{
    qputenv("QV4_FORCE_INTERPRETER", "1");
    const QCoreApplication application(argc, argv);
    Evaluation evaluation;
    QFile input;
    QJsonParseError error{};
    if (!input.open(stdin, QIODevice::ReadOnly))
        return Exit::Usage;
    const QJsonObject request = QJsonDocument::fromJson(input.readAll(), &error).object();
    if (error.error != QJsonParseError::NoError || !request.contains(QStringLiteral("function")))
        return Exit::Usage;
    if (!limitMemory(static_cast<std::uint64_t>(request.value(QStringLiteral("memory_bytes")).toInteger(256 * 1024 * 1024))))
        return Exit::Crash;
    std::_Exit(evaluation.run(request));
}
