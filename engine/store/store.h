// What the engine keeps, as typed questions and changes. Source: SPEC section 14, and those named at each group.
// Thread: one Store per thread. Changes are made inside the caller's transaction (begin()); each one appends its event.
#pragma once

#include "engine/base/clock.h"
#include "engine/domain/actor.h"
#include "engine/domain/actor_call.h"
#include "engine/domain/attachment.h"
#include "engine/domain/decision.h"
#include "engine/domain/event.h"
#include "engine/domain/graph.h"
#include "engine/domain/halt.h"
#include "engine/domain/lease.h"
#include "engine/domain/plan.h"
#include "engine/domain/project.h"
#include "engine/domain/run.h"
#include "engine/domain/skill.h"
#include "engine/domain/tool.h"
#include "engine/store/database.h"
#include "engine/store/location.h"
#include "engine/store/outputs.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace countersign::store {

/// Who uses the store. clock outlives the store.
struct Identity
{
    domain::Actor actor{};
    std::string program{};
    domain::ProcessId process{};
    const base::Clock* clock = nullptr;
};

struct ProcessRow
{
    domain::ProcessId id{};
    domain::Actor actor{};
    std::string program{};
    base::TimeMs startedAt = 0;
    base::TimeMs heartbeatAt = 0;
    base::TimeMs endedAt = 0;
};

struct ToolRow
{
    domain::Tool tool{};
    std::string sourceDirectory{};
    base::TimeMs registeredAt = 0;
};

struct SkillRow
{
    domain::Skill skill{};
    base::TimeMs registeredAt = 0;
};

struct PinnedFile
{
    std::string tool{};
    std::string resource{};
    std::string path{};
    std::string digest{};
};

struct ImportRow
{
    std::string directory{};
    std::string digest{};
    base::TimeMs importedAt = 0;
};

struct TokenRow
{
    domain::TokenId jti{};
    domain::PlanId plan{};
    domain::RunId run{};
    base::TimeMs issuedAt = 0;
    base::TimeMs expiresAt = 0;
    base::TimeMs voidedAt = 0;
    std::vector<std::string> restsOn{}; ///< jti of decision records
    base::TimeMs claimedAt = 0;         ///< 0: not claimed
    domain::Actor claimedBy{};
};

struct StoredEventRow
{
    std::int64_t seq = 0;
    base::TimeMs time = 0;
    std::string type{};
    std::string actorText{};
    std::string plan{};
    std::string payloadText{};
    std::string previousHash{};
    std::string hash{};
};

struct ResultQuery
{
    base::TimeMs from = 0;
    base::TimeMs until = 0;
    std::string outcome{};
    std::string severity{};
    std::string validation{};
    std::string task{};
    std::string project{};
    std::string plan{};
    std::string text{};
    std::int64_t before = 0;
    int limit = 200;
};

struct ResultRow
{
    domain::ValidationResult result{};
    std::string taskId{};
    std::string title{};
    std::string project{};
    std::string outcome{};
};

class Store
{
public:
    [[nodiscard]] static base::Result<std::unique_ptr<Store>> open(const Location& location, Identity identity, bool createOrMigrate);

    [[nodiscard]] base::Result<Transaction> begin();
    /// As begin(), for work under a lease: refused with LEASE_LOST when another generation stands.
    [[nodiscard]] base::Result<Transaction> begin(const domain::Lease& lease);
    [[nodiscard]] const Outputs& outputs() const { return m_outputs; }
    [[nodiscard]] const Location& location() const { return m_location; }
    [[nodiscard]] base::TimeMs now() const { return m_identity.clock->now(); }
    [[nodiscard]] const Identity& identity() const { return m_identity; }
    [[nodiscard]] base::Result<std::int64_t> dataVersion(); ///< changes when another connection wrote

    // Processes (SPEC 2)
    [[nodiscard]] base::Result<void> registerProcess();
    [[nodiscard]] base::Result<void> heartbeat();
    [[nodiscard]] base::Result<void> endProcess(const domain::ProcessId& id);
    [[nodiscard]] base::Result<std::vector<ProcessRow>> processes();
    [[nodiscard]] base::Result<std::optional<ProcessRow>> process(const domain::ProcessId& id);

    // Audit chain (SPEC 8)
    [[nodiscard]] base::Result<domain::Event> append(std::string_view type, const std::string& plan, const domain::Json& payload);
    [[nodiscard]] base::Result<std::optional<domain::Event>> lastEvent();
    [[nodiscard]] base::Result<std::vector<domain::Event>> events(std::int64_t before, int limit, const std::string& type, const std::string& text,
                                                                  const std::string& plan);
    [[nodiscard]] base::Result<std::vector<domain::Event>> eventsAfter(std::int64_t seq, int limit);
    [[nodiscard]] base::Result<std::optional<domain::Event>> eventWith(std::string_view type, const char* payloadKey, const std::string& value);
    /// Hands out every stored row in order of sequence, as stored.
    [[nodiscard]] base::Result<void> eachEvent(const std::function<void(const StoredEventRow&)>& visit);

    // Registry (SPEC 3, 4)
    [[nodiscard]] base::Result<std::vector<domain::Resource>> resources();
    [[nodiscard]] base::Result<std::vector<domain::Project>> projects();
    [[nodiscard]] base::Result<std::optional<domain::Project>> project(const std::string& name);
    [[nodiscard]] base::Result<std::vector<ToolRow>> tools();
    [[nodiscard]] base::Result<std::vector<domain::ActorDefinition>> actors();
    [[nodiscard]] base::Result<std::vector<domain::McpServer>> servers();
    [[nodiscard]] base::Result<std::vector<SkillRow>> skills();
    [[nodiscard]] base::Result<std::vector<domain::Graph>> graphs();
    [[nodiscard]] base::Result<std::vector<domain::Attachment>> attachments();
    [[nodiscard]] base::Result<std::vector<PinnedFile>> pinnedFiles();
    /// Kind and name of everything that was imported from a directory.
    [[nodiscard]] base::Result<std::vector<std::pair<std::string, std::string>>> importedFrom(const std::string& directory);
    [[nodiscard]] base::Result<void> save(const domain::Resource& resource, const std::string& directory);
    [[nodiscard]] base::Result<void> save(const domain::Project& project, const std::string& directory);
    [[nodiscard]] base::Result<void> save(const domain::Tool& tool, const std::string& directory);
    [[nodiscard]] base::Result<void> save(const domain::ActorDefinition& actor, const std::string& directory);
    [[nodiscard]] base::Result<void> save(const domain::McpServer& server, const std::string& directory);
    [[nodiscard]] base::Result<void> save(const domain::Skill& skill, const std::string& directory);
    [[nodiscard]] base::Result<void> save(const domain::Graph& graph, const std::string& directory);
    [[nodiscard]] base::Result<void> savePinned(const std::string& tool, const std::vector<PinnedFile>& files);
    /// The attachments that went with it. Who uses it is the caller's question; so for the others.
    [[nodiscard]] base::Result<std::vector<domain::Attachment>> removeTool(const std::string& name);
    [[nodiscard]] base::Result<void> removeResource(const std::string& name); ///< with the digests of files pinned in it
    [[nodiscard]] base::Result<void> removeServer(const std::string& name);
    [[nodiscard]] base::Result<void> removeSkill(const std::string& name);
    [[nodiscard]] base::Result<void> removeGraph(const std::string& name);
    /// The directory that a registration was imported from; empty: none. kind: "tool", "resource", "server", "skill", "graph".
    [[nodiscard]] base::Result<std::string> directoryOf(std::string_view kind, const std::string& name);
    [[nodiscard]] base::Result<void> saveImport(const std::string& directory, const std::string& digest, int changes);
    [[nodiscard]] base::Result<std::vector<ImportRow>> imports(); ///< the newest of each directory
    [[nodiscard]] base::Result<void> add(const domain::Attachment& attachment, const std::string& directory);
    [[nodiscard]] base::Result<domain::Attachment> removeAttachment(const domain::AttachmentId& id);

    // Plans (SPEC 5)
    [[nodiscard]] base::Result<std::vector<domain::Plan>> plans(const std::string& project);
    [[nodiscard]] base::Result<std::optional<domain::Plan>> plan(const domain::PlanId& id);
    [[nodiscard]] base::Result<std::optional<domain::Plan>> planOfTask(const std::string& project, const std::string& taskId);
    /// In execute/queued since before a time: dispatched, and nobody began.
    [[nodiscard]] base::Result<std::vector<domain::Plan>> plansLeftQueued(base::TimeMs before);
    [[nodiscard]] base::Result<void> add(const domain::Plan& plan);
    [[nodiscard]] base::Result<void> update(const domain::Plan& plan, const std::string& why);

    // Runs and results (SPEC 6.5)
    [[nodiscard]] base::Result<void> add(const domain::Run& run);
    [[nodiscard]] base::Result<void> end(const domain::Run& run, domain::Json resultDigests, domain::Json report);
    [[nodiscard]] base::Result<std::optional<domain::Run>> run(const domain::RunId& id);
    [[nodiscard]] base::Result<std::optional<domain::Run>> runningRun(const domain::PlanId& plan);
    [[nodiscard]] base::Result<std::vector<domain::Run>> runningRuns();
    [[nodiscard]] base::Result<std::vector<domain::Run>> runsOf(const domain::PlanId& plan, int limit);
    [[nodiscard]] base::Result<domain::Json> reportOf(const domain::RunId& run);
    [[nodiscard]] base::Result<std::int64_t> add(const domain::ValidationResult& result);
    [[nodiscard]] base::Result<std::vector<domain::ValidationResult>> resultsOf(const domain::RunId& run);
    [[nodiscard]] base::Result<std::vector<domain::ValidationResult>> resultsAfter(std::int64_t row, int limit);
    /// Verdicts of the last n results on identical input, newest first.
    [[nodiscard]] base::Result<std::vector<std::string>> verdictsOnInput(const domain::ValidationResult& like, int n);
    [[nodiscard]] base::Result<std::optional<std::int64_t>> medianDuration(const std::string& validation);
    [[nodiscard]] base::Result<std::vector<ResultRow>> history(const ResultQuery& query);
    [[nodiscard]] base::Result<std::int64_t> historyCount(const ResultQuery& query);

    // Halts, requests, records, signers, tokens (SPEC 7, 8)
    [[nodiscard]] base::Result<void> open(const domain::Halt& halt);
    [[nodiscard]] base::Result<void> closeHalt(const domain::HaltId& id, const std::string& why);
    [[nodiscard]] base::Result<std::optional<domain::Halt>> halt(const domain::HaltId& id);
    [[nodiscard]] base::Result<std::optional<domain::Halt>> openHaltOf(const domain::PlanId& plan);
    [[nodiscard]] base::Result<std::vector<domain::Halt>> halts(const std::string& project, bool open, int limit);
    [[nodiscard]] base::Result<void> add(const domain::DecisionRequest& request);
    [[nodiscard]] base::Result<void> endRequest(const domain::HaltId& id, domain::RequestState state, const std::string& why);
    [[nodiscard]] base::Result<std::optional<domain::DecisionRequest>> request(const domain::HaltId& id);
    [[nodiscard]] base::Result<std::optional<domain::DecisionRequest>> openRequestOf(const domain::PlanId& plan);
    [[nodiscard]] base::Result<std::optional<domain::DecisionRequest>> newestRequestOf(const domain::PlanId& plan);
    [[nodiscard]] base::Result<std::optional<domain::DecisionRequest>> lastRequestAbout(const domain::PlanId& plan, const std::string& subjectDigest);
    [[nodiscard]] base::Result<std::vector<domain::DecisionRequest>> openRequests(const std::string& project);
    [[nodiscard]] base::Result<std::optional<domain::DecisionRequest>> lastSeenRequest(const std::string& login, const domain::PlanId& plan,
                                                                                       const domain::HaltId& except);
    [[nodiscard]] base::Result<void> markSeen(const std::string& login, const domain::HaltId& request);
    [[nodiscard]] base::Result<void> add(const domain::DecisionRecord& record);
    [[nodiscard]] base::Result<std::vector<domain::DecisionRecord>> recordsOf(const domain::PlanId& plan);
    [[nodiscard]] base::Result<std::vector<domain::DecisionRecord>> recordsOfRequest(const domain::HaltId& request);
    [[nodiscard]] base::Result<std::vector<domain::DecisionRecord>> allRecords();
    [[nodiscard]] base::Result<std::optional<domain::DecisionRecord>> record(const std::string& jti);
    [[nodiscard]] base::Result<std::vector<domain::Signer>> signers();
    [[nodiscard]] base::Result<void> save(const domain::Signer& signer, std::string_view eventType);

    // Tokens (SPEC 8)
    [[nodiscard]] base::Result<void> addToken(const domain::TokenId& jti, const domain::Run& run, base::TimeMs issuedAt, base::TimeMs expiresAt,
                                              const std::vector<std::string>& restsOn = {}); ///< decision records
    [[nodiscard]] base::Result<std::optional<TokenRow>> token(const domain::TokenId& jti);
    /// The single claim. Marks the records it rests on as used. False: somebody claimed it before.
    [[nodiscard]] base::Result<bool> claimToken(const TokenRow& token);
    [[nodiscard]] base::Result<std::optional<TokenRow>> claimedToken(const domain::PlanId& plan); ///< the newest claim of a plan
    [[nodiscard]] base::Result<int> voidTokens(const domain::PlanId& plan);                       ///< those that nobody claimed

    // Work on plans (SPEC 5)
    [[nodiscard]] base::Result<std::optional<domain::Lease>> lease(const domain::PlanId& plan);
    [[nodiscard]] base::Result<std::vector<domain::Lease>> heldLeases();
    [[nodiscard]] base::Result<domain::Lease> takeLease(const domain::PlanId& plan); ///< whoever held it before
    [[nodiscard]] base::Result<void> beat(const domain::Lease& lease);               ///< in a transaction of its own
    [[nodiscard]] base::Result<void> release(const domain::Lease& lease);
    [[nodiscard]] base::Result<void> add(const domain::PlanCommand& command);
    [[nodiscard]] base::Result<std::vector<domain::PlanCommand>> waitingCommands(const domain::PlanId& plan);
    [[nodiscard]] base::Result<void> takeCommands(const domain::PlanId& plan); ///< all that wait
    [[nodiscard]] base::Result<void> save(const domain::WorkCopy& copy);
    [[nodiscard]] base::Result<void> forget(const domain::WorkCopy& copy); ///< its folder is gone
    [[nodiscard]] base::Result<std::vector<domain::WorkCopy>> workCopies(const domain::PlanId& plan);
    [[nodiscard]] base::Result<void> add(const domain::ActorCall& call);
    [[nodiscard]] base::Result<void> end(const domain::ActorCall& call);
    [[nodiscard]] base::Result<std::vector<domain::ActorCall>> callsOf(const domain::PlanId& plan, int limit);

    // What a person has read
    [[nodiscard]] base::Result<domain::Json> readLines(const std::string& login, const std::string& output);
    [[nodiscard]] base::Result<void> saveReadLines(const std::string& login, const std::string& output, const domain::Json& ranges);

private:
    Store(std::unique_ptr<Database> database, Location location, Identity identity);
    std::unique_ptr<Database> m_database;
    Location m_location;
    Identity m_identity;
    Outputs m_outputs;
};

} // namespace countersign::store
