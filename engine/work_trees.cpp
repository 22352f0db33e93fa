#include "engine/work_trees.h"

#include <algorithm>
#include <set>

namespace countersign {

domain::Resource workedOn(domain::Resource resource, const std::vector<domain::WorkCopy>& copies)
{
    const auto copy = std::find_if(copies.begin(), copies.end(), [&](const domain::WorkCopy& c) { return c.resource == resource.name; });
    if (copy != copies.end())
        resource.path = copy->path;
    return resource;
}

std::vector<domain::Resource> resourcesOf(const RegistryView& registry, const domain::Plan& plan, const std::vector<domain::WorkCopy>& copies)
{
    std::vector<domain::Resource> out;
    std::set<std::string> seen;
    for (const std::string& projectName : plan.projects) {
        const domain::Project* project = registry.project(projectName);
        if (project == nullptr)
            continue;
        for (const std::string& name : project->resources) {
            const domain::Resource* resource = registry.resource(name);
            if (resource != nullptr && seen.insert(name).second)
                out.push_back(workedOn(*resource, copies));
        }
    }
    return out;
}

base::Result<Trees> readTrees(const std::vector<domain::Resource>& resources, runner::ProcessHost& host, plan::ContentCache& cache, std::stop_token stop)
{
    Trees out;
    for (const domain::Resource& resource : resources) {
        CS_ASSIGN(plan::Tree tree, plan::readTree(resource, host, cache, stop));
        out.emplace(resource.name, std::move(tree));
    }
    return out;
}

} // namespace countersign
