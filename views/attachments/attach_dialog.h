// Attach a validation to a resource in exactly one scope. Source: design 7.7, SPEC 4.
#pragma once

#include "models/desk/desk.h"

#include <QDialog>

class QComboBox;
class QPushButton;
class QRadioButton;

namespace countersign::widgets {
class TextLabel;
}

namespace countersign::views {

class ArgumentForm;

class AttachDialog : public QDialog
{
    Q_OBJECT

public:
    AttachDialog(models::Desk& desk, QString resource, QWidget* parent = nullptr);

private:
    void build();
    void chooseValidation();
    void refresh();
    void attach();
    [[nodiscard]] domain::Scope scope() const;

    models::Desk& m_desk;
    QString m_resource;
    QComboBox* m_validation;
    QRadioButton* m_direct;
    QRadioButton* m_project;
    QRadioButton* m_plan;
    QComboBox* m_projects;
    QComboBox* m_plans;
    ArgumentForm* m_arguments;
    widgets::TextLabel* m_effect;
    widgets::TextLabel* m_problem;
    QPushButton* m_attach;
    bool m_busy = false;
};

} // namespace countersign::views
