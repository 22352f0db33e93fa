# shellcheck shell=bash
# What installer/run and tests/run share; they set top (the repository) and program (their name).
# Every way out has a sentence that says what to do about it.
: "${top:?}" "${program:?}"
export LC_ALL=C.UTF-8

say() { printf '== %s\n' "$*"; }
fail() {
    printf '\n%s: %s\n' "$program" "$*" >&2
    exit 1
}

# usage: prints the comment at the top of the calling script
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$1"; }

# packages SECTION…: the names in installer/packages
packages() {
    local section
    for section in "$@"; do
        sed -n "/^\[$section\]/,/^\[/{/^[a-z0-9]/p}" "$top/installer/packages"
    done
}

missing_packages() {
    local installed name # dpkg-query's status is 1 as soon as one package is unknown to it
    # shellcheck disable=SC2046,SC2016  # one name a word; the braces are dpkg-query's
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' $(packages "$@") 2>/dev/null | sed -n 's/ installed$//p') || true
    for name in $(packages "$@"); do
        grep -qxF -e "$name" <<<"$installed" || printf '%s\n' "$name"
    done
}

check_system() {
    local release=${COUNTERSIGN_OS_RELEASE:-/etc/os-release} id='' version='' name=''
    if [ -r "$release" ]; then
        id=$(sed -n 's/^ID="\{0,1\}\([^"]*\)"\{0,1\}$/\1/p' "$release")
        version=$(sed -n 's/^VERSION_ID="\{0,1\}\([^"]*\)"\{0,1\}$/\1/p' "$release")
        name=$(sed -n 's/^PRETTY_NAME="\{0,1\}\([^"]*\)"\{0,1\}$/\1/p' "$release")
    fi
    [ "$id" = debian ] && [ "$version" = 12 ] && return
    fail "this is ${name:-not a system with /etc/os-release}; the packages it installs are those of Debian 12 (bookworm)." \
        "Use Debian 12 or a container of it, or install what installer/packages names in your system's own way" \
        "and call again with --no-packages."
}

# privileged COMMAND…: as root, by sudo where we are not
privileged() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

check_privilege() {
    [ "$(id -u)" -eq 0 ] && return
    local how="as root, run: apt-get install --no-install-recommends $*"
    command -v sudo >/dev/null || fail "packages are missing and there is no sudo to install them with; $how"
    sudo -n true 2>/dev/null && return
    [ -t 0 ] || fail "sudo needs a password and there is no terminal to ask for it; $how"
    say "sudo asks for your password, to install packages"
    sudo -v || fail "sudo refused; $how"
}

# explain_apt LOG: ends with the sentence that fits what apt said
explain_apt() {
    tail -n 15 "$1" >&2
    if grep -qiE 'no space left|enough free space' "$1"; then
        fail "the disk is full: apt could not store the packages. Free some space in / and /var, and call again."
    elif grep -qiE 'temporary failure resolving|could not resolve|could not connect|network is unreachable|connection (timed out|refused)|unable to connect' "$1"; then
        fail "no network: apt could not reach the package mirror. Connect this machine (or set apt's proxy) and call again."
    elif grep -qiE 'unable to locate package|has no installation candidate' "$1"; then
        fail "the package mirror has not all that is needed. Enable bookworm's section main in /etc/apt/sources.list and call again."
    elif grep -qiE 'could not get lock|lock.*held by process' "$1"; then
        fail "another program is using apt. Wait for it to end and call again."
    fi
    fail "apt failed; the whole of what it said is in $1"
}

apt_update() {
    say "fetching the lists of packages"
    privileged apt-get -q -o DPkg::Lock::Timeout=120 -o APT::Update::Error-Mode=any update >>"$1" 2>&1 </dev/null
}

apt_install() {
    local log=$1
    shift
    privileged env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=120 \
        install --no-install-recommends "$@" >>"$log" 2>&1 </dev/null
}

# install_packages SECTION…: only what is missing; with nothing missing, no network is used
install_packages() {
    local names log lists
    command -v dpkg-query >/dev/null || fail "dpkg-query was not found, so this is no Debian; see --no-packages in --help."
    mapfile -t names < <(missing_packages "$@")
    if [ "${#names[@]}" -eq 0 ]; then
        say "every package that is needed is installed"
        return
    fi
    check_privilege "${names[@]}"
    log=$(mktemp "${TMPDIR:-/tmp}/countersign-apt.XXXXXX") || fail "no temporary file could be made: is ${TMPDIR:-/tmp} full?"
    lists=$(find "${COUNTERSIGN_APT_LISTS:-/var/lib/apt/lists}" -maxdepth 1 -name '*_Packages*' 2>/dev/null | head -n 1)
    if [ -z "$lists" ]; then
        apt_update "$log" || explain_apt "$log"
    fi
    say "installing ${#names[@]} packages: ${names[*]}"
    if ! apt_install "$log" "${names[@]}"; then
        # lists grow old: once more with new ones
        : >"$log"
        apt_update "$log" || explain_apt "$log"
        apt_install "$log" "${names[@]}" || explain_apt "$log"
    fi
    rm -f "$log"
    mapfile -t names < <(missing_packages "$@")
    [ "${#names[@]}" -eq 0 ] || fail "apt ended well but these are still missing: ${names[*]}"
}

check_programs() {
    local name
    for name in cmake ninja g++ git; do
        command -v "$name" >/dev/null && continue
        [ "$name" = g++ ] && fail "there is no C++ compiler (g++). Install the packages of [build] in installer/packages, or call without --no-packages."
        fail "$name was not found. Install the packages of [build] in installer/packages, or call without --no-packages."
    done
}

# check_space MEGABYTES: free where we build
check_space() {
    local free
    free=$(df -Pk "$top" | awk 'NR == 2 {print int($4 / 1024)}')
    [ "$free" -ge "$1" ] || fail "the disk has $free MB free at $top and the build takes about $1 MB. Free some space and call again."
}

sandbox_works() {
    bwrap --unshare-all --die-with-parent --ro-bind / / --proc /proc --dev /dev --tmpfs /tmp true 2>/dev/null </dev/null
}
# shellcheck disable=SC2034  # the callers say it
sandbox_advice="bubblewrap cannot make a sandbox here, so no validation can run. As root: sysctl -w kernel.unprivileged_userns_clone=1; in a container, allow user namespaces (Docker: --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined)."

# ccache helps only where it can write: a cache that is another account's must not stop the build
prepare_ccache() {
    local cache
    command -v ccache >/dev/null || return 0
    cache=$(ccache -k cache_dir 2>/dev/null) && mkdir -p "$cache/tmp" 2>/dev/null && [ -w "$cache" ] && [ -w "$cache/tmp" ] && return
    say "ccache cannot write to ${cache:-its directory}; building without it"
    export CCACHE_DISABLE=1
}

# build PRESET [CONFIGURE ARGUMENT…]
build() {
    local preset=$1 log=$top/build/$1-configure.log
    shift
    mkdir -p "$top/build" || fail "$top is not writable: clone the repository to a directory of your own."
    prepare_ccache
    say "configuring (preset $preset)"
    if ! (cd "$top" && cmake --preset "$preset" "$@") >"$log" 2>&1 </dev/null; then
        tail -n 25 "$log" >&2
        fail "CMake could not configure the build; the lines above say what it misses, all of it is in $log. If build/$preset is from another machine or path, remove it and call again."
    fi
    say "building (preset $preset$(command -v ccache >/dev/null && [ -z "${CCACHE_DISABLE:-}" ] && printf ', with ccache'))"
    if ! (cd "$top" && cmake --build --preset "$preset") </dev/null; then
        check_space 300
        fail "the build failed; the compiler's message is above. If it was killed, memory ran out: call again, what is built is kept."
    fi
}
