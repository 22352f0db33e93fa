// One change read whole: what is registered now beside what the import would make of it, with the lines that differ
// tinted. Or one text over the whole width, for a problem. Source: SPEC 4, design 7.2 (added and removed lines).
#pragma once

#include "models/registry/import_review_model.h"

#include <QWidget>

class QPlainTextEdit;

namespace countersign::widgets {
class SectionHeader;
class TextLabel;
} // namespace countersign::widgets

namespace countersign::views {

class ChangePane : public QWidget
{
    Q_OBJECT

public:
    explicit ChangePane(QWidget* parent = nullptr);
    void setChange(const models::ImportReviewModel::Detail& change);
    void setText(const QString& title, const QString& text);
    [[nodiscard]] QPlainTextEdit* before() const { return m_before; }
    [[nodiscard]] QPlainTextEdit* after() const { return m_after; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void restyle();
    void tint();

    widgets::SectionHeader* m_header;
    widgets::TextLabel* m_beforeTitle;
    widgets::TextLabel* m_afterTitle;
    QWidget* m_left;
    QPlainTextEdit* m_before;
    QPlainTextEdit* m_after;
    bool m_pair = false;
};

} // namespace countersign::views
