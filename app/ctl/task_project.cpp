#include "app/ctl/task_project.h"

namespace countersign::ctl {

base::Result<std::string> projectOfTask(Engine& engine, const std::string& named, const std::string& idOrTask)
{
    if (!named.empty())
        return named;
    CS_ASSIGN(const auto projects, engine.projects());
    if (projects.size() < 2)
        return std::string();
    std::string found;
    CS_ASSIGN(const auto plans, engine.plans({}));
    for (const PlanRow& row : plans) {
        if ((row.plan.taskId != idOrTask && row.plan.id.value != idOrTask) || row.plan.projects.empty())
            continue;
        if (!found.empty() && found != row.plan.projects.front())
            return std::string();
        found = row.plan.projects.front();
    }
    return found;
}

} // namespace countersign::ctl
