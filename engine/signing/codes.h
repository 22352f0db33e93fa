// Closed table of the codes of engine/signing. Source: SPEC sections 8, 9.
#pragma once

#include "engine/base/error.h"

namespace countersign::signing::codes {

using base::CodeInfo;
using base::ErrorKind;

inline constexpr CodeInfo KeyNotFound{"KeyError", "KEY_NOT_FOUND", ErrorKind::NotFound, "There is no such key file."};
inline constexpr CodeInfo KeyUnreadable{"KeyError", "KEY_UNREADABLE", ErrorKind::BadInput, "The key file can't be read."};
inline constexpr CodeInfo KeyModeTooOpen{"KeyError", "KEY_MODE_TOO_OPEN", ErrorKind::Denied, "The key file can be read or changed by others."};
inline constexpr CodeInfo KeyNotEncrypted{"KeyError", "KEY_NOT_ENCRYPTED", ErrorKind::Denied, "The key is not protected by a passphrase."};
inline constexpr CodeInfo KeyInvalid{"KeyError", "KEY_INVALID", ErrorKind::BadInput, "The file does not hold an encrypted PKCS#8 key."};
inline constexpr CodeInfo KeyWrongPassphrase{"KeyError", "KEY_WRONG_PASSPHRASE", ErrorKind::Denied, "The passphrase does not open the key."};
inline constexpr CodeInfo KeyPassphraseEmpty{"KeyError", "KEY_PASSPHRASE_EMPTY", ErrorKind::BadInput, "The passphrase is empty."};
inline constexpr CodeInfo KeyPassphraseTooLong{"KeyError", "KEY_PASSPHRASE_TOO_LONG", ErrorKind::BadInput, "The passphrase is longer than 1,023 bytes."};
inline constexpr CodeInfo KeyUnsupported{"KeyError", "KEY_UNSUPPORTED", ErrorKind::Unsupported, "Only Ed25519 and RSA keys from 2048 bits are supported."};
inline constexpr CodeInfo KeyExists{"KeyError", "KEY_EXISTS", ErrorKind::Conflict, "There is a key of that name already."};
inline constexpr CodeInfo KeyUnwritable{"KeyError", "KEY_UNWRITABLE", ErrorKind::Unavailable, "The key can't be written."};
inline constexpr CodeInfo KeyTwinMissing{"KeyError", "KEY_TWIN_MISSING", ErrorKind::NotFound, "The public twin of the key is missing."};
inline constexpr CodeInfo CryptoFailed{"KeyError", "CRYPTO_FAILED", ErrorKind::Internal, "The cryptographic library refused to work."};

inline constexpr std::array all{&KeyNotFound, &KeyUnreadable, &KeyModeTooOpen, &KeyNotEncrypted, &KeyInvalid, &KeyWrongPassphrase,
    &KeyPassphraseEmpty, &KeyPassphraseTooLong, &KeyUnsupported, &KeyExists, &KeyUnwritable, &KeyTwinMissing, &CryptoFailed};

} // namespace countersign::signing::codes
