// Go to or do: one list of places, plans, halts, validations and commands, matched by the starts of words.
// Source: design section 5. A command that needs confirmation opens its dialog; signing never completes here.
#pragma once

#include "views/style/glyph.h"

#include <QFrame>
#include <QPointer>

#include <functional>
#include <vector>

class QLineEdit;
class QStandardItemModel;
class QTreeView;

namespace countersign::views {

struct PaletteEntry
{
    QString title{};
    QString kind{}; ///< "plan", "command"; with the shortcut
    style::Glyph glyph = style::Glyph::None;
    std::function<void()> run{};
};

/// Every word of the query starts a word of the title or kind.
[[nodiscard]] bool matchesWordStarts(const QString& title, const QString& query);

class Palette : public QFrame
{
    Q_OBJECT

public:
    using Source = std::function<std::vector<PaletteEntry>()>;
    Palette(QLineEdit* edit, Source source, QWidget* window);
    void open(); ///< moves the focus into the field
    [[nodiscard]] QTreeView* list() const { return m_list; }

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void fill();
    void place();
    void leave();
    void accept(const QModelIndex& index);

    QLineEdit* m_edit;
    Source m_source;
    std::vector<PaletteEntry> m_entries{};
    QStandardItemModel* m_model;
    QTreeView* m_list;
    QPointer<QWidget> m_before{};
};

} // namespace countersign::views
