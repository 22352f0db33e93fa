// One connection to the database: statements, immediate transactions, errors told apart. Source: SPEC section 14.
// Thread: used on the thread that opened it.
#pragma once

#include "engine/base/json.h"
#include "engine/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

class QSqlDatabase;
class QSqlQuery;
class QSqlError;

namespace countersign::store {

class Database;

/// A prepared statement. Bind in order, then run() or walk the rows with next(). Errors surface in run() and next().
class Query
{
public:
    Query(Database& database, std::string_view sql);
    ~Query();
    Query(Query&&) noexcept;
    Query& operator=(Query&&) noexcept;

    Query& bind(std::string_view text);
    Query& bind(const std::string& text) { return bind(std::string_view(text)); }
    Query& bind(const char* text) { return bind(std::string_view(text)); }
    Query& bind(std::int64_t number);
    Query& bind(int number) { return bind(static_cast<std::int64_t>(number)); }
    Query& bind(bool flag) { return bind(static_cast<std::int64_t>(flag ? 1 : 0)); }
    Query& bind(const base::Json& json);
    Query& bind(std::nullptr_t);
    template <typename T>
    Query& bind(const std::optional<T>& value)
    {
        return value ? bind(*value) : bind(nullptr);
    }

    [[nodiscard]] base::Result<void> run();
    /// True while there is a row.
    [[nodiscard]] base::Result<bool> next();
    [[nodiscard]] std::string text(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] std::optional<std::string> optionalText(int column) const;
    /// A column that holds canonical JSON we wrote; null when it is absent or damaged.
    [[nodiscard]] base::Json json(int column) const;
    [[nodiscard]] std::int64_t changedRows() const;
    [[nodiscard]] std::int64_t insertedRow() const;

private:
    Database* m_database;
    std::unique_ptr<QSqlQuery> m_query;
    std::string m_sql;
    std::optional<base::Error> m_unprepared{}; ///< exec() after it would tell only that there is no statement
    bool m_ran = false;
};

/// Begins immediate: takes the write lock at once. Rolls back unless commit() was called.
class Transaction
{
public:
    explicit Transaction(Database& database) : m_database(&database) {}
    ~Transaction();
    Transaction(Transaction&& other) noexcept : m_database(std::exchange(other.m_database, nullptr)) {}
    Transaction& operator=(Transaction&&) = delete;
    [[nodiscard]] base::Result<void> commit();

private:
    Database* m_database;
};

class Database
{
public:
    [[nodiscard]] static base::Result<std::unique_ptr<Database>> open(const std::filesystem::path& file, bool create);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    [[nodiscard]] base::Result<void> run(std::string_view sql);
    [[nodiscard]] base::Result<Transaction> begin();
    [[nodiscard]] base::Result<void> useWriteAheadLog(); ///< for a file known to be a store, or none yet
    [[nodiscard]] base::Result<std::int64_t> integer(std::string_view sql);
    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }
    [[nodiscard]] bool inTransaction() const { return m_inTransaction; }

private:
    friend class Query;
    friend class Transaction;
    Database(std::filesystem::path file, std::string connection);
    [[nodiscard]] base::Failure failure(const QSqlError& error, std::string_view sql) const;

    std::filesystem::path m_file;
    std::string m_connection;
    std::unique_ptr<QSqlDatabase> m_database;
    bool m_inTransaction = false;
};

} // namespace countersign::store
