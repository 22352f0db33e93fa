// One change read whole: what is registered now beside what the import would make of it, with the lines that differ
// tinted. Or one text over the whole width, for a problem. Source: SPEC 4, design 7.2 (added and removed lines).
#pragma once

#include "models/registry/import_review_model.h"

#include <QPlainTextEdit>

namespace countersign::widgets {
class SectionHeader;
class TextLabel;
} // namespace countersign::widgets

namespace countersign::views {

/// Some of its lines stand on a tint of the whole width.
class TintedText : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit TintedText(const QString& name, bool added, QWidget* parent = nullptr);
    void setTinted(int first, int last); ///< last before first: none

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_added;
    int m_first = 0;
    int m_last = -1;
};

class ChangePane : public QWidget
{
    Q_OBJECT

public:
    explicit ChangePane(QWidget* parent = nullptr);
    void setChange(const models::ImportReviewModel::Detail& change);
    void setText(const QString& title, const QString& text);
    [[nodiscard]] TintedText* before() const { return m_before; }
    [[nodiscard]] TintedText* after() const { return m_after; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void restyle();

    widgets::SectionHeader* m_header;
    widgets::TextLabel* m_beforeTitle;
    widgets::TextLabel* m_afterTitle;
    QWidget* m_left;
    TintedText* m_before;
    TintedText* m_after;
};

} // namespace countersign::views
