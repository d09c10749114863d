"""Golden transcripts: readable matches that a test replays line by line.

    python -m tools.golden              # rewrite tests/transcripts
    python -m tools.golden --check      # exit 1 where a file is not what would be written
    python -m tools.golden --scout NAME --seeds 200   # lengths and events by seed

A transcript holds everything that its match depends on: chance is written out in full, so it is
replayed without its seed. Each step shows the legal moves of each seat, an arrow before the move or
the chance result, then the events with their audience; scores follow where they have changed.
Events share a line if their audience hears nothing in between.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import wrap
from typing import Any

from mazziere.games import find, shelf
from mazziere.kernel.chances import Step
from mazziere.kernel.engine import members
from mazziere.kernel.events import SPECTATOR, Event
from mazziere.kernel.game import Game
from mazziere.kernel.game import verb as verb_of
from mazziere.kernel.match import Match, Stream, deal_stream, match_seed, play_stream
from mazziere.kernel.texts import seat_names, tell
from tests.cases import case

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "transcripts"
WIDTH = 100
INDENT, HANGING = " " * 5, " " * 9
ARROW = " -> "
HARD_SPACE = "\xa0"
LIMIT = 2000  # the most steps of a match


@dataclass(frozen=True)
class Plan:
    """A match worth reading."""

    name: str
    about: str
    game: str
    players: int
    seed: int
    options: Mapping[str, Any]
    rules: int | None = None  # an older version of the rules; None: today's
    listener: int | None = None  # the seat that hears it in a spoken transcript; None: not spoken


def plans() -> tuple[Plan, ...]:
    """List the plans of all games."""
    return tuple(plan for name in shelf() for plan in case(name).transcripts)


# Writing


class Transcript:
    """A match that is written down as text while it is played."""

    def __init__(self, plan: Plan) -> None:
        self.game = find(plan.game)
        self.match = Match(self.game, plan.players, plan.options, rules=plan.rules)
        self.names = seat_names(plan.players, "en")
        self.lines = list(self._head(plan))
        self._scores: list[int] = []

    def _head(self, plan: Plan) -> Iterator[str]:
        yield f"{self.game.title}: {plan.about}"
        yield ""
        yield f"game: {plan.game}"
        yield f"rules: {plan.rules or self.game.version}"
        yield f"players: {plan.players}"
        chosen = [f"{name}={as_text(value)}" for name, value in self.match.options.items()]
        yield from folded("options: " + " ".join(chosen), "")
        yield f"seed: {plan.seed}"
        yield ""

    def take(self, step: Mapping[str, Any]) -> list[Event]:
        """Take a step of a record; write it down with its events."""
        number = f"{self.match.steps:>3}. "
        if "chance" in step:
            self.lines += folded(f"chance {step['chance']}{ARROW}{chance_text(step)}", number)
            events = self.match.chance(step)
        else:
            for seat, moves in self.match.legal().items():
                taken = ARROW + unbroken(step["move"]) if seat == step["seat"] else ""
                self.lines += folded(f"seat {seat} may {moves_text(moves)}{taken}", number)
                number = INDENT
            events = self.match.move(step["seat"], step["move"])
        self.lines += self._heard(events)
        self._tell_scores()
        return events

    def _tell_scores(self) -> None:
        scores = self.match.scores()
        if scores != self._scores:
            self._scores = scores
            self.lines.append(f"{INDENT}scores: {' '.join(map(str, scores))}")
        if self.match.is_over:
            self.lines += ["", f"over, winners: {' '.join(map(str, self.match.winners()))}"]

    def _heard(self, events: Sequence[Event]) -> list[str]:
        """Join events with the same audience in a line; events for all are wrapped."""
        rows: list[tuple[int, str]] = []
        for event in events:
            audience = event.audience & self._present()
            words = tell(self.game, event, "en", self.names) or plain(self.game, event)
            at = _row_to_join(rows, audience)
            if at is not None and (audience != self._present() or fits(rows[at][1], words)):
                rows[at] = audience, f"{rows[at][1]} {words}"
            else:
                rows.append((audience, f"{self._audience(audience)}: {words}"))
        return [line for _, text in rows for line in folded(text, INDENT)]

    def _present(self) -> int:
        return (1 << self.match.players) - 1 | 1 << SPECTATOR

    def _audience(self, bits: int) -> str:
        """Name the audience of an event; spectators hear it unless seats are named."""
        missing = members(self._present() & ~bits)
        if not missing:
            return "all"
        if bits >> SPECTATOR & 1:
            return "all but seat " + " ".join(map(str, missing))
        return "seat " + " ".join(map(str, members(bits))) if bits else "nobody"


def fits(row: str, words: str) -> bool:
    return len(f"{INDENT}{row} {words}") <= WIDTH


def _row_to_join(rows: Sequence[tuple[int, str]], audience: int) -> int | None:
    """Find the last row of this audience, if no member has heard anything since."""
    for at in range(len(rows) - 1, -1, -1):
        if rows[at][0] == audience:
            return at
        if rows[at][0] & audience:
            return None
    return None


def folded(text: str, first: str) -> list[str]:
    """Wrap a long line with a hanging indent."""
    lines = wrap(
        text.replace(ARROW, unbroken(ARROW, 1)),
        WIDTH,
        initial_indent=first,
        subsequent_indent=HANGING,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(HARD_SPACE, " ") for line in lines]


def unbroken(text: str, start: int = 0) -> str:
    """Keep a text from being wrapped, from a place on."""
    return text[:start] + text[start:].replace(" ", HARD_SPACE)


def as_text(value: Any) -> str:
    """Write an option's value as `--set` takes it."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def plain(game: Game, event: Event) -> str:
    """Write an event that has no words yet."""
    return f"{game.events[event.kind].name}({event.seat}, {event.a}, {event.b})."


def moves_text(moves: Sequence[str]) -> str:
    """List moves, those of one verb together: `draw; play b3, wild r`."""
    verbs: dict[str, list[str]] = {}
    for move in moves:
        verb, _, rest = move.partition(" ")
        verbs.setdefault(verb, []).append(rest)
    return "; ".join(
        f"{verb} {', '.join(map(unbroken, rest))}".strip() for verb, rest in verbs.items()
    )


def chance_text(step: Mapping[str, Any]) -> str:
    """Write the result of a chance step; `chance_step` reads it."""
    if "cards" in step:
        return " ".join(step["cards"])
    groups = step.get("rows") or step.get("piles")
    if groups is not None:
        return " | ".join(" ".join(group) for group in groups)
    rounds = [
        " ".join(f"{seat}:{card}" for seat, card in drawn.items())
        for drawn in step.get("draws", [])
    ]
    return " | ".join([f"seat {step['seat']}", *rounds])


# Reading


def logical_lines(text: str) -> list[str]:
    """Put folded lines together again."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith(HANGING):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line)
    return lines


def read_plan(name: str, text: str) -> Plan:
    """Read the head of a transcript."""
    lines = logical_lines(text)
    fields = dict(line.split(": ", 1) for line in lines[2:7])
    game = find(fields["game"])
    rules = int(fields["rules"])
    kinds = {option.name: option for option in game.options_of(rules)}
    options = {}
    for setting in fields["options"].split():
        option, _, value = setting.partition("=")
        options[option] = kinds[option].from_text(value)
    about = lines[0].removeprefix(f"{game.title}: ")
    players, seed = int(fields["players"]), int(fields["seed"])
    return Plan(name, about, game.id, players, seed, options, rules)


_CHANCE = re.compile(rf" *\d+\. chance (\w+){ARROW}(.*)")
_MOVE = re.compile(rf"(?: *\d+\. | +)seat (\d+) may .*{ARROW}(.*)")


def read_steps(game: Game, text: str) -> Iterator[Step]:
    """Read the steps of a transcript, as a record has them."""
    shapes = {phase.step: phase.form.shape for phase in game.chances.values() if phase.form}
    for line in logical_lines(text):
        if found := _CHANCE.fullmatch(line):
            yield chance_step(found[1], shapes[found[1]], found[2])
        elif found := _MOVE.fullmatch(line):
            yield {"seat": int(found[1]), "move": found[2]}


def chance_step(name: str, shape: str, text: str) -> Step:
    """Read the result of a chance step."""
    step: Step = {"chance": name}
    groups = text.split(" | ")
    if shape == "cards":
        step["cards"] = text.split()
    elif shape in ("rows", "piles"):
        step[shape] = [group.split() for group in groups]
    else:
        step["seat"] = int(groups[0].removeprefix("seat "))
        if shape == "draws":
            step["draws"] = [
                dict(drawn.split(":") for drawn in group.split()) for group in groups[1:]
            ]
    return step


def replayed(name: str, text: str) -> list[str]:
    """Write a transcript anew from its own steps, without its seed."""
    transcript = Transcript(read_plan(name, text))
    for step in read_steps(transcript.game, text):
        transcript.take(step)
    return transcript.lines


# Players


Policy = Callable[[Match, Stream], tuple[int, str]]

WEIGHTS = {
    "play": 20, "draw": 1, "pass": 1, "challenge": 3, "accept": 2, "catch": 3, "jump": 9,
    "capture": 4, "hold": 1, "cover": 1, "flip": 2, "block": 5,
}  # fmt: skip


def eager(match: Match, rng: Stream) -> tuple[int, str]:
    """Prefer moves that bring the match forward: draw a verb by weight, then a move with it."""
    groups: dict[tuple[int, str], list[str]] = {}
    for seat, moves in match.legal().items():
        for move in moves:
            groups.setdefault((seat, verb_of(move)), []).append(move)
    weights = {key: WEIGHTS.get(key[1], 2) for key in groups}
    seat, verb = [key for key, weight in weights.items() for _ in range(weight)][
        rng.below(sum(weights.values()))
    ]
    moves = groups[seat, verb]
    called = [move for move in moves if verb == "play" and move.rpartition(" ")[0] in moves]
    if called and rng.below(3) > 0:
        moves = called
    return seat, moves[rng.below(len(moves))]


def policy_of(game: str) -> Policy:
    """Return the players of a game's transcripts."""
    return case(game).policy or eager


def played(plan: Plan) -> tuple[Transcript, set[str]]:
    """Play a match by its plan; return it with the names of its events."""
    transcript = Transcript(plan)
    match = transcript.match
    policy = policy_of(plan.game)
    seed = match_seed(plan.seed, 0)
    deal, play = deal_stream(seed), play_stream(seed)
    kinds: set[int] = set()
    while not match.is_over and match.steps < LIMIT:
        if match.due is not None:
            step = match.peek(deal.order)
        else:
            seat, move = policy(match, play)
            step = {"seat": seat, "move": move}
        kinds |= {event.kind for event in transcript.take(step)}
    return transcript, {match.game.events[kind].name for kind in kinds}


# The command


def path_of(plan: Plan) -> Path:
    return FOLDER / f"{plan.name}.txt"


def text_of(plan: Plan) -> str:
    """Return the whole transcript of a plan."""
    return "\n".join(played(plan)[0].lines) + "\n"


def rewrite() -> int:
    """Write every transcript; remove files without a plan."""
    FOLDER.mkdir(exist_ok=True)
    for path in set(FOLDER.glob("*.txt")) - {path_of(plan) for plan in plans()}:
        path.unlink()
    for plan in plans():
        text = text_of(plan)
        path_of(plan).write_text(text, encoding="utf-8")
        print(f"{path_of(plan).name}: {text.count(chr(10))} lines")
    return 0


def check() -> int:
    """Report transcripts that differ from what `rewrite` would write."""
    wrong = 0
    for plan in plans():
        path = path_of(plan)
        if not path.exists() or path.read_text(encoding="utf-8") != text_of(plan):
            print(f"{path.name} is out of date: make golden, and read the difference")
            wrong += 1
    return 1 if wrong else 0


def scout(name: str, seeds: int, lines: int) -> int:
    """List the seeds of a plan by the number of kinds of events, to choose one."""
    plan = next(plan for plan in plans() if plan.name == name)
    found = []
    for seed in range(seeds):
        transcript, kinds = played(replace(plan, seed=seed))
        if transcript.match.is_over and len(transcript.lines) <= lines:
            found.append((len(kinds), -len(transcript.lines), seed, kinds))
    every = {kind.name for kind in find(plan.game).events}
    for count, length, seed, kinds in sorted(found, key=lambda row: row[:3], reverse=True)[:12]:
        missing = " ".join(sorted(every - kinds))
        print(f"seed {seed}: {-length} lines, {count} kinds of events, without {missing}")
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools.golden", description="golden transcripts")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--scout", metavar="NAME", help="list seeds of a plan by their events")
    parser.add_argument("--seeds", type=int, default=50, help="the number of seeds to try")
    parser.add_argument("--lines", type=int, default=400, help="the longest transcript to list")
    arguments = parser.parse_args(argv)
    if arguments.scout:
        return scout(arguments.scout, arguments.seeds, arguments.lines)
    return check() if arguments.check else rewrite()


if __name__ == "__main__":
    sys.exit(main())
