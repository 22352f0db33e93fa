// What is registered, and files turned into checked proposals. Source: SPEC sections 3, 4, Appendix A.
// Thread: plain values and pure functions; only readDirectory and readFiles touch the disk.
#pragma once

#include "engine/base/result.h"
#include "engine/domain/attachment.h"
#include "engine/domain/graph.h"
#include "engine/domain/project.h"
#include "engine/domain/skill.h"
#include "engine/domain/tool.h"

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace countersign::registry {

/// (kind, name): kinds "tool" (validations too), "resource", "project", "actor", "server", "skill", "graph", "attachment" (attachmentName()).
using Key = std::pair<std::string, std::string>;

/// The bytes that were read, and the digest that names exactly them.
struct ImportFile
{
    std::string name{}; ///< file name without directory for a directory, the path as given for readFiles
    std::string bytes{};
};
struct ImportSet
{
    std::filesystem::path workspace{}; ///< absolute; relative resource paths start here
    std::vector<ImportFile> files{};   ///< sorted by name bytes
    std::string digest{};              ///< SHA-256 of the canonical array of [name, SHA-256 of the bytes]
};

/// Reads workspace/.countersign/*.yml and *.yaml. Errors: File* codes; FileNotFound without that folder or any file.
[[nodiscard]] base::Result<ImportSet> readDirectory(const std::filesystem::path& workspace);
/// Reads single files, for `tool add -f`.
[[nodiscard]] base::Result<ImportSet> readFiles(const std::filesystem::path& workspace,
                                                const std::vector<std::filesystem::path>& files);
[[nodiscard]] std::string digestOf(const std::vector<ImportFile>& files);

/// What is registered now, as far as checking and comparing need it.
struct Current
{
    std::vector<domain::Project> projects{};
    std::vector<domain::Resource> resources{};
    std::vector<domain::ActorDefinition> actors{};
    std::vector<domain::Tool> tools{}; ///< as stored: of a registered server the name alone
    std::vector<domain::McpServer> servers{};
    std::vector<domain::Skill> skills{};
    std::vector<domain::Graph> graphs{};
    std::vector<domain::Attachment> attachments{}; ///< direct and project scope; others are ignored
    std::set<Key> importedHere{};                  ///< what earlier imports from this workspace brought and is still there
};

/// Where a registration stands in its file.
struct Origin
{
    std::string kind{}; ///< as ImportItem: "tool", "validation", "resource", "project", "actor", "server", "skill", "graph", "attachment"
    std::string name{};
    base::Place place{};
};

/// A checked proposal: everything in it can be registered as it stands, in one transaction.
struct ParsedRegistry
{
    std::vector<domain::Project> projects{};
    std::vector<domain::Resource> resources{}; ///< paths absolute
    std::vector<domain::ActorDefinition> actors{};
    std::vector<domain::Tool> tools{}; ///< names and wraps as full names; of a registered server the name alone
    std::vector<domain::McpServer> servers{};
    std::vector<domain::Skill> skills{};
    std::vector<domain::Graph> graphs{};
    std::vector<domain::Attachment> attachments{}; ///< direct or project scope, without id, createdAt, createdBy
    std::vector<Origin> origins{};
    std::vector<base::Error> warnings{}; ///< NotPinned
    std::string digest{};
};

struct Checks
{
    /// Syntax of a transform; its error becomes the cause of TransformInvalid. Empty: not checked.
    std::function<base::Result<void>(const std::string&)> transform{};
    /// The input schema of an mcp source's tool, asked of its server; its error is noted at the tool's name. The tool has the
    /// server's argv and read_paths, also where the registration only names a registered server. Empty: servers
    /// are not asked, and a registration must name the schema itself.
    std::function<base::Result<base::Json>(const domain::Tool&)> mcpSchema{};
    /// Whether an absolute path is a file, for the NotPinned warning. Empty: no such warning.
    std::function<bool(const std::filesystem::path&)> isFile{};
};

using Problems = std::vector<base::Error>;

/// Every violation of every file, in the order of files and lines, each with file, line, column, pointer, advice; or
/// the proposal. Names of current are known, those that importedHere lists and the set no longer holds are not.
[[nodiscard]] tl::expected<ParsedRegistry, Problems> parse(const ImportSet& set, const Current& current, const Checks& checks = {});

/// "local/lint on local/repo through local/web with {…}": identity of an attachment in files.
[[nodiscard]] std::string attachmentName(const domain::Attachment& attachment);

} // namespace countersign::registry
