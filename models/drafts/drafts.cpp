#include "models/drafts/drafts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

namespace countersign::models {

namespace {

constexpr int saveAfterMs = 500;

QString choiceText(Draft::Choice choice)
{
    switch (choice) {
    case Draft::Choice::None: return QString();
    case Draft::Choice::Proceed: return QStringLiteral("proceed");
    case Draft::Choice::Reject: return QStringLiteral("reject");
    }
    return QString();
}

Draft::Choice choiceOf(const QString& text)
{
    return text == QLatin1String("proceed")  ? Draft::Choice::Proceed
           : text == QLatin1String("reject") ? Draft::Choice::Reject
                                             : Draft::Choice::None;
}

} // namespace

Drafts::Drafts(QString file, QObject* parent) : QObject(parent), m_file(std::move(file))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(saveAfterMs);
    connect(&m_timer, &QTimer::timeout, this, &Drafts::save);
    load();
}

Drafts::~Drafts() { save(); }

void Drafts::keep(const QString& halt, const Draft& draft)
{
    if (m_drafts.value(halt) == draft)
        return;
    if (draft == Draft{})
        m_drafts.remove(halt);
    else
        m_drafts.insert(halt, draft);
    m_dirty = true;
    m_timer.start();
}

void Drafts::drop(const QString& halt) { keep(halt, Draft{}); }

bool Drafts::save()
{
    if (!m_dirty || m_file.isEmpty())
        return true;
    QJsonObject all;
    for (auto it = m_drafts.cbegin(); it != m_drafts.cend(); ++it)
        all.insert(it.key(), QJsonObject{{QStringLiteral("choice"), choiceText(it->choice)},
                                         {QStringLiteral("reason"), it->reason},
                                         {QStringLiteral("subject_digest"), it->subjectDigest},
                                         {QStringLiteral("key"), it->keyId}});
    QDir().mkpath(QFileInfo(m_file).path());
    QSaveFile out(m_file);
    if (!out.open(QIODevice::WriteOnly))
        return false;
    out.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    out.write(QJsonDocument(all).toJson());
    if (!out.commit())
        return false;
    m_dirty = false;
    return true;
}

void Drafts::load()
{
    QFile in(m_file);
    if (m_file.isEmpty() || !in.open(QIODevice::ReadOnly))
        return;
    const QJsonObject all = QJsonDocument::fromJson(in.readAll()).object();
    for (auto it = all.begin(); it != all.end(); ++it) {
        const QJsonObject one = it->toObject();
        m_drafts.insert(it.key(), Draft{choiceOf(one.value(QStringLiteral("choice")).toString()),
                                        one.value(QStringLiteral("reason")).toString(),
                                        one.value(QStringLiteral("subject_digest")).toString(),
                                        one.value(QStringLiteral("key")).toString()});
    }
}

} // namespace countersign::models
