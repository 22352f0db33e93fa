#include "engine/configuration.h"

#include "engine/base/codes.h"
#include "engine/base/files.h"
#include "engine/registry/yaml.h"
#include "engine/runner/redactor.h"

#include <algorithm>
#include <thread>

namespace countersign {

namespace {

using base::Json;

// Why: reads the known keys one by one and remembers the first thing that is wrong, with its place.
class Reader
{
public:
    explicit Reader(const registry::YamlDocument& document) : m_document(document) {}

    void unknownKeys(const Json& object, const std::string& pointer, std::initializer_list<std::string_view> known)
    {
        std::string names;
        for (const std::string_view name : known)
            names += (names.empty() ? "" : ", ") + std::string(name);
        for (const auto& [key, value] : object.items())
            if (std::find(known.begin(), known.end(), key) == known.end())
                wrong(pointer + "/" + key, "the key \"" + key + "\" is not known", "Known here: " + names + ".");
    }
    void text(const Json& object, const char* key, const std::string& pointer, std::string& out)
    {
        if (!object.contains(key))
            return;
        if (!object.at(key).is_string())
            return wrong(pointer + "/" + key, std::string(key) + " must be text", "Write it in quotes.");
        out = object.at(key).get<std::string>();
    }
    void number(const Json& object, const char* key, const std::string& pointer, int low, int high, int& out)
    {
        if (!object.contains(key))
            return;
        const Json& value = object.at(key);
        if (!value.is_number_integer() || value.get<std::int64_t>() < low || value.get<std::int64_t>() > high)
            return wrong(pointer + "/" + key, std::string(key) + " must be a whole number from " + std::to_string(low) + " to " + std::to_string(high), {});
        out = value.get<int>();
    }
    const Json& map(const Json& object, const char* key)
    {
        static const Json none = Json::object();
        if (!object.contains(key))
            return none;
        if (object.at(key).is_object())
            return object.at(key);
        wrong("/" + std::string(key), std::string(key) + " must be a map", {});
        return none;
    }
    void wrong(const std::string& pointer, std::string message, std::string advice)
    {
        if (!m_error)
            m_error = base::Error(base::codes::ConfigInvalid, std::move(message)).at(m_document.placeOf(pointer)).advise(std::move(advice));
    }
    [[nodiscard]] const std::optional<base::Error>& error() const { return m_error; }

private:
    const registry::YamlDocument& m_document;
    std::optional<base::Error> m_error{};
};

void checkPath(Reader& reader, const std::string& path)
{
    std::size_t at = 0;
    while (at <= path.size()) {
        const std::size_t end = std::min(path.find(':', at), path.size());
        if (end == at || path[at] != '/')
            return reader.wrong("/path", "every directory of path must be absolute", "Write it like /usr/local/bin:/usr/bin:/bin.");
        at = end + 1;
    }
}

void readPatterns(Reader& reader, const Json& list, std::vector<std::string>& out)
{
    if (!list.is_array())
        return reader.wrong("/redact", "redact must be a list of patterns", {});
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string place = "/redact/" + std::to_string(i);
        if (!list[i].is_string())
            return reader.wrong(place, "redact must be a list of patterns", "Write each in quotes.");
        out.push_back(list[i].get<std::string>());
        if (const auto redactor = runner::Redactor::create({out.back()}); !redactor)
            return reader.wrong(place, redactor.error().message(), "Write an RE2 expression.");
    }
}

} // namespace

int parallelism(int asked, const Configuration& configuration)
{
    const int wanted = asked > 0 ? asked : configuration.parallel > 0 ? configuration.parallel : static_cast<int>(std::thread::hardware_concurrency());
    return std::clamp(wanted, 1, 256);
}

base::Result<Configuration> readConfiguration(const std::filesystem::path& file)
{
    Configuration out;
    // Only a file that isn't there is no configuration: one that can't be read may hold what must be redacted.
    const auto read = base::readFile(file, 1024U * 1024U);
    if (!read && read.error().is(base::codes::FileNotFound))
        return out;
    if (!read)
        return base::fail(base::Error(base::codes::ConfigInvalid, "the configuration can't be read").because(read.error()));
    const std::string& bytes = *read;
    if (bytes.find_first_not_of(" \t\r\n") == std::string::npos)
        return out;
    const auto document = registry::parseYaml(bytes, file.string());
    if (!document)
        return base::fail(base::Error(base::codes::ConfigInvalid, "the configuration can't be read").because(document.error().front()));
    Reader reader(*document);
    const Json& root = document->value;
    if (!root.is_object()) {
        reader.wrong("", "the configuration must be a map", {});
        return base::fail(*reader.error());
    }
    reader.unknownKeys(root, "", {"path", "limits", "appearance", "redact"});
    reader.text(root, "path", "", out.path);
    checkPath(reader, out.path);
    const Json& limits = reader.map(root, "limits");
    reader.unknownKeys(limits, "/limits", {"parallel"});
    reader.number(limits, "parallel", "/limits", 1, 256, out.parallel);
    const Json& appearance = reader.map(root, "appearance");
    reader.unknownKeys(appearance, "/appearance", {"theme", "scale"});
    reader.text(appearance, "theme", "/appearance", out.theme);
    reader.number(appearance, "scale", "/appearance", 100, 300, out.scale);
    if (out.theme != "system" && out.theme != "light" && out.theme != "dark")
        reader.wrong("/appearance/theme", "theme must be system, light or dark", {});
    if (root.contains("redact"))
        readPatterns(reader, root.at("redact"), out.redact);
    if (reader.error())
        return base::fail(*reader.error());
    return out;
}

} // namespace countersign
