#include "tests/support/fake_engine.h"

#include "engine/base/digest.h"
#include "engine/registry/codes.h"

namespace countersign::tests {

namespace {

using domain::Json;
using Change = ImportItem::Change;

base::TimeMs daysAgo(int days) { return base::SystemClock().now() - days * 24LL * 3600 * 1000; }

void offer(FakeStore& store, ImportPreview preview, bool differs)
{
    const std::string directory = preview.directory.string();
    preview.digest = preview.filesDigest = base::sha256Hex(directory + (differs ? "now" : ""));
    ImportState state;
    state.directory = preview.directory;
    state.importedDigest = base::sha256Hex(directory);
    state.digestNow = preview.digest;
    state.importedAt = daysAgo(static_cast<int>(store.imports.size()) * 9 + 1);
    state.differs = differs;
    state.detail = preview.problems.empty() ? "" : preview.problems.front().text();
    store.imports.push_back(state);
    store.proposals[directory] = std::move(preview);
}

base::Error problem(const base::CodeInfo& code, const std::string& message, base::Place place, const std::string& advice)
{
    return std::move(base::Error(code, message).at(std::move(place)).advise(advice));
}

ImportPreview changes()
{
    ImportPreview out;
    out.directory = "/srv/pump";
    out.items.push_back({Change::Changed, "validation", "local/unit-tests", "unit-tests.yml",
                         {{"/code", "import sys\n\nprint('running')\nsys.exit(run('sim'))\n", "import sys\n\nprint('running')\nsys.exit(0)\n"},
                          {"/timeout", 300, 900}, {"/validation/mode", "required", "informational"}, {"/install_hint", nullptr, "sudo apt install ninja-build"}}});
    out.items.push_back({Change::Removed, "validation", "local/secret-scan", "", {{"/name", "local/secret-scan", nullptr}, {"/command", {"secret-scan", "--all"}, nullptr}}});
    out.items.push_back({Change::Added, "validation", "local/image-size", "image-size.yml",
                         {{"/name", nullptr, "local/image-size"}, {"/command", nullptr, {"sh", "-c", "size firmware.elf"}}, {"/validation/mode", nullptr, "required"}}});
    out.items.push_back({Change::Changed, "pinned file", "local/unit-tests, repo/pump-controller: tests/run.py", "",
                         {{"/sha256", base::sha256Hex("before"), base::sha256Hex("after")}}});
    for (const char* scope : {"project pump-controller", "direct"})
        out.items.push_back({Change::Removed, "attachment", std::string("local/secret-scan on repo/pump-controller, ") + scope, "",
                             {{"/validation", "local/secret-scan", nullptr}, {"/resource", "repo/pump-controller", nullptr}}});
    out.items.push_back({Change::Added, "attachment", "local/image-size on dir/firmware, direct", "image-size.yml", {{"/validation", nullptr, "local/image-size"}}});
    for (int i = 0; i < 14; ++i)
        out.items.push_back({Change::Same, i % 2 == 0 ? "validation" : "attachment", "local/check-" + std::to_string(i), "checks.yml", {}});
    for (const char* name : {"repo/pump-controller", "dir/firmware"})
        out.items.push_back({Change::Same, "resource", name, "resources.yml", {}});
    out.items.push_back({Change::Changed, "project", "pump-controller", "project.yml", {{"/policy/name", "unanimous", "required_only"}}});
    out.warnings.push_back(problem(registry::codes::AttachmentsRemoved, "Removing local/secret-scan removes its 2 attachments with it.", {}, ""));
    out.warnings.push_back(problem(registry::codes::NotPinned, "local/image-size starts sizes.sh of the resource, which isn't pinned: the agent can change what it checks.",
                                   {"image-size.yml", 7, 3, "/command/2"}, "Name it under pinned, or keep it outside of the resource."));
    return out;
}

ImportPreview problems()
{
    ImportPreview out;
    out.directory = "/srv/hal";
    out.problems = {problem(registry::codes::KeyUnknown, "There is no key timout here.", {"lint.yml", 12, 3, "/timout"}, "Did you mean timeout?"),
                    problem(registry::codes::NotReadOnly, "A validation may not write.", {"lint.yml", 18, 11, "/capability/writes"}, "Say writes: false, or register it as a tool."),
                    problem(registry::codes::WrapCycle, "The wraps go round: local/a, local/b, local/c, local/a.", {"wraps.yml", 4, 10, "/wraps"}, "Let one of them stand alone."),
                    problem(registry::codes::NameTwice, "local/format-check stands in format.yml and in checks/format.yml.", {"checks/format.yml", 1, 1, ""}, "Take one of them out."),
                    problem(registry::codes::YamlSyntax, "did not find expected key while parsing a block mapping", {"broken.yml", 3, 1, ""}, "Look at the indentation of the line before."),
                    problem(registry::codes::KeyMissing, "resource is missing.", {"attach.yml", 2, 1, "/attachment"}, "Name the resource that is validated.")};
    return out;
}

ImportPreview longTexts()
{
    ImportPreview out;
    out.directory = "/srv/a-directory-with-a-name/that-goes-on/and-on/through-many-folders/until-nobody-reads-it-any-more/workspace-of-the-firmware-group";
    std::string wall;
    for (int i = 0; i < 40; ++i)
        wall += "Line " + std::to_string(i) + " of a description that somebody wrote with much love for detail and no love for line ends at all. ";
    out.items.push_back({Change::Changed, "validation", "local/" + std::string(90, 'x') + "-the-end", "a-file-name-that-is-too-long-for-its-column-by-far.yml",
                         {{"/description", "short", wall}, {"/description\xE2\x80\xAE/evil", "left\xE2\x80\xAEright", "tab\tand\x1b[31mred\x07"},
                          {"/input_schema/properties/" + std::string(60, 'p') + "/enum", Json::array({"a", "b"}), Json::array({"a", "b", "c"})}}});
    out.items.push_back({Change::Removed, "attachment", std::string(200, 'y'), "", {{"/validation", std::string(200, 'y'), nullptr}}});
    out.warnings.push_back(problem(registry::codes::NotPinned, wall, {"a-file-name-that-is-too-long-for-its-column-by-far.yml", 1234, 567, "/command/" + std::string(80, '9')}, wall));
    return out;
}

} // namespace

void offerImports(FakeStore& store)
{
    offer(store, changes(), true);
    offer(store, problems(), true);
    offer(store, longTexts(), true);
    ImportPreview same;
    same.directory = "/srv/bench";
    for (const char* name : {"pump-bench", "pump-bench-night"})
        same.items.push_back({Change::Same, "project", name, "project.yml", {}});
    offer(store, std::move(same), false);
    ImportState gone;
    gone.directory = "/srv/gone";
    gone.importedDigest = base::sha256Hex("gone");
    gone.importedAt = daysAgo(80);
    gone.differs = true;
    gone.detail = "/srv/gone/.countersign does not exist. [FILE_NOT_FOUND]";
    store.imports.push_back(gone);
}

} // namespace countersign::tests
