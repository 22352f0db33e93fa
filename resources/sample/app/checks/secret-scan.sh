#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Looks for keys and passwords left in the work tree. What was found is named by file and line, never repeated.
cat >/dev/null # the arguments: none are used
# shellcheck source=checks/report.sh
. checks/report.sh

# scan KIND PATTERN
scan() {
    find . -name .git -prune -o -type f -size -1024k -print | LC_ALL=C sort | while read -r path; do
        grep -nIE -e "$2" -- "$path" | cut -d: -f1 | while read -r line; do
            printf '%s\t%s\t%s\n' "${path#./}" "$line" "$1"
        done
    done >>"$findings"
}

scan 'a private key' '-----BEGIN ([A-Z0-9]+ )*PRIVATE KEY-----'
scan 'a cloud access key' '(^|[^A-Z0-9])AKIA[A-Z0-9]{16}([^A-Z0-9]|$)'
scan 'a token of a code hosting service' '(^|[^A-Za-z0-9_])gh[pousr]_[A-Za-z0-9]{36}'
scan 'a password in the source' '(password|passwd|secret|api_?key)[A-Za-z_]*["'\'']?[[:space:]]*[:=][[:space:]]*["'\''][^"'\'' ]{8,}["'\'']'

answer 'No key or password was found in the work tree.' 'Something that looks like a secret is in the work tree.'
