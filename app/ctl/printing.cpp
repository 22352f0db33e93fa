#include "app/ctl/printing.h"

#include "engine/base/text.h"

#include <algorithm>

namespace countersign::ctl {

std::string oneLine(std::string_view text, std::size_t most)
{
    std::string flat(text);
    std::replace(flat.begin(), flat.end(), '\n', ' ');
    return base::elide(base::visible(flat, false), most);
}

std::string table(const std::vector<std::vector<std::string>>& rows)
{
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], base::characters(row[i]));
    }
    std::string out;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            out += row[i];
            if (i + 1 < row.size())
                out += std::string(widths[i] - base::characters(row[i]) + 2, ' ');
        }
        out += '\n';
    }
    return out;
}

std::string duration(std::int64_t milliseconds)
{
    if (milliseconds < 1000)
        return std::to_string(milliseconds) + " ms";
    return std::to_string(milliseconds / 1000) + "." + std::to_string(milliseconds % 1000 / 100) + " s";
}

base::Json json(const domain::Attachment& a)
{
    return {{"attachment", a.id.value},
            {"validation", a.validation},
            {"resource", a.resource},
            {"scope", domain::scopeText(a.scope)},
            {"scope_target", domain::scopeTarget(a.scope)},
            {"args", a.args},
            {"created_at", base::isoTime(a.createdAt)},
            {"created_by", a.createdBy}};
}

base::Json json(const domain::ResolvedAttachment& resolved)
{
    base::Json out = json(resolved.attachment);
    out["args"] = resolved.args;
    out["why"] = resolved.why;
    out["what_changes"] = resolved.whatChanges;
    if (!resolved.shadowedBy.empty())
        out["shadowed_by"] = resolved.shadowedBy.value;
    return out;
}

base::Json json(const domain::Plan& p)
{
    return {{"plan", p.id.value},
            {"task_id", p.taskId},
            {"title", p.title},
            {"specification", p.specification},
            {"projects", p.projects},
            {"phase", domain::toText(p.phase)},
            {"state", domain::toText(p.state)},
            {"attempt", p.attempt},
            {"round", p.round},
            {"reversions", p.reversions},
            {"created_at", base::isoTime(p.createdAt)},
            {"created_by", p.createdBy}};
}

base::Json json(const domain::Event& e)
{
    return {{"seq", e.seq},   {"time", base::isoTime(e.time)}, {"type", e.type},
            {"actor", e.actor}, {"plan", e.plan},                {"payload", e.payload},
            {"prev_hash", e.previousHash}, {"hash", e.hash}};
}

base::Json json(const ImportItem& item)
{
    static constexpr std::string_view changes[] = {"added", "changed", "removed", "same"};
    base::Json fields = base::Json::array();
    for (const FieldChange& field : item.fields)
        fields.push_back({{"pointer", field.pointer}, {"before", field.before}, {"after", field.after}});
    return {{"change", changes[static_cast<std::size_t>(item.change)]}, {"kind", item.kind}, {"name", item.name}, {"file", item.file}, {"fields", std::move(fields)}};
}

} // namespace countersign::ctl
