// Files on disk that differ from what was imported from them are announced, never applied: one quiet line for each of the
// first directories, and a way to its review. Source: SPEC 4.
#pragma once

#include "models/desk/desk.h"

#include <QWidget>

class QVBoxLayout;

namespace countersign::views {

class ImportNotice : public QWidget
{
    Q_OBJECT

public:
    explicit ImportNotice(models::Desk& desk, QWidget* parent = nullptr);

Q_SIGNALS:
    void reviewRequested(const QString& directory);

private:
    void refresh();

    models::Desk& m_desk;
    QVBoxLayout* m_rows;
};

} // namespace countersign::views
