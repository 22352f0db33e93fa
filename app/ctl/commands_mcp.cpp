// mcp-config: what to put into a host's configuration, so that its agents reach countersign-mcp. Source: SPEC sections 12, 17.
#include "app/ctl/commands.h"

#include "engine/base/codes.h"
#include "engine/base/name.h"
#include "engine/codes.h"

namespace countersign::ctl {

namespace fs = std::filesystem;

namespace {

constexpr int limitSeconds = 3'600; // a run's own limit is an hour unless its project says otherwise

/// How the server is started.
struct Launch
{
    std::string program{};
    std::vector<std::string> words{};
};

enum class Format { Json, Toml };

/// A host as its makers document it: where its configuration is and what it calls things.
struct Host
{
    std::string_view name;
    std::string_view title;
    std::string_view file;
    Format format;
    std::string_view root;     ///< member that holds the servers
    bool typed;                ///< wants "type": "stdio"
    std::string_view limitKey; ///< of the time limit of a call; empty: the host has none to set
    int limitPerSecond;        ///< its unit
    std::string_view note;
};

constexpr std::array hosts{
    Host{"claude-code", "Claude Code", ".mcp.json in the workspace", Format::Json, "mcpServers", true, "timeout", 1'000,
         "To leave the agent only these tools, deny the others in .claude/settings.json: {\"permissions\": {\"deny\": [\"Bash\", \"Edit\", \"Write\", \"NotebookEdit\"]}}"},
    Host{"codex", "Codex CLI", "~/.codex/config.toml", Format::Toml, "mcp_servers", false, "tool_timeout_sec", 1, ""},
    Host{"cursor", "Cursor", ".cursor/mcp.json in the workspace, or ~/.cursor/mcp.json", Format::Json, "mcpServers", false, "", 0, ""},
    Host{"vscode", "VS Code", ".vscode/mcp.json in the workspace", Format::Json, "servers", true, "", 0, ""},
    Host{"gemini", "Gemini CLI", ".gemini/settings.json in the workspace, or ~/.gemini/settings.json", Format::Json, "mcpServers", false, "timeout", 1'000, ""},
    Host{"claude-desktop", "Claude Desktop", "claude_desktop_config.json in ~/.config/Claude (Linux) or ~/Library/Application Support/Claude (macOS)", Format::Json,
         "mcpServers", false, "", 0, "Start the host again after a change."},
    Host{"generic", "Any other host", "the host's file for MCP servers", Format::Json, "mcpServers", false, "", 0,
         "Where the host has a time limit for calls, set it to an hour; it may be reset by progress notifications."},
};

base::Result<std::string> projectOf(Context& context)
{
    if (!context.globals().project.empty()) {
        CS_ASSIGN(const base::Name name, base::parseName(context.globals().project));
        return name.text();
    }
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const auto projects, engine->projects());
    if (projects.size() == 1)
        return projects.front().name;
    std::string names;
    for (const domain::Project& each : projects)
        names += (names.empty() ? "" : ", ") + each.name;
    return base::fail(base::Error(projects.empty() ? countersign::codes::ProjectUnknown : countersign::codes::ProjectAmbiguous,
                                  projects.empty() ? "the store has no project" : "the store has several projects: " + names)
                          .advise(projects.empty() ? "Import a workspace first." : "Name one with --project."));
}

base::Result<Launch> launchOf(Context& context)
{
    CS_ASSIGN(const Runtime* const runtime, context.runtime());
    std::error_code error;
    const fs::path own = fs::read_symlink("/proc/self/exe", error);
    const fs::path store = context.globals().store.empty() ? runtime->stateDirectory() / "countersign.db" : fs::path(context.globals().store);
    CS_ASSIGN(const std::string project, projectOf(context));
    Launch out;
    out.program = (own.parent_path() / "countersign-mcp").string();
    out.words = {"--store", fs::absolute(store, error).lexically_normal().string(), "--project", project};
    if (const auto agent = context.arguments().value("--agent")) {
        out.words.emplace_back("--agent");
        out.words.push_back(*agent);
    }
    return out;
}

Json serverJson(const Host& host, const Launch& launch)
{
    Json server{{"command", launch.program}, {"args", launch.words}};
    if (host.typed)
        server["type"] = "stdio";
    if (!host.limitKey.empty())
        server[std::string(host.limitKey)] = limitSeconds * host.limitPerSecond;
    return {{host.root, {{"countersign", std::move(server)}}}};
}

// Strings and arrays of strings are written alike in JSON and TOML.
std::string toml(const Host& host, const Launch& launch)
{
    std::string out = "[" + std::string(host.root) + ".countersign]\ncommand = " + base::write(launch.program) + "\nargs = " + base::write(Json(launch.words)) + "\n";
    if (!host.limitKey.empty())
        out += std::string(host.limitKey) + " = " + std::to_string(limitSeconds * host.limitPerSecond) + "\n";
    return out;
}

// What sudoers would read as its own syntax.
std::string escapedForSudoers(const std::string& word)
{
    std::string out;
    for (const char c : word) {
        if (std::string_view(" ,:=\\*?[]!\"#").find(c) != std::string_view::npos)
            out += '\\';
        out += c;
    }
    return out;
}

Json deployment(const Launch& launch)
{
    std::string rule = "agent ALL=(operator) NOPASSWD: " + escapedForSudoers(launch.program);
    std::vector<std::string> words{"-n", "-u", "operator", launch.program};
    for (const std::string& word : launch.words) {
        rule += " " + escapedForSudoers(word);
        words.push_back(word);
    }
    return Json::array(
        {{{"way", "only-these-tools"},
          {"text", "The host gives the agent Countersign's tools and what it needs to write the work, and no shell or other program of your account: with one it could run "
                   "countersignctl, rewrite the store or read the token secret. It still couldn't make a signer's decision record."}},
         {{"way", "another-user"},
          {"text", "The agent runs as a user of its own (here: agent), who can't read the store, and reaches the server as its owner (here: operator) through one sudo rule. "
                   "In the host's configuration the command is then sudo with the arguments below."},
          {"sudoers", rule},
          {"command", "sudo"},
          {"args", words}},
         {{"way", "postgresql-roles"}, {"text", "A store in PostgreSQL with a role of its own for agents. This version has SQLite stores only."}}});
}

} // namespace

base::Result<Answer> mcpConfig(Context& context)
{
    const auto wanted = context.arguments().value("--client");
    if (wanted && std::none_of(hosts.begin(), hosts.end(), [&](const Host& host) { return host.name == *wanted; })) {
        std::string names;
        for (const Host& host : hosts)
            names += (names.empty() ? "" : ", ") + std::string(host.name);
        return usage("--client is one of " + names, "See countersignctl mcp-config --help.");
    }
    CS_ASSIGN(const Launch launch, launchOf(context));
    Answer out;
    out.body = {{"program", launch.program}, {"args", launch.words}, {"clients", Json::array()}, {"deployment", deployment(launch)}, {"notices", Json::array()}};
    if (::access(launch.program.c_str(), X_OK) != 0)
        out.body["notices"].push_back("There is no program " + launch.program + " yet: install it beside countersignctl.");
    if (!context.arguments().has("--agent"))
        out.body["notices"].push_back("Without --agent the agent's name in every event is its own word.");
    for (const Host& host : hosts) {
        if (wanted && host.name != *wanted)
            continue;
        const Json config = serverJson(host, launch);
        const std::string content = host.format == Format::Toml ? toml(host, launch) : base::pretty(config) + "\n";
        Json row{{"client", host.name}, {"title", host.title}, {"file", host.file}, {"format", host.format == Format::Toml ? "toml" : "json"}, {"content", content}};
        if (host.format == Format::Json)
            row["config"] = config;
        if (!host.limitKey.empty())
            row["time_limit_seconds"] = limitSeconds;
        if (!host.note.empty())
            row["note"] = host.note;
        out.body["clients"].push_back(std::move(row));
        out.text += std::string(host.title) + " (" + std::string(host.name) + "): " + std::string(host.file) + "\n\n" + content + (host.note.empty() ? "" : std::string(host.note) + "\n") + "\n";
    }
    out.text += "The boundary holds only if the agent has no other way to your account. One of:\n\n";
    for (const Json& way : out.body["deployment"]) {
        out.text += "- " + way["text"].get<std::string>() + "\n";
        if (way.contains("sudoers"))
            out.text += "    sudoers: " + way["sudoers"].get<std::string>() + "\n    command: sudo, args: " + base::write(way["args"]) + "\n";
    }
    for (const Json& notice : out.body["notices"])
        out.text += "\n" + notice.get<std::string>() + "\n";
    return out;
}

} // namespace countersign::ctl
