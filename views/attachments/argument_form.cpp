#include "views/attachments/argument_form.h"

#include "engine/base/codes.h"
#include "models/text.h"
#include "views/frame/panes.h"
#include "views/style/countersign_style.h"
#include "views/widgets/text_label.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace countersign::views {

ArgumentForm::ArgumentForm(QWidget* parent) : QWidget(parent), m_form(new QFormLayout(this))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setHorizontalSpacing(style::scaled(12, this));
    m_form->setVerticalSpacing(style::scaled(8, this));
    connect(this, &ArgumentForm::edited, this, &ArgumentForm::clearProblems);
}

void ArgumentForm::clear()
{
    while (m_form->rowCount() > 0)
        m_form->removeRow(0);
    m_fields.clear();
    m_text = nullptr;
}

void ArgumentForm::setSchema(const domain::Json& schema)
{
    clear();
    static const domain::Json none = domain::Json::object();
    const domain::Json properties = schema.is_object() ? domain::memberOr(schema, "properties", none) : none;
    const std::vector<std::string> required = schema.is_object() ? domain::texts(schema, "required") : std::vector<std::string>{};
    bool simple = properties.is_object() && (!schema.is_object() || (!schema.contains("oneOf") && !schema.contains("anyOf") && !schema.contains("$ref")));
    for (const auto& [name, property] : properties.items())
        simple = simple && addField(name, property, std::find(required.begin(), required.end(), name) != required.end());
    if (!simple)
        useText(schema);
    else if (m_fields.empty())
        m_form->addRow(new widgets::TextLabel(tr("It takes no arguments."), widgets::TextRole::Body, widgets::Ink::Secondary));
    Q_EMIT edited();
}

bool ArgumentForm::addField(const std::string& name, const domain::Json& schema, bool required)
{
    if (!schema.is_object())
        return false;
    Field field{name, domain::textOr(schema, "type", "string"), nullptr};
    static const domain::Json none = domain::Json::array();
    const domain::Json& choices = domain::memberOr(schema, "enum", none);
    const QString label = models::shown(name) + (required ? tr(", required") : QString());
    if (!choices.empty() || field.type == "boolean") {
        auto* combo = makeCombo(label);
        if (!required)
            combo->addItem(tr("not given"), QString());
        if (choices.empty()) {
            combo->addItem(tr("yes"), QStringLiteral("true"));
            combo->addItem(tr("no"), QStringLiteral("false"));
        }
        for (const domain::Json& choice : choices)
            combo->addItem(choice.is_string() ? models::shown(choice.get<std::string>()) : models::shown(base::write(choice)), models::plain(base::write(choice)));
        field.type = "literal";
        field.editor = combo;
        connect(combo, &QComboBox::currentIndexChanged, this, &ArgumentForm::edited);
    } else if (field.type == "string" || field.type == "number" || field.type == "integer") {
        auto* edit = new QLineEdit;
        edit->setAccessibleName(label);
        if (schema.contains("default"))
            edit->setPlaceholderText(tr("default: %1").arg(models::shown(base::write(schema["default"]))));
        field.editor = edit;
        connect(edit, &QLineEdit::textChanged, this, &ArgumentForm::edited);
    } else {
        return false;
    }
    field.editor->setToolTip(models::shown(domain::textOr(schema, "description")));
    field.problem = new widgets::TextLabel({}, widgets::TextRole::Small, widgets::Ink::Red);
    field.problem->setWordWrap(true);
    field.problem->hide();
    auto* rows = new QVBoxLayout;
    rows->setSpacing(style::scaled(2, this));
    rows->addWidget(field.editor);
    rows->addWidget(field.problem);
    m_form->addRow(new widgets::TextLabel(label, widgets::TextRole::Body, widgets::Ink::Secondary), rows);
    m_fields.push_back(field);
    return true;
}

void ArgumentForm::useText(const domain::Json& schema)
{
    clear();
    m_text = new QPlainTextEdit(QStringLiteral("{}"));
    m_text->setAccessibleName(tr("Arguments as JSON"));
    m_text->setTabChangesFocus(true);
    m_text->setFont(style::fontsOf(this).fixed());
    m_text->setToolTip(models::shown(base::pretty(schema), true));
    m_text->setFixedHeight(style::scaled(110, this));
    connect(m_text, &QPlainTextEdit::textChanged, this, &ArgumentForm::edited);
    m_form->addRow(m_text);
}

void ArgumentForm::setArguments(const domain::Json& arguments)
{
    if (!arguments.is_object())
        return;
    if (m_text)
        return m_text->setPlainText(models::plain(base::pretty(arguments)));
    for (const Field& field : m_fields) {
        const auto value = arguments.find(field.name);
        if (value == arguments.end())
            continue;
        if (auto* combo = qobject_cast<QComboBox*>(field.editor))
            combo->setCurrentIndex(std::max(0, combo->findData(models::plain(base::write(*value)))));
        else if (auto* edit = qobject_cast<QLineEdit*>(field.editor))
            edit->setText(value->is_string() ? models::plain(value->get<std::string>()) : models::plain(base::write(*value)));
    }
}

bool ArgumentForm::showProblem(const std::string& argument, const QString& words)
{
    for (const Field& field : m_fields) {
        if (field.name != argument)
            continue;
        field.problem->setText(field.problem->isHidden() ? words : field.problem->text() + QLatin1Char('\n') + words);
        field.problem->show();
        field.editor->setAccessibleDescription(field.problem->text());
        return true;
    }
    return false;
}

void ArgumentForm::clearProblems()
{
    for (const Field& field : m_fields) {
        field.problem->hide();
        field.problem->setText({});
        field.editor->setAccessibleDescription({});
    }
}

base::Result<domain::Json> ArgumentForm::arguments() const
{
    if (m_text) {
        CS_ASSIGN(domain::Json parsed, base::parseJson(models::utf8(m_text->toPlainText())));
        if (!parsed.is_object())
            return base::fail(base::codes::JsonSyntax, "Arguments are one JSON object");
        return parsed;
    }
    domain::Json out = domain::Json::object();
    for (const Field& field : m_fields) {
        const auto* combo = qobject_cast<const QComboBox*>(field.editor);
        const auto* edit = qobject_cast<const QLineEdit*>(field.editor);
        const QString text = combo ? combo->currentData().toString() : edit->text();
        if (text.isEmpty())
            continue;
        if (field.type == "string") {
            out[field.name] = models::utf8(text);
            continue;
        }
        auto value = base::parseJson(models::utf8(text));
        if (!value || (field.type != "literal" && !base::isNumber(*value)))
            return base::fail(base::codes::JsonSyntax, field.name + " must be a number");
        out[field.name] = *value;
    }
    return out;
}

} // namespace countersign::views
