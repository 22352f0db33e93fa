// A resource, a host and runs of planned validations. For tests of engine/plan.
#pragma once

#include "engine/base/files.h"
#include "engine/plan/execution.h"

#include <fstream>
#include <functional>

namespace countersign::plan::test {

namespace fs = std::filesystem;

class Workbench
{
public:
    Workbench()
        : m_host(std::move(*runner::ProcessHost::create(runner::HostOptions::inFolder(COUNTERSIGN_BINARY_DIR "/bin")))),
          m_redactor(runner::Redactor::create({"hunter[0-9]+"}).value()), m_directory(base::TemporaryDirectory::create("plan-test").value())
    {
        fs::create_directories(tree());
        fs::create_directories(m_directory.path() / "outputs");
    }
    [[nodiscard]] fs::path tree() const { return m_directory.path() / "tree"; }
    [[nodiscard]] runner::ProcessHost& host() { return *m_host; }
    void put(const std::string& path, const std::string& text) const
    {
        fs::create_directories((tree() / path).parent_path());
        std::ofstream(tree() / path) << text;
    }
    /// A validation of the source; with a transform one that wraps a tool of it.
    [[nodiscard]] PlannedValidation planned(const std::string& name, domain::ToolSource source, domain::Json args = domain::Json::object(),
                                            const std::string& transform = {}) const
    {
        domain::Tool tool;
        tool.name = "local/" + name;
        tool.source = std::move(source);
        PlannedValidation out;
        if (!transform.empty()) {
            domain::Tool wrapper;
            wrapper.name = tool.name + "-wrapper";
            wrapper.source = domain::WrappedSource{tool.name};
            wrapper.validation.emplace();
            wrapper.validation->transform = transform;
            out.chain.push_back(std::move(wrapper));
        } else {
            tool.validation.emplace();
        }
        out.chain.push_back(std::move(tool));
        out.attachment.attachment.id.value = name;
        out.attachment.attachment.validation = out.chain.front().name;
        out.attachment.attachment.resource = "local/tree";
        out.resource = {"local/tree", domain::ResourceKind::Directory, tree().string(), {}};
        out.rootArguments = std::move(args);
        out.timeout = std::chrono::seconds(60);
        out.definitionDigest = "definition";
        return out;
    }
    [[nodiscard]] std::vector<domain::ValidationResult> run(std::vector<PlannedValidation> validations, int parallel = 1,
                                                            const std::function<void(Execution&)>& meanwhile = {})
    {
        ExecutionSettings settings;
        settings.searchPath = "/usr/local/bin:/usr/bin:/bin";
        settings.parallel = parallel;
        const store::Outputs outputs(m_directory.path() / "outputs");
        Execution execution(std::move(validations), settings, *m_host, m_redactor, outputs, m_clock);
        if (meanwhile)
            meanwhile(execution);
        std::vector<domain::ValidationResult> out;
        while (!execution.done())
            if (auto result = execution.next(std::chrono::milliseconds(100)))
                out.push_back(std::move(*result));
        return out;
    }
    [[nodiscard]] domain::ValidationResult runOne(PlannedValidation validation) { return run({std::move(validation)}).at(0); }
    [[nodiscard]] std::string output(const std::string& digest) const { return store::Outputs(m_directory.path() / "outputs").get(digest).value_or("lost"); }

private:
    std::unique_ptr<runner::ProcessHost> m_host;
    runner::Redactor m_redactor;
    base::TemporaryDirectory m_directory;
    base::SystemClock m_clock;
};

/// "pass", "fail" or the code of the error.
[[nodiscard]] inline std::string outcome(const domain::ValidationResult& result)
{
    return result.verdict == domain::Verdict::Error ? result.errorCode : std::string(domain::toText(result.verdict));
}

} // namespace countersign::plan::test
