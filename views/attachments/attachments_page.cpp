#include "views/attachments/attachments_page.h"

#include "models/roles.h"
#include "models/text.h"
#include "views/attachments/attach_dialog.h"
#include "views/attachments/try_dialog.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/registry/import_notice.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/fields.h"
#include "views/widgets/text_label.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMessageBox>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QTreeView>

namespace countersign::views {

using namespace widgets;
using models::AttachmentModel;
using models::ResolverModel;

namespace {
constexpr int narrowWidth = 1120; ///< of the page: below it the explanations need the resource's column
}

AttachmentsPage::AttachmentsPage(models::Desk& desk, QWidget* parent)
    : Page(parent), m_desk(desk), m_treeView(makeTable(tr("Resources"), RowHeight::Normal, true)), m_treeKeeper(new PlaceKeeper(m_treeView, &m_tree)),
      m_table(makeTable(tr("Attachments of the resource"))), m_tableKeeper(new PlaceKeeper(m_table, &m_attachments)),
      m_resolverView(makeTable(tr("Resolver, in words"), RowHeight::TwoLine)), m_resolverKeeper(new PlaceKeeper(m_resolverView, &m_resolver)),
      m_filter(new FilterEdit(tr("Filter resources"))), m_foot(new PaneFoot), m_title(new TextLabel(tr("Attached"), TextRole::BodyBold)),
      m_note(new TextLabel({}, TextRole::Small, Ink::Secondary)), m_scope(makeCombo(tr("Scope shown"), tr("Scope"))), m_plan(makeCombo(tr("Plan the resolver looks at"))),
      m_summary(new TextLabel({}, TextRole::Small, Ink::Secondary)), m_explained(new TextLabel({}, TextRole::Small, Ink::Secondary)), m_attach(new QPushButton(tr("&Attach validation..."))), m_detach(new QPushButton(tr("&Detach..."))), m_try(new QPushButton(tr("&Try...")))
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* notice = new ImportNotice(desk);
    connect(notice, &ImportNotice::reviewRequested, this, &Page::reviewRequested);
    rows->addWidget(notice);
    QSplitter* across = makeSplitter(Qt::Horizontal, QStringLiteral("attachments"));
    across->addWidget(makeTreePane());
    QSplitter* down = makeSplitter(Qt::Vertical, QStringLiteral("attachmentsResolver"));
    down->addWidget(makeTablePane());
    down->addWidget(makeResolverPane());
    down->setStretchFactor(0, 4);
    down->setStretchFactor(1, 5);
    across->addWidget(down);
    across->setStretchFactor(1, 1);
    across->setSizes({style::scaled(256, this), style::scaled(1000, this)});
    rows->addWidget(across, 1);
    connect(m_treeKeeper, &PlaceKeeper::chosen, this, &AttachmentsPage::showAttachments);
    connect(m_treeKeeper, &PlaceKeeper::activated, m_table, qOverload<>(&QWidget::setFocus));
    connect(m_tableKeeper, &PlaceKeeper::chosen, this, [this](const QString& id) {
        m_resolver.setLinked(id);
        m_detach->setEnabled(can(Command::DetachValidation));
        Q_EMIT canChanged();
    });
    connect(m_resolverKeeper, &PlaceKeeper::chosen, this, [this](const QString& id) {
        m_attachments.setLinked(id);
        explain();
    });
    connect(&m_desk, &models::Desk::registryChanged, this, &AttachmentsPage::registryChanged);
    connect(&m_desk, &models::Desk::plansChanged, this, &AttachmentsPage::plansChanged);
    connect(m_plan, &QComboBox::currentIndexChanged, this, &AttachmentsPage::resolve);
    connect(m_scope, &QComboBox::currentIndexChanged, this, &AttachmentsPage::showAttachments);
    auto* remove = new QShortcut(QKeySequence(Qt::Key_Delete), m_table, nullptr, nullptr, Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, &AttachmentsPage::confirmDetach);
    registryChanged();
}

QWidget* AttachmentsPage::makeTreePane()
{
    auto* pane = new QWidget;
    QVBoxLayout* rows = makePane(pane);
    auto* bar = new Bar(44, 12, Bar::Line::Bottom);
    m_filter->setAccessibleName(tr("Filter resources"));
    bar->row()->addWidget(m_filter);
    rows->addWidget(bar);
    m_treeView->header()->hide();
    setWidths(m_treeView, {0, 44});
    rows->addWidget(m_treeView, 1);
    rows->addWidget(m_foot);
    pane->setMinimumWidth(style::scaled(200, this));
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_tree.setSnapshot(m_desk.registry(), text);
        m_treeView->expandAll();
    });
    connect(m_filter, &FilterEdit::leaveRequested, m_treeView, qOverload<>(&QWidget::setFocus));
    return pane;
}

QWidget* AttachmentsPage::makeTablePane()
{
    auto* pane = new QWidget;
    QVBoxLayout* rows = makePane(pane);
    auto* bar = new Bar(44, 16, Bar::Line::Bottom);
    m_title->setElide(Qt::ElideMiddle);
    bar->row()->addWidget(m_title);
    bar->row()->addWidget(m_note);
    bar->row()->addStretch(1);
    for (const auto& [text, scopeName] : {std::pair{tr("all"), QString()}, std::pair{tr("direct"), QStringLiteral("direct")},
                                     std::pair{tr("project"), QStringLiteral("project")}, std::pair{tr("plan"), QStringLiteral("plan")}})
        m_scope->addItem(text, scopeName);
    bar->row()->addWidget(m_scope);
    style::setPrimary(m_attach, true);
    style::setGlyph(m_attach, style::Glyph::Add);
    for (QPushButton* button : {m_try, m_detach, m_attach}) {
        button->setAutoDefault(false);
        bar->row()->addWidget(button);
    }
    connect(m_attach, &QPushButton::clicked, this, [this] { run(Command::AttachValidation); });
    connect(m_detach, &QPushButton::clicked, this, &AttachmentsPage::confirmDetach);
    m_try->setAccessibleName(tr("Try a tool by hand"));
    connect(m_try, &QPushButton::clicked, this, &AttachmentsPage::tryTool);
    rows->addWidget(bar);
    setWidths(m_table, {180, 110, 96, 220, 0, 72, 96});
    m_table->setItemDelegateForColumn(AttachmentModel::Scope, new ScopeDelegate(m_table));
    rows->addWidget(m_table, 1);
    return pane;
}

QWidget* AttachmentsPage::makeResolverPane()
{
    auto* pane = new QWidget;
    QVBoxLayout* rows = makePane(pane);
    auto* bar = new Bar(44, 16, Bar::Line::Top);
    auto* title = new TextLabel(tr("Effective for plan"), TextRole::BodyBold);
    title->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    bar->row()->addWidget(title);
    m_plan->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_plan->setMinimumContentsLength(12);
    m_plan->setMaximumWidth(style::scaled(280, this));
    bar->row()->addWidget(m_plan, 1);
    bar->row()->addStretch(0);
    bar->row()->addWidget(m_summary);
    rows->addWidget(bar);
    setWidths(m_resolverView, {120, 164, 170, 88, 0});
    m_resolverView->setItemDelegateForColumn(ResolverModel::Scope, new ScopeDelegate(m_resolverView, RowHeight::TwoLine));
    rows->addWidget(m_resolverView, 1);
    m_explained->setWordWrap(true);
    QWidget* explained = padded(m_explained, 16, 6, 16, 6);
    explained->hide();
    rows->addWidget(explained);
    return pane;
}

// By what was chosen: while rows come and go the view has no current one.
QString AttachmentsPage::resource() const { return models::ResourceTreeModel::resourceOf(m_tree.indexOf(m_treeKeeper->key())); }

void AttachmentsPage::registryChanged()
{
    m_tree.setSnapshot(m_desk.registry(), m_filter->text());
    m_treeView->expandAll();
    m_foot->setWords(models::counted(static_cast<std::int64_t>(m_desk.registry().resources.size()), tr("1 resource"), tr("%1 resources")),
                     models::counted(static_cast<std::int64_t>(m_desk.registry().attachments.size()), tr("1 attachment"), tr("%1 attachments")));
    if (m_treeKeeper->key().isEmpty() && m_tree.rowCount() > 0)
        m_treeKeeper->select(m_tree.index(0, 0, m_tree.index(0, 0)).data(models::KeyRole).toString());
    showAttachments();
    resolve();
}

void AttachmentsPage::plansChanged()
{
    const QString before = m_plan->currentData().toString();
    const QSignalBlocker quiet(m_plan);
    m_plan->clear();
    m_plan->addItem(tr("Choose a plan"), QString());
    for (const PlanRow& row : m_desk.plans().plans())
        m_plan->addItem(models::shown(row.plan.title.empty() ? row.plan.taskId : row.plan.title), models::plain(row.plan.id.value));
    const int at = m_plan->findData(before);
    m_plan->setCurrentIndex(at > 0 ? at : m_plan->count() > 1 ? 1 : 0);
    if (m_plan->currentData().toString() != before)
        resolve();
    showAttachments();
}

void AttachmentsPage::showAttachments()
{
    std::map<std::string, QString> titles;
    for (const PlanRow& row : m_desk.plans().plans())
        titles[row.plan.id.value] = models::shown(row.plan.title.empty() ? row.plan.taskId : row.plan.title);
    const QString name = resource();
    m_attachments.setResource(m_desk.registry(), name, m_scope->currentData().toString(), titles);
    m_title->setText(name.isEmpty() ? tr("Choose a resource") : tr("Attached to %1").arg(name));
    m_note->setText(name.isEmpty() ? QString() : m_attachments.rowCount() == 0 ? tr("Nothing is attached here.") : models::counted(m_attachments.rowCount(), tr("1 attachment"), tr("%1 attachments")));
    Q_EMIT canChanged();
    m_attach->setEnabled(can(Command::AttachValidation));
    m_detach->setEnabled(can(Command::DetachValidation));
    m_try->setEnabled(can(Command::TryTool));
}

TryDialog* AttachmentsPage::tryTool()
{
    auto* dialog = new TryDialog(m_desk, this);
    const QString id = m_tableKeeper->key();
    const auto& all = m_desk.registry().attachments;
    const auto found = std::find_if(all.begin(), all.end(), [&id](const domain::Attachment& a) { return models::plain(a.id.value) == id; });
    if (found != all.end() && m_attachments.rowOf(id) >= 0)
        dialog->choose(found->validation, found->resource, found->args);
    else
        dialog->choose({}, models::utf8(resource()), domain::Json::object());
    dialog->open();
    return dialog;
}

void AttachmentsPage::resolve()
{
    const QString plan = m_plan->currentData().toString();
    const auto mine = ++m_asked;
    if (plan.isEmpty()) {
        m_resolver.setResolution({}, {});
        explain();
        return m_summary->setText(tr("Choose a plan to see what would run"));
    }
    m_desk.effective(plan, this, [this, mine](base::Result<domain::Resolution> resolution) {
        if (mine != m_asked)
            return;
        if (!resolution)
            return m_summary->setText(models::sentence(resolution.error()));
        m_resolver.setResolution(*resolution, m_desk.registry().modes());
        m_summary->setText(m_resolver.summary());
        m_resolver.setLinked(m_tableKeeper->key());
        explain();
    });
}

bool AttachmentsPage::show(const QString& planId)
{
    const int at = m_plan->findData(planId);
    m_plan->setCurrentIndex(std::max(0, at));
    return at > 0;
}

QStringList AttachmentsPage::affectedPlans(const domain::Attachment& attachment) const
{
    QStringList out;
    for (const PlanRow& row : m_desk.plans().plans()) {
        const auto* plan = std::get_if<domain::PlanScope>(&attachment.scope);
        const auto* project = std::get_if<domain::ProjectScope>(&attachment.scope);
        const auto& projects = row.plan.projects;
        const bool open = models::PlanListModel::groupOf(row) != models::PlanListModel::Finished;
        bool hit = plan ? row.plan.id == plan->plan : project && std::find(projects.begin(), projects.end(), project->project) != projects.end();
        if (!plan && !project)
            for (const domain::Project& known : m_desk.registry().projects)
                hit = hit || (std::find(projects.begin(), projects.end(), known.name) != projects.end()
                              && std::find(known.resources.begin(), known.resources.end(), attachment.resource) != known.resources.end());
        if (open && hit)
            out << models::shown(row.plan.title.empty() ? row.plan.taskId : row.plan.title);
    }
    return out;
}

void AttachmentsPage::confirmDetach()
{
    const QString id = m_tableKeeper->key();
    const auto& all = m_desk.registry().attachments;
    const auto found = std::find_if(all.begin(), all.end(), [&id](const domain::Attachment& a) { return models::plain(a.id.value) == id; });
    if (found == all.end())
        return;
    const QStringList plans = affectedPlans(*found);
    auto* box = new QMessageBox(this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setWindowTitle(tr("Detach validation"));
    box->setText(tr("Detach %1 from %2?").arg(models::shown(found->validation), models::shown(found->resource)));
    box->setInformativeText(plans.isEmpty() ? tr("No open plan is affected.") : tr("Open plans that may be affected:\n%1").arg(plans.join(QLatin1Char('\n'))));
    QPushButton* yes = box->addButton(tr("&Detach"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(tr("&Keep"), QMessageBox::RejectRole));
    connect(yes, &QPushButton::clicked, this, [this, id] { detach(id); });
    box->open();
}

void AttachmentsPage::detach(const QString& id)
{
    m_desk.detach(id, this, [this](base::Result<domain::Attachment> gone) {
        Q_EMIT messagePosted(gone ? tr("Detached %1").arg(models::shown(gone->validation)) : models::sentence(gone.error()));
    });
}

bool AttachmentsPage::can(Command command) const
{
    switch (command) {
    case Command::FilterArea: return true;
    case Command::AttachValidation: return !resource().isEmpty() && !m_desk.failure();
    case Command::TryTool: return !m_desk.registry().tools.empty() && !m_desk.failure();
    case Command::DetachValidation: return m_attachments.rowOf(m_tableKeeper->key()) >= 0 && !m_desk.failure();
    case Command::CopyRow: return (m_table->hasFocus() && m_table->currentIndex().isValid()) || (m_resolverView->hasFocus() && m_resolverView->currentIndex().isValid());
    default: return false;
    }
}

void AttachmentsPage::run(Command command)
{
    switch (command) {
    case Command::FilterArea: m_filter->setFocus(Qt::ShortcutFocusReason); return;
    case Command::AttachValidation:
        if (can(command))
            (new AttachDialog(m_desk, resource(), this))->open();
        return;
    case Command::DetachValidation: confirmDetach(); return;
    case Command::TryTool:
        if (can(command))
            tryTool();
        return;
    case Command::CopyRow: {
        const models::CellRow* row = m_table->hasFocus() ? m_attachments.rowAt(m_table->currentIndex().row()) : m_resolver.rowAt(m_resolverView->currentIndex().row());
        if (row)
            copyText(models::rowText(*row));
        return;
    }
    default: return;
    }
}

// The chosen row as one sentence, whole, however narrow its column is.
void AttachmentsPage::explain()
{
    const models::CellRow* row = m_resolver.rowAt(m_resolver.rowOf(m_resolverKeeper->key()));
    m_explained->setText(row ? row->spoken : QString());
    m_explained->parentWidget()->setVisible(row != nullptr);
}

void AttachmentsPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    const bool narrow = width() < style::scaled(narrowWidth, this);
    m_resolver.setResourceBelow(narrow);
    m_resolverView->setColumnHidden(ResolverModel::Resource, narrow);
    m_note->setVisible(!narrow);
}

QList<QWidget*> AttachmentsPage::panes() const { return {m_treeView, m_table, m_resolverView}; }

} // namespace countersign::views
