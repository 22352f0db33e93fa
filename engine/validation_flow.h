// The main job, step by step: who and what, join or begin, run, conclude. Source: SPEC sections 5 (one run per task),
// 6 and 7, 8 (requests, tokens). Internal to the engine. Thread: the engine's.
#pragma once

#include "engine/core.h"
#include "engine/plan/execution.h"
#include "engine/policy/policy.h"
#include "engine/run_outcome.h"
#include "engine/work_trees.h"

namespace countersign {

class LeaseKeeper;

/// What makes a run part of a plan's own way: which validations, on which trees, under which lease, and what then becomes of it.
struct PlanWork
{
    domain::Plan plan{};
    domain::EvaluationPhase phase = domain::EvaluationPhase::PostExecute;
    RunOutcome::Kind kind = RunOutcome::Kind::Work;
    std::vector<domain::WorkCopy> copies{}; ///< empty: the project's own trees
    LeaseKeeper* keeper = nullptr;          ///< empty before the plan is worked on
    /// Moves the plan, inside the transaction that stores the outcome.
    std::function<base::Result<void>(ValidateReport&)> settle{};
};

class ValidationFlow
{
public:
    ValidationFlow(EngineCore& engine, const ValidateRequest& request, RunObserver& observer, std::stop_token stop, const PlanWork* work = nullptr);
    ~ValidationFlow();
    [[nodiscard]] base::Result<ValidateReport> run();

private:
    [[nodiscard]] base::Result<std::string> projectNamed() const;
    base::Result<void> identify();
    void makeReady();
    [[nodiscard]] base::Result<Trees> treesNow() const;
    [[nodiscard]] base::Result<store::Transaction> begin();
    [[nodiscard]] RunOutcome::Kind kind() const;
    [[nodiscard]] base::Result<void> findPlan();
    [[nodiscard]] base::Result<void> keepAlive(base::TimeMs& lastBeat);
    [[nodiscard]] base::Result<void> stillTheSamePlan();
    [[nodiscard]] base::Result<void> noneApplicable(domain::RunSummary& summary);
    base::Result<std::optional<domain::RunId>> beginOrFind();
    /// Nothing when the run that was waited for gave no result: begin anew.
    base::Result<std::optional<ValidateReport>> join(const domain::RunId& run);
    base::Result<ValidateReport> runToTheEnd();
    base::Result<void> execute();
    base::Result<ValidateReport> conclude();
    [[nodiscard]] base::Error failed(base::Error error);
    [[nodiscard]] base::Result<bool> inProgress(const domain::Run& run) const;
    [[nodiscard]] base::Failure refused(const domain::Run& running) const;

    [[nodiscard]] bool wanted(const domain::ResolvedAttachment& attachment) const;
    [[nodiscard]] std::vector<plan::PlannedValidation> plannedNow() const;
    [[nodiscard]] base::Result<bool> sameAsPlanned();
    [[nodiscard]] base::Result<domain::RunSummary> summary(const base::Result<Trees>& after, std::vector<std::string>& restsOn);
    [[nodiscard]] domain::RunSummary judge(std::vector<std::string>& restsOn);
    [[nodiscard]] domain::RunSummary stopped(std::string_view cause, std::string reason) const;
    base::Result<void> storeOutcome(ValidateReport& report, const std::vector<std::string>& restsOn);
    base::Result<void> repeatToken(ValidateReport& report);
    base::Result<void> cancelled();
    [[nodiscard]] std::string hint() const;

    EngineCore& m_engine;
    store::Store& m_store;
    const ValidateRequest& m_request;
    RunObserver& m_observer;
    std::stop_token m_stop;
    const PlanWork* m_work; ///< nothing: the gate of a task

    RegistryView m_registry{};
    domain::Project m_project{};
    domain::Plan m_plan{};
    domain::Resolution m_resolution{};
    std::vector<plan::PlannedValidation> m_planned{};
    std::optional<runner::Redactor> m_redactor{};
    runner::ProcessHost* m_host = nullptr;
    Trees m_before{};
    std::optional<base::Error> m_obstacle{}; ///< the run can't start: no sandbox, unreadable tree
    domain::Run m_run{};
    std::vector<domain::ValidationResult> m_results{};
    std::vector<std::string> m_notices{};
    std::vector<domain::Json> m_ignored{}; ///< decision records that did not count, as event payloads
};

} // namespace countersign
