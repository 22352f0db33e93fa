// The lifecycle of a tool around its calls: discover, activate, deactivate. Source: SPEC section 3, ADR 013.
// discover and activate run once for all validations of a run that share the tool and the resource; the first one that
// needs them runs them, the others wait. The last one that leaves runs deactivate, also after a cancel or an error.
// Internal to engine/plan. Thread: any worker of an Execution.
#pragma once

#include "engine/plan/root.h"

#include <map>
#include <mutex>

namespace countersign::plan {

class Hooks
{
public:
    /// Counts who will come: every one that isn't broken and whose tool has a lifecycle must enter and leave once.
    Hooks(const std::vector<PlannedValidation>& planned, const ExecutionSettings& settings, runner::ProcessHost& host);

    struct Ready
    {
        std::optional<RootEnd> failed{};               ///< LifecycleDiscover, LifecycleActivate, Cancelled
        domain::Json activation = domain::Json(nullptr); ///< the object that activate printed; null: none
    };
    [[nodiscard]] Ready enter(const PlannedValidation& planned, std::stop_token stop);
    /// LifecycleDeactivate, for the one that left last.
    [[nodiscard]] std::optional<runner::DirectResult> leave(const PlannedValidation& planned);

private:
    struct Shared
    {
        std::mutex mutex{};
        int expected = 0;
        bool entered = false;
        bool discovered = false; ///< from here on deactivate is owed
        Ready ready{};
    };
    [[nodiscard]] Shared* sharedOf(const PlannedValidation& planned);
    [[nodiscard]] Ready prepare(const PlannedValidation& planned, Shared& shared, const std::stop_token& stop) const;
    [[nodiscard]] std::optional<RootEnd> runHook(const PlannedValidation& planned, const char* hook, const base::CodeInfo& code, const domain::Json& activation,
                                                 std::chrono::milliseconds timeout, const std::stop_token& stop, std::string* printed = nullptr) const;

    const ExecutionSettings& m_settings;
    runner::ProcessHost& m_host;
    std::map<std::string, Shared> m_shared; ///< made in the constructor, then only looked up
};

/// Leaves in any case.
class Stay
{
public:
    Stay(Hooks& hooks, const PlannedValidation& planned) : m_hooks(hooks), m_planned(planned) {}
    ~Stay()
    {
        if (!m_left)
            (void)m_hooks.leave(m_planned);
    }
    Stay(const Stay&) = delete;
    Stay& operator=(const Stay&) = delete;
    [[nodiscard]] std::optional<runner::DirectResult> leave()
    {
        m_left = true;
        return m_hooks.leave(m_planned);
    }

private:
    Hooks& m_hooks;
    const PlannedValidation& m_planned;
    bool m_left = false;
};

} // namespace countersign::plan
