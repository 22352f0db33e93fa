#include "views/widgets/fact_grid.h"

#include "views/style/countersign_style.h"
#include "views/widgets/icon_box.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace countersign::widgets {

FactGrid::FactGrid(QWidget* parent, int labelWidth)
    : QWidget(parent), m_grid(new QGridLayout(this)), m_labelWidth(labelWidth)
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setColumnStretch(1, 1);
    restyle();
}

TextLabel* FactGrid::addFact(const QString& label, const QString& value, TextRole role)
{
    auto* text = new TextLabel(value, role);
    text->setWordWrap(true);
    addFact(label, text);
    text->setAccessibleName(QStringLiteral("%1: %2").arg(label, value));
    return text;
}

void FactGrid::addFact(const QString& label, QWidget* value)
{
    auto* words = new TextLabel(label, TextRole::Body, Ink::Secondary);
    if (qobject_cast<TextLabel*>(value) != nullptr) {
        m_grid->addWidget(words, m_rows, 0, Qt::AlignTop);
    } else {
        auto* beside = new QWidget;
        auto* rows = new QVBoxLayout(beside);
        rows->addWidget(words);
        m_fieldLabels.append(beside);
        m_grid->addWidget(beside, m_rows, 0, Qt::AlignTop);
        restyle();
    }
    m_grid->addWidget(value, m_rows, 1);
    m_grid->setRowMinimumHeight(m_rows, style::scaled(20, this));
    ++m_rows;
}

void FactGrid::clear()
{
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_rows = 0;
    m_fieldLabels.clear();
    restyle();
}

void FactGrid::restyle()
{
    m_grid->setHorizontalSpacing(style::scaled(16, this));
    // Fields stand further apart than lines of text, and their labels at the height of the text in them.
    m_grid->setVerticalSpacing(style::scaled(m_fieldLabels.isEmpty() ? 4 : 8, this));
    for (QWidget* label : std::as_const(m_fieldLabels))
        label->layout()->setContentsMargins(0, style::scaled(4, this), 0, 0);
    m_grid->setColumnMinimumWidth(0, style::scaled(m_labelWidth, this));
}

void FactGrid::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        restyle();
}

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent), m_icon(new IconBox(16)), m_word(new TextLabel({}, TextRole::BodyBold)),
      m_text(new TextLabel({}, TextRole::Body, Ink::Secondary)),
      m_trailing(new TextLabel({}, TextRole::Small, Ink::Secondary))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(style::scaled(8, this));
    row->addWidget(m_icon);
    row->addWidget(m_word);
    row->addWidget(m_text, 1);
    row->addWidget(m_trailing);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void StatusLine::setStatus(style::StatusKind kind, const QString& word, const QString& text)
{
    m_icon->setStatus(kind);
    switch (style::StatusIcon::hue(kind)) {
    case style::Hue::Green:
        m_word->setInk(Ink::Green);
        break;
    case style::Hue::Amber:
        m_word->setInk(Ink::Amber);
        break;
    case style::Hue::Red:
        m_word->setInk(Ink::Red);
        break;
    case style::Hue::Violet:
        m_word->setInk(Ink::Violet);
        break;
    case style::Hue::Blue:
        m_word->setInk(Ink::Accent);
        break;
    case style::Hue::Grey:
        m_word->setInk(Ink::Quiet);
        break;
    }
    setWords(word, text);
}

void StatusLine::setGlyph(style::Glyph glyph, const QString& word, const QString& text)
{
    m_icon->setGlyph(glyph);
    m_word->setInk(Ink::Text);
    setWords(word, text);
}

void StatusLine::setTrailing(const QString& text) { m_trailing->setText(text); }

void StatusLine::setWords(const QString& word, const QString& text)
{
    m_word->setText(word);
    m_text->setText(text);
    setAccessibleName(text.isEmpty() ? word : QStringLiteral("%1, %2").arg(word, text));
}

} // namespace countersign::widgets
