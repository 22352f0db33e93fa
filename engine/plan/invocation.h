// One call of a validation or a tool, from its start to what is shown and kept of it. Source: SPEC sections 3, 6.2–6.5.
// Thread: any but the host's own; blocks until the call has ended.
#pragma once

#include "engine/domain/attachment.h"
#include "engine/domain/run.h"
#include "engine/registry/effective.h"
#include "engine/runner/process_host.h"
#include "engine/runner/ready_transforms.h"
#include "engine/runner/redactor.h"
#include "engine/store/outputs.h"

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace countersign::plan {

/// A resource that fills a slot of the tool, where it is worked on.
struct BoundSlot
{
    std::string slot{};
    domain::Resource resource{};
    std::string borrowedObjects{};
};

/// One call made ready: of a validation by its attachment, or of a tool by hand or by a graph; its resource and everything
/// of its wrap chain. A call without an attachment has only validation, resource and args in it.
struct PlannedValidation
{
    domain::ResolvedAttachment attachment{};
    domain::Resource resource{};
    std::string borrowedObjects{}; ///< git: the folder of objects that a work copy borrows; shown read-only
    std::vector<BoundSlot> slots{}; ///< shown read-only beside the resource
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

/// What every call of a run shares.
struct ExecutionSettings
{
    domain::Run run{};
    domain::Json context = domain::Json::object(); ///< COUNTERSIGN_CONTEXT without its resource
    std::string searchPath{};
    int parallel = 1;
    runner::ReadyTransforms* transforms = nullptr; ///< of the run, where it has any
    std::uint64_t sharedSandboxes = 0; ///< runner::SharedSandboxes::id() of the run; 0: every call has a sandbox of its own
};

/// Redacts one stream and stores it by its digest.
[[nodiscard]] base::Result<domain::StoredOutput> keepOutput(const runner::Captured& captured, const runner::Redactor& redactor, const store::Outputs& outputs);

class Hooks;

/// A call that has ended. Everything in it is redacted.
struct Invoked
{
    domain::ValidationResult result{}; ///< of a tool: pass for exit status 0, else fail; error as for a validation
    /// What is returned to whoever called, absent for an error: of a validation {passed, message?, data?}, of a tool
    /// {exit_code, signal, stdout, stderr, json, duration_ms, timed_out}.
    std::optional<domain::Json> returned{};
    std::string out{}; ///< stdout as far as it was kept, with the cut marked; only where outputs are not stored
    std::string err{};
};

/// The program that a tool at the end of a wrap chain starts: argv[0]; empty for what runs inside the engine.
[[nodiscard]] std::string programOf(const domain::Tool& root);

class Invocation
{
public:
    /// outputs: where stdout and stderr are stored, or null where nothing is. All must outlive it.
    Invocation(const ExecutionSettings& settings, Hooks& hooks, runner::ProcessHost& host, const runner::Redactor& redactor, const store::Outputs* outputs,
               const base::Clock& clock);

    [[nodiscard]] Invoked operator()(const PlannedValidation& planned, std::stop_token stop) const;
    /// The result of a call that ended in an exception.
    [[nodiscard]] domain::ValidationResult broken(const PlannedValidation& planned, const std::string& why) const;

private:
    [[nodiscard]] Invoked run(const PlannedValidation& planned, std::stop_token stop) const;

    const ExecutionSettings& m_settings;
    Hooks& m_hooks;
    runner::ProcessHost& m_host;
    const runner::Redactor& m_redactor;
    const store::Outputs* m_outputs;
    const base::Clock& m_clock;
};

} // namespace countersign::plan
