// The audit chain, verified from its stored bytes in one pass. Source: SPEC section 8.
// hash = SHA-256(prev_hash as hex ‖ canonical {seq, time, type, actor, plan, payload}); the stored actor and payload are
// taken as they are, so a changed blank is found too. Memory is bounded. Thread: a verifier belongs to one thread.
#pragma once

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/domain/decision.h"
#include "engine/domain/event.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::audit {

inline constexpr std::size_t problemLimit = 100; ///< listed; all are counted
inline constexpr std::string_view beforeFirstHash = "0000000000000000000000000000000000000000000000000000000000000000";

/// A row as stored.
struct StoredEvent
{
    std::int64_t seq = 0;
    base::TimeMs time = 0;
    std::string type{};
    std::string actorText{}; ///< canonical JSON object
    std::string plan{};
    std::string payloadText{}; ///< canonical JSON object
    std::string prevHash{};
    std::string hash{};
};
[[nodiscard]] StoredEvent storedForm(const domain::Event& event);
/// One JSON object by its brackets, no text around it: what actor and payload must be.
[[nodiscard]] bool isOneObject(std::string_view text);
/// The hash that the row's own bytes give.
[[nodiscard]] std::string storedHash(const StoredEvent& event);

enum class ProblemKind { Torn, Missing, Duplicated, Reordered, Edited, Record };
[[nodiscard]] std::string_view toText(ProblemKind kind);

struct Problem
{
    ProblemKind kind = ProblemKind::Edited;
    std::int64_t seq = -1;     ///< the first one concerned
    std::int64_t lastSeq = -1; ///< of Missing: the last one of the gap; else seq
    std::string detail{};
    friend bool operator==(const Problem&, const Problem&) = default;
};

struct InvalidRecord
{
    std::string jti{}; ///< empty when it can't be read
    base::Error why;
};

struct Report
{
    std::int64_t events = 0; ///< rows that could be read
    std::int64_t headSeq = -1;
    std::string headHash{};
    std::vector<Problem> problems{};  ///< in the order of their sequence, at most problemLimit
    std::int64_t problemCount = 0;
    int recordsValid = 0;
    std::vector<InvalidRecord> recordsInvalid{};
    std::string anchor{}; ///< in words: what the end of the chain was compared with

    [[nodiscard]] bool intact() const { return problemCount == 0 && recordsInvalid.empty(); }
    /// Only a torn last entry: damage, not tampering.
    [[nodiscard]] bool onlyTorn() const;
    /// CHAIN_TORN or CHAIN_BROKEN; their kinds give the exit statuses 11 and 10.
    [[nodiscard]] base::Result<void> verdict() const;
};

/// A point of the chain that something outside it vouches for.
struct Anchor
{
    std::int64_t seq = -1;
    std::string hash{};
    std::string label{}; ///< "the exported checkpoint of …"
};

/// Reads a record and verifies its signature (authority::verifyRecord, handed in: this folder knows no keys).
using RecordVerifier = std::function<base::Result<domain::DecisionClaims>(const std::string& jws)>;

/// Why a class: rows come one by one from the store or a file, and only a little of them is kept.
class ChainVerifier
{
public:
    ChainVerifier();
    ~ChainVerifier();
    ChainVerifier(ChainVerifier&&) noexcept;
    ChainVerifier& operator=(ChainVerifier&&) noexcept;

    /// Before the first row: a checkpoint the chain must hold.
    void expect(Anchor anchor);
    /// Before the first row: signature verified now, audit_head when its row comes by. jti names a record that can't be read.
    void checkRecord(const std::string& jws, const RecordVerifier& verify, const std::string& jti = {});
    /// Rows in the order in which they are stored.
    void add(StoredEvent row);
    /// A row that can't be read as one: torn when it was cut and is the last, else edited.
    void addUnreadable(std::string detail, bool cut);
    [[nodiscard]] Report finish();

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace countersign::audit
