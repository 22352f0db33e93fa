// Keeps a view where the person left it: selection by id, scroll by the first visible row and its offset, while rows
// come and go; and walks it by j and k. Source: design sections 5 and 6.
#pragma once

#include <QAbstractItemView>
#include <QObject>
#include <QPersistentModelIndex>

namespace countersign::views {

class PlaceKeeper : public QObject
{
    Q_OBJECT

public:
    /// Sets the model itself, so that it hears of changes before the view does.
    PlaceKeeper(QAbstractItemView* view, QAbstractItemModel* model);

    [[nodiscard]] const QString& key() const { return m_key; }
    /// Selects quietly or with chosen(); false when no such row is there.
    bool select(const QString& key);

Q_SIGNALS:
    void chosen(const QString& key, const QModelIndex& index); ///< by a person or select(); never by a refresh
    void activated(const QModelIndex& index);                  ///< Enter or double click
    void backRequested();                                      ///< Esc

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void remember();
    void restore();
    [[nodiscard]] QModelIndex find(const QString& key) const;

    QAbstractItemView* m_view;
    QString m_key{};
    QString m_topKey{};
    int m_topOffset = 0;
    bool m_pending = false;
};

} // namespace countersign::views
