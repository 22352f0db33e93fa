// The verdicts of one halt, worst first, with what is read of each. Source: design 7.2.
#pragma once

#include "engine/requests.h"
#include "models/keyed_rows.h"
#include "models/mark.h"

namespace countersign::models {

struct EvidenceRow
{
    QString id{};
    Mark mark = Mark::Error;
    QString validation{};
    QString mode{};
    QString message{};
    QString stability{};
    bool flaky = false;
    QString duration{};
    int read = 0;
    int lines = -1; ///< -1: not loaded yet

    [[nodiscard]] QString key() const { return id; }
    [[nodiscard]] bool complete() const { return lines >= 0 && read >= lines; }
    friend bool operator==(const EvidenceRow&, const EvidenceRow&) = default;
};

class EvidenceModel : public KeyedRows<EvidenceRow>
{
    Q_OBJECT

public:
    enum Column { Verdict, Validation, Mode, Message, Stability, Duration, Read, ColumnCount };
    explicit EvidenceModel(QObject* parent = nullptr) : KeyedRows(parent) {}

    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void setDetail(const HaltDetail& detail);
    void setRead(const QString& id, int read, int lines);
    [[nodiscard]] int complete() const;
    /// The first row, from the top, that is not read to the end; -1: all read.
    [[nodiscard]] int firstUnread() const;
    [[nodiscard]] static QString rowId(const domain::ValidationResult& result);

private:
    [[nodiscard]] QString text(const EvidenceRow& row, Column column) const;
};

} // namespace countersign::models
