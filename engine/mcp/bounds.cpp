#include "engine/mcp/bounds.h"

#include "engine/base/text.h"

namespace countersign::mcp {

namespace {

constexpr std::size_t longestMessage = 4'000;       // characters
constexpr std::size_t largestData = 16U * 1024U;    // bytes of JSON
constexpr std::size_t largestAnswer = 1024U * 1024U; // bytes of all messages and data

std::size_t sizeOf(const Json& value) { return value.is_string() ? value.get_ref<const std::string&>().size() : base::write(value).size(); }

void cutMember(Json& result, const char* member, std::size_t most)
{
    const auto it = result.find(member);
    if (it == result.end() || it->is_null() || sizeOf(*it) <= most)
        return;
    if (it->is_string())
        *it = base::elide(it->get_ref<const std::string&>(), most);
    else
        *it = Json{{"cut", true}, {"bytes", sizeOf(*it)}, {"head", base::elide(base::write(*it), 1'000)}};
    result[std::string(member) + "_cut"] = true;
}

} // namespace

void boundResults(Json& results)
{
    std::size_t said = 0;
    for (Json& result : results) {
        const bool spent = said > largestAnswer;
        cutMember(result, "message", spent ? 200 : longestMessage);
        cutMember(result, "data", spent ? 200 : largestData);
        cutMember(result, "args", spent ? 200 : largestData);
        said += sizeOf(result);
    }
}

} // namespace countersign::mcp
