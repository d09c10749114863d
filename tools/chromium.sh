#!/bin/sh
# Print the path of Chromium for the browser tests, or with --version its version. Install Debian's package if there is none and
# that is allowed. Prefers the headless shell, which needs about 40 % less CPU time. Without
# Chromium, print a message, and fail only in CI.
set -eu
wanted=${1:-}

find_one() {
    for name in "${MAZZIERE_CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Chromium.app/Contents/MacOS/Chromium" \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        if [ -n "$name" ] && found=$(command -v "$name"); then
            if [ "$wanted" = --version ]; then "$found" --version; else echo "$found"; fi
            exit 0
        fi
    done
}

install_one() {
    echo "mazziere: installing Debian's chromium for the tests of the page (once)" >&2
    export DEBIAN_FRONTEND=noninteractive
    install="apt-get install -y -qq --no-install-recommends"
    $install chromium-headless-shell </dev/null >&2 || { apt-get update -qq &&
        { $install chromium-headless-shell || $install chromium; }; } </dev/null >&2
}

find_one
if [ -z "${MAZZIERE_CHROMIUM:-}" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    install_one && find_one
fi
line="no Chromium: the tests of the page in the browser"
if [ "${CI:-}" = true ]; then
    echo "mazziere: $line cannot run; install chromium, or name one with MAZZIERE_CHROMIUM" >&2
    exit 1
fi
echo "mazziere: ********** $line ARE SKIPPED; install chromium, or name one with MAZZIERE_CHROMIUM **********" >&2
