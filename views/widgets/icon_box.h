#pragma once

#include "views/style/glyph.h"
#include "views/style/status_icon.h"

#include <QWidget>

#include <optional>

namespace countersign::widgets {

// A picture of 14 or 16 px beside a word; it has no name of its own, since the word says it.
class IconBox : public QWidget
{
    Q_OBJECT

public:
    explicit IconBox(int size = 16, QWidget* parent = nullptr);

    void setStatus(style::StatusKind kind);
    void setGlyph(style::Glyph glyph);
    void clear();
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_size;
    std::optional<style::StatusKind> m_kind;
    style::Glyph m_glyph = style::Glyph::None;
};

} // namespace countersign::widgets
