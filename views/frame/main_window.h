// The window: header, navigation, one page for each area, status. It composes and dispatches; what an area can do, its
// page knows. Source: design section 5.
#pragma once

#include "models/desk/desk.h"
#include "views/frame/navigation.h"
#include "views/frame/palette.h"
#include "views/style/theme.h"

#include <QMainWindow>
#include <QTimer>

class QStackedWidget;

namespace countersign::views {

class HeaderRow;
class ImportReview;
class InboxPage;
class Page;
class SettingsPage;

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(models::Desk& desk, QWidget* parent = nullptr);
    ~MainWindow() override;

    void go(Area area, const QString& id = {});
    [[nodiscard]] Page* page(Area area) const;
    [[nodiscard]] InboxPage* inbox() const { return m_inbox; }
    [[nodiscard]] ActionSet& actions() const { return *m_actions; }
    /// Opens the review of what importing a directory would change; a review that is open already is raised.
    ImportReview* reviewImport(const QString& directory);
    [[nodiscard]] static style::ThemeChoice savedTheme();

Q_SIGNALS:
    /// The program installs the style; the choice is already saved.
    void themeChosen(countersign::style::ThemeChoice choice);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build();
    void wire();
    void run(Command command);
    void enableActions();
    void movePane(bool forward);
    void chooseImport();
    void chooseTheme(style::ThemeChoice choice);
    void showUpdated();
    void restoreState();
    [[nodiscard]] std::vector<PaletteEntry> paletteEntries();
    [[nodiscard]] Page* current() const;

    models::Desk& m_desk;
    ActionSet* m_actions;
    HeaderRow* m_header;
    Navigation* m_navigation;
    QStackedWidget* m_stack;
    QList<Page*> m_pages{};
    InboxPage* m_inbox;
    SettingsPage* m_settings;
    Palette* m_palette;
    QTimer m_minute{};
    QTimer m_messageTimer{};
};

} // namespace countersign::views
