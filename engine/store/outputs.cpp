#include "engine/store/outputs.h"

#include "engine/base/digest.h"
#include "engine/base/files.h"
#include "engine/store/codes.h"

#include <algorithm>

namespace countersign::store {

namespace {

bool isDigest(std::string_view text)
{
    return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

} // namespace

std::filesystem::path Outputs::pathOf(const std::string& digest) const { return m_directory / digest.substr(0, 2) / digest; }

base::Result<std::string> Outputs::put(std::string_view bytes) const
{
    if (bytes.empty())
        return std::string();
    std::string digest = base::sha256Hex(bytes);
    const std::filesystem::path path = pathOf(digest);
    // What lies there already may have been damaged since; then it is written anew.
    if (get(digest))
        return digest;
    CS_TRY(base::makeDirectory(path.parent_path(), 0700));
    CS_TRY(base::writeFileAtomically(path, bytes, 0600));
    return digest;
}

base::Result<std::string> Outputs::get(const std::string& digest) const
{
    if (digest.empty())
        return std::string();
    if (!isDigest(digest))
        return base::fail(codes::OutputMissing, "\"" + digest.substr(0, 80) + "\" is not a digest");
    auto bytes = base::readFile(pathOf(digest));
    if (!bytes)
        return base::fail(base::Error(codes::OutputMissing, "the output " + digest + " is missing").because(bytes.error()));
    if (base::sha256Hex(*bytes) != digest)
        return base::fail(codes::OutputDamaged, "the output " + digest + " was changed on disk");
    return bytes;
}

} // namespace countersign::store
