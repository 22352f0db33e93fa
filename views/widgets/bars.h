#pragma once

#include "views/style/glyph.h"
#include "views/style/status_icon.h"

#include <QWidget>

class QHBoxLayout;
class QPushButton;
class QToolButton;

namespace countersign::widgets {

class IconBox;
class TextLabel;

// A flat tool button with words: "Next unread  N".
QToolButton* makeFlatButton(const QString& text, style::Glyph glyph = style::Glyph::None, const QString& key = {});

// A grey bar of fixed height with a 1 px line at one edge. Base of the headers, feet and filter bars.
class Bar : public QWidget
{
    Q_OBJECT

public:
    enum class Line { None, Top, Bottom };

    Bar(int height, int margin, Line line, QWidget* parent = nullptr);
    [[nodiscard]] QHBoxLayout* row() const { return m_row; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void restyle();

    QHBoxLayout* m_row;
    int m_height;
    int m_margin;
    Line m_line;
};

// 32 px: bold title, quiet note, actions at the right.
class SectionHeader : public Bar
{
    Q_OBJECT

public:
    explicit SectionHeader(const QString& title, const QString& note = {}, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setNote(const QString& note);
    // Between the note and the free space: tabs, a combo box.
    void addLeading(QWidget* widget);
    // At the right edge; buttons and combos become 24 px high.
    void addAction(QWidget* widget);
    using QWidget::addAction;
    // At the right, before the trailing note: a legend.
    void addTrailing(QWidget* widget);
    // A quiet text at the right edge.
    void setTrailingNote(const QString& note);

private:
    TextLabel* m_title;
    TextLabel* m_note;
    TextLabel* m_trailing;
    int m_leading = 2;
};

// 52 px (or 36 px for words only): actions at the left and the words that explain them beside.
class StepFoot : public Bar
{
    Q_OBJECT

public:
    explicit StepFoot(QWidget* parent = nullptr, int height = 52);

    void addButton(QPushButton* button);
    void setWords(const QString& words, style::Glyph glyph = style::Glyph::None);
    void addTrailing(QWidget* widget);

private:
    IconBox* m_icon;
    TextLabel* m_words;
    int m_buttons = 0;
};

// 28 px: "7 open" at the left, "31 closed in the last 7 days" at the right.
class PaneFoot : public Bar
{
    Q_OBJECT

public:
    explicit PaneFoot(QWidget* parent = nullptr);
    void setWords(const QString& left, const QString& right);

private:
    TextLabel* m_left;
    TextLabel* m_right;
};

// A notice above a pane: "Closed 11:58, applied". It changes nothing by itself.
class Strip : public Bar
{
    Q_OBJECT

public:
    explicit Strip(QWidget* parent = nullptr);

    void setNotice(const QString& words, style::Glyph glyph = style::Glyph::Info);
    void setProblem(const QString& words, style::StatusKind kind);
    void addAction(QWidget* button);
    using QWidget::addAction;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    IconBox* m_icon;
    TextLabel* m_words;
};

} // namespace countersign::widgets
