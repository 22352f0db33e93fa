// One plan: where it stands, its run on a timeline, what applies and why, and the log. Source: design 7.6.
#pragma once

#include "models/desk/desk.h"
#include "models/plans/effective_model.h"
#include "views/actions/actions.h"

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QPushButton;
class QTabBar;
class QTreeView;

namespace countersign::widgets {
class EvidenceView;
class FilterEdit;
class LifecycleStepper;
class RunTimeline;
class SectionHeader;
class SentenceLabel;
class StatusLine;
} // namespace countersign::widgets

namespace countersign::views {

class PlaceKeeper;

class PlanDetailView : public QWidget
{
    Q_OBJECT

public:
    explicit PlanDetailView(models::Desk& desk, QWidget* parent = nullptr);
    void setPlan(const PlanDetail& detail);
    [[nodiscard]] QString planId() const;
    [[nodiscard]] bool settled() const { return m_runDone == m_runAsked && m_logDone == m_logAsked; }
    [[nodiscard]] QList<QWidget*> panes() const;
    void openLog();
    void findInLog();
    void findAgain(bool forward);
    [[nodiscard]] QString rowText() const;

Q_SIGNALS:
    void attachmentsRequested();
    void commandRequested(Command command); ///< ValidateAgain or RerunUnchanged

private:
    void build();
    void showNext();
    void showLifecycle();
    [[nodiscard]] QString runLabel(const domain::Run& run) const;
    void showRuns();
    void loadRun();
    void showRun(const domain::Run& run, const std::vector<domain::ValidationResult>& results);
    void chooseValidation(const QString& attachment);
    void loadLog();
    [[nodiscard]] const domain::Run* shownRun() const;

    models::Desk& m_desk;
    PlanDetail m_detail{};
    std::vector<domain::ValidationResult> m_results{};
    std::vector<models::RunBar> m_bars{};
    models::EffectiveModel m_effective{};
    QTimer m_second{};
    std::uint64_t m_runAsked = 0;
    std::uint64_t m_runDone = 0;
    std::uint64_t m_logAsked = 0;
    std::uint64_t m_logDone = 0;
    std::string m_logDigest{};
    widgets::StatusLine* m_status;
    widgets::SentenceLabel* m_title;
    QPushButton* m_again;
    Command m_next = Command::ValidateAgain;
    widgets::LifecycleStepper* m_stepper;
    widgets::SectionHeader* m_runHeader;
    QTabBar* m_tabs;
    widgets::RunTimeline* m_timeline;
    widgets::SectionHeader* m_effectiveHeader;
    QTreeView* m_table;
    PlaceKeeper* m_keeper;
    widgets::SectionHeader* m_logHeader;
    QComboBox* m_logChoice;
    QCheckBox* m_follow;
    widgets::FilterEdit* m_find;
    widgets::EvidenceView* m_log;
};

/// The style's rows of a run's bars.
} // namespace countersign::views
