#include "engine/store/database.h"

#include "engine/base/files.h"
#include "engine/store/codes.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include <fcntl.h>
#include <sys/statvfs.h>

namespace countersign::store {

namespace {

QString toQt(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

// SQLite's UTF-16 interface, which Qt uses, drops a byte-order mark at the beginning and gives back U+FFFE and U+FFFF as
// U+FFFD. A text that changed in the store would break the audit chain and every digest over it, so these characters
// are written as U+FDD0 and a digit. U+FDD0 is no character, and is written in the same way itself.
constexpr char16_t mark = 0xFDD0;
constexpr std::array<char16_t, 4> marked{mark, 0xFEFF, 0xFFFE, 0xFFFF};

QString toStored(std::string_view text)
{
    const auto rare = [](std::string_view t) {
        for (const std::string_view each : {"\xEF\xB7\x90", "\xEF\xBB\xBF", "\xEF\xBF\xBE", "\xEF\xBF\xBF"})
            if (t.find(each) != std::string_view::npos)
                return true;
        return false;
    };
    if (!rare(text))
        return toQt(text);
    QString out;
    // fromUtf8() takes a mark at the beginning away; behind another character it stays.
    const QString all = QString::fromUtf8("x" + QByteArray(text.data(), static_cast<qsizetype>(text.size()))).mid(1);
    for (const QChar c : all) {
        const auto at = std::find(marked.begin(), marked.end(), c.unicode());
        if (at == marked.end())
            out += c;
        else
            out += QChar(mark) + QString::number(at - marked.begin());
    }
    return out;
}

std::string fromStored(const QString& text)
{
    if (!text.contains(QChar(mark)))
        return text.toStdString();
    QString out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const int which = text[i] == QChar(mark) && i + 1 < text.size() ? text[i + 1].unicode() - '0' : -1;
        if (which >= 0 && which < static_cast<int>(marked.size())) {
            out += QChar(marked[static_cast<std::size_t>(which)]);
            ++i;
        } else {
            out += text[i];
        }
    }
    return out.toStdString();
}

std::string uniqueConnection()
{
    static std::atomic<std::uint64_t> counter{0};
    return "countersign-" + std::to_string(++counter);
}

bool isFull(const std::filesystem::path& directory)
{
    struct statvfs info = {};
    return ::statvfs(directory.c_str(), &info) == 0 && info.f_blocks > 0 && info.f_bavail * info.f_frsize < 64U * 1024U;
}

constexpr int busyTimeoutMs = 10'000;

// SQLite gives its neighbours (-wal, -shm) the permissions of the file. Only a file that was not there is touched: a
// file of SQLite must never be opened and closed beside it, as that would drop its locks.
base::Result<void> makePrivate(const std::filesystem::path& file)
{
    const base::Fd fd(::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!fd.valid() && errno != EEXIST)
        return base::fail(base::fileError(file, errno, true));
    return {};
}

} // namespace

Query::Query(Database& database, std::string_view sql)
    : m_database(&database), m_query(std::make_unique<QSqlQuery>(*database.m_database)), m_sql(sql)
{
    m_query->setForwardOnly(true);
    if (!m_query->prepare(toQt(sql)))
        m_unprepared = database.failure(m_query->lastError(), m_sql).value();
}
Query::~Query() = default;
Query::Query(Query&&) noexcept = default;
Query& Query::operator=(Query&&) noexcept = default;

Query& Query::bind(std::string_view text)
{
    // A null QString would be stored as NULL; an empty text is a text.
    m_query->addBindValue(text.empty() ? QString(QLatin1String("")) : toStored(text));
    return *this;
}
Query& Query::bind(std::int64_t number)
{
    m_query->addBindValue(QVariant::fromValue<qlonglong>(number));
    return *this;
}
Query& Query::bind(const base::Json& json) { return bind(base::write(json)); }
Query& Query::bind(std::nullptr_t)
{
    m_query->addBindValue(QVariant(QMetaType(QMetaType::QString)));
    return *this;
}

base::Result<void> Query::run()
{
    m_ran = true;
    if (m_unprepared)
        return base::fail(*m_unprepared);
    if (!m_query->exec())
        return m_database->failure(m_query->lastError(), m_sql);
    return {};
}

base::Result<bool> Query::next()
{
    if (!m_ran)
        CS_TRY(run());
    if (m_query->next())
        return true;
    if (m_query->lastError().isValid())
        return m_database->failure(m_query->lastError(), m_sql);
    m_query->finish();
    return false;
}

std::string Query::text(int column) const { return fromStored(m_query->value(column).toString()); }
std::int64_t Query::integer(int column) const { return m_query->value(column).toLongLong(); }
bool Query::isNull(int column) const { return m_query->value(column).isNull(); }
std::optional<std::string> Query::optionalText(int column) const
{
    return isNull(column) ? std::nullopt : std::optional(text(column));
}
base::Json Query::json(int column) const
{
    if (isNull(column))
        return nullptr;
    auto parsed = base::parseJson(text(column));
    return parsed ? std::move(*parsed) : base::Json(nullptr);
}
std::int64_t Query::changedRows() const { return m_query->numRowsAffected(); }
std::int64_t Query::insertedRow() const { return m_query->lastInsertId().toLongLong(); }

Transaction::~Transaction()
{
    if (m_database != nullptr && m_database->m_inTransaction) {
        m_database->m_inTransaction = false;
        (void)m_database->run("ROLLBACK");
    }
}

base::Result<void> Transaction::commit()
{
    CS_TRY(m_database->run("COMMIT"));
    m_database->m_inTransaction = false;
    return {};
}

Database::Database(std::filesystem::path file, std::string connection)
    : m_file(std::move(file)), m_connection(std::move(connection)),
      m_database(std::make_unique<QSqlDatabase>(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), toQt(m_connection))))
{
}

Database::~Database()
{
    m_database->close();
    m_database.reset();
    QSqlDatabase::removeDatabase(toQt(m_connection));
}

base::Result<std::unique_ptr<Database>> Database::open(const std::filesystem::path& file, bool create)
{
    std::unique_ptr<Database> out(new Database(file, uniqueConnection()));
    if (!out->m_database->isValid())
        return base::fail(base::Error(codes::StoreUnavailable, "the Qt driver for SQLite is missing").advise("Install libqt6sql6-sqlite."));
    if (create)
        CS_TRY(makePrivate(file));
    out->m_database->setDatabaseName(toQt(file.string()));
    out->m_database->setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(busyTimeoutMs));
    if (!out->m_database->open())
        return out->failure(out->m_database->lastError(), "open");
    for (const std::string_view pragma : {"PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON"})
        CS_TRY(out->run(pragma));
    return out;
}

// Changing the journal does not wait for others, whatever the busy timeout, and says only in its answer whether it did.
base::Result<void> Database::useWriteAheadLog()
{
    for (int attempt = 0;; ++attempt) {
        std::string mode;
        {
            Query query(*this, "PRAGMA journal_mode=WAL");
            auto row = query.next();
            if (!row && !row.error().is(codes::StoreBusy))
                return base::fail(std::move(row.error()));
            mode = row && *row ? query.text(0) : std::string();
        }
        if (mode == "wal")
            return {};
        if (attempt == busyTimeoutMs / 20)
            return base::fail(base::Error(codes::StoreBusy, m_file.string() + " can't be switched to a write-ahead log, it has \"" + mode + "\"")
                                  .advise("Another process is using it, or its directory can't be written."));
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

base::Result<void> Database::run(std::string_view sql)
{
    QSqlQuery query(*m_database);
    if (!query.exec(toQt(sql)))
        return failure(query.lastError(), sql);
    return {};
}

base::Result<Transaction> Database::begin()
{
    if (m_inTransaction)
        return base::fail(codes::StoreFailed, "a transaction is open already");
    CS_TRY(run("BEGIN IMMEDIATE"));
    m_inTransaction = true;
    return Transaction(*this);
}

base::Result<std::int64_t> Database::integer(std::string_view sql)
{
    Query query(*this, sql);
    CS_ASSIGN(const bool row, query.next());
    return row ? query.integer(0) : 0;
}

base::Failure Database::failure(const QSqlError& error, std::string_view sql) const
{
    constexpr int busy = 5, locked = 6, readOnly = 8, inputOutput = 10, corrupt = 11, full = 13, cantOpen = 14, constraint = 19, notADatabase = 26;
    const int code = error.nativeErrorCode().toInt() & 0xFF;
    const std::string detail = m_file.string() + ": " + error.text().toStdString();
    const auto make = [&](const base::CodeInfo& info, const char* advice) { return base::fail(base::Error(info, detail).advise(advice)); };
    switch (code) {
    case busy:
    case locked: return make(codes::StoreBusy, "Another process is writing; try again.");
    case readOnly: return make(codes::StoreReadOnly, "Check the permissions of the file and its directory.");
    case full: return make(codes::StoreFull, "Free some space; nothing that was stored is lost.");
    case corrupt:
    case notADatabase: return make(codes::StoreCorrupt, "Keep the file, and restore a backup from NAME.d/backups.");
    case cantOpen: return make(codes::StoreUnavailable, "Check that the directory exists and may be entered.");
    case inputOutput:
        // On a full disk SQLite often says no more than that reading or writing failed.
        if (isFull(m_file.parent_path()))
            return make(codes::StoreFull, "Free some space; nothing that was stored is lost.");
        return make(codes::StoreUnavailable, "Reading or writing the disk failed; check the disk and its free space.");
    case constraint: return make(codes::StoreConstraint, "Look again; it may have been changed by someone else.");
    default: break;
    }
    return base::fail(codes::StoreFailed, detail + " (" + std::string(sql.substr(0, 120)) + ")");
}

} // namespace countersign::store
