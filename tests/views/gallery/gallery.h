#pragma once

#include <QWidget>

namespace countersign::gallery {

struct Page
{
    QString name;
    QWidget* widget;
};

// Page 0 to 3, made anew for every look; the caller owns the widget.
Page makePage(int number);

QWidget* makeIconPage();
QWidget* makeControlPage();
QWidget* makeDetailPage();
QWidget* makeListPage();

} // namespace countersign::gallery
