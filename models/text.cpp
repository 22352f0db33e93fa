#include "models/text.h"

#include "engine/base/text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QTimeZone>

namespace countersign::models {

namespace {

QLocale grouped()
{
    QLocale locale;
    locale.setNumberOptions(QLocale::NumberOptions{});
    return locale;
}

QString shortened(const QString& text, qsizetype head, qsizetype tail)
{
    return text.size() <= head + tail + 1 ? text : text.left(head) + QChar(0x2026) + text.right(tail);
}

bool sameDay(base::TimeMs a, base::TimeMs b)
{
    return QDateTime::fromMSecsSinceEpoch(a).date() == QDateTime::fromMSecsSinceEpoch(b).date();
}

} // namespace

QString tr(const char* text, int n) { return QCoreApplication::translate("countersign::models", text, nullptr, n); }

QString plain(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

QString shown(std::string_view outside, bool keepLines)
{
    return plain(base::visible(base::toValidUtf8(outside), keepLines));
}

std::string utf8(const QString& text) { return text.toStdString(); }

base::TimeMs nowMs() { return QDateTime::currentMSecsSinceEpoch(); }

QString number(std::int64_t value) { return grouped().toString(static_cast<qlonglong>(value)); }

QString counted(std::int64_t n, const QString& one, const QString& many) { return n == 1 ? one : many.arg(number(n)); }

QString age(base::TimeMs since, base::TimeMs now)
{
    const std::int64_t seconds = std::max<std::int64_t>(0, (now - since) / 1000);
    if (seconds < 60)
        return tr("%1 s").arg(seconds);
    if (seconds < 3600)
        return tr("%1 min").arg(seconds / 60);
    if (seconds < 86400)
        return tr("%1 h").arg(seconds / 3600);
    return tr("%1 d").arg(seconds / 86400);
}

QString spokenAge(base::TimeMs since, base::TimeMs now)
{
    const std::int64_t seconds = std::max<std::int64_t>(0, (now - since) / 1000);
    if (seconds < 60)
        return tr("%1 seconds").arg(seconds);
    if (seconds < 3600)
        return tr("%1 minutes").arg(seconds / 60);
    if (seconds < 86400)
        return tr("%1 hours").arg(seconds / 3600);
    return tr("%1 days").arg(seconds / 86400);
}

QString clockOrDate(base::TimeMs time, base::TimeMs now)
{
    const QDateTime at = QDateTime::fromMSecsSinceEpoch(time);
    return sameDay(time, now) ? at.toString(QStringLiteral("HH:mm")) : QLocale().toString(at.date(), QStringLiteral("d MMM"));
}

QString clockAndDate(base::TimeMs time, base::TimeMs now)
{
    const QString clock = QDateTime::fromMSecsSinceEpoch(time).toString(QStringLiteral("HH:mm"));
    return sameDay(time, now) ? clock : clockOrDate(time, now) + QLatin1Char(' ') + clock;
}

QString clockSecondsAndDate(base::TimeMs time, base::TimeMs now)
{
    return sameDay(time, now) ? clockSeconds(time) : clockOrDate(time, now) + QLatin1Char(' ') + clockSeconds(time);
}

QString clockSeconds(base::TimeMs time) { return QDateTime::fromMSecsSinceEpoch(time).toString(QStringLiteral("HH:mm:ss")); }

QString fullTime(base::TimeMs time)
{
    const QDateTime at = QDateTime::fromMSecsSinceEpoch(time);
    return QLocale().toString(at, QStringLiteral("d MMM yyyy, HH:mm:ss")) + QLatin1Char(' ') + at.timeZoneAbbreviation()
           + QLatin1String(" (") + at.toOffsetFromUtc(at.offsetFromUtc()).toString(Qt::ISODate).right(at.offsetFromUtc() == 0 ? 1 : 6)
           + QLatin1Char(')');
}

QString duration(std::int64_t ms)
{
    if (ms < 100)
        return tr("%1 ms").arg(std::max<std::int64_t>(0, ms));
    if (ms < 600'000)
        return tr("%1 s").arg(static_cast<double>(ms) / 1000.0, 0, 'f', 1);
    return tr("%1 min %2 s").arg(ms / 60'000).arg(ms / 1000 % 60);
}

QString shortDigest(std::string_view hex) { return shortened(plain(hex), 8, 8); }
QString shortId(std::string_view ulid) { return shortened(plain(ulid), 4, 4); }
QString handle(std::string_view ulid) { return plain(ulid).right(4); }

QString bytes(std::int64_t count)
{
    return count < 0 ? QString() : QLocale().formattedDataSize(static_cast<qint64>(count), 1, QLocale::DataSizeIecFormat);
}

QString argumentsText(const domain::Json& arguments)
{
    if (!arguments.is_object() || arguments.empty())
        return tr("none");
    QString out;
    for (const auto& [key, value] : arguments.items())
        out += (out.isEmpty() ? QStringLiteral("--") : QStringLiteral(" --")) + shown(key) + QLatin1Char(' ')
               + (value.is_string() ? shown(value.get<std::string>()) : shown(base::write(value)));
    return out;
}

QString sentence(const base::Error& error)
{
    QString text = shown(error.message().empty() ? std::string(error.sentence()) : error.message());
    if (!text.endsWith(QLatin1Char('.')))
        text += QLatin1Char('.');
    if (!error.advice().empty())
        text += QLatin1Char(' ') + shown(error.advice());
    return text + QStringLiteral(" [%1]").arg(plain(error.code()));
}

} // namespace countersign::models
