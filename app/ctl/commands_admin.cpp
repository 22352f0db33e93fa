#include "app/ctl/commands.h"

#include "app/ctl/demo.h"
#include "app/ctl/printing.h"
#include "engine/base/codes.h"
#include "engine/base/files.h"

#include <algorithm>

namespace countersign::ctl {

namespace {

base::Result<Json> readManifest(const std::filesystem::path& sample)
{
    CS_ASSIGN(const std::string text, base::readFile(sample / "demo.json"));
    return base::parseJson(text);
}

// Plan of a task of the sample, made when it is not there yet.
base::Result<domain::PlanId> planOf(Engine& engine, const std::string& project, const Json& task)
{
    const std::string id = domain::textOr(task, "task_id");
    if (const auto found = engine.plan(id, project))
        return found->row.plan.id;
    CS_ASSIGN(const domain::Plan plan, engine.createPlan(project, id, domain::textOr(task, "title"), domain::textOr(task, "specification")));
    return plan.id;
}

base::Result<void> attachAll(Engine& engine, const domain::PlanId& plan, const Json& task)
{
    for (const Json& each : task.at("validations")) {
        const auto made = engine.attach({domain::textOr(task, "resource"), domain::textOr(each, "validation"), domain::PlanScope{plan},
                                         domain::memberOr(each, "args", Json::object())});
        if (!made && made.error().code() != "ATTACHMENT_EXISTS")
            return base::fail(made.error());
    }
    return {};
}

} // namespace

base::Result<Answer> init(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.createdEngine());
    CS_ASSIGN(const StoreStatus status, engine->status());
    Answer out;
    out.body = {{"store", status.location}, {"version", status.schemaVersion}, {"events", status.events}};
    out.text = "Store " + status.location + ", version " + std::to_string(status.schemaVersion) + ".\n";
    return out;
}

base::Result<Answer> demo(Context& context)
{
    const auto& words = context.arguments().positional;
    const std::filesystem::path directory = std::filesystem::absolute(words.empty() ? "countersign-sample" : words[0]);
    CS_ASSIGN(const std::filesystem::path sample, sampleTemplate());
    CS_ASSIGN(const Json manifest, readManifest(sample));
    CS_ASSIGN(Engine* const engine, context.createdEngine());
    std::error_code error;
    if (!std::filesystem::exists(directory / ".countersign", error))
        CS_TRY(makeWorkspace(sample, manifest, directory));
    CS_ASSIGN(const ImportPreview preview, engine->previewImport(directory));
    // Nobody reviews what is imported here, so it may be nothing but the sample.
    CS_ASSIGN(const ImportPreview known, engine->previewImport(sample / domain::textOr(manifest.at("workspace"), "source")));
    if (preview.filesDigest != known.filesDigest)
        return base::fail(base::Error(base::codes::Usage, (directory / ".countersign").string() + " holds something else than the sample's registration")
                              .advise("Name another directory, or review it: countersignctl import " + directory.string()));
    CS_ASSIGN(const ImportPreview imported, engine->import(directory, preview.digest));
    const std::string project = domain::textOr(manifest, "project");
    Answer out;
    out.body = {{"directory", directory.string()}, {"project", project}, {"tasks", Json::array()}};
    std::vector<std::vector<std::string>> rows{{"task", "project", "title"}};
    for (const Json& task : manifest.at("tasks")) {
        const std::string owner = domain::textOr(task, "project", project);
        CS_ASSIGN(const domain::PlanId plan, planOf(*engine, owner, task));
        CS_TRY(attachAll(*engine, plan, task));
        out.body["tasks"].push_back({{"task_id", domain::textOr(task, "task_id")}, {"project", owner}, {"plan", plan.value}});
        rows.push_back({domain::textOr(task, "task_id"), owner, domain::textOr(task, "title")});
    }
    out.text = "The sample workspace is in " + directory.string() + ".\n\n" + table(rows) +
               "\nValidate a task: countersignctl validate --task sample-pass\n";
    return out;
}

base::Result<Answer> doctor(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.createdEngine());
    CS_ASSIGN(const auto checks, engine->doctor());
    Answer out;
    out.body["checks"] = Json::array();
    std::vector<std::vector<std::string>> rows;
    for (const DoctorCheck& check : checks) {
        out.body["checks"].push_back({{"name", check.name}, {"good", check.good}, {"detail", check.detail}, {"advice", check.advice}});
        rows.push_back({check.good ? "good" : "bad", check.name, oneLine(check.detail, 400)});
        if (!check.good && !check.advice.empty())
            rows.push_back({"", "", "do: " + oneLine(check.advice, 400)});
    }
    const bool good = std::all_of(checks.begin(), checks.end(), [](const DoctorCheck& check) { return check.good; });
    out.body["ok"] = good;
    out.text = table(rows);
    out.exitStatus = good ? 0 : 69;
    return out;
}

} // namespace countersign::ctl
