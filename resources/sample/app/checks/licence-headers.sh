#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every source file names its licence in the first three lines. Argument: {"licence": "SPDX identifier"}.
licence=$(sed -n 's/.*"licence"[[:space:]]*:[[:space:]]*"\([A-Za-z0-9.+-]*\)".*/\1/p')
licence=${licence:-Apache-2.0}
# shellcheck source=checks/report.sh
. checks/report.sh

find src tests checks CMakeLists.txt -type f \( -name '*.cpp' -o -name '*.h' -o -name '*.sh' -o -name CMakeLists.txt \) |
    LC_ALL=C sort | while read -r path; do
        head -n 3 "$path" | grep -qF -e "SPDX-License-Identifier: $licence" ||
            printf '%s\t%s\t%s\n' "$path" 1 "No line \"SPDX-License-Identifier: $licence\" in the first three lines"
    done >>"$findings"

answer "Every source file names its licence, $licence." "Some source files do not name the licence $licence."
