#include "models/enginelink/engine_link.h"

#include "engine/base/codes.h"
#include "models/enginelink/link_worker.h"

namespace countersign::models {

namespace {

/// Carries what a run says from its thread to the link's.
class PostingObserver final : public RunObserver
{
public:
    PostingObserver(EngineLink* link, int ticket) : m_link(link), m_ticket(ticket) {}
    void started(const domain::Run& run, const domain::Resolution& resolution) override
    {
        QMetaObject::invokeMethod(
            m_link, [link = m_link, ticket = m_ticket, run, resolution] { Q_EMIT link->runStarted(ticket, run, resolution); },
            Qt::QueuedConnection);
    }
    void resultStored(const domain::ValidationResult& result) override
    {
        QMetaObject::invokeMethod(
            m_link, [link = m_link, ticket = m_ticket, result] { Q_EMIT link->resultStored(ticket, result); }, Qt::QueuedConnection);
    }

private:
    EngineLink* m_link;
    int m_ticket;
};

} // namespace

EngineLink::EngineLink(Factory factory, QObject* parent)
    : QObject(parent), m_factory(std::move(factory)), m_worker(new LinkWorker(this, m_factory)), m_aside(new LinkWorker(this, m_factory))
{
    m_thread.setObjectName(QStringLiteral("engine-link"));
    m_asideThread.setObjectName(QStringLiteral("engine-aside"));
    m_worker->moveToThread(&m_thread);
    m_aside->moveToThread(&m_asideThread);
    connect(&m_thread, &QThread::started, m_worker, &LinkWorker::start); // only this one looks for changes
    m_thread.start();
    m_asideThread.start();
}

EngineLink::~EngineLink()
{
    for (auto& [ticket, run] : m_runs)
        run.stop.request_stop();
    for (auto& [ticket, run] : m_runs) {
        run.thread->wait();
        delete run.thread;
    }
    for (LinkWorker* worker : {m_worker, m_aside})
        QMetaObject::invokeMethod(
            worker,
            [worker] {
                worker->close();
                delete worker;
                QThread::currentThread()->quit();
            },
            Qt::QueuedConnection);
    m_thread.wait();
    m_asideThread.wait();
}

base::Error EngineLink::unknown(const char* what) { return base::Error(base::codes::Unknown, what); }

void EngineLink::postTask(LinkWorker* worker, std::function<void(base::Result<Engine*>)> task)
{
    QMetaObject::invokeMethod(worker, [worker, task = std::move(task)] { worker->run(task); }, Qt::QueuedConnection);
}

void EngineLink::pollNow()
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->poll(); }, Qt::QueuedConnection);
}

EngineLink::RunTicket EngineLink::validate(ValidateRequest request)
{
    const RunTicket ticket = m_nextTicket++;
    ActiveRun& run = m_runs[ticket];
    const std::stop_token stop = run.stop.get_token();
    run.thread = QThread::create([this, ticket, request = std::move(request), stop] { runInThread(ticket, request, stop); });
    run.thread->setObjectName(QStringLiteral("engine-run"));
    run.thread->start();
    return ticket;
}

void EngineLink::runInThread(RunTicket ticket, const ValidateRequest& request, const std::stop_token& stop)
{
    auto report = std::make_shared<base::Result<ValidateReport>>(base::fail(unknown("not started")));
    try {
        auto engine = m_factory();
        PostingObserver observer(this, ticket);
        if (engine)
            *report = (*engine)->validate(request, observer, stop);
        else
            *report = base::fail(engine.error());
    } catch (const std::exception& problem) {
        *report = base::fail(unknown(problem.what()));
    } catch (...) {
        *report = base::fail(unknown("an exception of unknown type"));
    }
    QMetaObject::invokeMethod(
        this,
        [this, ticket, report] {
            if (const auto found = m_runs.find(ticket); found != m_runs.end()) {
                found->second.thread->wait();
                delete found->second.thread;
                m_runs.erase(found);
            }
            Q_EMIT runEnded(ticket, report);
            pollNow();
        },
        Qt::QueuedConnection);
}

void EngineLink::stopRun(RunTicket ticket)
{
    if (const auto found = m_runs.find(ticket); found != m_runs.end())
        found->second.stop.request_stop();
}

} // namespace countersign::models
