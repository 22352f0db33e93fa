// A store in a directory of its own, and the rows that others refer to.
#pragma once

#include "engine/base/files.h"
#include "engine/store/store.h"

namespace store_test {

using namespace countersign;

inline const base::SystemClock systemClock{};

inline store::Identity identity(const std::string& name = "tester")
{
    domain::Actor actor;
    actor.kind = domain::ActorKind::Person;
    actor.name = actor.login = name;
    actor.host = "here";
    actor.pid = 7;
    actor.processStart = "boot:1";
    return {actor, "store-test", base::newId<domain::ProcessTag>(systemClock), &systemClock};
}

struct Place
{
    base::TemporaryDirectory directory = base::TemporaryDirectory::create("store-test").value();
    store::Location location = store::locationOf(directory.path() / "state" / "s.db");
    [[nodiscard]] base::Result<std::unique_ptr<store::Store>> open(bool create = true, const std::string& name = "tester") const
    {
        return store::Store::open(location, identity(name), create);
    }
};

inline domain::Plan plan(const std::string& task = "t")
{
    domain::Plan out;
    out.id = base::newId<domain::PlanTag>(systemClock);
    out.taskId = out.title = task;
    out.specification = "do it";
    out.projects = {"local/p"};
    out.createdAt = out.updatedAt = 1000;
    out.createdBy = {{"kind", "person"}, {"name", "tester"}};
    return out;
}

inline domain::Run run(const domain::Plan& plan)
{
    domain::Run out;
    out.id = base::newId<domain::RunTag>(systemClock);
    out.plan = plan.id;
    out.taskId = plan.taskId;
    out.specDigest = "spec";
    out.workTree = "tree";
    out.startedAt = 2000;
    out.planned = 1;
    out.owner.value = "owner";
    return out;
}

inline domain::Halt halt(const domain::Plan& plan, const domain::Run& run, const std::string& type = "escalate")
{
    domain::Halt out;
    out.id = base::newId<domain::HaltTag>(systemClock);
    out.plan = plan.id;
    out.run = run.id;
    out.haltType = out.finalDecision = type;
    out.rawHaltType = "escalated";
    out.reason = "because";
    out.openedAt = 3000;
    return out;
}

} // namespace store_test
