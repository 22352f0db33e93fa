#include "engine/audit/chain.h"

#include "engine/base/digest.h"
#include "engine/base/json.h"

namespace countersign::audit {

StoredEvent storedForm(const domain::Event& event)
{
    return {event.seq,  event.time, event.type, base::canonical(event.actor), event.plan, base::canonical(event.payload),
            event.previousHash, event.hash};
}

bool isOneObject(std::string_view text)
{
    if (!text.starts_with('{'))
        return false;
    std::size_t depth = 0;
    bool inText = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (static_cast<unsigned char>(c) < 0x20)
            return false;
        if (inText) {
            i += c == '\\' ? 1 : 0;
            inText = c != '"';
        } else if (c == '"') {
            inText = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return i + 1 == text.size();
        }
    }
    return false;
}

std::string storedHash(const StoredEvent& event)
{
    base::Hasher hasher;
    hasher.add(event.prevHash);
    hasher.add("{\"actor\":");
    hasher.add(event.actorText);
    hasher.add(",\"payload\":");
    hasher.add(event.payloadText);
    hasher.add(",\"plan\":");
    hasher.add(base::canonical(event.plan));
    hasher.add(",\"seq\":" + std::to_string(event.seq) + ",\"time\":" + std::to_string(event.time) + ",\"type\":");
    hasher.add(base::canonical(event.type));
    hasher.add("}");
    return hasher.hex();
}

} // namespace countersign::audit
