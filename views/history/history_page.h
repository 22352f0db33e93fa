// Results of all runs: filters narrow the rows, find walks hits. Source: design 7.9. Charts come with the statistics
// of a later version.
#pragma once

#include "models/desk/desk.h"
#include "models/history/history_model.h"
#include "views/frame/page.h"

#include <QTimer>

class QComboBox;
class QTreeView;
class QToolButton;

namespace countersign::widgets {
class EvidenceView;
class FactGrid;
class FilterEdit;
class PaneFoot;
class SectionHeader;
class StatusLine;
class TextLabel;
} // namespace countersign::widgets

namespace countersign::views {

class PlaceKeeper;

class HistoryPage : public Page
{
    Q_OBJECT

public:
    explicit HistoryPage(models::Desk& desk, QWidget* parent = nullptr);
    [[nodiscard]] bool can(Command command) const override;
    void run(Command command) override;
    [[nodiscard]] QList<QWidget*> panes() const override;
    [[nodiscard]] bool settled() const override { return m_asked && !m_rows.loading(); }

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makeDetail();
    [[nodiscard]] HistoryQuery query() const;
    void ask();
    void clearFilters();
    void words();
    void find(bool forward);
    [[nodiscard]] QList<int> hits() const;
    void openResult(int row);
    [[nodiscard]] int activeFilters() const;

    models::Desk& m_desk;
    models::HistoryModel m_rows;
    QTreeView* m_table;
    PlaceKeeper* m_keeper;
    QComboBox* m_range;
    QComboBox* m_outcome;
    QComboBox* m_verdict;
    QComboBox* m_validation;
    widgets::FilterEdit* m_words;
    widgets::FilterEdit* m_find;
    widgets::TextLabel* m_hits;
    QToolButton* m_clear;
    widgets::PaneFoot* m_foot;
    QWidget* m_detail = nullptr;
    widgets::StatusLine* m_status;
    widgets::FactGrid* m_facts;
    widgets::EvidenceView* m_output;
    QTimer m_typing{}; ///< words narrow once the hand rests
    bool m_narrow = false;
    bool m_asked = false;
    std::uint64_t m_outputAsked = 0;
};

} // namespace countersign::views
