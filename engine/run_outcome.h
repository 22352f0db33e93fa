// Stores what follows from a run in the transaction that ends it: halt, decision request, token. Source: SPEC sections 7, 8.
// Internal to the engine. Thread: the engine's. Everything here is called inside the caller's transaction.
#pragma once

#include "engine/core.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace countersign {

/// Ends a plan's open halt and decision request, where there are such.
[[nodiscard]] base::Result<void> endOpenHalt(store::Store& store, const domain::PlanId& plan, const std::string& haltEnd, domain::RequestState requestEnd,
                                             const std::string& why);
/// Opens a halt in place of the plan's open one.
[[nodiscard]] base::Result<void> replaceHalt(store::Store& store, const domain::Halt& halt);

class RunOutcome
{
public:
    enum class Kind {
        Gate,     ///< of a task: halts, requests, a token on pass
        Narrowed, ///< a person asked for one phase alone: nothing follows
        Work,     ///< inside a plan: halts and requests, no token
    };
    RunOutcome(EngineCore& engine, const domain::Project& project, const domain::Plan& plan, domain::Run& run,
               const std::vector<domain::ValidationResult>& results)
        : m_engine(engine), m_store(engine.store()), m_project(project), m_plan(plan), m_run(run), m_results(results)
    {
    }
    /// m_run has its summary; ends it. The report gets halt, decision, token and notices.
    [[nodiscard]] base::Result<void> store(ValidateReport& report, const std::vector<std::string>& restsOn, Kind kind);

private:
    /// What was asked about this subject before: nothing, a question that is still open, or one that was rejected.
    enum class Asked { Never, Open, Rejected };
    [[nodiscard]] base::Result<Asked> joinRequest(ValidateReport& report, const domain::Json& subject, const std::string& digest);
    [[nodiscard]] base::Result<void> openHalt(ValidateReport& report, Kind kind);

    EngineCore& m_engine;
    store::Store& m_store;
    const domain::Project& m_project;
    const domain::Plan& m_plan;
    domain::Run& m_run;
    const std::vector<domain::ValidationResult>& m_results;
};

} // namespace countersign
