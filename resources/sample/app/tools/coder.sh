#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A coder that needs no model: it reads the task from standard input, as every coder does, and makes the change that was
# prepared for it. Its words are its log. Exit status: 0 the change stands, 2 not a call for it, 3 nothing was prepared.
input=$(cat)

# text MEMBER: the member's value, where it is a plain word.
text() { printf '%s\n' "$input" | sed -n 's/.*"'"$1"'"[[:space:]]*:[[:space:]]*"\([A-Za-z0-9._-]*\)".*/\1/p' | head -n 1; }
# path NAME: where the resource of that name lies for this call.
path() {
    printf '%s\n' "$input" | tr '{}' '\n\n' | grep -E '"name"[[:space:]]*:[[:space:]]*"(local/)?'"$1"'"' |
        sed -n 's/.*"path"[[:space:]]*:[[:space:]]*"\([^"\\]*\)".*/\1/p' | head -n 1
}

task=$(text task_id)
[ "$(text role)" = coder ] && [ -n "$task" ] || { echo "This is no call for a coder." >&2; exit 2; }
echo "Task $task"
for change in tools/changes/"$task".*.patch; do
    [ -f "$change" ] || { echo "No change was prepared for $task." >&2; exit 3; }
    change=$PWD/$change
    resource=${change##*/"$task".}
    where=$(path "${resource%.patch}")
    [ -n "$where" ] && cd "$where" || { echo "The resource ${resource%.patch} is not part of this call." >&2; exit 2; }
    if git apply --reverse --check "$change" 2>/dev/null; then
        echo "The change stands already."
    else
        git apply --verbose "$change" 2>&1 || { echo "The change does not fit what stands there." >&2; exit 3; }
    fi
done
echo "Done."
