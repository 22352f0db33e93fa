// A verdict about the work: findings, output, attempts. Nothing here decides anything. Source: design 7.4, SPEC 7.
#pragma once

#include "models/inbox/findings_model.h"
#include "views/inbox/halt_page.h"

class QTreeView;

namespace countersign::widgets {
class EvidenceView;
class SectionHeader;
} // namespace countersign::widgets

namespace countersign::views {

class PlaceKeeper;

class BlockerPage : public HaltPage
{
    Q_OBJECT

public:
    BlockerPage(models::Desk& desk, const QString& haltId, QWidget* parent = nullptr);
    [[nodiscard]] bool can(Command command) const override;
    void run(Command command) override;
    [[nodiscard]] QList<QWidget*> panes() const override;

protected:
    void fill(const HaltDetail& detail) override;

private:
    void showOutput(const QString& resultId, const QString& find);

    models::FindingsModel m_findings{};
    models::AttemptsModel m_attempts{};
    widgets::SectionHeader* m_findingsHeader;
    QTreeView* m_findingsView;
    PlaceKeeper* m_keeper = nullptr;
    widgets::SectionHeader* m_outputHeader;
    widgets::EvidenceView* m_output;
    widgets::SectionHeader* m_attemptsHeader;
    QTreeView* m_attemptsView;
    QString m_shown{};
};

} // namespace countersign::views
