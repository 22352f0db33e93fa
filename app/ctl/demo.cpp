#include "app/ctl/demo.h"

#include "engine/base/codes.h"
#include "engine/base/files.h"
#include "engine/domain/json_fields.h"

#include <array>
#include <cstring>

#include <spawn.h>
#include <sys/wait.h>

namespace countersign::ctl {

namespace fs = std::filesystem;
using domain::Json;
using domain::textOr;

namespace {

// Runs git with nothing of the user's configuration, so that the sample is the same everywhere.
base::Result<void> git(const fs::path& directory, const Json& author, const std::string& date, std::vector<std::string> arguments)
{
    std::vector<std::string> words{"git", "-C", directory.string(), "-c", "core.hooksPath=/dev/null", "-c", "commit.gpgSign=false", "-c", "core.autocrlf=false"};
    words.insert(words.end(), std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end()));
    const std::string name = textOr(author, "name");
    const std::string email = textOr(author, "email");
    std::vector<std::string> environment{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/nonexistent", "GIT_CONFIG_NOSYSTEM=1",
                                         "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=" + name, "GIT_AUTHOR_EMAIL=" + email, "GIT_COMMITTER_NAME=" + name,
                                         "GIT_COMMITTER_EMAIL=" + email, "GIT_AUTHOR_DATE=" + date, "GIT_COMMITTER_DATE=" + date};
    const auto pointers = [](std::vector<std::string>& texts) {
        std::vector<char*> out;
        for (std::string& text : texts)
            out.push_back(text.data());
        out.push_back(nullptr);
        return out;
    };
    const std::vector<char*> argv = pointers(words);
    const std::vector<char*> envp = pointers(environment);
    pid_t child = 0;
    const int error = ::posix_spawn(&child, "/usr/bin/git", nullptr, nullptr, argv.data(), envp.data());
    if (error != 0)
        return base::fail(base::Error(base::codes::FileNotFound, std::string("git can't be started: ") + std::strerror(error)).advise("Install it: apt install git"));
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return base::fail(base::codes::FileUnwritable, "git failed in " + directory.string());
    return {};
}

base::Result<void> copyTree(const fs::path& from, const fs::path& to)
{
    std::error_code error;
    fs::create_directories(to, error);
    if (!error)
        fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing | fs::copy_options::copy_symlinks, error);
    if (error)
        return base::fail(base::fileError(to, error.value(), true));
    return {};
}

base::Result<void> commit(const fs::path& directory, const Json& author, const Json& what)
{
    CS_TRY(git(directory, author, textOr(what, "date"), {"add", "--all"}));
    return git(directory, author, textOr(what, "date"), {"commit", "--quiet", "--message", textOr(what, "message")});
}

base::Result<void> repository(const fs::path& source, const fs::path& directory, const Json& manifest, const Json& first)
{
    CS_TRY(copyTree(source, directory));
    CS_TRY(git(directory, manifest.at("author"), textOr(first, "date"), {"init", "--quiet", "--template=", "--initial-branch=" + textOr(manifest, "branch", "main")}));
    return commit(directory, manifest.at("author"), first);
}

} // namespace

base::Result<fs::path> sampleTemplate()
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
    const std::array<fs::path, 2> candidates{program / "../share/countersign/sample", fs::path(COUNTERSIGN_SAMPLE_SOURCE)};
    for (const fs::path& candidate : candidates)
        if (fs::exists(candidate / "demo.json", error))
            return fs::weakly_canonical(candidate, error);
    return base::fail(base::Error(base::codes::FileNotFound, "the sample's template is not installed").advise("Install Countersign again, or build it from its sources."));
}

base::Result<void> makeWorkspace(const fs::path& sample, const Json& manifest, const fs::path& directory)
{
    std::error_code error;
    if (fs::exists(directory, error) && !fs::is_empty(directory, error))
        return base::fail(base::Error(base::codes::Usage, directory.string() + " is not empty").advise("Name a directory that is empty or does not exist."));
    const Json& author = manifest.at("author");
    CS_TRY(repository(sample / textOr(manifest.at("workspace"), "source"), directory, manifest, manifest.at("workspace")));
    for (const Json& work : manifest.at("works")) {
        const fs::path where = directory / textOr(work, "directory");
        CS_TRY(repository(sample / textOr(manifest.at("base"), "source"), where, manifest, manifest.at("base")));
        CS_TRY(copyTree(sample / textOr(work, "overlay"), where));
        CS_TRY(commit(where, author, work));
    }
    return {};
}

} // namespace countersign::ctl
