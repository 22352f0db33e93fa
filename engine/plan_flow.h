// Work on one plan, from its lease to where it waits for somebody: copies, coder, validations. Source: SPEC section 5.
// Today one attempt of one round; the fix loop, strategies and apply find their place in work(). Internal to the engine.
// Thread: the engine's.
#pragma once

#include "engine/core.h"
#include "engine/lease_keeper.h"
#include "engine/plan/actor_start.h"
#include "engine/validation_flow.h"

namespace countersign {

class PlanFlow
{
public:
    PlanFlow(EngineCore& engine, const domain::PlanId& plan, RunObserver& observer, std::stop_token stop)
        : m_engine(engine), m_store(engine.store()), m_id(plan), m_observer(observer), m_stop(std::move(stop))
    {
    }
    [[nodiscard]] base::Result<PlanReport> run();

private:
    /// What stops the plan for the operator, before it is stored.
    struct Stop
    {
        domain::Outcome outcome = domain::Outcome::InternalError;
        std::string cause{};
        std::string reason{};
        std::string hint{};
        std::optional<domain::Environment> environment{};
    };

    [[nodiscard]] base::Result<void> load();
    [[nodiscard]] base::Result<void> requireStartable();
    /// A person's way into execute. False: a halt stands instead.
    [[nodiscard]] base::Result<bool> passGate();
    [[nodiscard]] base::Result<void> start();
    [[nodiscard]] base::Result<void> work();
    [[nodiscard]] base::Result<std::optional<Stop>> makeCopies();
    [[nodiscard]] base::Result<std::optional<Stop>> compareWithValidated(const Trees& trees);
    [[nodiscard]] base::Result<std::optional<Stop>> code();
    [[nodiscard]] base::Result<bool> coderHasWorked();
    [[nodiscard]] runner::ProcessEnd watch(runner::CommandSpec command);
    [[nodiscard]] base::Result<domain::ActorCall> endCall(domain::ActorCall call, const runner::ProcessEnd& end, const base::Result<Trees>& after);
    [[nodiscard]] base::Result<void> validate();
    [[nodiscard]] Stop lacking(const plan::ActorVerdict& verdict, const domain::ActorCall& call) const;
    [[nodiscard]] base::Result<void> halt(const Stop& stop);
    [[nodiscard]] base::Result<void> cancelled();
    [[nodiscard]] base::Result<void> failed(const base::Error& error);
    [[nodiscard]] base::Result<void> settle(const ValidateReport& report);
    [[nodiscard]] base::Result<PlanReport> report();
    [[nodiscard]] base::Result<Trees> trees() const;

    EngineCore& m_engine;
    store::Store& m_store;
    domain::PlanId m_id;
    RunObserver& m_observer;
    std::stop_token m_stop;

    RegistryView m_registry{};
    domain::Project m_project{};
    domain::ActorDefinition m_coder{};
    domain::Plan m_plan{};
    runner::ProcessHost* m_host = nullptr;
    std::optional<runner::Redactor> m_redactor{};
    std::vector<domain::WorkCopy> m_copies{};
    std::unique_ptr<LeaseKeeper> m_keeper{};
    std::optional<ValidateReport> m_validation{};
    std::vector<std::string> m_notices{};
};

} // namespace countersign
