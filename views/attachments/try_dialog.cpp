#include "views/attachments/try_dialog.h"

#include "models/registry/call_words.h"
#include "models/registry/import_words.h"
#include "models/text.h"
#include "views/attachments/argument_form.h"
#include "views/frame/kinds.h"
#include "views/frame/panes.h"
#include "views/inbox/install_hint.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/evidence_view.h"
#include "views/widgets/fact_grid.h"

#include <QComboBox>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

namespace {
constexpr int tickMs = 500;
}

TryDialog::TryDialog(models::Desk& desk, QWidget* parent)
    : QDialog(parent), m_desk(desk), m_tool(makeCombo(tr("Tool or validation"))), m_resource(makeCombo(tr("Resource it is shown"))), m_arguments(new ArgumentForm),
      m_about(new TextLabel({}, TextRole::Small, Ink::Secondary)), m_problem(new TextLabel({}, TextRole::Body, Ink::Red)), m_run(new QPushButton(tr("&Run"))),
      m_stop(new QPushButton(tr("&Stop"))), m_status(new StatusLine), m_facts(new FactGrid), m_hint(new InstallHint), m_outHeader(new SectionHeader(tr("Standard output"))),
      m_out(new EvidenceView), m_errHeader(new SectionHeader(tr("Standard error"))), m_err(new EvidenceView)
{
    setWindowTitle(tr("Try a tool by hand"));
    setAttribute(Qt::WA_DeleteOnClose);
    setSizeGripEnabled(true);
    QVBoxLayout* rows = makePane(this);
    rows->addWidget(makeQuestion());
    rows->addWidget(makeAnswer(), 1);
    auto* foot = new StepFoot;
    auto* close = new QPushButton(tr("&Close"));
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    foot->setWords(tr("Nothing of this counts for a gate, and no result of it is stored."), style::Glyph::Info);
    foot->addTrailing(close);
    rows->addWidget(foot);
    connect(m_tool, &QComboBox::currentIndexChanged, this, &TryDialog::chooseTool);
    connect(m_arguments, &ArgumentForm::edited, this, &TryDialog::refresh);
    connect(m_run, &QPushButton::clicked, this, &TryDialog::run);
    connect(m_stop, &QPushButton::clicked, this, &TryDialog::stop);
    connect(new QShortcut(QKeySequence(QStringLiteral("Ctrl+Return")), this), &QShortcut::activated, this, &TryDialog::run);
    m_second.setInterval(tickMs);
    connect(&m_second, &QTimer::timeout, this, &TryDialog::tick);
    const QSize wanted(style::scaled(960, this), style::scaled(780, this));
    const int margin = style::scaled(24, this);
    resize(parent ? wanted.boundedTo(parent->window()->size() - QSize(margin, margin)) : wanted);
    chooseTool();
}

TryDialog::~TryDialog()
{
    if (m_ticket != 0)
        m_desk.stopCall(m_ticket);
}

QWidget* TryDialog::makeQuestion()
{
    auto* part = new QWidget;
    QVBoxLayout* rows = makePane(part);
    const int edge = style::scaled(16, this);
    rows->setContentsMargins(edge, style::scaled(12, this), edge, style::scaled(12, this));
    rows->setSpacing(style::scaled(8, this));
    rows->addWidget(new SentenceLabel(tr("Try a tool by hand")));
    for (const RegisteredTool& each : m_desk.registry().tools)
        m_tool->addItem(tr("%1, %2").arg(models::shown(each.tool.name), models::kindWord(each.tool.validation ? "validation" : "tool")), models::plain(each.tool.name));
    m_resource->addItem(tr("none"), QString());
    for (const domain::Resource& each : m_desk.registry().resources)
        m_resource->addItem(models::shown(each.name), models::plain(each.name));
    auto* facts = new FactGrid;
    m_about->setWordWrap(true);
    auto* chosen = new QWidget;
    auto* chosenRows = new QVBoxLayout(chosen);
    chosenRows->setContentsMargins(0, 0, 0, 0);
    chosenRows->setSpacing(style::scaled(4, this));
    chosenRows->addWidget(m_tool);
    chosenRows->addWidget(m_about);
    facts->addFact(tr("Tool"), chosen);
    facts->addFact(tr("Resource"), m_resource);
    facts->addFact(tr("Arguments"), m_arguments);
    rows->addWidget(facts);
    auto* row = new QHBoxLayout;
    row->setSpacing(style::scaled(8, this));
    style::setPrimary(m_run, true);
    style::setKeyHint(m_run, QStringLiteral("Ctrl+Return"));
    for (QPushButton* button : {m_run, m_stop}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    row->addWidget(m_status, 1);
    rows->addLayout(row);
    m_problem->setWordWrap(true);
    m_problem->hide();
    rows->addWidget(m_problem);
    return part;
}

QWidget* TryDialog::makeAnswer()
{
    m_answer = new QWidget;
    QVBoxLayout* rows = makePane(m_answer);
    auto* head = new QWidget;
    QVBoxLayout* headRows = makePane(head);
    const int edge = style::scaled(16, this);
    headRows->setContentsMargins(edge, 0, edge, style::scaled(8, this));
    headRows->setSpacing(style::scaled(8, this));
    headRows->addWidget(m_facts);
    headRows->addWidget(m_hint);
    headRows->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(head);
    auto* splitter = makeSplitter(Qt::Vertical, QStringLiteral("tryTool"));
    auto* outputs = makeSplitter(Qt::Horizontal, QStringLiteral("tryOutputs"));
    for (const auto& [header, view, name] : {std::tuple{m_outHeader, m_out, tr("Standard output")}, std::tuple{m_errHeader, m_err, tr("Standard error")}}) {
        auto* side = new QWidget;
        QVBoxLayout* sideRows = makePane(side);
        view->setGated(false);
        view->setSubject(name);
        view->setFrameShape(QFrame::NoFrame);
        sideRows->addWidget(header);
        sideRows->addWidget(view, 1);
        outputs->addWidget(side);
    }
    splitter->addWidget(scroll);
    splitter->addWidget(outputs);
    splitter->setSizes({style::scaled(240, this), style::scaled(200, this)});
    rows->addWidget(splitter, 1);
    m_answer->hide();
    auto* place = new QWidget;
    QVBoxLayout* placeRows = makePane(place);
    placeRows->addWidget(m_answer, 1);
    return place;
}

const RegisteredTool* TryDialog::tool() const { return m_desk.registry().tool(models::utf8(m_tool->currentData().toString())); }

void TryDialog::choose(const std::string& name, const std::string& resource, const domain::Json& arguments)
{
    if (const int at = m_tool->findData(models::plain(name)); !name.empty() && at >= 0)
        m_tool->setCurrentIndex(at);
    m_resource->setCurrentIndex(std::max(0, m_resource->findData(models::plain(resource))));
    m_arguments->setArguments(arguments);
}

void TryDialog::chooseTool()
{
    const RegisteredTool* chosen = tool();
    m_arguments->setSchema(chosen ? chosen->inputSchema : domain::Json::object());
    m_about->setText(chosen ? models::shown(chosen->tool.description) : QString());
    m_about->setVisible(!m_about->text().isEmpty());
    refresh();
}

void TryDialog::say(const QString& problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void TryDialog::refresh()
{
    const auto arguments = m_arguments->arguments();
    const bool running = m_ticket != 0;
    say(!tool() ? tr("No tool is registered.") : !arguments ? models::sentence(arguments.error()) : QString());
    m_run->setEnabled(!running && tool() && arguments);
    m_stop->setVisible(running);
    m_stop->setEnabled(running && !m_stopping);
    for (QWidget* part : std::initializer_list<QWidget*>{m_tool, m_resource, m_arguments})
        part->setEnabled(!running);
}

void TryDialog::run()
{
    auto arguments = m_arguments->arguments();
    if (m_ticket != 0 || !arguments || !tool())
        return;
    m_answer->hide();
    m_since = models::nowMs();
    m_stopping = false;
    const ToolCall call{models::utf8(m_tool->currentData().toString()), models::utf8(m_resource->currentData().toString()), std::move(*arguments)};
    m_ticket = m_desk.callTool(call, this, [this](const base::Result<ToolCallReport>& report) { ended(report); });
    m_second.start();
    refresh();
    tick();
    m_stop->setFocus(Qt::OtherFocusReason);
}

void TryDialog::tick()
{
    m_status->setStatus(style::StatusKind::Running, m_stopping ? tr("stopping") : tr("running"), tr("since %1").arg(models::age(m_since, models::nowMs())));
}

void TryDialog::stop()
{
    if (m_ticket == 0)
        return;
    m_stopping = true;
    m_desk.stopCall(m_ticket);
    refresh();
    tick();
}

void TryDialog::ended(const base::Result<ToolCallReport>& report)
{
    const bool stopHadFocus = m_stop->hasFocus();
    m_ticket = 0;
    m_stopping = false;
    m_second.stop();
    refresh();
    if (stopHadFocus)
        m_run->setFocus(Qt::OtherFocusReason);
    if (report)
        return showReport(*report);
    refused(report.error());
}

// What the schema refuses is said at its field; the rest below the button.
void TryDialog::refused(const base::Error& error)
{
    m_status->setStatus(style::StatusKind::Error, tr("Not run"), models::shown(error.sentence()));
    const auto problems = models::argumentProblems(error);
    QStringList rest;
    for (const models::ArgumentProblem& problem : problems)
        if (!m_arguments->showProblem(problem.argument, problem.words))
            rest << problem.words;
    say(problems.empty() ? models::sentence(error) : rest.join(QLatin1Char('\n')));
}

void TryDialog::showReport(const ToolCallReport& report)
{
    const domain::ValidationResult& r = report.result;
    m_status->setStatus(kindOf(models::callMark(report)), models::callWord(report), models::callEnded(report));
    m_facts->clear();
    if (!r.errorCode.empty())
        m_facts->addFact(tr("Error"), tr("%1 [%2]").arg(models::shown(r.errorMessage, true), models::shown(r.errorCode)));
    if (r.message)
        m_facts->addFact(tr("Message"), models::shown(*r.message, true));
    if (r.data && !r.data->is_null())
        m_facts->addFact(tr("Data"), models::shown(base::pretty(*r.data), true), TextRole::Fixed);
    if (!report.validation && report.returned)
        m_facts->addFact(tr("Returns"), models::shown(base::pretty(*report.returned), true), TextRole::Fixed);
    m_facts->addFact(tr("Arguments"), models::argumentsText(r.args), TextRole::Fixed);
    for (const std::string& notice : r.notices)
        m_facts->addFact(tr("Notice"), models::shown(notice, true));
    if (r.errorCode == "PROGRAM_MISSING" && !r.searchedPath.empty())
        m_facts->addFact(tr("Searched"), models::shown(r.searchedPath), TextRole::Fixed);
    m_hint->setHint(tr("Install hint"), r.hint, tr("You run it; Countersign never installs anything."));
    showOutput(m_out, m_outHeader, report.standardOutput);
    showOutput(m_err, m_errHeader, report.standardError);
    m_answer->show();
}

void TryDialog::showOutput(EvidenceView* view, SectionHeader* header, const std::string& text)
{
    header->setNote(text.empty() ? tr("nothing was printed") : models::bytes(static_cast<std::int64_t>(text.size())));
    view->setOutput(models::plain(text));
}

} // namespace countersign::views
