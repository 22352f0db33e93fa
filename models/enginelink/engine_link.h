// One thread for questions to the engine, further ones for runs, so that the window never waits. Source: SPEC 11.
//
// The link lives in the GUI thread. ask() runs a question with the worker's own engine and calls the answer back in
// the GUI thread, unless its context has died. Questions are answered in the order asked. Exceptions become UNKNOWN.
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
        post([this, guard = QPointer<QObject>(context), question = std::move(question),
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

    /// Starts a validation run on a thread of its own. The signals name the ticket.
    RunTicket validate(ValidateRequest request);
    void stopRun(RunTicket ticket);
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
    friend class LinkWorker;

    void post(std::function<void(base::Result<Engine*>)> task);

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
    LinkWorker* m_worker;
    std::map<RunTicket, ActiveRun> m_runs{};
    RunTicket m_nextTicket = 1;
};

} // namespace countersign::models
