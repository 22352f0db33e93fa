#include "views/inbox/install_hint.h"

#include "views/frame/panes.h"
#include "views/widgets/fields.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace countersign::views {

InstallHint::InstallHint(QWidget* parent) : QWidget(parent), m_place(new QVBoxLayout(this))
{
    m_place->setContentsMargins(0, 0, 0, 0);
    hide();
}

void InstallHint::setHint(const QString& title, const std::string& hint, const QString& origin)
{
    const QList<models::HintPart> parts = models::hintParts(hint);
    setVisible(!parts.isEmpty());
    if (parts == m_parts && title == m_title && origin == m_origin)
        return;
    m_parts = parts;
    m_title = title;
    m_origin = origin;
    m_copy = nullptr;
    while (QLayoutItem* old = m_place->takeAt(0)) {
        delete old->widget();
        delete old;
    }
    auto* box = new widgets::HintBox(title, origin);
    for (const models::HintPart& part : parts) {
        widgets::CopyButton* copy = part.command ? box->addCommand(tr("Install"), part.text) : box->addWords(part.text);
        if (part.command && m_copy == nullptr)
            m_copy = copy;
    }
    m_place->addWidget(box);
}

void InstallHint::copyCommand()
{
    if (m_copy)
        m_copy->button()->click();
}

} // namespace countersign::views
