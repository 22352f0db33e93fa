#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Says which lines clang-format would write differently. Exit status: 0 none, 1 some.
set -f
IFS='
'
# shellcheck disable=SC2046  # one file name a line
exec clang-format --dry-run --Werror --style=file -fno-color-diagnostics \
    $(find src tests -type f \( -name '*.cpp' -o -name '*.h' \) | LC_ALL=C sort)
