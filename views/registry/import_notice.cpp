#include "views/registry/import_notice.h"

#include "models/registry/import_words.h"
#include "models/text.h"
#include "views/registry/notice.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace countersign::views {

namespace {
constexpr int mostLines = 2; ///< further directories are counted; Settings lists them all
}

ImportNotice::ImportNotice(models::Desk& desk, QWidget* parent) : QWidget(parent), m_desk(desk), m_rows(new QVBoxLayout(this))
{
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(0);
    connect(&m_desk, &models::Desk::importsChanged, this, &ImportNotice::refresh);
    refresh();
}

void ImportNotice::refresh()
{
    std::vector<ImportState> differing;
    for (const ImportState& state : m_desk.imports())
        if (state.differs)
            differing.push_back(state);
    // A button that has the focus stays: nothing moves under the hand.
    while (m_rows->count() > std::min<int>(mostLines, static_cast<int>(differing.size()))) {
        QLayoutItem* last = m_rows->takeAt(m_rows->count() - 1);
        last->widget()->deleteLater();
        delete last;
    }
    const auto more = static_cast<std::int64_t>(differing.size()) - mostLines;
    for (int i = 0; i < mostLines && i < static_cast<int>(differing.size()); ++i) {
        const ImportState& state = differing[static_cast<std::size_t>(i)];
        if (i == m_rows->count()) {
            auto* made = new Notice;
            auto* review = new QPushButton(tr("Revie&w..."));
            made->addButton(review);
            connect(review, &QPushButton::clicked, this, [this, made] { Q_EMIT reviewRequested(made->property("directory").toString()); });
            m_rows->addWidget(made);
        }
        auto* line = static_cast<Notice*>(m_rows->itemAt(i)->widget());
        line->setProperty("directory", models::plain(state.directory.string()));
        QString words = models::differsSentence(state, models::nowMs()) + QLatin1Char(' ') + tr("What was imported still counts.");
        if (i == mostLines - 1 && more > 0)
            words += QLatin1Char(' ') + models::counted(more, tr("1 more directory differs; Settings lists all."), tr("%1 more directories differ; Settings lists all."));
        line->setWords(state.digestNow.empty() ? style::StatusKind::Error : style::StatusKind::Warn, words);
        line->findChild<QPushButton*>()->setAccessibleName(tr("Review the files in %1").arg(models::shown(state.directory.string())));
    }
    setVisible(m_rows->count() > 0);
}

} // namespace countersign::views
