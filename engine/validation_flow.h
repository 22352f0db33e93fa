// The main job, step by step: who and what, join or begin, run, conclude. Source: SPEC sections 5 (one run per task),
// 6 and 7, 8 (requests, tokens). Internal to the engine. Thread: the engine's.
#pragma once

#include "engine/core.h"
#include "engine/plan/execution.h"
#include "engine/policy/policy.h"

namespace countersign {

class ValidationFlow
{
public:
    ValidationFlow(EngineCore& engine, const ValidateRequest& request, RunObserver& observer, std::stop_token stop);
    [[nodiscard]] base::Result<ValidateReport> run();

private:
    using Trees = std::map<std::string, plan::Tree>;

    base::Result<void> identify();
    base::Result<void> requireEnded(const domain::Run& run); ///< RUN_IN_PROGRESS while its process is alive
    base::Result<void> readTrees(Trees& trees);
    base::Result<std::optional<domain::RunId>> beginOrFind();
    base::Result<ValidateReport> join(const domain::RunId& run);
    base::Result<void> execute();
    base::Result<ValidateReport> conclude();

    [[nodiscard]] bool wanted(const domain::ResolvedAttachment& attachment) const;
    [[nodiscard]] plan::PlannedValidation prepare(const domain::ResolvedAttachment& attachment) const;
    [[nodiscard]] std::optional<base::Error> pinnedDifference(const domain::Tool& tool, const std::string& resource,
                                                              std::map<std::string, std::string>& digests) const;
    [[nodiscard]] domain::RunSummary judge(std::vector<std::string>& restsOn);
    [[nodiscard]] domain::RunSummary stopped(std::string_view cause, std::string reason) const;
    base::Result<void> storeOutcome(ValidateReport& report);
    base::Result<void> openHalt(ValidateReport& report);
    base::Result<bool> joinRequest(ValidateReport& report, const domain::Json& subject, const std::string& digest);
    base::Result<void> repeatToken(ValidateReport& report);
    base::Result<ValidateReport> perform();
    void abandon(const base::Error& why);
    base::Result<void> cancelled();
    [[nodiscard]] std::string hint() const;

    EngineCore& m_engine;
    store::Store& m_store;
    const ValidateRequest& m_request;
    RunObserver& m_observer;
    std::stop_token m_stop;

    RegistryView m_registry{};
    domain::Project m_project{};
    domain::Plan m_plan{};
    domain::Resolution m_resolution{};
    std::vector<plan::PlannedValidation> m_planned{};
    runner::ProcessHost* m_host = nullptr;
    Trees m_before{};
    std::optional<base::Error> m_obstacle{}; ///< the run can't start: no sandbox, unreadable tree
    domain::Run m_run{};
    std::vector<domain::ValidationResult> m_results{};
    std::vector<std::string> m_notices{};
    std::vector<domain::Json> m_ignored{}; ///< decision records that did not count, as event payloads
};

} // namespace countersign
