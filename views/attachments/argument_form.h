// Arguments of a validation: a form made from its schema where every property is a string, number, boolean or a choice;
// otherwise JSON text. Empty optional fields are not given. Source: design 7.7.
#pragma once

#include "engine/base/result.h"
#include "engine/domain/json_fields.h"

#include <QWidget>

class QFormLayout;
class QPlainTextEdit;

namespace countersign::widgets {
class TextLabel;
}

namespace countersign::views {

class ArgumentForm : public QWidget
{
    Q_OBJECT

public:
    explicit ArgumentForm(QWidget* parent = nullptr);
    void setSchema(const domain::Json& schema);
    /// The arguments as typed; an error names the field that can't be read. The engine checks them against the schema.
    [[nodiscard]] base::Result<domain::Json> arguments() const;
    [[nodiscard]] bool asText() const { return m_text != nullptr; }
    void setArguments(const domain::Json& arguments); ///< what the fields can't say is left out
    /// Words below the field of an argument; false when it has no field of its own. The next edit clears them.
    bool showProblem(const std::string& argument, const QString& words);

Q_SIGNALS:
    void edited();

private:
    struct Field
    {
        std::string name{};
        std::string type{};
        QWidget* editor = nullptr;
        widgets::TextLabel* problem = nullptr;
    };
    void clearProblems();
    void clear();
    bool addField(const std::string& name, const domain::Json& schema, bool required);
    void useText(const domain::Json& schema);

    QFormLayout* m_form;
    std::vector<Field> m_fields{};
    QPlainTextEdit* m_text = nullptr;
};

} // namespace countersign::views
