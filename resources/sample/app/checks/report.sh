# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0
# Sourced by the checks that answer in the validation format themselves: one JSON object on standard output.
# Findings are collected in /tmp/findings, one "FILE<tab>LINE<tab>MESSAGE" a line.
findings=/tmp/findings
: >"$findings"
tab=$(printf '\t')

json_string() { printf '%s' "$1" | tr -d '\000-\037' | sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&"/'; }

# answer MESSAGE_WHEN_CLEAN MESSAGE_WHEN_NOT
answer() {
    if [ -s "$findings" ]; then passed=false message=$2; else passed=true message=$1; fi
    printf '{"passed": %s, "message": %s, "data": {"findings": [' "$passed" "$(json_string "$message")"
    separator=
    while IFS="$tab" read -r file line text; do
        printf '%s{"file": %s, "line": %s, "message": %s}' "$separator" "$(json_string "$file")" "$line" "$(json_string "$text")"
        separator=', '
    done <"$findings"
    printf ']}}\n'
    [ "$passed" = true ]
}
