#!/bin/sh
# Prints where Chromium is, for the tests of the page; installs Debian's package if there is none
# and that may be done. Without Chromium it says so, and fails only in CI.
set -eu

find_one() {
    for name in "${MAZZIERE_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Chromium.app/Contents/MacOS/Chromium" \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        if [ -n "$name" ] && command -v "$name"; then
            exit 0
        fi
    done
}

install_one() {
    echo "mazziere: installing Debian's chromium for the tests of the page (once)" >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -y -qq --no-install-recommends chromium </dev/null >&2 ||
        { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } </dev/null >&2
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
