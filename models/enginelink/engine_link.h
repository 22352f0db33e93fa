// One thread for questions to the engine, one for those that read long, further ones for runs, so that the window never
// waits. Source: SPEC 11.
//
// The link lives in the GUI thread. ask() runs a question with the worker's own engine and calls the answer back in
// the GUI thread, unless its context has died. Questions are answered in the order asked. Exceptions become UNKNOWN.
// askAside() is the same with a second thread and engine: what reads whole directories keeps no list waiting, and an
// import meets the engine that previewed it.
#pragma once

#include "engine/engine.h"

#include <QObject>
#include <QPointer>
#include <QThread>

#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>

namespace countersign::models {

class LinkWorker;

/// Answers of older questions are dropped: `const auto mine = g.next(); … if (!g.is(mine)) return;`
class Generation
{
public:
    std::uint64_t next() { return ++m_value; }
    [[nodiscard]] bool is(std::uint64_t value) const { return value == m_value; }

private:
    std::uint64_t m_value = 0;
};

class EngineLink : public QObject
{
    Q_OBJECT

public:
    using Factory = std::function<base::Result<std::unique_ptr<Engine>>()>;
    using RunTicket = int;

    explicit EngineLink(Factory factory, QObject* parent = nullptr);
    ~EngineLink() override;

    template <typename R>
    void ask(QObject* context, std::function<base::Result<R>(Engine&)> question, std::function<void(base::Result<R>)> answer)
    {
        post(m_worker, context, std::move(question), std::move(answer));
    }
    template <typename R>
    void askAside(QObject* context, std::function<base::Result<R>(Engine&)> question, std::function<void(base::Result<R>)> answer)
    {
        post(m_aside, context, std::move(question), std::move(answer));
    }

    /// Starts a validation run on a thread of its own. The signals name the ticket.
    RunTicket validate(ValidateRequest request);
    /// Asks on a thread and an engine of its own, for what may take minutes and be stopped.
    template <typename R>
    RunTicket askAlone(QObject* context, std::function<base::Result<R>(Engine&, std::stop_token)> question, std::function<void(base::Result<R>)> answer)
    {
        return launch(m_calls, [this, guard = QPointer<QObject>(context), question = std::move(question),
                                answer = std::make_shared<std::function<void(base::Result<R>)>>(std::move(answer))](RunTicket ticket, const std::stop_token& stop) {
            auto result = std::make_shared<base::Result<R>>(onOwnEngine<R>([&](Engine& engine) { return question(engine, stop); }));
            QMetaObject::invokeMethod(
                this,
                [this, ticket, guard, result, answer] {
                    finish(m_calls, ticket);
                    if (guard)
                        (*answer)(std::move(*result));
                },
                Qt::QueuedConnection);
        });
    }
    void stopRun(RunTicket ticket); ///< of validate() or askAlone()
    [[nodiscard]] int activeRuns() const { return static_cast<int>(m_runs.size()); }
    /// Looks for changes now instead of at the next tick.
    void pollNow();

Q_SIGNALS:
    void changed(const countersign::Changes& changes);
    void statusChanged(const countersign::StoreStatus& status);
    void storeFailed(const countersign::base::Error& error);
    void runStarted(int ticket, const countersign::domain::Run& run, const countersign::domain::Resolution& resolution);
    void resultStored(int ticket, const countersign::domain::ValidationResult& result);
    void runEnded(int ticket, const std::shared_ptr<countersign::base::Result<countersign::ValidateReport>>& report);

private:
    struct ActiveRun
    {
        QThread* thread = nullptr;
        std::stop_source stop{};
    };
    using Threads = std::map<RunTicket, ActiveRun>;
    friend class LinkWorker;

    RunTicket launch(Threads& threads, std::function<void(RunTicket, const std::stop_token&)> body);
    static void finish(Threads& threads, RunTicket ticket); ///< waits for the thread, which has nothing left to do

    template <typename R>
    base::Result<R> onOwnEngine(const std::function<base::Result<R>(Engine&)>& question)
    {
        try {
            auto engine = m_factory();
            base::Result<Engine*> opened = engine ? base::Result<Engine*>(engine->get()) : base::Result<Engine*>(base::fail(engine.error()));
            return attempt<R>(opened, question);
        } catch (const std::exception& problem) {
            return base::fail(unknown(problem.what()));
        } catch (...) {
            return base::fail(unknown("an exception of unknown type"));
        }
    }

    template <typename R>
    void post(LinkWorker* worker, QObject* context, std::function<base::Result<R>(Engine&)> question, std::function<void(base::Result<R>)> answer)
    {
        postTask(worker, [this, guard = QPointer<QObject>(context), question = std::move(question),
                          answer = std::make_shared<std::function<void(base::Result<R>)>>(std::move(answer))](base::Result<Engine*> engine) mutable {
            auto result = std::make_shared<base::Result<R>>(attempt<R>(engine, question));
            QMetaObject::invokeMethod(
                this,
                [guard, result = std::move(result), answer = std::move(answer)] {
                    if (guard)
                        (*answer)(std::move(*result));
                },
                Qt::QueuedConnection);
        });
    }
    static void postTask(LinkWorker* worker, std::function<void(base::Result<Engine*>)> task);

    template <typename R>
    static base::Result<R> attempt(base::Result<Engine*>& engine, const std::function<base::Result<R>(Engine&)>& question)
    {
        if (!engine)
            return base::fail(engine.error());
        try {
            return question(**engine);
        } catch (const std::exception& problem) {
            return base::fail(unknown(problem.what()));
        } catch (...) {
            return base::fail(unknown("an exception of unknown type"));
        }
    }
    [[nodiscard]] static base::Error unknown(const char* what);
    void runInThread(RunTicket ticket, const ValidateRequest& request, const std::stop_token& stop);

    Factory m_factory;
    QThread m_thread;
    QThread m_asideThread;
    LinkWorker* m_worker;
    LinkWorker* m_aside;
    Threads m_runs{};
    Threads m_calls{};
    RunTicket m_nextTicket = 1;
};

} // namespace countersign::models
