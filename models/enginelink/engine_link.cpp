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
    for (Threads* threads : {&m_runs, &m_calls})
        for (auto& [ticket, run] : *threads)
            run.stop.request_stop();
    for (Threads* threads : {&m_runs, &m_calls})
        while (!threads->empty())
            finish(*threads, threads->begin()->first);
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

EngineLink::RunTicket EngineLink::launch(Threads& threads, std::function<void(RunTicket, const std::stop_token&)> body)
{
    const RunTicket ticket = m_nextTicket++;
    ActiveRun& run = threads[ticket];
    run.thread = QThread::create([body = std::move(body), ticket, stop = run.stop.get_token()] { body(ticket, stop); });
    run.thread->setObjectName(QStringLiteral("engine-run"));
    run.thread->start();
    return ticket;
}

void EngineLink::finish(Threads& threads, RunTicket ticket)
{
    const auto found = threads.find(ticket);
    if (found == threads.end())
        return;
    found->second.thread->wait();
    delete found->second.thread;
    threads.erase(found);
}

EngineLink::RunTicket EngineLink::validate(ValidateRequest request)
{
    return launch(m_runs, [this, request = std::move(request)](RunTicket ticket, const std::stop_token& stop) { runInThread(ticket, request, stop); });
}

void EngineLink::runInThread(RunTicket ticket, const ValidateRequest& request, const std::stop_token& stop)
{
    PostingObserver observer(this, ticket);
    auto report = std::make_shared<base::Result<ValidateReport>>(onOwnEngine<ValidateReport>([&](Engine& engine) { return engine.validate(request, observer, stop); }));
    QMetaObject::invokeMethod(
        this,
        [this, ticket, report] {
            finish(m_runs, ticket);
            Q_EMIT runEnded(ticket, report);
            pollNow();
        },
        Qt::QueuedConnection);
}

void EngineLink::stopRun(RunTicket ticket)
{
    for (Threads* threads : {&m_runs, &m_calls})
        if (const auto found = threads->find(ticket); found != threads->end())
            found->second.stop.request_stop();
}

} // namespace countersign::models
