// The row below everything: store, chain; engine, agents. Each opens what it speaks of. Source: design section 5.
#pragma once

#include "models/desk/desk.h"
#include "views/widgets/bars.h"

class QToolButton;

namespace countersign::widgets {
class IconBox;
} // namespace countersign::widgets

namespace countersign::views {

class StatusRow : public widgets::Bar
{
    Q_OBJECT

public:
    explicit StatusRow(models::Desk& desk, QWidget* parent = nullptr);

Q_SIGNALS:
    void auditRequested();
    void liveRequested();

private:
    void refresh();
    void showChain();
    void showProcesses();

    models::Desk& m_desk;
    QToolButton* m_store;
    widgets::IconBox* m_chainIcon;
    QToolButton* m_chain;
    QToolButton* m_engine;
    QToolButton* m_agents;
};

} // namespace countersign::views
