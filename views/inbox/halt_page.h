// What all detail pages of the Inbox share: strip, status line, sentence, a body that scrolls, a foot that does not.
// One class for each outcome follows; only EscalationPage knows decisions. Source: design 7.2–7.5.
#pragma once

#include "models/desk/desk.h"
#include "views/actions/actions.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace countersign::widgets {
class SentenceLabel;
class StatusLine;
class Strip;
class TextLabel;
} // namespace countersign::widgets

namespace countersign::views {

class HaltPage : public QWidget
{
    Q_OBJECT

public:
    HaltPage(models::Desk& desk, QString haltId, QWidget* parent = nullptr);
    [[nodiscard]] const QString& haltId() const { return m_haltId; }
    void setHalt(const HaltDetail& detail); ///< also again, when something changed

    [[nodiscard]] virtual bool can(Command command) const;
    virtual void run(Command command);
    [[nodiscard]] virtual QList<QWidget*> panes() const = 0;
    [[nodiscard]] virtual bool settled() const { return m_known; }

Q_SIGNALS:
    void canChanged();
    void messagePosted(const QString& words);
    void haltRequested(const QString& id); ///< go to another halt

protected:
    virtual void fill(const HaltDetail& detail) = 0;
    [[nodiscard]] virtual QString quietLine(const HaltDetail&) const { return {}; }
    /// Re-run unchanged is this outcome's way on, and the plan stands where it is one. Never for a verdict.
    [[nodiscard]] virtual bool mayRerun() const { return false; }
    virtual void rerunEnded(const base::Result<domain::Plan>&) {}
    [[nodiscard]] models::Desk& desk() const { return m_desk; }
    [[nodiscard]] const HaltDetail& detail() const { return m_detail; }
    [[nodiscard]] QVBoxLayout* head() const { return m_head; } ///< under the sentence
    [[nodiscard]] QVBoxLayout* body() const { return m_body; }
    [[nodiscard]] QVBoxLayout* foot() const { return m_foot; }
    void showStrip(const QString& words);
    [[nodiscard]] bool atGate() const; ///< its task was not dispatched: it can be validated again
    [[nodiscard]] bool closed() const; ///< nobody can decide here any more
    [[nodiscard]] bool hasHalt() const { return m_known; }

private:
    void rerun();

    models::Desk& m_desk;
    QString m_haltId;
    HaltDetail m_detail{};
    bool m_known = false;
    bool m_rerunning = false;
    widgets::Strip* m_strip;
    QPushButton* m_again;
    widgets::StatusLine* m_status;
    widgets::SentenceLabel* m_sentence;
    widgets::TextLabel* m_quiet;
    QVBoxLayout* m_head;
    QVBoxLayout* m_body;
    QVBoxLayout* m_foot;
};

} // namespace countersign::views
