#include "views/frame/palette.h"

#include "views/frame/panes.h"
#include "views/style/countersign_style.h"
#include "views/widgets/roles.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPointer>
#include <QRegularExpression>
#include <QStandardItemModel>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>

namespace countersign::views {

namespace {
constexpr int mostRows = 12;
constexpr int entryRole = Qt::UserRole + 1;
} // namespace

bool matchesWordStarts(const QString& title, const QString& query)
{
    static const QRegularExpression border(QStringLiteral("[\\s/:,._-]+"));
    const QStringList words = title.split(border, Qt::SkipEmptyParts);
    for (const QString& wanted : query.split(border, Qt::SkipEmptyParts))
        if (std::none_of(words.begin(), words.end(), [&wanted](const QString& word) { return word.startsWith(wanted, Qt::CaseInsensitive); }))
            return false;
    return true;
}

Palette::Palette(QLineEdit* edit, Source source, QWidget* window)
    : QFrame(window), m_edit(edit), m_source(std::move(source)), m_model(new QStandardItemModel(0, 2, this)), m_list(makeTable(tr("Matches")))
{
    setFrameShape(QFrame::NoFrame);
    QVBoxLayout* rows = makePane(this);
    rows->setContentsMargins(1, 1, 1, 1);
    m_list->setModel(m_model);
    m_list->header()->hide();
    m_list->setFocusPolicy(Qt::NoFocus);
    setWidths(m_list, {0, 190});
    rows->addWidget(m_list);
    m_edit->installEventFilter(this);
    connect(m_edit, &QLineEdit::textChanged, this, &Palette::fill);
    connect(m_list, &QTreeView::clicked, this, &Palette::accept);
    hide();
}

void Palette::open()
{
    if (!m_edit->hasFocus())
        m_before = QApplication::focusWidget();
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
    fill();
}

void Palette::fill()
{
    if (!m_edit->hasFocus())
        return;
    m_entries = m_source();
    m_model->setRowCount(0);
    for (std::size_t i = 0; i < m_entries.size() && m_model->rowCount() < 200; ++i) {
        const PaletteEntry& entry = m_entries[i];
        if (!matchesWordStarts(entry.title + QLatin1Char(' ') + entry.kind, m_edit->text()))
            continue;
        auto* title = new QStandardItem(entry.title);
        title->setData(static_cast<int>(i), entryRole);
        title->setData(static_cast<int>(entry.glyph), widgets::GlyphRole);
        auto* kind = new QStandardItem(entry.kind);
        kind->setData(true, widgets::QuietRole);
        m_model->appendRow({title, kind});
    }
    m_list->setCurrentIndex(m_model->index(0, 0));
    place();
    setVisible(m_model->rowCount() > 0);
    raise();
}

void Palette::place()
{
    const QPoint corner = m_edit->mapTo(parentWidget(), QPoint(0, m_edit->height() + 2));
    const int rows = std::min(mostRows, m_model->rowCount());
    const int width = std::max(m_edit->width(), style::scaled(420, this));
    setGeometry(corner.x(), corner.y(), std::min(width, parentWidget()->width() - corner.x()), rows * style::scaled(28, this) + 2);
}

void Palette::leave()
{
    hide();
    m_edit->clear();
    if (m_before)
        m_before->setFocus(Qt::OtherFocusReason);
    m_before = nullptr;
}

void Palette::accept(const QModelIndex& index)
{
    const QVariant at = index.siblingAtColumn(0).data(entryRole);
    if (!at.isValid())
        return;
    const auto run = m_entries[static_cast<std::size_t>(at.toInt())].run;
    leave();
    if (run)
        run();
}

bool Palette::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
        hide();
    if (event->type() == QEvent::MouseButtonPress)
        QTimer::singleShot(0, this, &Palette::fill);
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(object, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const int row = m_list->currentIndex().row();
    switch (key->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up:
        if (!isVisible())
            fill();
        else if (const QModelIndex next = m_model->index(row + (key->key() == Qt::Key_Down ? 1 : -1), 0); next.isValid())
            m_list->setCurrentIndex(next);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: accept(m_list->currentIndex()); return true;
    case Qt::Key_Escape: leave(); return true;
    default: return QFrame::eventFilter(object, event);
    }
}

void Palette::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(style::themeOf(this).outline);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace countersign::views
