"""Ladders: for every game, and for two and four players, each level against the one below it.

    python -m tools.arena                # missing and failed rungs of all games
    python -m tools.arena GAME --again   # one game, all of it anew
    python -m tools.arena --check        # exit 1 if a rung is missing, stale or fails

Every rung is one command `mazziere arena … --test …`: paired deals, and a sequential test that
stops once the answer is known at 95 %. A file per game and number of players is written after each
rung, so a run that was broken off goes on where it stopped. When bots have changed: `--again`.
Presets that a game's case names have ladders of their own.
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mazziere.games import find, shelf
from mazziere.lab import arena
from mazziere.lab.sequential import Kind, Test
from tests.cases import Budget, case
from tools.gen import table

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "strategy" / "arena"
PAGE = ROOT / "docs" / "reference" / "arena.md"
FORMAT = "mazziere-ladder/1"
BEGIN, END = "<!-- Written by `make arena`; do not edit. -->", "<!-- Written up to here. -->"
JOBS = 2
SEED = 1
PLAYERS = (2, 4)


# Budgets and exemptions


BUDGETS: dict[str, Budget] = {name: case(name).budget for name in shelf()}


@dataclass(frozen=True)
class Exemption:
    """Why a rung need not hold, and the bots whose meeting shows it."""

    reason: str
    bots: str  # e.g. random,master: the spread between the worst play and the best
    games: int


OLDER_RULES = "played by older rules"
OUTDATED = " †"

EXEMPTIONS: dict[tuple[str, str], Exemption] = {}
"""By the name of the ladder and the name of the rung."""


@dataclass(frozen=True)
class Ladder:
    """The rungs of one game for a number of players, with the default options or a preset."""

    game: str
    players: int
    preset: str = ""

    @property
    def table(self) -> str:
        """The game, with its preset if it has one: `uno-most`."""
        return f"{self.game}-{self.preset}" if self.preset else self.game

    @property
    def name(self) -> str:
        """The name of its file: `uno-most-2`."""
        return f"{self.table}-{self.players}"

    @property
    def settings(self) -> str:
        """The options that differ from the default, as words of a command."""
        if not self.preset:
            return ""
        options = find(self.game).preset(self.preset).options
        return "".join(f"--set {name}={arena.option_text(v)} " for name, v in options.items())


def ladders(game: str) -> list[Ladder]:
    """List the ladders of a game."""
    presets = ("", *case(game).ladder_presets)
    return [Ladder(game, players, preset) for preset in presets for players in PLAYERS]


# Rungs


@dataclass(frozen=True)
class Rung:
    """A level and the one below it."""

    below: str
    above: str
    test: Kind

    @property
    def name(self) -> str:
        return f"{self.above} {'>' if self.test == 'beats' else '≥'} {self.below}"

    def bots(self, budget: Budget) -> str:
        spent = {"hard": budget.hard, "master": budget.master}
        return ",".join(
            f"{level}:iterations={spent[level]}" if level in spent else level
            for level in (self.below, self.above)
        )


RUNGS = (
    Rung("random", "easy", "beats"),
    Rung("easy", "normal", "beats"),
    Rung("normal", "hard", "beats"),
    Rung("hard", "master", "not-worse"),
)
PASSED = {"beats": ("beats",), "not-worse": ("not worse",)}


def command(ladder: Ladder, rung: Rung) -> str:
    """Return the command of a rung: the one in its file, and the one to be run again."""
    budget = BUDGETS[ladder.game]
    games = budget.searched if rung.above in ("hard", "master") else budget.games
    table = f"mazziere arena {ladder.game} --players {ladder.players} --bots {rung.bots(budget)}"
    return f"{table} --games {games} {ladder.settings}--test {rung.test} --seed {SEED}"


def evidence_command(ladder: Ladder, exemption: Exemption) -> str:
    """Return the command that shows why a rung may be missing."""
    table = f"mazziere arena {ladder.game} --players {ladder.players} --bots {exemption.bots}"
    return f"{table} --games {exemption.games} {ladder.settings}--seed {SEED}"


def path_of(ladder: Ladder, folder: Path) -> Path:
    return folder / f"{ladder.name}.json"


def play(line: str, jobs: int) -> dict[str, Any]:
    """Run a command of the arena; its bar goes to this terminal."""
    words = [*shlex.split(line)[1:], "--json", "--jobs", str(jobs)]
    done = subprocess.run(
        [sys.executable, "-m", "mazziere", *words], stdout=subprocess.PIPE, check=False
    )
    if done.returncode:
        raise SystemExit(done.returncode)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# Files


def climb(ladder: Ladder, folder: Path, again: bool, jobs: int) -> None:
    """Play the rungs of a file that are missing, fail, are outdated or not those of the table."""
    path = path_of(ladder, folder)
    old = [] if again else read(path).get("rungs", [])
    kept = {
        rung["command"]: rung
        for rung in old
        if not is_outdated(rung) and (rung["passed"] or "exemption" in rung)
    }
    rungs = []
    for rung in RUNGS:
        line = command(ladder, rung)
        print(f"$ {line}", flush=True)
        began = time.perf_counter()
        found = kept.get(line) or judged(rung, line, play(line, jobs))
        how = "kept" if line in kept else f"{time.perf_counter() - began:.0f} s"
        print(f"  {words_of(found)} ({how})", flush=True)
        excuse(ladder, found, jobs)
        rungs.append(found)
        write(path, file_of(ladder, rungs))


def file_of(ladder: Ladder, rungs: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the contents of a ladder's file."""
    found: dict[str, Any] = {"format": FORMAT, "game": ladder.game}
    if ladder.preset:
        found["preset"] = ladder.preset
    return {**found, "players": ladder.players, "rungs": rungs}


def judged(rung: Rung, line: str, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a rung as its file stores it."""
    passed = result["pairs"][0]["verdict"] in PASSED[rung.test]
    return {"rung": rung.name, "command": line, "passed": passed, "result": result}


def excuse(ladder: Ladder, rung: dict[str, Any], jobs: int) -> None:
    """Add the reason why a rung that fails need not hold, with the figures that show it."""
    exemption = EXEMPTIONS.get((ladder.name, rung["rung"]))
    if rung["passed"] or exemption is None:
        rung.pop("exemption", None)
        return
    line = evidence_command(ladder, exemption)
    if rung.get("exemption", {}).get("command") != line:
        print(f"$ {line}", flush=True)
        rung["exemption"] = {"command": line, "result": play(line, jobs)}
    rung["exemption"]["reason"] = exemption.reason


def read(path: Path) -> dict[str, Any]:
    """Return a file of the ladder; empty if there is none of this format."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) and found.get("format") == FORMAT else {}


def write(path: Path, value: Mapping[str, Any]) -> None:
    """Write JSON with short lists on one line."""
    text = json.dumps(value, indent=1)
    short = re.sub(r"\[[^\[\]{}]*\]", lambda found: re.sub(r"\s*\n\s*", " ", found[0]), text)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(short + "\n", encoding="utf-8")


# Checking


def is_outdated(rung: Mapping[str, Any]) -> bool:
    """Tell whether a rung was played by an older version of the rules."""
    result = rung["result"]
    return bool(result["rules"] != find(result["game"]).version)


def problems(folder: Path = FOLDER) -> list[str]:
    """List the faults in the files of the ladders; empty if every rung holds or is exempted."""
    wrong = []
    for ladder in every_ladder():
        name = path_of(ladder, folder).name
        found = read(path_of(ladder, folder))
        if found != file_of(ladder, found.get("rungs", [])):
            wrong.append(f"{name}: missing, or not of the format {FORMAT}")
            continue
        rungs = {rung["rung"]: rung for rung in found["rungs"]}
        for rung in RUNGS:
            wrong += [f"{name}: {rung.name}: {what}" for what in faults(ladder, rung, rungs)]
    return wrong


def every_ladder() -> list[Ladder]:
    """List the ladders of all games."""
    return [ladder for game in shelf() for ladder in ladders(game)]


def faults(ladder: Ladder, rung: Rung, rungs: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """List the faults of one rung."""
    if rung.name not in rungs:
        yield "missing"
        return
    own = rungs[rung.name]
    if own["command"] != command(ladder, rung):
        yield f"not the command of the table: {own['command']}"
    yield from _faults_of_result(own["result"], own["command"])
    (pair,) = own["result"]["pairs"]
    verdict = verdict_of(rung.test, pair)
    if pair["verdict"] != verdict:
        yield f"the verdict is {pair['verdict']!r}, but the deals say {verdict!r}"
    if own["passed"] != (verdict in PASSED[rung.test]):
        yield f"passed is {own['passed']}, but the verdict {verdict!r}"
    if not own["passed"]:
        exemption = EXEMPTIONS.get((ladder.name, rung.name))
        if exemption is None:
            yield f"fails: {words_of(own)}"
        elif own.get("exemption", {}).get("reason") != exemption.reason:
            yield "its exemption is not that of the table"
        else:
            yield from _faults_of_result(own["exemption"]["result"], own["exemption"]["command"])


def _faults_of_result(result: Mapping[str, Any], line: str) -> Iterator[str]:
    if result["format"] != arena.FORMAT:
        yield f"of the format {result['format']}, not {arena.FORMAT}"
    if result["command"] != line or not result["complete"]:
        yield "not the result of its command"
    if result["rules"] != find(result["game"]).version:
        yield OLDER_RULES


def verdict_of(kind: Kind, pair: Mapping[str, Any]) -> str:
    """Recompute the verdict from the counts of each share of a deal."""
    values, counts = zip(*pair["deal_shares"], strict=True)
    return Test(kind).verdict(np.array(values, np.float64), np.array(counts, np.float64))


# The page and the pictures


def words_of(rung: Mapping[str, Any]) -> str:
    (pair,) = rung["result"]["pairs"]
    share, low, high = (f"{100 * pair[name]:.1f}" for name in ("share", "low", "high"))
    return f"{rung['rung']}: {share} % ({low}–{high}), {pair['deals']} deals: {pair['verdict']}"


def summary(folder: Path = FOLDER) -> str:
    """Return the table of all rungs that have been played, and the pictures."""
    rows, notes, pictures = [], [], []
    for ladder in every_ladder():
        for rung in read(path_of(ladder, folder)).get("rungs", []):
            rows.append(summary_row(ladder, rung))
            if "exemption" in rung:
                notes.append(note_of(ladder, rung))
    for ladder in every_ladder():
        if ladder.players == PLAYERS[0] and (folder / f"{ladder.table}.png").exists():
            pictures.append(f"![{title_of(ladder)}](../strategy/arena/{ladder.table}.png)")
    head = (
        "game",
        "rules",
        "players",
        "rung",
        "deals",
        "share, %",
        "95 % sequence",
        "Elo",
        "verdict",
    )
    if any(OUTDATED in row[1] for row in rows):
        notes.append(f"-{OUTDATED}: an older version of the rules; to be played again.")
    return "\n\n".join([table(head, rows), *(["\n".join(notes)] if notes else []), *pictures])


def title_of(ladder: Ladder) -> str:
    """Return the title of a ladder's picture."""
    title = f"The ladder of {find(ladder.game).title}"
    return f"{title}, preset {ladder.preset}" if ladder.preset else title


def summary_row(ladder: Ladder, rung: Mapping[str, Any]) -> list[str]:
    (pair,) = rung["result"]["pairs"]
    elo = pair["elo"][0]
    return [
        f"`{ladder.game}`" + (f", {ladder.preset}" if ladder.preset else ""),
        f"{rung['result']['rules']}" + OUTDATED * is_outdated(rung),
        f"[{ladder.players}](../strategy/arena/{ladder.name}.json)",
        with_iterations(rung),
        str(pair["deals"]),
        f"{100 * pair['share']:.1f}",
        f"{100 * pair['low']:.1f}–{100 * pair['high']:.1f}",
        "–" if elo is None else f"{elo:.0f}",
        "exempt, see below" if "exemption" in rung else pair["verdict"],
    ]


def with_iterations(rung: Mapping[str, Any]) -> str:
    """Return the name of a rung with the iterations of searching bots."""
    name = rung["rung"]
    for bot in rung["result"]["bots"]:
        level, _, setting = bot.partition(":iterations=")
        if setting:
            name = name.replace(level, f"{level} ({setting})")
    return str(name)


def note_of(ladder: Ladder, rung: Mapping[str, Any]) -> str:
    """Return an exemption, with its figures."""
    exemption = rung["exemption"]
    (pair,) = exemption["result"]["pairs"]
    share, low, high = (f"{100 * pair[name]:.1f}" for name in ("share", "low", "high"))
    met = f"{pair['bots'][1]} against {pair['bots'][0]}: {share} % ({low}–{high})"
    return f"- `{ladder.name}`, {rung['rung']}: {exemption['reason']} {met}."


def write_page(page: Path = PAGE, folder: Path = FOLDER) -> None:
    """Put the table of all rungs between the marks of the page."""
    text = page.read_text(encoding="utf-8")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    page.write_text(f"{before}{BEGIN}\n\n{summary(folder)}\n\n{END}{after}", encoding="utf-8")


def draw(game: str, folder: Path) -> None:
    """Draw the ladders of a game, a picture for each preset."""
    from mazziere.lab.plots import draw_ladder

    tables: dict[str, list[tuple[str, list[dict[str, Any]]]]] = {}
    for ladder in ladders(game):
        rows = [
            {
                "name": with_iterations(rung),
                "border": rung["result"]["test"]["border"],
                "passed": rung["passed"],
                **{name: rung["result"]["pairs"][0][name] for name in ("share", "low", "high")},
            }
            for rung in read(path_of(ladder, folder)).get("rungs", [])
        ]
        if rows:
            tables.setdefault(ladder.table, []).append((f"{ladder.players} players", rows))
    for name, groups in tables.items():
        title = f"{find(game).title}: each level against the one below"
        if name != game:
            title += f" ({name.removeprefix(f'{game}-')})"
        draw_ladder(title, groups, folder / f"{name}.png")


# The command


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools.arena", description="the ladder of levels")
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--again", action="store_true", help="also what has been played already")
    parser.add_argument("--players", type=int, choices=PLAYERS, help="default: 2 and 4")
    parser.add_argument("--jobs", type=int, default=JOBS, help=f"threads (default {JOBS})")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the files are")
    parser.add_argument("--check", action="store_true", help="check the files, play nothing")
    arguments = parser.parse_args(argv)
    if arguments.check:
        wrong = problems(arguments.folder)
        print("\n".join(wrong) if wrong else "every rung holds")
        return 1 if wrong else 0
    for game in arguments.games or shelf():
        if game not in shelf():
            parser.error(f"there is no game {game!r}; there is {', '.join(shelf())}")
        for ladder in ladders(game):
            if arguments.players in (None, ladder.players):
                climb(ladder, arguments.folder, arguments.again, arguments.jobs)
        draw(game, arguments.folder)
    if arguments.folder == FOLDER:
        write_page()
    failed = [line for line in problems(arguments.folder) if ": fails: " in line]
    print("\n".join(failed) if failed else "every rung played holds")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
