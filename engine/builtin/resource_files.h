// Reads files of a resource without ever leaving it. Source: SPEC sections 6.2, 17.
// The content of a resource is the agent's: a link, also one put in place meanwhile, must not lead to another file of
// the operator's. So every name is opened below the descriptor of its folder, none may be a link, and what was opened
// is what is looked at. Internal to engine/builtin. Thread: a value.
#pragma once

#include "engine/base/files.h"
#include "engine/domain/project.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace countersign::builtin {

enum class FileKind { Missing, Regular, Directory, Link, Other };

class ResourceFiles
{
public:
    /// Errors: Unreadable.
    [[nodiscard]] static base::Result<ResourceFiles> open(const domain::Resource& resource);

    /// Of the last name; a link or a file where a folder is needed makes it Link or Missing. Errors: PathOutside, Unreadable.
    [[nodiscard]] base::Result<FileKind> kindOf(std::string_view path) const;
    /// Nothing when there is no regular file. Errors: PathOutside, Unreadable, TooLarge.
    [[nodiscard]] base::Result<std::optional<std::string>> read(std::string_view path, std::size_t limit) const;

    /// Path of a regular file and its content, read when it is asked for.
    using Content = std::function<base::Result<std::string>(std::size_t limit)>;
    using Visit = std::function<base::Result<void>(const std::string& path, const Content& content)>;
    /// Every regular file in the order of names, without the folder .git; links are passed over. Errors: Unreadable, the visitor's.
    [[nodiscard]] base::Result<void> each(const Visit& visit) const;

private:
    base::Fd m_root;
    std::string m_only{}; ///< of a resource that is one file: its name
};

} // namespace countersign::builtin
