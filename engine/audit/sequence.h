// Places in the chain: what is missing so far, what came twice or late. Inner header of this folder. Source: SPEC section 8.
#pragma once

#include "engine/audit/chain.h"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::audit {

/// Why a class: the order of rows is judged from a bounded memory of what came before, apart from their content.
class Sequence
{
public:
    /// A row whose own hash fits (good) or not, in the order of storage.
    void place(const StoredEvent& row, bool good);
    /// Something stands where the next row should be, and it can't be read.
    void skip();
    void edited(std::int64_t seq, std::string detail);
    /// A row whose content fits its hash under another sequence: the same event again, or one from elsewhere.
    void moved(const StoredEvent& row, std::int64_t origin);

    [[nodiscard]] std::int64_t expected() const { return m_expected; }
    [[nodiscard]] bool linksHere(const StoredEvent& row) const; ///< its prev_hash is the last row's hash
    [[nodiscard]] bool isMissing(std::int64_t seq) const { return gapOf(seq) != m_gaps.end(); }
    [[nodiscard]] std::vector<Problem> finish(std::int64_t& uncounted);
    [[nodiscard]] std::string_view lastHash() const;

private:
    struct Gap
    {
        std::int64_t last = 0;
        std::string hashBefore{}; ///< of the row before it; empty: not known
        std::string prevAfter{};  ///< prev_hash of the row after it
    };
    using Gaps = std::map<std::int64_t, Gap>;

    void next(const StoredEvent& row, bool good);
    void jump(const StoredEvent& row);
    void late(const StoredEvent& row);
    void again(const StoredEvent& row);
    void remember(const StoredEvent& row);
    void add(Problem problem);
    [[nodiscard]] Gaps::const_iterator gapOf(std::int64_t seq) const;

    std::int64_t m_expected = 0;
    std::vector<std::string> m_lastHashes{std::string(beforeFirstHash)}; ///< of all rows with sequence m_expected - 1; empty: not known
    std::int64_t m_lastEdited = -2;                                      ///< the latest sequence reported as edited
    Gaps m_gaps{};
    std::deque<std::pair<std::int64_t, std::string>> m_recent{};
    std::vector<Problem> m_problems{};
    std::int64_t m_dropped = 0;
};

} // namespace countersign::audit
