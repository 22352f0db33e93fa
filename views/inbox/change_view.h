// "Changed since you last looked": what differs in the subject, as removed and added lines, then verdicts.
// Source: design 7.2.
#pragma once

#include "models/inbox/evidence_text.h"

#include <QAbstractScrollArea>

namespace countersign::views {

class ChangeView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit ChangeView(QWidget* parent = nullptr);
    void setChanges(std::vector<models::SubjectChange> changes, const QString& whenEmpty);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Line
    {
        models::SubjectChange::Kind kind;
        QString text;
        QString before;
        QString after;
    };
    void layOut();

    std::vector<models::SubjectChange> m_changes{};
    std::vector<Line> m_lines{};
    QString m_empty{};
};

} // namespace countersign::views
