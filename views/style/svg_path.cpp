#include "views/style/svg_path.h"

#include <QtMath>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string>

namespace countersign::style {

namespace {

class Reader
{
public:
    explicit Reader(std::string_view data) : m_data(data) {}

    QPainterPath read()
    {
        while (skip(), m_at < m_data.size()) {
            if (std::isalpha(static_cast<unsigned char>(m_data[m_at])))
                m_command = m_data[m_at++];
            step();
        }
        return m_path;
    }

private:
    void skip()
    {
        while (m_at < m_data.size() && (m_data[m_at] == ' ' || m_data[m_at] == ','))
            ++m_at;
    }

    qreal number()
    {
        skip();
        const std::size_t begin = m_at;
        bool dot = false;
        while (m_at < m_data.size()) {
            const char c = m_data[m_at];
            const bool sign = c == '-' && m_at == begin;
            const bool point = c == '.' && !dot;
            if (!sign && !point && !std::isdigit(static_cast<unsigned char>(c)))
                break;
            dot = dot || point;
            ++m_at;
        }
        if (m_at == begin && m_at < m_data.size())
            ++m_at;
        return std::strtod(std::string(m_data.substr(begin, m_at - begin)).c_str(), nullptr);
    }

    QPointF point()
    {
        const qreal x = number();
        const qreal y = number();
        return relative() ? here() + QPointF(x, y) : QPointF(x, y);
    }

    [[nodiscard]] bool relative() const { return std::islower(static_cast<unsigned char>(m_command)) != 0; }
    [[nodiscard]] QPointF here() const { return m_path.currentPosition(); }

    void step()
    {
        switch (std::toupper(static_cast<unsigned char>(m_command))) {
        case 'M':
            m_path.moveTo(point());
            m_command = relative() ? 'l' : 'L';
            break;
        case 'L':
            m_path.lineTo(point());
            break;
        case 'H':
            m_path.lineTo(relative() ? here().x() + number() : number(), here().y());
            break;
        case 'V':
            m_path.lineTo(here().x(), relative() ? here().y() + number() : number());
            break;
        case 'C': {
            const QPointF first = point();
            curve(first);
            return;
        }
        case 'S':
            curve(2 * here() - m_control);
            return;
        case 'A':
            arc();
            break;
        default:
            m_path.closeSubpath();
            break;
        }
        m_control = here();
    }

    void curve(QPointF first)
    {
        const QPointF second = point();
        const QPointF end = point();
        m_path.cubicTo(first, second, end);
        m_control = second;
    }

    void arc()
    {
        qreal radius = number();
        number();
        number();
        const bool large = number() != 0;
        const bool sweep = number() != 0;
        const QPointF from = here();
        const QPointF to = point();
        const QPointF chord = to - from;
        const qreal length = std::hypot(chord.x(), chord.y());
        if (length == 0)
            return;
        radius = std::max(radius, length / 2);
        const qreal height = std::sqrt(std::max(0.0, radius * radius - length * length / 4));
        const QPointF normal(-chord.y() / length, chord.x() / length);
        const QPointF centre = (from + to) / 2 + normal * (large == sweep ? -height : height);
        const qreal start = std::atan2(from.y() - centre.y(), from.x() - centre.x());
        qreal turn = std::atan2(to.y() - centre.y(), to.x() - centre.x()) - start;
        if (sweep && turn < 0)
            turn += 2 * M_PI;
        if (!sweep && turn > 0)
            turn -= 2 * M_PI;
        m_path.arcTo(QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius),
                     -qRadiansToDegrees(start), -qRadiansToDegrees(turn));
    }

    std::string_view m_data;
    std::size_t m_at = 0;
    char m_command = 'M';
    QPainterPath m_path;
    QPointF m_control;
};

} // namespace

QPainterPath svgPath(std::string_view data) { return Reader(data).read(); }

} // namespace countersign::style
