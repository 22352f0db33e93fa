// Starts one tool or validation by hand and shows all it said. It says plainly that nothing of it counts for a gate and
// that nothing is stored. Source: SPEC 11 ("try a tool by hand").
#pragma once

#include "models/desk/desk.h"

#include <QDialog>
#include <QTimer>

class QComboBox;
class QPushButton;

namespace countersign::widgets {
class EvidenceView;
class FactGrid;
class IconBox;
class SectionHeader;
class StatusLine;
class TextLabel;
} // namespace countersign::widgets

namespace countersign::views {

class ArgumentForm;
class InstallHint;

class TryDialog : public QDialog
{
    Q_OBJECT

public:
    explicit TryDialog(models::Desk& desk, QWidget* parent = nullptr);
    ~TryDialog() override;
    /// An empty tool leaves the choice as it is.
    void choose(const std::string& tool, const std::string& resource, const domain::Json& arguments);
    void run();
    [[nodiscard]] bool settled() const { return m_ticket == 0; }

private:
    QWidget* makeQuestion();
    QWidget* makeAnswer();
    void chooseTool();
    void refresh();
    void tick();
    void stop();
    void ended(const base::Result<ToolCallReport>& report);
    void refused(const base::Error& error);
    void showReport(const ToolCallReport& report);
    void showOutput(widgets::EvidenceView* view, widgets::SectionHeader* header, const std::string& text);
    void say(const QString& problem);
    [[nodiscard]] const RegisteredTool* tool() const;

    models::Desk& m_desk;
    QComboBox* m_tool;
    QComboBox* m_resource;
    ArgumentForm* m_arguments;
    widgets::TextLabel* m_about;
    widgets::TextLabel* m_problem;
    QPushButton* m_run;
    QPushButton* m_stop;
    widgets::StatusLine* m_status;
    widgets::FactGrid* m_facts;
    InstallHint* m_hint;
    QWidget* m_answer = nullptr;
    widgets::SectionHeader* m_outHeader;
    widgets::EvidenceView* m_out;
    widgets::SectionHeader* m_errHeader;
    widgets::EvidenceView* m_err;
    QTimer m_second{};
    base::TimeMs m_since = 0;
    int m_ticket = 0; ///< of the call that goes on; 0: none
    bool m_stopping = false;
};

} // namespace countersign::views
