#include "views/widgets/ansi_text.h"

#include "views/widgets/plain_text.h"

#include <QStringList>

#include <utility>

namespace countersign::widgets {

namespace {

constexpr QChar escape(0x1B);

class Parser
{
public:
    explicit Parser(QStringView raw) : m_raw(raw) {}

    std::vector<AnsiLine> parse()
    {
        while (m_at < m_raw.size())
            step();
        flush();
        if (!m_line.text.isEmpty() || m_lines.empty() || !m_raw.endsWith(QLatin1Char('\n')))
            m_lines.push_back(std::move(m_line));
        return std::move(m_lines);
    }

private:
    void step()
    {
        const QChar c = m_raw[m_at];
        if (c == QLatin1Char('\r') && m_at + 1 < m_raw.size() && m_raw[m_at + 1] == QLatin1Char('\n')) {
            ++m_at;
        } else if (c == QLatin1Char('\n')) {
            flush();
            m_lines.push_back(std::exchange(m_line, {}));
            ++m_at;
        } else if (const qsizetype length = c == escape ? sequence() : 0; length > 0) {
            m_at += length;
        } else {
            m_run += c;
            ++m_at;
        }
    }

    // Length of the escape sequence here, 0 when it does not end before the line does.
    qsizetype sequence()
    {
        const QChar kind = at(1);
        if (kind == QLatin1Char('['))
            return control();
        if (QStringView(u"]PX^_").contains(kind))
            return string();
        qsizetype i = 1;
        while (at(i) >= QChar(0x20) && at(i) <= QChar(0x2F))
            ++i;
        return at(i) >= QChar(0x30) && at(i) <= QChar(0x7E) ? i + 1 : 0;
    }

    qsizetype control()
    {
        qsizetype i = 2;
        while (at(i) >= QChar(0x20) && at(i) <= QChar(0x3F))
            ++i;
        if (at(i) < QChar(0x40) || at(i) > QChar(0x7E))
            return 0;
        if (at(i) == QLatin1Char('m')) {
            flush();
            apply(m_raw.mid(m_at + 2, i - 2).toString().split(QLatin1Char(';')));
        }
        return i + 1;
    }

    [[nodiscard]] qsizetype string() const
    {
        for (qsizetype i = 2; !at(i).isNull() && at(i) != QLatin1Char('\n'); ++i) {
            if (at(i) == QChar(0x07))
                return i + 1;
            if (at(i) == escape)
                return at(i + 1) == QLatin1Char('\\') ? i + 2 : 0;
        }
        return 0;
    }

    void apply(const QStringList& codes)
    {
        for (qsizetype i = 0; i < codes.size(); ++i) {
            const int code = codes[i].toInt();
            if (code == 0)
                m_colour = -1, m_bold = false;
            else if (code == 1 || code == 22)
                m_bold = code == 1;
            else if (code >= 30 && code <= 37)
                m_colour = code - 30;
            else if (code >= 90 && code <= 97)
                m_colour = code - 90 + 8;
            else if (code == 39)
                m_colour = -1;
            else if (code == 38 || code == 48)
                i += extended(codes, i, code == 38);
        }
    }

    qsizetype extended(const QStringList& codes, qsizetype i, bool foreground)
    {
        const int form = i + 1 < codes.size() ? codes[i + 1].toInt() : 0;
        if (foreground)
            m_colour = -1;
        if (form == 5 && i + 2 < codes.size() && foreground && codes[i + 2].toInt() < 16)
            m_colour = codes[i + 2].toInt();
        return form == 5 ? 2 : form == 2 ? 4 : 0;
    }

    void flush()
    {
        if (m_run.isEmpty())
            return;
        const QString shown = visibleText(m_run);
        if (m_colour >= 0 || m_bold)
            m_line.spans.push_back({int(m_line.text.size()), int(shown.size()), m_colour, m_bold});
        m_line.text += shown;
        m_run.clear();
    }

    [[nodiscard]] QChar at(qsizetype offset) const
    {
        return m_at + offset < m_raw.size() ? m_raw[m_at + offset] : QChar();
    }

    QStringView m_raw;
    qsizetype m_at = 0;
    QString m_run;
    AnsiLine m_line;
    std::vector<AnsiLine> m_lines;
    int m_colour = -1;
    bool m_bold = false;
};

} // namespace

std::vector<AnsiLine> parseAnsi(QStringView raw) { return Parser(raw).parse(); }

QColor ansiColour(int colour, const style::Theme& theme)
{
    switch (colour) {
    case 1:
    case 9:
        return theme.red;
    case 2:
    case 10:
        return theme.green;
    case 3:
    case 11:
        return theme.amber;
    case 4:
    case 6:
    case 12:
    case 14:
        return theme.accent;
    case 5:
    case 13:
        return theme.violet;
    case 7:
    case 8:
        return theme.secondary;
    default:
        return theme.text;
    }
}

} // namespace countersign::widgets
