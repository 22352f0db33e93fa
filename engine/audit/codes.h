// Closed table of the codes of engine/audit. Source: SPEC sections 8, 9.
#pragma once

#include "engine/base/error.h"

namespace countersign::audit::codes {

using base::CodeInfo;
using base::ErrorKind;

inline constexpr CodeInfo ChainBroken{"AuditError", "CHAIN_NOT_INTACT", ErrorKind::Found, "The audit chain is broken."};
inline constexpr CodeInfo ChainTorn{"AuditError", "CHAIN_TORN", ErrorKind::Damaged, "The last entry of the audit chain is a torn write."};
inline constexpr CodeInfo AuditHeadNotOnChain{"AuditError", "AUDIT_HEAD_NOT_ON_CHAIN", ErrorKind::Found, "The record was signed on another chain."};
inline constexpr CodeInfo ExportNotRecognised{"AuditError", "EXPORT_NOT_RECOGNISED", ErrorKind::Unsupported, "This is not an audit export."};
inline constexpr CodeInfo ExportVersion{"AuditError", "EXPORT_VERSION", ErrorKind::Unsupported, "The version of the audit export is not known."};
inline constexpr CodeInfo ExportHeader{"AuditError", "EXPORT_HEADER", ErrorKind::Damaged, "The header of the audit export is damaged."};
inline constexpr CodeInfo ExportUnwritable{"AuditError", "EXPORT_UNWRITABLE", ErrorKind::Unavailable, "The audit export can't be written."};

inline constexpr std::array all{&ChainBroken, &ChainTorn, &AuditHeadNotOnChain, &ExportNotRecognised, &ExportVersion, &ExportHeader, &ExportUnwritable};

} // namespace countersign::audit::codes
