#include "engine/registry/yaml.h"

#include "engine/base/text.h"
#include "engine/registry/codes.h"

#include <sstream>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

namespace countersign::registry {

namespace {

/// Ends the reading; what it stands for is in the builder's problems.
struct Stop
{
};

/// Builds JSON from the parser's events: only there tags, anchors, aliases and the places of keys are still visible.
class Builder final : public YAML::EventHandler
{
public:
    Builder(YamlDocument& document, const YamlLimits& limits) : m_document(document), m_limits(limits) {}

    std::vector<base::Error> problems{};
    base::Place start{};

    void OnDocumentStart(const YAML::Mark& mark) override { start = place(mark, ""); }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { scalar(mark, anchor, Json(nullptr)); }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, const std::string& value) override
    {
        refuseTag(mark, tag);
        if (tag == "!")
            return scalar(mark, anchor, Json(value));
        auto plain = plainScalar(value);
        if (!plain)
            problems.push_back(std::move(plain.error()).at(place(mark, nextPointer())));
        scalar(mark, anchor, plain ? std::move(*plain) : Json(nullptr));
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        const auto known = m_anchors.find(anchor);
        if (known == m_anchors.end())
            stop(codes::YamlAlias, mark, "The alias stands inside what it names.");
        count(mark, known->second.nodes);
        if (m_frames.size() + known->second.depth > m_limits.depth)
            stop(codes::YamlTooDeep, mark, "The limit is " + std::to_string(m_limits.depth) + " levels.");
        if (!m_frames.empty())
            m_frames.back().depth = std::max(m_frames.back().depth, known->second.depth + 1);
        add(mark, Json(known->second.value));
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YAML::EmitterStyle::value) override
    {
        open(mark, tag, anchor, Json::array());
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YAML::EmitterStyle::value) override
    {
        open(mark, tag, anchor, Json::object());
    }
    void OnMapEnd() override { close(); }

private:
    struct Frame
    {
        Json value{};
        std::string pointer{};
        YAML::Mark mark{};
        YAML::anchor_t anchor = 0;
        std::size_t nodesBefore = 0;
        std::size_t depth = 1; ///< levels inside, including this
        bool hasKey = false;
        bool keyRepeated = false;
        std::string key{};
    };
    struct Anchored
    {
        Json value{};
        std::size_t nodes = 1;
        std::size_t depth = 0;
    };

    base::Place place(const YAML::Mark& mark, std::string pointer) const
    {
        return {m_document.file, mark.line + 1, mark.column + 1, std::move(pointer)};
    }

    [[noreturn]] void stop(const base::CodeInfo& code, const YAML::Mark& mark, std::string message)
    {
        problems.push_back(base::Error(code, std::move(message)).at(place(mark, nextPointer())));
        throw Stop{};
    }

    void refuseTag(const YAML::Mark& mark, const std::string& tag)
    {
        if (!tag.empty() && tag != "?" && tag != "!")
            problems.push_back(base::Error(codes::YamlTag, "The tag " + tag + " is not allowed.").at(place(mark, nextPointer())));
    }

    void count(const YAML::Mark& mark, std::size_t nodes)
    {
        m_nodes += nodes;
        if (m_nodes > m_limits.nodes)
            stop(codes::YamlTooLarge, mark, "The limit is " + std::to_string(m_limits.nodes) + " values.");
    }

    [[nodiscard]] bool awaitsKey() const
    {
        return !m_frames.empty() && m_frames.back().value.is_object() && !m_frames.back().hasKey;
    }

    [[nodiscard]] std::string nextPointer() const
    {
        if (m_frames.empty())
            return {};
        const Frame& frame = m_frames.back();
        if (frame.value.is_array())
            return childPointer(frame.pointer, std::to_string(frame.value.size()));
        return frame.hasKey ? childPointer(frame.pointer, frame.key) : frame.pointer;
    }

    void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Json value)
    {
        refuseTag(mark, tag);
        if (awaitsKey())
            stop(codes::YamlKeyNotText, mark, "A key is text, not a list or map.");
        if (m_frames.size() >= m_limits.depth)
            stop(codes::YamlTooDeep, mark, "The limit is " + std::to_string(m_limits.depth) + " levels.");
        count(mark, 1);
        m_frames.push_back({std::move(value), nextPointer(), mark, anchor, m_nodes - 1});
        m_document.places.emplace(m_frames.back().pointer, place(mark, m_frames.back().pointer));
    }

    void close()
    {
        Frame frame = std::move(m_frames.back());
        m_frames.pop_back();
        if (frame.anchor != 0)
            m_anchors[frame.anchor] = {frame.value, m_nodes - frame.nodesBefore, frame.depth};
        if (!m_frames.empty())
            m_frames.back().depth = std::max(m_frames.back().depth, frame.depth + 1);
        put(std::move(frame.value));
    }

    void scalar(const YAML::Mark& mark, YAML::anchor_t anchor, Json value)
    {
        count(mark, 1);
        if (anchor != 0)
            m_anchors[anchor] = {value, 1, 0};
        add(mark, std::move(value));
    }

    void add(const YAML::Mark& mark, Json value)
    {
        if (awaitsKey())
            return takeKey(mark, value);
        const std::string pointer = nextPointer();
        m_document.places.emplace(pointer, place(mark, pointer));
        put(std::move(value));
    }

    void takeKey(const YAML::Mark& mark, const Json& value)
    {
        Frame& frame = m_frames.back();
        if (!value.is_string())
            stop(codes::YamlKeyNotText, mark, base::isNumber(value) || value.is_primitive()
                                                  ? "The key " + base::write(value) + " is not text; put it in quotes."
                                                  : "A key is text, not a list or map.");
        frame.key = value.get<std::string>();
        frame.hasKey = true;
        frame.keyRepeated = frame.value.contains(frame.key);
        const std::string pointer = childPointer(frame.pointer, frame.key);
        if (frame.keyRepeated)
            problems.push_back(base::Error(codes::YamlDuplicateKey, frame.key + " stands on line "
                                                                        + std::to_string(m_document.keys.at(pointer).line)
                                                                        + " and again on line " + std::to_string(mark.line + 1) + ".")
                                   .at(place(mark, pointer))
                                   .advise("Keep one of them."));
        else
            m_document.keys.emplace(pointer, place(mark, pointer));
    }

    void put(Json value)
    {
        if (m_frames.empty()) {
            m_document.value = std::move(value);
            return;
        }
        Frame& frame = m_frames.back();
        if (frame.value.is_array()) {
            frame.value.push_back(std::move(value));
            return;
        }
        if (!frame.keyRepeated)
            frame.value[frame.key] = std::move(value);
        frame.hasKey = false;
    }

    YamlDocument& m_document;
    YamlLimits m_limits;
    std::vector<Frame> m_frames{};
    std::map<YAML::anchor_t, Anchored> m_anchors{};
    std::size_t m_nodes = 0;
};

/// Finds a second document.
class Probe final : public YAML::EventHandler
{
public:
    YAML::Mark mark{};
    void OnDocumentStart(const YAML::Mark& at) override
    {
        mark = at;
        throw Stop{};
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
    void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
    void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
    void OnMapEnd() override {}
};

std::optional<base::Error> unreadable(std::string_view bytes, const std::string& file, const YamlLimits& limits)
{
    const auto lineOf = [&](std::size_t offset) {
        const std::string_view before = bytes.substr(0, offset);
        const std::size_t newline = before.rfind('\n');
        return base::Place{file, static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
                           static_cast<int>(offset - (newline == std::string_view::npos ? 0 : newline + 1)) + 1, ""};
    };
    if (bytes.size() > limits.bytes)
        return base::Error(codes::YamlTooLarge, "The limit is " + std::to_string(limits.bytes) + " bytes.").at({file, 0, 0, ""});
    if (bytes.starts_with("\xEF\xBB\xBF"))
        return base::Error(codes::YamlEncoding, "The file starts with a byte-order mark.").at(lineOf(0));
    if (const std::size_t bad = base::invalidUtf8(bytes); bad != std::string_view::npos)
        return base::Error(codes::YamlEncoding, "The file is not valid UTF-8.").at(lineOf(bad));
    for (std::size_t i = 0; i < bytes.size(); ++i)
        if (const auto c = static_cast<unsigned char>(bytes[i]); (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F)
            return base::Error(codes::YamlEncoding, "The file holds a control character.").at(lineOf(i));
    return std::nullopt;
}

/// An end marker after the last line: without it the parser takes a quoted text that is never closed for complete.
std::string withEndMarker(std::string_view bytes)
{
    return std::string(bytes) + (bytes.ends_with('\n') ? "...\n" : "\n...\n");
}

bool isIndentedByTab(std::string_view bytes, int line)
{
    for (; line > 0 && !bytes.empty(); --line)
        bytes.remove_prefix(std::min(bytes.find('\n'), bytes.size() - 1) + 1);
    const std::size_t text = bytes.find_first_not_of(" \t");
    return bytes.substr(0, text).find('\t') != std::string_view::npos;
}

base::Error syntaxError(const YAML::Exception& error, const std::string& bytes, const std::string& file)
{
    const bool unclosed = error.msg == YAML::ErrorMsg::DOC_IN_SCALAR;
    base::Error out(codes::YamlSyntax, unclosed ? "A quoted text is not closed before this line." : error.msg);
    out.at({file, std::max(error.mark.line, 0) + 1, std::max(error.mark.column, 0) + 1, ""});
    if (isIndentedByTab(bytes, error.mark.line))
        out.advise("The line is indented by a tab; use spaces.");
    return out;
}

void read(const std::string& bytes, YamlDocument& document, Builder& builder)
{
    Probe probe;
    bool probing = false;
    try {
        std::istringstream stream(bytes);
        YAML::Parser parser(stream);
        if (!parser.HandleNextDocument(builder) || document.value.is_null()) {
            builder.problems.push_back(base::Error(codes::YamlEmpty, "There is no document in the file.").at({document.file, 1, 1, ""}));
            return;
        }
        probing = true;
        (void)parser.HandleNextDocument(probe);
    } catch (const Stop&) {
        if (probing)
            builder.problems.push_back(base::Error(codes::YamlSeveralDocuments, "A second document begins here.")
                                           .at({document.file, probe.mark.line + 1, probe.mark.column + 1, ""})
                                           .advise("Put one document in each file."));
    } catch (const YAML::Exception& error) {
        builder.problems.push_back(syntaxError(error, bytes, document.file));
    }
}

} // namespace

std::string childPointer(const std::string& pointer, std::string_view token)
{
    std::string out = pointer + "/";
    for (const char c : token)
        c == '~' ? out += "~0" : c == '/' ? out += "~1" : out += c;
    return out;
}

base::Place YamlDocument::placeOf(const std::string& pointer) const
{
    std::string at = pointer;
    for (;;) {
        if (const auto found = places.find(at); found != places.end()) {
            base::Place out = found->second;
            out.pointer = pointer;
            return out;
        }
        if (at.empty())
            return {file, 1, 1, pointer};
        at.resize(at.rfind('/'));
    }
}

base::Place YamlDocument::keyPlaceOf(const std::string& pointer) const
{
    const auto found = keys.find(pointer);
    return found == keys.end() ? placeOf(pointer) : found->second;
}

tl::expected<YamlDocument, std::vector<base::Error>> parseYaml(std::string_view bytes, const std::string& file,
                                                               const YamlLimits& limits)
{
    YamlDocument document;
    document.file = file;
    if (auto problem = unreadable(bytes, file, limits))
        return tl::make_unexpected(std::vector{std::move(*problem)});
    Builder builder(document, limits);
    read(withEndMarker(bytes), document, builder);
    if (!builder.problems.empty())
        return tl::make_unexpected(std::move(builder.problems));
    return document;
}

} // namespace countersign::registry
