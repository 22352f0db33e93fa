// The tables of tests/cases: one row says an input and the value that is right for it. A case may have several rows.
#pragma once

#include "engine/base/files.h"
#include "engine/base/json.h"

#include <QtTest>

#include <filesystem>
#include <set>
#include <string>

namespace cases {

using countersign::base::Json;
namespace fs = std::filesystem;

inline fs::path folder(const std::string& kind) { return fs::path(COUNTERSIGN_SOURCE_DIR "/tests/cases") / kind; }

inline std::string bytesOf(const fs::path& file)
{
    auto bytes = countersign::base::readFile(file, 64U * 1024U * 1024U);
    if (!bytes)
        qFatal("%s", bytes.error().text().c_str());
    return std::move(*bytes);
}

inline Json tableOf(const std::string& kind, const std::string& file = "table.json")
{
    auto rows = countersign::base::parseJson(bytesOf(folder(kind) / file));
    if (!rows)
        qFatal("%s/%s: %s", kind.c_str(), file.c_str(), rows.error().text().c_str());
    return std::move(*rows);
}

inline std::string textOr(const Json& row, const char* member, const std::string& otherwise = {})
{
    return row.contains(member) ? row.at(member).get<std::string>() : otherwise;
}

/// Counts the cases of one kind whose rows all ran to their end.
class Kind
{
public:
    explicit Kind(std::string name) : m_name(std::move(name)), m_rows(tableOf(m_name)) {}
    /// Data rows of the table where the member stands (all without one), named by the case's id.
    void addRows(const char* only = nullptr) const
    {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            if (only == nullptr || m_rows[i].contains(only))
                QTest::addRow("%s%s", m_rows[i].at("id").get<std::string>().c_str(),
                              m_rows[i].contains("as") ? (" " + m_rows[i].at("as").get<std::string>()).c_str() : "")
                    << static_cast<int>(i);
    }
    [[nodiscard]] const Json& row(int i) const { return m_rows.at(static_cast<std::size_t>(i)); }
    [[nodiscard]] const Json& rows() const { return m_rows; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    void ran(const std::string& id) { m_ran.insert(id); }
    /// All cases of the kind ran, unless only some tests were asked for; says how many.
    [[nodiscard]] bool complete(std::size_t expected) const
    {
        qInfo("%zu cases of kind %s", m_ran.size(), m_name.c_str());
        const QStringList words = QCoreApplication::arguments().mid(1);
        const bool some = std::any_of(words.begin(), words.end(), [](const QString& word) { return !word.startsWith(QLatin1Char('-')); });
        return some || m_ran.size() == expected;
    }

private:
    std::string m_name;
    Json m_rows;
    std::set<std::string> m_ran{};
};

} // namespace cases
