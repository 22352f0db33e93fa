// What the registry tests take as registered already.
#pragma once

#include "engine/registry/codes.h"
#include "engine/registry/registry.h"

#include <QString>
#include <QStringList>

namespace countersign::registry::test {

using base::Json;

inline domain::Tool command(const std::string& name, Json inputSchema = nullptr)
{
    domain::Tool out;
    out.name = name;
    out.source = domain::CommandSource{{"sh", "run.sh"}};
    out.inputSchema = std::move(inputSchema);
    return out;
}

inline domain::Tool wrapper(const std::string& name, const std::string& target)
{
    domain::Tool out;
    out.name = name;
    out.source = domain::WrappedSource{target};
    out.capability.readOnly = true;
    out.validation = domain::ValidationFields{};
    out.validation->transform = "output => ({passed: true})";
    return out;
}

/// run-count (tool), reformat (a tool that writes), mailer (a tool with side effects that must be approved), free (any arguments), lint (validation),
/// resources repo and other, project web over repo, actor coder, server index, skills reading (lint) and changing (reformat, mailer).
inline Current standing()
{
    Current out;
    out.tools.push_back(command("local/run-count", base::parseJson(R"({"type":"object","properties":{"limit":{"type":"integer","default":5},
        "deep":{"type":"boolean"}},"additionalProperties":false})").value()));
    out.tools.back().timeout = std::chrono::seconds(60);
    out.tools.push_back(command("local/reformat"));
    out.tools.back().capability.writes = true;
    out.tools.push_back(command("local/lint", base::parseJson(R"({"type":"object","properties":{"max":{"type":"integer","default":80}},
        "additionalProperties":false})").value()));
    out.tools.back().capability.readOnly = true;
    out.tools.back().validation = domain::ValidationFields{};
    out.tools.push_back(command("local/mailer"));
    out.tools.back().capability.sideEffects = {"mail", "log"};
    out.tools.back().capability.humanApprovalRequired = true;
    out.tools.push_back(command("local/free"));
    out.servers = {{"local/index", {"indexer", "--stdio"}, {"/opt/index"}, {}}};
    out.skills = {{"local/reading", {}, true, {"local/lint"}, {}, {}, {}}, {"local/changing", {}, false, {"local/mailer", "local/reformat"}, {}, {}, {}}};
    out.resources = {{"local/repo", domain::ResourceKind::Git, "/ws/repo", {}}, {"local/other", domain::ResourceKind::Git, "/ws/other", {}}};
    domain::Project web;
    web.name = "local/web";
    web.resources = {"local/repo"};
    out.projects.push_back(web);
    domain::ActorDefinition coder;
    coder.name = "local/coder";
    coder.role = "coder";
    coder.command = {"coder"};
    out.actors.push_back(coder);
    return out;
}

/// Accepts what begins like a function; the real check lives in the transform host.
inline Checks checks()
{
    Checks out;
    out.transform = [](const std::string& text) -> base::Result<void> {
        if (text.find("=>") == std::string::npos)
            return base::fail(codes::TransformInvalid, "no function expression");
        return {};
    };
    return out;
}

inline ImportSet setOf(std::vector<ImportFile> files)
{
    ImportSet out;
    out.workspace = "/ws";
    out.files = std::move(files);
    out.digest = digestOf(out.files);
    return out;
}

/// "CODE line, CODE line"
inline QString summary(const Problems& problems)
{
    QStringList out;
    for (const base::Error& error : problems)
        out << QString::fromStdString(std::string(error.code()) + " " + std::to_string(error.place() ? error.place()->line : -1));
    return out.join(QStringLiteral(", "));
}

inline QString texts(const Problems& problems)
{
    QStringList out;
    for (const base::Error& error : problems)
        out << QString::fromStdString(error.text());
    return out.join(QLatin1Char('\n'));
}

} // namespace countersign::registry::test
