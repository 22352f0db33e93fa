// Running validations: one row for each run, its bars in a stable order. Source: design 7.8.
#pragma once

#include "engine/requests.h"
#include "models/keyed_rows.h"
#include "models/mark.h"

#include <QAbstractListModel>

namespace countersign::models {

/// One bar of a run's timeline. Times in milliseconds since the run started; end < 0: still running.
struct RunBar
{
    QString id{};
    QString name{};
    Mark mark = Mark::Queued;
    std::int64_t startMs = 0;
    std::int64_t endMs = -1;
    std::int64_t usualMs = 0; ///< 0: not known
    std::string outputDigest{};
    friend bool operator==(const RunBar&, const RunBar&) = default;
};

/// Read together for one run.
struct RunView
{
    domain::Run run{};
    PlanDetail plan{};
    std::vector<domain::ValidationResult> results{};
};

[[nodiscard]] std::vector<RunBar> barsOf(const domain::Run& run, const domain::Resolution& resolution,
                                         const std::vector<domain::ValidationResult>& results,
                                         const std::map<std::string, std::int64_t>& usualMs);

struct LiveRow
{
    QString runId{};
    QString planId{};
    QString title{};
    QString detail{}; ///< "Execute, attempt 2, 4 of 6 done"
    base::TimeMs startedAt = 0;
    std::vector<RunBar> bars{};
    [[nodiscard]] QString key() const { return runId; }
    friend bool operator==(const LiveRow&, const LiveRow&) = default;
};

class LiveModel : public KeyedRows<LiveRow, QAbstractListModel>
{
    Q_OBJECT

public:
    explicit LiveModel(QObject* parent = nullptr) : KeyedRows(parent) {}
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    void setRuns(const std::vector<RunView>& newestFirst);
    [[nodiscard]] base::TimeMs lastEnded() const { return m_lastEnded; }
    void setLastEnded(base::TimeMs at) { m_lastEnded = std::max(m_lastEnded, at); }

Q_SIGNALS:
    void runsChanged();

private:
    base::TimeMs m_lastEnded = 0;
};

} // namespace countersign::models
