// The audit log as one file that can be verified without the store. Source: SPEC section 8.
// JSON Lines in canonical form. Line n + 1 is event n; the first line has a member "export" beside its event's (or alone,
// when there is no event): {format, version, exported_at, head {seq, hash}, signers[], records[]}.
// Thread: a writer belongs to one thread.
#pragma once

#include "engine/audit/chain.h"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace countersign::audit {

inline constexpr std::string_view exportFormat = "countersign-audit";

struct ExportHeader
{
    base::TimeMs exportedAt = 0;
    std::int64_t headSeq = -1; ///< of the last event that will follow
    std::string headHash{};
    std::vector<domain::Signer> signers{};
    std::vector<std::string> records{}; ///< JWS
};

class ExportWriter
{
public:
    ExportWriter(std::ostream& out, ExportHeader header);
    [[nodiscard]] base::Result<void> add(const StoredEvent& event);
    [[nodiscard]] base::Result<void> finish(); ///< writes the header of an empty log, flushes

private:
    std::ostream& m_out;
    std::string m_header; ///< text; empty once written
};

/// As RecordVerifier, with the signers that the file names.
using ExportRecordVerifier = std::function<base::Result<domain::DecisionClaims>(const std::string& jws, const std::vector<domain::Signer>& signers)>;

struct ExportReport
{
    ExportHeader header{};
    Report chain{};
};

/// Errors: ExportNotRecognised, ExportVersion, ExportHeader; everything else is a problem in the report.
/// anchors: checkpoints kept elsewhere.
[[nodiscard]] base::Result<ExportReport> verifyExport(std::istream& in, const ExportRecordVerifier& verify,
                                                      const std::vector<Anchor>& anchors = {});

} // namespace countersign::audit
