"""The runner of the test suite: order, verdicts, output, and the end by Ctrl-C."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from tests.waiting import LIMIT_S, wait_until
from tools import machine, parts
from tools.parts import Part


def python(code: str) -> parts.Command:
    return sys.executable, "-c", code


def say(text: str, code: int = 0) -> parts.Command:
    return python(f"print({text!r}); raise SystemExit({code})")


@pytest.fixture(autouse=True)
def own_logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(parts, "LOGS", tmp_path / "logs")
    monkeypatch.setattr(parts, "POLL_S", 0.01)
    return tmp_path / "logs"


def test_the_others_go_on_when_a_part_fails(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = (
        Part("first", (say("one\ntwo", 3), say("three"))),
        Part("second", (say("four"),), needs=("first",)),
        Part("third", (say("five\nsix"), say("seven"))),
        Part("fourth", (say("eight"),), after=("first",)),
    )
    results = parts.run_all(wanted, os.environ)
    assert {name: result.verdict for name, result in results.items()} == {
        "first": "FAILED",
        "second": "NOT RUN",
        "third": "passed",
        "fourth": "passed",
    }
    assert results["second"].note == "needs first"
    shown = capsys.readouterr().out
    assert "one\ntwo\n" in shown  # the whole output
    assert "    six\n    seven\n" in shown  # the closing lines of each command
    assert "five" not in shown
    table = parts.summary(results, 5).splitlines()
    assert table[0] == "  part       verdict      time      CPU"
    assert table[2] == "  second     NOT RUN       0 s      0 s   needs first"


def test_a_part_waits_for_its_lane_and_for_the_parts_that_it_needs(tmp_path: Path) -> None:
    meeting = tmp_path / "meeting"

    def note(name: str) -> parts.Command:
        return python(f"open({str(tmp_path / 'order')!r}, 'a').write('{name} ')")

    def meet() -> parts.Command:
        """Wait until two parts are here at the same time."""
        return python(
            "import os, time\nfrom pathlib import Path\n"
            f"meeting = Path({str(meeting)!r}); meeting.mkdir(exist_ok=True)\n"
            "(meeting / str(os.getpid())).touch()\n"
            f"end = time.monotonic() + {LIMIT_S}\n"
            "while len(list(meeting.iterdir())) < 2:\n"
            "    assert time.monotonic() < end, 'the other lane does not run'\n"
            "    time.sleep(0.01)"
        )

    wanted = (
        Part("last", (note("last"),), needs=("first", "second")),
        Part("first", (meet(), note("first"))),
        Part("second", (note("second"),), after=("first",)),
        Part("beside", (meet(),), lane="waiting"),
    )
    assert {r.verdict for r in parts.run_all(wanted, os.environ).values()} == {"passed"}
    assert (tmp_path / "order").read_text().split() == ["first", "second", "last"]


def test_a_lane_that_is_done_takes_a_part_of_the_other(tmp_path: Path) -> None:
    """Three parts of one lane: the second starts when the other lane is done, the third waits."""
    one, two, three = (Part(name, (say(name),)) for name in ("one", "two", "three"))
    other = Part("other", (say("other"),), lane="waiting")
    download = Part("download", (say("download"),), lane="downloading")

    def running(*some: Part) -> list[parts.Run]:
        return [SimpleNamespace(part=part) for part in some]  # type: ignore[misc]

    assert parts.may_start(one, [one, two, other, download], [])
    assert not parts.may_start(two, [two, other], running(one, download))
    assert not parts.may_start(two, [two], running(one, other))
    assert parts.may_start(two, [two, three], running(one, download))
    assert not parts.may_start(three, [three], running(one, two, download))
    assert parts.may_start(download, [download], running(one, two))


def test_the_summary_shows_facts() -> None:
    fact = Part("browser", (say("downloading\nBrowser 1.2"),), is_fact=True)
    results = parts.run_all([fact], os.environ)
    assert results["browser"].note == "Browser 1.2"
    assert parts.summary(results, 1).splitlines()[1].endswith("   Browser 1.2")


def test_the_version_of_chromium_is_that_of_the_one_in_use(tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\necho Chromium 99.1 $*\n")
    program.chmod(0o755)
    env = {**os.environ, "MAZZIERE_CHROMIUM": str(program)}

    def said(*words: str) -> str:
        command = ["sh", "tools/chromium.sh", *words]
        return subprocess.run(
            command, cwd=parts.ROOT, env=env, capture_output=True, text=True, timeout=LIMIT_S,
            check=True,
        ).stdout  # fmt: skip

    assert said() == f"{program}\n"
    assert said("--version") == "Chromium 99.1 --version\n"


def test_parts_by_name_come_with_what_they_need() -> None:
    known = parts.parts(jobs=2, seed=1)
    assert [part.name for part in parts.with_needs(["unit", "browser"], known)] == [
        "compile",
        "unit",
        "page",
        "chromium",
        "browser",
    ]
    assert {path for part in known for path in (*part.needs, *part.after)} <= {
        part.name for part in known
    }


def test_every_folder_of_tests_belongs_to_one_part() -> None:
    chosen = (parts.BROWSER, parts.RL, *parts.SERVER, *parts.COVERED)
    assert all((parts.ROOT / path).exists() for path in chosen)
    assert len(chosen) == len({*chosen})
    assert not {*parts.SAMPLED} & {*chosen}


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert parts.main(["nonsense"]) == 2
    assert capsys.readouterr().out.startswith("parts: no part nonsense: compile, ")


def test_parts_write_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    env = parts.environment(seed=7)
    assert "PYTHONDONTWRITEBYTECODE" not in env
    assert env["PYTHONHASHSEED"] == "7"


def has_ended(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def test_ctrl_c_ends_what_runs(tmp_path: Path) -> None:
    """The runner gets a signal; its part and the child of its part end."""
    pids = tmp_path / "pids"
    (tmp_path / "sleeper.py").write_text(
        f"import os, time\nopen({str(pids)!r}, 'a').write(f'{{os.getpid()}} ')\ntime.sleep(600)\n"
    )
    (tmp_path / "starter.py").write_text(
        "import subprocess, sys\n"
        f"subprocess.run([sys.executable, {str(tmp_path / 'sleeper.py')!r}])\n"
    )
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\nfrom pathlib import Path\nfrom tools import parts\n"
        f"folder = Path({str(tmp_path)!r})\n"
        "parts.LOGS = folder / 'logs'\n"
        "parts.parts = lambda jobs, seed: tuple(\n"
        "    parts.Part(name, ((sys.executable, str(folder / name)),), lane=lane)\n"
        "    for name, lane in (('starter.py', 'computing'), ('sleeper.py', 'waiting'))\n"
        ")\nsys.exit(parts.main([]))\n"
    )
    path = os.pathsep.join((str(parts.ROOT), str(parts.ROOT / "src")))
    runner = subprocess.Popen(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: pids.exists() and len(pids.read_text().split()) == 2, "both parts begin")
    runner.send_signal(signal.SIGINT)
    out, _ = runner.communicate(timeout=LIMIT_S)
    assert (runner.returncode, out.splitlines()[-1]) == (130, "parts: stopped")
    for pid in map(int, pids.read_text().split()):
        wait_until(lambda pid=pid: has_ended(pid), f"process {pid} ends")  # type: ignore[misc]


def test_the_machine_is_described() -> None:
    lines = machine.report({"SEED": 7}).splitlines()
    facts = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines}
    assert int(facts["cores"]) >= 1
    assert facts["numpy"][0].isdigit()
    assert facts["SEED"] == "7"
    assert {"CPU", "memory", "python", "numba", "node", "chromium", "gcc"} <= facts.keys()
    assert machine.package("no-such-package") == machine.program("no-such-program") == "none"
