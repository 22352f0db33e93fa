#include "engine/mcpclient/client.h"

#include "engine/base/text.h"
#include "engine/domain/json_fields.h"
#include "engine/mcpclient/codes.h"
#include "engine/mcpclient/session.h"

#include <algorithm>

namespace countersign::mcpclient {

using base::Result;
using runner::ProcessEnd;

namespace {

constexpr int pagesAtMost = 50;
constexpr std::size_t toolsAtMost = 2'000;
constexpr std::chrono::seconds timeToList{20};

Result<std::vector<ListedTool>> listed(Session& session)
{
    CS_TRY(session.open());
    std::vector<ListedTool> out;
    Json params = Json::object();
    for (int page = 0; page < pagesAtMost && out.size() < toolsAtMost; ++page) {
        CS_ASSIGN(const Json result, session.request("tools/list", params));
        if (!result.is_object() || !result.contains("tools") || !result.at("tools").is_array())
            return base::fail(codes::Protocol, "The answer to tools/list has no list of tools.");
        for (const Json& tool : result.at("tools")) {
            const std::string name = domain::textOr(tool, "name");
            if (name.empty() || !tool.contains("inputSchema"))
                return base::fail(codes::Protocol, "A tool of the server has no name or no inputSchema.");
            out.push_back({name, domain::textOr(tool, "description"), tool.at("inputSchema")});
        }
        if (!result.contains("nextCursor"))
            return out;
        params["cursor"] = result.at("nextCursor");
    }
    return base::fail(codes::ServerFlood, "The server lists more than " + std::to_string(toolsAtMost) + " tools or " + std::to_string(pagesAtMost) + " pages.");
}

std::string namesOf(const std::vector<ListedTool>& tools)
{
    std::string out;
    for (std::size_t i = 0; i < std::min<std::size_t>(tools.size(), 20); ++i)
        out += (i == 0 ? "" : ", ") + base::visible(base::elide(tools[i].name, 60), false);
    return out + (tools.size() > 20 ? ", …" : "");
}

/// The texts of the content blocks; kinds other than text are counted only.
struct Content
{
    std::string text{};
    std::size_t blocks = 0;
    std::size_t texts = 0;
};

Result<Content> contentOf(const Json& result)
{
    Content out;
    if (!result.contains("content"))
        return out;
    if (!result.at("content").is_array())
        return base::fail(codes::Protocol, "The content of the answer is no list.");
    for (const Json& block : result.at("content")) {
        ++out.blocks;
        if (domain::textOr(block, "type") != "text")
            continue;
        out.text += (out.texts++ == 0 ? "" : "\n") + domain::textOr(block, "text");
    }
    return out;
}

Result<void> read(const Json& result, Called& out)
{
    if (!result.is_object() || (result.contains("isError") && !result.at("isError").is_boolean()))
        return base::fail(codes::Protocol, "The answer to tools/call is no result of a tool.");
    CS_ASSIGN(Content content, contentOf(result));
    out.isError = domain::boolOr(result, "isError", false);
    out.end.how = ProcessEnd::How::Exited;
    out.end.exitCode = out.isError ? 1 : 0;
    out.end.out = {};
    if (result.contains("structuredContent")) {
        if (!result.at("structuredContent").is_object())
            return base::fail(codes::Protocol, "structuredContent is no object.");
        out.end.out.head = base::write(result.at("structuredContent"));
    } else {
        out.end.out.head = std::move(content.text);
        if (content.texts != 1 || content.blocks != 1)
            out.noVerdict = "The answer has no structuredContent and " + std::to_string(content.blocks) + " content blocks, " + std::to_string(content.texts) + " of them text; a verdict is one.";
    }
    out.end.out.total = out.end.out.head.size();
    return {};
}

} // namespace

Result<std::vector<ListedTool>> listTools(runner::ProcessHost& host, runner::CommandSpec command, std::stop_token stop)
{
    Session session(host, std::move(command), std::move(stop));
    auto out = listed(session);
    (void)session.finish();
    return out;
}

std::function<Result<Json>(const domain::Tool&)> schemaAsker(runner::ProcessHost& host, std::string searchPath)
{
    return [&host, searchPath = std::move(searchPath)](const domain::Tool& tool) -> Result<Json> {
        const auto* source = std::get_if<domain::McpSource>(&tool.source);
        if (source == nullptr || source->server.empty())
            return base::fail(codes::ToolUnknown, tool.name + " names no server");
        runner::CommandSpec command;
        command.argv = source->server;
        command.searchPath = searchPath;
        command.timeout = timeToList;
        command.sandbox.readPaths.assign(tool.readPaths.begin(), tool.readPaths.end());
        CS_ASSIGN(const std::vector<ListedTool> tools, listTools(host, std::move(command)));
        const auto found = std::find_if(tools.begin(), tools.end(), [&](const ListedTool& each) { return each.name == source->tool; });
        if (found == tools.end())
            return base::fail(base::Error(codes::ToolUnknown, "The server has no tool " + source->tool + ".").advise("It has " + namesOf(tools) + "."));
        return found->inputSchema;
    };
}

Called callTool(runner::ProcessHost& host, runner::CommandSpec command, const std::string& tool, const Json& args, std::stop_token stop)
{
    Called out;
    Session session(host, std::move(command), std::move(stop));
    const auto answer = [&]() -> Result<Json> {
        CS_TRY(session.open());
        return session.request("tools/call", {{"name", tool}, {"arguments", args}});
    }();
    out.end = session.finish();
    out.notices = session.notices();
    for (const std::string& process : out.end.leftBehind)
        out.notices.push_back("A process was left running and was ended: " + process);
    out.end.leftBehind.clear();
    if (!answer)
        out.failure = answer.error();
    else if (auto good = read(*answer, out); !good)
        out.failure = good.error();
    return out;
}

} // namespace countersign::mcpclient
