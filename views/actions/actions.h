// Every command of the window as a row of data: menus, the palette and the tests read this one table.
// Source: design section 5 and its keyboard table.
#pragma once

#include <QAction>
#include <QHash>
#include <QObject>

#include <span>

class QMenuBar;

namespace countersign::views {

enum class Command {
    Import, ValidateAgain, Recheck, RerunUnchanged, StopRuns, SignAuthorization, DiscardDraft, AttachValidation, DetachValidation, TryTool, VerifyChain, ViewJson, Quit,
    CopyRow, CopyDigest, CopyInstallCommand, FilterArea, FindText, FindNext, FindPrevious,
    Refresh, ThemeSystem, ThemeLight, ThemeDark,
    GoTo, AreaInbox, AreaPlans, AreaAttachments, AreaLive, AreaHistory, AreaAudit, AreaSettings, NextPane, PreviousPane,
    NextUnread, NextFinding, OpenLog, About,
};

enum class Menu { File, Edit, View, Go, Run, Help };

/// When a command is on; asked again whenever a page says that it changed.
enum class When { Always, PageCan, RunsActive };

struct ActionRow
{
    Command command;
    const char* text;     ///< with mnemonic; translated in the context Actions
    const char* shortcut; ///< portable text; may be empty
    Menu menu;
    When when;
};

[[nodiscard]] std::span<const ActionRow> actionTable();
[[nodiscard]] QString menuTitle(Menu menu);

/// The actions of one window, made from the table.
class ActionSet : public QObject
{
    Q_OBJECT

public:
    explicit ActionSet(QWidget* window);
    [[nodiscard]] QAction* action(Command command) const { return m_actions.value(command); }
    void fill(QMenuBar* bar) const;
    [[nodiscard]] static QString plainText(const ActionRow& row); ///< translated, without the mnemonic's mark

Q_SIGNALS:
    void triggered(countersign::views::Command command);

private:
    QHash<Command, QAction*> m_actions{};
};

} // namespace countersign::views
