// The façade: values in, values out. Source: SPEC sections 1, 4–8, 14.
//
// Runtime is what one process shares: the process host, configuration, clock, log, who we are. Thread-safe.
// Engine is one connection to one store, used on the thread that opened it; open as many as there are threads.
// Every change is one transaction with its event of the audit chain. Changes by other processes and other threads
// are seen with poll().
#pragma once

#include "engine/authority/record_signer.h"
#include "engine/base/clock.h"
#include "engine/requests.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace countersign {

struct RuntimeOptions
{
    std::filesystem::path helperDirectory{}; ///< of countersign-supervisor and countersign-transform; empty: beside this program
    std::filesystem::path configFile{};      ///< empty: $XDG_CONFIG_HOME/countersign/config.yml
    std::filesystem::path stateDirectory{};  ///< empty: $XDG_STATE_HOME/countersign
    domain::ActorKind kind = domain::ActorKind::Person;
    std::string actorName{}; ///< empty: the login
    bool selfDeclared = false; ///< the name is the agent's own word
    std::string program{};   ///< "countersign", "countersignctl", "countersign-mcp"
    std::filesystem::path ctl{}; ///< countersignctl, which works on dispatched plans; empty: beside this program
    std::shared_ptr<const base::Clock> clock{}; ///< empty: the machine's
};

class Runtime
{
public:
    [[nodiscard]] static base::Result<std::shared_ptr<Runtime>> create(RuntimeOptions options);
    virtual ~Runtime() = default;
    [[nodiscard]] virtual const base::Clock& clock() const = 0;
    [[nodiscard]] virtual const domain::Actor& actor() const = 0;
    [[nodiscard]] virtual std::filesystem::path stateDirectory() const = 0;
    [[nodiscard]] virtual std::filesystem::path keyDirectory() const = 0; ///< 0700, made when missing
    [[nodiscard]] virtual std::string searchPath() const = 0;
};

/// Who may create or migrate the store it opens: the console and the ctl; nobody else.
enum class OpenMode { Existing, ExistingOrMigrate, CreateOrMigrate };

class Engine
{
public:
    /// store: a file NAME.db (its outputs and secret live in NAME.d beside it). Empty: the default store.
    [[nodiscard]] static base::Result<std::unique_ptr<Engine>> open(std::shared_ptr<Runtime> runtime, std::filesystem::path store,
                                                                     OpenMode mode);
    virtual ~Engine() = default;

    // Where things stand
    [[nodiscard]] virtual base::Result<StoreStatus> status() = 0;
    [[nodiscard]] virtual base::Result<Changes> poll(const Cursor& since) = 0;
    virtual base::Result<void> heartbeat() = 0; ///< call about every 2 s while the process lives

    // The main job
    [[nodiscard]] virtual base::Result<ValidateReport> validate(const ValidateRequest& request, RunObserver& observer,
                                                                 std::stop_token stop) = 0;
    [[nodiscard]] virtual base::Result<ValidateReport> runReport(const domain::RunId& run) = 0;

    // Halts and decisions
    [[nodiscard]] virtual base::Result<std::vector<domain::Halt>> openHalts(const std::string& project) = 0;
    [[nodiscard]] virtual base::Result<std::vector<domain::Halt>> closedHalts(const std::string& project, int limit) = 0;
    [[nodiscard]] virtual base::Result<HaltDetail> halt(const domain::HaltId& id) = 0;
    [[nodiscard]] virtual base::Result<std::vector<domain::DecisionRequest>> pendingDecisions(const std::string& project) = 0;
    [[nodiscard]] virtual base::Result<DecideReport> decide(const DecideRequest& request, authority::RecordSigner& signer) = 0;
    virtual base::Result<void> markSubjectSeen(const domain::HaltId& decision) = 0;
    /// Lines of an output that this login has read, as [first, last] pairs.
    [[nodiscard]] virtual base::Result<domain::Json> readLines(const std::string& outputDigest) = 0;
    virtual base::Result<void> saveReadLines(const std::string& outputDigest, const domain::Json& ranges) = 0;
    [[nodiscard]] virtual base::Result<std::vector<domain::Signer>> signers() = 0;
    virtual base::Result<domain::Signer> addSigner(const SignerRequest& request) = 0;
    virtual base::Result<domain::Signer> revokeSigner(const std::string& nameOrKeyId) = 0;

    // Plans
    [[nodiscard]] virtual base::Result<std::vector<PlanRow>> plans(const std::string& project) = 0;
    [[nodiscard]] virtual base::Result<PlanDetail> plan(const std::string& idOrTask, const std::string& project) = 0;
    /// Claims the token once and for all, and puts the plan into execute/queued. Then startPlan(). Errors: Token*, PLAN_*, CHAIN_BROKEN.
    virtual base::Result<DispatchReport> dispatch(const DispatchRequest& request, std::stop_token stop) = 0;
    /// Works on a plan on this thread until it waits for somebody, is complete or is cancelled. From strategize/queued it first runs
    /// the pre-execute validations, as a person's way into execute. Errors: PLAN_BUSY naming who works on it, PLAN_FINAL, PLAN_HALTED.
    virtual base::Result<PlanReport> runPlan(const domain::PlanId& plan, RunObserver& observer, std::stop_token stop) = 0;
    /// Starts `countersignctl plan run` for it in a session of its own, so that it outlives this process.
    virtual base::Result<void> startPlan(const domain::PlanId& plan) = 0;
    /// Asks whoever works on it to stop, and waits up to 10 s for it; without a living worker does it at once.
    virtual base::Result<domain::Plan> cancelPlan(const domain::PlanId& plan, const std::string& reason, std::stop_token stop) = 0;
    /// Re-run unchanged: closes an operational halt and queues the same attempt and round. Then startPlan() or runPlan().
    virtual base::Result<domain::Plan> retryPlan(const domain::PlanId& plan) = 0;
    /// Looks again for the program that a halt is about, of an actor or of a validation, exactly where it was looked for. Starts
    /// and changes nothing. Errors: PLAN_NOT_HALTED where nothing was missed.
    [[nodiscard]] virtual base::Result<Recheck> recheck(const domain::HaltId& halt) = 0;
    virtual base::Result<domain::Plan> createPlan(const std::string& project, const std::string& taskId, const std::string& title,
                                                  const std::string& specification) = 0;
    [[nodiscard]] virtual base::Result<std::vector<domain::Run>> runningRuns() = 0;

    // Registry and attachments
    [[nodiscard]] virtual base::Result<std::vector<domain::Project>> projects() = 0;
    [[nodiscard]] virtual base::Result<std::vector<domain::Resource>> resources() = 0;
    [[nodiscard]] virtual base::Result<std::vector<RegisteredTool>> tools() = 0;
    [[nodiscard]] virtual base::Result<std::vector<domain::McpServer>> servers() = 0;
    [[nodiscard]] virtual base::Result<std::vector<RegisteredSkill>> skills() = 0;
    [[nodiscard]] virtual base::Result<std::vector<domain::Graph>> graphs() = 0;
    [[nodiscard]] virtual base::Result<std::vector<domain::Attachment>> attachments() = 0;
    [[nodiscard]] virtual base::Result<domain::Resolution> effective(const domain::PlanId& plan) = 0;
    virtual base::Result<domain::Attachment> attach(const AttachRequest& request) = 0;
    virtual base::Result<domain::Attachment> detach(const domain::AttachmentId& id) = 0;
    /// One registration, with a validation's attachments, in one transaction. Errors: IN_USE listing who uses it;
    /// IS_A_VALIDATION and IS_NOT_A_VALIDATION for the other type; *_NOT_FOUND, TOOL_NOT_REGISTERED; RUN_IN_PROGRESS while a run needs the validation.
    virtual base::Result<Removal> remove(Removable kind, const std::string& name) = 0;
    [[nodiscard]] virtual base::Result<ImportPreview> previewImport(const std::filesystem::path& directory) = 0;
    /// Imports exactly the bytes whose digest is expected, in one transaction. Where this engine made that preview, it must also
    /// still change what it said. Errors: IMPORT_INVALID; IMPORT_CHANGED naming what changed, in the files or in the registry.
    virtual base::Result<ImportPreview> import(const std::filesystem::path& directory, const std::string& expectedDigest) = 0;
    /// Every directory that was imported from, and whether its files say something else now. Applies nothing.
    [[nodiscard]] virtual base::Result<std::vector<ImportState>> importStates() = 0;

    // Calls outside every plan
    /// Runs a tool or validation in its sandbox and waits for it. Errors: TOOL_NOT_REGISTERED, RESOURCE_NOT_FOUND, TOOL_WRITES, INVALID_ARGS,
    /// SANDBOX_UNAVAILABLE. What the program itself does wrong is in the report.
    [[nodiscard]] virtual base::Result<ToolCallReport> callTool(const ToolCall& call, std::stop_token stop) = 0;

    /// Runs a registered graph. Errors: GRAPH_NOT_FOUND, RESOURCE_NOT_FOUND, SANDBOX_UNAVAILABLE. How its nodes ended is in the report.
    [[nodiscard]] virtual base::Result<GraphReport> runGraph(const GraphRequest& request, GraphObserver& observer, std::stop_token stop) = 0;

    // History, outputs, audit
    [[nodiscard]] virtual base::Result<HistoryPage> history(const HistoryQuery& query) = 0;
    [[nodiscard]] virtual base::Result<std::string> output(const std::string& digest) = 0;
    [[nodiscard]] virtual base::Result<std::vector<domain::Event>> auditEvents(const AuditQuery& query) = 0;
    [[nodiscard]] virtual base::Result<ChainReport> verifyAudit() = 0;
    [[nodiscard]] virtual base::Result<RecordDetail> record(const std::string& jti) = 0;
    [[nodiscard]] virtual base::Result<std::vector<DoctorCheck>> doctor() = 0;
};

} // namespace countersign
