// One import: the bytes are read once, the difference is computed in the transaction that writes it. Source: SPEC section 4.
#pragma once

#include "engine/core.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace countersign {

/// Why: what a person reviewed are bytes and what they would change. Both are kept apart from the registry, which others
/// change meanwhile, so that the transaction can compare them with what stands when it begins. Thread: the engine's.
class ImportFlow
{
public:
    /// Reads the YAML files. Errors: File* codes.
    [[nodiscard]] static base::Result<ImportFlow> read(EngineCore& engine, const std::filesystem::path& directory);

    [[nodiscard]] const std::filesystem::path& directory() const { return m_set.workspace; }
    /// What it would change now. Reads the pinned files that are not read yet.
    [[nodiscard]] base::Result<ImportReview> review();
    /// The digest of the bytes alone, without a look at transforms.
    [[nodiscard]] base::Result<ImportReview> digestOnly();
    /// Writes exactly what was read. expected: the reviewed digest, or empty; known: that review, where it is known.
    /// Errors: ImportInvalid; ImportChanged, naming what changed since then; RunInProgress for a validation that goes.
    [[nodiscard]] base::Result<ImportPreview> write(const std::string& expected, const ImportReview* known);

private:
    struct Examined
    {
        registry::ParsedRegistry parsed{};
        std::vector<store::PinnedFile> pinned{};
        ImportReview review{};
    };
    enum class Reading { Allowed, Done };
    enum class Looking { Whole, DigestOnly }; ///< DigestOnly: nothing is started
    using Files = std::map<std::string, std::string>; ///< path → digest

    ImportFlow(EngineCore& engine, registry::ImportSet set);
    [[nodiscard]] base::Result<Examined> examine(Reading reading, Looking looking);
    [[nodiscard]] registry::Checks checks(Reading reading);
    [[nodiscard]] base::Result<base::Json> askedSchema(const domain::Tool& tool, Reading reading);
    [[nodiscard]] base::Result<std::vector<store::PinnedFile>> pinnedFiles(const RegistryView& view, const registry::ParsedRegistry& parsed, Reading reading);
    [[nodiscard]] base::Result<const Files*> filesOf(const domain::Resource& resource, Reading reading);
    /// A run keeps the validations that it needs. Error: RunInProgress.
    [[nodiscard]] base::Result<void> requireNothingRuns(const Examined& now);
    [[nodiscard]] base::Result<void> store(Examined& now);
    [[nodiscard]] base::Result<void> remove(const ImportItem& item, std::vector<base::Error>& warnings);

    EngineCore& m_engine;
    registry::ImportSet m_set;
    std::string m_source;
    std::map<std::string, std::optional<Files>> m_trees{};     ///< resource as JSON → its files; nothing: it can't be read
    std::map<std::string, base::Result<void>> m_transforms{};  ///< text → whether it is a function
    std::map<std::string, base::Result<base::Json>> m_schemas{}; ///< tool as JSON → what its MCP server lists
};

} // namespace countersign
