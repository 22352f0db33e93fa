#include "engine/plan/hooks.h"

#include "engine/base/codes.h"
#include "engine/base/text.h"
#include "engine/plan/codes.h"

#include <algorithm>

namespace countersign::plan {

using runner::ProcessEnd;

namespace {

constexpr std::chrono::seconds timeToDeactivate{10};
constexpr std::size_t activationBytes = 64U * 1024U;

const domain::Tool& rootOf(const PlannedValidation& planned) { return planned.chain.back(); }

bool hasHooks(const PlannedValidation& planned)
{
    if (planned.broken || planned.chain.empty())
        return false;
    const auto& lifecycle = rootOf(planned).lifecycle;
    return std::any_of(lifecycle.begin(), lifecycle.end(), [](const auto& hook) { return hook.first != "execute"; });
}

std::string keyOf(const PlannedValidation& planned) { return rootOf(planned).name + '\0' + planned.resource.path; }

std::string why(const ProcessEnd& end)
{
    if (const auto none = runner::endWithoutVerdict(end))
        return none->errorMessage;
    const std::string text = base::toValidUtf8(base::trim(end.err.cut ? end.err.tail : end.err.head));
    return "It ended with exit status " + std::to_string(end.exitCode) + (text.empty() ? "." : "; its stderr: " + base::visible(base::elide(text, 300), false) + ".");
}

base::Result<domain::Json> activationOf(const std::string& printed)
{
    if (base::trim(printed).empty())
        return domain::Json(nullptr);
    auto value = base::parseJson(printed, {64, activationBytes});
    if (!value || !value->is_object())
        return base::fail(codes::LifecycleActivate, "activate prints nothing, or one JSON object of at most 64 KiB"
                                                        + (value ? std::string() : ": " + value.error().message()));
    return std::move(*value);
}

} // namespace

Hooks::Hooks(const std::vector<PlannedValidation>& planned, const ExecutionSettings& settings, runner::ProcessHost& host) : m_settings(settings), m_host(host)
{
    for (const PlannedValidation& each : planned)
        if (hasHooks(each))
            ++m_shared[keyOf(each)].expected;
}

Hooks::Shared* Hooks::sharedOf(const PlannedValidation& planned)
{
    const auto found = hasHooks(planned) ? m_shared.find(keyOf(planned)) : m_shared.end();
    return found == m_shared.end() ? nullptr : &found->second;
}

Hooks::Ready Hooks::enter(const PlannedValidation& planned, std::stop_token stop)
{
    Shared* shared = sharedOf(planned);
    if (shared == nullptr)
        return {};
    const std::lock_guard lock(shared->mutex);
    if (!shared->entered) {
        shared->entered = true;
        shared->ready = prepare(planned, *shared, stop);
    }
    return shared->ready;
}

Hooks::Ready Hooks::prepare(const PlannedValidation& planned, Shared& shared, const std::stop_token& stop) const
{
    Ready out;
    out.failed = runHook(planned, "discover", codes::LifecycleDiscover, nullptr, planned.timeout, stop);
    if (out.failed)
        return out;
    shared.discovered = true;
    std::string printed;
    out.failed = runHook(planned, "activate", codes::LifecycleActivate, nullptr, planned.timeout, stop, &printed);
    if (out.failed)
        return out;
    if (auto activation = activationOf(printed)) {
        out.activation = std::move(*activation);
    } else {
        out.failed.emplace();
        out.failed->program = false;
        out.failed->failure = runner::errorResult(activation.error().info(), activation.error().message());
    }
    return out;
}

std::optional<runner::DirectResult> Hooks::leave(const PlannedValidation& planned)
{
    Shared* shared = sharedOf(planned);
    if (shared == nullptr)
        return std::nullopt;
    const std::lock_guard lock(shared->mutex);
    if (--shared->expected > 0 || !shared->discovered)
        return std::nullopt;
    // Not stopped by a cancel: what was activated is given back.
    const auto failed = runHook(planned, "deactivate", codes::LifecycleDeactivate, shared->ready.activation,
                                std::min<std::chrono::milliseconds>(planned.timeout, timeToDeactivate), {});
    return failed ? failed->failure : std::nullopt;
}

std::optional<RootEnd> Hooks::runHook(const PlannedValidation& planned, const char* hook, const base::CodeInfo& code, const domain::Json& activation,
                                      std::chrono::milliseconds timeout, const std::stop_token& stop, std::string* printed) const
{
    const auto argv = rootOf(planned).lifecycle.find(hook);
    if (argv == rootOf(planned).lifecycle.end())
        return std::nullopt;
    runner::CommandSpec command = commandOf(planned, m_settings, activation);
    command.argv = argv->second;
    command.input = "{}";
    command.timeout = timeout;
    RootEnd out;
    out.end = runner::runAndWait(m_host, std::move(command), stop);
    if (printed != nullptr)
        *printed = out.end.out.text();
    if (out.end.how == ProcessEnd::How::Exited && out.end.exitCode == 0 && !out.end.out.cut)
        return std::nullopt;
    const base::CodeInfo& told = out.end.how == ProcessEnd::How::Cancelled ? base::codes::Cancelled : code;
    out.failure = runner::errorResult(told, std::string(hook) + " of " + rootOf(planned).name + " failed. " + why(out.end));
    return out;
}

} // namespace countersign::plan
