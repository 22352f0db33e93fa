#include "views/inbox/evidence_pane.h"

#include "models/text.h"
#include "views/frame/panes.h"
#include "views/style/countersign_style.h"
#include "views/widgets/ansi_text.h"
#include "views/widgets/bars.h"
#include "views/widgets/evidence_view.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;
using models::EvidenceModel;

namespace {

constexpr int saveAfterMs = 400;

std::vector<LineRange> rangesOf(const domain::Json& json)
{
    std::vector<LineRange> out;
    if (!json.is_array())
        return out;
    for (const auto& pair : json)
        if (pair.is_array() && pair.size() == 2 && pair[0].is_number_integer() && pair[1].is_number_integer())
            out.push_back({pair[0].get<int>(), pair[1].get<int>()});
    return out;
}

domain::Json jsonOf(const std::vector<LineRange>& ranges)
{
    domain::Json out = domain::Json::array();
    for (const LineRange& range : ranges)
        out.push_back({range.first, range.last});
    return out;
}

bool sameEvidence(const domain::ValidationResult& a, const domain::ValidationResult& b)
{
    return a.evidenceDigest == b.evidenceDigest && a.message == b.message && a.data == b.data
           && a.standardOutput.digest == b.standardOutput.digest && a.standardError.digest == b.standardError.digest;
}

} // namespace

EvidencePane::EvidencePane(models::Desk& desk, EvidenceModel& rows, QWidget* parent)
    : QWidget(parent), m_desk(desk), m_rows(rows), m_header(new SectionHeader(tr("Output"))), m_view(new EvidenceView)
{
    QVBoxLayout* column = makePane(this);
    auto* next = makeFlatButton(tr("Next unread"), style::Glyph::None, QStringLiteral("N"));
    connect(next, &QToolButton::clicked, this, &EvidencePane::nextUnread);
    m_header->addAction(next);
    column->addWidget(m_header);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setSubject(tr("Output"));
    m_view->setMinimumHeight(style::scaled(120, this));
    column->addWidget(m_view, 1);
    m_saveTimer.setSingleShot(true);
    m_saveTimer.setInterval(saveAfterMs);
    connect(&m_saveTimer, &QTimer::timeout, this, &EvidencePane::save);
    connect(m_view, &EvidenceView::readChanged, this, [this](int read, int total) {
        const auto found = m_items.find(m_shown);
        if (m_showing || found == m_items.end() || !found->second.ready || found->second.text.digest.empty())
            return;
        found->second.ranges = m_view->tracker().ranges();
        found->second.lines = total;
        m_rows.setRead(m_shown, read, total);
        m_unsaved.insert(m_shown);
        m_saveTimer.start();
        Q_EMIT readMoved();
    });
}

EvidencePane::~EvidencePane() { save(); }

int EvidencePane::readOf(const Item& item)
{
    ReadTracker tracker(item.lines);
    tracker.restore(item.ranges);
    return tracker.readCount();
}

void EvidencePane::setResults(const std::vector<domain::ValidationResult>& results)
{
    std::map<QString, Item> next;
    for (const auto& result : results) {
        const QString id = EvidenceModel::rowId(result);
        const auto known = m_items.find(id);
        if (known != m_items.end() && known->second.ready && sameEvidence(known->second.result, result))
            next[id] = std::move(known->second);
        else
            next[id].result = result;
        if (!next[id].ready)
            m_rows.setRead(id, 0, -1);
    }
    m_items = std::move(next);
    if (!m_items.contains(m_shown) || !m_items[m_shown].ready)
        m_shown.clear();
    load();
}

void EvidencePane::load()
{
    std::vector<std::string> digests;
    for (const auto& [id, item] : m_items)
        if (!item.ready)
            for (const std::string& digest : models::outputsToRead(item.result))
                digests.push_back(digest);
    const auto mine = ++m_asked;
    m_desk.outputs(std::move(digests), this, [this, mine](base::Result<models::Outputs> outputs) {
        if (mine != m_asked)
            return;
        if (!outputs) {
            m_problem = models::sentence(outputs.error());
            Q_EMIT readMoved();
            return;
        }
        m_problem.clear();
        for (auto& [id, item] : m_items) {
            if (item.ready)
                continue;
            item.text = models::evidenceText(item.result, (*outputs)[item.result.standardOutput.digest], (*outputs)[item.result.standardError.digest]);
            item.lines = item.text.digest.empty() ? 0 : static_cast<int>(parseAnsi(item.text.text).size());
            if (item.text.digest.empty()) {
                item.ready = true;
                m_rows.setRead(id, 0, 0);
            } else {
                restoreRead(id, item.text.digest);
            }
        }
        Q_EMIT readMoved();
    });
}

void EvidencePane::restoreRead(const QString& id, const std::string& digest)
{
    m_desk.readLines(digest, this, [this, id, digest](base::Result<domain::Json> ranges) {
        const auto found = m_items.find(id);
        if (found == m_items.end() || found->second.text.digest != digest)
            return;
        Item& item = found->second;
        if (ranges)
            item.ranges = rangesOf(*ranges);
        item.ready = true;
        m_rows.setRead(id, readOf(item), item.lines);
        Q_EMIT readMoved();
        if (m_shown.isEmpty())
            Q_EMIT rowRequested(QString());
    });
}

void EvidencePane::showResult(const QString& id)
{
    const auto found = m_items.find(id);
    if (found == m_items.end() || !found->second.ready || id == m_shown)
        return;
    save();
    const Item& item = found->second;
    m_shown = id;
    m_showing = true;
    const QString name = models::shown(item.result.validation);
    m_header->setTitle(item.result.severity() == domain::Severity::Pass ? tr("Message and data of %1").arg(name) : tr("Output of %1").arg(name));
    m_view->setGated(!item.text.digest.empty());
    m_view->setSubject(tr("Output of %1").arg(name));
    m_view->setOutput(item.text.digest.empty() ? tr("This verdict has no message, no data and no output to read.") : item.text.text);
    m_view->restoreRead(item.ranges);
    m_showing = false;
}

void EvidencePane::nextUnread()
{
    const auto shown = m_items.find(m_shown);
    if (shown != m_items.end() && !shown->second.text.digest.empty() && m_view->tracker().unreadCount() > 0) {
        m_view->showNextUnread();
        m_view->setFocus(Qt::ShortcutFocusReason);
        return;
    }
    const int row = m_rows.firstUnread();
    if (const models::EvidenceRow* other = m_rows.rowAt(row))
        Q_EMIT rowRequested(other->id);
}

bool EvidencePane::loaded() const
{
    return m_problem.isEmpty() && std::all_of(m_items.begin(), m_items.end(), [](const auto& item) { return item.second.ready; });
}

void EvidencePane::save()
{
    m_saveTimer.stop();
    for (const QString& id : m_unsaved)
        if (const auto found = m_items.find(id); found != m_items.end())
            m_desk.saveReadLines(found->second.text.digest, jsonOf(found->second.ranges));
    m_unsaved.clear();
}

} // namespace countersign::views
