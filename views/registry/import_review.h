// The review before an import: what would change, what goes, what is wrong. Only here, and by a button that no Enter and
// no Escape presses, are files imported, and only the bytes that stand on the screen. Source: SPEC 4, 11.
#pragma once

#include "models/desk/desk.h"
#include "models/registry/import_review_model.h"
#include "models/registry/import_tables.h"

#include <QDialog>
#include <QElapsedTimer>

class QPushButton;
class QTreeView;

namespace countersign::widgets {
class CopyButton;
class IconBox;
class SectionHeader;
class SentenceLabel;
class StatusLine;
class TextLabel;
} // namespace countersign::widgets

namespace countersign::views {

class ChangePane;
class Notice;
class PlaceKeeper;

class ImportReview : public QDialog
{
    Q_OBJECT

public:
    static constexpr int freshMs = 350; ///< keys and clicks of a view that has just appeared import nothing

    ImportReview(models::Desk& desk, const QString& directory, QWidget* parent = nullptr);
    [[nodiscard]] const QString& directory() const { return m_directory; }
    [[nodiscard]] bool settled() const { return m_step != Step::Reading && m_step != Step::Importing; }
    void reject() override; ///< not while an import goes on

private:
    enum class Step { Reading, Failed, Shown, Importing, Changed, Imported };

    QWidget* makeHead();
    QWidget* makeBody();
    QWidget* makeFoot();
    void read();
    void arrived(base::Result<ImportPreview> preview);
    void showReview();
    void showSelected();
    void showStep();
    void import();
    void imported(const base::Result<ImportPreview>& done);
    void copyRow() const;
    [[nodiscard]] QString whyNot() const; ///< why nothing can be imported now; empty: it can

    models::Desk& m_desk;
    QString m_directory;
    Step m_step = Step::Reading;
    ImportPreview m_preview{};
    bool m_haveReview = false;
    models::ImportReviewModel m_changes{};
    models::ProblemModel m_problems{};
    models::ProblemModel m_warnings{};

    widgets::StatusLine* m_status;
    widgets::SentenceLabel* m_sentence;
    widgets::TextLabel* m_digest;
    widgets::CopyButton* m_copyDigest = nullptr;
    QWidget* m_digestRow;
    Notice* m_notice;
    QPushButton* m_again;
    widgets::SectionHeader* m_warningsHeader;
    QTreeView* m_warningsView;
    widgets::SectionHeader* m_changesHeader;
    QTreeView* m_changesView;
    widgets::SectionHeader* m_problemsHeader;
    QTreeView* m_problemsView;
    PlaceKeeper* m_problemsKeeper = nullptr;
    ChangePane* m_detail;
    widgets::IconBox* m_footIcon;
    widgets::TextLabel* m_footWords;
    QPushButton* m_import;
    QPushButton* m_close;
    QElapsedTimer m_fresh{};
};

} // namespace countersign::views
