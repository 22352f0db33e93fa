#include "views/frame/navigation.h"

#include "models/text.h"
#include "views/style/countersign_style.h"
#include "views/widgets/list_delegates.h"
#include "views/widgets/roles.h"

#include <QCoreApplication>
#include <QEvent>
#include <QStandardItemModel>

namespace countersign::views {

QString areaName(Area area)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("Navigation", text); };
    switch (area) {
    case Area::Inbox: return tr("Inbox");
    case Area::Plans: return tr("Plans");
    case Area::Attachments: return tr("Attachments");
    case Area::Live: return tr("Live");
    case Area::History: return tr("History");
    case Area::Audit: return tr("Audit");
    case Area::Settings: return tr("Settings");
    }
    return {};
}

Command commandOf(Area area)
{
    switch (area) {
    case Area::Inbox: return Command::AreaInbox;
    case Area::Plans: return Command::AreaPlans;
    case Area::Attachments: return Command::AreaAttachments;
    case Area::Live: return Command::AreaLive;
    case Area::History: return Command::AreaHistory;
    case Area::Audit: return Command::AreaAudit;
    case Area::Settings: return Command::AreaSettings;
    }
    return Command::AreaInbox;
}

Navigation::Navigation(QWidget* parent) : QListView(parent), m_areas(new QStandardItemModel(this))
{
    using style::Glyph;
    setAccessibleName(tr("Areas"));
    for (int area = 0; area < areaCount; ++area) {
        auto* item = new QStandardItem(areaName(static_cast<Area>(area)));
        item->setData(static_cast<int>(Glyph::Inbox) + area, widgets::GlyphRole);
        item->setToolTip(tr("%1, Alt+%2").arg(item->text()).arg(area + 1));
        item->setEditable(false);
        m_areas->appendRow(item);
    }
    setModel(m_areas);
    setItemDelegate(new widgets::NavigationDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    restyle();
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) { Q_EMIT areaChosen(static_cast<Area>(current.row())); });
}

void Navigation::setCount(Area area, int count)
{
    QStandardItem* item = m_areas->item(static_cast<int>(area));
    item->setData(count > 0 ? QVariant(count) : QVariant(), widgets::CountRole);
    item->setData(count > 0 ? tr("%1, %2").arg(areaName(area), models::number(count)) : areaName(area), Qt::AccessibleTextRole);
}

void Navigation::setArea(Area area) { setCurrentIndex(m_areas->index(static_cast<int>(area), 0)); }

void Navigation::setNarrow(bool narrow)
{
    m_narrow = narrow;
    restyle();
}

void Navigation::restyle()
{
    QPalette own = palette();
    own.setColor(QPalette::Base, style::themeOf(this).window);
    if (own != palette())
        setPalette(own);
    setBackgroundRole(QPalette::Window);
    setAutoFillBackground(true);
    setViewportMargins(0, style::scaled(8, this), 0, 0);
    setFixedWidth(style::scaled(m_narrow ? 48 : 144, this));
}

void Navigation::changeEvent(QEvent* event)
{
    QListView::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        restyle();
}

} // namespace countersign::views
