#include "engine/authority/record.h"
#include "engine/signing/codes.h"
#include "engine/signing/key_crypto.h"
#include "engine/signing/key_file.h"

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace countersign::signing {

namespace fs = std::filesystem;

namespace {

using base::fail;
using base::Result;

Result<void> checkPassphrase(const Passphrase& passphrase)
{
    if (passphrase.empty())
        return fail(codes::KeyPassphraseEmpty, "A key needs a passphrase.");
    if (passphrase.size() > passphraseLimit)
        return fail(codes::KeyPassphraseTooLong, "The passphrase is longer than 1,023 bytes.");
    return {};
}

Result<void> makePrivateDirectory(const fs::path& directory)
{
    std::error_code error;
    if (directory.empty() || fs::is_directory(directory, error))
        return {};
    if (directory.has_parent_path() && directory.parent_path() != directory) {
        CS_TRY(makePrivateDirectory(directory.parent_path()));
    }
    if (::mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST)
        return fail(codes::KeyUnwritable, "The directory " + directory.string() + " can't be made.");
    return {};
}

std::vector<std::string> directoryNotices(const fs::path& file)
{
    const fs::path directory = file.has_parent_path() ? file.parent_path() : fs::path(".");
    struct stat info{};
    if (::stat(directory.c_str(), &info) == 0 && (info.st_mode & 0077U) != 0)
        return {"The directory " + directory.string() + " is open to others; a directory of mode 0700 is better for keys."};
    return {};
}

// Both files or none.
Result<void> writePair(const KeyEntry& entry, const std::string& sealed)
{
    std::error_code error;
    if (fs::exists(fs::symlink_status(entry.publicFile, error)))
        return fail(codes::KeyExists, entry.publicFile.string() + " exists; a key is never overwritten.");
    CS_TRY(writeNewFile(entry.file, sealed, 0600));
    Result<void> twin = writeNewFile(entry.publicFile, entry.publicKeyPem, 0644);
    if (!twin)
        ::unlink(entry.file.c_str());
    return twin;
}

} // namespace

std::optional<KeyAlgorithm> parseKeyAlgorithm(std::string_view text)
{
    if (text == "ed25519")
        return KeyAlgorithm::Ed25519;
    if (text == "rs256")
        return KeyAlgorithm::Rs256;
    return std::nullopt;
}

fs::path publicTwin(const fs::path& file)
{
    fs::path out = file;
    if (out.extension() == ".pem")
        out.replace_extension();
    out += ".pub.pem";
    return out;
}

Result<GeneratedKey> generateKey(KeyAlgorithm algorithm, const fs::path& file, const Passphrase& passphrase)
{
    CS_TRY(checkPassphrase(passphrase));
    CS_TRY(makePrivateDirectory(file.parent_path()));
    std::error_code error;
    if (fs::exists(fs::symlink_status(file, error)))
        return fail(codes::KeyExists, file.string() + " exists; a key is never overwritten.");
    CS_ASSIGN(const Key key, makeKey(algorithm));
    CS_ASSIGN(const std::string sealed, encryptedPem(key.get(), passphrase));
    CS_ASSIGN(const std::string pem, publicPem(key.get()));
    CS_ASSIGN(const authority::PublicKeyInfo info, authority::readPublicKey(pem));
    GeneratedKey out{{file, publicTwin(file), info.pem, info.keyId, info.algorithm}};
    CS_TRY(writePair(out.key, sealed));
    out.notices = directoryNotices(file);
    return out;
}

} // namespace countersign::signing
