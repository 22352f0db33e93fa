// The content of a resource as one digest, and whether it changed meanwhile. Source: SPEC section 6.8.
// git: what `ls-files --cached --others --exclude-standard` names, plus the HEAD id, asked inside a sandbox.
// The resource's own path may be a symbolic link and is followed; links inside are not, their target is their content.
// Thread: readTree() from any thread; a ContentCache is shared and thread-safe.
#pragma once

#include "engine/base/result.h"
#include "engine/domain/project.h"
#include "engine/runner/process_host.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

namespace countersign::plan {

/// Content digests of files whose identity and times did not change since they were read.
class ContentCache
{
public:
    struct Key
    {
        std::uint64_t device = 0;
        std::uint64_t inode = 0;
        std::int64_t size = 0;
        std::int64_t modifiedNs = 0;
        std::int64_t changedNs = 0;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    [[nodiscard]] std::string find(const Key& key) const;
    void keep(const Key& key, std::string digest);

private:
    mutable std::mutex m_mutex;
    std::map<Key, std::string> m_digests;
};

struct TreeEntry
{
    std::string path{}; ///< relative, with '/'
    std::string mode{}; ///< as git writes it: 100644, 100755, 120000
    std::string digest{};
    std::int64_t changedNs = 0; ///< ctime
    friend bool operator==(const TreeEntry&, const TreeEntry&) = default;
};

struct Tree
{
    std::string digest{};
    std::string head{}; ///< git only; empty before the first commit
    std::vector<TreeEntry> entries{}; ///< sorted by path bytes
    /// ctime of every directory that leads to an entry ("" is the resource itself): what is put there and taken away
    /// again, or swapped as a whole, leaves a trace nowhere else. No part of the digest.
    std::map<std::string, std::int64_t> directories{};
};

/// A path that is not UTF-8 enters the digest percent-encoded in an entry of four members, so that no two paths are one.
/// Errors: Cancelled, WorkTreeUnreadable, WorkTreeSpecialFile, WorkTreeNotGit, SandboxUnavailable.
[[nodiscard]] base::Result<Tree> readTree(const domain::Resource& resource, runner::ProcessHost& host, ContentCache& cache, std::stop_token stop);
/// Equal content and equal change times: nothing was touched in between, even if it was put back.
[[nodiscard]] bool untouched(const Tree& before, const Tree& after);
/// Digest of the canonical object {resource name: tree digest}.
[[nodiscard]] std::string workTreeDigest(const std::map<std::string, Tree>& trees);

} // namespace countersign::plan
