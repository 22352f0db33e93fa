// The only place where a decision is made: choice, reason, key, and the way to the signing dialog. It exists inside an
// EscalationPage and nowhere else. Source: SPEC 11, design 7.2.
#pragma once

#include "models/inbox/decision_gate.h"
#include "models/signing/key_ring.h"

#include <QElapsedTimer>
#include <QWidget>

class QComboBox;
class QPlainTextEdit;
class QPushButton;
class QRadioButton;

namespace countersign::widgets {
class IconBox;
class TextLabel;
} // namespace countersign::widgets

namespace countersign::views {

class DecisionPanel : public QWidget
{
    Q_OBJECT

public:
    static constexpr int freshMs = 350; ///< keys typed so soon after the view appeared never decide

    explicit DecisionPanel(QWidget* parent = nullptr);

    void setDraft(const models::Draft& draft);
    [[nodiscard]] models::Draft draft() const; ///< without the subject digest
    void setKeys(const std::vector<models::KeyChoice>& keys, const QString& problem);
    void setReading(bool loaded, const QString& unreadName, int unreadLines);
    void setOff(const QString& reason, bool subjectEmpty);
    [[nodiscard]] const models::KeyChoice* key() const;
    [[nodiscard]] models::Missing missing() const { return models::missingPart(m_state); }
    /// Opens the dialog, or moves the focus to what is missing.
    void requestSign();
    void startFreshness();

Q_SIGNALS:
    void draftChanged();
    void signRequested();
    void readingRequested();
    void stateChanged();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* makeChoices();
    QWidget* makeReason();
    void refresh();
    void edited();

    models::DecisionState m_state{};
    std::vector<models::KeyChoice> m_keys{};
    QString m_wantedKey{};
    QElapsedTimer m_fresh{};
    bool m_filling = false;
    QRadioButton* m_proceed;
    QRadioButton* m_reject;
    QPlainTextEdit* m_reason;
    widgets::TextLabel* m_count;
    QComboBox* m_key;
    QPushButton* m_sign;
    widgets::IconBox* m_missingIcon;
    widgets::TextLabel* m_missing;
};

} // namespace countersign::views
