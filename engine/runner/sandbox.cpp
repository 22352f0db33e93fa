#include "engine/runner/sandbox.h"

#include "engine/base/files.h"
#include "engine/runner/codes.h"

#include <algorithm>

#include <unistd.h>

namespace countersign::runner {
namespace {

namespace fs = std::filesystem;
using base::Result;

constexpr std::uint64_t sharedMemoryBytes = 64ULL * 1024 * 1024;
constexpr std::uint64_t placesBytes = 1024ULL * 1024; // of a keeper's /tmp: only places for mounts
constexpr std::string_view shownOfEtc[] = {
    "alternatives", "ca-certificates.conf", "debian_version", "fonts", "ld.so.cache", "ld.so.conf", "ld.so.conf.d",
    "locale.alias", "localtime", "magic", "magic.mime", "mime.types", "os-release", "perl", "pki/ca-trust/extracted",
    "pki/tls/certs", "protocols", "services", "ssl/certs", "ssl/openssl.cnf", "terminfo",
    "timezone"};

// Files of /proc that change the machine. Root owns them and needs no capability to write there.
constexpr std::string_view settingsOfTheMachine[] = {"acpi", "asound", "bus", "driver", "dynamic_debug", "fs", "irq", "latency_stats", "mtrr",
                                                     "pressure", "scsi", "sys", "sysrq-trigger", "timer_stats", "vmallocinfo"};

enum class Shape { Own, Shared };

class Layout
{
public:
    Layout() = default;
    explicit Layout(SandboxLayout begun) : m_layout(std::move(begun)) {}
    void add(std::initializer_list<std::string> arguments) { m_layout.arguments.insert(m_layout.arguments.end(), arguments); }
    void readOnly(const fs::path& from, const fs::path& to) { add({"--ro-bind", from.string(), to.string()}); }
    void readOnly(const fs::path& path) { readOnly(path, path); }
    void readOnlyIfThere(const fs::path& path)
    {
        std::error_code error;
        if (fs::exists(path, error))
            readOnly(path);
    }
    void temporary(std::string_view mode, std::uint64_t bytes, const std::string& path)
    {
        add({"--perms", std::string(mode), "--size", std::to_string(bytes), "--tmpfs", path});
    }
    void text(std::string content, const fs::path& path, std::string_view mode = "0444")
    {
        const auto descriptor = firstDataDescriptor + static_cast<int>(m_layout.data.size());
        m_layout.data.push_back(std::move(content));
        add({"--perms", std::string(mode), "--ro-bind-data", std::to_string(descriptor), path.string()});
    }
    [[nodiscard]] SandboxLayout take() { return std::move(m_layout); }

private:
    SandboxLayout m_layout;
};

// A keeper alone has power, over its own sandbox: it makes namespaces and mounts for others, who get none of it.
void addNamespaces(Layout& layout, bool network, Shape shape)
{
    layout.add({"--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup", "--hostname", "sandbox",
                "--new-session", "--die-with-parent", "--as-pid-1", "--info-fd", std::to_string(infoDescriptor)});
    if (shape == Shape::Own)
        layout.add({"--disable-userns", "--cap-drop", "ALL"});
    else
        layout.add({"--cap-add", "ALL"});
    if (!network)
        layout.add({"--unshare-net"});
}

fs::path coverOf(const std::string& name) { return fs::path(insideFolder) / "proc" / name; }

std::vector<std::string> settingsHere()
{
    std::vector<std::string> names;
    std::error_code error;
    for (const std::string_view name : settingsOfTheMachine) {
        if (fs::exists(fs::path("/proc") / name, error))
            names.emplace_back(name);
    }
    return names;
}

/// Below a keeper each /proc is mounted when its command starts; the covers lie ready, since a covered /proc of the
/// keeper's own would make the kernel refuse a whole one to others.
void addProcesses(Layout& layout, Shape shape)
{
    layout.add({"--proc", "/proc"});
    for (const std::string& name : settingsHere())
        layout.readOnly("/proc/" + name, shape == Shape::Own ? fs::path("/proc") / name : coverOf(name));
}

void addSystem(Layout& layout, Shape shape)
{
    layout.readOnly("/usr");
    for (const char* name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
        std::error_code error;
        if (fs::is_symlink(name, error))
            layout.add({"--symlink", fs::read_symlink(name, error).string(), name});
        else
            layout.readOnlyIfThere(name);
    }
    addProcesses(layout, shape);
    layout.add({"--dev", "/dev"});
    layout.temporary("1777", sharedMemoryBytes, "/dev/shm");
    layout.add({"--remount-ro", "/dev"});
}

std::string ownName(unsigned id, const char* nobody) { return id == 0 ? "root" : id == 65534 ? nobody : "user"; }

void addUsers(Layout& layout)
{
    const std::string user = std::to_string(::getuid());
    const std::string group = std::to_string(::getgid());
    std::string users = ownName(::getuid(), "nobody") + ":x:" + user + ":" + group + "::/tmp:/bin/sh\n";
    std::string groups = ownName(::getgid(), "nogroup") + ":x:" + group + ":\n";
    if (::getuid() != 0)
        users += "root:x:0:0:root:/:/usr/sbin/nologin\n";
    if (::getgid() != 0)
        groups += "root:x:0:\n";
    if (::getuid() != 65534)
        users += "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n";
    if (::getgid() != 65534)
        groups += "nogroup:x:65534:\n";
    layout.text(users, "/etc/passwd");
    layout.text(groups, "/etc/group");
}

void addEtc(Layout& layout, bool network)
{
    for (const std::string_view name : shownOfEtc)
        layout.readOnlyIfThere(fs::path("/etc") / name);
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator("/etc", error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("python3") || (name.starts_with("java-") && name.ends_with("-openjdk")))
            layout.readOnly(entry.path());
    }
    addUsers(layout);
    layout.text("passwd: files\ngroup: files\nhosts: files dns\n", "/etc/nsswitch.conf");
    const Result<std::string> hosts = base::readFile("/etc/hosts");
    layout.text(network && hosts ? *hosts : "127.0.0.1 localhost\n::1 localhost\n", "/etc/hosts");
    if (const Result<std::string> names = base::readFile("/etc/resolv.conf"); network && names)
        layout.text(*names, "/etc/resolv.conf");
}

bool isWithin(const fs::path& path, const fs::path& folder)
{
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// The resource and writable folders may contain the store or the keys: those are covered. They may not be in them.
Result<void> addOwn(Layout& layout, const fs::path& path, bool writable, const HostOptions& options)
{
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error || !path.is_absolute())
        return base::fail(codes::ReadPathRefused, path.string() + " can't be shown inside the sandbox: "
                                                      + (error ? error.message() : "it is not absolute"));
    if (real == "/" || isWithin(real, "/run") || isWithin(real, "/proc") || isWithin(real, "/dev"))
        return base::fail(codes::ReadPathRefused, path.string() + " can't be shown inside the sandbox.");
    layout.add({writable ? "--bind" : "--ro-bind", real.string(), path.lexically_normal().string()});
    for (const fs::path& folder : options.forbidden) {
        const fs::path hidden = fs::weakly_canonical(folder, error);
        if (isWithin(real, hidden) && !options.workCopies.empty() && real != options.workCopies && isWithin(real, fs::weakly_canonical(options.workCopies, error)))
            continue;
        if (isWithin(real, hidden))
            return base::fail(codes::ReadPathRefused, path.string() + " lies in the folder of the store or of the keys.");
        if (!isWithin(hidden, real))
            continue;
        const std::string inside = (path / hidden.lexically_relative(real)).lexically_normal().string();
        if (fs::is_directory(hidden, error)) {
            layout.temporary("0000", 4096, inside);
            layout.add({"--remount-ro", inside});
        } else if (fs::is_regular_file(hidden, error)) {
            layout.add({"--ro-bind", "/dev/null", inside});
        }
    }
    return {};
}

Result<void> addShown(Layout& layout, const CommandSpec& command, const HostOptions& options)
{
    const SandboxSpec& sandbox = command.sandbox;
    for (const auto& [from, to] : sandbox.readOnlyFiles)
        layout.readOnly(from, to);
    if (!sandbox.resource.empty())
        CS_TRY(addOwn(layout, sandbox.resource, false, options));
    for (const fs::path& path : sandbox.otherResources)
        CS_TRY(addOwn(layout, path, false, options));
    for (const fs::path& path : sandbox.readPaths) {
        CS_TRY(checkReadPath(path, options.forbidden));
        layout.readOnly(fs::canonical(path), path.lexically_normal());
    }
    for (const fs::path& path : sandbox.writable)
        CS_TRY(addOwn(layout, path, true, options));
    layout.add({"--remount-ro", "/", "--chdir", "/"});
    return {};
}

bool mayShare(const CommandSpec& command)
{
    const auto isOurs = [](const auto& text) { return text.second.parent_path() == insideFolder; };
    const SandboxSpec& sandbox = command.sandbox;
    return sandbox.sharedBy != 0 && !sandbox.network && sandbox.writable.empty()
           && std::all_of(sandbox.readOnlyTexts.begin(), sandbox.readOnlyTexts.end(), isOurs);
}

/// What lies where a command's own /tmp and files will be mounted; what lies below another is kept with it.
std::vector<std::string> keptPaths(const SandboxSpec& sandbox)
{
    std::vector<fs::path> shown = sandbox.readPaths;
    shown.insert(shown.end(), sandbox.otherResources.begin(), sandbox.otherResources.end());
    if (!sandbox.resource.empty())
        shown.push_back(sandbox.resource);
    for (const auto& [from, to] : sandbox.readOnlyFiles)
        shown.push_back(to);
    for (fs::path& path : shown) {
        path = path.lexically_normal();
        path = path.has_filename() ? path : path.parent_path();
    }
    std::sort(shown.begin(), shown.end());
    std::vector<std::string> kept;
    for (const fs::path& path : shown) {
        const bool isHidden = isWithin(path, "/tmp") || isWithin(path, insideFolder);
        if (isHidden && (kept.empty() || !isWithin(path, kept.back())))
            kept.push_back(path.string());
    }
    return kept;
}

SharedLayout sharedLayout(const CommandSpec& command, const HostOptions& options, const std::vector<std::string>& shown)
{
    Layout layout;
    addNamespaces(layout, false, Shape::Shared);
    addSystem(layout, Shape::Shared);
    addEtc(layout, false);
    layout.temporary("0755", placesBytes, "/tmp");
    layout.readOnly(options.supervisor, insideSupervisor);
    SharedLayout shared{layout.take(), {command.sandbox.tmpBytes, sharedMemoryBytes, std::string(insideFolder), settingsHere(), keptPaths(command.sandbox)}};
    shared.outer.arguments.insert(shared.outer.arguments.end(), shown.begin(), shown.end());
    return shared;
}

} // namespace

Result<SandboxView> viewSandbox(const CommandSpec& command, const HostOptions& options)
{
    Layout head;
    addNamespaces(head, command.sandbox.network, Shape::Own);
    addSystem(head, Shape::Own);
    addEtc(head, command.sandbox.network);
    head.temporary("0700", command.sandbox.tmpBytes, "/tmp");
    head.readOnly(options.supervisor, insideSupervisor);
    Layout shown;
    CS_TRY(addShown(shown, command, options));
    SandboxView view{head.take(), shown.take().arguments, std::nullopt, viewKey(command)};
    if (mayShare(command))
        view.shared = sharedLayout(command, options, view.shown);
    return view;
}

std::string viewKey(const CommandSpec& command)
{
    const SandboxSpec& sandbox = command.sandbox;
    std::string key = std::to_string(sandbox.tmpBytes) + (sandbox.network ? 'n' : '-') + (mayShare(command) ? 's' : '-');
    const auto add = [&key](const fs::path& path) { key.append(path.string()).push_back('\0'); };
    add(sandbox.resource);
    for (const fs::path& path : sandbox.otherResources)
        add(path);
    add({});
    for (const fs::path& path : sandbox.writable)
        add(path);
    add({});
    for (const fs::path& path : sandbox.readPaths)
        add(path);
    add({});
    for (const auto& [from, to] : sandbox.readOnlyFiles) {
        add(from);
        add(to);
    }
    return key;
}

SandboxLayout layoutSandbox(const SandboxView& view, const CommandSpec& command)
{
    Layout layout(view.head);
    if (!command.context.empty())
        layout.text(command.context, insideContext);
    for (const auto& [content, path] : command.sandbox.readOnlyTexts)
        layout.text(content, path, "0555");
    SandboxLayout out = layout.take();
    out.arguments.insert(out.arguments.end(), view.shown.begin(), view.shown.end());
    return out;
}

Result<SandboxLayout> layoutSandbox(const CommandSpec& command, const HostOptions& options)
{
    CS_ASSIGN(const SandboxView view, viewSandbox(command, options));
    return layoutSandbox(view, command);
}

} // namespace countersign::runner
