// The audit chain: its state, its events, the records in it. Nothing is repaired here. Source: design 7.10.
#pragma once

#include "models/desk/desk.h"
#include "models/audit/audit_model.h"
#include "views/frame/page.h"

#include <QPushButton>

class QComboBox;
class QStackedLayout;
class QTreeView;

namespace countersign::widgets {
class FilterEdit;
class StatusLine;
class TextLabel;
} // namespace countersign::widgets

namespace countersign::views {

class PlaceKeeper;
class RecordView;

class AuditPage : public Page
{
    Q_OBJECT

public:
    explicit AuditPage(models::Desk& desk, QWidget* parent = nullptr);
    [[nodiscard]] bool can(Command command) const override;
    void run(Command command) override;
    [[nodiscard]] QList<QWidget*> panes() const override;
    bool show(const QString& seq) override;
    using QWidget::show;
    [[nodiscard]] bool settled() const override { return m_asked && !m_events.loading() && m_verify->isEnabled() && !m_recordPending && m_wanted.isEmpty(); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeListPane();
    QWidget* makeChainPanel();
    void ask();
    void verify();
    void showChain(const ChainReport& report);
    void open(int row);

    models::Desk& m_desk;
    models::AuditModel m_events;
    QTreeView* m_table;
    PlaceKeeper* m_keeper;
    widgets::FilterEdit* m_filter;
    QComboBox* m_kind;
    widgets::StatusLine* m_chain;
    widgets::TextLabel* m_chainNote;
    QPushButton* m_verify;
    QPushButton* m_goTo;
    RecordView* m_record;
    QStackedLayout* m_stack;
    std::int64_t m_brokenAt = -1;
    bool m_asked = false;
    QString m_wanted{}; ///< to be selected once its row is there
    bool m_recordPending = false;
    std::uint64_t m_recordAsked = 0;
};

} // namespace countersign::views
