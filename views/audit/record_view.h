// One event of the chain, or the signed decision it recorded: reason, checks done again, state, claims, place in the
// chain. Source: design 7.10.
#pragma once

#include "models/audit/audit_model.h"

#include <QWidget>

class QPlainTextEdit;
class QToolButton;
class QTreeView;
class QVBoxLayout;

namespace countersign::widgets {
class FactGrid;
class SectionHeader;
class SentenceLabel;
class StatusLine;
class TextLabel;
} // namespace countersign::widgets

namespace countersign::views {

class RecordView : public QWidget
{
    Q_OBJECT

public:
    explicit RecordView(QWidget* parent = nullptr);
    void setEvent(const domain::Event& event, const domain::Event* next);
    void setRecord(const RecordDetail& detail);
    void setProblem(const QString& words);
    void toggleJson();
    [[nodiscard]] QString fullHash() const { return QString::fromStdString(m_event.hash); }
    [[nodiscard]] QList<QWidget*> panes() const;

private:
    void build();
    void showJson(const QString& text);

    domain::Event m_event{};
    QString m_json{};
    models::ClaimsModel m_claims{};
    widgets::StatusLine* m_status;
    widgets::SentenceLabel* m_sentence;
    widgets::TextLabel* m_reason;
    widgets::SectionHeader* m_checksHeader;
    QWidget* m_checks;
    QVBoxLayout* m_checkRows = nullptr;
    widgets::SectionHeader* m_stateHeader;
    widgets::StatusLine* m_state;
    QWidget* m_stateBox = nullptr;
    widgets::SectionHeader* m_claimsHeader;
    QToolButton* m_jsonButton;
    QTreeView* m_table;
    QPlainTextEdit* m_text;
    widgets::SectionHeader* m_placeHeader;
    widgets::FactGrid* m_place;
};

} // namespace countersign::views
