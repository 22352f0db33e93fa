#include "engine/plan/work_copy.h"

#include "engine/base/codes.h"
#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/plan/codes.h"

#include <algorithm>

namespace countersign::plan {

namespace fs = std::filesystem;

namespace {

// $1 resource, $2 copy, $3 branch. What was put into the copy by actors must not stop its removal.
constexpr std::string_view clear = R"(set -eu
chmod -R u+rwX "$2" 2>/dev/null || true
find "$2" -mindepth 1 -delete
)";

// Nothing of the resource's configuration is used: it names no filter, hook or other work tree here.
constexpr std::string_view copyGit = R"(
git() { command git -c safe.directory='*' -c core.fsmonitor=false -c core.hooksPath=/dev/null -c core.pager=cat "$@"; }
cd "$1"
commit=$(GIT_DIR=.git git rev-parse --verify -q HEAD || true)
format=$(GIT_DIR=.git git rev-parse --show-object-format)
git init -q --object-format="$format" "$2"
printf '%s\n' "$1/.git/objects" > "$2/.git/objects/info/alternates"
if [ -f .git/shallow ]; then cp .git/shallow "$2/.git/shallow"; fi
cd "$2"
git symbolic-ref HEAD "refs/heads/$3"
if [ -n "$commit" ]; then git update-ref "refs/heads/$3" "$commit"; git read-tree HEAD; fi
git config user.name countersign
git config user.email countersign@localhost
cd "$1"
export GIT_DIR=.git GIT_WORK_TREE=.
git ls-files -z --cached --others --exclude-standard | sort -z -u > /tmp/named
git ls-files -z --deleted | sort -z -u > /tmp/deleted
comm -z -23 /tmp/named /tmp/deleted > /tmp/kept
tar --null --no-recursion --verbatim-files-from -T /tmp/kept -cf - | tar -x --no-same-owner -p -f - -C "$2"
unset GIT_DIR GIT_WORK_TREE
cd "$2"
git update-index -q --refresh >/dev/null || true
)";

constexpr std::string_view copyDirectory = R"(
cp -a --no-preserve=ownership --reflink=auto "$1/." "$2/"
)";

constexpr std::string_view copyFile = R"(
cp --preserve=mode,timestamps --reflink=auto "$1" "$2/"
)";

std::string scriptFor(domain::ResourceKind kind)
{
    switch (kind) {
    case domain::ResourceKind::Git: return std::string(clear) + std::string(copyGit);
    case domain::ResourceKind::Directory: return std::string(clear) + std::string(copyDirectory);
    case domain::ResourceKind::File: return std::string(clear) + std::string(copyFile);
    }
    return std::string(clear);
}

base::Error failed(const domain::Resource& resource, const std::string& why)
{
    return base::Error(codes::WorkCopyFailed, "no work copy of " + resource.name + " at " + resource.path + ": " + why)
        .advise("Look at the resource and at the free space, then re-run unchanged.");
}

} // namespace

base::Result<domain::WorkCopy> makeWorkCopy(const domain::Resource& resource, const domain::PlanId& plan, const fs::path& place,
                                            runner::ProcessHost& host, std::stop_token stop)
{
    std::string folder = resource.name;
    std::replace(folder.begin(), folder.end(), '/', '.');
    const fs::path path = place / plan.value / folder;
    CS_TRY(base::makeDirectory(place, 0700));
    CS_TRY(base::makeDirectory(place / plan.value, 0700));
    CS_TRY(base::makeDirectory(path, 0755));
    std::error_code error;
    const fs::path real = fs::canonical(resource.path, error);
    if (error)
        return base::fail(failed(resource, error.message()));
    domain::WorkCopy out{plan, resource.name, path.string(), {}, {}, {}, 0};
    if (resource.kind == domain::ResourceKind::File)
        out.path = (path / real.filename()).string();
    if (resource.kind == domain::ResourceKind::Git) {
        out.objects = (real / ".git" / "objects").string();
        out.branch = "countersign/" + plan.value;
    }
    runner::CommandSpec command;
    command.argv = {"/bin/sh", "-c", scriptFor(resource.kind), "sh", real.string(), path.string(), out.branch};
    command.workingDirectory = "/tmp";
    command.sandbox.resource = real;
    command.sandbox.writable = {path};
    command.environment = {{"GIT_CONFIG_NOSYSTEM", "1"}, {"GIT_TERMINAL_PROMPT", "0"}, {"GIT_OPTIONAL_LOCKS", "0"}};
    command.timeout = std::chrono::minutes(30);
    const runner::ProcessEnd end = runner::runAndWait(host, std::move(command), stop);
    if (end.startFailure)
        return base::fail(*end.startFailure);
    if (end.how == runner::ProcessEnd::How::Cancelled)
        return base::fail(base::codes::Cancelled, "making the work copy of " + resource.name + " was cancelled");
    if (end.how != runner::ProcessEnd::How::Exited || end.exitCode != 0)
        return base::fail(failed(resource, std::string(base::trim(base::visible(end.err.text().substr(0, 500), false)))));
    return out;
}

} // namespace countersign::plan
