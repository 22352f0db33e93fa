// A notice whose words stand whole, over as many lines as they need: icon, words, what can be done about it.
#pragma once

#include "views/style/glyph.h"
#include "views/style/status_icon.h"

#include <QWidget>

class QHBoxLayout;
class QPushButton;

namespace countersign::widgets {
class IconBox;
class TextLabel;
} // namespace countersign::widgets

namespace countersign::views {

class Notice : public QWidget
{
    Q_OBJECT

public:
    explicit Notice(QWidget* parent = nullptr);
    void setWords(style::StatusKind kind, const QString& words);
    void setWords(style::Glyph glyph, const QString& words);
    [[nodiscard]] QString words() const;
    void addButton(QPushButton* button);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void restyle();

    QHBoxLayout* m_row;
    widgets::IconBox* m_icon;
    widgets::TextLabel* m_words;
};

} // namespace countersign::views
