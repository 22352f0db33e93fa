#pragma once

#include "views/style/glyph.h"

#include <QFrame>
#include <QLineEdit>
#include <QTimer>

class QPushButton;
class QVBoxLayout;

namespace countersign::widgets {

class TextLabel;

// The boxed name of a key.
class KeyHint : public QWidget
{
    Q_OBJECT

public:
    explicit KeyHint(const QString& key, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_key;
};

// A field with an icon before the text and its key at the end while it is empty.
class FilterEdit : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterEdit(const QString& placeholder, QWidget* parent = nullptr,
                        style::Glyph glyph = style::Glyph::Filter, const QString& key = QStringLiteral("/"));

Q_SIGNALS:
    // Esc in an empty field; Esc in a filled one clears it.
    void leaveRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void restyle();

    style::Glyph m_glyph;
    QString m_key;
};

// One command to copy: "$ sudo apt install weld-coder", shown word for word, never run.
class CommandLine : public QLineEdit
{
    Q_OBJECT

public:
    CommandLine(const QString& command, const QString& note, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void restyle();

    QString m_note;
};

// A button that copies a text and says "Copied" for two seconds.
class CopyButton : public QWidget
{
    Q_OBJECT

public:
    CopyButton(const QString& what, const QString& text, QWidget* parent = nullptr);
    [[nodiscard]] QPushButton* button() const { return m_button; }
    void setText(const QString& text) { m_text = text; }

private:
    void copy();

    QString m_text;
    QPushButton* m_button;
    QTimer m_timer;
};

// The install hint of UI.md 7.3: where it comes from, then the commands.
class HintBox : public QFrame
{
    Q_OBJECT

public:
    explicit HintBox(const QString& title, const QString& origin, QWidget* parent = nullptr);

    // "Install": names the field "Install command, …" and the button "Copy install command".
    CopyButton* addCommand(const QString& purpose, const QString& command, const QString& note = {});
    // Prose, without a prompt: what was looked for and where, or what somebody registered.
    CopyButton* addWords(const QString& words);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVBoxLayout* m_rows;
};

// What a list says when it has nothing to show, with at most one way on.
class EmptyState : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyState(const QString& sentence, const QString& note = {}, QWidget* parent = nullptr);

    void setSentence(const QString& sentence, const QString& note = {});
    QPushButton* setButton(const QString& text);

private:
    TextLabel* m_sentence;
    TextLabel* m_note;
    QPushButton* m_button = nullptr;
};

} // namespace countersign::widgets
