// An engine without a store, at the façade: tests of models and views say what it holds and see what it was asked.
#pragma once

#include "engine/engine.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

namespace countersign::tests {

/// What all engines of one test share. Change it under the mutex with change(), which moves the cursor.
struct FakeStore
{
    std::mutex mutex{};
    std::vector<domain::Halt> halts{};
    std::map<std::string, HaltDetail> details{};
    std::vector<PlanRow> plans{};
    std::map<std::string, PlanDetail> planDetails{};
    std::vector<domain::Run> running{};
    std::map<std::string, ValidateReport> reports{};
    std::vector<domain::Project> projects{};
    std::vector<domain::Resource> resources{};
    std::vector<RegisteredTool> tools{};
    std::vector<domain::McpServer> servers{};
    std::vector<RegisteredSkill> skills{};
    std::vector<domain::Graph> graphs{};
    std::vector<domain::Attachment> attachments{};
    std::map<std::string, domain::Resolution> resolutions{};
    std::vector<HistoryRow> history{};        ///< newest first
    std::vector<domain::Event> events{};      ///< oldest first
    std::map<std::string, RecordDetail> records{};
    std::map<std::string, std::string> outputs{};
    std::map<std::string, domain::Json> readLines{};
    std::vector<domain::Signer> signers{};
    StoreStatus status{};
    ChainReport chain{};
    std::map<std::string, ImportPreview> proposals{}; ///< by directory: what importing it would change
    std::vector<ImportState> imports{};
    std::vector<ToolCall> called{};                   ///< by hand, in order
    ToolCallReport callAnswer{};                      ///< of every call by hand
    std::optional<base::Error> callRefusal{};         ///< instead of the answer
    std::atomic<int> callMs{0};                       ///< a call that takes its time, and can be stopped
    std::vector<std::string> imported{};              ///< digests that were imported, in order

    std::int64_t moved = 0;
    std::vector<domain::Event> newEvents{};
    std::vector<DecideRequest> decided{};
    std::vector<ValidateRequest> validated{};
    std::set<std::string> seen{};
    std::map<std::string, Recheck> rechecks{}; ///< by halt
    std::vector<std::string> rechecked{};
    std::atomic<int> recheckMs{0};             ///< a look that takes its time
    std::vector<std::string> started{};        ///< plans
    std::vector<std::string> retried{};
    std::vector<std::string> cancelled{};
    bool failing = false;
    bool throwing = false;
    std::atomic<int> haltQuestions{0};

    template <typename Change>
    void change(Change apply)
    {
        const std::lock_guard lock(mutex);
        apply(*this);
        ++moved;
    }
};

class FakeEngine final : public Engine
{
public:
    explicit FakeEngine(std::shared_ptr<FakeStore> store) : m_store(std::move(store)) {}

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

private:
    template <typename R, typename Read>
    base::Result<R> locked(Read read);
    std::shared_ptr<FakeStore> m_store;
};

/// A store as the pictures of the design show it: seven halts, nine plans, attachments, history, a chain.
[[nodiscard]] std::shared_ptr<FakeStore> pumpController();
/// Directories that may be imported: with changes, with problems, with long texts, as imported, and gone.
void offerImports(FakeStore& store);
/// An unknown outcome beside the others.
[[nodiscard]] domain::Halt haltOf(const std::string& id, const std::string& type, const std::string& title, base::TimeMs openedAt);

} // namespace countersign::tests
