#include "engine/domain/event.h"

#include "engine/base/digest.h"
#include "engine/base/json.h"

#include <array>
#include <utility>

namespace countersign::domain {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 33> sentences{{
    {event::StoreCreated, "Store created"},
    {event::StoreMigrated, "Store migrated"},
    {event::Imported, "Registry imported"},
    {event::ToolRegistered, "Tool registered"},
    {event::ToolPinned, "Pinned files changed"},
    {event::ToolRemoved, "Tool removed"},
    {event::ResourceRegistered, "Resource registered"},
    {event::ResourceRemoved, "Resource removed"},
    {event::ProjectRegistered, "Project registered"},
    {event::ActorRegistered, "Actor registered"},
    {event::ServerRegistered, "MCP server registered"},
    {event::ServerRemoved, "MCP server removed"},
    {event::SkillRegistered, "Skill registered"},
    {event::SkillRemoved, "Skill removed"},
    {event::GraphRegistered, "Graph registered"},
    {event::GraphRemoved, "Graph removed"},
    {event::AttachmentAdded, "Attachment added"},
    {event::AttachmentRemoved, "Attachment removed"},
    {event::SignerAdded, "Signer added"},
    {event::SignerRevoked, "Signer revoked"},
    {event::PlanCreated, "Plan created"},
    {event::PlanChanged, "Plan changed"},
    {event::RunStarted, "Validation run started"},
    {event::RunEnded, "Validation run ended"},
    {event::HaltOpened, "Halt opened"},
    {event::HaltClosed, "Halt closed"},
    {event::DecisionRequested, "Decision requested"},
    {event::DecisionEnded, "Decision request ended"},
    {event::DecisionSigned, "Decision signed"},
    {event::DecisionWithdrawn, "Decision withdrawn"},
    {event::DecisionIgnored, "Decision record ignored"},
    {event::TokenIssued, "Token issued"},
    {event::TokenVoided, "Token voided"},
}};

} // namespace

std::string canonicalEvent(const Event& event)
{
    return base::canonical({{"seq", event.seq},
                            {"time", event.time},
                            {"type", event.type},
                            {"actor", event.actor},
                            {"plan", event.plan},
                            {"payload", event.payload}});
}

std::string eventHash(const Event& event) { return base::sha256Hex(event.previousHash + canonicalEvent(event)); }

std::string eventSentence(const Event& event)
{
    std::string out = event.type;
    for (const auto& [type, sentence] : sentences)
        if (type == event.type)
            out = sentence;
    for (const char* key : {"outcome", "halt_type", "state", "decision", "name", "validation", "cause"})
        if (const std::string detail = textOr(event.payload, key); !detail.empty())
            return out + ", " + detail;
    return out;
}

} // namespace countersign::domain
