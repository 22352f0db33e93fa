// An area of a grouped list with a filter, and the detail of what is selected in it: Inbox, Plans. Source: design 3, 6.
// Why: the list's side is the same wherever things stand in groups; what differs is the detail and the words.
#pragma once

#include "models/grouped_list.h"
#include "views/frame/page.h"

class QListView;
class QStackedLayout;

namespace countersign::widgets {
class EmptyState;
class FilterEdit;
class PaneFoot;
} // namespace countersign::widgets

namespace countersign::views {

class ListDetail;
class PlaceKeeper;

class MasterDetailPage : public Page
{
    Q_OBJECT

public:
    struct Words
    {
        QString name{};     ///< object name of the splitter: its sizes are kept under it
        QString list{};     ///< accessible name of the list
        QString filter{};   ///< in the empty filter, and its accessible name
        QString noDetail{}; ///< where nothing is selected
    };
    MasterDetailPage(models::GroupedListModel& model, const Words& words, QWidget* parent);

    [[nodiscard]] bool can(Command command) const override; ///< FilterArea, and CopyRow of the list
    void run(Command command) override;
    void ageTick() override;
    bool show(const QString& id) override;
    using QWidget::show;
    [[nodiscard]] QListView* list() const { return m_list; }

protected:
    [[nodiscard]] const QString& chosen() const { return m_chosen; }
    [[nodiscard]] ListDetail& sides() const { return *m_sides; }
    /// The detail's side: a stack whose first page is the sentence for no selection.
    [[nodiscard]] QStackedLayout* detailStack() const { return m_detailStack; }
    [[nodiscard]] widgets::EmptyState* noDetail() const { return m_noDetail; }
    void setWords(const QString& left, const QString& right, const QString& nothing);
    void selectFirst();
    [[nodiscard]] bool listHasFocus() const;

    virtual void choose(const QString& id) = 0; ///< chosen() is it already; called again when it is chosen again
    virtual void enterDetail() = 0;             ///< Enter on an item: the detail takes the focus
    virtual void words() = 0;                   ///< counts changed

private:
    [[nodiscard]] QWidget* makeListPane(const QString& filterName);
    void connectList();

    models::GroupedListModel& m_model;
    QListView* m_list;
    PlaceKeeper* m_keeper;
    ListDetail* m_sides = nullptr;
    widgets::FilterEdit* m_filter;
    widgets::PaneFoot* m_foot;
    widgets::EmptyState* m_empty;
    QStackedLayout* m_listStack;
    QStackedLayout* m_detailStack;
    widgets::EmptyState* m_noDetail;
    QString m_chosen{};
};

} // namespace countersign::views
