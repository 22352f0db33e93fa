#include "views/attachments/attach_dialog.h"

#include "models/text.h"
#include "views/attachments/argument_form.h"
#include "views/frame/panes.h"
#include "views/style/countersign_style.h"
#include "views/widgets/fact_grid.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

AttachDialog::AttachDialog(models::Desk& desk, QString resource, QWidget* parent)
    : QDialog(parent), m_desk(desk), m_resource(std::move(resource)), m_validation(makeCombo(tr("Validation"))), m_direct(new QRadioButton(tr("&Direct: wherever the resource is used"))),
      m_project(new QRadioButton(tr("P&roject"))), m_plan(new QRadioButton(tr("P&lan"))), m_projects(makeCombo(tr("Project of the attachment"))),
      m_plans(makeCombo(tr("Plan of the attachment"))), m_arguments(new ArgumentForm), m_effect(new TextLabel({}, TextRole::Body, Ink::Secondary)),
      m_problem(new TextLabel({}, TextRole::Body, Ink::Red)), m_attach(new QPushButton(tr("&Attach")))
{
    setWindowTitle(tr("Attach validation"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(style::scaled(560, this));
    build();
    connect(m_validation, &QComboBox::currentIndexChanged, this, &AttachDialog::chooseValidation);
    for (QRadioButton* button : {m_direct, m_project, m_plan})
        connect(button, &QRadioButton::toggled, this, &AttachDialog::refresh);
    connect(m_projects, &QComboBox::currentIndexChanged, this, &AttachDialog::refresh);
    connect(m_plans, &QComboBox::currentIndexChanged, this, &AttachDialog::refresh);
    connect(m_arguments, &ArgumentForm::edited, this, &AttachDialog::refresh);
    connect(m_attach, &QPushButton::clicked, this, &AttachDialog::attach);
    chooseValidation();
}

void AttachDialog::build()
{
    QVBoxLayout* rows = makePane(this);
    const int edge = style::scaled(16, this);
    rows->setContentsMargins(edge, edge, edge, edge);
    rows->setSpacing(style::scaled(12, this));
    rows->addWidget(new SentenceLabel(tr("Attach a validation to %1").arg(m_resource)));
    for (const RegisteredTool& tool : m_desk.registry().tools)
        if (tool.tool.validation)
            m_validation->addItem(models::shown(tool.tool.name), models::plain(tool.tool.name));
    for (const domain::Project& project : m_desk.registry().projects)
        m_projects->addItem(models::shown(project.name), models::plain(project.name));
    for (const PlanRow& row : m_desk.plans().plans())
        if (models::PlanListModel::groupOf(row) != models::PlanListModel::Finished)
            m_plans->addItem(models::shown(row.plan.title.empty() ? row.plan.taskId : row.plan.title), models::plain(row.plan.id.value));
    auto* facts = new FactGrid;
    facts->addFact(tr("Validation"), m_validation);
    auto* scopes = new QWidget;
    auto* grid = new QGridLayout(scopes);
    grid->setContentsMargins(0, 0, 0, 0);
    auto* group = new QButtonGroup(this);
    for (QRadioButton* button : {m_direct, m_project, m_plan})
        group->addButton(button);
    m_direct->setChecked(true);
    grid->addWidget(m_direct, 0, 0, 1, 2);
    grid->addWidget(m_project, 1, 0);
    grid->addWidget(m_projects, 1, 1);
    grid->addWidget(m_plan, 2, 0);
    grid->addWidget(m_plans, 2, 1);
    grid->setColumnStretch(1, 1);
    facts->addFact(tr("Scope"), scopes);
    facts->addFact(tr("Arguments"), m_arguments);
    rows->addWidget(facts);
    m_effect->setWordWrap(true);
    rows->addWidget(m_effect);
    m_problem->setWordWrap(true);
    rows->addWidget(m_problem);
    auto* buttons = new QHBoxLayout;
    auto* cancel = new QPushButton(tr("&Cancel"));
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    style::setPrimary(m_attach, true);
    buttons->addStretch(1);
    for (QPushButton* button : {m_attach, cancel}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    rows->addLayout(buttons);
}

void AttachDialog::chooseValidation()
{
    const RegisteredTool* tool = m_desk.registry().tool(models::utf8(m_validation->currentData().toString()));
    m_arguments->setSchema(tool ? tool->inputSchema : domain::Json::object());
    refresh();
}

domain::Scope AttachDialog::scope() const
{
    if (m_project->isChecked())
        return domain::ProjectScope{models::utf8(m_projects->currentData().toString())};
    if (m_plan->isChecked())
        return domain::PlanScope{domain::PlanId{models::utf8(m_plans->currentData().toString())}};
    return domain::DirectScope{};
}

void AttachDialog::refresh()
{
    m_projects->setEnabled(m_project->isChecked());
    m_plans->setEnabled(m_plan->isChecked());
    const auto arguments = m_arguments->arguments();
    const bool target = (!m_project->isChecked() || m_projects->count() > 0) && (!m_plan->isChecked() || m_plans->count() > 0);
    m_problem->setText(!arguments ? models::sentence(arguments.error()) : target ? QString() : tr("There is nothing to choose for this scope."));
    m_attach->setEnabled(!m_busy && arguments && target && m_validation->currentIndex() >= 0);
    if (m_validation->currentIndex() < 0)
        m_problem->setText(tr("No validation is registered."));
    int same = 0;
    for (const domain::Attachment& a : m_desk.registry().attachments)
        same += models::plain(a.resource) == m_resource && models::plain(a.validation) == m_validation->currentData().toString() ? 1 : 0;
    m_effect->setText(same == 0 ? tr("This validation is not attached to this resource yet.")
                                : models::counted(same, tr("This validation is already attached here once; with equal arguments the narrower scope wins."), tr("This validation is already attached here %1 times; with equal arguments the narrower scope wins.")));
}

void AttachDialog::attach()
{
    auto arguments = m_arguments->arguments();
    if (m_busy || !arguments)
        return;
    m_busy = true;
    refresh();
    AttachRequest request{models::utf8(m_resource), models::utf8(m_validation->currentData().toString()), scope(), std::move(*arguments)};
    m_desk.attach(request, this, [this](base::Result<domain::Attachment> attachment) {
        m_busy = false;
        refresh();
        if (attachment)
            return accept();
        m_problem->setText(models::sentence(attachment.error()));
    });
}

} // namespace countersign::views
