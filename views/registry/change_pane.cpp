#include "views/registry/change_pane.h"

#include "views/frame/panes.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/text_label.h"

#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QPainter>
#include <QTextBlock>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

namespace {

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

} // namespace

TintedText::TintedText(const QString& name, bool added, QWidget* parent) : QPlainTextEdit(parent), m_added(added)
{
    setReadOnly(true);
    setAccessibleName(name);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
}

void TintedText::setTinted(int first, int last)
{
    m_first = first;
    m_last = last;
    viewport()->update();
}

void TintedText::paintEvent(QPaintEvent* event)
{
    {
        QPainter painter(viewport());
        const style::Theme& theme = style::themeOf(this);
        for (QTextBlock block = firstVisibleBlock(); block.isValid() && block.blockNumber() <= m_last; block = block.next()) {
            const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
            if (area.top() > viewport()->height())
                break;
            if (block.blockNumber() >= m_first)
                painter.fillRect(QRectF(0, area.top(), viewport()->width(), area.height()), m_added ? theme.added : theme.removed);
        }
    }
    QPlainTextEdit::paintEvent(event);
}

ChangePane::ChangePane(QWidget* parent)
    : QWidget(parent), m_header(new SectionHeader({})), m_beforeTitle(new TextLabel({}, TextRole::Small, Ink::Secondary)),
      m_afterTitle(new TextLabel({}, TextRole::Small, Ink::Secondary)), m_left(new QWidget), m_before(new TintedText(tr("Registered now"), false)), m_after(new TintedText(tr("After the import"), true))
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
    m_header->setTitle(change.title);
    m_left->show();
    m_afterTitle->parentWidget()->show();
    m_beforeTitle->setText(change.existedBefore ? tr("Registered now") : tr("Registered now: absent"));
    m_afterTitle->setText(change.existsAfter ? tr("After the import") : tr("After the import: absent"));
    m_after->setAccessibleName(tr("After the import"));
    m_before->setPlainText(change.before);
    m_after->setPlainText(change.after);
    const auto [before, after] = differing(change.before, change.after);
    m_before->setTinted(before.first, change.before.isEmpty() ? -1 : before.last);
    m_after->setTinted(after.first, change.after.isEmpty() ? -1 : after.last);
}

void ChangePane::setText(const QString& title, const QString& text)
{
    m_header->setTitle(title);
    m_left->hide();
    m_afterTitle->parentWidget()->hide();
    m_after->setAccessibleName(title);
    m_after->setPlainText(text);
    m_before->clear();
    m_after->setTinted(0, -1);
}

void ChangePane::restyle()
{
    for (TintedText* text : {m_before, m_after}) {
        text->setFont(style::fontsOf(this).fixed());
        text->document()->setDocumentMargin(style::scaled(16, this));
    }
}

void ChangePane::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        restyle();
}

} // namespace countersign::views
