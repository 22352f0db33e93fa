// What an import says in words: kinds, counts, values. Source: SPEC 4, design 8.
// Thread: GUI. Text from outside is made visible here.
#pragma once

#include "engine/requests.h"

#include <QString>

#include <map>

namespace countersign::models {

/// How many of what an import adds, changes, removes and leaves.
struct ImportCounts
{
    int added = 0;
    int changed = 0;
    int removed = 0;
    int same = 0;
    std::map<std::string, int> removedOf{}; ///< by kind
    [[nodiscard]] int removedAttachments() const;
    [[nodiscard]] bool changesSomething() const { return added + changed + removed > 0; }
};

[[nodiscard]] ImportCounts countsOf(const std::vector<ImportItem>& items);
[[nodiscard]] ImportCounts countsOf(const std::vector<const ImportItem*>& items);
[[nodiscard]] QString kindWord(const std::string& kind);       ///< "validation"
[[nodiscard]] QString kindWords(const std::string& kind);      ///< "Validations"; an unknown kind stands as it is
[[nodiscard]] QString changeWord(ImportItem::Change change);   ///< "added"
[[nodiscard]] QString countsText(const ImportCounts& counts);  ///< "3 added, 1 removed, 14 unchanged"
[[nodiscard]] QString removalsText(const ImportCounts& counts); ///< "removes 1 validation and 2 attachments", or empty
[[nodiscard]] QString importSentence(const ImportPreview& preview);
[[nodiscard]] QString importedSentence(const ImportPreview& done);

/// A value on one line; nothing for one that isn't there.
[[nodiscard]] QString valueLine(const domain::Json& value);
/// A value to be read whole: texts line by line, everything else as JSON over several lines.
[[nodiscard]] QString valueText(const domain::Json& value);
/// "lint.yml, line 12, column 5", as far as it is known.
[[nodiscard]] QString placeText(const base::Error& error);
/// Place, pointer, message, code, advice and causes, one under the other.
[[nodiscard]] QString problemText(const base::Error& error);
/// "The files in /srv/pump differ from what was imported on 12 Mar 11:42."
[[nodiscard]] QString differsSentence(const ImportState& state, base::TimeMs now);

} // namespace countersign::models
