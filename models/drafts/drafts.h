// Half-written decisions, per halt, kept over restarts: nobody types a reason twice. Source: SPEC 11, design section 6.
// A file of mode 0600 in the state directory, written half a second after the last change and at the end.
#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <QTimer>

namespace countersign::models {

struct Draft
{
    enum class Choice { None, Proceed, Reject };
    Choice choice = Choice::None;
    QString reason{};
    QString subjectDigest{}; ///< of the subject the choice was made for
    QString keyId{};
    friend bool operator==(const Draft&, const Draft&) = default;
};

class Drafts : public QObject
{
    Q_OBJECT

public:
    explicit Drafts(QString file, QObject* parent = nullptr);
    ~Drafts() override;

    [[nodiscard]] Draft draft(const QString& halt) const { return m_drafts.value(halt); }
    void keep(const QString& halt, const Draft& draft);
    void drop(const QString& halt);
    /// False when the file can't be written; the drafts stay in memory.
    bool save();

private:
    void load();

    QString m_file;
    QHash<QString, Draft> m_drafts{};
    QTimer m_timer{};
    bool m_dirty = false;
};

} // namespace countersign::models
