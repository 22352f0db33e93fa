// What must be read of one verdict, as one text: message, data, and the output where it counts. Its digest names what
// was read, so equal evidence stays read after a new attempt. Source: SPEC 8 and 11, design 7.2.
#pragma once

#include "engine/domain/run.h"

#include <QString>

#include <string>

namespace countersign::models {

struct EvidenceText
{
    QString text{};       ///< lines; controls and escapes as stored, the view shows them by its own rules
    std::string digest{}; ///< SHA-256 of text; empty when there is nothing to read
    int lines = 0;
};

/// Digests of the outputs that belong to the evidence of this result (a warn, fail or error has all of them).
[[nodiscard]] std::vector<std::string> outputsToRead(const domain::ValidationResult& result);
[[nodiscard]] EvidenceText evidenceText(const domain::ValidationResult& result, const std::string& standardOutput,
                                        const std::string& standardError);

/// One line of "Changed since you last looked".
struct SubjectChange
{
    enum class Kind { Heading, Removed, Added, Verdict };
    Kind kind = Kind::Heading;
    QString text{};
    QString before{}; ///< verdict word, for Kind::Verdict
    QString after{};
};
/// Empty list: nothing changed. seen must not be null.
[[nodiscard]] std::vector<SubjectChange> subjectChanges(const domain::Json& seen, const domain::Json& now);

} // namespace countersign::models
