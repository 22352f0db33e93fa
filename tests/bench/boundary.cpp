// The model boundary: schemas and strict JSON, against ajv (on Node), valijson and nlohmann's own parser. Source: SPEC section 9.
#include "tests/bench/measure.h"
#include "tests/bench/schema_cases.h"

#include "engine/base/files.h"
#include "engine/schema/schema.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>

#ifdef COUNTERSIGN_VALIJSON
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#endif

namespace countersign::bench {
namespace {

namespace fs = std::filesystem;
using base::Json;
using schema::Schema;

/// Seconds that one call takes, by as many as fill the time.
double secondsEach(double fill, const std::function<void()>& call)
{
    using Clock = std::chrono::steady_clock;
    long calls = 1;
    for (;;) {
        const auto begin = Clock::now();
        for (long i = 0; i < calls; ++i)
            call();
        const double took = std::chrono::duration<double>(Clock::now() - begin).count();
        if (took >= fill)
            return took / static_cast<double>(calls);
        calls = took <= 0 ? calls * 10 : static_cast<long>(static_cast<double>(calls) * std::max(1.2, fill / took * 1.1)) + 1;
    }
}

double geometricMean(const std::vector<double>& values)
{
    double logs = 0;
    for (const double value : values)
        logs += std::log(value);
    return std::exp(logs / static_cast<double>(values.size()));
}

/// Microseconds an instance, milliseconds a compilation; one of each case.
struct Times
{
    std::vector<double> validate{};
    std::vector<double> compile{};
};

class Ours
{
public:
    explicit Ours(const std::vector<SchemaCase>& cases) : m_cases(cases)
    {
        for (const SchemaCase& each : cases) {
            auto schema = Schema::compile(each.schema, {nullptr, each.isDraft7 ? schema::Draft::Draft7 : schema::Draft::Draft2020});
            if (!schema)
                throw Failed(each.name + ": " + schema.error().text());
            for (const Json& instance : each.instances)
                if (const auto found = schema->check(instance); !found.empty())
                    throw Failed(each.name + ": " + found.front().message);
            m_schemas.push_back(std::move(*schema));
        }
    }

    Times measure(double fill) const
    {
        Times out;
        for (std::size_t i = 0; i < m_cases.size(); ++i) {
            const SchemaCase& each = m_cases[i];
            const double all = secondsEach(fill, [&] {
                for (const Json& instance : each.instances)
                    if (!m_schemas[i].accepts(instance))
                        throw Failed(each.name + " refused an instance that fits");
            });
            out.validate.push_back(all * 1e6 / static_cast<double>(each.instances.size()));
            const schema::CompileOptions options{nullptr, each.isDraft7 ? schema::Draft::Draft7 : schema::Draft::Draft2020};
            out.compile.push_back(1e3 * secondsEach(fill / 4, [&] {
                                      if (!Schema::compile(each.schema, options))
                                          throw Failed(each.name + " was not compiled");
                                  }));
        }
        return out;
    }

private:
    const std::vector<SchemaCase>& m_cases;
    std::vector<Schema> m_schemas{};
};

/// ajv on Node, as COUNTERSIGN_BENCH_PEERS holds it: node_modules with ajv 8.
class Ajv
{
public:
    explicit Ajv(const std::vector<SchemaCase>& cases) : m_folder(base::TemporaryDirectory::create("bench-ajv").value())
    {
        const char* peers = std::getenv("COUNTERSIGN_BENCH_PEERS");
        if (peers == nullptr || !fs::exists(fs::path(peers) / "node_modules" / "ajv"))
            throw Absent("ajv is not there: set COUNTERSIGN_BENCH_PEERS to a folder with node_modules/ajv");
        Json file = Json::array();
        for (const SchemaCase& each : cases)
            file.push_back({{"name", each.name}, {"draft7", each.isDraft7}, {"schema", each.schema}, {"instances", each.instances}});
        std::ofstream(m_folder.path() / "cases.json") << base::write(file);
        m_command = "NODE_PATH='" + (fs::path(peers) / "node_modules").string() + "' node '" + COUNTERSIGN_BENCH_SOURCES "/ajv.cjs' '" + (m_folder.path() / "cases.json").string() + "' ";
    }

    Times measure(double fill) const
    {
        const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen((m_command + std::to_string(fill)).c_str(), "r"), ::pclose);
        std::string text;
        std::array<char, 4096> buffer;
        while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe.get()))
            text.append(buffer.data(), n);
        const auto answer = base::parseJson(text);
        if (!answer)
            throw Failed("ajv did not answer: " + text);
        return {answer->at("validate").get<std::vector<double>>(), answer->at("compile").get<std::vector<double>>()};
    }

private:
    base::TemporaryDirectory m_folder;
    std::string m_command{};
};

struct Compared
{
    Times ours{};
    Times other{};
};

Compared inTurns(int rounds, const std::function<Times()>& ours, const std::function<Times()>& other)
{
    std::vector<Times> left;
    std::vector<Times> right;
    for (int i = 0; i < rounds; ++i) {
        left.push_back(ours());
        right.push_back(other());
    }
    const auto median = [](const std::vector<Times>& all, std::vector<double> Times::* which) {
        std::vector<double> out;
        for (std::size_t i = 0; i < (all.front().*which).size(); ++i) {
            std::vector<double> values;
            for (const Times& each : all)
                values.push_back((each.*which)[i]);
            std::sort(values.begin(), values.end());
            out.push_back(values[values.size() / 2]);
        }
        return out;
    };
    return {{median(left, &Times::validate), median(left, &Times::compile)}, {median(right, &Times::validate), median(right, &Times::compile)}};
}

/// One measurement for the two rows that need it.
const Compared& againstAjv(const Settings& settings)
{
    static const Compared measured = [&] {
        const std::vector<SchemaCase> cases = schemaCases();
        const Ours ours(cases);
        const Ajv ajv(cases);
        const double fill = settings.quick ? 0.001 : 0.2;
        const Compared out = inTurns(settings.count(5, 1), [&] { return ours.measure(fill); }, [&] { return ajv.measure(fill); });
        for (std::size_t i = 0; i < cases.size(); ++i)
            std::printf("  %-18s validate %8.3f to %8.3f us, compile %8.3f to %8.3f ms\n", cases[i].name.c_str(), out.ours.validate[i], out.other.validate[i], out.ours.compile[i],
                        out.other.compile[i]);
        return out;
    }();
    return measured;
}

Row validate(const Settings& settings)
{
    const Compared& all = againstAjv(settings);
    return {"schema-validate", geometricMean(all.ours.validate), geometricMean(all.other.validate), "us", 0.5, "an instance against its schema, geometric mean, against ajv 8 compiled and warm"};
}

Row compile(const Settings& settings)
{
    const Compared& all = againstAjv(settings);
    return {"schema-compile", geometricMean(all.ours.compile), geometricMean(all.other.compile), "ms", 0.02, "compiling a schema, geometric mean, against ajv 8"};
}

#ifdef COUNTERSIGN_VALIJSON
Row validateAgainstValijson(const Settings& settings)
{
    std::vector<SchemaCase> cases = schemaCases();
    std::erase_if(cases, [](const SchemaCase& each) { return !each.isDraft7; }); // it aborts on draft 2020-12
    const Ours ours(cases);
    std::vector<std::unique_ptr<valijson::Schema>> schemas;
    for (const SchemaCase& each : cases) {
        schemas.push_back(std::make_unique<valijson::Schema>());
        valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(valijson::adapters::NlohmannJsonAdapter(each.schema), *schemas.back());
    }
    const double fill = settings.quick ? 0.001 : 0.2;
    const Compared out = inTurns(settings.count(3, 1), [&] { return ours.measure(fill); }, [&] {
        Times times;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            valijson::Validator validator;
            const double all = secondsEach(fill, [&] {
                for (const Json& instance : cases[i].instances)
                    if (!validator.validate(*schemas[i], valijson::adapters::NlohmannJsonAdapter(instance), nullptr))
                        throw Failed(cases[i].name + " was refused by valijson");
            });
            times.validate.push_back(all * 1e6 / static_cast<double>(cases[i].instances.size()));
            times.compile.push_back(1);
        }
        return times;
    });
    return {"schema-validate-valijson", geometricMean(out.ours.validate), geometricMean(out.other.validate), "us", 1.0, "the draft-07 ones against valijson"};
}
#endif

Row parse(const Settings& settings)
{
    std::vector<std::string> texts;
    for (const SchemaCase& each : schemaCases()) {
        texts.push_back(base::write(each.schema));
        for (const Json& instance : each.instances)
            texts.push_back(base::pretty(instance));
    }
    const double fill = settings.quick ? 0.001 : 0.3;
    const auto all = [&](const std::function<void(const std::string&)>& one) {
        std::vector<double> times;
        for (const std::string& text : texts)
            times.push_back(1e9 * secondsEach(fill / 10, [&] { one(text); }) / static_cast<double>(text.size()));
        return geometricMean(times);
    };
    const auto [ours, other] = inTurn(settings.count(7, 1),
        [&] { return all([](const std::string& text) { if (!base::parseJson(text)) throw Failed("a text was not parsed"); }); },
        [&] { return all([](const std::string& text) { if (Json::parse(text).is_discarded()) throw Failed("a text was not parsed"); }); });
    return {"json-parse", ours, other, "ns a byte", 1.0, "strict JSON with all its checks, schemas and instances as texts, against nlohmann's own parser"};
}

} // namespace

std::vector<Benchmark> boundaryBenchmarks()
{
    return {{"schema-validate", validate},
            {"schema-compile", compile},
#ifdef COUNTERSIGN_VALIJSON
            {"schema-validate-valijson", validateAgainstValijson},
#endif
            {"json-parse", parse}};
}

} // namespace countersign::bench
