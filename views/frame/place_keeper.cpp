#include "views/frame/place_keeper.h"

#include "models/roles.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QScrollBar>
#include <QTimer>

namespace countersign::views {

PlaceKeeper::PlaceKeeper(QAbstractItemView* view, QAbstractItemModel* model) : QObject(view), m_view(view)
{
    connect(model, &QAbstractItemModel::rowsAboutToBeInserted, this, &PlaceKeeper::remember);
    connect(model, &QAbstractItemModel::rowsAboutToBeRemoved, this, &PlaceKeeper::remember);
    connect(model, &QAbstractItemModel::rowsAboutToBeMoved, this, &PlaceKeeper::remember);
    view->setModel(model);
    view->installEventFilter(this);
    connect(view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (m_pending || !current.isValid())
            return;
        m_key = current.data(models::KeyRole).toString();
        Q_EMIT chosen(m_key, current);
    });
    connect(view, &QAbstractItemView::doubleClicked, this, &PlaceKeeper::activated);
}

bool PlaceKeeper::select(const QString& key)
{
    const QModelIndex index = find(key);
    if (!index.isValid())
        return false;
    if (m_pending) {
        m_key = key;
        Q_EMIT chosen(key, index);
        return true;
    }
    if (m_view->currentIndex() == index.siblingAtColumn(m_view->currentIndex().column()))
        Q_EMIT chosen(m_key = key, index);
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index);
    return true;
}

QModelIndex PlaceKeeper::find(const QString& key) const
{
    const QAbstractItemModel* model = m_view->model();
    if (key.isEmpty() || !model)
        return {};
    for (int row = 0; row < model->rowCount(); ++row) {
        const QModelIndex top = model->index(row, 0);
        if (top.data(models::KeyRole).toString() == key)
            return top;
        for (int child = 0; child < model->rowCount(top); ++child)
            if (const QModelIndex below = model->index(child, 0, top); below.data(models::KeyRole).toString() == key)
                return below;
    }
    return {};
}

void PlaceKeeper::remember()
{
    if (m_pending)
        return;
    m_pending = true;
    const QModelIndex top = m_view->indexAt(QPoint(1, 1));
    m_topKey = top.data(models::KeyRole).toString();
    m_topOffset = top.isValid() ? m_view->visualRect(top).top() : 0;
    QTimer::singleShot(0, this, &PlaceKeeper::restore);
}

void PlaceKeeper::restore()
{
    const bool scrolls = m_view->hasAutoScroll();
    m_view->setAutoScroll(false);
    if (const QModelIndex kept = find(m_key); kept.isValid()) {
        if (m_view->currentIndex().siblingAtColumn(0) != kept || !m_view->selectionModel()->isSelected(kept))
            m_view->selectionModel()->setCurrentIndex(kept, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    } else {
        m_view->selectionModel()->clear();
    }
    m_view->setAutoScroll(scrolls);
    if (const QModelIndex top = find(m_topKey); top.isValid() && m_view->verticalScrollMode() == QAbstractItemView::ScrollPerPixel)
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->value() + m_view->visualRect(top).top() - m_topOffset);
    m_pending = false;
}

bool PlaceKeeper::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QObject::eventFilter(object, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() & (Qt::ControlModifier | Qt::AltModifier))
        return QObject::eventFilter(object, event);
    switch (key->key()) {
    case Qt::Key_J:
    case Qt::Key_K: {
        QKeyEvent arrow(QEvent::KeyPress, key->key() == Qt::Key_J ? Qt::Key_Down : Qt::Key_Up, Qt::NoModifier);
        QCoreApplication::sendEvent(m_view, &arrow);
        return true;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter: Q_EMIT activated(m_view->currentIndex()); return true;
    case Qt::Key_Escape: Q_EMIT backRequested(); return true;
    default: return QObject::eventFilter(object, event);
    }
}

} // namespace countersign::views
