#include "views/registry/import_review.h"

#include "models/registry/import_words.h"
#include "models/roles.h"
#include "models/text.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/registry/change_pane.h"
#include "views/registry/notice.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/fields.h"
#include "views/widgets/icon_box.h"
#include "views/widgets/row_painter.h"

#include <QHeaderView>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;
using models::ImportReviewModel;

namespace {

constexpr int warningRows = 3;

/// Kinds stand as headings over the whole width, with their counts beside them.
class ReviewDelegate : public VerdictDelegate
{
public:
    ReviewDelegate(QTreeView* view, const ImportReviewModel& model) : VerdictDelegate(view), m_model(model) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        if (!m_model.isKind(index))
            return VerdictDelegate::paint(painter, option, index);
        painter->save();
        RowPainter row(*painter, option, index);
        row.background();
        QRect line = row.rect.adjusted(row.px(16), 0, -row.px(16), 0);
        line.setLeft(line.left() + row.text(line, index.data().toString(), row.fonts.body(QFont::DemiBold), row.theme.text) + row.px(8));
        row.text(line, index.siblingAtColumn(ImportReviewModel::Before).data().toString(), row.fonts.small(), row.theme.secondary);
        row.focusFrame();
        painter->restore();
    }

protected:
    QFont font(const RowPainter& row, const QModelIndex& index) const override { return CellDelegate::font(row, index); }

private:
    const ImportReviewModel& m_model;
};

QShortcut* keyOf(QWidget* widget, const QKeySequence& key) { return new QShortcut(key, widget, nullptr, nullptr, Qt::WidgetWithChildrenShortcut); }

} // namespace

ImportReview::ImportReview(models::Desk& desk, const QString& directory, QWidget* parent)
    : QDialog(parent), m_desk(desk), m_directory(directory), m_status(new StatusLine), m_sentence(new SentenceLabel), m_digest(new TextLabel({}, TextRole::Fixed)),
      m_digestRow(new QWidget), m_notice(new Notice), m_again(new QPushButton(tr("&Review again"))), m_warningsHeader(new SectionHeader(tr("Warnings"))),
      m_warningsView(makeTable(tr("Warnings"), RowHeight::TwoLine)), m_changesHeader(new SectionHeader(tr("What changes"))),
      m_changesView(makeTable(tr("What changes"), RowHeight::Normal, true)), m_problemsHeader(new SectionHeader(tr("Problems"))),
      m_problemsView(makeTable(tr("Problems"), RowHeight::TwoLine)), m_detail(new ChangePane), m_footIcon(new IconBox), m_footWords(new TextLabel),
      m_import(new QPushButton(tr("&Import"))), m_close(new QPushButton(tr("&Close")))
{
    setWindowTitle(tr("Review before import"));
    setAttribute(Qt::WA_DeleteOnClose);
    setSizeGripEnabled(true);
    QVBoxLayout* rows = makePane(this);
    rows->addWidget(makeHead());
    rows->addWidget(m_notice);
    rows->addWidget(makeBody(), 1);
    rows->addWidget(makeFoot());
    m_again->setAutoDefault(false);
    m_notice->addButton(m_again);
    connect(m_again, &QPushButton::clicked, this, &ImportReview::read);
    connect(keyOf(this, QKeySequence::Copy), &QShortcut::activated, this, &ImportReview::copyRow);
    connect(keyOf(this, QKeySequence(QStringLiteral("Ctrl+Shift+C"))), &QShortcut::activated, this, [this] {
        if (m_haveReview)
            copyText(models::plain(m_preview.digest));
    });
    connect(keyOf(this, QKeySequence(Qt::Key_F5)), &QShortcut::activated, this, &ImportReview::read);
    const QSize wanted(style::scaled(1120, this), style::scaled(840, this));
    resize(parent ? wanted.boundedTo(parent->window()->size() - QSize(style::scaled(24, this), style::scaled(24, this))) : wanted);
    read();
}

QWidget* ImportReview::makeHead()
{
    auto* head = new QWidget;
    QVBoxLayout* rows = makePane(head);
    rows->setContentsMargins(style::scaled(16, this), style::scaled(12, this), style::scaled(16, this), style::scaled(12, this));
    rows->setSpacing(style::scaled(8, this));
    rows->addWidget(m_status);
    rows->addWidget(m_sentence);
    auto* row = new QHBoxLayout(m_digestRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(style::scaled(8, this));
    row->addWidget(new TextLabel(tr("Digest"), TextRole::Body, Ink::Secondary));
    row->addWidget(m_digest);
    m_copyDigest = new CopyButton(tr("digest"), {});
    row->addWidget(m_copyDigest);
    row->addWidget(new TextLabel(tr("Import takes exactly these bytes, no others."), TextRole::Small, Ink::Secondary), 1);
    rows->addWidget(m_digestRow);
    return head;
}

QWidget* ImportReview::makeBody()
{
    auto* splitter = makeSplitter(Qt::Vertical, QStringLiteral("importReview"));
    auto* lists = new QWidget;
    QVBoxLayout* rows = makePane(lists);
    const auto keep = [this](QTreeView* view, QAbstractItemModel* model) {
        auto* keeper = new PlaceKeeper(view, model);
        connect(keeper, &PlaceKeeper::backRequested, this, &ImportReview::reject);
        return keeper;
    };
    keep(m_warningsView, &m_warnings);
    m_problemsKeeper = keep(m_problemsView, &m_problems);
    connect(keep(m_changesView, &m_changes), &PlaceKeeper::activated, this, [this](const QModelIndex& index) {
        const QModelIndex row = index.siblingAtColumn(0);
        m_changesView->setExpanded(row, !m_changesView->isExpanded(row));
    });
    for (QTreeView* view : {m_warningsView, m_problemsView})
        setWidths(view, {190, 0, 190, 210});
    m_changesView->setItemDelegate(new ReviewDelegate(m_changesView, m_changes));
    m_changesView->setExpandsOnDoubleClick(false); // the keeper does
    setWidths(m_changesView, {330, 104, 0, 0, 150});
    auto* copyAll = makeFlatButton(tr("Copy all"), style::Glyph::Copy);
    connect(copyAll, &QToolButton::clicked, this, [this] { copyText(m_problems.allText()); });
    m_problemsHeader->addAction(copyAll);
    for (QWidget* part : std::initializer_list<QWidget*>{m_warningsHeader, m_warningsView, m_changesHeader})
        rows->addWidget(part);
    rows->addWidget(m_changesView, 1);
    rows->addWidget(m_problemsHeader);
    rows->addWidget(m_problemsView, 1);
    splitter->addWidget(lists);
    splitter->addWidget(m_detail);
    splitter->setStretchFactor(0, 5);
    splitter->setStretchFactor(1, 3);
    splitter->setSizes({style::scaled(400, this), style::scaled(230, this)});
    for (QTreeView* view : {m_warningsView, m_problemsView, m_changesView})
        connect(view->selectionModel(), &QItemSelectionModel::currentChanged, this, &ImportReview::showSelected);
    return splitter;
}

QWidget* ImportReview::makeFoot()
{
    auto* foot = new Bar(52, 16, Bar::Line::Top);
    m_footWords->setWordWrap(true);
    foot->row()->addWidget(m_footIcon);
    foot->row()->addWidget(m_footWords, 1, Qt::AlignVCenter);
    style::setPrimary(m_import, true);
    for (QPushButton* button : {m_import, m_close}) {
        button->setAutoDefault(false);
        foot->row()->addWidget(button);
    }
    connect(m_import, &QPushButton::clicked, this, &ImportReview::import);
    connect(m_close, &QPushButton::clicked, this, &ImportReview::reject);
    return foot;
}

void ImportReview::read()
{
    if (m_step == Step::Importing || (m_step == Step::Reading && m_fresh.isValid()))
        return;
    m_step = Step::Reading;
    m_fresh.start();
    showStep();
    m_desk.previewImport(m_directory, this, [this](base::Result<ImportPreview> preview) { arrived(std::move(preview)); });
}

void ImportReview::arrived(base::Result<ImportPreview> preview)
{
    m_fresh.start();
    if (!preview) {
        m_step = Step::Failed;
        m_notice->setWords(style::StatusKind::Error, models::sentence(preview.error()));
        return showStep();
    }
    m_preview = std::move(*preview);
    m_haveReview = true;
    m_step = Step::Shown;
    showReview();
    showStep();
    (m_preview.problems.empty() ? m_changesView : m_problemsView)->setFocus(Qt::OtherFocusReason);
}

// What was open, selected and in view stays so, as far as the new review has it.
void ImportReview::showReview()
{
    QStringList open;
    const bool first = m_changes.rowCount() == 0;
    for (QModelIndex at = m_changes.index(0, 0); at.isValid(); at = m_changesView->indexBelow(at))
        if (m_changesView->isExpanded(at))
            open << at.data(models::KeyRole).toString();
    const QString selected = m_changesView->currentIndex().data(models::KeyRole).toString();
    const int scroll = m_changesView->verticalScrollBar()->value();
    m_changes.setItems(m_preview.items);
    QModelIndexList unfolded = m_changes.openFromTheStart();
    if (!first) {
        unfolded.clear();
        for (const QString& key : open)
            unfolded << m_changes.indexOf(key);
    }
    for (int kind = 0; kind < m_changes.rowCount(); ++kind)
        m_changesView->setFirstColumnSpanned(kind, {}, true);
    for (const QModelIndex& index : unfolded)
        m_changesView->expand(index);
    const QModelIndex kept = m_changes.indexOf(selected);
    m_changesView->setCurrentIndex(kept.isValid() ? kept : m_changes.firstChange());
    if (!first)
        m_changesView->verticalScrollBar()->setValue(scroll);
    m_warnings.setProblems(m_preview.warnings);
    m_problems.setProblems(m_preview.problems);
    if (m_problemsKeeper->key().isEmpty())
        m_problemsKeeper->select(m_problems.index(0, 0).data(models::KeyRole).toString());
    const QString digest = models::plain(m_preview.digest);
    m_digest->setText(models::shortDigest(m_preview.digest));
    m_digest->setToolTip(digest);
    m_digest->setAccessibleName(tr("Digest %1").arg(digest));
    m_copyDigest->setText(digest);
    m_warningsHeader->setNote(models::number(m_warnings.rowCount()));
    m_problemsHeader->setNote(models::counted(m_problems.rowCount(), tr("1, correct it in the files"), tr("%1, correct them in the files")));
    m_changesHeader->setNote(m_preview.items.empty() ? tr("nothing is registered by these files") : models::countsText(models::countsOf(m_preview.items)));
    m_warningsView->setFixedHeight(m_warningsView->header()->sizeHint().height() + std::min(warningRows, m_warnings.rowCount()) * style::scaled(44, this));
    showSelected();
}

void ImportReview::showSelected()
{
    for (const auto& [view, model] : {std::pair{m_problemsView, &m_problems}, std::pair{m_warningsView, &m_warnings}})
        if (view->currentIndex().isValid() && (view->hasFocus() || (view == m_problemsView && !m_preview.problems.empty())))
            return m_detail->setText(view == m_problemsView ? tr("The problem in full") : tr("The warning in full"), model->fullText(view->currentIndex().row()));
    m_detail->setChange(m_changes.detail(m_changesView->currentIndex()));
}

QString ImportReview::whyNot() const
{
    switch (m_step) {
    case Step::Reading: return tr("Off while the files are read.");
    case Step::Failed: return tr("Off: the files could not be read.");
    case Step::Importing: return tr("Importing. It is one step and can’t be stopped half-way.");
    case Step::Changed: return tr("Off: what stands here is out of date. Review again.");
    case Step::Imported: return {};
    case Step::Shown: break;
    }
    if (!m_preview.problems.empty())
        return models::counted(static_cast<std::int64_t>(m_preview.problems.size()), tr("Off: 1 problem must be corrected in the files first."),
                               tr("Off: %1 problems must be corrected in the files first."));
    return {};
}

void ImportReview::showStep()
{
    const QString where = models::shown(models::utf8(m_directory));
    const bool bad = m_haveReview && !m_preview.problems.empty();
    const bool done = m_step == Step::Imported;
    const models::ImportCounts counts = models::countsOf(m_preview.items);
    const QString removes = models::removalsText(counts);
    const QString why = whyNot();
    m_changesHeader->setVisible(m_haveReview && !bad);
    m_changesView->setVisible(m_haveReview && !bad);
    m_warningsHeader->setVisible(m_haveReview && m_warnings.rowCount() > 0);
    m_warningsView->setVisible(m_haveReview && m_warnings.rowCount() > 0);
    m_problemsHeader->setVisible(bad);
    m_problemsView->setVisible(bad);
    m_detail->setVisible(m_haveReview && (bad || counts.changesSomething() || m_warnings.rowCount() > 0));
    m_digestRow->setVisible(m_haveReview);
    m_notice->setVisible(m_step == Step::Failed || m_step == Step::Changed);
    switch (m_step) {
    case Step::Reading:
        m_status->setStatus(style::StatusKind::Running, tr("Reading"), where);
        m_sentence->setText(tr("The files are read and checked."));
        break;
    case Step::Failed:
        m_status->setStatus(style::StatusKind::Error, tr("Not read"), where);
        m_sentence->setText(tr("Nothing can be said about these files."));
        break;
    case Step::Shown:
    case Step::Changed:
    case Step::Importing:
        if (bad)
            m_status->setStatus(style::StatusKind::Fail, tr("Problems"), where);
        else if (m_step == Step::Changed)
            m_status->setStatus(style::StatusKind::Warn, tr("Out of date"), where);
        else
            m_status->setStatus(m_step == Step::Importing ? style::StatusKind::Running : style::StatusKind::Queued, m_step == Step::Importing ? tr("Importing") : tr("Proposed"), where);
        m_sentence->setText(models::importSentence(m_preview));
        break;
    case Step::Imported:
        m_status->setStatus(style::StatusKind::Pass, tr("Imported"), where);
        m_sentence->setText(models::importedSentence(m_preview));
        break;
    }
    if (!why.isEmpty())
        m_footIcon->setGlyph(style::Glyph::Info);
    else if (!done && counts.removed > 0)
        m_footIcon->setStatus(style::StatusKind::Warn);
    else
        m_footIcon->clear();
    m_footIcon->setVisible(!why.isEmpty() || (!done && counts.removed > 0));
    const QString words = done                           ? tr("The registry is as these files say.")
                          : !why.isEmpty()               ? why
                          : !removes.isEmpty()           ? tr("This import %1.").arg(removes)
                          : !counts.changesSomething()   ? tr("The registry stays as it is; the import only notes that these bytes were seen.")
                                                         : tr("Removes nothing.");
    m_footWords->setText(words);
    m_import->setVisible(!done);
    m_import->setEnabled(why.isEmpty() && !done);
    m_import->setAccessibleName(why.isEmpty() ? tr("Import, %1").arg(words) : tr("Import, not available, %1").arg(why));
    m_close->setEnabled(m_step != Step::Importing);
}

// Keys and clicks that were meant for what stood here before import nothing.
void ImportReview::import()
{
    if (m_step != Step::Shown || !whyNot().isEmpty() || m_fresh.elapsed() < freshMs)
        return;
    m_step = Step::Importing;
    showStep();
    m_desk.import(m_directory, m_preview.digest, this, [this](const base::Result<ImportPreview>& done) { imported(done); });
}

void ImportReview::imported(const base::Result<ImportPreview>& done)
{
    m_fresh.start();
    if (done) {
        m_step = Step::Imported;
        m_preview = *done;
        showStep();
        return m_close->setFocus(Qt::OtherFocusReason);
    }
    m_step = Step::Changed;
    m_notice->setWords(done.error().code() == "IMPORT_CHANGED" ? style::StatusKind::Warn : style::StatusKind::Error, tr("Not imported: %1").arg(models::sentence(done.error())));
    showStep();
    m_again->setFocus(Qt::OtherFocusReason);
}

void ImportReview::copyRow() const
{
    for (const auto& [view, model] : {std::pair{m_problemsView, &m_problems}, std::pair{m_warningsView, &m_warnings}})
        if (view->hasFocus())
            return copyText(model->fullText(view->currentIndex().row()));
    if (m_changesView->hasFocus())
        copyText(m_changes.rowText(m_changesView->currentIndex()));
}

void ImportReview::reject()
{
    if (m_step != Step::Importing)
        QDialog::reject();
}

} // namespace countersign::views
