// SPDX-License-Identifier: Apache-2.0
#include "level.h"
#include "pump.h"

#include <cstdio>

int main() {
    sump::LevelFilter filter;
    sump::Pump pump;
    int counts = 0;
    for (long second = 0; std::scanf("%d", &counts) == 1; ++second) {
        const int level = filter.add(sump::millimetres(counts));
        pump.step(level, second);
        std::printf("%ld s  %4d mm  pump %s%s\n", second, level, pump.running() ? "on" : "off",
                    pump.alarm() ? "  ALARM" : "");
    }
    return 0;
}
