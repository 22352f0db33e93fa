#include "engine/store/migrations.h"

namespace countersign::store {

// What agents may call and what graphs run: MCP servers, skills, graphs.
const std::vector<std::string_view>& schemaV3()
{
    static const std::vector<std::string_view> statements{
        "CREATE TABLE server(name TEXT PRIMARY KEY, definition_json TEXT NOT NULL, source_dir TEXT NOT NULL, registered_at INTEGER NOT NULL)",
        "CREATE TABLE skill(name TEXT PRIMARY KEY, definition_json TEXT NOT NULL, source_dir TEXT NOT NULL, registered_at INTEGER NOT NULL)",
        "CREATE TABLE graph(name TEXT PRIMARY KEY, definition_json TEXT NOT NULL, source_dir TEXT NOT NULL, registered_at INTEGER NOT NULL)",
    };
    return statements;
}

} // namespace countersign::store
