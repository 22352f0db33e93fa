#include "views/frame/header_row.h"

#include "views/frame/panes.h"
#include "views/style/countersign_style.h"
#include "views/widgets/fields.h"
#include "views/widgets/text_label.h"

#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QToolButton>

namespace countersign::views {

using namespace widgets;

HeaderRow::HeaderRow(QWidget* parent)
    : Bar(40, 8, Bar::Line::Bottom, parent), m_menus(new QMenuBar), m_project(makeCombo(tr("Project"))),
      m_goTo(new FilterEdit(tr("Go to or do..."), nullptr, style::Glyph::Search, QStringLiteral("Ctrl+K"))), m_updated(new TextLabel({}, TextRole::Small, Ink::Secondary))
{
    m_menus->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_menus->setNativeMenuBar(false);
    m_menus->setAccessibleName(tr("Menus"));
    m_project->setFixedWidth(style::scaled(184, this));
    style::setGlyph(m_project, style::Glyph::Project);
    m_goTo->setAccessibleName(tr("Go to or do"));
    m_goTo->setMaximumWidth(style::scaled(420, this));
    m_goTo->setMinimumWidth(style::scaled(160, this));
    auto* refresh = makeFlatButton(tr("Refresh"), style::Glyph::Refresh, QStringLiteral("F5"));
    refresh->setAccessibleName(tr("Refresh"));
    row()->addWidget(m_menus);
    auto* line = new QFrame;
    line->setFrameShape(QFrame::VLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    line->setFixedSize(1, style::scaled(20, this));
    row()->addWidget(line);
    row()->addWidget(m_project);
    row()->addStretch(1);
    row()->addWidget(m_goTo, 8);
    row()->addStretch(1);
    row()->addWidget(m_updated);
    row()->addWidget(refresh);
    m_project->addItem(tr("All projects"), QString());
    connect(m_project, &QComboBox::activated, this, [this] { Q_EMIT projectChosen(m_project->currentData().toString()); });
    connect(refresh, &QToolButton::clicked, this, &HeaderRow::refreshRequested);
}

void HeaderRow::setProjects(const QStringList& names, const QString& current)
{
    const QSignalBlocker quiet(m_project);
    while (m_project->count() > 1)
        m_project->removeItem(1);
    for (const QString& name : names)
        m_project->addItem(name, name);
    m_project->setCurrentIndex(std::max(0, m_project->findData(current)));
}

void HeaderRow::setUpdated(const QString& words, bool problem)
{
    m_updated->setInk(problem ? Ink::Red : Ink::Secondary);
    m_updated->setText(words);
}

} // namespace countersign::views
