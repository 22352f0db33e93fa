// Resources, what is attached to them, and what the engine's resolver says for one plan. Source: design 7.7.
#pragma once

#include "models/desk/desk.h"
#include "views/frame/page.h"

class QComboBox;
class QPushButton;
class QTreeView;

namespace countersign::widgets {
class FilterEdit;
class PaneFoot;
class TextLabel;
} // namespace countersign::widgets

namespace countersign::views {

class PlaceKeeper;
class TryDialog;

class AttachmentsPage : public Page
{
    Q_OBJECT

public:
    explicit AttachmentsPage(models::Desk& desk, QWidget* parent = nullptr);
    [[nodiscard]] bool can(Command command) const override;
    void run(Command command) override;
    [[nodiscard]] QList<QWidget*> panes() const override;
    bool show(const QString& planId) override;
    using QWidget::show;
    /// The dialog that starts a tool by hand, with the selected attachment filled in.
    TryDialog* tryTool();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeTreePane();
    QWidget* makeTablePane();
    QWidget* makeResolverPane();
    void registryChanged();
    void plansChanged();
    void showAttachments();
    void resolve();
    void explain();
    void confirmDetach();
    void detach(const QString& id);
    [[nodiscard]] QStringList affectedPlans(const domain::Attachment& attachment) const;
    [[nodiscard]] QString resource() const;

    models::Desk& m_desk;
    models::ResourceTreeModel m_tree{};
    models::AttachmentModel m_attachments{};
    models::ResolverModel m_resolver{};
    QTreeView* m_treeView;
    PlaceKeeper* m_treeKeeper;
    QTreeView* m_table;
    PlaceKeeper* m_tableKeeper;
    QTreeView* m_resolverView;
    PlaceKeeper* m_resolverKeeper;
    widgets::FilterEdit* m_filter;
    widgets::PaneFoot* m_foot;
    widgets::TextLabel* m_title;
    widgets::TextLabel* m_note;
    QComboBox* m_scope;
    QComboBox* m_plan;
    widgets::TextLabel* m_summary;
    widgets::TextLabel* m_explained;
    QPushButton* m_attach;
    QPushButton* m_detach;
    QPushButton* m_try;
    std::uint64_t m_asked = 0;
};

} // namespace countersign::views
