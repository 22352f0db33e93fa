#include "models/enginelink/link_worker.h"

#include "engine/base/codes.h"
#include "models/text.h"

namespace countersign::models {

namespace {

constexpr int pollMs = 250;
constexpr int beatMs = 2000;

bool sameStatus(const StoreStatus& a, const StoreStatus& b)
{
    if (a.processes.size() != b.processes.size())
        return false;
    for (std::size_t i = 0; i < a.processes.size(); ++i)
        if (a.processes[i].id != b.processes[i].id || a.processes[i].alive != b.processes[i].alive)
            return false;
    return a.location == b.location && a.events == b.events && a.headHash == b.headHash && a.chainBroken == b.chainBroken
           && a.brokenAt == b.brokenAt;
}

} // namespace

LinkWorker::LinkWorker(EngineLink* link, EngineLink::Factory factory) : m_link(link), m_factory(std::move(factory)) {}

void LinkWorker::start()
{
    m_pollTimer = new QTimer(this);
    m_beatTimer = new QTimer(this);
    connect(m_pollTimer, &QTimer::timeout, this, &LinkWorker::poll);
    connect(m_beatTimer, &QTimer::timeout, this, &LinkWorker::beat);
    m_pollTimer->start(pollMs);
    m_beatTimer->start(beatMs);
    beat();
    poll();
}

void LinkWorker::close()
{
    delete m_pollTimer;
    delete m_beatTimer;
    m_pollTimer = m_beatTimer = nullptr;
    m_engine.reset();
}

base::Result<Engine*> LinkWorker::engine()
{
    if (m_engine)
        return m_engine.get();
    if (m_openError && nowMs() < m_retryAfter)
        return base::fail(*m_openError);
    base::Result<std::unique_ptr<Engine>> opened = [this]() -> base::Result<std::unique_ptr<Engine>> {
        try {
            return m_factory();
        } catch (const std::exception& problem) {
            return base::fail(base::codes::Unknown, problem.what());
        } catch (...) {
            return base::fail(base::codes::Unknown, "an exception of unknown type");
        }
    }();
    if (!opened) {
        m_openError = opened.error();
        m_retryAfter = nowMs() + beatMs;
        report(opened.error());
        return base::fail(opened.error());
    }
    m_engine = std::move(*opened);
    m_openError.reset();
    return m_engine.get();
}

void LinkWorker::run(const std::function<void(base::Result<Engine*>)>& task) { task(engine()); }

void LinkWorker::poll()
{
    auto opened = engine();
    auto changes = EngineLink::attempt<Changes>(opened, [this](Engine& e) { return e.poll(m_cursor); });
    if (!changes) {
        report(changes.error());
        return;
    }
    m_lastFailure.clear();
    if (!changes->moved)
        return;
    m_cursor = changes->now;
    QMetaObject::invokeMethod(m_link, [link = m_link, c = std::move(*changes)] { Q_EMIT link->changed(c); }, Qt::QueuedConnection);
    beat();
}

void LinkWorker::beat()
{
    auto opened = engine();
    if (!opened)
        return;
    if (auto alive = EngineLink::attempt<void>(opened, [](Engine& e) { return e.heartbeat(); }); !alive)
        report(alive.error());
    auto status = EngineLink::attempt<StoreStatus>(opened, [](Engine& e) { return e.status(); });
    if (!status) {
        report(status.error());
        return;
    }
    if (m_lastStatus && sameStatus(*m_lastStatus, *status))
        return;
    m_lastStatus = *status;
    QMetaObject::invokeMethod(m_link, [link = m_link, s = std::move(*status)] { Q_EMIT link->statusChanged(s); }, Qt::QueuedConnection);
}

void LinkWorker::report(base::Error error)
{
    const std::string text = error.text();
    if (text == m_lastFailure)
        return;
    m_lastFailure = text;
    m_lastStatus.reset();
    QMetaObject::invokeMethod(m_link, [link = m_link, e = std::move(error)] { Q_EMIT link->storeFailed(e); }, Qt::QueuedConnection);
}

} // namespace countersign::models
