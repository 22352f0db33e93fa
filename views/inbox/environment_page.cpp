#include "views/inbox/environment_page.h"

#include "models/inbox/halt_words.h"
#include "models/text.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/evidence_view.h"
#include "views/widgets/fields.h"

#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

EnvironmentPage::EnvironmentPage(models::Desk& parentDesk, const QString& id, QWidget* parent)
    : HaltPage(parentDesk, id, parent), m_hintPlace(new QVBoxLayout), m_pathHeader(new SectionHeader(tr("Searched path"))),
      m_pathView(makeTable(tr("Searched directories"))), m_logHeader(new SectionHeader(tr("What was tried"))), m_log(new EvidenceView)
{
    head()->addLayout(m_hintPlace);
    new PlaceKeeper(m_pathView, &m_path);
    setWidths(m_pathView, {48, 0});
    fitHeight(m_pathView, 1, 10);
    auto* copy = makeFlatButton(tr("Copy path"), style::Glyph::Copy);
    connect(copy, &QToolButton::clicked, this, [this] { copyText(models::shown(detail().searchedPath)); });
    m_pathHeader->addAction(copy);
    m_log->setGated(false);
    m_log->setFrameShape(QFrame::NoFrame);
    m_log->setSubject(tr("What was tried"));
    m_log->setMinimumHeight(style::scaled(100, this));
    body()->addWidget(m_pathHeader);
    body()->addWidget(m_pathView);
    body()->addWidget(m_logHeader);
    body()->addWidget(m_log, 1);
    auto* stepFoot = new StepFoot(nullptr, 36);
    stepFoot->setWords(tr("Nothing to decide or sign here: an environment error carries no verdict."), style::Glyph::Info);
    foot()->addWidget(stepFoot);
}

QString EnvironmentPage::quietLine(const HaltDetail&) const { return tr("The plan is unharmed: no verdict was reached and no attempt was used."); }

void EnvironmentPage::fill(const HaltDetail& halt)
{
    m_path.setPath(halt.searchedPath);
    m_pathHeader->setNote(models::counted(m_path.rowCount(), tr("1 directory, as the engine sees it"), tr("%1 directories, in order, as the engine sees them")));
    m_pathView->setAccessibleName(models::counted(m_path.rowCount(), tr("Searched directories, 1 row"), tr("Searched directories, %1 rows")));
    m_log->setOutput(tr("%1: %2").arg(models::shown(halt.halt.rawHaltType), models::shown(halt.halt.reason))
                     + (halt.logExcerpt.empty() ? QString() : QLatin1Char('\n') + models::plain(halt.logExcerpt)));
    if (models::plain(halt.halt.hint) == m_hint && m_hintPlace->count() > 0)
        return;
    m_hint = models::plain(halt.halt.hint);
    while (QLayoutItem* old = m_hintPlace->takeAt(0)) {
        delete old->widget();
        delete old;
    }
    auto* box = new HintBox(tr("Install hint"), tr("as stored with the halt. You run it; Countersign never installs anything."));
    const QStringList commands = models::installCommands(halt.halt.hint);
    for (const QString& command : commands)
        box->addCommand(tr("Install"), command);
    if (commands.isEmpty())
        box->addWords(tr("No command is known for this machine. The directories below were searched; add the program to one of them."));
    m_hintPlace->addWidget(box);
}

QList<QWidget*> EnvironmentPage::panes() const { return {m_pathView, m_log}; }

} // namespace countersign::views
