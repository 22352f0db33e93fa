// What to install, on every page of an error: commands with a prompt and Copy, prose without. Source: design 7.3, 7.5.
#pragma once

#include "models/inbox/halt_words.h"

#include <QWidget>

class QVBoxLayout;

namespace countersign::widgets {
class CopyButton;
}

namespace countersign::views {

class InstallHint : public QWidget
{
    Q_OBJECT

public:
    explicit InstallHint(QWidget* parent = nullptr);
    /// Hidden when the hint is blank. Built anew only when something differs, so that "Copied" and a selection stay.
    void setHint(const QString& title, const std::string& hint, const QString& origin);
    [[nodiscard]] bool hasCommand() const { return m_copy != nullptr; }
    void copyCommand(); ///< the first one, as its button does

private:
    QVBoxLayout* m_place;
    widgets::CopyButton* m_copy = nullptr;
    QList<models::HintPart> m_parts{};
    QString m_title{};
    QString m_origin{};
};

} // namespace countersign::views
