#include "engine/authority/record.h"
#include "engine/base/files.h"
#include "engine/signing/codes.h"
#include "engine/signing/keys.h"

namespace countersign::signing {

namespace fs = std::filesystem;

namespace {

using base::fail;
using base::Result;

constexpr std::string_view twinEnding = ".pub.pem";
constexpr std::size_t twinLimit = 64U * 1024U;

Result<KeyEntry> readTwin(const fs::path& file, const fs::path& twin)
{
    CS_ASSIGN(const std::string pem, base::readFile(twin, twinLimit));
    CS_ASSIGN(authority::PublicKeyInfo info, authority::readPublicKey(pem));
    return KeyEntry{file, twin, std::move(info.pem), std::move(info.keyId), std::move(info.algorithm)};
}

// "x.pub.pem" is the twin of "x.pem", or of "x".
fs::path privateFile(const fs::path& twin)
{
    const std::string text = twin.string();
    const fs::path bare = text.substr(0, text.size() - twinEnding.size());
    std::error_code error;
    const fs::path pem = bare.string() + ".pem";
    if (fs::is_regular_file(pem, error))
        return pem;
    return fs::is_regular_file(bare, error) ? bare : fs::path();
}

} // namespace

Result<std::vector<KeyEntry>> listKeys(const fs::path& directory)
{
    std::vector<KeyEntry> out;
    std::error_code error;
    if (!fs::exists(directory, error) && !error)
        return out;
    fs::directory_iterator it(directory, error);
    for (; !error && it != fs::directory_iterator(); it.increment(error)) {
        if (!it->path().filename().string().ends_with(twinEnding))
            continue;
        const fs::path file = privateFile(it->path());
        if (file.empty())
            continue;
        if (auto entry = readTwin(file, it->path()))
            out.push_back(std::move(*entry));
    }
    if (error)
        return fail(codes::KeyUnreadable, "The directory " + directory.string() + " can't be read: " + error.message() + ".");
    std::sort(out.begin(), out.end(), [](const KeyEntry& a, const KeyEntry& b) { return a.file < b.file; });
    return out;
}

Result<KeyEntry> showKey(const fs::path& file)
{
    std::error_code error;
    if (!fs::is_regular_file(file, error))
        return fail(codes::KeyNotFound, "There is no key file " + file.string() + ".");
    const fs::path twin = publicTwin(file);
    if (!fs::is_regular_file(twin, error))
        return fail(codes::KeyTwinMissing, "There is no public twin " + twin.string() + ".");
    return readTwin(file, twin);
}

} // namespace countersign::signing
