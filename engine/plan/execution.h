// Runs the validations of one run, each in its sandbox, several at a time. Source: SPEC sections 6.1–6.5.
// Thread: next() and the constructor on the owner's thread; the work goes on on threads of its own.
#pragma once

#include "engine/domain/attachment.h"
#include "engine/domain/run.h"
#include "engine/registry/effective.h"
#include "engine/runner/process_host.h"
#include "engine/runner/redactor.h"
#include "engine/store/outputs.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace countersign::plan {

/// One validation made ready: its attachment, its resource and everything of its wrap chain.
struct PlannedValidation
{
    domain::ResolvedAttachment attachment{};
    domain::Resource resource{};
    std::string borrowedObjects{}; ///< git: the folder of objects that a work copy borrows; shown read-only
    domain::Mode mode = domain::Mode::Required;
    std::string definitionDigest{};
    std::string treeDigest{};
    std::vector<domain::Tool> chain{}; ///< from the validation to the root that really runs
    domain::Json rootArguments = domain::Json::object();
    std::chrono::seconds timeout{300};
    std::vector<std::string> volatilePointers{};
    std::string installHint{}; ///< registered on the chain, nearest first
    std::optional<base::Error> broken{}; ///< can't be run: an error without a start
};

/// What every validation of a run shares.
struct ExecutionSettings
{
    domain::Run run{};
    domain::Json context = domain::Json::object(); ///< COUNTERSIGN_CONTEXT without its resource
    std::string searchPath{};
    int parallel = 1;
};

/// Redacts one stream and stores it by its digest.
[[nodiscard]] base::Result<domain::StoredOutput> keepOutput(const runner::Captured& captured, const runner::Redactor& redactor, const store::Outputs& outputs);

class Hooks;

/// A result with its outputs stored, ready for the database.
class Execution
{
public:
    Execution(std::vector<PlannedValidation> planned, ExecutionSettings settings, runner::ProcessHost& host, const runner::Redactor& redactor,
              const store::Outputs& outputs, const base::Clock& clock);
    ~Execution(); ///< cancels what still runs and waits for it

    /// The next finished result; nothing when none came within the time, or all were handed out (done()).
    [[nodiscard]] std::optional<domain::ValidationResult> next(std::chrono::milliseconds patience);
    [[nodiscard]] bool done() const { return m_handedOut == m_planned.size(); }
    void cancel();

private:
    void work(std::stop_token stop);
    [[nodiscard]] domain::ValidationResult evaluate(const PlannedValidation& planned, std::stop_token stop) const;

    std::vector<PlannedValidation> m_planned;
    ExecutionSettings m_settings;
    runner::ProcessHost& m_host;
    const runner::Redactor& m_redactor;
    const store::Outputs& m_outputs;
    const base::Clock& m_clock;
    runner::SharedSandboxes m_shared; ///< of this run alone
    std::unique_ptr<Hooks> m_hooks;
    std::size_t m_nextToStart = 0;
    std::size_t m_handedOut = 0;
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::deque<domain::ValidationResult> m_results;
    std::vector<std::jthread> m_workers;
};

} // namespace countersign::plan
