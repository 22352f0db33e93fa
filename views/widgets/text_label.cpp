#include "views/widgets/text_label.h"

#include "views/style/countersign_style.h"
#include "views/widgets/plain_text.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace countersign::widgets {

namespace {

QFont fontFor(TextRole role, const style::Fonts& fonts)
{
    switch (role) {
    case TextRole::Body:
        return fonts.body();
    case TextRole::BodyMedium:
        return fonts.body(QFont::Medium);
    case TextRole::BodyBold:
        return fonts.body(QFont::DemiBold);
    case TextRole::Small:
        return fonts.small();
    case TextRole::SmallBold:
        return fonts.small(QFont::DemiBold);
    case TextRole::Axis:
        return fonts.axis();
    case TextRole::Fixed:
        return fonts.fixed();
    case TextRole::Sentence:
        break;
    }
    return fonts.sentence();
}

int lineFor(TextRole role)
{
    switch (role) {
    case TextRole::Small:
    case TextRole::SmallBold:
        return 16;
    case TextRole::Axis:
        return 14;
    case TextRole::Fixed:
        return 18;
    case TextRole::Sentence:
        return 26;
    default:
        return 20;
    }
}

} // namespace

QColor inkColour(Ink ink, const style::Theme& theme)
{
    switch (ink) {
    case Ink::Text:
        return theme.text;
    case Ink::Secondary:
        return theme.secondary;
    case Ink::Quiet:
        return theme.quiet;
    case Ink::Accent:
        return theme.accent;
    case Ink::Green:
        return theme.green;
    case Ink::Amber:
        return theme.amber;
    case Ink::Red:
        return theme.red;
    case Ink::Violet:
        break;
    }
    return theme.violet;
}

TextLabel::TextLabel(const QString& text, TextRole role, Ink ink, QWidget* parent)
    : QLabel(parent), m_role(role), m_ink(ink)
{
    setTextFormat(Qt::PlainText);
    setText(text);
    restyle();
}

void TextLabel::setInk(Ink ink)
{
    m_ink = ink;
    update();
}

void TextLabel::setElide(Qt::TextElideMode elide)
{
    m_elide = elide;
    update();
}

int TextLabel::lineHeight() const { return style::scaled(lineFor(m_role), this); }

int TextLabel::layOut(int width, const std::function<void(const QString& line, int top)>& each) const
{
    QString prepared = text();
    prepared.replace(QLatin1Char('\n'), QChar::LineSeparator);
    QTextLayout layout(prepared, font());
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    int top = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(width, 1));
        if (each)
            each(prepared.mid(line.textStart(), line.textLength()).remove(QChar::LineSeparator), top);
        top += lineHeight();
    }
    layout.endLayout();
    return std::max(top, lineHeight());
}

QSize TextLabel::sizeHint() const
{
    ensurePolished();
    const int width = int(std::ceil(QFontMetricsF(font()).horizontalAdvance(text()))) + 1;
    if (!wordWrap())
        return {width, lineHeight()};
    const int shown = std::min(width, style::scaled(560, this));
    return {shown, layOut(shown, {})};
}

QSize TextLabel::minimumSizeHint() const
{
    const int full = int(std::ceil(QFontMetricsF(font()).horizontalAdvance(text()))) + 1;
    return {std::min(full, style::scaled(wordWrap() ? 120 : 24, this)), lineHeight()};
}

int TextLabel::heightForWidth(int width) const { return wordWrap() ? layOut(width, {}) : -1; }

void TextLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const style::Theme& theme = style::themeOf(this);
    painter.setPen(isEnabled() ? inkColour(m_ink, theme) : theme.quiet);
    const int flags = int(alignment() & Qt::AlignHorizontal_Mask) | Qt::AlignVCenter | Qt::TextSingleLine;
    if (!wordWrap()) {
        painter.drawText(rect(), flags, painter.fontMetrics().elidedText(text(), m_elide, width()));
        return;
    }
    const int offset = std::max(0, (std::min(height(), style::scaled(20, this)) - layOut(width(), {})) / 2);
    layOut(width(), [&](const QString& line, int top) {
        painter.drawText(QRect(0, top + offset, width(), lineHeight()), flags, line);
    });
}

bool TextLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && !wordWrap()) {
        const bool cut = QFontMetricsF(font()).horizontalAdvance(text()) > width();
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), cut ? plainToolTip(text()) : QString(), this);
        return true;
    }
    return QLabel::event(event);
}

void TextLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        restyle();
}

void TextLabel::restyle()
{
    setFont(fontFor(m_role, style::fontsOf(this)));
    updateGeometry();
}

SentenceLabel::SentenceLabel(const QString& text, QWidget* parent)
    : TextLabel(text, TextRole::Sentence, Ink::Text, parent)
{
    setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

} // namespace countersign::widgets
