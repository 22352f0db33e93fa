#include "views/registry/change_pane.h"

#include "views/frame/panes.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/text_label.h"

#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

namespace {

QPlainTextEdit* makeText(const QString& name)
{
    auto* text = new QPlainTextEdit;
    text->setReadOnly(true);
    text->setAccessibleName(name);
    text->setFrameShape(QFrame::NoFrame);
    text->setTabChangesFocus(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    return text;
}

/// The lines from first to last that neither a common head nor a common tail explains.
struct Middle
{
    int first = 0;
    int last = -1;
};

std::pair<Middle, Middle> differing(const QString& before, const QString& after)
{
    const auto a = QStringView(before).split(QLatin1Char('\n'));
    const auto b = QStringView(after).split(QLatin1Char('\n'));
    qsizetype head = 0;
    while (head < a.size() && head < b.size() && a[head] == b[head])
        ++head;
    qsizetype tail = 0;
    while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
        ++tail;
    const auto middle = [head, tail](qsizetype lines) { return Middle{static_cast<int>(head), static_cast<int>(lines - tail - 1)}; };
    return {middle(a.size()), middle(b.size())};
}

void paintLines(QPlainTextEdit* text, const Middle& lines, const QColor& colour)
{
    if (lines.last < lines.first)
        return;
    QTextCursor cursor(text->document()->findBlockByNumber(lines.first));
    cursor.setPosition(text->document()->findBlockByNumber(lines.last).position(), QTextCursor::KeepAnchor);
    QTextBlockFormat format;
    format.setBackground(colour);
    cursor.mergeBlockFormat(format);
}

} // namespace

ChangePane::ChangePane(QWidget* parent)
    : QWidget(parent), m_header(new SectionHeader({})), m_beforeTitle(new TextLabel({}, TextRole::Small, Ink::Secondary)),
      m_afterTitle(new TextLabel({}, TextRole::Small, Ink::Secondary)), m_left(new QWidget), m_before(makeText(tr("Registered now"))), m_after(makeText(tr("After the import")))
{
    QVBoxLayout* rows = makePane(this);
    rows->addWidget(m_header);
    auto* sides = new QHBoxLayout;
    sides->setSpacing(0);
    auto* right = new QWidget;
    for (const auto& [box, title, text] : {std::tuple{m_left, m_beforeTitle, m_before}, std::tuple{right, m_afterTitle, m_after}}) {
        QVBoxLayout* side = makePane(box);
        side->addWidget(padded(title, 16, 6, 16, 0));
        side->addWidget(text, 1);
    }
    auto* line = new QFrame;
    line->setFrameShape(QFrame::VLine);
    line->setFrameShadow(QFrame::Plain);
    line->setFixedWidth(1);
    line->setForegroundRole(QPalette::Mid);
    auto* leftRow = new QWidget;
    auto* leftSide = new QHBoxLayout(leftRow);
    leftSide->setContentsMargins(0, 0, 0, 0);
    leftSide->setSpacing(0);
    leftSide->addWidget(m_left, 1);
    leftSide->addWidget(line);
    m_left = leftRow;
    sides->addWidget(m_left, 1);
    sides->addWidget(right, 1);
    rows->addLayout(sides, 1);
    setMinimumHeight(style::scaled(120, this));
    restyle();
    setText(tr("Nothing is selected"), {});
}

void ChangePane::setChange(const models::ImportReviewModel::Detail& change)
{
    if (change.title.isEmpty())
        return setText(tr("Nothing is selected"), {});
    m_pair = true;
    m_header->setTitle(change.title);
    m_left->show();
    m_afterTitle->parentWidget()->show();
    m_beforeTitle->setText(change.existedBefore ? tr("Registered now") : tr("Registered now: absent"));
    m_afterTitle->setText(change.existsAfter ? tr("After the import") : tr("After the import: absent"));
    m_after->setAccessibleName(tr("After the import"));
    m_before->setPlainText(change.before);
    m_after->setPlainText(change.after);
    tint();
}

void ChangePane::setText(const QString& title, const QString& text)
{
    m_pair = false;
    m_header->setTitle(title);
    m_left->hide();
    m_afterTitle->parentWidget()->hide();
    m_after->setAccessibleName(title);
    m_after->setPlainText(text);
    m_before->clear();
    tint();
}

void ChangePane::tint()
{
    if (!m_pair)
        return;
    const style::Theme& theme = style::themeOf(this);
    const auto [before, after] = differing(m_before->toPlainText(), m_after->toPlainText());
    paintLines(m_before, m_before->toPlainText().isEmpty() ? Middle{} : before, theme.removed);
    paintLines(m_after, m_after->toPlainText().isEmpty() ? Middle{} : after, theme.added);
}

void ChangePane::restyle()
{
    for (QPlainTextEdit* text : {m_before, m_after}) {
        text->setFont(style::fontsOf(this).fixed());
        text->document()->setDocumentMargin(style::scaled(16, this));
    }
}

void ChangePane::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) {
        restyle();
        tint();
    }
}

} // namespace countersign::views
