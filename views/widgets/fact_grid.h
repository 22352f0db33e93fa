#pragma once

#include "views/style/glyph.h"
#include "views/style/status_icon.h"
#include "views/widgets/text_label.h"

#include <QWidget>

class QGridLayout;

namespace countersign::widgets {

class IconBox;

// Label column of 80 px and values that wrap or are fields; rows are at least 24 px high.
class FactGrid : public QWidget
{
    Q_OBJECT

public:
    explicit FactGrid(QWidget* parent = nullptr, int labelWidth = 80);

    // The label becomes part of the value's accessible name.
    TextLabel* addFact(const QString& label, const QString& value, TextRole role = TextRole::Body);
    void addFact(const QString& label, QWidget* value);
    void clear();
    [[nodiscard]] int count() const { return m_rows; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void restyle();

    QGridLayout* m_grid;
    int m_labelWidth;
    int m_rows = 0;
    QList<QWidget*> m_fieldLabels{};
};

// Icon, word in its hue, then text: "Escalate  Needs your decision".
class StatusLine : public QWidget
{
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setStatus(style::StatusKind kind, const QString& word, const QString& text = {});
    void setGlyph(style::Glyph glyph, const QString& word, const QString& text = {});
    // Quiet words at the right edge.
    void setTrailing(const QString& text);

private:
    void setWords(const QString& word, const QString& text);

    IconBox* m_icon;
    TextLabel* m_word;
    TextLabel* m_text;
    TextLabel* m_trailing;
};

} // namespace countersign::widgets
