#include "models/registry/import_words.h"

#include "models/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace countersign::models {

namespace {

void count(ImportCounts& out, const ImportItem& item)
{
    switch (item.change) {
    case ImportItem::Change::Added: ++out.added; return;
    case ImportItem::Change::Changed: ++out.changed; return;
    case ImportItem::Change::Removed:
        ++out.removed;
        ++out.removedOf[item.kind];
        return;
    case ImportItem::Change::Same: ++out.same; return;
    }
}

QString joined(const QStringList& parts)
{
    return parts.size() < 2 ? parts.join(QString()) : tr("%1 and %2").arg(parts.mid(0, parts.size() - 1).join(QStringLiteral(", ")), parts.last());
}

QString countOfKind(const std::string& kind, int n)
{
    return n == 1 ? tr("1 %1").arg(kindWord(kind)) : QStringLiteral("%1 %2").arg(number(n), kindWords(kind).toLower());
}

} // namespace

int ImportCounts::removedAttachments() const
{
    const auto found = removedOf.find("attachment");
    return found == removedOf.end() ? 0 : found->second;
}

ImportCounts countsOf(const std::vector<ImportItem>& items)
{
    ImportCounts out;
    for (const ImportItem& item : items)
        count(out, item);
    return out;
}

ImportCounts countsOf(const std::vector<const ImportItem*>& items)
{
    ImportCounts out;
    for (const ImportItem* item : items)
        count(out, *item);
    return out;
}

QString kindWord(const std::string& kind)
{
    if (kind == "tool")
        return tr("tool");
    if (kind == "validation")
        return tr("validation");
    if (kind == "attachment")
        return tr("attachment");
    if (kind == "resource")
        return tr("resource");
    if (kind == "project")
        return tr("project");
    if (kind == "actor")
        return tr("actor");
    if (kind == "pinned file")
        return tr("pinned file");
    if (kind == "server")
        return tr("server");
    if (kind == "skill")
        return tr("skill");
    if (kind == "graph")
        return tr("graph");
    return shown(kind);
}

QString kindWords(const std::string& kind)
{
    if (kind == "tool")
        return tr("Tools");
    if (kind == "validation")
        return tr("Validations");
    if (kind == "attachment")
        return tr("Attachments");
    if (kind == "resource")
        return tr("Resources");
    if (kind == "project")
        return tr("Projects");
    if (kind == "actor")
        return tr("Actors");
    if (kind == "pinned file")
        return tr("Pinned files");
    if (kind == "server")
        return tr("Servers");
    if (kind == "skill")
        return tr("Skills");
    if (kind == "graph")
        return tr("Graphs");
    return shown(kind);
}

QString changeWord(ImportItem::Change change)
{
    switch (change) {
    case ImportItem::Change::Added: return tr("added");
    case ImportItem::Change::Changed: return tr("changed");
    case ImportItem::Change::Removed: return tr("removed");
    case ImportItem::Change::Same: return tr("unchanged");
    }
    return {};
}

QString countsText(const ImportCounts& counts)
{
    QStringList parts;
    const auto add = [&parts](int n, ImportItem::Change change) {
        if (n > 0)
            parts << QStringLiteral("%1 %2").arg(number(n), changeWord(change));
    };
    add(counts.added, ImportItem::Change::Added);
    add(counts.changed, ImportItem::Change::Changed);
    add(counts.removed, ImportItem::Change::Removed);
    add(counts.same, ImportItem::Change::Same);
    return parts.join(QStringLiteral(", "));
}

QString removalsText(const ImportCounts& counts)
{
    QStringList parts;
    for (const auto& [kind, n] : counts.removedOf)
        if (kind != "attachment")
            parts << countOfKind(kind, n);
    if (const int n = counts.removedAttachments(); n > 0)
        parts << countOfKind("attachment", n);
    return parts.isEmpty() ? QString() : tr("removes %1").arg(joined(parts));
}

QString importSentence(const ImportPreview& preview)
{
    const auto problems = static_cast<std::int64_t>(preview.problems.size());
    if (problems > 0)
        return counted(problems, tr("These files have 1 problem, so nothing of them can be imported."),
                       tr("These files have %1 problems, so nothing of them can be imported."));
    const ImportCounts counts = countsOf(preview.items);
    if (!counts.changesSomething())
        return tr("These files say what is registered already.");
    QStringList parts;
    if (counts.added > 0)
        parts << counted(counts.added, tr("adds 1 registration"), tr("adds %1 registrations"));
    if (counts.changed > 0)
        parts << (counts.added > 0 ? counted(counts.changed, tr("changes 1"), tr("changes %1"))
                                   : counted(counts.changed, tr("changes 1 registration"), tr("changes %1 registrations")));
    if (counts.removed > 0)
        parts << removalsText(counts);
    return tr("Importing these files %1.").arg(joined(parts));
}

QString importedSentence(const ImportPreview& done)
{
    const ImportCounts counts = countsOf(done.items);
    if (!counts.changesSomething())
        return tr("Imported. The registry said the same already.");
    QStringList parts;
    if (counts.added > 0)
        parts << tr("%1 added").arg(number(counts.added));
    if (counts.changed > 0)
        parts << tr("%1 changed").arg(number(counts.changed));
    for (const auto& [kind, n] : counts.removedOf)
        parts << tr("%1 removed").arg(countOfKind(kind, n));
    return tr("Imported: %1.").arg(parts.join(QStringLiteral(", ")));
}

QString valueLine(const domain::Json& value) { return value.is_null() ? QString() : shown(base::write(value)); }

QString valueText(const domain::Json& value)
{
    if (value.is_null())
        return {};
    return value.is_string() ? shown(value.get_ref<const std::string&>(), true) : shown(base::pretty(value), true);
}

QString placeText(const base::Error& error)
{
    if (!error.place() || (error.place()->file.empty() && error.place()->line == 0))
        return {};
    const base::Place& place = *error.place();
    QStringList parts;
    if (!place.file.empty())
        parts << shown(place.file);
    if (place.line > 0)
        parts << tr("line %1").arg(place.line);
    if (place.line > 0 && place.column > 0)
        parts << tr("column %1").arg(place.column);
    return parts.join(QStringLiteral(", "));
}

QString problemText(const base::Error& error)
{
    QStringList lines;
    if (const QString place = placeText(error); !place.isEmpty())
        lines << place;
    if (error.place() && !error.place()->pointer.empty())
        lines << tr("At %1").arg(shown(error.place()->pointer));
    lines << QStringLiteral("%1 [%2]").arg(shown(error.message().empty() ? std::string(error.sentence()) : error.message(), true), plain(error.code()));
    if (!error.advice().empty())
        lines << tr("What to do: %1").arg(shown(error.advice(), true));
    for (const base::Error* cause = error.cause(); cause != nullptr; cause = cause->cause())
        lines << tr("Because: %1 [%2]").arg(shown(cause->message().empty() ? std::string(cause->sentence()) : cause->message(), true), plain(cause->code()));
    return lines.join(QLatin1Char('\n'));
}

QString differsSentence(const ImportState& state, base::TimeMs now)
{
    const QString where = shown(state.directory.string());
    const QString when = clockAndDate(state.importedAt, now);
    return state.digestNow.empty() ? tr("The files in %1 can’t be read; they were imported %2.").arg(where, when)
                                   : tr("The files in %1 differ from what was imported %2.").arg(where, when);
}

} // namespace countersign::models
