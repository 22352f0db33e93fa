#include "tests/views/gallery/gallery.h"

#include "views/style/countersign_style.h"
#include "views/style/status_icon.h"
#include "views/widgets/bars.h"
#include "views/widgets/evidence_view.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/fields.h"
#include "views/widgets/icon_box.h"
#include "views/widgets/lifecycle_stepper.h"
#include "views/widgets/line_chart.h"
#include "views/widgets/run_timeline.h"
#include "views/widgets/text_label.h"
#include "views/widgets/timeline_legend.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSplitter>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace countersign::gallery {

using style::Glyph;
using style::StatusKind;
using namespace widgets;

namespace {

QWidget* padded(QWidget* inner, int left, int top, int right, int bottom)
{
    auto* box = new QWidget;
    box->setBackgroundRole(QPalette::Base);
    box->setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(style::scaled(left, box), style::scaled(top, box), style::scaled(right, box),
                               style::scaled(bottom, box));
    layout->addWidget(inner);
    return box;
}

QVBoxLayout* column(QWidget* page)
{
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    auto* rows = new QVBoxLayout(page);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    return rows;
}

} // namespace

QWidget* makeIconPage()
{
    auto* page = new QWidget;
    page->resize(620, 420);
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    auto* grid = new QGridLayout(page);
    int cell = 0;
    for (const StatusKind kind : style::allStatusKinds) {
        auto* line = new StatusLine;
        line->setStatus(kind, style::StatusIcon::word(kind));
        grid->addWidget(line, cell / 4, cell % 4);
        ++cell;
    }
    for (int glyph = 1; glyph < style::glyphCount; ++glyph) {
        auto* box = new IconBox(16);
        box->setGlyph(static_cast<Glyph>(glyph));
        grid->addWidget(box, 4 + (glyph - 1) / 4, (glyph - 1) % 4);
    }
    return page;
}

QWidget* makeControlPage()
{
    auto* page = new QWidget;
    page->resize(1100, 420);
    auto* rows = new QVBoxLayout(page);
    rows->setContentsMargins(0, 0, 0, 0);
    auto* header = new Bar(40, 8, Bar::Line::Bottom);
    auto* menu = new QMenuBar;
    for (const char* name : {"&File", "&Edit", "&View", "&Go", "&Run", "&Help"})
        menu->addMenu(QString::fromLatin1(name));
    menu->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    header->row()->addWidget(menu);
    auto* project = new QComboBox;
    project->addItem(QStringLiteral("pump-controller"));
    project->setFixedWidth(style::scaled(184, page));
    style::setGlyph(project, Glyph::Project);
    header->row()->addWidget(project);
    header->row()->addWidget(
        new FilterEdit(QStringLiteral("Go to or do..."), nullptr, Glyph::Search, QStringLiteral("Ctrl+K")), 1);
    header->row()->addWidget(new TextLabel(QStringLiteral("Updated 11:54:07"), TextRole::Small, Ink::Secondary));
    header->row()->addWidget(makeFlatButton(QStringLiteral("Refresh"), Glyph::Refresh, QStringLiteral("F5")));
    rows->addWidget(header);

    auto* buttons = new QHBoxLayout;
    auto* primary = new QPushButton(QStringLiteral("Re-check"));
    style::setPrimary(primary, true);
    style::setGlyph(primary, Glyph::Refresh);
    style::setKeyHint(primary, QStringLiteral("Ctrl+R"));
    auto* plain = new QPushButton(QStringLiteral("Re-run unchanged"));
    style::setGlyph(plain, Glyph::Rerun);
    auto* off = new QPushButton(QStringLiteral("Sign authorization..."));
    style::setGlyph(off, Glyph::Signed);
    style::setKeyHint(off, QStringLiteral("Ctrl+Return"));
    off->setEnabled(false);
    auto* small = new QPushButton(QStringLiteral("Verify again"));
    style::setCompact(small, true);
    for (QPushButton* button : {primary, plain, off, small})
        buttons->addWidget(button);
    buttons->addStretch(1);
    buttons->setContentsMargins(style::scaled(16, page), style::scaled(8, page), style::scaled(16, page), 0);
    rows->addLayout(buttons);

    auto* fields = new QHBoxLayout;
    fields->setContentsMargins(style::scaled(16, page), 0, style::scaled(16, page), 0);
    fields->addWidget(new FilterEdit(QStringLiteral("Filter by plan, validation or agent")), 1);
    auto* outcome = new QComboBox;
    outcome->addItem(QStringLiteral("all"));
    style::setPrefix(outcome, QStringLiteral("Outcome"));
    fields->addWidget(outcome);
    auto* disabled = new QComboBox;
    disabled->addItem(QStringLiteral("no usable key"));
    style::setGlyph(disabled, Glyph::Key);
    disabled->setEnabled(false);
    fields->addWidget(disabled);
    auto* focused = new QLineEdit(QStringLiteral("narrow"));
    fields->addWidget(focused);
    rows->addLayout(fields);

    auto* marks = new QHBoxLayout;
    marks->setContentsMargins(style::scaled(16, page), 0, style::scaled(16, page), 0);
    auto* proceed = new QRadioButton(QStringLiteral("Proceed"));
    proceed->setChecked(true);
    auto* follow = new QCheckBox(QStringLiteral("Follow"));
    follow->setChecked(true);
    for (QWidget* mark : std::initializer_list<QWidget*>{proceed, new QRadioButton(QStringLiteral("Reject")), follow,
                                                         new QCheckBox(QStringLiteral("Off"))})
        marks->addWidget(mark);
    marks->addStretch(1);
    rows->addLayout(marks);

    auto* reason = new QPlainTextEdit(
        QStringLiteral("The value range is 0 to 10 bar at 100 counts per bar, so it always fits uint16_t."));
    reason->setFixedHeight(style::scaled(52, page));
    auto* padding = new QHBoxLayout;
    padding->setContentsMargins(style::scaled(16, page), 0, style::scaled(16, page), 0);
    padding->addWidget(reason);
    rows->addLayout(padding);
    auto* strip = new Strip;
    strip->setNotice(QStringLiteral("The patch changed at 11:58"));
    rows->addWidget(strip);
    auto* broken = new Strip;
    broken->setProblem(QStringLiteral("Audit chain broken at event 8,112"), StatusKind::Blocker);
    broken->addAction(new QPushButton(QStringLiteral("Go to event")));
    rows->addWidget(broken);
    auto* empty = new EmptyState(QStringLiteral("No halt matches"));
    empty->setButton(QStringLiteral("Clear filter"));
    rows->addWidget(padded(empty, 0, 0, 0, 0), 1);
    focused->setFocus();
    return page;
}

QWidget* makeDetailPage()
{
    auto* page = new QWidget;
    page->resize(976, 1240);
    auto* rows = column(page);
    auto* status = new StatusLine;
    status->setStatus(StatusKind::Escalate, QStringLiteral("Escalate"), QStringLiteral("Needs your decision"));
    status->setTrailing(QStringLiteral("Opened 11:42 by atlas-2, attempt 2 of 3"));
    rows->addWidget(padded(status, 16, 12, 16, 0));
    rows->addWidget(
        padded(new SentenceLabel(QStringLiteral(
                   "Proceed with “Raise alarm threshold to 7.5 bar” despite a narrowing warning in alarm.cpp:88?")),
               16, 8, 16, 12));
    auto* facts = new FactGrid;
    facts->addFact(QStringLiteral("Policy"), QStringLiteral("3 pass, 1 warn of 4. Unanimous needs 4 of 4 pass."));
    facts->addFact(QStringLiteral("Subject"), QStringLiteral("sha-256 9f2c41d8…b71e06aa"), TextRole::Fixed);
    facts->addFact(QStringLiteral("If you sign"),
                   QStringLiteral("Covers this exact patch and this one warning, once, until 18:00 today. A changed "
                                  "patch asks again, and so does a "
                                  "warning that was not there when this record was signed by its operator."));
    rows->addWidget(padded(facts, 16, 0, 16, 12));
    auto* stepper = new LifecycleStepper;
    stepper->setStops(
        {{QStringLiteral("Strategize"),
          QStringLiteral("complete 11:34, strategy revision 2"),
          StatusKind::Pass,
          false,
          {}},
         {QStringLiteral("Execute"),
          QStringLiteral("attempt 2 of 3, validating, 4 of 6 done"),
          StatusKind::Running,
          true,
          {StatusKind::Fail, StatusKind::Running, StatusKind::Queued}},
         {QStringLiteral("Apply"), QStringLiteral("opens when the 4 required pass"), StatusKind::Queued, false, {}}});
    rows->addWidget(stepper);
    auto* run = new SectionHeader(QStringLiteral("Validation run"));
    auto* tabs = new QTabBar;
    tabs->addTab(QStringLiteral("Attempt 1"));
    tabs->setCurrentIndex(tabs->addTab(QStringLiteral("Attempt 2, live")));
    tabs->setDrawBase(false);
    run->addLeading(tabs);
    run->addTrailing(new TimelineLegend);
    run->setTrailingNote(QStringLiteral("4 workers, 2 busy"));
    rows->addWidget(run);
    auto* timeline = new RunTimeline;
    timeline->setRows({{QStringLiteral("local/unit-tests"), StatusKind::Running, 0, {}, 41800},
                       {QStringLiteral("local/static-analysis"), StatusKind::Running, 0, {}, 38600},
                       {QStringLiteral("local/secret-scan"), StatusKind::Pass, 0, 1900, 1800},
                       {QStringLiteral("local/format-check"), StatusKind::Pass, 0, 600, 600},
                       {QStringLiteral("local/licence-headers"), StatusKind::Warn, 600, 1500, 900},
                       {QStringLiteral("local/image-size"), StatusKind::Pass, 1500, 9300, 8100},
                       {QStringLiteral("local/link-check"), StatusKind::Queued, 0, {}, {}}});
    timeline->setNow(33400);
    rows->addWidget(timeline);
    auto* hint = new HintBox(
        QStringLiteral("Install hint"),
        QStringLiteral("from coder profile local/weld, line 14. You run it; Countersign never installs anything."));
    hint->addCommand(QStringLiteral("Install"), QStringLiteral("sudo apt install weld-coder"));
    hint->addCommand(QStringLiteral("Version"), QStringLiteral("weld-coder --version"),
                     QStringLiteral("should print 2.3 or newer"));
    rows->addWidget(padded(hint, 16, 8, 16, 16));
    auto* output =
        new SectionHeader(QStringLiteral("Output of local/static-analysis"), QStringLiteral("as of attempt 3"));
    output->addAction(makeFlatButton(QStringLiteral("Next unread"), Glyph::None, QStringLiteral("N")));
    rows->addWidget(output);
    auto* evidence = new EvidenceView;
    evidence->setSubject(QStringLiteral("Output of local/static-analysis"));
    QString text;
    for (int i = 0; i < 9; ++i)
        text += QStringLiteral(
                    "src/alarm/alarm.cpp:%1:20: \x1b[1;33mwarning:\x1b[0m narrowing conversion -> != \u202Eevil\n")
                    .arg(88 + i);
    text += QStringLiteral(
        "[  \x1b[31mFAILED\x1b[0m  ] 2 tests. A very long line that does not fit into the window and therefore wraps, "
        "because what lies outside of "
        "the window cannot be read by the person who signs for it.\n[  \x1b[32mPASSED\x1b[0m  ] 216 tests\n");
    for (int i = 0; i < 30; ++i)
        text += QStringLiteral("Suppressed %1 warnings\n").arg(1200 + i);
    evidence->setOutput(text);
    evidence->restoreRead({{0, 5}});
    rows->addWidget(evidence, 1);
    auto* charts = new QHBoxLayout;
    auto* chart = new LineChart(QStringLiteral("Pass rate"));
    ChartData data;
    const double rates[] = {91, 92, 90, 93, 94, 93, 95, 94, 92, 93, 95, 96, 95, 94, 93,
                            95, 96, 94, 88, 84, 86, 90, 92, 93, 94, 93, 95, 94, 91, 89};
    std::vector<double> other;
    for (int i = 0; i < 30; ++i) {
        data.labels.push_back(i < 18 ? QStringLiteral("%1 Feb").arg(11 + i) : QStringLiteral("%1 Mar").arg(i - 17));
        other.push_back(rates[29 - i] - 3);
    }
    data.series = {{QStringLiteral("pass rate"), {std::begin(rates), std::end(rates)}},
                   {QStringLiteral("p95"), other, true}};
    data.low = 80, data.high = 100, data.step = 10, data.unit = QStringLiteral("%"), data.markLowest = true;
    chart->setData(data);
    charts->addWidget(chart);
    rows->addLayout(charts);
    auto* foot = new StepFoot;
    auto* guide = new QPushButton(QStringLiteral("Give guidance for a new attempt..."));
    style::setPrimary(guide, true);
    style::setGlyph(guide, Glyph::Guidance);
    foot->addButton(guide);
    foot->addButton(new QPushButton(QStringLiteral("Abandon plan...")));
    foot->setWords(QStringLiteral("Guidance goes to the agent and opens 3 new attempts. Every validation runs again."));
    rows->addWidget(foot);
    auto* note = new StepFoot(nullptr, 36);
    note->setWords(QStringLiteral("Nothing to decide or sign here: an environment error carries no verdict."),
                   Glyph::Info);
    note->addTrailing(new TextLabel(QStringLiteral("Open engine log"), TextRole::Small, Ink::Accent));
    rows->addWidget(note);
    return page;
}

Page makePage(int number)
{
    switch (number) {
    case 0:
        return {QStringLiteral("icons"), makeIconPage()};
    case 1:
        return {QStringLiteral("controls"), makeControlPage()};
    case 2:
        return {QStringLiteral("detail"), makeDetailPage()};
    default:
        return {QStringLiteral("lists"), makeListPage()};
    }
}

} // namespace countersign::gallery
