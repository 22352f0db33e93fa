// SPDX-License-Identifier: Apache-2.0
#include "level.h"
#include "pump.h"

#include <cstdio>
#include <cstring>

namespace {

int failures = 0;

void checkEqual(long actual, long expected, const char* what, const char* file, int line) {
    if (actual == expected)
        return;
    ++failures;
    std::printf("%s:%d: failure: %s is %ld, expected %ld\n", file, line, what, actual, expected);
}

#define CHECK_EQUAL(actual, expected) checkEqual(actual, expected, #actual, __FILE__, __LINE__)

void scaleEnds() {
    CHECK_EQUAL(sump::millimetres(819), 0);
    CHECK_EQUAL(sump::millimetres(4095), sump::pitDepth);
    CHECK_EQUAL(sump::millimetres(0), 0);
    CHECK_EQUAL(sump::millimetres(5000), sump::pitDepth);
}

void wildReadingRejected() {
    sump::LevelFilter filter;
    filter.add(400);
    filter.add(405);
    CHECK_EQUAL(filter.add(1490), 405);
    CHECK_EQUAL(filter.add(410), 410);
}

void steadyLevelFollowed() {
    sump::LevelFilter filter;
    for (int level = 100; level < 200; level += 10)
        filter.add(level);
    CHECK_EQUAL(filter.add(200), 190);
}

void startsAtHigh() {
    sump::Pump pump;
    pump.step(899, 0);
    CHECK_EQUAL(pump.running(), false);
    pump.step(900, 1);
    CHECK_EQUAL(pump.running(), true);
}

void stopsAtLow() {
    sump::Pump pump;
    pump.step(950, 0);
    pump.step(301, 1);
    CHECK_EQUAL(pump.running(), true);
    pump.step(300, 2);
    CHECK_EQUAL(pump.running(), false);
}

void restsBetweenRuns() {
    sump::Pump pump;
    pump.step(950, 0);
    pump.step(300, 100);
    pump.step(950, 119);
    CHECK_EQUAL(pump.running(), false);
    pump.step(950, 120);
    CHECK_EQUAL(pump.running(), true);
    CHECK_EQUAL(pump.starts(), 2);
}

void alarmWhenRising() {
    sump::Pump pump;
    pump.step(1199, 0);
    CHECK_EQUAL(pump.alarm(), false);
    pump.step(1200, 1);
    CHECK_EQUAL(pump.alarm(), true);
}

void runsAreCounted() {
    sump::Pump pump;
    pump.step(900, 0);
    pump.step(800, 5);
    CHECK_EQUAL(pump.ranSeconds(), 0L);
    pump.step(300, 12);
    CHECK_EQUAL(pump.ranSeconds(), 12L);
    pump.step(900, 40);
    pump.step(300, 43);
    CHECK_EQUAL(pump.ranSeconds(), 15L);
}

struct Case {
    const char* name;
    void (*run)();
};

constexpr Case cases[] = {
    {"scale_ends", scaleEnds},
    {"wild_reading_rejected", wildReadingRejected},
    {"steady_level_followed", steadyLevelFollowed},
    {"starts_at_high", startsAtHigh},
    {"stops_at_low", stopsAtLow},
    {"rests_between_runs", restsBetweenRuns},
    {"alarm_when_rising", alarmWhenRising},
    {"runs_are_counted", runsAreCounted},
};

} // namespace

int main(int argc, char** argv) {
    for (const Case& one : cases) {
        if (argc == 2 && std::strcmp(argv[1], one.name) == 0) {
            one.run();
            return failures == 0 ? 0 : 1;
        }
    }
    std::fprintf(stderr, "name one test case\n");
    return 2;
}
