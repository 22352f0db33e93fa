#include "tests/views/gallery/gallery.h"

#include "views/style/countersign_style.h"
#include "views/style/status_icon.h"
#include "views/widgets/bars.h"
#include "views/widgets/cell_delegates.h"
#include "views/widgets/fields.h"
#include "views/widgets/list_delegates.h"
#include "views/widgets/roles.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QListView>
#include <QStandardItemModel>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

namespace countersign::gallery {

using style::Glyph;
using style::StatusKind;
using namespace widgets;

namespace {

QStandardItem* item(const char* text, std::initializer_list<std::pair<int, QVariant>> data = {})
{
    auto* made = new QStandardItem(QString::fromUtf8(text));
    for (const auto& [role, value] : data)
        made->setData(value, role);
    return made;
}

QVariant text(const char* words) { return QString::fromUtf8(words); }

QStandardItem* halt(const char* title, StatusKind kind, const char* word, const char* cause, const char* age,
                    bool isNew)
{
    return item(title, {{KindRole, int(kind)},
                        {WordRole, text(word)},
                        {DetailRole, text(cause)},
                        {AgeRole, text(age)},
                        {NewRole, isNew}});
}

QStandardItem* group(const char* title, int count, bool folded = false)
{
    return item(title, {{GroupRole, true}, {CountRole, count}, {FoldedRole, folded}});
}

QWidget* navigation()
{
    auto* list = new QListView;
    auto* model = new QStandardItemModel(list);
    const std::pair<const char*, Glyph> areas[] = {
        {"Inbox", Glyph::Inbox},      {"Plans", Glyph::Plans},     {"Attachments", Glyph::Attachments},
        {"Live", Glyph::Live},        {"History", Glyph::History}, {"Audit", Glyph::Audit},
        {"Settings", Glyph::Settings}};
    for (const auto& [name, glyph] : areas)
        model->appendRow(item(name, {{GlyphRole, int(glyph)}}));
    model->item(0)->setData(7, CountRole);
    model->item(1)->setData(9, CountRole);
    list->setModel(model);
    list->setItemDelegate(new NavigationDelegate(list));
    list->setFrameShape(QFrame::NoFrame);
    QPalette palette = list->palette();
    palette.setColor(QPalette::Base, style::themeOf(list).window);
    list->setPalette(palette);
    list->setFixedWidth(style::scaled(144, list));
    list->setCurrentIndex(model->index(0, 0));
    return list;
}

QWidget* halts()
{
    auto* pane = new QWidget;
    auto* rows = new QVBoxLayout(pane);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* filter = new Bar(44, 12, Bar::Line::Bottom);
    filter->row()->addWidget(new FilterEdit(QStringLiteral("Filter by plan, validation or agent")));
    rows->addWidget(filter);
    auto* list = new QListView;
    auto* model = new QStandardItemModel(list);
    for (QStandardItem* row : {group("Needs your decision", 2),
                               halt("Raise alarm threshold to 7.5 bar", StatusKind::Escalate, "Escalate",
                                    "static-analysis warns, 3 of 4 pass", "12 min", true),
                               halt("Debounce the dry-run sensor", StatusKind::Escalate, "Escalate",
                                    "licence-headers warns, 4 of 5 pass", "1 h", false),
                               group("Work must change", 1),
                               halt("Move telemetry to CBOR frames", StatusKind::Blocker, "Blocker",
                                    "unit-tests fails after 3 of 3 attempts", "26 min", true),
                               group("Operator: retry or repair", 3),
                               halt("Port HAL to STM32H5", StatusKind::EnvironmentError, "Environment error",
                                    "weld-coder not found", "4 min", true),
                               halt("Add watchdog kick to main loop", StatusKind::ValidatorError, "Validator error",
                                    "static-analysis timed out", "31 min", false),
                               halt("Document Modbus register map that has a long name", StatusKind::InternalError,
                                    "Internal error", "result could not be stored", "3 h", false),
                               group("Finished", 118, true)})
        model->appendRow(row);
    list->setModel(model);
    list->setItemDelegate(new HaltDelegate(list));
    list->setFrameShape(QFrame::NoFrame);
    list->setCurrentIndex(model->index(1, 0));
    rows->addWidget(list, 1);
    auto* foot = new PaneFoot;
    foot->setWords(QStringLiteral("7 open"), QStringLiteral("31 closed in the last 7 days"));
    rows->addWidget(foot);
    pane->setFixedWidth(style::scaled(320, pane));
    return pane;
}

template <class View> View* table(QStandardItemModel* model, const QStringList& labels)
{
    auto* view = new View;
    model->setParent(view);
    model->setHorizontalHeaderLabels(labels);
    view->setModel(model);
    view->setFrameShape(QFrame::NoFrame);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    return view;
}

QTreeView* evidence()
{
    auto* model = new QStandardItemModel;
    const auto row = [&](StatusKind kind, const char* name, const char* mode, const char* message, const char* stable,
                         const char* time, bool flaky) {
        auto* input = item(stable, {{QuietRole, true}});
        if (flaky) {
            input->setData(int(StatusKind::Flaky), KindRole);
            input->setData(int(style::Hue::Amber), HueRole);
        }
        model->appendRow({item("", {{KindRole, int(kind)}}), item(name), item(mode, {{QuietRole, true}}), item(message),
                          input, item(time, {{FixedRole, true}, {Qt::TextAlignmentRole, int(Qt::AlignRight)}})});
    };
    row(StatusKind::Warn, "local/static-analysis", "informational", "1 narrowing, alarm.cpp:88",
        "stable: 40 of last 40", "38.6 s", false);
    row(StatusKind::Pass, "local/unit-tests", "required", "214 tests, 0 failed",
        "flaky: 3 of last 40 on identical input", "41.8 s", true);
    row(StatusKind::Fail, "local/secret-scan", "required", "4 files, 0 secrets", "stable: 40 of last 40", "1.9 s",
        false);
    auto* view = table<QTreeView>(model, {QStringLiteral("Verdict"), QStringLiteral("Validation"),
                                          QStringLiteral("Mode"), QStringLiteral("Message"),
                                          QStringLiteral("On identical input"), QStringLiteral("Duration")});
    view->setRootIsDecorated(false);
    view->setItemDelegate(new CellDelegate(view));
    view->setItemDelegateForColumn(0, new VerdictDelegate(view));
    view->setSortingEnabled(true);
    view->sortByColumn(1, Qt::AscendingOrder);
    view->setCurrentIndex(model->index(0, 0));
    for (int c = 0; c < 5; ++c)
        view->resizeColumnToContents(c);
    model->horizontalHeaderItem(5)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return view;
}

QTableView* resolver()
{
    auto* model = new QStandardItemModel;
    const auto row = [&](StatusKind kind, const char* name, int scope, const char* scopeWord, const char* why,
                         const char* how, bool linked) {
        QList<QStandardItem*> cells{item("", {{KindRole, int(kind)}}), item(name),
                                    item(scopeWord, {{ScopeRole, scope}}), item(why, {{DetailRole, text(how)}})};
        for (QStandardItem* cell : cells)
            cell->setData(linked, LinkedRole);
        model->appendRow(cells);
    };
    row(StatusKind::Running, "local/format-check", 1, "direct", "Runs because it is attached to the resource itself.",
        "Required. Only detaching 1M5W ends it.", false);
    row(StatusKind::NotReached, "local/static-analysis", 2, "project",
        "Does not run: attached for project pump-bench only.",
        "This plan reaches the resource through pump-controller.", true);
    row(StatusKind::Shadowed, "local/unit-tests", 3, "plan", "Does not run: 4H7M is shadowed by plan attachment 9Q3D.",
        "Comes back when 9Q3D is detached or the plan ends.", false);
    auto* view = table<QTableView>(model, {QStringLiteral("In effect"), QStringLiteral("Validation"),
                                           QStringLiteral("From scope"), QStringLiteral("In words")});
    view->setShowGrid(false);
    view->verticalHeader()->hide();
    view->setItemDelegate(new CellDelegate(view, RowHeight::TwoLine));
    view->setItemDelegateForColumn(0, new VerdictDelegate(view, RowHeight::TwoLine));
    view->setItemDelegateForColumn(2, new ScopeDelegate(view, RowHeight::TwoLine));
    view->resizeRowsToContents();
    view->resizeColumnsToContents();
    view->horizontalHeader()->setStretchLastSection(true);
    view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    return view;
}

QTreeView* attempts()
{
    auto* model = new QStandardItemModel;
    const auto row = [&](RailStep step, const char* time, const char* name, const char* change, const char* result) {
        auto* end = item(result, {{KindRole, int(step == RailStep::Limit ? StatusKind::Blocker : StatusKind::Fail)},
                                  {HueRole, int(style::Hue::Red)}});
        model->appendRow({item("", {{RailRole, int(step)}}), item(time, {{FixedRole, true}, {QuietRole, true}}),
                          item(name, {{NewRole, true}}), item(change), end});
    };
    row(RailStep::Attempt, "10:12", "Attempt 1 of 3", "Encode frames with a fixed 2-byte header", "2 tests fail");
    row(RailStep::Revision, "11:04", "Strategy revision", "Compute the length first, then reserve the buffer",
        "revision 2");
    row(RailStep::Limit, "11:28", "Limit reached", "No attempts left, the plan waits for a person", "blocker");
    auto* view = table<QTreeView>(model, {QString(), QStringLiteral("Time"), QStringLiteral("Step"),
                                          QStringLiteral("What the agent changed"), QStringLiteral("Result")});
    view->setRootIsDecorated(false);
    view->setItemDelegate(new CellDelegate(view));
    view->setItemDelegateForColumn(0, new AttemptRailDelegate(view));
    view->setColumnWidth(0, style::scaled(48, view));
    for (int c = 1; c < 4; ++c)
        view->resizeColumnToContents(c);
    return view;
}

} // namespace

QWidget* makeListPage()
{
    auto* page = new QWidget;
    page->resize(1440, 620);
    auto* columns = new QHBoxLayout(page);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    columns->addWidget(navigation());
    columns->addWidget(halts());
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    auto* tree = evidence();
    right->addWidget(new SectionHeader(QStringLiteral("Evidence"), QStringLiteral("4 validations, 3 read to the end")));
    right->addWidget(tree);
    right->addWidget(new SectionHeader(QStringLiteral("Effective")));
    right->addWidget(resolver());
    right->addWidget(
        new SectionHeader(QStringLiteral("Fix attempts"), QStringLiteral("3 of 3 used, 1 strategy revision")));
    right->addWidget(attempts());
    columns->addLayout(right, 1);
    tree->setFocus();
    return page;
}

} // namespace countersign::gallery
