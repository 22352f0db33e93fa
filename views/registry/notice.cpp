#include "views/registry/notice.h"

#include "views/style/countersign_style.h"
#include "views/widgets/icon_box.h"
#include "views/widgets/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace countersign::views {

using namespace widgets;

Notice::Notice(QWidget* parent) : QWidget(parent), m_row(new QHBoxLayout(this)), m_icon(new IconBox(16)), m_words(new TextLabel)
{
    m_words->setWordWrap(true);
    m_row->addWidget(m_icon);
    m_row->addWidget(m_words, 1, Qt::AlignVCenter);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    restyle();
}

void Notice::setWords(style::StatusKind kind, const QString& words)
{
    m_icon->setStatus(kind);
    m_words->setText(words);
    setAccessibleName(words);
}

void Notice::setWords(style::Glyph glyph, const QString& words)
{
    m_icon->setGlyph(glyph);
    m_words->setText(words);
    setAccessibleName(words);
}

QString Notice::words() const { return m_words->text(); }

void Notice::addButton(QPushButton* button)
{
    style::setCompact(button, true);
    button->setAutoDefault(false);
    m_row->addWidget(button);
}

void Notice::restyle()
{
    const int edge = style::scaled(16, this);
    const int above = style::scaled(6, this);
    m_row->setContentsMargins(edge, above, edge, above + 1);
    m_row->setSpacing(style::scaled(8, this));
}

void Notice::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        restyle();
}

void Notice::paintEvent(QPaintEvent*)
{
    const style::Theme& theme = style::themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.linked);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.line);
}

} // namespace countersign::views
