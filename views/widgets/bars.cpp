#include "views/widgets/bars.h"

#include "views/style/countersign_style.h"
#include "views/widgets/icon_box.h"
#include "views/widgets/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace countersign::widgets {

QToolButton* makeFlatButton(const QString& text, style::Glyph glyph, const QString& key)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolButtonStyle(text.isEmpty() ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    style::setGlyph(button, glyph);
    style::setKeyHint(button, key);
    return button;
}

Bar::Bar(int height, int margin, Line line, QWidget* parent)
    : QWidget(parent), m_row(new QHBoxLayout(this)), m_height(height), m_margin(margin), m_line(line)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    restyle();
}

QSize Bar::sizeHint() const { return {QWidget::sizeHint().width(), style::scaled(m_height, this)}; }

void Bar::restyle()
{
    const int margin = style::scaled(m_margin, this);
    m_row->setContentsMargins(margin, m_line == Line::Top ? 1 : 0, margin, m_line == Line::Bottom ? 1 : 0);
    m_row->setSpacing(style::scaled(8, this));
    setFixedHeight(style::scaled(m_height, this));
}

void Bar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        restyle();
}

void Bar::paintEvent(QPaintEvent*)
{
    const style::Theme& theme = style::themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    if (m_line != Line::None)
        painter.fillRect(QRect(0, m_line == Line::Top ? 0 : height() - 1, width(), 1), theme.line);
}

SectionHeader::SectionHeader(const QString& title, const QString& note, QWidget* parent)
    : Bar(32, 16, Line::Top, parent), m_title(new TextLabel({}, TextRole::BodyBold)),
      m_note(new TextLabel({}, TextRole::Small, Ink::Secondary)),
      m_trailing(new TextLabel({}, TextRole::Small, Ink::Secondary))
{
    row()->addWidget(m_title);
    row()->addWidget(m_note);
    row()->addStretch(1);
    row()->addWidget(m_trailing);
    setTitle(title);
    setNote(note);
    setTrailingNote({});
}

void SectionHeader::setTitle(const QString& title)
{
    m_title->setText(title);
    setAccessibleName(title);
}

void SectionHeader::setNote(const QString& note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void SectionHeader::setTrailingNote(const QString& note)
{
    m_trailing->setText(note);
    m_trailing->setVisible(!note.isEmpty());
}

void SectionHeader::addLeading(QWidget* widget)
{
    style::setCompact(widget, true);
    row()->insertWidget(m_leading++, widget);
}

void SectionHeader::addTrailing(QWidget* widget) { row()->insertWidget(row()->indexOf(m_trailing), widget); }

void SectionHeader::addAction(QWidget* widget)
{
    style::setCompact(widget, true);
    row()->addWidget(widget);
}

StepFoot::StepFoot(QWidget* parent, int height)
    : Bar(height, 16, Line::Top, parent), m_icon(new IconBox(14)),
      m_words(new TextLabel({}, TextRole::Small, Ink::Secondary))
{
    row()->addWidget(m_icon);
    row()->addWidget(m_words, 1);
    m_icon->hide();
}

void StepFoot::addButton(QPushButton* button) { row()->insertWidget(m_buttons++, button); }

void StepFoot::setWords(const QString& words, style::Glyph glyph)
{
    m_icon->setGlyph(glyph);
    m_words->setText(words);
    m_words->setIndent(0);
}

void StepFoot::addTrailing(QWidget* widget) { row()->addWidget(widget); }

PaneFoot::PaneFoot(QWidget* parent)
    : Bar(28, 12, Line::Top, parent), m_left(new TextLabel({}, TextRole::Small, Ink::Secondary)),
      m_right(new TextLabel({}, TextRole::Small, Ink::Secondary))
{
    row()->addWidget(m_left);
    row()->addStretch(1);
    row()->addWidget(m_right);
}

void PaneFoot::setWords(const QString& left, const QString& right)
{
    m_left->setText(left);
    m_right->setText(right);
}

Strip::Strip(QWidget* parent) : Bar(32, 16, Line::Bottom, parent), m_icon(new IconBox(16)), m_words(new TextLabel)
{
    row()->addWidget(m_icon);
    row()->addWidget(m_words, 1);
}

void Strip::setNotice(const QString& words, style::Glyph glyph)
{
    m_icon->setGlyph(glyph);
    m_words->setText(words);
    setAccessibleName(words);
}

void Strip::setProblem(const QString& words, style::StatusKind kind)
{
    m_icon->setStatus(kind);
    m_words->setText(words);
    setAccessibleName(words);
}

void Strip::addAction(QWidget* button)
{
    style::setCompact(button, true);
    row()->addWidget(button);
}

void Strip::paintEvent(QPaintEvent*)
{
    const style::Theme& theme = style::themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.linked);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.line);
}

} // namespace countersign::widgets
