// Open halts and the page of the selected one. A page exists while its halt is selected, and is of its outcome's class:
// only an escalation brings a decision panel into the window. Source: design 7.1, SPEC 11.
#pragma once

#include "models/desk/desk.h"
#include "views/frame/master_detail_page.h"
#include "views/inbox/halt_page.h"

#include <QPointer>
#include <QTimer>

namespace countersign::views {

class InboxPage : public MasterDetailPage
{
    Q_OBJECT

public:
    explicit InboxPage(models::Desk& desk, QWidget* parent = nullptr);
    [[nodiscard]] bool can(Command command) const override;
    void run(Command command) override;
    [[nodiscard]] QList<QWidget*> panes() const override;
    [[nodiscard]] bool settled() const override;
    [[nodiscard]] HaltPage* haltPage() const { return m_page; }

protected:
    void choose(const QString& id) override;
    void enterDetail() override;
    void words() override;

private:
    void load(const QString& id);
    void showDetail(const HaltDetail& detail);
    void listChanged();
    [[nodiscard]] HaltPage* makePage(const domain::Halt& halt);

    models::Desk& m_desk;
    QPointer<HaltPage> m_page{};
    QString m_shown{}; ///< whose page stands, or is asked for
    QTimer m_lookTimer{};
    std::uint64_t m_asked = 0;
};

} // namespace countersign::views
