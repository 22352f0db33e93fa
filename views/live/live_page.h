// Everything that runs now, one block for each run, newest first. Source: design 7.8.
#pragma once

#include "models/desk/desk.h"
#include "views/frame/page.h"

#include <QTimer>

class QStackedLayout;
class QVBoxLayout;

namespace countersign::widgets {
class EmptyState;
class RunTimeline;
class SectionHeader;
} // namespace countersign::widgets

namespace countersign::views {

class LivePage : public Page
{
    Q_OBJECT

public:
    explicit LivePage(models::Desk& desk, QWidget* parent = nullptr);
    [[nodiscard]] bool can(Command command) const override;
    void run(Command command) override;
    [[nodiscard]] QList<QWidget*> panes() const override;

private:
    struct Block
    {
        QWidget* widget = nullptr;
        widgets::SectionHeader* header = nullptr;
        widgets::RunTimeline* timeline = nullptr;
        base::TimeMs startedAt = 0;
    };
    void refresh();
    void tick();
    Block& block(const models::LiveRow& row);

    models::Desk& m_desk;
    std::map<QString, Block> m_blocks{};
    QVBoxLayout* m_rows;
    QStackedLayout* m_stack;
    widgets::EmptyState* m_empty;
    QTimer m_second{};
};

} // namespace countersign::views
