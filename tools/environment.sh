#!/bin/sh
# Create a virtual environment and keep it up to date:
#
#     environment.sh DIR LOCK [PEER_LOCK...]
#
# LOCK is installed with its hashes, wheels only. If it pins hatchling, the package of this
# checkout goes in too, editable. A peer's lock is installed if that is possible here. Runs that
# find nothing to do take a few milliseconds. PYTHON names the interpreter; without it the first
# suitable one on the PATH is used. An error is one line that says what is missing.
set -eu

unset PYTHONHOME PYTHONPATH
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_USER=0 PYTHONNOUSERSITE=1

env=$1
lock=$2
shift 2
py=$env/bin/python
log=$env/setup.log

say() { printf 'mazziere: %s\n' "$1" >&2; }
fail() { say "$1"; exit 1; }

# --- Skip if up to date ---------------------------------------------------------------

# Start again if the folder moved, the interpreter is gone, or PYTHON names another one.
is_made() {
    [ -x "$py" ] && [ -f "$env/made" ] || return 1
    { read -r place; read -r interpreter; } <"$env/made"
    [ "$place" = "$PWD" ] && [ "${PYTHON:-$interpreter}" = "$interpreter" ]
}

inputs() { cksum pyproject.toml tools/environment.sh "$lock" "$@"; }

if is_made && [ "$(inputs "$@")" = "$(cat "$env/installed" 2>/dev/null)" ]; then
    exit 0
fi

# --- Choose a Python --------------------------------------------------------------------------

has() { "$1" -c "$2" </dev/null >/dev/null 2>&1; }
is_new_enough() { has "$1" 'import sys; sys.exit(sys.version_info < (3, 11))'; }
can_make_one() { has "$1" 'import venv, ensurepip' || has "$1" 'import venv, pip'; }
lacks_pip="lacks venv or pip; install them (Debian, Ubuntu: apt install python3-venv)"

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        is_new_enough "$PYTHON" || fail "PYTHON=$PYTHON is not a Python 3.11 or newer"
        can_make_one "$PYTHON" || fail "PYTHON=$PYTHON $lacks_pip"
        python=$PYTHON
        return
    fi
    bare=
    for python in python3.14 python3.13 python3.12 python3.11 python3.15 python3 python; do
        if is_new_enough "$python"; then
            can_make_one "$python" && return
            bare=${bare:-$python}
        fi
    done
    [ -z "$bare" ] || fail "$bare $lacks_pip"
    fail "no Python 3.11 or newer on the PATH; install one, or name it: make ... PYTHON=/path/to/python3"
}

# --- Install --------------------------------------------------------------------------------

# Some systems ship Python without ensurepip: their own pip then works from outside.
pip() {
    if has "$py" 'import pip'; then
        "$py" -m pip "$@"
    else
        "$("$py" -c 'import sys; print(sys._base_executable)')" -m pip --python "$py" "$@"
    fi </dev/null >"$log" 2>&1
}

# Compile what is installed, on all cores, where pip would take one. Tests of packages are left out.
# A file that does not compile is not imported either.
compile_all() {
    "$py" -m compileall -qq -j 0 -x '/tests?/' "$("$py" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
        </dev/null >/dev/null 2>&1 || :
}

# Print the error in the log of a failed pip, in one line.
reason() {
    missing=$(sed -n 's/.*No matching distribution found for \([^ ]*\).*/\1/p' "$log" | head -n 1)
    if grep -q 'No space left' "$log"; then
        echo "the disk is full"
    elif grep -q 'DO NOT MATCH THE HASHES' "$log"; then
        echo "a download differs from the hash in $1"
    elif grep -q 'CERTIFICATE_VERIFY_FAILED' "$log"; then
        echo "pip does not trust the certificate of the package index"
    elif grep -Eq 'Retrying \(|ConnectionError|Connection refused|ProxyError|timed out' "$log"; then
        echo "pip cannot reach a package index (network, proxy, or pip's settings)"
    elif [ -n "$missing" ]; then
        echo "the package index has no $missing for $("$py" -V) on $(uname -sm)"
    else
        grep -E '^ *(ERROR|error)' "$log" | tail -n 1 | grep . || tail -n 1 "$log"
    fi
}

if ! is_made; then
    find_python
    say "setting up $env with $("$python" -V) (once; a minute or two)"
    bare=
    has "$python" 'import ensurepip' || bare=--without-pip
    reply=$("$python" -m venv --clear $bare "$env" </dev/null 2>&1) ||
        fail "cannot make $env: $(printf '%s\n' "$reply" | tail -n 1)"
    printf '%s\n%s\n' "$PWD" "${PYTHON:-}" >"$env/made"
else
    say "updating $env"
fi

rm -f "$env/installed"
pip install --quiet --no-compile --require-hashes --only-binary :all: -r "$lock" ||
    fail "cannot install $lock: $(reason "$lock") (see $log)"
compile_all
if grep -q '^hatchling==' "$lock"; then
    pip install --quiet --no-deps --no-build-isolation --editable . ||
        fail "cannot install the package itself: $(reason "$lock") (see $log)"
    pip check || fail "$lock does not fit pyproject.toml: $(tail -n 1 "$log"); run make lock"
fi
for peer in "$@"; do
    pip install --quiet --require-hashes -r "$peer" || {
        say "cannot install $peer: $(reason "$peer"); going on without"
        unmet=yes
    }
done
[ -n "${unmet:-}" ] || inputs "$@" >"$env/installed"
