// One area of the window: what it can do now, its filter, its panes.
#pragma once

#include "views/actions/actions.h"

#include <QWidget>

namespace countersign::views {

class Page : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;
    [[nodiscard]] virtual bool can(Command command) const = 0;
    virtual void run(Command command) = 0;
    [[nodiscard]] virtual QList<QWidget*> panes() const = 0; ///< in the order of F6; the first takes the focus
    virtual void ageTick() {}                                ///< once a minute
    virtual bool show(const QString&) { return false; }      ///< selects the thing of this id
    [[nodiscard]] virtual bool settled() const { return true; } ///< nothing that it asked for is still on its way

Q_SIGNALS:
    void canChanged();
    void messagePosted(const QString& words); ///< shown quietly in the window's header
    void reviewRequested(const QString& directory); ///< of files that may be imported
    void goRequested(countersign::views::Command area, const QString& id);
};

} // namespace countersign::views
