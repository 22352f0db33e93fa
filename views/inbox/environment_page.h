// The coder could not be started: what to install and where it was looked for. Re-check and re-run belong to plans and
// are absent until then. Nothing here decides anything. Source: design 7.3, SPEC 7.
#pragma once

#include "views/inbox/error_page.h"

namespace countersign::views {

class EnvironmentPage : public HaltPage
{
    Q_OBJECT

public:
    EnvironmentPage(models::Desk& desk, const QString& haltId, QWidget* parent = nullptr);
    [[nodiscard]] QList<QWidget*> panes() const override;

protected:
    void fill(const HaltDetail& detail) override;
    [[nodiscard]] QString quietLine(const HaltDetail& detail) const override;

private:
    PathModel m_path{};
    QVBoxLayout* m_hintPlace;
    QString m_hint{};
    widgets::SectionHeader* m_pathHeader;
    QTreeView* m_pathView;
    widgets::SectionHeader* m_logHeader;
    widgets::EvidenceView* m_log;
};

} // namespace countersign::views
