// What runs in the query thread: its engine, the poll for changes, the heartbeat.
#pragma once

#include "models/enginelink/engine_link.h"

#include <QTimer>

#include <optional>

namespace countersign::models {

class LinkWorker : public QObject
{
    Q_OBJECT

public:
    LinkWorker(EngineLink* link, EngineLink::Factory factory);
    void start();     ///< in the worker's thread
    void run(const std::function<void(base::Result<Engine*>)>& task);
    void poll();
    void close();     ///< in the worker's thread, before it ends

private:
    base::Result<Engine*> engine();
    void beat();
    void report(base::Error error);

    EngineLink* m_link;
    EngineLink::Factory m_factory;
    std::unique_ptr<Engine> m_engine{};
    QTimer* m_pollTimer = nullptr;
    QTimer* m_beatTimer = nullptr;
    Cursor m_cursor{};
    std::string m_lastFailure{};
    std::optional<StoreStatus> m_lastStatus{};
    base::TimeMs m_retryAfter = 0;
    std::optional<base::Error> m_openError{};
};

} // namespace countersign::models
