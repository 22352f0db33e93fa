#include "engine/audit/export.h"

#include "engine/audit/codes.h"
#include "engine/base/json.h"

#include <istream>

namespace countersign::audit {

namespace {

using base::fail;
using base::Json;
using base::Result;

struct Line
{
    std::string text{};
    bool ended = false; ///< by a line feed
};

std::optional<Line> nextLine(std::istream& in)
{
    Line line;
    if (!std::getline(in, line.text))
        return std::nullopt;
    line.ended = !in.eof();
    if (line.text.ends_with('\r'))
        line.text.pop_back();
    return line;
}

bool hasTexts(const Json& object, std::initializer_list<const char*> keys)
{
    return std::all_of(keys.begin(), keys.end(), [&](const char* key) { return object.contains(key) && object.at(key).is_string(); });
}

bool hasIntegers(const Json& object, std::initializer_list<const char*> keys)
{
    return std::all_of(keys.begin(), keys.end(), [&](const char* key) { return object.contains(key) && object.at(key).is_number_integer(); });
}

Result<ExportHeader> readHeader(const Json& json)
{
    if (!json.is_object() || !hasTexts(json, {"format"}) || json.at("format") != exportFormat)
        return fail(codes::ExportNotRecognised, "The first line does not say " + std::string(exportFormat) + ".");
    if (!hasIntegers(json, {"version"}) || json.at("version") != 1)
        return fail(codes::ExportVersion, "The export has another version than 1.");
    const Json head = json.value("head", Json());
    const Json signers = json.value("signers", Json());
    if (!hasIntegers(json, {"exported_at"}) || !hasIntegers(head, {"seq"}) || !hasTexts(head, {"hash"}) || !signers.is_array() ||
        !json.contains("records") || !json.at("records").is_array())
        return fail(codes::ExportHeader, "The header of the export lacks head, signers or records.");
    ExportHeader out{json.at("exported_at").get<base::TimeMs>(), head.at("seq").get<std::int64_t>(), head.at("hash").get<std::string>()};
    for (const Json& signer : signers)
        out.signers.push_back(domain::signerFromJson(signer));
    out.records = domain::texts(json, "records");
    if (out.records.size() != json.at("records").size())
        return fail(codes::ExportHeader, "A record in the header of the export is no text.");
    return out;
}

bool looksLikeEvent(const Json& json) { return json.is_object() && json.contains("seq") && json.contains("prev_hash"); }

// Nothing when the members are not exactly those of an event.
std::optional<StoredEvent> readEvent(const Json& json)
{
    const std::size_t members = json.contains("export") ? 9 : 8;
    if (!json.is_object() || json.size() != members || !json.contains("actor") || !json.contains("payload") ||
        !hasTexts(json, {"type", "plan", "prev_hash", "hash"}) || !hasIntegers(json, {"seq", "time"}))
        return std::nullopt;
    const auto textOf = [&](const char* key) {
        const Json& value = json.at(key);
        return value.is_string() ? value.get<std::string>() : base::canonical(value);
    };
    return StoredEvent{json.at("seq").get<std::int64_t>(), json.at("time").get<base::TimeMs>(), json.at("type").get<std::string>(),
                       textOf("actor"), json.at("plan").get<std::string>(), textOf("payload"), json.at("prev_hash").get<std::string>(),
                       json.at("hash").get<std::string>()};
}

void addLine(ChainVerifier& chain, const Line& line)
{
    if (line.text.empty())
        return;
    const auto json = base::parseJson(line.text);
    if (!json)
        return chain.addUnreadable(json.error().text(), !line.ended);
    if (auto event = readEvent(*json))
        chain.add(std::move(*event));
    else
        chain.addUnreadable("Its members are not those of an event.", false);
}

Result<ExportHeader> openExport(const Line& first)
{
    const auto json = base::parseJson(first.text);
    if (!json && first.text.find("\"export\"") != std::string::npos)
        return fail(base::Error(codes::ExportHeader, "The first line of the export can't be read.").because(json.error()));
    if (!json || !json->is_object())
        return fail(codes::ExportNotRecognised, "The first line is not one of an audit export.");
    if (json->contains("export"))
        return readHeader(json->at("export"));
    if (looksLikeEvent(*json))
        return ExportHeader{};
    return fail(codes::ExportNotRecognised, "The first line is not one of an audit export.");
}

} // namespace

Result<ExportReport> verifyExport(std::istream& in, const ExportRecordVerifier& verify, const std::vector<Anchor>& anchors)
{
    auto line = nextLine(in);
    if (!line)
        return fail(codes::ExportNotRecognised, "The file is empty.");
    ExportReport out;
    CS_ASSIGN(out.header, openExport(*line));
    ChainVerifier chain;
    if (!out.header.headHash.empty())
        chain.expect({out.header.headSeq, out.header.headHash, "the header of the export"});
    for (const Anchor& anchor : anchors)
        chain.expect(anchor);
    for (const std::string& jws : out.header.records)
        chain.checkRecord(jws, [&](const std::string& text) { return verify(text, out.header.signers); });
    if (line->text.starts_with("{\"export\":")) // an empty log: the header stands alone
        line = nextLine(in);
    for (; line; line = nextLine(in))
        addLine(chain, *line);
    out.chain = chain.finish();
    return out;
}

} // namespace countersign::audit
