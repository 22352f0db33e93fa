// Everything the window may ask or show, in one place: views know the desk, only the desk knows the engine.
// Thread: GUI. Answers come later, in the GUI thread, and only while their context lives. Source: SPEC 11.
#pragma once

#include "engine/requests.h"
#include "models/attachments/attachment_models.h"
#include "models/drafts/drafts.h"
#include "models/inbox/evidence_text.h"
#include "models/inbox/halt_list_model.h"
#include "models/live/live_model.h"
#include "models/plans/plan_list_model.h"
#include "models/signing/key_ring.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace countersign::models {

class EngineLink;

template <typename T>
using Answer = std::function<void(base::Result<T>)>;

/// The outputs of one verdict that a person reads, by digest.
using Outputs = std::map<std::string, std::string>;

class Desk : public QObject
{
    Q_OBJECT

public:
    /// The ring may be null: then nothing can be signed and the window says so.
    Desk(EngineLink& link, KeyRing* ring, QString stateDirectory, QObject* parent = nullptr);

    [[nodiscard]] HaltListModel& halts() { return m_halts; }
    [[nodiscard]] PlanListModel& plans() { return m_plans; }
    [[nodiscard]] LiveModel& live() { return m_live; }
    [[nodiscard]] Drafts& drafts() { return m_drafts; }
    [[nodiscard]] KeyRing* ring() { return m_ring; }
    [[nodiscard]] const RegistrySnapshot& registry() const { return m_registry; }
    [[nodiscard]] const StoreStatus& status() const { return m_status; }
    /// The last verification of the whole chain by this window; nothing before the first has ended.
    [[nodiscard]] const std::optional<ChainReport>& chain() const { return m_chain; }
    [[nodiscard]] const std::optional<base::Error>& failure() const { return m_failure; }
    [[nodiscard]] base::TimeMs updatedAt() const { return m_updatedAt; }
    [[nodiscard]] int closedCount() const { return m_closedCount; }
    /// Every directory that was imported from, as last looked at; empty before the first look.
    [[nodiscard]] const std::vector<ImportState>& imports() const { return m_imports; }

    [[nodiscard]] const QString& project() const { return m_project; }
    void setProject(const QString& project); ///< empty: all
    void refresh();                          ///< reads everything that is shown, again

    void halt(const QString& id, QObject* context, Answer<HaltDetail> answer);
    void plan(const QString& id, QObject* context, Answer<PlanDetail> answer);
    void runReport(const QString& run, QObject* context, Answer<ValidateReport> answer);
    void effective(const QString& plan, QObject* context, Answer<domain::Resolution> answer);
    void outputs(std::vector<std::string> digests, QObject* context, Answer<Outputs> answer);
    void readLines(const std::string& digest, QObject* context, Answer<domain::Json> answer);
    void saveReadLines(const std::string& digest, domain::Json ranges);
    void markSubjectSeen(const QString& halt);
    void history(const HistoryQuery& query, QObject* context, Answer<HistoryPage> answer);
    void audit(const AuditQuery& query, QObject* context, Answer<std::vector<domain::Event>> answer);
    void verify(QObject* context, Answer<ChainReport> answer);
    void record(const std::string& jti, QObject* context, Answer<RecordDetail> answer);
    void attach(const AttachRequest& request, QObject* context, Answer<domain::Attachment> answer);
    void detach(const QString& id, QObject* context, Answer<domain::Attachment> answer);
    void signers(QObject* context, Answer<std::vector<domain::Signer>> answer);
    void doctor(QObject* context, Answer<std::vector<DoctorCheck>> answer);

    /// What importing a directory would change; reads whole directories, so it may take its time.
    void previewImport(const QString& directory, QObject* context, Answer<ImportPreview> answer);
    /// Imports exactly the bytes of the digest; IMPORT_CHANGED says what is no longer as it was reviewed.
    void import(const QString& directory, const std::string& digest, QObject* context, Answer<ImportPreview> answer);
    /// Looks whether files differ from what was imported; applies nothing. One look at a time, at most one every 2 s.
    void lookAtImports();

    /// Looks again for what an environment error missed; starts and changes nothing.
    void recheck(const QString& halt, QObject* context, Answer<Recheck> answer);
    /// Re-run unchanged: queues the same attempt and round, and starts a worker that outlives this window.
    void rerun(const QString& plan, QObject* context, Answer<domain::Plan> answer);
    /// Starts a tool or validation by hand; the ticket stops it. Nothing of it is stored.
    int callTool(const ToolCall& call, QObject* context, Answer<ToolCallReport> answer);
    void stopCall(int ticket);
    /// Validates a task again; its results show in Live and Plans while it goes on.
    void validate(const QString& project, const QString& task);
    [[nodiscard]] int activeRuns() const;
    void stopRuns(); ///< the ones this window started

Q_SIGNALS:
    void refreshed();        ///< lists are as of updatedAt()
    void registryChanged();
    void importsChanged();
    void statusChanged();
    void storeFailed();
    void haltsChanged();
    void plansChanged();
    void resultsChanged();   ///< History and Audit have new rows
    void runEnded(const QString& task, const QString& words, bool good);

private:
    void onChanged(const Changes& changes);
    void readHalts();
    void readPlans();
    void readRegistry();
    void readLive();
    void readImports();
    void settled();
    void failed(const base::Error& error);

    EngineLink& m_link;
    KeyRing* m_ring;
    Drafts m_drafts;
    HaltListModel m_halts{};
    PlanListModel m_plans{};
    LiveModel m_live{};
    RegistrySnapshot m_registry{};
    StoreStatus m_status{};
    std::optional<ChainReport> m_chain{};
    bool m_chainAsked = false;
    std::optional<base::Error> m_failure{};
    QString m_project{};
    QTimer m_burst{};
    QTimer m_importsTimer{};
    std::vector<ImportState> m_imports{};
    bool m_importsAsked = false;
    bool m_importsAgain = false; ///< asked for while a look went on
    base::TimeMs m_importsAt = 0;
    bool m_registryDirty = true;
    base::TimeMs m_updatedAt = 0;
    int m_closedCount = 0;
    std::uint64_t m_haltsAsked = 0;
    std::uint64_t m_plansAsked = 0;
    std::uint64_t m_registryAsked = 0;
    std::uint64_t m_liveAsked = 0;
    std::map<int, QString> m_tickets{};
};

} // namespace countersign::models
