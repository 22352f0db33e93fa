// The façade's implementation, one object per thread. Each group of questions has a file of its own: core_*.cpp.
#pragma once

#include "engine/domain/lifecycle.h"
#include "engine/import_difference.h"
#include "engine/registry_view.h"
#include "engine/runner/redactor.h"
#include "engine/runtime_core.h"
#include "engine/store/store.h"

#include <set>

namespace countersign {

/// Fills in the claims from the signed bytes; a record that can't be read keeps its row's fields.
[[nodiscard]] domain::DecisionRecord readClaims(domain::DecisionRecord record);

/// PLAN_FINAL.
[[nodiscard]] base::Error finalPlan(const domain::Plan& plan, std::string advice = "Use another task id for new work.");

class EngineCore final : public Engine
{
public:
    EngineCore(std::shared_ptr<RuntimeCore> runtime, std::unique_ptr<store::Store> store);

    base::Result<StoreStatus> status() override;
    base::Result<Changes> poll(const Cursor& since) override;
    base::Result<void> heartbeat() override;

    base::Result<ValidateReport> validate(const ValidateRequest& request, RunObserver& observer, std::stop_token stop) override;
    base::Result<ValidateReport> runReport(const domain::RunId& run) override;

    base::Result<std::vector<domain::Halt>> openHalts(const std::string& project) override;
    base::Result<std::vector<domain::Halt>> closedHalts(const std::string& project, int limit) override;
    base::Result<HaltDetail> halt(const domain::HaltId& id) override;
    base::Result<std::vector<domain::DecisionRequest>> pendingDecisions(const std::string& project) override;
    base::Result<DecideReport> decide(const DecideRequest& request, authority::RecordSigner& signer) override;
    base::Result<void> markSubjectSeen(const domain::HaltId& decision) override;
    base::Result<domain::Json> readLines(const std::string& outputDigest) override;
    base::Result<void> saveReadLines(const std::string& outputDigest, const domain::Json& ranges) override;
    base::Result<std::vector<domain::Signer>> signers() override;
    base::Result<domain::Signer> addSigner(const SignerRequest& request) override;
    base::Result<domain::Signer> revokeSigner(const std::string& nameOrKeyId) override;

    base::Result<std::vector<PlanRow>> plans(const std::string& project) override;
    base::Result<PlanDetail> plan(const std::string& idOrTask, const std::string& project) override;
    base::Result<DispatchReport> dispatch(const DispatchRequest& request, std::stop_token stop) override;
    base::Result<PlanReport> runPlan(const domain::PlanId& plan, RunObserver& observer, std::stop_token stop) override;
    base::Result<void> startPlan(const domain::PlanId& plan) override;
    base::Result<domain::Plan> cancelPlan(const domain::PlanId& plan, const std::string& reason, std::stop_token stop) override;
    base::Result<domain::Plan> retryPlan(const domain::PlanId& plan) override;
    base::Result<Recheck> recheck(const domain::HaltId& halt) override;
    base::Result<domain::Plan> createPlan(const std::string& project, const std::string& taskId, const std::string& title,
                                          const std::string& specification) override;
    base::Result<std::vector<domain::Run>> runningRuns() override;

    base::Result<std::vector<domain::Project>> projects() override;
    base::Result<std::vector<domain::Resource>> resources() override;
    base::Result<std::vector<RegisteredTool>> tools() override;
    base::Result<std::vector<domain::McpServer>> servers() override;
    base::Result<std::vector<RegisteredSkill>> skills() override;
    base::Result<std::vector<domain::Graph>> graphs() override;
    base::Result<std::vector<domain::Attachment>> attachments() override;
    base::Result<domain::Resolution> effective(const domain::PlanId& plan) override;
    base::Result<domain::Attachment> attach(const AttachRequest& request) override;
    base::Result<domain::Attachment> detach(const domain::AttachmentId& id) override;
    base::Result<Removal> remove(Removable kind, const std::string& name) override;
    base::Result<ImportPreview> previewImport(const std::filesystem::path& directory) override;
    base::Result<ImportPreview> import(const std::filesystem::path& directory, const std::string& expectedDigest) override;
    base::Result<std::vector<ImportState>> importStates() override;

    base::Result<ToolCallReport> callTool(const ToolCall& call, std::stop_token stop) override;
    base::Result<GraphReport> runGraph(const GraphRequest& request, GraphObserver& observer, std::stop_token stop) override;

    base::Result<HistoryPage> history(const HistoryQuery& query) override;
    base::Result<std::string> output(const std::string& digest) override;
    base::Result<std::vector<domain::Event>> auditEvents(const AuditQuery& query) override;
    base::Result<ChainReport> verifyAudit() override;
    base::Result<RecordDetail> record(const std::string& jti) override;
    base::Result<std::vector<DoctorCheck>> doctor() override;

    // For the flows below the façade.
    [[nodiscard]] store::Store& store() { return *m_store; }
    [[nodiscard]] RuntimeCore& runtime() { return *m_runtime; }
    [[nodiscard]] base::Result<runner::ProcessHost*> processHost();
    /// Of these patterns and those of config.yml.
    [[nodiscard]] base::Result<runner::Redactor> redactor(std::vector<std::string> patterns) const;
    /// The named project, or the only one of the store.
    [[nodiscard]] base::Result<domain::Project> projectOf(const RegistryView& registry, const std::string& name) const;
    /// The full name of a registered project for a query; empty for all. Errors: as of projectOf().
    [[nodiscard]] base::Result<std::string> projectFilter(const std::string& name);
    /// Finds the plan of a task or makes it; changes its specification and title where given. In the caller's transaction.
    [[nodiscard]] base::Result<domain::Plan> planFor(const domain::Project& project, const std::string& taskId,
                                                     const std::optional<std::string>& title, const std::optional<std::string>& specification);
    [[nodiscard]] base::Result<domain::Resolution> resolutionOf(const RegistryView& registry, const domain::Plan& plan);
    /// Who asked: the actor of the run and of the plan's creation.
    [[nodiscard]] base::Result<std::vector<domain::Actor>> requestersOf(const domain::Plan& plan, const domain::RunId& run);
    [[nodiscard]] base::Result<void> requireIntactChain();

    // Work on plans; the changes in the caller's transaction.
    [[nodiscard]] base::Result<void> move(domain::Plan& plan, domain::Trigger trigger, const std::string& cause = {}, const std::string& reason = {});
    [[nodiscard]] base::Result<void> enterExecute(domain::Plan& plan);
    [[nodiscard]] base::Result<void> endPlan(domain::Plan& plan, const std::string& reason);
    [[nodiscard]] domain::Halt haltOf(const domain::Plan& plan, domain::Outcome outcome, const std::string& cause, const std::string& reason,
                                      const std::string& hint);
    [[nodiscard]] base::Result<void> closeDied(domain::Run run);
    /// Runs of a plan that this engine found dead and closed since it was asked last.
    [[nodiscard]] std::vector<domain::RunId> takeClosed(const domain::PlanId& plan);
    [[nodiscard]] base::Result<domain::ActorDefinition> coderOf(const domain::Project& project);
    /// The living holder of a plan's lease.
    [[nodiscard]] base::Result<std::optional<store::ProcessRow>> workerOf(const domain::PlanId& plan);
    [[nodiscard]] base::Failure busy(const domain::Plan& plan);
    /// Closes what dead programs left: their plans, runs and process rows.
    [[nodiscard]] base::Result<void> recover();
    /// As recover(), before a question: what can't be mended now must not stop the answer.
    base::Result<void> recoverQuietly();
    /// Error: RunInProgress, when a run that has not ended needs the validation.
    [[nodiscard]] base::Result<void> requireNoRunOf(const RegistryView& registry, const std::string& validation);
    /// Starts what was dispatched and left, because whoever dispatched it died before the start. Once by each program.
    void startLeftPlans();

private:
    struct Missed
    {
        std::string program{};
        std::string searchedPath{};
    };
    [[nodiscard]] base::Result<Missed> missedBy(const domain::Halt& halt);
    /// Unfinished plans with a work copy of a resource.
    [[nodiscard]] base::Result<void> addPlansOf(const std::string& resource, std::vector<std::string>& users);
    [[nodiscard]] base::Result<void> describeLack(HaltDetail& detail);
    [[nodiscard]] base::Result<void> takeOver(const domain::Lease& dead);
    [[nodiscard]] base::Result<void> checkDecisions(const store::TokenRow& token, const domain::Project& project);
    [[nodiscard]] base::Result<DispatchReport> dispatchChecked(const DispatchRequest& request, std::stop_token stop);
    std::shared_ptr<RuntimeCore> m_runtime;
    std::unique_ptr<store::Store> m_store;
    std::optional<ChainReport> m_lastVerification{};
    base::TimeMs m_registeredAt = 0;
    std::vector<domain::Run> m_closed{};
    std::vector<ImportReview> m_reviews{}; ///< what was shown last, to name what changed since
    std::set<domain::PlanId> m_startedHere{};
};

} // namespace countersign
