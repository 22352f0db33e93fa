#include "engine/builtin/checks.h"

#include "engine/base/codes.h"
#include "engine/base/glob.h"
#include "engine/base/text.h"
#include "engine/builtin/codes.h"
#include "engine/builtin/resource_files.h"
#include "engine/schema/schema.h"

#include <re2/re2.h>

#include <algorithm>

namespace countersign::builtin {

using base::Result;

namespace {

constexpr std::size_t mebi = 1024 * 1024;
constexpr std::size_t jsonBytes = 16 * mebi;
constexpr std::size_t textBytes = 64 * mebi;

std::string shown(const std::string& path) { return base::visible(base::elide(base::toValidUtf8(path), 200), false); }

std::string_view whatStandsThere(FileKind kind)
{
    switch (kind) {
    case FileKind::Missing: return "is not there";
    case FileKind::Directory: return "is a folder, not a file";
    case FileKind::Link: return "is behind a link, which is not followed";
    case FileKind::Other: return "is no regular file";
    case FileKind::Regular: return "is there";
    }
    return "is not there";
}

/// The schema, from the arguments or from its file. Errors: SchemaUnusable and those of the file.
Result<Json> schemaOf(const Call& call, const ResourceFiles& files)
{
    const bool inFile = call.args.contains("schema_file");
    if (inFile == call.args.contains("schema"))
        return base::fail(base::Error(codes::SchemaUnusable, inFile ? "schema and schema_file exclude each other" : "neither schema nor schema_file is given")
                              .advise("Give one of them."));
    if (!inFile)
        return call.args.at("schema");
    const std::string path = call.args.at("schema_file").get<std::string>();
    CS_ASSIGN(const std::optional<std::string> content, files.read(path, mebi));
    if (!content) {
        CS_ASSIGN(const FileKind kind, files.kindOf(path));
        return base::fail(codes::SchemaUnusable, shown(path) + " " + std::string(whatStandsThere(kind)));
    }
    Result<Json> parsed = base::parseJson(*content);
    return parsed ? std::move(parsed) : base::fail(base::Error(codes::SchemaUnusable, shown(path) + ": " + parsed.error().text()).because(parsed.error()));
}

Json violationsJson(const std::vector<schema::Violation>& violations)
{
    Json out = Json::array();
    for (const schema::Violation& violation : violations) {
        if (out.size() == findingsShown)
            break;
        out.push_back({{"pointer", violation.pointer}, {"keyword", violation.keyword}, {"message", violation.message}});
    }
    return out;
}

struct Findings
{
    Json list = Json::array();
    std::size_t lines = 0;
    std::size_t files = 0;
    std::size_t looked = 0;
};

void searchLines(std::string_view content, const std::string& path, const re2::RE2& pattern, Findings& findings)
{
    const std::size_t before = findings.lines;
    for (std::size_t at = 0, line = 1; at <= content.size(); ++line) {
        const std::size_t end = std::min(content.find('\n', at), content.size());
        if (re2::RE2::PartialMatch(re2::StringPiece(content.data() + at, end - at), pattern) && ++findings.lines <= findingsShown)
            findings.list.push_back({{"path", base::toValidUtf8(path)}, {"line", line}});
        at = end + 1;
    }
    findings.files += findings.lines > before ? 1 : 0;
}

} // namespace

Result<Json> fileExists(const Call& call)
{
    const std::string path = call.args.at("path").get<std::string>();
    CS_ASSIGN(const ResourceFiles files, ResourceFiles::open(call.resource));
    CS_ASSIGN(const FileKind kind, files.kindOf(path));
    return verdict(kind == FileKind::Regular, shown(path) + " " + std::string(whatStandsThere(kind)) + ".", {{"path", base::toValidUtf8(path)}});
}

Result<Json> jsonSchema(const Call& call)
{
    const std::string path = call.args.at("file").get<std::string>();
    CS_ASSIGN(const ResourceFiles files, ResourceFiles::open(call.resource));
    CS_ASSIGN(const Json schemaJson, schemaOf(call, files));
    auto schema = schema::Schema::compile(schemaJson);
    if (!schema)
        return base::fail(base::Error(codes::SchemaUnusable, schema.error().text()).because(schema.error()));
    CS_ASSIGN(const std::optional<std::string> content, files.read(path, jsonBytes));
    if (!content) {
        CS_ASSIGN(const FileKind kind, files.kindOf(path));
        return verdict(false, shown(path) + " " + std::string(whatStandsThere(kind)) + ".", {{"file", base::toValidUtf8(path)}});
    }
    const auto instance = base::parseJson(*content);
    if (!instance)
        return verdict(false, shown(path) + " is not JSON: " + instance.error().text(), {{"file", base::toValidUtf8(path)}});
    const std::vector<schema::Violation> violations = schema->check(*instance);
    const std::string count = std::to_string(violations.size());
    return verdict(violations.empty(),
                   violations.empty() ? shown(path) + " fits the schema."
                                      : shown(path) + " does not fit the schema, " + count + (violations.size() == 1 ? " violation: " : " violations, the first: ") + violations.front().message,
                   {{"file", base::toValidUtf8(path)}, {"violations", violationsJson(violations)}, {"total", violations.size()}});
}

Result<Json> forbiddenText(const Call& call)
{
    re2::RE2::Options options;
    options.set_log_errors(false);
    const re2::RE2 pattern(call.args.at("pattern").get<std::string>(), options);
    if (!pattern.ok())
        return base::fail(base::Error(codes::PatternInvalid, pattern.error()).advise("RE2 has no look-around and no back-references."));
    const std::vector<std::string> globs = domain::texts(call.args, "paths");
    CS_ASSIGN(const ResourceFiles files, ResourceFiles::open(call.resource));
    Findings findings;
    CS_TRY(files.each([&](const std::string& path, const ResourceFiles::Content& content) -> Result<void> {
        if (call.stopped && call.stopped())
            return base::fail(base::codes::Cancelled, "the search was ended at " + shown(path));
        if (!globs.empty() && std::none_of(globs.begin(), globs.end(), [&](const std::string& glob) { return base::matchesGlob(glob, path); }))
            return {};
        CS_ASSIGN(const std::string text, content(textBytes));
        ++findings.looked;
        searchLines(text, path, pattern, findings);
        return {};
    }));
    std::string message = findings.lines == 0 ? "None of " + std::to_string(findings.looked) + " files holds the text."
                                              : std::to_string(findings.lines) + (findings.lines == 1 ? " line" : " lines") + " of " + std::to_string(findings.files) + " of "
                                                    + std::to_string(findings.looked) + " files hold the text, the first: "
                                                    + shown(findings.list.front().at("path").get<std::string>()) + ":" + findings.list.front().at("line").dump() + ".";
    return verdict(findings.lines == 0, std::move(message), {{"files", findings.looked}, {"lines", findings.lines}, {"findings", std::move(findings.list)}});
}

Result<Json> gitClean(const Printed& printed)
{
    if (printed.exitCode != 0)
        return base::fail(codes::GitFailed, "git status ended with " + std::to_string(printed.exitCode) + ": " + base::visible(base::elide(base::toValidUtf8(base::trim(printed.err)), 300), false));
    Json changed = Json::array();
    std::size_t total = 0;
    for (std::string_view rest = printed.out; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\0'), rest.size());
        const std::string_view entry = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (entry.size() < 4)
            return base::fail(codes::GitFailed, "git status printed what it never prints");
        if (++total <= findingsShown)
            changed.push_back({{"path", base::toValidUtf8(entry.substr(3))}, {"status", base::toValidUtf8(entry.substr(0, 2))}});
    }
    std::string message = total == 0 ? "The work tree is clean." : std::to_string(total) + (total == 1 ? " file is" : " files are") + " changed or new, the first: " + shown(changed.front().at("path").get<std::string>()) + ".";
    return verdict(total == 0, std::move(message), {{"total", total}, {"changed", std::move(changed)}});
}

} // namespace countersign::builtin
