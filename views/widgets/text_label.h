#pragma once

#include "views/style/theme.h"

#include <QLabel>

#include <functional>

namespace countersign::widgets {

enum class TextRole { Body, BodyMedium, BodyBold, Small, SmallBold, Axis, Fixed, Sentence };
enum class Ink { Text, Secondary, Quiet, Accent, Green, Amber, Red, Violet };

// A label in one of the five kinds of type with the line height of UI.md section 2. The text is always plain.
// Without wrapping it elides and tells the rest in its tooltip.
class TextLabel : public QLabel
{
    Q_OBJECT

public:
    explicit TextLabel(const QString& text = {}, TextRole role = TextRole::Body, Ink ink = Ink::Text,
                       QWidget* parent = nullptr);

    void setInk(Ink ink);
    void setElide(Qt::TextElideMode elide);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return wordWrap(); }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void restyle();
    [[nodiscard]] int lineHeight() const;
    int layOut(int width, const std::function<void(const QString& line, int top)>& each) const;

    TextRole m_role;
    Ink m_ink;
    Qt::TextElideMode m_elide = Qt::ElideRight;
};

// The one sentence of a detail pane: 18/26, 600, wrapping.
class SentenceLabel : public TextLabel
{
    Q_OBJECT

public:
    explicit SentenceLabel(const QString& text = {}, QWidget* parent = nullptr);
};

QColor inkColour(Ink ink, const style::Theme& theme);

} // namespace countersign::widgets
