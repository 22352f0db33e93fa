// The coder could not be started: what to install, where it was looked for, look again, re-run unchanged. Nothing here
// decides anything, and nothing here installs. Source: design 7.3, SPEC 7.
#pragma once

#include "models/inbox/environment_models.h"
#include "views/inbox/halt_page.h"

#include <QPointer>

class QPushButton;
class QTreeView;

namespace countersign::widgets {
class EvidenceView;
class FactGrid;
class IconBox;
class SectionHeader;
class TextLabel;
} // namespace countersign::widgets

namespace countersign::views {

class InstallHint;

class EnvironmentPage : public HaltPage
{
    Q_OBJECT

public:
    EnvironmentPage(models::Desk& desk, const QString& haltId, QWidget* parent = nullptr);
    [[nodiscard]] bool can(Command command) const override;
    void run(Command command) override;
    [[nodiscard]] QList<QWidget*> panes() const override;

protected:
    void fill(const HaltDetail& detail) override;
    [[nodiscard]] QString quietLine(const HaltDetail& detail) const override;
    [[nodiscard]] bool mayRerun() const override { return true; }
    void rerunEnded(const base::Result<domain::Plan>& plan) override;

private:
    void buildActions();
    void buildTables();
    void recheck();
    void looked(const base::Result<Recheck>& result);
    void showState();
    void showTables();
    void showFacts();
    void showOutput();
    void say(models::Mark mark, const QString& words);
    void keepSaying(models::Mark mark, const QString& words);

    models::TriedModel m_tried{};
    models::SearchedModel m_searched{};
    models::WaitingModel m_waiting{};
    std::vector<models::LookedAgain> m_looks{};
    bool m_looking = false;
    models::Mark m_saidMark = models::Mark::EnvironmentError;
    QString m_said{};
    QString m_outputOf{};

    InstallHint* m_hint;
    QWidget* m_actions;
    QPushButton* m_recheck;
    QPushButton* m_rerun;
    widgets::IconBox* m_icon;
    widgets::TextLabel* m_words;
    widgets::TextLabel* m_keeps;
    widgets::SectionHeader* m_triedHeader;
    QTreeView* m_triedView;
    widgets::FactGrid* m_facts;
    widgets::SectionHeader* m_pathHeader;
    QTreeView* m_pathView;
    widgets::SectionHeader* m_waitingHeader;
    QTreeView* m_waitingView;
    widgets::SectionHeader* m_outputHeader;
    widgets::EvidenceView* m_output;
};

} // namespace countersign::views
