#include "views/style/status_icon.h"

#include "views/style/svg_path.h"

#include <QCoreApplication>
#include <QPainter>

#include <map>
#include <vector>

namespace countersign::style {

namespace {

enum class Draw { Fill, Stroke, Cut, CutFill };

struct Layer
{
    Draw draw;
    const char* data;
    qreal width = 0;
    bool dashed = false;
};

constexpr const char* ring6 = "M14 8A6 6 0 1 1 2 8A6 6 0 0 1 14 8z";

std::vector<Layer> layers(StatusKind kind)
{
    switch (kind) {
    case StatusKind::Pass:
        return {{Draw::Fill, "M15 8A7 7 0 1 1 1 8A7 7 0 0 1 15 8z"}, {Draw::Cut, "M4.7 8.3l2.3 2.3 4.4-4.9", 1.7}};
    case StatusKind::Warn:
        return {{Draw::Fill, "M8 1.7 14.9 14H1.1z"},
                {Draw::Stroke, "M8 1.7 14.9 14H1.1z", 1.4},
                {Draw::Cut, "M8 5.8v4", 1.7},
                {Draw::CutFill, "M9 12.1A1 1 0 1 1 7 12.1A1 1 0 0 1 9 12.1z"}};
    case StatusKind::Fail:
        return {
            {Draw::Fill,
             "M3 1.5H13A1.5 1.5 0 0 1 14.5 3V13A1.5 1.5 0 0 1 13 14.5H3A1.5 1.5 0 0 1 1.5 13V3A1.5 1.5 0 0 1 3 1.5z"},
            {Draw::Cut, "M5.2 5.2l5.6 5.6M10.8 5.2l-5.6 5.6", 1.7}};
    case StatusKind::Error:
    case StatusKind::ValidatorError:
        return {{Draw::Stroke, ring6, 1.7}, {Draw::Stroke, "M3 13 13 3", 1.7}};
    case StatusKind::Escalate:
        return {{Draw::Fill, "M8 .7 15.3 8 8 15.3 .7 8z"},
                {Draw::Stroke, "M8 .7 15.3 8 8 15.3 .7 8z", .8},
                {Draw::Cut, "M6 6.3a2 2 0 1 1 3 1.75c-.7.4-1 .8-1 1.45", 1.5},
                {Draw::CutFill, "M8.95 11.7A.95 .95 0 1 1 7.05 11.7A.95 .95 0 0 1 8.95 11.7z"}};
    case StatusKind::Blocker:
        return {{Draw::Fill, "M5 .9h6L15.1 5v6L11 15.1H5L.9 11V5z"}, {Draw::CutFill, "M4.4 6.9h7.2v2.2H4.4z"}};
    case StatusKind::InternalError:
    case StatusKind::Unknown:
        return {{Draw::Stroke, "M11.7 8A3.7 3.7 0 1 1 4.3 8A3.7 3.7 0 0 1 11.7 8z", 2.2},
                {Draw::Stroke,
                 "M8 1.6v1.6M8 12.8v1.6M1.6 8h1.6M12.8 8h1.6M3.5 3.5l1.1 1.1M11.4 11.4l1.1 1.1M12.5 3.5l-1.1 1.1M4.6 "
                 "11.4l-1.1 1.1",
                 2.0}};
    case StatusKind::EnvironmentError:
        return {{Draw::Stroke, "M5.3 1.2v4M10.7 1.2v4M8 12v3", 1.8},
                {Draw::Fill, "M2.8 5.2h10.4v2.3a5.2 5.2 0 0 1-10.4 0z"}};
    case StatusKind::Running:
        return {{Draw::Stroke, "M8 2a6 6 0 0 1 6 6", 2.2}, {Draw::Fill, "M6.4 5.4v5.2L10.8 8z"}};
    case StatusKind::Queued:
        return {{Draw::Stroke, ring6, 1.5}};
    case StatusKind::Shadowed:
        return {{Draw::Stroke, "M5.5 2.5h8v8", 1.4}, {Draw::Stroke, "M2.5 5.5h8v8h-8z", 1.4, true}};
    case StatusKind::NotReached:
        return {{Draw::Stroke, ring6, 1.5}, {Draw::Stroke, "M5.4 8h5.2", 1.5}};
    case StatusKind::Flaky:
        return {{Draw::Stroke, "M1 8c1.6-4.6 3-4.6 4.6 0s3 4.6 4.6 0S13.4 3.4 15 8", 1.6}};
    }
    return {};
}

QPainterPath area(const Layer& layer)
{
    const QPainterPath line = svgPath(layer.data);
    if (layer.draw == Draw::Fill || layer.draw == Draw::CutFill)
        return line;
    QPainterPathStroker stroker;
    stroker.setWidth(layer.width);
    stroker.setJoinStyle(layer.dashed ? Qt::MiterJoin : Qt::RoundJoin);
    stroker.setCapStyle(layer.dashed ? Qt::FlatCap : Qt::RoundCap);
    stroker.setCurveThreshold(0.02);
    if (layer.dashed)
        stroker.setDashPattern({2.0 / layer.width, 1.6 / layer.width});
    return stroker.createStroke(line).simplified();
}

QPainterPath build(StatusKind kind)
{
    QPainterPath shape;
    for (const Layer& layer : layers(kind)) {
        const bool cut = layer.draw == Draw::Cut || layer.draw == Draw::CutFill;
        shape = cut ? shape.subtracted(area(layer)) : shape.united(area(layer));
    }
    return shape;
}

std::map<StatusKind, QPainterPath> buildAll()
{
    std::map<StatusKind, QPainterPath> all;
    for (const StatusKind kind : allStatusKinds)
        all.emplace(kind, build(kind));
    return all;
}

const QPainterPath& runningTrack()
{
    static const QPainterPath track = area({Draw::Stroke, ring6, 1.8});
    return track;
}

} // namespace

const QPainterPath& StatusIcon::path(StatusKind kind)
{
    static const std::map<StatusKind, QPainterPath> all = buildAll();
    return all.at(kind);
}

Hue StatusIcon::hue(StatusKind kind)
{
    switch (kind) {
    case StatusKind::Pass:
        return Hue::Green;
    case StatusKind::Warn:
    case StatusKind::Escalate:
    case StatusKind::Flaky:
        return Hue::Amber;
    case StatusKind::Fail:
    case StatusKind::Blocker:
        return Hue::Red;
    case StatusKind::Error:
    case StatusKind::ValidatorError:
    case StatusKind::InternalError:
    case StatusKind::EnvironmentError:
    case StatusKind::Unknown:
        return Hue::Violet;
    case StatusKind::Running:
        return Hue::Blue;
    case StatusKind::Queued:
    case StatusKind::Shadowed:
    case StatusKind::NotReached:
        break;
    }
    return Hue::Grey;
}

QString StatusIcon::word(StatusKind kind)
{
    const auto say = [](const char* text) { return QCoreApplication::translate("StatusIcon", text); };
    switch (kind) {
    case StatusKind::Pass:
        return say("pass");
    case StatusKind::Warn:
        return say("warn");
    case StatusKind::Fail:
        return say("fail");
    case StatusKind::Error:
        return say("error");
    case StatusKind::Escalate:
        return say("escalate");
    case StatusKind::Blocker:
        return say("blocker");
    case StatusKind::ValidatorError:
        return say("validator error");
    case StatusKind::InternalError:
        return say("internal error");
    case StatusKind::EnvironmentError:
        return say("environment error");
    case StatusKind::Unknown:
        return say("unknown outcome");
    case StatusKind::Running:
        return say("running");
    case StatusKind::Queued:
        return say("queued");
    case StatusKind::Shadowed:
        return say("shadowed");
    case StatusKind::NotReached:
        return say("not reached");
    case StatusKind::Flaky:
        break;
    }
    return say("flaky");
}

void StatusIcon::paint(QPainter& painter, const QRectF& rect, StatusKind kind, const Theme& theme)
{
    paint(painter, rect, kind, theme.hue(hue(kind)), theme.thumb);
}

void StatusIcon::paint(QPainter& painter, const QRectF& rect, StatusKind kind, const QColor& colour,
                       const QColor& track)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.topLeft());
    painter.scale(rect.width() / 16.0, rect.height() / 16.0);
    painter.setPen(Qt::NoPen);
    if (kind == StatusKind::Running)
        painter.fillPath(runningTrack(), track);
    painter.fillPath(path(kind), colour);
    painter.restore();
}

} // namespace countersign::style
