#include "views/widgets/fields.h"

#include "views/style/countersign_style.h"
#include "views/widgets/text_label.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace countersign::widgets {

KeyHint::KeyHint(const QString& key, QWidget* parent) : QWidget(parent), m_key(key)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(key);
}

QSize KeyHint::sizeHint() const { return {style::keyHintWidth(m_key, style::fontsOf(this)), style::scaled(16, this)}; }

void KeyHint::paintEvent(QPaintEvent*)
{
    const style::Theme& theme = style::themeOf(this);
    QPainter painter(this);
    style::paintKeyHint(painter, rect(), m_key, style::fontsOf(this), theme.secondary, theme.line, theme.window);
}

FilterEdit::FilterEdit(const QString& placeholder, QWidget* parent, style::Glyph glyph, const QString& key)
    : QLineEdit(parent), m_glyph(glyph), m_key(key)
{
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    restyle();
}

void FilterEdit::restyle()
{
    const int right = m_key.isEmpty() ? 0 : style::keyHintWidth(m_key, style::fontsOf(this)) + style::scaled(4, this);
    setTextMargins(style::scaled(24, this), 0, right, 0);
}

void FilterEdit::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    const style::Theme& theme = style::themeOf(this);
    const style::Fonts fonts = style::fontsOf(this);
    const int icon = style::scaled(16, this);
    QPainter painter(this);
    style::paintGlyph(painter, QRectF(style::scaled(8, this), (height() - icon) / 2, icon, icon), m_glyph,
                      theme.secondary);
    if (text().isEmpty() && !m_key.isEmpty()) {
        const int wide = style::keyHintWidth(m_key, fonts);
        style::paintKeyHint(painter, QRect(width() - wide - style::scaled(8, this), 0, wide, height()), m_key, fonts,
                            theme.secondary, theme.line, theme.window);
    }
}

void FilterEdit::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Escape)
        return QLineEdit::keyPressEvent(event);
    if (text().isEmpty())
        Q_EMIT leaveRequested();
    else
        clear();
}

void FilterEdit::changeEvent(QEvent* event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        restyle();
}

CommandLine::CommandLine(const QString& command, const QString& note, QWidget* parent)
    : QLineEdit(command, parent), m_note(note)
{
    setReadOnly(true);
    setCursorPosition(0);
    restyle();
}

void CommandLine::restyle()
{
    setFont(style::fontsOf(this).fixed());
    setTextMargins(style::scaled(16, this), 0, 0, 0);
}

void CommandLine::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    const style::Theme& theme = style::themeOf(this);
    QPainter painter(this);
    painter.setFont(font());
    painter.setPen(theme.quiet);
    const int left = style::scaled(8, this);
    painter.drawText(QRect(left, 0, style::scaled(16, this), height()), Qt::AlignVCenter | Qt::AlignLeft,
                     QStringLiteral("$"));
    const int after = left + style::scaled(24, this) + painter.fontMetrics().horizontalAdvance(text());
    painter.setFont(style::fontsOf(this).small());
    if (after + painter.fontMetrics().horizontalAdvance(m_note) <= width() - left)
        painter.drawText(QRect(after, 0, width() - after, height()), Qt::AlignVCenter | Qt::AlignLeft, m_note);
}

void CommandLine::changeEvent(QEvent* event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        restyle();
}

CopyButton::CopyButton(const QString& what, const QString& text, QWidget* parent)
    : QWidget(parent), m_text(text), m_button(new QPushButton(tr("Copy"), this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_button);
    style::setGlyph(m_button, style::Glyph::Copy);
    m_button->setMinimumWidth(style::scaled(88, this));
    m_button->setAccessibleName(tr("Copy %1").arg(what));
    m_timer.setSingleShot(true);
    m_timer.setInterval(2000);
    m_button->setAutoDefault(false); // copying is never what Enter means in a dialog
    m_button->setAutoDefault(false); // copying is never what Enter means in a dialog
    connect(m_button, &QPushButton::clicked, this, &CopyButton::copy);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_button->setText(tr("Copy"));
        style::setGlyph(m_button, style::Glyph::Copy);
    });
}

void CopyButton::copy()
{
    QGuiApplication::clipboard()->setText(m_text);
    m_button->setText(tr("Copied"));
    style::setGlyph(m_button, style::Glyph::Check);
    m_timer.start();
}

HintBox::HintBox(const QString& title, const QString& origin, QWidget* parent)
    : QFrame(parent), m_rows(new QVBoxLayout(this))
{
    const int side = style::scaled(16, this);
    const int top = style::scaled(12, this);
    m_rows->setContentsMargins(side, top, side, top);
    m_rows->setSpacing(style::scaled(8, this));
    auto* head = new QHBoxLayout;
    head->addWidget(new TextLabel(title, TextRole::BodyBold));
    head->addWidget(new TextLabel(origin, TextRole::Small, Ink::Secondary), 1);
    m_rows->addLayout(head);
    setAccessibleName(title);
}

CopyButton* HintBox::addCommand(const QString& purpose, const QString& command, const QString& note)
{
    auto* line = new CommandLine(command, note);
    line->setAccessibleName(tr("%1 command, %2").arg(purpose, command));
    auto* row = new QHBoxLayout;
    row->addWidget(line, 1);
    auto* copy = new CopyButton(tr("%1 command").arg(purpose.toLower()), command);
    row->addWidget(copy);
    m_rows->addLayout(row);
    return copy;
}

CopyButton* HintBox::addWords(const QString& words)
{
    auto* label = new TextLabel(words);
    label->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->addWidget(label, 1, Qt::AlignVCenter);
    auto* copy = new CopyButton(tr("install hint"), words);
    row->addWidget(copy, 0, Qt::AlignTop);
    m_rows->addLayout(row);
    return copy;
}

void HintBox::paintEvent(QPaintEvent*)
{
    const style::Theme& theme = style::themeOf(this);
    QPainter painter(this);
    painter.setPen(theme.line);
    painter.setBrush(theme.well);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

EmptyState::EmptyState(const QString& sentence, const QString& note, QWidget* parent)
    : QWidget(parent), m_sentence(new TextLabel({}, TextRole::Body, Ink::Secondary)),
      m_note(new TextLabel({}, TextRole::Small, Ink::Quiet))
{
    auto* rows = new QVBoxLayout(this);
    const int side = style::scaled(16, this);
    rows->setContentsMargins(side, side, side, side);
    rows->setSpacing(style::scaled(4, this));
    rows->addStretch(2);
    for (TextLabel* label : {m_sentence, m_note}) {
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignHCenter);
        rows->addWidget(label);
    }
    rows->addStretch(3);
    setSentence(sentence, note);
}

void EmptyState::setSentence(const QString& sentence, const QString& note)
{
    m_sentence->setText(sentence);
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    setAccessibleName(note.isEmpty() ? sentence : QStringLiteral("%1 %2").arg(sentence, note));
}

QPushButton* EmptyState::setButton(const QString& text)
{
    if (!m_button) {
        m_button = new QPushButton;
        auto* rows = static_cast<QVBoxLayout*>(layout());
        rows->insertSpacing(rows->count() - 1, style::scaled(8, this));
        rows->insertWidget(rows->count() - 1, m_button, 0, Qt::AlignHCenter);
    }
    m_button->setText(text);
    return m_button;
}

} // namespace countersign::widgets
