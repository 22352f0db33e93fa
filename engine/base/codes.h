// Closed table of the codes of engine/base. Source: SPEC sections 2, 9, 15.
#pragma once

#include "engine/base/error.h"

namespace countersign::base::codes {

inline constexpr CodeInfo JsonSyntax{"JsonError", "JSON_SYNTAX", ErrorKind::BadInput, "The text is not valid JSON."};
inline constexpr CodeInfo JsonDuplicateKey{"JsonError", "JSON_DUPLICATE_KEY", ErrorKind::BadInput, "A member appears twice in one JSON object."};
inline constexpr CodeInfo JsonUtf8{"JsonError", "JSON_INVALID_UTF8", ErrorKind::BadInput, "The text is not valid UTF-8."};
inline constexpr CodeInfo JsonByteOrderMark{"JsonError", "JSON_BYTE_ORDER_MARK", ErrorKind::BadInput, "The text starts with a byte-order mark."};
inline constexpr CodeInfo JsonTooDeep{"JsonError", "JSON_TOO_DEEP", ErrorKind::BadInput, "The JSON text is nested too deeply."};
inline constexpr CodeInfo JsonTooLarge{"JsonError", "JSON_TOO_LARGE", ErrorKind::BadInput, "The JSON text is too large."};
inline constexpr CodeInfo JsonEmpty{"JsonError", "JSON_EMPTY", ErrorKind::BadInput, "There is no JSON value."};
inline constexpr CodeInfo JsonTextAfterValue{"JsonError", "JSON_TEXT_AFTER_VALUE", ErrorKind::BadInput, "There is text after the JSON value."};
inline constexpr CodeInfo JsonIncomplete{"JsonError", "JSON_INCOMPLETE", ErrorKind::BadInput, "The JSON text ends too early."};
inline constexpr CodeInfo NumberNotExact{"JsonError", "NUMBER_NOT_EXACT", ErrorKind::BadInput, "A number can't be written exactly in canonical JSON."};
inline constexpr CodeInfo NameInvalid{"NameError", "NAME_INVALID", ErrorKind::BadInput, "The name is not valid."};
inline constexpr CodeInfo NameReserved{"NameError", "NAME_RESERVED", ErrorKind::BadInput, "The namespace is reserved."};
inline constexpr CodeInfo IdInvalid{"IdError", "ID_INVALID", ErrorKind::BadInput, "The id is not a ULID."};
inline constexpr CodeInfo FileNotFound{"FileError", "FILE_NOT_FOUND", ErrorKind::NotFound, "The file does not exist."};
inline constexpr CodeInfo FileUnreadable{"FileError", "FILE_UNREADABLE", ErrorKind::BadInput, "The file can't be read."};
inline constexpr CodeInfo FileUnwritable{"FileError", "FILE_UNWRITABLE", ErrorKind::Unavailable, "The file can't be written."};
inline constexpr CodeInfo DiskFull{"FileError", "DISK_FULL", ErrorKind::Unavailable, "The disk is full."};
inline constexpr CodeInfo FileTooLarge{"FileError", "FILE_TOO_LARGE", ErrorKind::BadInput, "The file is too large."};
inline constexpr CodeInfo ConfigInvalid{"ConfigError", "CONFIG_INVALID", ErrorKind::BadInput, "The configuration file is not valid."};
inline constexpr CodeInfo Usage{"UsageError", "USAGE", ErrorKind::Usage, "The command line is not valid."};
inline constexpr CodeInfo Cancelled{"CancelledError", "CANCELLED", ErrorKind::Cancelled, "The operation was cancelled."};
inline constexpr CodeInfo Unknown{"UnknownError", "UNKNOWN", ErrorKind::Internal, "An error that isn't ours reached a boundary."};

inline constexpr std::array all{&JsonSyntax, &JsonDuplicateKey, &JsonUtf8, &JsonByteOrderMark, &JsonTooDeep, &JsonTooLarge,
    &JsonEmpty, &JsonTextAfterValue, &JsonIncomplete, &NumberNotExact, &NameInvalid, &NameReserved, &IdInvalid,
    &FileNotFound, &FileUnreadable, &FileUnwritable, &DiskFull, &FileTooLarge, &ConfigInvalid, &Usage, &Cancelled, &Unknown};

} // namespace countersign::base::codes
