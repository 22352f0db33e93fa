#include "views/frame/list_detail.h"

#include "views/style/countersign_style.h"

#include <QEvent>
#include <QShortcut>
#include <QSplitter>

namespace countersign::views {

ListDetail::ListDetail(QSplitter* splitter, QWidget* list)
    : QObject(splitter), m_splitter(splitter), m_list(list),
      m_return(new QShortcut(QKeySequence(Qt::Key_Backspace), splitter, nullptr, nullptr, Qt::WidgetWithChildrenShortcut))
{
    m_return->setEnabled(false);
    connect(m_return, &QShortcut::activated, this, &ListDetail::back);
    splitter->installEventFilter(this);
}

bool ListDetail::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show || event->type() == QEvent::StyleChange)
        fit();
    return QObject::eventFilter(object, event);
}

void ListDetail::fit()
{
    const bool stacked = m_splitter->window()->width() < style::scaled(stackWidth, m_splitter);
    if (stacked == m_stacked)
        return;
    m_stacked = stacked;
    m_detailOpen = false;
    apply();
}

void ListDetail::openDetail()
{
    if (!m_stacked || m_detailOpen)
        return;
    m_detailOpen = true;
    apply();
}

void ListDetail::back()
{
    if (!m_stacked)
        return;
    m_detailOpen = false;
    apply();
    m_list->setFocus(Qt::OtherFocusReason);
}

void ListDetail::apply()
{
    m_splitter->widget(0)->setVisible(listShown());
    m_splitter->widget(1)->setVisible(detailShown());
    m_return->setEnabled(m_stacked && m_detailOpen);
    Q_EMIT changed();
}

} // namespace countersign::views
