// Requests to the engine and its answers: plain values, copied across threads. Source: SPEC sections 4–8, 11, 15.
#pragma once

#include "engine/base/result.h"
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
#include "engine/registry/difference.h"
#include "engine/registry/skills.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace countersign {

// ---- Where the store stands -------------------------------------------------------------------------------------

/// How far a reader has seen the store. Default: nothing seen yet.
struct Cursor
{
    std::int64_t event = -1; ///< last audit sequence
    std::int64_t result = 0; ///< last result row
    friend bool operator==(const Cursor&, const Cursor&) = default;
};

/// What changed since a cursor. Empty lists and moved == false: nothing.
struct Changes
{
    Cursor now{};
    bool moved = false;
    std::vector<domain::Event> events{};             ///< at most 500; more says that there were more
    std::vector<domain::ValidationResult> results{}; ///< at most 500
    bool more = false;
};

struct LiveProcess
{
    domain::ProcessId id{};
    domain::Actor actor{};
    std::string program{};
    base::TimeMs startedAt = 0;
    base::TimeMs heartbeatAt = 0;
    bool alive = false;
};

struct StoreStatus
{
    std::string location{};
    std::string name{};
    int schemaVersion = 0;
    std::int64_t events = 0;
    std::string headHash{};
    bool chainBroken = false; ///< as known since the last verification of this process
    std::int64_t brokenAt = -1;
    std::vector<LiveProcess> processes{};
};

// ---- Validation runs --------------------------------------------------------------------------------------------

struct ValidateRequest
{
    std::string project{}; ///< empty: the store's only project
    std::string taskId{};
    std::optional<std::string> specification{};
    std::optional<std::string> title{};
    std::optional<domain::EvaluationPhase> phase{}; ///< narrows; such a run issues no token
    int parallel = 0;                     ///< 0: configured, else number of cores
};

struct ValidateReport
{
    domain::Run run{};
    domain::Plan plan{};
    std::vector<domain::ValidationResult> results{}; ///< stable order
    domain::PolicyDecision decision{};
    domain::Outcome outcome = domain::Outcome::InternalError;
    domain::HaltId halt{};     ///< empty when the outcome is pass
    domain::HaltId decisionId{}; ///< only for escalate
    std::string token{};       ///< only for pass
    std::string hint{};
    std::string nextAction{};
    bool joined = false; ///< the run was started by another caller
    std::vector<std::string> notices{};
};

/// Follows a run while it goes on. Called on the thread that validates.
class RunObserver
{
public:
    virtual ~RunObserver() = default;
    virtual void started(const domain::Run&, const domain::Resolution&) {}
    virtual void resultStored(const domain::ValidationResult&) {}
};

// ---- Halts and decisions ----------------------------------------------------------------------------------------

/// How often a validation gave different verdicts on identical input (equal definition, arguments and tree).
struct Stability
{
    int runs = 0;      ///< of the last 40
    int different = 0; ///< of those, verdicts that are not the most common one
};

struct HaltDetail
{
    domain::Halt halt{};
    domain::Plan plan{};
    std::optional<domain::Run> run{};
    std::vector<domain::ValidationResult> results{}; ///< worst verdict first
    std::vector<Stability> stability{};              ///< same order as results
    std::optional<domain::DecisionRequest> request{}; ///< present exactly when halt_type is escalate
    std::vector<domain::DecisionRecord> records{};    ///< of this request
    domain::Json lastSeenSubject = nullptr;           ///< subject of this task that this login saw before, or null
    domain::DecisionRules rules{};
    std::string searchedPath{};
    std::optional<domain::ActorCall> call{};   ///< the start that an environment_error is about
    std::vector<domain::Halt> sameCause{};     ///< other open halts that miss the same program on the same path
    std::string logExcerpt{}; ///< of an internal error: last lines of the engine's log
    int requiredSignatures = 1;
};

struct DecideRequest
{
    domain::HaltId decisionId{};
    domain::DecisionKind decision = domain::DecisionKind::Reject; ///< Proceed or Reject
    std::string reason{};
    std::string shownSubjectDigest{}; ///< of the subject that was drawn; SUBJECT_CHANGED when another stands
};

struct DecideReport
{
    domain::DecisionRecord record{};
    domain::RequestState state = domain::RequestState::Open;
    int signaturesStanding = 0;
    int signaturesNeeded = 1;
    domain::PlanId queuedPlan{}; ///< its work goes on with this decision: startPlan(). Empty: none
};

struct SignerRequest
{
    std::string name{};
    std::string publicKeyPem{};
    std::vector<std::string> projects{};
    std::vector<std::string> logins{};
    std::vector<std::string> agents{};
    base::TimeMs validUntil = 0;
};

// ---- The agent's side ---------------------------------------------------------------------------------------------

struct DispatchRequest
{
    std::string project{}; ///< empty: the store's only project
    std::string taskId{};
    std::string token{};
    std::optional<std::string> specification{}; ///< where given it must be the validated one
};

struct DispatchReport
{
    domain::Plan plan{};
    std::vector<std::string> notices{};
};

/// Where a plan stands after work on it.
struct PlanReport
{
    domain::Plan plan{};
    std::optional<domain::Halt> halt{};          ///< the open one
    std::optional<domain::ActorCall> lastCall{};
    std::optional<ValidateReport> validation{};  ///< of this work's last run
    domain::Outcome outcome = domain::Outcome::Pass; ///< of the open halt; pass when none is open
    std::vector<std::string> notices{};
};

/// What looking again for a program found.
struct Recheck
{
    bool found = false;
    std::string program{};
    std::string at{};     ///< absolute path, where found
    std::string detail{}; ///< in words: what is still wrong
    std::vector<std::pair<std::string, std::string>> searched{}; ///< directory, what is there
    std::int64_t tookMs = 0;
};

// ---- Calls outside every plan -----------------------------------------------------------------------------------

/// A tool or validation started by hand. Nothing of it counts for a gate, and nothing of it is stored.
struct ToolCall
{
    std::string tool{};     ///< a tool or a validation
    std::string resource{}; ///< shown to it read-only; empty: none
    domain::Json args = domain::Json::object();
};

struct ToolCallReport
{
    std::string tool{}; ///< full name
    bool validation = false;
    /// Of a tool that is no validation: pass for exit status 0, else fail. Output digests are empty.
    domain::ValidationResult result{};
    std::optional<domain::Json> returned{}; ///< what a graph's next node would get; absent for an error
    std::string standardOutput{}; ///< redacted; a cut is marked in it
    std::string standardError{};
};

struct GraphRequest
{
    std::string graph{};
    std::string resource{}; ///< for nodes that name none; empty: none
    int parallel = 0;       ///< 0: configured, else number of cores
};

struct NodeReport
{
    std::string id{};
    domain::NodeState state = domain::NodeState::Skipped;
    std::string why{}; ///< of Skipped and Cancelled
    domain::Json args = domain::Json::object(); ///< with references replaced
    ToolCallReport call{};                      ///< empty unless it was started
};

struct GraphReport
{
    std::string graph{};
    /// Errored when a node gave no result; passed when an exit passed, every other exit passed or no condition led to it, and
    /// nothing before an exit failed without an edge for that; else failed.
    domain::NodeState state = domain::NodeState::Failed;
    std::string reason{}; ///< one sentence
    std::vector<NodeReport> nodes{}; ///< in a stable order: every node after those before it, then by id
    base::TimeMs startedAt = 0;
    std::int64_t durationMs = 0;
};

/// Follows a graph while it goes on. Called on the thread that runs it.
class GraphObserver
{
public:
    virtual ~GraphObserver() = default;
    virtual void started(const std::string& /*node*/) {}
    virtual void ended(const NodeReport&) {}
};

// ---- Plans, registry, attachments -------------------------------------------------------------------------------

struct PlanRow
{
    domain::Plan plan{};
    std::optional<domain::Halt> openHalt{};
    std::optional<domain::Run> lastRun{};
};

struct PlanDetail
{
    PlanRow row{};
    std::vector<domain::Run> runs{}; ///< newest first
    domain::Resolution resolution{};
    std::map<std::string, std::int64_t> usualMs{}; ///< validation name → median duration
    std::vector<domain::ActorCall> calls{};        ///< newest first
    std::vector<domain::WorkCopy> workCopies{};
    std::optional<LiveProcess> worker{};           ///< the living holder of its lease
    std::optional<domain::DecisionRequest> request{}; ///< the newest
    std::vector<domain::DecisionRecord> decisions{};  ///< of that request
};

struct AttachRequest
{
    std::string resource{};
    std::string validation{};
    domain::Scope scope{};
    domain::Json args = domain::Json::object();
};

/// A tool or validation as it stands in the registry.
struct RegisteredTool
{
    domain::Tool tool{};
    std::string definitionDigest{};
    domain::Json inputSchema = domain::Json::object(); ///< after inheritance
    base::TimeMs registeredAt = 0;
};

using registry::SkillMember;
/// A skill with what it comes to.
struct RegisteredSkill
{
    domain::Skill skill{};
    std::vector<SkillMember> members{}; ///< each tool once, sorted by name
    base::TimeMs registeredAt = 0;
};

/// What can be removed by hand.
enum class Removable { Tool, Validation, Resource, Server, Skill, Graph };
struct Removal
{
    std::string name{};
    std::vector<domain::Attachment> attachments{}; ///< that went with it
    std::filesystem::path importedFrom{};          ///< whose next import brings it back while its file is there; empty: none
};

using registry::FieldChange;
using registry::ImportItem;

/// What importing a directory would change. digest names exactly the bytes that were read: the YAML files and the files
/// that they pin; of files with problems only themselves.
struct ImportPreview
{
    std::filesystem::path directory{};
    std::string digest{};
    std::string filesDigest{}; ///< of the YAML files alone
    std::vector<ImportItem> items{};
    std::vector<base::Error> warnings{};
    std::vector<base::Error> problems{}; ///< when there are any, nothing can be imported and items is empty
    [[nodiscard]] bool changesSomething() const
    {
        for (const ImportItem& item : items)
            if (item.change != ImportItem::Change::Same)
                return true;
        return false;
    }
};

/// A directory that was imported from, and how its files stand now.
struct ImportState
{
    std::filesystem::path directory{};
    std::string importedDigest{};
    std::string digestNow{}; ///< empty: the files can't be read
    base::TimeMs importedAt = 0;
    bool differs = false;
    std::string detail{}; ///< why they can't be read or imported; empty: they can
};

// ---- History and audit ------------------------------------------------------------------------------------------

struct HistoryQuery
{
    base::TimeMs from = 0;
    base::TimeMs until = 0; ///< 0: no end
    std::string outcome{};  ///< outcome of the run, or empty
    std::string verdict{};  ///< pass, warn, fail, error, or empty
    std::string validation{};
    std::string task{};
    std::string project{};
    domain::PlanId plan{};
    std::string text{};     ///< words looked for in task, title, validation, message
    std::int64_t before = 0; ///< cursor: rows below this one; 0: the newest
    int limit = 200;
};

struct HistoryRow
{
    domain::ValidationResult result{};
    std::string taskId{};
    std::string title{};
    std::string project{};
    std::string outcome{}; ///< of the run; empty while it runs
};

struct HistoryPage
{
    std::vector<HistoryRow> rows{}; ///< newest first
    std::int64_t next = 0;          ///< cursor of the next page; 0: no more
    std::int64_t matched = 0;
};

struct AuditQuery
{
    std::int64_t before = -1; ///< rows below this sequence; -1: the newest
    int limit = 500;
    std::string type{};
    std::string text{};
    domain::PlanId plan{};
};

struct ChainProblem
{
    std::string kind{}; ///< torn, missing, duplicated, reordered, edited, record
    std::int64_t seq = -1;
    std::string detail{};
};

struct RecordProblem
{
    std::string jti{};
    std::string code{};
    std::string detail{};
};

struct ChainReport
{
    bool intact = false;
    std::int64_t events = 0;
    std::string headHash{};
    std::string anchor{}; ///< in words: what the end of the chain was compared with
    std::vector<ChainProblem> problems{};
    int recordsValid = 0;
    std::vector<RecordProblem> recordsInvalid{};
    std::int64_t tookMs = 0;
};

/// One check of a record, done again offline: "signature", "signer", "subject", "chain".
struct RecordCheck
{
    std::string name{};
    bool good = false;
    std::string detail{};
};

struct RecordDetail
{
    domain::DecisionRecord record{};
    std::optional<domain::DecisionRequest> request{};
    std::vector<RecordCheck> checks{};
    domain::Event event{}; ///< the chain event that recorded it
};

// ---- Doctor -----------------------------------------------------------------------------------------------------

struct DoctorCheck
{
    std::string name{};   ///< "sandbox", "store", "keys", "git", …
    bool good = false;
    std::string detail{}; ///< what was found, or what is missing
    std::string advice{}; ///< what to do; empty when good
};

} // namespace countersign
