#!/usr/bin/env bash
# Makes a fresh clone ready: the system packages that are missing, then .venv with the locked packages.
# Run by `make setup`, and so by `make run` and `make test`. Safe to run again: the second time it looks,
# finds everything in place and says nothing. For Debian 12 and 13 and Raspberry Pi OS.
#
#   PYTHON=/path/to/python3.12 deploy/setup.sh    makes .venv with that Python
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly venv=.venv lock=requirements-dev.txt stamp=.venv/tablejudge.stamp

say() { printf 'setup: %s\n' "$*"; }
fail() {
    printf 'setup: %s\n' "$*" >&2
    exit 1
}

# --- which Python -----------------------------------------------------------------------------------

version_of() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }
suits() { case "$(version_of "$1")" in 3.11 | 3.12 | 3.13) ;; *) return 1 ;; esac; }
# Debian leaves ensurepip out of its Python: without python3-venv an environment gets no pip.
makes_venvs() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

# Prints the newest suitable Python, one that can make environments before one that cannot; or nothing.
find_python() {
    local name found second=""
    for name in python3.13 python3.12 python3.11 python3; do
        found=$(command -v "$name") || continue
        suits "$found" || continue
        if makes_venvs "$found"; then
            echo "$found"
            return
        fi
        second=${second:-$found}
    done
    echo "$second"
}

# --- system packages --------------------------------------------------------------------------------

# Not `grep -q`: it stops reading early, and pipefail would call that a failure of ldconfig.
has_library() { PATH="$PATH:/usr/sbin:/sbin" ldconfig -p 2>/dev/null | grep -F "$1" >/dev/null; }
# Prints the first of these packages that apt knows; the last where apt's lists are empty.
known_package() {
    local name
    for name in "$@"; do
        if apt-cache show "$name" >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
    echo "$name"
}

# Prints the packages that are missing, one a line.
missing_packages() {
    local python
    if [ ! -x "$venv/bin/python" ]; then
        python=${PYTHON:-$(find_python)}
        if [ -z "$python" ]; then
            printf '%s\n' python3 python3-venv
        elif ! makes_venvs "$python"; then
            if [ "$(version_of "$python")" = "$(version_of python3)" ]; then
                echo python3-venv
            else
                echo "python$(version_of "$python")-venv"
            fi
        fi
    fi
    # What the wheels of OpenCV expect the system to bring.
    has_library libGL.so.1 || echo libgl1
    has_library libglib-2.0.so.0 || known_package libglib2.0-0t64 libglib2.0-0
    # What the driver of the browser tests expects.
    has_library libatomic.so.1 || echo libatomic1
    # What the tests record the writes of a table with, to see what a power cut would leave of them.
    command -v strace >/dev/null || echo strace
    # The screen on the table, and the browser of the tests. Raspberry Pi OS has had it under both names.
    command -v chromium >/dev/null || command -v chromium-browser >/dev/null ||
        known_package chromium chromium-browser chromium
}

install_missing() {
    local -a missing as_root=()
    mapfile -t missing < <(missing_packages)
    [ ${#missing[@]} -gt 0 ] || return 0
    command -v apt-get >/dev/null || fail "this system has no apt-get; install the like of: ${missing[*]}"
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
            say "system packages are missing; run this, then the same make command again:" >&2
            echo "sudo apt-get install --no-install-recommends ${missing[*]}"
            exit 1
        fi
        as_root=(sudo -n)
    fi
    # `env` and not the shell's own prefix, since sudo clears the environment.
    # The lock below (9) is not for services that a package may start.
    as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    say "looking for ${missing[*]}"
    "${as_root[@]}" update </dev/null 9<&- || say "apt-get update had errors; trying with the lists as they are" >&2
    mapfile -t missing < <(missing_packages) # by the names that the fresh lists know
    say "installing ${missing[*]}"
    "${as_root[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null 9<&- ||
        fail "apt-get could not install: ${missing[*]}"
}

# --- the environment --------------------------------------------------------------------------------

# What .venv was made from: its Python, its place (the scripts in it hold it), the lock and what
# pyproject.toml says of the package itself. The tools' own sections may change freely.
fingerprint() {
    {
        pwd -P
        cat "$venv/pyvenv.cfg" "$lock"
        awk '/^\[/ { keep = /^\[(build-system|project|tool\.setuptools)/ } keep' pyproject.toml
    } | sha256sum
}

is_wanted_python() { [ -z "${PYTHON:-}" ] || [ "$(version_of "$venv/bin/python")" = "$(version_of "$PYTHON")" ]; }

is_current() {
    [ -f "$stamp" ] && [ -x "$venv/bin/python" ] && [ -x "$venv/bin/tablejudge" ] &&
        [ "$(fingerprint)" = "$(<"$stamp")" ] && is_wanted_python
}

# True if what stands there can be brought up to date instead of made anew.
is_reusable() {
    [ -x "$venv/bin/python" ] && suits "$venv/bin/python" && is_wanted_python &&
        "$venv/bin/python" -m pip --version >/dev/null 2>&1 &&
        # An environment that was moved with its folder still points to the old place.
        head -n 3 "$venv/bin/pip" | grep -F "$(pwd -P)/$venv/bin/python" >/dev/null
}

make_venv() {
    local python=${PYTHON:-$(find_python)}
    [ -n "$python" ] || fail "there is no Python 3.11, 3.12 or 3.13 here; name one by PYTHON=..."
    suits "$python" || fail "$python is Python $(version_of "$python"); tablejudge needs 3.11, 3.12 or 3.13"
    say "making $venv with $python ($(version_of "$python"))"
    rm -rf "$venv"
    "$python" -m venv "$venv" || fail "$python cannot make an environment"
}

fill_venv() {
    say "installing the locked packages"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --require-hashes -r "$lock" </dev/null ||
        fail "pip could not install the packages of $lock"
    # Without a build environment of its own: that would be fetched past the lock.
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --no-build-isolation --no-deps -e . </dev/null ||
        fail "pip could not install tablejudge itself"
    "$venv/bin/python" -c 'import cv2' || fail "OpenCV cannot be loaded (see above); a system library is missing"
    "$venv/bin/python" -m playwright --version >/dev/null ||
        fail "the driver of the browser tests cannot be started (see above); a system library is missing"
}

# --- all of it --------------------------------------------------------------------------------------

# One at a time: `make run` beside `make test` in a fresh clone would make .venv twice at once.
if command -v flock >/dev/null; then
    exec 9<deploy/setup.sh
    flock 9
fi
[ -z "${PYTHON:-}" ] || command -v "$PYTHON" >/dev/null || fail "PYTHON=$PYTHON: there is no such program"
install_missing
if is_current; then exit 0; fi
rm -f "$stamp"
is_reusable || make_venv
fill_venv
fingerprint >"$stamp"
say "ready: $("$venv/bin/python" --version) in $venv"
