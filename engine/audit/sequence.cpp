#include "engine/audit/sequence.h"

namespace countersign::audit {

namespace {

constexpr std::size_t gapLimit = 10'000;
constexpr std::size_t recentLimit = 4096;

Problem missing(std::int64_t first, std::int64_t last)
{
    if (first == 0)
        return {ProblemKind::Missing, first, last, "The beginning is missing: the first event is sequence " + std::to_string(last + 1) + "."};
    if (first == last)
        return {ProblemKind::Missing, first, last,
                "Sequence " + std::to_string(first) + " is missing, between " + std::to_string(first - 1) + " and " + std::to_string(last + 1) + "."};
    return {ProblemKind::Missing, first, last, "Sequences " + std::to_string(first) + " to " + std::to_string(last) + " are missing."};
}

} // namespace

bool Sequence::linksHere(const StoredEvent& row) const
{
    return std::find(m_lastHashes.begin(), m_lastHashes.end(), row.prevHash) != m_lastHashes.end();
}

std::string_view Sequence::lastHash() const { return m_lastHashes.empty() ? std::string_view() : std::string_view(m_lastHashes.front()); }

void Sequence::place(const StoredEvent& row, bool good)
{
    if (row.seq == m_expected)
        next(row, good);
    else if (row.seq > m_expected)
        jump(row);
    else if (isMissing(row.seq))
        late(row);
    else
        again(row);
    remember(row);
}

void Sequence::skip()
{
    ++m_expected;
    m_lastHashes.clear();
}

void Sequence::edited(std::int64_t seq, std::string detail)
{
    m_lastEdited = seq;
    add({ProblemKind::Edited, seq, seq, std::move(detail)});
}

void Sequence::moved(const StoredEvent& row, std::int64_t origin)
{
    m_lastEdited = row.seq;
    const bool twice = std::any_of(m_recent.begin(), m_recent.end(), [&](const auto& seen) { return seen.first == origin && seen.second == row.hash; });
    if (twice)
        add({ProblemKind::Duplicated, row.seq, row.seq, "In the place of sequence " + std::to_string(row.seq) + " stands the event of sequence " + std::to_string(origin) + " again."});
    else
        add({ProblemKind::Reordered, row.seq, row.seq, "In the place of sequence " + std::to_string(row.seq) + " stands the event that was written as sequence " + std::to_string(origin) + "."});
}

void Sequence::next(const StoredEvent& row, bool good)
{
    if (good && !m_lastHashes.empty() && !linksHere(row)) {
        if (row.seq == 0)
            edited(0, "The chain does not start at zero: the first event names an event before it.");
        else if (m_lastEdited != row.seq - 1)
            edited(row.seq - 1, "Sequence " + std::to_string(row.seq - 1) + " is not the event that sequence " + std::to_string(row.seq) + " was written after.");
    }
    ++m_expected;
    m_lastHashes.assign(1, row.hash);
}

void Sequence::jump(const StoredEvent& row)
{
    if (m_gaps.size() < gapLimit)
        m_gaps.emplace(m_expected, Gap{row.seq - 1, std::string(lastHash()), row.prevHash});
    else
        add(missing(m_expected, row.seq - 1));
    m_expected = row.seq + 1;
    m_lastHashes.assign(1, row.hash);
}

void Sequence::late(const StoredEvent& row)
{
    const auto it = gapOf(row.seq);
    const std::int64_t first = it->first;
    const Gap gap = it->second;
    m_gaps.erase(it);
    add({ProblemKind::Reordered, row.seq, row.seq, "Sequence " + std::to_string(row.seq) + " stands after " + std::to_string(m_expected - 1) + "; both are present."});
    if (row.seq == first && !gap.hashBefore.empty() && row.prevHash != gap.hashBefore)
        edited(row.seq, "Sequence " + std::to_string(row.seq) + " was not written after the event before it.");
    else if (row.seq == gap.last && row.hash != gap.prevAfter)
        edited(row.seq, "Sequence " + std::to_string(row.seq) + " is not the event that sequence " + std::to_string(row.seq + 1) + " was written after.");
    if (first < row.seq)
        m_gaps.emplace(first, Gap{row.seq - 1, gap.hashBefore, row.prevHash});
    if (row.seq < gap.last)
        m_gaps.emplace(row.seq + 1, Gap{gap.last, row.hash, gap.prevAfter});
}

void Sequence::again(const StoredEvent& row)
{
    const auto known = std::find_if(m_recent.begin(), m_recent.end(), [&](const auto& seen) { return seen.first == row.seq; });
    std::string detail = "Sequence " + std::to_string(row.seq) + " occurs twice.";
    if (known != m_recent.end() && known->second == row.hash)
        detail = "Sequence " + std::to_string(row.seq) + " occurs twice: the same event again.";
    else if (known != m_recent.end())
        detail = "Sequence " + std::to_string(row.seq) + " occurs twice, with two different events: two writers at once, or one was put in.";
    add({ProblemKind::Duplicated, row.seq, row.seq, std::move(detail)});
    if (row.seq == m_expected - 1 && !m_lastHashes.empty())
        m_lastHashes.push_back(row.hash);
}

void Sequence::remember(const StoredEvent& row)
{
    if (m_lastHashes.size() > 16)
        m_lastHashes.resize(16);
    m_recent.emplace_back(row.seq, row.hash);
    if (m_recent.size() > recentLimit)
        m_recent.pop_front();
}

void Sequence::add(Problem problem)
{
    if (m_problems.size() < problemLimit)
        m_problems.push_back(std::move(problem));
    else
        ++m_dropped;
}

Sequence::Gaps::const_iterator Sequence::gapOf(std::int64_t seq) const
{
    auto it = m_gaps.upper_bound(seq);
    if (it == m_gaps.begin())
        return m_gaps.end();
    --it;
    return it->second.last >= seq ? it : m_gaps.end();
}

std::vector<Problem> Sequence::finish(std::int64_t& uncounted)
{
    for (const auto& [first, gap] : m_gaps)
        m_problems.push_back(missing(first, gap.last));
    uncounted = m_dropped;
    return std::move(m_problems);
}

} // namespace countersign::audit
