#include "engine/runner/redactor.h"

#include "engine/runner/codes.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace countersign::runner {
namespace {

/// What else a match must be to count as a secret; expressions alone would redact prose.
enum class Test { Always, Value, Random };

struct RuleText
{
    std::string_view kind;
    const char* pattern; ///< its first group is the secret, or else the whole match
    Test test = Test::Always;
};

#define CS_VALUE R"((\\?"(?:[^"\\\r\n]|\\[^"\r\n])+|'[^'\r\n]+|[^\s"'\\,;&}\])]+))"
constexpr RuleText knownRules[] = {
    {"private-key", R"(-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?s:.*?)-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----)"},
    {"private-key", R"(-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\:,-]*)"},
    {"aws-key", R"(\b(?:AKIA|ASIA)[A-Z0-9]{16}\b)"},
    {"github-token", R"(\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,}))"},
    {"gitlab-token", R"(\bgl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[A-Za-z0-9_.-]{16,})"},
    {"slack-token", R"(\bxox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,})"},
    {"slack-webhook", R"(hooks\.slack\.com/(?:services|workflows)/([A-Za-z0-9/_-]{8,}))"},
    {"api-key", R"(\b(?:sk|rk|pk)[-_](?:live|test|proj|ant|svcacct)[-_][A-Za-z0-9_-]{16,}|\bAIza[A-Za-z0-9_-]{35}|\bnpm_[A-Za-z0-9]{36})"},
    {"jwt", R"(\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*)"},
    {"authorization", R"((?i)\bauthorization\\?["']?\s*[:=]\s*\\?["']?(?:(?:bearer|basic|digest|token|apikey|negotiate)\s+)?([^\s"'\\,;]+))", Test::Value},
    {"bearer", R"((?i)\bbearer\s+([A-Za-z0-9._~+/=-]{12,}))", Test::Random},
    {"cookie", R"((?i)\b(?:set-)?cookie\\?["']?\s*:[ \t]*\\?["']?([^\r\n"'\\]+))", Test::Value},
    {"url-password", R"((?i)\b[a-z][a-z0-9+.-]*://[^\s/:@"'<>]*:([^\s/@"'<>]+)@)", Test::Value},
    {"url-password", R"((?i)\b[a-z][a-z0-9+.-]*://([^\s/:@"'<>]{16,})@)", Test::Random},
    {"url-parameter", R"((?i)[?&](?:[a-z0-9_-]*token|[a-z0-9_-]*secret|api_?key|key|passw(?:or)?d|pwd|sig(?:nature)?|auth)=([^&\s"'#\\<>]+))", Test::Value},
    {"password", R"((?i)(?:passwords?|passwd|passphrase|passcode|pwd)\d*\\?["']?[ \t]*(?:=>|[:=])[ \t]*)" CS_VALUE, Test::Value},
    {"key", R"((?i)(?:api|access|secret|private|auth|encryption|signing)[_.-]?key(?:[_.-]?id)?\\?["']?[ \t]*(?:=>|[:=])[ \t]*)" CS_VALUE, Test::Value},
    {"secret", R"((?i)(?:secret|credentials?)\\?["']?[ \t]*(?:=>|[:=])[ \t]*)" CS_VALUE, Test::Value},
    {"token", R"((?i)token\\?["']?[ \t]*(?:=>|[:=])[ \t]*)" CS_VALUE, Test::Random},
};
#undef CS_VALUE

std::string_view stripped(std::string_view value)
{
    while (!value.empty() && (value.front() == '\\' || value.front() == '"' || value.front() == '\''))
        value.remove_prefix(1);
    return value;
}

bool isPlaceholder(std::string_view value)
{
    static constexpr std::array words{"true", "false", "null", "none", "nil", "undefined", "yes", "no", "redacted"};
    std::string lower(value);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return value.empty() || std::string_view("<$*{[(").find(value.front()) != std::string_view::npos
           || std::find(words.begin(), words.end(), lower) != words.end();
}

bool looksRandom(std::string_view value)
{
    const auto count = [value](auto kind) {
        return std::count_if(value.begin(), value.end(), [kind](unsigned char c) { return kind(c) != 0; });
    };
    const auto digits = count([](int c) { return std::isdigit(c); });
    const auto letters = count([](int c) { return std::isalpha(c); });
    return (value.size() >= 7 && digits > 0 && letters > 0) || value.size() >= 24;
}

bool accepts(Test test, std::string_view value)
{
    value = stripped(value);
    switch (test) {
    case Test::Always: return true;
    case Test::Value: return !isPlaceholder(value);
    case Test::Random: return !isPlaceholder(value) && looksRandom(value);
    }
    return true;
}

struct Rule
{
    std::string kind;
    std::unique_ptr<re2::RE2> expression;
    Test test = Test::Always;
};

std::unique_ptr<re2::RE2> compile(const std::string& pattern)
{
    re2::RE2::Options options;
    options.set_encoding(re2::RE2::Options::EncodingLatin1);
    options.set_log_errors(false);
    options.set_max_mem(64 << 20);
    return std::make_unique<re2::RE2>(pattern, options);
}

void apply(const Rule& rule, std::string& text)
{
    const re2::StringPiece whole(text);
    const bool hasGroup = rule.expression->NumberOfCapturingGroups() > 0;
    std::array<re2::StringPiece, 2> found;
    std::string out;
    std::size_t copied = 0;
    for (std::size_t at = 0; at <= text.size();) {
        if (!rule.expression->Match(whole, at, text.size(), re2::RE2::UNANCHORED, found.data(), hasGroup ? 2 : 1))
            break;
        const re2::StringPiece& match = found[0];
        const re2::StringPiece& secret = hasGroup && found[1].data() != nullptr ? found[1] : found[0];
        const std::string_view value = stripped({secret.data(), secret.size()});
        if (!value.empty() && !value.starts_with("[redacted: ") && accepts(rule.test, value)) {
            const auto begin = static_cast<std::size_t>(value.data() - text.data());
            out.append(text, copied, begin - copied).append("[redacted: ").append(rule.kind).append("]");
            copied = begin + value.size();
        }
        const auto end = static_cast<std::size_t>(match.data() + match.size() - text.data());
        at = std::max(end, at + 1);
    }
    if (copied > 0)
        text = out.append(text, copied);
}

} // namespace

struct Redactor::Rules
{
    std::vector<Rule> list;
};

Redactor::Redactor(std::unique_ptr<Rules> rules) : m_rules(std::move(rules)) {}
Redactor::~Redactor() = default;
Redactor::Redactor(Redactor&&) noexcept = default;
Redactor& Redactor::operator=(Redactor&&) noexcept = default;

base::Result<Redactor> Redactor::create(const std::vector<std::string>& extraPatterns)
{
    auto rules = std::make_unique<Rules>();
    for (const std::string& pattern : extraPatterns) {
        std::unique_ptr<re2::RE2> expression = compile(pattern);
        if (!expression->ok())
            return base::fail(codes::PatternInvalid, "\"" + pattern + "\": " + expression->error());
        if (expression->Match("", 0, 0, re2::RE2::UNANCHORED, nullptr, 0))
            return base::fail(codes::PatternInvalid, "\"" + pattern + "\" matches the empty text");
        rules->list.push_back({"pattern", std::move(expression), Test::Always});
    }
    for (const RuleText& rule : knownRules)
        rules->list.push_back({std::string(rule.kind), compile(rule.pattern), rule.test});
    return Redactor(std::move(rules));
}

std::string Redactor::text(std::string_view bytes) const
{
    std::string result(bytes);
    for (const Rule& rule : m_rules->list)
        apply(rule, result);
    return result;
}

base::Json Redactor::member(const std::string& name, const base::Json& value) const
{
    if (!value.is_string())
        return json(value);
    const std::string prefix = name + "=\"";
    const std::string& plain = value.get_ref<const std::string&>();
    const bool fits = plain.find_first_of("\"\\\r\n") == std::string::npos;
    const std::string judged = fits ? text(prefix + plain) : text(plain);
    return fits && judged.starts_with(prefix) ? judged.substr(prefix.size()) : text(plain);
}

base::Json Redactor::json(const base::Json& value) const
{
    if (value.is_string())
        return text(value.get_ref<const std::string&>());
    base::Json result = value;
    if (value.is_array()) {
        for (base::Json& item : result)
            item = json(item);
    } else if (value.is_object()) {
        for (auto& [name, item] : result.items())
            item = member(name, item);
    }
    return result;
}

} // namespace countersign::runner
