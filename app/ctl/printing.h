// Text for people: tables with aligned columns, outside text made visible. Thread: pure functions.
#pragma once

#include "engine/report_json.h"
#include "engine/requests.h"

#include <string>
#include <vector>

namespace countersign::ctl {

/// Columns are as wide as their widest cell; the last one is not padded. Cells are made visible on one line.
[[nodiscard]] std::string table(const std::vector<std::vector<std::string>>& rows);
[[nodiscard]] std::string oneLine(std::string_view text, std::size_t most = 100);
[[nodiscard]] std::string duration(std::int64_t milliseconds);

using report::json;
[[nodiscard]] base::Json json(const domain::ResolvedAttachment& attachment);
[[nodiscard]] base::Json json(const domain::Attachment& attachment);
[[nodiscard]] base::Json json(const domain::Plan& plan);
[[nodiscard]] base::Json json(const domain::Event& event);
[[nodiscard]] base::Json json(const ImportItem& item);

} // namespace countersign::ctl
