// A workspace whose validations take milliseconds: what they say is read from files of the work.
#pragma once

#include "tests/app/ctl/support/ctl.h"

namespace countersign::test {

/// Resource work (kind directory) of project quick, policy unanimous:
/// gate (required) fails while work/broken exists; style (informational) fails while work/style.txt is not empty and
/// quotes its first line; slow (required, attached to nothing) waits as long as its argument says.
class QuickWorkspace
{
public:
    explicit QuickWorkspace(const Home& home, const QByteArray& projectLines = "  policy: unanimous\n");
    [[nodiscard]] QString directory() const { return m_directory; }
    [[nodiscard]] QString work(const QString& file) const { return m_directory + QStringLiteral("/work/") + file; }
    [[nodiscard]] bool set(const QString& file, const QByteArray& bytes) const { return writeFile(work(file), bytes); }
    [[nodiscard]] bool propose(const QString& file, const QByteArray& bytes) const { return writeFile(m_directory + QStringLiteral("/.countersign/") + file, bytes); }
    [[nodiscard]] Ended import() const;
    /// Every validation of the words attached for this task only, the task made before. Words: "gate", "style", "slow 2".
    [[nodiscard]] QString task(const QString& id, const QStringList& validations) const;

private:
    const Home& m_home;
    QString m_directory;
};

} // namespace countersign::test
