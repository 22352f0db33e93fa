#include "views/style/glyph.h"

#include "views/style/svg_path.h"

#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>

#include <array>

namespace countersign::style {

namespace {

constexpr const char* chain = "M6.8 9.2a2.8 2.8 0 0 0 4 0l2.7-2.7a2.85 2.85 0 0 0-4-4L8.3 3.7M9.2 6.8a2.8 2.8 0 0 0-4 "
                              "0L2.5 9.5a2.85 2.85 0 0 0 4 4l1.2-1.2";
constexpr const char* chip =
    "M4.5 4.5h7v7h-7zM6.5 2v2.5M9.5 2v2.5M6.5 11.5V14M9.5 11.5V14M2 6.5h2.5M2 9.5h2.5M11.5 6.5H14M11.5 9.5H14";

const char* data(Glyph glyph)
{
    switch (glyph) {
    case Glyph::None:
        return "";
    case Glyph::Inbox:
        return "M1.7 9.5 3.5 2.7h9l1.8 6.8v3.8H1.7zM1.7 9.5h3.5l1 1.8h3.6l1-1.8h3.5";
    case Glyph::Plans:
        return "M3 2.5v11M3 4.5h6.5v-2l4 3.2-4 3.2v-2H3";
    case Glyph::Attachments:
        return "M13.5 7.3 8 12.8a3.4 3.4 0 0 1-4.8-4.8l6-6a2.25 2.25 0 0 1 3.2 3.2l-5.8 5.8a1.1 1.1 0 0 1-1.6-1.6l5-5";
    case Glyph::Live:
        return "M1 8.5h3l2-6 3.5 11 2-5H15";
    case Glyph::History:
        return "M2 8a6 6 0 1 0 1.9-4.4M2 2v2.8h2.8M8 4.8V8l2.4 1.5";
    case Glyph::Audit:
    case Glyph::Chain:
        return chain;
    case Glyph::Settings:
        return "M1.7 4.7h5.5M11.2 4.7h3.1M11.2 4.7a2 2 0 1 1-4 0a2 2 0 0 1 4 0zM1.7 11.3h3.1M8.8 11.3h5.5M8.8 11.3a2 2 "
               "0 1 1-4 0a2 2 0 0 1 4 0z";
    case Glyph::Filter:
        return "M2 3h12l-4.7 5.5v4.7l-2.6-1.5V8.5z";
    case Glyph::Search:
        return "M11 11l3.5 3.5M12.3 7a5.3 5.3 0 1 1-10.6 0 5.3 5.3 0 0 1 10.6 0z";
    case Glyph::Refresh:
        return "M13.8 8a5.8 5.8 0 1 1-1.7-4.1L14 5.8M14 2v3.8h-3.8";
    case Glyph::Copy:
        return "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3";
    case Glyph::ChevronDown:
        return "M4.5 6.5 8 10l3.5-3.5";
    case Glyph::ChevronRight:
        return "M6.5 4.5 10 8l-3.5 3.5";
    case Glyph::ChevronUp:
        return "M4.5 9.5 8 6l3.5 3.5";
    case Glyph::Eye:
        return "M1.2 8S3.5 3.5 8 3.5 14.8 8 14.8 8 12.5 12.5 8 12.5 1.2 8 1.2 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z";
    case Glyph::Lock:
        return "M3.5 7.2h9v6.6h-9zM5.2 7.2V5a2.8 2.8 0 0 1 5.6 0v2.2";
    case Glyph::Key:
        return "M9.3 6.7a3.7 3.7 0 1 0-2 2l.8.8h1.6V11h1.6v1.6h2.7V10z";
    case Glyph::Store:
        return "M2.5 3.7c0-1.2 2.5-2 5.5-2s5.5.8 5.5 2-2.5 2-5.5 2-5.5-.8-5.5-2zM2.5 3.7v8.6c0 1.2 2.5 2 5.5 2s5.5-.8 "
               "5.5-2V3.7M2.5 "
               "8c0 1.2 2.5 2 5.5 2s5.5-.8 5.5-2";
    case Glyph::Engine:
    case Glyph::Project:
        return chip;
    case Glyph::Agents:
        return "M6 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 6 8zM1.3 13.5a4.7 4.7 0 0 1 9.4 0M10.8 2.9a2.6 2.6 0 0 1 0 "
               "4.9M12.3 10a4.7 4.7 0 "
               "0 1 2.4 3.5";
    case Glyph::Add:
        return "M8 3v10M3 8h10";
    case Glyph::Export:
        return "M8 1.7v8.3M4.8 6.8 8 10l3.2-3.2M2 11v3h12v-3";
    case Glyph::Check:
        return "M3.5 8.3l3 3 6-6.6";
    case Glyph::Cross:
        return "M4 4l8 8M12 4l-8 8";
    case Glyph::Info:
        return "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 7.3v3.5M8 5.1v.1";
    case Glyph::Signed:
        return "M8 1.5l1.7 1.3 2.1-.2.6 2 1.8 1.2-.7 2 .7 2-1.8 1.2-.6 2-2.1-.2L8 14.1l-1.7-1.3-2.1.2-.6-2L1.8 "
               "9.8l.7-2-.7-2L3.6 "
               "4.6l.6-2 2.1.2zM5.6 8l1.7 1.7 3.2-3.4";
    case Glyph::Used:
        return "M14 8A6 6 0 1 1 2 8A6 6 0 0 1 14 8zM5 8.3l2.1 2.1 3.9-4.3";
    case Glyph::Folder:
        return "M1.7 13V3h4.5l1.6 2h6.5v8z";
    case Glyph::File:
        return "M3.5 1.7h6l3 3v9.6h-9zM9.5 1.7v3h3";
    case Glyph::Repository:
        return "M3 12.5V3a1.5 1.5 0 0 1 1.5-1.5H13v9.5H4.5A1.5 1.5 0 0 0 3 12.5zM3 12.5A1.5 1.5 0 0 0 4.5 14H13v-3";
    case Glyph::Guidance:
        return "M2 2.5h12v8.5H7.5L4.5 14v-3H2z";
    case Glyph::Pause:
        return "M5.5 3.5v9M10.5 3.5v9";
    case Glyph::Minus:
        return "M3 8h10";
    case Glyph::Differs:
        return "M3 6h10M3 10h10M10.5 3l-5 10";
    case Glyph::Rerun:
        return "M14 8A6 6 0 1 1 2 8A6 6 0 0 1 14 8zM6.7 5.7v4.6L10.4 8z";
    }
    return "";
}

const QPainterPath& path(Glyph glyph)
{
    static const auto all = [] {
        std::array<QPainterPath, glyphCount> paths;
        for (int i = 0; i < glyphCount; ++i)
            paths[std::size_t(i)] = svgPath(data(static_cast<Glyph>(i)));
        return paths;
    }();
    return all[std::size_t(glyph)];
}

class GlyphEngine : public QIconEngine
{
public:
    GlyphEngine(Glyph glyph, QColor colour, QColor disabled) : m_glyph(glyph), m_colour(colour), m_disabled(disabled) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        paintGlyph(*painter, rect, m_glyph, mode == QIcon::Disabled ? m_disabled : m_colour);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap image(size);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return image;
    }
    [[nodiscard]] QIconEngine* clone() const override { return new GlyphEngine(m_glyph, m_colour, m_disabled); }

private:
    Glyph m_glyph;
    QColor m_colour;
    QColor m_disabled;
};

} // namespace

void paintGlyph(QPainter& painter, const QRectF& rect, Glyph glyph, const QColor& colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.topLeft());
    painter.scale(rect.width() / 16.0, rect.height() / 16.0);
    painter.setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path(glyph));
    painter.restore();
}

void paintScope(QPainter& painter, const QRectF& rect, int step, const QColor& colour)
{
    QColor faint = colour;
    faint.setAlphaF(0.55F);
    painter.save();
    painter.translate(rect.topLeft());
    painter.scale(rect.width() / 16.0, rect.height() / 16.0);
    for (int i = 0; i < 3; ++i) {
        const QRectF bar(1 + 5 * i, 9 - 3 * i, 3, 4 + 3 * i);
        if (i < step) {
            painter.fillRect(bar, colour);
        } else {
            painter.setPen(QPen(faint, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(bar.adjusted(.5, .5, -.5, -.5));
        }
    }
    painter.restore();
}

QIcon glyphIcon(Glyph glyph, const QColor& colour, const QColor& disabled)
{
    return glyph == Glyph::None ? QIcon() : QIcon(new GlyphEngine(glyph, colour, disabled));
}

} // namespace countersign::style
