#include "views/inbox/change_view.h"

#include "views/style/countersign_style.h"

#include <QPainter>
#include <QScrollBar>

namespace countersign::views {

using Kind = models::SubjectChange::Kind;

ChangeView::ChangeView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Changed since you last looked"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void ChangeView::setChanges(std::vector<models::SubjectChange> changes, const QString& whenEmpty)
{
    m_changes = std::move(changes);
    m_empty = whenEmpty;
    QStringList spoken;
    for (const auto& change : m_changes)
        spoken << (change.kind == Kind::Removed   ? tr("removed: %1").arg(change.text)
                   : change.kind == Kind::Added   ? tr("added: %1").arg(change.text)
                   : change.kind == Kind::Verdict ? tr("%1: %2, now %3").arg(change.text, change.before, change.after)
                                                  : change.text);
    setAccessibleDescription(m_changes.empty() ? whenEmpty : spoken.join(QStringLiteral("; ")));
    layOut();
    viewport()->update();
}

void ChangeView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void ChangeView::layOut()
{
    m_lines.clear();
    const QFontMetrics metrics(style::fontsOf(this).fixed());
    const int columns = std::max(8, (viewport()->width() - style::scaled(48, this)) / std::max(1, metrics.horizontalAdvance(QLatin1Char('0'))));
    for (const auto& change : m_changes) {
        if (change.kind == Kind::Verdict) {
            m_lines.push_back({change.kind, change.text, change.before, change.after});
            continue;
        }
        for (qsizetype at = 0; at == 0 || at < change.text.size(); at += columns)
            m_lines.push_back({change.kind, change.text.mid(at, columns), at == 0 ? QStringLiteral("first") : QString(), {}});
    }
    const int total = static_cast<int>(m_lines.size()) * style::scaled(20, this) + style::scaled(8, this);
    verticalScrollBar()->setRange(0, std::max(0, total - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(style::scaled(20, this));
}

void ChangeView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const style::Theme& theme = style::themeOf(this);
    const style::Fonts fonts = style::fontsOf(this);
    const int left = style::scaled(16, this);
    const int height = style::scaled(20, this);
    painter.fillRect(viewport()->rect(), theme.base);
    if (m_lines.empty()) {
        painter.setFont(fonts.body());
        painter.setPen(theme.secondary);
        painter.drawText(viewport()->rect().adjusted(left, left / 2, -left, 0), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_empty);
    }
    int top = style::scaled(4, this) - verticalScrollBar()->value();
    for (const Line& line : m_lines) {
        const QRect row(0, top, viewport()->width(), height);
        const QRect words = row.adjusted(left, 0, -left, 0);
        top += height;
        switch (line.kind) {
        case Kind::Heading:
            painter.setFont(fonts.small());
            painter.setPen(theme.secondary);
            painter.drawText(words, Qt::AlignVCenter, line.text);
            break;
        case Kind::Removed:
        case Kind::Added: {
            const bool added = line.kind == Kind::Added;
            painter.fillRect(row, added ? theme.added : theme.removed);
            painter.setFont(fonts.fixed());
            painter.setPen(added ? theme.green : theme.red);
            if (!line.before.isEmpty())
                painter.drawText(words, Qt::AlignVCenter, added ? QStringLiteral("+") : QStringLiteral("-"));
            painter.setPen(theme.text);
            painter.drawText(words.adjusted(style::scaled(16, this), 0, 0, 0), Qt::AlignVCenter, line.text);
            break;
        }
        case Kind::Verdict:
            painter.setFont(fonts.body());
            painter.setPen(theme.text);
            painter.drawText(words, Qt::AlignVCenter, QFontMetrics(fonts.body()).elidedText(line.text, Qt::ElideMiddle, words.width() * 2 / 3));
            painter.setFont(fonts.body(QFont::Medium));
            painter.drawText(words, Qt::AlignVCenter | Qt::AlignRight, line.before + QStringLiteral(" → ") + line.after);
            break;
        }
    }
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace countersign::views
