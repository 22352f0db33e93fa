// What is set and what works here: appearance, signers, keys, projects and their policies, checks of this machine.
// Signers and policies are changed by import and by the ctl; here they are shown. Source: SPEC 11.
#pragma once

#include "models/cells.h"
#include "models/desk/desk.h"
#include "models/registry/import_tables.h"
#include "views/frame/page.h"

class QComboBox;
class QPushButton;
class QTreeView;

namespace countersign::widgets {
class SectionHeader;
}

namespace countersign::views {

/// A table filled with ready rows.
class PlainTable : public models::CellTableModel
{
    Q_OBJECT

public:
    PlainTable(QStringList headers, QObject* parent = nullptr) : CellTableModel(parent), m_headers(std::move(headers)) {}
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(m_headers.size()); }
    void setRows(std::vector<models::CellRow> rows) { applyRows(std::move(rows)); }

protected:
    [[nodiscard]] QString headerText(int column) const override { return m_headers.value(column); }

private:
    QStringList m_headers;
};

class SettingsPage : public Page
{
    Q_OBJECT

public:
    explicit SettingsPage(models::Desk& desk, QWidget* parent = nullptr);
    [[nodiscard]] bool can(Command command) const override;
    void run(Command command) override;
    [[nodiscard]] QList<QWidget*> panes() const override;
    void setTheme(int choice); ///< 0 system, 1 light, 2 dark

Q_SIGNALS:
    void themeChosen(int choice);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void load();
    QWidget* makeImports();
    void showImports();

    models::Desk& m_desk;
    models::ImportStateModel m_imports{};
    PlainTable m_signers;
    PlainTable m_keys;
    PlainTable m_projects;
    PlainTable m_checks;
    QComboBox* m_theme;
    QList<QWidget*> m_tables{};
    widgets::SectionHeader* m_keysHeader = nullptr;
    widgets::SectionHeader* m_importsHeader = nullptr;
    QTreeView* m_importsView = nullptr;
    QPushButton* m_review = nullptr;
};

} // namespace countersign::views
