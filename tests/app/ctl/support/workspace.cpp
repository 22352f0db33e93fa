#include "tests/app/ctl/support/workspace.h"

namespace countersign::test {

namespace {

constexpr const char* gate = R"(validation:
  name: gate
  description: Fails while the file broken exists.
  mode: required
  source: command
  command: [sh, checks/gate.sh]
  pinned: [checks/gate.sh]
  install_hint: there is nothing to install
  capability: {read_only: true}
)";

constexpr const char* gateScript = R"(if [ -e broken ]; then echo '{"passed": false, "message": "broken is there"}'; else echo '{"passed": true, "message": "sound"}'; fi
)";

constexpr const char* style = R"(validation:
  name: style
  description: Quotes the first line of style.txt.
  mode: informational
  source: command
  command: [sh, -c, 'read -r line <style.txt; if [ -n "$line" ]; then printf "{\"passed\": false, \"message\": \"%s\"}" "$line"; else echo "{\"passed\": true}"; fi']
  capability: {read_only: true}
)";

constexpr const char* slow = R"(validation:
  name: slow
  description: Waits.
  mode: required
  source: command
  command: [sh, -c, 'sleep $(tr -dc 0-9.); echo "{\"passed\": true, \"message\": \"waited\"}"']
  input_schema: {type: object, properties: {seconds: {type: string}}, additionalProperties: false}
  capability: {read_only: true}
)";

} // namespace

QuickWorkspace::QuickWorkspace(const Home& home, const QByteArray& projectLines) : m_home(home), m_directory(home.path(QStringLiteral("quick")))
{
    const bool written = propose(QStringLiteral("project.yml"), "project:\n  name: quick\n  resources: [work]\n" + projectLines) &&
                         propose(QStringLiteral("resource.yml"), "resource: {name: work, kind: directory, path: work}\n") &&
                         propose(QStringLiteral("gate.yml"), gate) && propose(QStringLiteral("style.yml"), style) && propose(QStringLiteral("slow.yml"), slow) &&
                         set(QStringLiteral("checks/gate.sh"), gateScript) && set(QStringLiteral("style.txt"), "\n");
    Q_ASSERT(written);
    Q_UNUSED(written)
}

Ended QuickWorkspace::import() const { return m_home.run({QStringLiteral("import"), m_directory, QStringLiteral("--yes")}); }

QString QuickWorkspace::task(const QString& id, const QStringList& validations) const
{
    const Ended made = m_home.run({QStringLiteral("plan"), QStringLiteral("create"), id, QStringLiteral("--spec"), QStringLiteral("Do it well.")});
    if (made.status != 0)
        return QString::fromUtf8(made.all());
    for (const QString& each : validations) {
        const QStringList words = each.split(QLatin1Char(' '));
        QStringList call{QStringLiteral("validation"), QStringLiteral("attach"), QStringLiteral("--plan"), id, QStringLiteral("work"), words.first()};
        if (words.size() > 1)
            call << QStringLiteral("--seconds") << words.at(1);
        if (const Ended attached = m_home.run(call); attached.status != 0)
            return QString::fromUtf8(attached.all());
    }
    return {};
}

} // namespace countersign::test
