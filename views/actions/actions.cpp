#include "views/actions/actions.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QWidget>

#include <array>

namespace countersign::views {

namespace {

#define ROW_TEXT(text) QT_TRANSLATE_NOOP("Actions", text)

constexpr std::array table{
    ActionRow{Command::Import, ROW_TEXT("&Import..."), "Ctrl+I", Menu::File, When::Always},
    ActionRow{Command::ViewJson, ROW_TEXT("View record as &JSON"), "", Menu::File, When::PageCan},
    ActionRow{Command::Quit, ROW_TEXT("&Quit"), "Ctrl+Q", Menu::File, When::Always},
    ActionRow{Command::CopyRow, ROW_TEXT("&Copy row"), "Ctrl+C", Menu::Edit, When::PageCan},
    ActionRow{Command::CopyDigest, ROW_TEXT("Copy full &digest"), "Ctrl+Shift+C", Menu::Edit, When::PageCan},
    ActionRow{Command::CopyInstallCommand, ROW_TEXT("Copy &install command"), "", Menu::Edit, When::PageCan},
    ActionRow{Command::DiscardDraft, ROW_TEXT("Di&scard draft"), "", Menu::Edit, When::PageCan},
    ActionRow{Command::FilterArea, ROW_TEXT("&Filter this area"), "/", Menu::Edit, When::PageCan},
    ActionRow{Command::FindText, ROW_TEXT("Find in &text"), "Ctrl+F", Menu::Edit, When::PageCan},
    ActionRow{Command::FindNext, ROW_TEXT("Find &next"), "F3", Menu::Edit, When::PageCan},
    ActionRow{Command::FindPrevious, ROW_TEXT("Find &previous"), "Shift+F3", Menu::Edit, When::PageCan},
    ActionRow{Command::Refresh, ROW_TEXT("&Refresh"), "F5", Menu::View, When::Always},
    ActionRow{Command::ThemeSystem, ROW_TEXT("Theme of the &system"), "", Menu::View, When::Always},
    ActionRow{Command::ThemeLight, ROW_TEXT("&Light theme"), "", Menu::View, When::Always},
    ActionRow{Command::ThemeDark, ROW_TEXT("&Dark theme"), "", Menu::View, When::Always},
    ActionRow{Command::GoTo, ROW_TEXT("&Go to or do..."), "Ctrl+K", Menu::Go, When::Always},
    ActionRow{Command::AreaInbox, ROW_TEXT("&Inbox"), "Alt+1", Menu::Go, When::Always},
    ActionRow{Command::AreaPlans, ROW_TEXT("&Plans"), "Alt+2", Menu::Go, When::Always},
    ActionRow{Command::AreaAttachments, ROW_TEXT("&Attachments"), "Alt+3", Menu::Go, When::Always},
    ActionRow{Command::AreaLive, ROW_TEXT("&Live"), "Alt+4", Menu::Go, When::Always},
    ActionRow{Command::AreaHistory, ROW_TEXT("&History"), "Alt+5", Menu::Go, When::Always},
    ActionRow{Command::AreaAudit, ROW_TEXT("A&udit"), "Alt+6", Menu::Go, When::Always},
    ActionRow{Command::AreaSettings, ROW_TEXT("&Settings"), "Alt+7", Menu::Go, When::Always},
    ActionRow{Command::NextPane, ROW_TEXT("&Next pane"), "F6", Menu::Go, When::Always},
    ActionRow{Command::PreviousPane, ROW_TEXT("Previous pa&ne"), "Shift+F6", Menu::Go, When::Always},
    ActionRow{Command::NextUnread, ROW_TEXT("Next un&read evidence"), "N", Menu::Go, When::PageCan},
    ActionRow{Command::NextFinding, ROW_TEXT("Next &finding"), "F8", Menu::Go, When::PageCan},
    ActionRow{Command::OpenLog, ROW_TEXT("&Open log"), "L", Menu::Go, When::PageCan},
    ActionRow{Command::ValidateAgain, ROW_TEXT("&Validate again"), "Ctrl+Shift+R", Menu::Run, When::PageCan},
    ActionRow{Command::Recheck, ROW_TEXT("Re-&check"), "Ctrl+R", Menu::Run, When::PageCan},
    ActionRow{Command::RerunUnchanged, ROW_TEXT("Re-run &unchanged"), "", Menu::Run, When::PageCan},
    ActionRow{Command::StopRuns, ROW_TEXT("Stop the runs of this &window"), "", Menu::Run, When::RunsActive},
    ActionRow{Command::SignAuthorization, ROW_TEXT("&Sign authorization..."), "Ctrl+Return", Menu::Run, When::PageCan},
    ActionRow{Command::AttachValidation, ROW_TEXT("&Attach validation..."), "", Menu::Run, When::PageCan},
    ActionRow{Command::DetachValidation, ROW_TEXT("&Detach validation..."), "", Menu::Run, When::PageCan},
    ActionRow{Command::TryTool, ROW_TEXT("&Try a tool by hand..."), "Ctrl+T", Menu::Run, When::PageCan},
    ActionRow{Command::VerifyChain, ROW_TEXT("Verify audit &chain"), "", Menu::Run, When::PageCan},
    ActionRow{Command::About, ROW_TEXT("&About Countersign"), "", Menu::Help, When::Always},
};

} // namespace

std::span<const ActionRow> actionTable() { return table; }

QString menuTitle(Menu menu)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("Actions", text); };
    switch (menu) {
    case Menu::File: return tr("&File");
    case Menu::Edit: return tr("&Edit");
    case Menu::View: return tr("&View");
    case Menu::Go: return tr("&Go");
    case Menu::Run: return tr("&Run");
    case Menu::Help: return tr("&Help");
    }
    return {};
}

QString ActionSet::plainText(const ActionRow& row)
{
    return QCoreApplication::translate("Actions", row.text).remove(QLatin1Char('&'));
}

ActionSet::ActionSet(QWidget* window) : QObject(window)
{
    for (const ActionRow& row : table) {
        auto* action = new QAction(QCoreApplication::translate("Actions", row.text), this);
        if (*row.shortcut != '\0')
            action->setShortcut(QKeySequence(QString::fromLatin1(row.shortcut), QKeySequence::PortableText));
        const Command command = row.command;
        connect(action, &QAction::triggered, this, [this, command] { Q_EMIT triggered(command); });
        window->addAction(action);
        m_actions.insert(command, action);
    }
}

void ActionSet::fill(QMenuBar* bar) const
{
    for (const Menu menu : {Menu::File, Menu::Edit, Menu::View, Menu::Go, Menu::Run, Menu::Help}) {
        QMenu* made = bar->addMenu(menuTitle(menu));
        for (const ActionRow& row : table)
            if (row.menu == menu)
                made->addAction(action(row.command));
    }
}

} // namespace countersign::views
