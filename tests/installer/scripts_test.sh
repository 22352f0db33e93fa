#!/bin/bash
# Usage: scripts_test.sh REPOSITORY
# The scripts of installer/ and tests/run on machines they have to cope with: no network, no sudo, another system, a
# full disk, a broken build. The system's package programs are replaced; what they were asked is compared.
# shellcheck disable=SC2016  # bodies of replacement programs are expanded when those run
set -uo pipefail
repository=$1
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
failures=0

check() { # check WHAT CONDITION…
    local what=$1
    shift
    if "$@"; then printf 'ok      %s\n' "$what"; else
        printf 'FAILED  %s\n' "$what"
        sed 's/^/        | /' "$room/out"
        failures=$((failures + 1))
    fi
}
said() { grep -qF -e "$1" "$room/out"; }
asked() { grep -qF -e "$1" "$room/calls"; }
not() { ! "$@"; }

# A copy of what the scripts read, and a directory of programs in front of the real ones.
fresh() {
    rm -rf "${room:?}"/*
    mkdir -p "$room/top/installer" "$room/top/tests" "$room/bin" "$room/lists" "$room/state" "$room/home"
    cp "$repository"/installer/{run,common.sh,packages} "$room/top/installer/"
    cp "$repository/tests/run" "$room/top/tests/"
    : >"$room/calls"
    : >"$room/lists/mirror_main_Packages"
    printf 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n' >"$room/os-release"
    every_package | sed 's/$/ installed/' >"$room/installed"
    program dpkg-query "cat '$room/installed'; [ \$(wc -l <'$room/installed') -eq $(every_package | wc -l) ]"
    program apt-get 'exit 0'
    program id 'echo 0'
    program bwrap 'exit 0'
    program ccache "echo '$room/cache'"
    for name in cmake ninja g++ git ctest; do program "$name" 'exit 0'; done
}
every_package() { grep '^[a-z0-9]' "$repository/installer/packages"; }
program() { # program NAME BODY
    printf '#!/bin/bash\nprintf "%%s %%s\\n" "%s" "$*" >>"%s"\n%s\n' "$1" "$room/calls" "$2" >"$room/bin/$1"
    chmod +x "$room/bin/$1"
}
without() { # without PACKAGE…: not installed until apt installs it
    local name
    for name in "$@"; do sed -i "/^$name /d" "$room/installed"; done
}
run() { # run SCRIPT ARGUMENT…
    status=0
    env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM PATH="$room/bin:/usr/bin:/bin" HOME="$room/home" TMPDIR="$room" \
        XDG_STATE_HOME="$room/state" XDG_DATA_HOME="$room/data" COUNTERSIGN_OS_RELEASE="$room/os-release" COUNTERSIGN_APT_LISTS="$room/lists" \
        bash "$room/top/$1" "${@:2}" >"$room/out" 2>&1 </dev/null || status=$?
}
installing='for a; do [ "$a" = install ] && found=1; done; [ -z "${found:-}" ] || for a; do echo "$a installed"; done >>'

fresh
run tests/run -R engine
check 'nothing missing: apt is not called' not asked apt-get
check 'nothing missing: configures with preset ci' asked 'cmake --preset ci'
check 'arguments go to ctest, long tests are left out' asked 'ctest --preset ci -j3 -LE ^long$ -R engine'
check 'nothing missing: ends well' [ "$status" -eq 0 ]

fresh
run tests/run --long
check '--long runs them all' asked 'ctest --preset ci -j3'
check '--long leaves none out' not asked -LE

fresh
without xvfb cppcheck
program apt-get "$installing '$room/installed'"
run tests/run
check 'only what is missing is installed' asked 'install --no-install-recommends cppcheck xvfb'
check 'lists that are there are not fetched' not asked 'update'
check 'it says what it installs' said 'installing 2 packages: cppcheck xvfb'
check 'then goes on to the tests' [ "$status" -eq 0 ]

fresh
without xvfb
program apt-get "$installing '$room/installed'"
rm "$room/lists/"*
run tests/run
check 'empty lists are fetched first' asked 'update'

fresh
without xvfb
run installer/run
check 'installer/run leaves the packages of the tests alone' not asked apt-get

fresh
without cmake
program apt-get 'echo "W: Failed to fetch http://mirror  Temporary failure resolving mirror"; exit 100'
run installer/run
check 'no network: a sentence' said 'no network: apt could not reach the package mirror'
check 'no network: fails' [ "$status" -eq 1 ]

fresh
without cmake
program apt-get 'echo "E: You do not have enough free space in /var/cache/apt/archives/."; exit 100'
run installer/run
check 'disk full: a sentence' said 'the disk is full'

fresh
without cmake
program apt-get 'echo "E: Unable to locate package cmake"; exit 100'
run installer/run
check 'package unknown: a sentence' said 'Enable bookworm'

fresh
without cmake
program apt-get 'echo "E: Could not get lock /var/lib/dpkg/lock-frontend"; exit 100'
run installer/run
check 'apt busy: a sentence' said 'another program is using apt'

fresh
without cmake
run installer/run
check 'apt that installs nothing is not believed' said 'still missing: cmake'

fresh
without cmake
program id 'echo 1000'
program sudo 'exit 1'
run installer/run
check 'sudo without a terminal: a sentence with the command' said 'run: apt-get install --no-install-recommends cmake'
check 'sudo without a terminal: apt is not called' not asked apt-get

fresh
without cmake
program id 'echo 1000'
program apt-get "$installing '$room/installed'"
program sudo 'case $1 in -n) exit 0 ;; *) exec "$@" ;; esac'
run tests/run
check 'an ordinary person installs by sudo' asked 'sudo env DEBIAN_FRONTEND=noninteractive apt-get'

fresh
printf 'PRETTY_NAME="Ubuntu 24.04 LTS"\nID=ubuntu\nVERSION_ID="24.04"\n' >"$room/os-release"
run installer/run
check 'another system is named' said 'this is Ubuntu 24.04 LTS'
check 'another system: fails before it does anything' not asked apt-get
run tests/run --no-packages
check 'another system with --no-packages is tried' [ "$status" -eq 0 ]

fresh
sed -i 's/"12"/"13"/' "$room/os-release"
run tests/run
check 'another Debian fails' [ "$status" -eq 1 ]

fresh
rm "$room/bin/g++"
for path in /usr/bin/*; do
    name=${path##*/}
    [ "$name" = g++ ] || [ -e "$room/bin/$name" ] || ln -s "$path" "$room/bin/$name"
done
status=0
PATH=$room/bin HOME=$room/home "$room/bin/bash" "$room/top/tests/run" --no-packages >"$room/out" 2>&1 </dev/null || status=$?
check 'no compiler: a sentence' said 'there is no C++ compiler'
check 'no compiler: fails' [ "$status" -eq 1 ]

fresh
program df 'printf "Filesystem 1024-blocks Used Available Capacity Mounted\n/dev/x 100 90 10240 90%% /\n"'
run tests/run
check 'little space: a sentence with both numbers' said 'has 10 MB free'

fresh
program bwrap 'exit 1'
run tests/run
check 'no sandbox: the tests do not start' not grep -q '^cmake ' "$room/calls"
check 'no sandbox: a sentence' said 'bubblewrap cannot make a sandbox here'

fresh
program cmake 'echo "CMake Error: no Qt6" >&2; exit 1'
run tests/run
check 'configuring fails: what CMake said is shown' said 'CMake Error: no Qt6'
check 'configuring fails: a sentence' said 'could not configure'

fresh
program cmake 'case $1 in --build) echo "error: oops"; exit 1 ;; esac'
run tests/run
check 'building fails: a sentence' said 'the build failed'
check 'building fails: no test is run' not grep -q '^ctest ' "$room/calls"

fresh
program ccache 'echo /proc/nothing'
program cmake 'case $1 in --build) [ "${CCACHE_DISABLE:-}" = 1 ] ;; esac'
run tests/run
check 'a cache that cannot be written is left out' said 'building without it'
check 'a cache that cannot be written does not stop the build' [ "$status" -eq 0 ]

fresh
program ctest 'exit 8'
run tests/run
check 'a failed test fails the whole' [ "$status" -eq 8 ]

# A ctl and a console that answer as the real ones do, to see what installer/run makes of it.
console() { # console [SHELL COMMAND]: what the ctl does for the tasks it has no answer for
    local others="echo '{\"ok\": true, \"status\": \"escalate\", \"next_action\": \"review, sign\"}'; exit 2"
    mkdir -p "$room/top/build/release/bin"
    cat >"$room/top/build/release/bin/countersignctl" <<CTL
#!/bin/bash
printf 'ctl %s\n' "\$*" >>"$room/calls"
case "\$*" in
    *demo*) mkdir -p "\${@: -1}/.countersign"; : >"\${@: -1}/.countersign/project-remote.yml"; : >"\$2" ;;
    *'plan show'*) [ -f "$room/halted" ] && echo '{"ok": true, "plan": {"state": "errored"}, "halt": {"halt_type": "environment_error", "next_action": "install_and_rerun"}}' || echo '{"ok": true, "plan": {"state": "queued"}}' ;;
    *'plan run'*) : >"$room/halted"; echo '{"ok": true, "halt": {"halt_type": "environment_error", "next_action": "install_and_rerun"}}'; exit 5 ;;
    *sample-pass) echo '{"ok": true, "status": "pass", "next_action": "dispatch"}' ;;
    *sample-blocker) echo '{"ok": true, "status": "blocker", "next_action": "fix the work"}'; exit 1 ;;
    *) ${1:-$others} ;;
esac
CTL
    cat >"$room/top/build/release/bin/countersign" <<CONSOLE
#!/bin/bash
printf 'console %s %s\n' "\${QT_QPA_PLATFORM:-}" "\$*" >>"$room/calls"
[ "\$3" != --screenshots ] || : >"\$4/inbox.png"
CONSOLE
    chmod +x "$room"/top/build/release/bin/*
}

fresh
console
run installer/run
check 'without a display: a row with outcome, status and next action' grep -qE '^sample-blocker +blocker +1 +fix the work$' "$room/out"
check 'without a display: the screens are drawn offscreen' asked "console offscreen --store $room/state/countersign/sample.db --screenshots"
check 'without a display: the screenshots are named' said 'inbox.png'
check 'without a display: ends well' [ "$status" -eq 0 ]
check 'without a display: the fifth task is asked for in its own project' asked '--project sample-remote --json validate --task sample-environment-error'
check 'without a display: the coder that is missing has a row' grep -qE '^  its coder, weld-coder +environment_error +5 +install_and_rerun$' "$room/out"
run installer/run
check 'again: a halted plan is shown' grep -qE '^  its coder, weld-coder +environment_error +5 +install_and_rerun$' "$room/out"
check 'again: a halted plan is not worked on' [ "$(grep -c ' plan run ' "$room/calls")" -eq 1 ]
rm "$room/data/countersign/sample/.countersign/project-remote.yml"
run installer/run
check 'a sample of an earlier version: its tasks are validated, and it is said' said 'of an earlier version'
check 'again: the sample is kept' [ "$(grep -c ' demo ' "$room/calls")" -eq 1 ]
check 'again: ends well' [ "$status" -eq 0 ]
rm -r "$room/data/countersign/sample"
run installer/run --headless
check 'again without the workspace: it is made anew' [ "$(grep -c ' demo ' "$room/calls")" -eq 2 ]
run installer/run --sample "$room/x y" --store "$room/other.db" --screenshots "$room/pictures"
check 'the paths can be chosen' asked "ctl --store $room/other.db demo $room/x y"

fresh
console "echo '{\"ok\": false, \"error\": {\"message\": \"the store is locked\", \"code\": \"STORE_BUSY\"}}'; exit 75"
run installer/run
check 'a task that cannot be validated: the message and its code' said 'the store is locked (STORE_BUSY)'
check 'a task that cannot be validated: fails' [ "$status" -eq 1 ]

fresh
console
status=0
env -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM DISPLAY=:7 PATH="$room/bin:/usr/bin:/bin" HOME="$room/home" XDG_STATE_HOME="$room/state" XDG_DATA_HOME="$room/data" \
    COUNTERSIGN_OS_RELEASE="$room/os-release" bash "$room/top/installer/run" >"$room/out" 2>&1 </dev/null || status=$?
check 'with a display: the console opens on the store' grep -qxF "console  --store $room/state/countersign/sample.db" "$room/calls"

run installer/run --sample "$room/state/countersign/here"
check 'a sample beside the store, which no sandbox shows, is refused' said 'no validation may see it'
run installer/run --nonsense
check 'an unknown option is refused' said 'unknown option --nonsense'
run installer/run --sample
check 'a path that is missing is asked for' said '--sample needs a path'
run tests/run --help
check '--help explains' said 'Usage: ./tests/run'

[ "$failures" -eq 0 ] || { printf '%d failed\n' "$failures"; exit 1; }
