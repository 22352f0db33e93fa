// Where QString begins: words, times, numbers and ids as people read them. Source: design sections 2 and 8, SPEC 11.
// Text from outside goes through shown(), so that controls and bidirectional characters are seen, not obeyed.
// Thread: pure functions; GUI thread for tr().
#pragma once

#include "engine/base/clock.h"
#include "engine/base/error.h"
#include "engine/domain/json_fields.h"

#include <QString>

#include <string>
#include <string_view>

namespace countersign::models {

/// The translation of a word of models, outside of a class with its own tr().
[[nodiscard]] QString tr(const char* text, int n = -1);

[[nodiscard]] QString plain(std::string_view utf8);                        ///< our own text, as it is
[[nodiscard]] QString shown(std::string_view outside, bool keepLines = false); ///< text from outside, controls made visible
[[nodiscard]] std::string utf8(const QString& text);

[[nodiscard]] base::TimeMs nowMs();
/// "1 run", "3 runs": one when n is 1, else many; %1 in it is the number.
[[nodiscard]] QString counted(std::int64_t n, const QString& one, const QString& many);
[[nodiscard]] QString number(std::int64_t value);                       ///< "12,408"
[[nodiscard]] QString age(base::TimeMs since, base::TimeMs now);        ///< "33 s", "12 min", "3 h", "4 d"
[[nodiscard]] QString spokenAge(base::TimeMs since, base::TimeMs now);  ///< "12 minutes"
[[nodiscard]] QString clockOrDate(base::TimeMs time, base::TimeMs now); ///< "11:42" today, "12 Mar" before
[[nodiscard]] QString clockAndDate(base::TimeMs time, base::TimeMs now); ///< "11:42" today, "12 Mar 11:42" before
[[nodiscard]] QString clockSeconds(base::TimeMs time);                  ///< "11:54:07"
[[nodiscard]] QString clockSecondsAndDate(base::TimeMs time, base::TimeMs now); ///< "11:54:07" today, "12 Mar 11:54:07" before
[[nodiscard]] QString fullTime(base::TimeMs time);                      ///< with date and zone, for tooltips
[[nodiscard]] QString duration(std::int64_t ms);                        ///< "38.6 s", "12 ms", "5 min 3 s"
[[nodiscard]] QString shortDigest(std::string_view hex);                ///< "9f2c41d8…b71e06aa"
[[nodiscard]] QString shortId(std::string_view ulid);                   ///< "01K2…7Q4K"
[[nodiscard]] QString handle(std::string_view ulid);                    ///< "7Q4K": the last four
[[nodiscard]] QString bytes(std::int64_t count);
[[nodiscard]] QString argumentsText(const domain::Json& arguments);     ///< "--preset sim", "none"
/// One sentence for people: the message, the code in brackets, advice when there is one.
[[nodiscard]] QString sentence(const base::Error& error);

} // namespace countersign::models
