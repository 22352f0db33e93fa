#include "views/settings/settings_page.h"

#include "models/text.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/registry/import_notice.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/fact_grid.h"

#include <QComboBox>
#include <QPushButton>
#include <QScrollArea>
#include <QTreeView>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;
using models::Cell;
using models::CellRow;
using models::textCell;

SettingsPage::SettingsPage(models::Desk& desk, QWidget* parent)
    : Page(parent), m_desk(desk), m_signers({tr("State"), tr("Signer"), tr("Key"), tr("Projects"), tr("Logins"), tr("Valid until")}),
      m_keys({tr("State"), tr("Key"), tr("Algorithm"), tr("Fingerprint"), tr("File")}), m_projects({tr("Project"), tr("Policy"), tr("Decision covers"), tr("Signatures")}),
      m_checks({tr("State"), tr("What"), tr("Found"), tr("What to do")}), m_theme(makeCombo(tr("Theme")))
{
    auto* inner = new QWidget;
    QVBoxLayout* rows = makePane(inner);
    rows->addWidget(new SectionHeader(tr("Appearance")));
    m_theme->addItems({tr("As the system"), tr("Light"), tr("Dark")});
    m_theme->setMinimumWidth(style::scaled(200, this));
    auto* facts = new FactGrid;
    auto* theme = new QWidget;
    auto* themeRow = new QHBoxLayout(theme);
    themeRow->setContentsMargins(0, 0, 0, 0);
    themeRow->addWidget(m_theme);
    themeRow->addStretch(1);
    facts->addFact(tr("Theme"), theme);
    rows->addWidget(padded(facts, 16, 8, 16, 8));
    connect(m_theme, &QComboBox::activated, this, &SettingsPage::themeChosen);
    const auto add = [&](const QString& title, const QString& note, PlainTable& model, const QList<int>& widths) {
        auto* header = new SectionHeader(title, note);
        QTreeView* table = makeTable(title);
        new PlaceKeeper(table, &model);
        setWidths(table, widths);
        fitHeight(table, 1, 12);
        rows->addWidget(header);
        rows->addWidget(table);
        m_tables << table;
        return header;
    };
    add(tr("Signers"), tr("who may sign decisions; changed with countersignctl signer"), m_signers, {104, 170, 160, 0, 170, 140});
    m_keysHeader = add(tr("Keys on this machine"), tr("made with countersignctl key new"), m_keys, {104, 170, 110, 220, 0});
    add(tr("Projects and policies"), tr("with a consensus policy every validation votes, so a warn can ask for a decision"), m_projects, {200, 180, 0, 180});
    rows->addWidget(makeImports());
    add(tr("What works here"), {}, m_checks, {104, 140, 0, 360});
    rows->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(inner);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    auto* notice = new ImportNotice(desk);
    connect(notice, &ImportNotice::reviewRequested, this, &Page::reviewRequested);
    outer->addWidget(notice);
    outer->addWidget(scroll, 1);
    connect(&m_desk, &models::Desk::importsChanged, this, &SettingsPage::showImports);
    showImports();
    connect(&m_desk, &models::Desk::registryChanged, this, [this] {
        if (isVisible())
            load();
    });
}

QWidget* SettingsPage::makeImports()
{
    auto* part = new QWidget;
    QVBoxLayout* rows = makePane(part);
    m_importsHeader = new SectionHeader(tr("Imported files"));
    m_importsView = makeTable(tr("Imported files"));
    auto* keeper = new PlaceKeeper(m_importsView, &m_imports);
    setWidths(m_importsView, {130, 0, 120, 170, 300});
    fitHeight(m_importsView, 1, 8);
    m_review = new QPushButton(tr("Re&view..."));
    m_review->setAutoDefault(false);
    m_importsHeader->addAction(m_review);
    const auto review = [this, keeper] {
        if (m_imports.rowOf(keeper->key()) >= 0)
            Q_EMIT reviewRequested(keeper->key());
    };
    connect(m_review, &QPushButton::clicked, this, review);
    connect(keeper, &PlaceKeeper::activated, this, review);
    connect(keeper, &PlaceKeeper::chosen, this, [this] { m_review->setEnabled(true); });
    rows->addWidget(m_importsHeader);
    rows->addWidget(m_importsView);
    m_tables << m_importsView;
    return part;
}

void SettingsPage::showImports()
{
    m_imports.setStates(m_desk.imports());
    m_importsHeader->setNote(m_imports.rowCount() == 0 ? tr("nothing was imported yet; File, Import... reviews a directory")
                                                       : tr("what was imported counts, whatever the files say since; Enter reviews them"));
    if (m_imports.rowCount() > 0 && !m_importsView->currentIndex().isValid())
        m_importsView->setCurrentIndex(m_imports.index(0, 0));
    m_review->setEnabled(m_importsView->currentIndex().isValid());
}

void SettingsPage::setTheme(int choice) { m_theme->setCurrentIndex(choice); }

void SettingsPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    load();
}

namespace {

QString joined(const std::vector<std::string>& names, const QString& whenEmpty)
{
    QStringList out;
    for (const std::string& name : names)
        out << models::shown(name);
    return out.isEmpty() ? whenEmpty : out.join(QStringLiteral(", "));
}

Cell stateCell(bool good, const QString& words)
{
    Cell cell = textCell(words);
    cell.mark = good ? models::Mark::Pass : models::Mark::Error;
    return cell;
}

} // namespace

void SettingsPage::load()
{
    m_desk.signers(this, [this](base::Result<std::vector<domain::Signer>> signers) {
        if (!signers)
            return Q_EMIT messagePosted(models::sentence(signers.error()));
        std::vector<CellRow> rows;
        for (const domain::Signer& s : *signers) {
            CellRow row;
            row.id = models::plain(s.keyId);
            const bool revoked = s.revokedAt > 0;
            const bool ended = s.validUntil > 0 && s.validUntil < models::nowMs();
            row.cells = {stateCell(!revoked && !ended, revoked ? tr("revoked") : ended ? tr("ended") : tr("valid")), textCell(models::shown(s.name)),
                         models::fixedCell(models::shortDigest(s.keyId), row.id), textCell(joined(s.projects, tr("all"))), textCell(joined(s.logins, tr("none"))),
                         textCell(s.validUntil > 0 ? models::clockAndDate(s.validUntil, models::nowMs()) : tr("no end"))};
            rows.push_back(std::move(row));
        }
        m_signers.setRows(std::move(rows));
    });
    if (m_desk.ring())
        m_desk.ring()->list(this, m_desk.project(), [this](models::KeyRing::Keys keys) {
            if (!keys)
                return m_keysHeader->setNote(models::sentence(keys.error()));
            std::vector<CellRow> rows;
            for (const models::KeyChoice& key : *keys) {
                CellRow row;
                row.id = key.file + key.id;
                row.cells = {stateCell(key.usable, key.usable ? tr("usable") : tr("not usable")), textCell(key.name), textCell(key.algorithm),
                             models::fixedCell(key.fingerprint, key.id), textCell(key.usable ? key.file : key.whyNot)};
                rows.push_back(std::move(row));
            }
            m_keys.setRows(std::move(rows));
        });
    std::vector<CellRow> projects;
    for (const domain::Project& p : m_desk.registry().projects) {
        CellRow row;
        row.id = models::plain(p.name);
        row.cells = {textCell(models::shown(p.name)), textCell(models::shown(domain::toText(p.policy.name)).replace(QLatin1Char('_'), QLatin1Char(' '))),
                     textCell(p.decision.binding == domain::Binding::WorkTree ? tr("the exact work tree") : tr("the exact evidence")),
                     textCell(models::counted(p.decision.requiredSignatures, tr("1 required"), tr("%1 required")))};
        projects.push_back(std::move(row));
    }
    m_projects.setRows(std::move(projects));
    m_desk.doctor(this, [this](base::Result<std::vector<DoctorCheck>> checks) {
        if (!checks)
            return Q_EMIT messagePosted(models::sentence(checks.error()));
        std::vector<CellRow> rows;
        for (const DoctorCheck& check : *checks) {
            CellRow row;
            row.id = models::plain(check.name);
            row.cells = {stateCell(check.good, check.good ? tr("good") : tr("missing")), textCell(models::shown(check.name)), textCell(models::shown(check.detail)),
                         textCell(models::shown(check.advice))};
            rows.push_back(std::move(row));
        }
        m_checks.setRows(std::move(rows));
    });
}

bool SettingsPage::can(Command) const { return false; }
void SettingsPage::run(Command) {}
QList<QWidget*> SettingsPage::panes() const { return QList<QWidget*>{m_theme} + m_tables; }

} // namespace countersign::views
