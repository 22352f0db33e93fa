// A list beside its detail, or, where the window is narrow, a stack of the two: Enter opens, Backspace returns.
// Source: design section 5.
#pragma once

#include <QObject>

class QShortcut;
class QSplitter;
class QWidget;

namespace countersign::views {

class ListDetail : public QObject
{
    Q_OBJECT

public:
    static constexpr int stackWidth = 1000; ///< of the window, at 100 %

    /// The splitter's first widget is the list's pane, the second the detail.
    ListDetail(QSplitter* splitter, QWidget* list);
    [[nodiscard]] bool stacked() const { return m_stacked; }
    [[nodiscard]] bool listShown() const { return !m_stacked || !m_detailOpen; }
    [[nodiscard]] bool detailShown() const { return !m_stacked || m_detailOpen; }
    void openDetail();
    void back(); ///< to the list, with the focus

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void fit();
    void apply();

    QSplitter* m_splitter;
    QWidget* m_list;
    QShortcut* m_return;
    bool m_stacked = false;
    bool m_detailOpen = false;
};

} // namespace countersign::views
