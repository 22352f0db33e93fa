#include "views/inbox/halt_page.h"

#include "engine/domain/lifecycle.h"
#include "models/inbox/halt_words.h"
#include "models/text.h"
#include "views/frame/kinds.h"
#include "views/frame/panes.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/fact_grid.h"

#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

HaltPage::HaltPage(models::Desk& desk, QString haltId, QWidget* parent)
    : QWidget(parent), m_desk(desk), m_haltId(std::move(haltId)), m_strip(new Strip), m_again(new QPushButton(tr("&Validate again"))), m_status(new StatusLine), m_sentence(new SentenceLabel),
      m_quiet(new TextLabel({}, TextRole::Body, Ink::Secondary))
{
    QVBoxLayout* outer = makePane(this);
    m_strip->hide();
    style::setCompact(m_again, true);
    style::setGlyph(m_again, style::Glyph::Rerun);
    style::setKeyHint(m_again, QStringLiteral("Ctrl+Shift+R"));
    m_again->setAutoDefault(false);
    m_again->hide();
    m_strip->addAction(m_again);
    connect(m_again, &QPushButton::clicked, this, [this] { run(Command::ValidateAgain); });
    outer->addWidget(m_strip);
    auto* inner = new QWidget;
    m_body = makePane(inner);
    auto* top = new QWidget;
    m_head = makePane(top);
    m_head->setContentsMargins(style::scaled(16, this), style::scaled(12, this), style::scaled(16, this), style::scaled(12, this));
    m_head->setSpacing(style::scaled(8, this));
    m_head->addWidget(m_status);
    m_head->addWidget(m_sentence);
    m_quiet->setWordWrap(true);
    m_quiet->hide();
    m_head->addWidget(m_quiet);
    m_body->addWidget(top);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(inner);
    outer->addWidget(scroll, 1);
    m_foot = new QVBoxLayout;
    m_foot->setContentsMargins(0, 0, 0, 0);
    m_foot->setSpacing(0);
    outer->addLayout(m_foot);
}

void HaltPage::setHalt(const HaltDetail& halt)
{
    m_detail = halt;
    m_known = true;
    const models::Mark mark = models::markOfHalt(halt.halt.haltType);
    m_status->setStatus(kindOf(mark), models::outcomeWord(halt.halt.haltType), closed() ? tr("Closed") : models::HaltListModel::groupText(models::HaltListModel::groupOf(halt.halt)));
    m_status->setTrailing(models::openedBy(halt.halt));
    m_sentence->setText(models::haltSentence(halt));
    const QString quiet = quietLine(halt);
    m_quiet->setText(quiet);
    m_quiet->setVisible(!quiet.isEmpty());
    if (closed())
        showStrip(halt.halt.open() ? tr("Decided, the request is no longer open") : models::closedText(halt.halt));
    m_again->setVisible(closed() && atGate());
    fill(halt);
    Q_EMIT canChanged();
}

bool HaltPage::atGate() const { return domain::atGate(m_detail.plan); }

bool HaltPage::closed() const
{
    return !m_detail.halt.open() || (m_detail.request && m_detail.request->state != domain::RequestState::Open);
}

void HaltPage::showStrip(const QString& words)
{
    m_strip->setNotice(words);
    m_strip->show();
}

bool HaltPage::can(Command command) const
{
    switch (command) {
    case Command::ValidateAgain: return m_known && atGate() && !m_desk.failure();
    case Command::RerunUnchanged: return m_known && !closed() && !m_rerunning && mayRerun() && !m_desk.failure();
    case Command::CopyDigest: return m_known && !m_detail.halt.evidenceDigest.empty();
    default: return false;
    }
}

void HaltPage::run(Command command)
{
    if (command == Command::ValidateAgain && can(command)) {
        m_desk.validate(models::plain(m_detail.halt.project), models::plain(m_detail.halt.taskId));
        Q_EMIT messagePosted(tr("Validation of %1 started").arg(models::shown(m_detail.halt.taskId)));
    } else if (command == Command::RerunUnchanged && can(command)) {
        rerun();
    } else if (command == Command::CopyDigest && can(command)) {
        copyText(models::plain(m_detail.halt.evidenceDigest));
    }
}

void HaltPage::rerun()
{
    m_rerunning = true;
    Q_EMIT canChanged();
    m_desk.rerun(models::plain(m_detail.halt.plan.value), this, [this](base::Result<domain::Plan> plan) {
        m_rerunning = false;
        rerunEnded(plan);
        Q_EMIT canChanged();
        Q_EMIT messagePosted(plan ? tr("Re-run of %1 started").arg(models::shown(m_detail.halt.taskId)) : models::sentence(plan.error()));
    });
}

} // namespace countersign::views
