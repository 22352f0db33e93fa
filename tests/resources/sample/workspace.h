#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace countersign::resources {

/// What one validation came to when its program was really run.
struct Answer
{
    QString verdict; ///< pass, fail or error
    QString message;
    QJsonObject data;
    QByteArray output; ///< both streams, as the program wrote them
};

/// A sample workspace made from the templates by following demo.json, as `countersignctl demo` does, with nothing of
/// the engine: git by hand, each program in a bubblewrap sandbox, each transform in a plain QJSEngine. It shows that
/// the files alone lead to what the sample promises.
class Workspace
{
public:
    Workspace(QString templates, QString directory);

    /// Empty when all went well, else what went wrong.
    QString instantiate();
    QJsonObject manifest() const { return m_manifest; }
    QString pathOf(const QString& resource) const;
    Answer run(const QString& validation, const QString& resource, const QJsonObject& args) const;

private:
    struct Definition
    {
        QStringList command;
        QString transform;
    };
    QString commitAll(const QString& path, const QJsonObject& commit) const;
    Definition definition(const QString& name) const;

    QString m_templates;
    QString m_directory;
    QJsonObject m_manifest;
};

/// Runs git in `directory` with a configuration of its own; the trimmed standard output, or nothing on failure.
QString git(const QString& directory, const QStringList& arguments);

} // namespace countersign::resources
