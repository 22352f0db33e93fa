#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Configures, builds and tests the program outside the work tree, which is read-only here.
# Exit status: 0 all tests pass, 8 some fail, 2 the program does not build; 127 a program is missing.
for program in cmake ninja g++ ctest; do
    command -v "$program" >/dev/null || { echo "$program is not installed" >&2; exit 127; }
done
build=/tmp/build
log=/tmp/build.log
# Paths in messages are relative to the work tree, so that the same work gives the same evidence anywhere.
relative() { sed "s#$PWD/##g" "$1"; }

if ! cmake -G Ninja -S . -B "$build" -DCMAKE_CXX_COMPILER=g++ -DCMAKE_CXX_COMPILER_FORCED=ON \
    -DCMAKE_BUILD_TYPE= >"$log" 2>&1 || ! ninja -C "$build" sump-tests sump >>"$log" 2>&1; then
    relative "$log"
    exit 2
fi
ctest --test-dir "$build" --output-on-failure >"$log" 2>&1
status=$?
relative "$log"
exit "$status"
