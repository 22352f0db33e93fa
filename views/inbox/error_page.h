// No verdict: a validation, the engine or something unknown failed. What ran, how it ended, what may help; there is
// nothing to decide. Source: design 7.5, SPEC 7.
#pragma once

#include "models/cells.h"
#include "views/inbox/halt_page.h"

class QPushButton;
class QTreeView;

namespace countersign::widgets {
class EvidenceView;
class SectionHeader;
class StepFoot;
} // namespace countersign::widgets

namespace countersign::views {

class InstallHint;

/// What ran and how it ended.
class EndedModel : public models::CellTableModel
{
    Q_OBJECT

public:
    enum Column { Verdict, Validation, Ended, Code, Duration, ColumnCount };
    using CellTableModel::CellTableModel;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    void setResults(const std::vector<domain::ValidationResult>& results);

protected:
    [[nodiscard]] QString headerText(int column) const override;
    [[nodiscard]] bool rightAligned(int column) const override { return column == Duration; }
};

/// Where a program was looked for, in order.
class PathModel : public models::CellTableModel
{
    Q_OBJECT

public:
    enum Column { Number, Directory, ColumnCount };
    using CellTableModel::CellTableModel;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    void setPath(const std::string& path);

protected:
    [[nodiscard]] QString headerText(int column) const override;
};

class ErrorPage : public HaltPage
{
    Q_OBJECT

public:
    ErrorPage(models::Desk& desk, const QString& haltId, QWidget* parent = nullptr);
    [[nodiscard]] bool can(Command command) const override;
    void run(Command command) override;
    [[nodiscard]] QList<QWidget*> panes() const override;

protected:
    void fill(const HaltDetail& detail) override;
    [[nodiscard]] QString quietLine(const HaltDetail& detail) const override;
    [[nodiscard]] bool mayRerun() const override { return detail().plan.state == domain::PlanState::Errored; }

private:
    void showLog(int row);
    void showHint(const HaltDetail& detail);
    void recheck();
    void looked(const base::Result<Recheck>& result);
    /// A program was missing, so it can be looked for again.
    [[nodiscard]] bool missedSomething() const { return !m_searchedPath.empty(); }

    EndedModel m_ended{};
    PathModel m_path{};
    InstallHint* m_hint;
    QPushButton* m_rerun;
    QPushButton* m_recheck;
    widgets::StepFoot* m_stepFoot;
    widgets::SectionHeader* m_endedHeader;
    QTreeView* m_endedView;
    widgets::SectionHeader* m_pathHeader;
    QTreeView* m_pathView;
    widgets::SectionHeader* m_logHeader;
    widgets::EvidenceView* m_log;
    QString m_shown{};
    std::string m_searchedPath{};
    bool m_looking = false;
};

} // namespace countersign::views
