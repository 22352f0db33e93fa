#pragma once

#include "views/widgets/ansi_text.h"
#include "views/widgets/read_tracker.h"

#include <QPlainTextEdit>
#include <QTimer>

#include <functional>
#include <vector>

namespace countersign::widgets {

class EvidenceHighlighter;
class EvidenceLayout;

// Output of a validation, line by line, with the reading gate of UI.md 7.2: numbers, a bar beside each unread
// line and the border "read to here". Long lines wrap, so nothing of a line in view lies outside of the window.
class EvidenceView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit EvidenceView(QWidget* parent = nullptr);
    ~EvidenceView() override;

    // Raw output as stored; shown by the rules of parseAnsi(). Drops what was read.
    void setOutput(QStringView raw);
    // "Output of local/static-analysis"; the state of reading is added to it.
    void setSubject(const QString& subject);
    // Without the gate there are neither bars nor border, as for a log.
    void setGated(bool gated);
    // Number of the first line, when the text is a part of a whole.
    void setFirstNumber(int number);

    [[nodiscard]] const ReadTracker& tracker() const { return m_tracker; }
    void restoreRead(const std::vector<LineRange>& ranges);

    // Milliseconds of a steady clock; tests give their own.
    void setClock(std::function<qint64()> clock);
    // Looks at the view and the clock once; the view does so by itself ten times a second while it must.
    void tick();
    void showNextUnread();

    [[nodiscard]] int gutterWidth() const;
    void paintGutter(QPaintEvent* event);

Q_SIGNALS:
    void readChanged(int read, int total);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] std::optional<LineRange> linesInView() const;
    void watch();
    void restyle();
    void readMoved();
    void placeBorder();
    void nameItself();

    ReadTracker m_tracker;
    EvidenceLayout* m_layout;
    EvidenceHighlighter* m_highlighter;
    QWidget* m_gutter;
    QTimer m_timer;
    std::function<qint64()> m_clock;
    QString m_subject;
    int m_firstNumber = 1;
    bool m_gated = true;
};

} // namespace countersign::widgets
