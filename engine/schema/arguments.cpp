#include "engine/base/text.h"
#include "engine/schema/codes.h"
#include "engine/schema/kinds.h"
#include "engine/schema/schema.h"

#include <cmath>
#include <cstdlib>

namespace countersign::schema {

namespace {

constexpr std::size_t shown = 50;

struct Place
{
    const Json* value = nullptr;
    std::string pointer{};
    std::string path{};
};

bool isNegativeZero(const Json& value)
{
    return value.is_number_float() && value.get<double>() == 0 && std::signbit(value.get<double>());
}

bool isFinite(const Json& value)
{
    return !base::isInexactNumber(value) || std::isfinite(std::strtod(base::numberText(value).c_str(), nullptr));
}

/// Numbers that no schema may let through: their meaning would change on the way.
std::vector<Violation> badNumbers(const Json& args)
{
    std::vector<Violation> out;
    std::vector<Place> stack{{&args, "", ""}};
    while (!stack.empty()) {
        const Place place = std::move(stack.back());
        stack.pop_back();
        if (base::isNumber(*place.value)) {
            if (isNegativeZero(*place.value))
                out.push_back({place.pointer, place.path, "negativeZero", "0", "negative zero", place.path + " is negative zero.", {}});
            else if (!isFinite(*place.value))
                out.push_back({place.pointer, place.path, "finite", "a finite number", "number beyond range",
                               place.path + " is beyond the range of a number.", {}});
        } else if (place.value->is_object()) {
            for (auto it = place.value->rbegin(); it != place.value->rend(); ++it)
                stack.push_back({&*it, pointerTo(place.pointer, it.key()), pathTo(place.path, it.key())});
        } else if (place.value->is_array()) {
            for (std::size_t i = place.value->size(); i-- > 0;)
                stack.push_back({&(*place.value)[i], pointerTo(place.pointer, std::to_string(i)), pathTo(place.path, i)});
        }
    }
    return out;
}

base::Result<Json> refuseViolations(CheckedArguments checked)
{
    if (checked.total > 0)
        return base::fail(codes::InvalidArgs, violationsText(checked.violations, checked.total));
    return std::move(checked.args);
}

} // namespace

CheckedArguments judgeParsed(const Schema& schema, Json args)
{
    CheckedArguments out;
    if (!args.is_object()) {
        out.violations.push_back({"", "the root", "type", "object", std::string(kindOf(args)), "The arguments are one JSON object.", {}});
    } else {
        out.violations = badNumbers(args);
        std::vector<Violation> more = schema.check(args);
        out.violations.insert(out.violations.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
    out.total = out.violations.size();
    out.violations.resize(std::min(out.total, shown));
    out.args = std::move(args);
    return out;
}

base::Result<CheckedArguments> judgeArguments(const Schema& schema, std::string_view text)
{
    if (base::trim(text).empty())
        return judgeParsed(schema, Json::object());
    CS_ASSIGN(Json args, base::parseJson(text));
    return judgeParsed(schema, std::move(args));
}

base::Result<Json> checkArguments(const Schema& schema, std::string_view text)
{
    CS_ASSIGN(CheckedArguments checked, judgeArguments(schema, text));
    return refuseViolations(std::move(checked));
}

base::Result<Json> checkParsed(const Schema& schema, Json args)
{
    return refuseViolations(judgeParsed(schema, std::move(args)));
}

std::string violationsText(const std::vector<Violation>& violations, std::size_t total)
{
    std::string out = std::to_string(total) + (total == 1 ? " violation" : " violations");
    for (const Violation& violation : violations)
        out += "\n" + (violation.pointer.empty() ? "(root)" : violation.pointer) + ": " + violation.message;
    if (total > violations.size())
        out += "\nand " + std::to_string(total - violations.size()) + " more";
    return out;
}

} // namespace countersign::schema
