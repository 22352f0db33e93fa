#include "models/inbox/halt_list_model.h"

#include "engine/base/text.h"
#include "models/text.h"

namespace countersign::models {

namespace {

constexpr std::size_t causeLetters = 40;

QString cause(const domain::Halt& halt)
{
    if (halt.signable()) {
        const auto count = [&halt](const char* key) { return domain::integerOr(halt.policy, key, 0); };
        return HaltListModel::tr("%1 warn, %2 of %3 pass").arg(count("warn")).arg(count("pass")).arg(count("total"));
    }
    return shown(base::elide(base::toValidUtf8(halt.reason), causeLetters));
}

} // namespace

HaltListModel::Group HaltListModel::groupOf(const domain::Halt& halt)
{
    const auto outcome = domain::parseOutcome(halt.haltType);
    if (outcome == domain::Outcome::Escalate)
        return Decide;
    return outcome == domain::Outcome::Blocker ? Change : Repair;
}

QString HaltListModel::groupText(Group group)
{
    switch (group) {
    case Decide: return tr("Needs your decision");
    case Change: return tr("Work must change");
    case Repair: return tr("Operator: retry or repair");
    }
    return {};
}

void HaltListModel::setHalts(const std::vector<domain::Halt>& halts)
{
    m_halts = halts;
    std::stable_sort(m_halts.begin(), m_halts.end(), [](const auto& a, const auto& b) {
        return a.openedAt != b.openedAt ? a.openedAt > b.openedAt : a.id.value > b.id.value;
    });
    std::vector<ListEntry> entries;
    for (const domain::Halt& halt : m_halts) {
        ListEntry entry;
        entry.id = plain(halt.id.value);
        entry.group = groupOf(halt);
        entry.title = shown(halt.title.empty() ? halt.taskId : halt.title);
        entry.word = outcomeWord(halt.haltType);
        entry.detail = cause(halt);
        entry.mark = markOfHalt(halt.haltType);
        entry.since = halt.openedAt;
        entry.search = shown(halt.taskId + ' ' + halt.project + ' ' + halt.reason + ' ' + domain::textOr(halt.actor, "name"));
        entry.fresh = !m_looked.contains(entry.id);
        entries.push_back(std::move(entry));
    }
    setEntries(std::move(entries));
}

const domain::Halt* HaltListModel::halt(const QString& id) const
{
    const std::string wanted = utf8(id);
    const auto found = std::find_if(m_halts.begin(), m_halts.end(), [&wanted](const auto& h) { return h.id.value == wanted; });
    return found == m_halts.end() ? nullptr : &*found;
}

void HaltListModel::markLooked(const QString& id)
{
    if (m_looked.contains(id))
        return;
    m_looked.insert(id);
    setHalts(std::vector<domain::Halt>(m_halts));
}

} // namespace countersign::models
