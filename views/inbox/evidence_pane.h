// The texts a person must read before a proceed, one per verdict, with what is read of each. Source: SPEC 8, design 7.2.
#pragma once

#include "models/desk/desk.h"
#include "models/inbox/evidence_model.h"
#include "views/widgets/read_tracker.h"

#include <QTimer>
#include <QWidget>

namespace countersign::widgets {
class EvidenceView;
class SectionHeader;
} // namespace countersign::widgets

namespace countersign::views {

class EvidencePane : public QWidget
{
    Q_OBJECT

public:
    EvidencePane(models::Desk& desk, models::EvidenceModel& rows, QWidget* parent = nullptr);
    ~EvidencePane() override;

    void setResults(const std::vector<domain::ValidationResult>& results);
    void showResult(const QString& id);
    /// Shows the next unread line; asks for another row when this one is read.
    void nextUnread();
    [[nodiscard]] bool loaded() const; ///< every text is here; false also when one can't be read
    [[nodiscard]] bool shown() const { return loaded() && (!m_shown.isEmpty() || m_items.empty()); } ///< loaded, and one is drawn
    [[nodiscard]] QString problem() const { return m_problem; }
    [[nodiscard]] widgets::EvidenceView* view() const { return m_view; }

Q_SIGNALS:
    void readMoved();
    void rowRequested(const QString& id);

private:
    struct Item
    {
        domain::ValidationResult result{};
        models::EvidenceText text{};
        std::vector<widgets::LineRange> ranges{};
        int lines = 0;
        bool ready = false;
    };
    void load();
    void restoreRead(const QString& id, const std::string& digest);
    void save();
    [[nodiscard]] static int readOf(const Item& item);

    models::Desk& m_desk;
    models::EvidenceModel& m_rows;
    std::map<QString, Item> m_items{};
    QString m_shown{};
    QString m_problem{};
    std::uint64_t m_asked = 0;
    bool m_showing = false;
    std::set<QString> m_unsaved{};
    QTimer m_saveTimer{};
    widgets::SectionHeader* m_header;
    widgets::EvidenceView* m_view;
};

} // namespace countersign::views
