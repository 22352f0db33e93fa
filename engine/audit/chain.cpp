#include "engine/audit/chain.h"

#include "engine/audit/codes.h"
#include "engine/audit/sequence.h"

#include <optional>
#include <unordered_map>

namespace countersign::audit {

namespace {

constexpr std::int64_t largestSeq = std::int64_t{1} << 53;
constexpr int searchedRows = 16;
constexpr std::int64_t searchedDistance = 500;
constexpr std::size_t searchedBytes = 16'384; // of a payload; larger ones would make the search slow

bool isHash(std::string_view text)
{
    return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool wellFormed(const StoredEvent& row)
{
    return isOneObject(row.actorText) && isOneObject(row.payloadText) && isHash(row.hash) && isHash(row.prevHash);
}

} // namespace

class ChainVerifier::State
{
public:
    void expect(Anchor anchor)
    {
        const bool met = anchor.seq < 0 && anchor.hash == beforeFirstHash;
        m_pointsAt.emplace(anchor.seq, m_points.size());
        m_points.push_back({std::move(anchor), {}, met, met});
    }

    void checkRecord(const std::string& jws, const RecordVerifier& verify, const std::string& jti)
    {
        auto claims = verify(jws);
        if (!claims) {
            m_report.recordsInvalid.push_back({jti, std::move(claims.error())});
            return;
        }
        expect({claims->auditSeq, claims->auditHash, "the decision record " + claims->jti});
        m_points.back().jti = claims->jti;
    }

    void add(StoredEvent row) { hold({std::move(row), std::nullopt, false}); }
    void addUnreadable(std::string detail, bool cut) { hold({{}, std::move(detail), cut}); }

    Report finish()
    {
        if (m_held)
            settle(*m_held, true);
        m_held.reset();
        checkPoints();
        std::int64_t dropped = 0;
        std::vector<Problem> problems = m_sequence.finish(dropped);
        problems.insert(problems.end(), m_late.begin(), m_late.end());
        std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) { return a.seq < b.seq; });
        m_report.problemCount = static_cast<std::int64_t>(problems.size()) + dropped;
        if (problems.size() > problemLimit)
            problems.resize(problemLimit);
        m_report.problems = std::move(problems);
        return std::move(m_report);
    }

private:
    struct Held
    {
        StoredEvent row{};
        std::optional<std::string> unreadable{};
        bool cut = false;
    };
    struct Point
    {
        Anchor anchor{};
        std::string jti{}; ///< of a record
        bool seen = false; ///< a row with that sequence came by
        bool met = false;  ///< with that hash
    };

    // A row is judged when the next one is there, because only the last can be torn.
    void hold(Held item)
    {
        if (m_held)
            settle(*m_held, false);
        m_held = std::move(item);
    }

    void settle(const Held& item, bool last)
    {
        if (item.unreadable)
            return settleUnreadable(*item.unreadable, last && item.cut);
        if (!wellFormed(item.row) && last)
            return settleUnreadable("Its texts are cut off.", true);
        if (item.row.seq < 0 || item.row.seq > largestSeq)
            return settleUnreadable("Its sequence is " + std::to_string(item.row.seq) + ".", false);
        ++m_report.events;
        StoredEvent row = item.row;
        const bool good = wellFormed(row) && storedHash(row) == row.hash;
        if (!good)
            settleEdited(row);
        m_sequence.place(row, good);
        if (good && row.seq >= m_report.headSeq) {
            m_report.headSeq = row.seq;
            m_report.headHash = row.hash;
        }
        passPoints(row, good);
    }

    // A changed sequence number is an edit of the row in its place, not a gap and a repetition.
    void settleEdited(StoredEvent& row)
    {
        const std::int64_t expected = m_sequence.expected();
        if (row.seq != expected && m_sequence.linksHere(row)) {
            m_sequence.edited(expected, "The event in the place of sequence " + std::to_string(expected) + " does not fit its hash; it says it is sequence " + std::to_string(row.seq) + ".");
            row.seq = expected;
            return;
        }
        if (const auto origin = originOf(row))
            return m_sequence.moved(row, *origin);
        m_sequence.edited(row.seq, "The content of sequence " + std::to_string(row.seq) + " does not fit its hash.");
    }

    // In a table whose key is the sequence, a row that was moved or copied carries another sequence than it was written with.
    std::optional<std::int64_t> originOf(const StoredEvent& row)
    {
        if (!wellFormed(row) || row.payloadText.size() > searchedBytes || ++m_searched > searchedRows)
            return std::nullopt;
        StoredEvent candidate = row;
        for (std::int64_t distance = 1; distance <= searchedDistance; ++distance)
            for (const std::int64_t seq : {row.seq - distance, row.seq + distance}) {
                candidate.seq = seq;
                if (seq >= 0 && storedHash(candidate) == row.hash)
                    return seq;
            }
        return std::nullopt;
    }

    void settleUnreadable(const std::string& detail, bool torn)
    {
        const std::int64_t seq = m_sequence.expected();
        if (torn)
            m_late.push_back({ProblemKind::Torn, seq, seq, "The last entry, sequence " + std::to_string(seq) + ", is a torn write; the entries before it are judged as they are. " + detail});
        else
            m_sequence.edited(seq, "The entry in the place of sequence " + std::to_string(seq) + " can't be read. " + detail);
        m_sequence.skip();
    }

    void passPoints(const StoredEvent& row, bool good)
    {
        if (m_points.empty())
            return;
        const auto [begin, end] = m_pointsAt.equal_range(row.seq);
        for (auto it = begin; it != end; ++it) {
            Point& point = m_points[it->second];
            point.seen = true;
            point.met = point.met || (good && row.hash == point.anchor.hash);
        }
    }

    void checkPoints()
    {
        const Point* latest = nullptr;
        const std::int64_t end = m_sequence.expected();
        for (const Point& point : m_points) {
            if (latest == nullptr || point.anchor.seq > latest->anchor.seq)
                latest = &point;
            if (!point.jti.empty())
                judgeRecord(point);
            else if (!point.met && point.seen)
                m_late.push_back({ProblemKind::Edited, point.anchor.seq, point.anchor.seq, "Sequence " + std::to_string(point.anchor.seq) + " is not the event that " + point.anchor.label + " knows."});
        }
        if (latest != nullptr && latest->anchor.seq >= end)
            m_late.push_back({ProblemKind::Missing, end, latest->anchor.seq, "The chain was cut at its end: " + latest->anchor.label + " knows sequence " + std::to_string(latest->anchor.seq) + "."});
        m_report.anchor = latest == nullptr ? "nothing outside the chain: a clean cut at its end would not be seen"
                                            : latest->anchor.label + ", at sequence " + std::to_string(latest->anchor.seq);
    }

    void judgeRecord(const Point& point)
    {
        if (point.met) {
            ++m_report.recordsValid;
            return;
        }
        const std::string detail = "The record " + point.jti + " was signed when sequence " + std::to_string(point.anchor.seq) + " of the chain was " +
                                   point.anchor.hash.substr(0, 12) + (point.seen ? ", which it is not." : ", which is not there.");
        m_report.recordsInvalid.push_back({point.jti, {codes::AuditHeadNotOnChain, detail}});
        m_late.push_back({ProblemKind::Record, point.anchor.seq, point.anchor.seq, detail});
    }

    Sequence m_sequence{};
    int m_searched = 0;
    std::optional<Held> m_held{};
    std::vector<Problem> m_late{};
    std::vector<Point> m_points{};
    std::unordered_multimap<std::int64_t, std::size_t> m_pointsAt{};
    Report m_report{};
};

ChainVerifier::ChainVerifier() : m_state(std::make_unique<State>()) {}
ChainVerifier::~ChainVerifier() = default;
ChainVerifier::ChainVerifier(ChainVerifier&&) noexcept = default;
ChainVerifier& ChainVerifier::operator=(ChainVerifier&&) noexcept = default;

void ChainVerifier::expect(Anchor anchor) { m_state->expect(std::move(anchor)); }
void ChainVerifier::checkRecord(const std::string& jws, const RecordVerifier& verify, const std::string& jti)
{
    m_state->checkRecord(jws, verify, jti);
}
void ChainVerifier::add(StoredEvent row) { m_state->add(std::move(row)); }
void ChainVerifier::addUnreadable(std::string detail, bool cut) { m_state->addUnreadable(std::move(detail), cut); }
Report ChainVerifier::finish() { return m_state->finish(); }

} // namespace countersign::audit
