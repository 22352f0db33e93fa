#include "views/frame/master_detail_page.h"

#include "models/roles.h"
#include "views/frame/list_detail.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/fields.h"
#include "views/widgets/list_delegates.h"

#include <QHBoxLayout>
#include <QListView>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

MasterDetailPage::MasterDetailPage(models::GroupedListModel& model, const Words& names, QWidget* parent)
    : Page(parent), m_model(model), m_list(makeMasterList(names.list)), m_keeper(new PlaceKeeper(m_list, &model)), m_filter(new FilterEdit(names.filter)),
      m_foot(new PaneFoot), m_empty(new EmptyState(QString())), m_listStack(new QStackedLayout), m_detailStack(new QStackedLayout), m_noDetail(new EmptyState(names.noDetail))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    QSplitter* splitter = makeSplitter(Qt::Horizontal, names.name);
    splitter->addWidget(makeListPane(names.filter));
    auto* host = new QWidget;
    host->setLayout(m_detailStack);
    m_detailStack->addWidget(m_noDetail);
    splitter->addWidget(host);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({style::scaled(320, this), style::scaled(1000, this)});
    row->addWidget(splitter);
    m_sides = new ListDetail(splitter, m_list);
    connect(m_sides, &ListDetail::changed, this, &Page::canChanged);
    connectList();
}

QWidget* MasterDetailPage::makeListPane(const QString& filterName)
{
    auto* pane = new QWidget;
    QVBoxLayout* rows = makePane(pane);
    auto* bar = new Bar(44, 12, Bar::Line::Bottom);
    bar->row()->addWidget(m_filter);
    rows->addWidget(bar);
    auto* host = new QWidget;
    host->setLayout(m_listStack);
    m_listStack->addWidget(m_list);
    m_listStack->addWidget(m_empty);
    rows->addWidget(host, 1);
    rows->addWidget(m_foot);
    pane->setMinimumWidth(style::scaled(220, this));
    m_filter->setAccessibleName(filterName);
    return pane;
}

void MasterDetailPage::connectList()
{
    connect(m_filter, &QLineEdit::textChanged, &m_model, &models::GroupedListModel::setFilter);
    connect(m_filter, &FilterEdit::leaveRequested, m_list, qOverload<>(&QWidget::setFocus));
    connect(m_filter, &QLineEdit::returnPressed, m_list, qOverload<>(&QWidget::setFocus));
    connect(m_keeper, &PlaceKeeper::chosen, this, [this](const QString& key, const QModelIndex& index) {
        if (index.data(models::GroupRole).toBool())
            return;
        m_chosen = key;
        choose(key);
    });
    connect(m_keeper, &PlaceKeeper::activated, this, [this](const QModelIndex& index) {
        if (index.data(models::GroupRole).toBool())
            m_model.toggle(index);
        else
            enterDetail();
    });
    connect(m_keeper, &PlaceKeeper::backRequested, m_filter, &QLineEdit::clear);
    connect(qobject_cast<TwoLineDelegate*>(m_list->itemDelegate()), &TwoLineDelegate::foldRequested, this,
            [this](const QModelIndex& group) { m_model.toggle(group); });
    connect(&m_model, &models::GroupedListModel::countsChanged, this, [this] { words(); });
}

void MasterDetailPage::setWords(const QString& left, const QString& right, const QString& nothing)
{
    m_foot->setWords(left, right);
    const bool none = m_model.matching() == 0;
    if (none)
        m_empty->setSentence(nothing);
    m_listStack->setCurrentIndex(none ? 1 : 0);
}

void MasterDetailPage::selectFirst()
{
    if (m_model.rowCount() > 1)
        m_keeper->select(m_model.index(1, 0).data(models::KeyRole).toString());
}

bool MasterDetailPage::listHasFocus() const { return m_list->hasFocus(); }

bool MasterDetailPage::can(Command command) const
{
    return command == Command::FilterArea || (command == Command::CopyRow && listHasFocus() && m_list->currentIndex().isValid());
}

void MasterDetailPage::run(Command command)
{
    if (command == Command::FilterArea)
        m_filter->setFocus(Qt::ShortcutFocusReason);
    else if (command == Command::CopyRow)
        copyText(m_list->currentIndex().data(Qt::AccessibleTextRole).toString());
}

void MasterDetailPage::ageTick() { m_list->viewport()->update(); }

bool MasterDetailPage::show(const QString& id)
{
    m_filter->clear();
    const models::ListEntry* entry = m_model.entry(id);
    if (entry == nullptr)
        return false;
    m_model.setFolded(entry->group, false);
    const bool found = m_keeper->select(id);
    if (found)
        m_sides->openDetail();
    return found;
}

} // namespace countersign::views
