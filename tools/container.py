"""Run the commands of the Containerfile as it sets them up, without a container engine.

    python -m tools.container       needs Linux, util-linux, and root or subordinate user ids

In namespaces of its own, the entry point runs as the container's user without capabilities. The
root is read-only; only /tmp and the two volumes can be written. There is a network with nothing
but a loopback device, so the usual ports are free. The tool waits for the health check, opens the
page and a table, checks what can be written, and stops the server. It prints one line for each
check, and exits with code 1 if one fails. The program is that of this environment, not a wheel.
"""

import errno
import fcntl
import json
import os
import re
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
READY_S = 120.0
STOP_S = 30.0
VOLUMES = Path("/mnt")
"""Where the volumes are mounted here: /data and /cache need not exist on this machine."""
INSIDE = "--inside"
Process = subprocess.Popen[bytes]
_SPECIAL = ("/proc", "/sys", "/dev")


class CannotRunError(Exception):
    """A requirement is missing; the text says which."""


class Instructions:
    """The commands and variables of a Containerfile."""

    def __init__(self, text: str) -> None:
        lines = text.replace("\\\n", " ").splitlines()
        self.entry = self._command(next(line for line in lines if line.startswith("ENTRYPOINT")))
        self.health = self._command(next(line for line in lines if line.startswith("HEALTHCHECK")))
        parts = [shlex.split(line[4:]) for line in lines if line.startswith("ENV ")]
        pairs = [pair.partition("=") for line in parts for pair in line]
        self.variables = {name: self._here(value) for name, _, value in pairs}
        self.user = next(int(line[5:]) for line in lines if line.startswith("USER "))

    def _command(self, line: str) -> list[str]:
        words: list[str] = json.loads(line[line.index("[") :])
        return [word.replace("/opt/mazziere/", f"{sys.prefix}/") for word in words]

    def _here(self, value: str) -> str:
        return re.sub(r"^/(data|cache)$", rf"{VOLUMES}/\1", value)


def main() -> int:
    """Enter the namespaces, or run the checks inside them."""
    if INSIDE in sys.argv:
        return inside()
    for program in ("unshare", "setpriv", "mount"):
        if shutil.which(program) is None:
            raise CannotRunError(f"{program} is missing: install util-linux")
    unshare = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    if os.geteuid() != 0:
        unshare += ["--user", "--map-root-user", "--map-auto"]
    command = [*unshare, sys.executable, "-m", "tools.container", INSIDE]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


# Inside the namespaces


def inside() -> int:
    """Set up the file systems, run the server, and check it."""
    given = Instructions((ROOT / "Containerfile").read_text(encoding="utf-8"))
    start_loopback()
    set_up_files(given.user)
    drop = ["setpriv", f"--reuid={given.user}", f"--regid={given.user}", "--clear-groups"]
    drop += ["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"]
    environment = {"PATH": os.environ["PATH"], **given.variables}

    def start(command: list[str], **ways: Any) -> Process:
        null = subprocess.DEVNULL
        return subprocess.Popen([*drop, *command], cwd="/", env=environment, stdout=null, **ways)

    def start_check() -> Process:
        return start(given.health, stderr=subprocess.DEVNULL)  # it fails until the server is ready

    server = start(given.entry)
    try:
        if not is_healthy(server, start_check):
            raise CannotRunError(f"the health check did not pass within {READY_S:g} s")
        checks = {"the health check passes": True}
        checks |= {"the page is served": is_page_served(), "a table is opened": opens_table()}
        checks |= dict(rights(server.pid, given.user)) | dict(writes(drop))
        server.send_signal(signal.SIGTERM)
        checks["the server stops with code 0"] = server.wait(STOP_S) == 0
    finally:
        if server.poll() is None:
            server.kill()
    for what, is_met in checks.items():
        print(f"{'ok  ' if is_met else 'FAIL'} {what}")
    return 0 if all(checks.values()) else 1


def start_loopback() -> None:
    """Bring up the loopback device of the new network."""
    name, up = b"lo", 0x1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as device:
        fcntl.ioctl(device, 0x8914, struct.pack("16sh", name, up) + bytes(22))  # SIOCSIFFLAGS


def mount(*words: str) -> None:
    """Mount something; CannotRunError."""
    done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CannotRunError(f"mount {' '.join(words)}: {done.stderr.strip()}")


def set_up_files(user: int) -> None:
    """Make the root read-only, with an empty /tmp and two volumes that the user can write."""
    mount("--make-rprivate", "/")
    mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", str(VOLUMES))
    needed = {Path(sys.base_prefix), Path(sys.prefix), ROOT}
    show([folder for folder in needed if needed.isdisjoint(folder.parents)])
    for name in ("data", "cache"):
        (VOLUMES / name).mkdir(mode=0o700)
        mount("-t", "tmpfs", "-o", f"mode=700,uid={user},gid={user}", "tmpfs", f"{VOLUMES}/{name}")
    writable = {"/tmp", f"{VOLUMES}/data", f"{VOLUMES}/cache"}
    for place in mounted():
        if place not in writable and not place.startswith(_SPECIAL):
            with suppress(CannotRunError):  # a mount below a folder that is now hidden
                mount("-o", "remount,bind,ro", place)


def show(folders: list[Path]) -> None:
    """Show folders to everybody below an empty /tmp, and below homes that only root may enter."""
    covers = {Path("/tmp")}
    for folder in folders:
        for above in folder.parents:
            if not above.stat().st_mode & 0o001:
                covers.add(above)
    kept = {}
    for number, folder in enumerate(folders):
        kept[folder] = VOLUMES / f"kept-{number}"
        kept[folder].mkdir()
        mount("--rbind", str(folder), str(kept[folder]))
    for cover in sorted(covers):
        mode = "1777" if cover == Path("/tmp") else "755"
        mount("-t", "tmpfs", "-o", f"mode={mode}", "tmpfs", str(cover))
    for folder, copy in kept.items():
        if not folder.exists():
            folder.mkdir(parents=True)
            mount("--rbind", str(copy), str(folder))


def mounted() -> list[str]:
    """List the mounted folders."""
    lines = Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()
    return [line.split()[1].replace("\\040", " ") for line in lines]


# Checks


def is_healthy(server: Process, check: Callable[[], Process]) -> bool:
    """Run the health check until it passes."""
    end = time.monotonic() + READY_S
    while time.monotonic() < end and server.poll() is None:
        if check().wait(READY_S) == 0:
            return True
        time.sleep(0.5)
    return False


def is_page_served() -> bool:
    """Open the page."""
    with urllib.request.urlopen("http://127.0.0.1:8710/", timeout=READY_S) as answer:
        return b"<html" in answer.read()


def opens_table() -> bool:
    """Open a table, which is written to the database."""
    import asyncio

    from mazziere.client import Client
    from mazziere.games import shelf

    table = asyncio.run(Client("http://127.0.0.1:8710").open(shelf()[0], "Ada", 2))
    return len(table.id) == 32


def rights(process: int, user: int) -> Iterator[tuple[str, bool]]:
    """Check the rights of a process."""
    text = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    status = dict(line.split(":\t", 1) for line in text.splitlines() if ":\t" in line)
    yield f"the server runs as user {user}", status["Uid"].split() == [str(user)] * 4
    caps = [int(status[name], 16) for name in ("CapEff", "CapPrm", "CapBnd", "CapInh", "CapAmb")]
    yield "it has no capabilities", not any(caps)
    yield "it cannot gain rights", status["NoNewPrivs"] == "1"


def writes(drop: list[str]) -> Iterator[tuple[str, bool]]:
    """Check where root and the user can write."""
    for folder in (Path("/"), Path("/usr"), Path("/etc"), Path(sys.prefix), ROOT / "src"):
        yield f"root cannot write to {folder}", why_not(folder / "written") == errno.EROFS
    for folder in (Path("/tmp"), VOLUMES / "data", VOLUMES / "cache"):
        touch = [*drop, "touch", str(folder / "written")]
        done = subprocess.run(touch, capture_output=True, check=False)
        yield f"the user can write to {folder}", done.returncode == 0


def why_not(file: Path) -> int:
    """Try to write a file; return the number of the error, 0 if there is none."""
    try:
        file.touch()
    except OSError as error:
        return error.errno or 0
    file.unlink()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CannotRunError as error:
        sys.exit(f"tools.container: {error}")
