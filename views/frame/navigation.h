// The areas of the window at its left edge, with their counts; only icons when the window is narrow.
#pragma once

#include "views/actions/actions.h"

#include <QListView>

class QStandardItemModel;

namespace countersign::views {

enum class Area { Inbox, Plans, Attachments, Live, History, Audit, Settings };
inline constexpr int areaCount = 7;

[[nodiscard]] QString areaName(Area area);
[[nodiscard]] Command commandOf(Area area);

class Navigation : public QListView
{
    Q_OBJECT

public:
    explicit Navigation(QWidget* parent = nullptr);
    void setCount(Area area, int count); ///< 0 shows nothing
    void setArea(Area area);
    void setNarrow(bool narrow);

Q_SIGNALS:
    void areaChosen(countersign::views::Area area);

protected:
    void changeEvent(QEvent* event) override;

private:
    void restyle();
    QStandardItemModel* m_areas;
    bool m_narrow = false;
};

} // namespace countersign::views
