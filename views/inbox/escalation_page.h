// An escalation: sentence, facts, evidence with its reading, changes, and the decision. Source: design 7.2, SPEC 8, 11.
#pragma once

#include "models/inbox/evidence_model.h"
#include "views/inbox/halt_page.h"
#include "views/inbox/signing_dialog.h"

#include <QPointer>

class QTreeView;

namespace countersign::widgets {
class FactGrid;
class SectionHeader;
} // namespace countersign::widgets

namespace countersign::views {

class ChangeView;
class DecisionPanel;
class EvidencePane;
class PlaceKeeper;

class EscalationPage : public HaltPage
{
    Q_OBJECT

public:
    EscalationPage(models::Desk& desk, const QString& haltId, QWidget* parent = nullptr);
    ~EscalationPage() override;
    [[nodiscard]] bool can(Command command) const override;
    void run(Command command) override;
    [[nodiscard]] QList<QWidget*> panes() const override;
    [[nodiscard]] bool settled() const override;

protected:
    void fill(const HaltDetail& detail) override;

private:
    void buildEvidence();
    void showFacts();
    void showChanges();
    void showReading();
    void showOff();
    void showRecord(); ///< takes the decision panel away
    void loadKeys();
    void keepDraft();
    void openDialog();
    void selectEvidence(const QString& id);

    models::EvidenceModel m_evidence{};
    widgets::FactGrid* m_facts;
    widgets::SectionHeader* m_evidenceHeader;
    QTreeView* m_table;
    PlaceKeeper* m_keeper;
    EvidencePane* m_pane;
    widgets::SectionHeader* m_changesHeader;
    ChangeView* m_changes;
    QPointer<DecisionPanel> m_panel; ///< gone once the request is closed
    widgets::FactGrid* m_record = nullptr; ///< what was decided; stands where the panel stood
    std::vector<models::KeyChoice> m_keys{};
    bool m_keysAsked = false; ///< and not answered yet
    std::string m_drawnDigest{};
};

} // namespace countersign::views
