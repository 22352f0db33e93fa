#include "engine/audit/export.h"

#include "engine/audit/codes.h"
#include "engine/base/json.h"

#include <ostream>

namespace countersign::audit {

namespace {

using base::Json;

std::string headerText(const ExportHeader& header)
{
    Json signers = Json::array();
    for (const domain::Signer& signer : header.signers)
        signers.push_back(domain::toJson(signer));
    return base::canonical({{"format", exportFormat},
                            {"version", 1},
                            {"exported_at", header.exportedAt},
                            {"head", {{"seq", header.headSeq}, {"hash", header.headHash}}},
                            {"signers", std::move(signers)},
                            {"records", header.records}});
}

// A damaged text travels as a JSON string, so that the file stays one line an event and shows what was there.
std::string embedded(const std::string& text) { return isOneObject(text) ? text : base::canonical(text); }

} // namespace

ExportWriter::ExportWriter(std::ostream& out, ExportHeader header) : m_out(out), m_header(headerText(header)) {}

base::Result<void> ExportWriter::add(const StoredEvent& event)
{
    m_out << "{\"actor\":" << embedded(event.actorText);
    if (!m_header.empty())
        m_out << ",\"export\":" << m_header;
    m_header.clear();
    m_out << ",\"hash\":" << base::canonical(event.hash) << ",\"payload\":" << embedded(event.payloadText)
          << ",\"plan\":" << base::canonical(event.plan) << ",\"prev_hash\":" << base::canonical(event.prevHash)
          << ",\"seq\":" << std::to_string(event.seq) << ",\"time\":" << std::to_string(event.time)
          << ",\"type\":" << base::canonical(event.type) << "}\n";
    if (!m_out)
        return base::fail(codes::ExportUnwritable, "The export can't be written.");
    return {};
}

base::Result<void> ExportWriter::finish()
{
    if (!m_header.empty())
        m_out << "{\"export\":" << m_header << "}\n";
    m_header.clear();
    m_out.flush();
    if (!m_out)
        return base::fail(codes::ExportUnwritable, "The export can't be written.");
    return {};
}

} // namespace countersign::audit
