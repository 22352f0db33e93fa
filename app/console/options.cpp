#include "app/console/options.h"

#include "engine/base/codes.h"

#include <array>

namespace countersign::console {

namespace {

struct Row
{
    const char* name;
    const char* value;
    const char* help;
};

constexpr std::array rows{
    Row{"--store", "FILE", "the store; without it the one of this account"},
    Row{"--project", "P", "begin with this project"},
    Row{"--screenshots", "DIR", "save pictures of the main screens, light and dark, in DIR and end"},
    Row{"--size", "WxH", "size of the window for the pictures, for example 1440x900"},
    Row{"--version", "", "say the version"},
    Row{"--manual", "", "say the manual page, in roff"},
    Row{"--help", "", "say this"},
};

QString helpText()
{
    QString out = QStringLiteral("countersign [OPTION]…\n\nThe console: triage halts, sign decisions, browse what was validated, decided and why.\n\n");
    for (const Row& row : rows)
        out += QStringLiteral("  %1  %2\n").arg((QLatin1String(row.name) + QLatin1Char(' ') + QLatin1String(row.value)).leftJustified(20), QLatin1String(row.help));
    return out;
}

base::Failure usage(const QString& message)
{
    return base::fail(base::Error(base::codes::Usage, message.toStdString()).advise("See countersign --help."));
}

base::Result<void> take(Options& options, const QString& name, const QString& value)
{
    if (name == QLatin1String("--store")) {
        options.store = value;
    } else if (name == QLatin1String("--project")) {
        options.project = value;
    } else if (name == QLatin1String("--screenshots")) {
        options.screenshots = value;
    } else {
        const QStringList parts = value.split(QLatin1Char('x'));
        options.size = parts.size() == 2 ? QSize(parts.at(0).toInt(), parts.at(1).toInt()) : QSize();
        if (options.size.width() < 640 || options.size.height() < 400)
            return usage(QStringLiteral("--size must be WxH of at least 640x400"));
    }
    return {};
}

} // namespace

base::Result<Options> parseOptions(const QStringList& words)
{
    Options out;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const qsizetype equals = words.at(i).indexOf(QLatin1Char('='));
        const QString name = words.at(i).left(equals < 0 ? words.at(i).size() : equals);
        const Row* known = nullptr;
        for (const Row& row : rows)
            if (name == QLatin1String(row.name))
                known = &row;
        if (known == nullptr)
            return usage(QStringLiteral("there is no option \"%1\"").arg(name.left(80)));
        if (*known->value == '\0') {
            out.text = name == QLatin1String("--manual") ? manualPage()
                       : name == QLatin1String("--help") ? helpText() : QStringLiteral("countersign " COUNTERSIGN_VERSION "\n");
            return out;
        }
        if (equals < 0 && i + 1 == words.size())
            return usage(name + QStringLiteral(" needs a value"));
        CS_TRY(take(out, name, equals < 0 ? words.at(++i) : words.at(i).mid(equals + 1)));
    }
    return out;
}

QString manualPage()
{
    QString out = QStringLiteral(".TH COUNTERSIGN 1 \"\" \"countersign " COUNTERSIGN_VERSION "\"\n.SH NAME\ncountersign \\- triage halts, sign decisions, "
                                 "browse validations\n.SH SYNOPSIS\n.B countersign\n[OPTION]...\n.SH DESCRIPTION\nThe console over a store of validations, "
                                 "halts and decisions. The engine is embedded.\n.SH OPTIONS\n");
    for (const Row& row : rows)
        out += QStringLiteral(".TP\n.B %1 %2\n%3\n").arg(QLatin1String(row.name), QLatin1String(row.value), QLatin1String(row.help)).replace(QLatin1Char('-'), QLatin1String("\\-"));
    return out + QStringLiteral(".SH SEE ALSO\ncountersignctl(1)\n");
}

} // namespace countersign::console
