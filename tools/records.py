"""Records that old and new versions of the rules must replay unchanged.

    python -m tools.records     # write the records that are missing

There are three kinds, all with the legal moves of every step. A record is never written again.

- Whole matches, which the games list as `kept`. The name ends with the version of the rules.
- Readings of the rulebook that a version corrected, which the games list as `readings`. The match
  is written by hand and ends where the older version goes on otherwise.
- For each value of an option that came with a later version, a match whose legal moves or scores
  differ from those with the default. It ends some steps after the first difference.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mazziere.games import games
from mazziere.kernel.chances import Step
from mazziere.kernel.game import Game
from mazziere.kernel.match import Match, deal_stream, match_seed, play_stream
from mazziere.kernel.options import Choice
from mazziere.kernel.record import Recorder, write
from tests.cases import case
from tools import golden
from tools.golden import policy_of

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "records"
SEEDS = 400
SEEDS_OF_WHOLE = 4000
LONGEST = 400  # steps until the first difference
AFTER = 10  # steps that follow it
BESIDE: dict[str, dict[str, Any]] = {
    "scoring": {"target": 50},
    "deck": {"copies": [1] * 5 + [2] * 9 + [1]},
    "copies": {"deck": "own"},
}
"""Options beside which another one shows soon."""


@dataclass(frozen=True)
class Whole:
    """A match that is played to its end and kept."""

    name: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    shows: tuple[str, ...] = ()  # patterns of which each is somewhere in its transcript


@dataclass(frozen=True)
class Reading:
    """A match after which an older version of the rules goes on otherwise, by the rulebook."""

    name: str  # the point of the contract
    players: int
    options: Mapping[str, Any]
    steps: tuple[Step, ...]
    now: str  # scores and moves after the last step
    before: str  # the same by the older version
    older: int = 1


def moves_of(*lines: str) -> tuple[Step, ...]:
    """Write moves such as "0 draw, 1 play r7" as steps."""
    said = [move.split(" ", 1) for line in lines for move in line.split(", ")]
    return tuple({"seat": int(seat), "move": move} for seat, move in said)


def position(match: Match) -> str:
    """Write the scores and what may happen: `scores 0 0; seat 1: draw, pass`."""
    parts = [f"scores {' '.join(map(str, match.scores()))}"]
    parts += [f"seat {seat}: {', '.join(moves)}" for seat, moves in match.legal().items()]
    parts += [f"due {match.due}"] if match.due else []
    return "; ".join(parts)


def versioned(game: Game, name: str) -> Path:
    """Return the path of a record that belongs to the latest version of a game's rules."""
    return FOLDER / f"{name}_v{game.version}.json"


def whole_match(game: Game, plan: Whole) -> dict[str, Any] | None:
    """Play matches of a plan until one shows what is wanted; return its record."""
    for seed in range(SEEDS_OF_WHOLE):
        text = golden.text_of(_transcript_plan(game, plan, seed))
        if is_shown(plan, text):
            return record_of(game, plan.players, plan.options, golden.read_steps(game, text))
    return None


def transcript_of(game: Game, plan: Whole, steps: Iterable[Step]) -> str:
    """Write the transcript of a match that takes these steps."""
    transcript = golden.Transcript(_transcript_plan(game, plan, 0))
    for step in steps:
        transcript.take(step)
    return "\n".join(transcript.lines)


def _transcript_plan(game: Game, plan: Whole, seed: int) -> golden.Plan:
    return golden.Plan(plan.name, "", game.id, plan.players, seed, plan.options)


def is_shown(plan: Whole, transcript: str) -> bool:
    """Tell whether a transcript is of a finished match and shows what its plan wants."""
    wanted = (*plan.shows, r"^over, winners: ")
    return all(re.search(pattern, transcript, re.MULTILINE) for pattern in wanted)


def record_of(
    game: Game, players: int, options: Mapping[str, Any], steps: Iterable[Step]
) -> dict[str, Any]:
    """Return the record of a match that takes these steps."""
    recorder = Recorder(Match(game, players, options), with_legal=True)
    for step in steps:
        recorder.take(step)
    return recorder.record()


# Options of later versions


def later_values(game: Game) -> Iterator[tuple[str, Any]]:
    """List the options and values that version 1 of the rules does not know, without defaults."""
    for option in game.options:
        if option.since > 1:
            yield from ((option.name, value) for value in option.samples()[1:])
        elif isinstance(option, Choice):
            yield from ((option.name, value) for value in option.later)


def name_of(game: Game, option: str, value: Any) -> str:
    """Return the name of the record that shows a value."""
    text = "-".join(map(str, value)) if isinstance(value, list) else str(value).lower()
    return f"{game.id}_{option}_{text}.json"


def differing(game: Game, option: str, value: Any, seed: int) -> dict[str, Any] | None:
    """Play a match with the value; return its record if the default would have gone otherwise."""
    beside: Mapping[str, Any] = BESIDE.get(option, {})
    chosen = {**beside, option: value}
    players = game.allowed_players(game.full_options(chosen))[:3][-1]
    match, default = Match(game, players, chosen), Match(game, players, beside)
    recorder = Recorder(match, match_seed(seed, 0), with_legal=True)
    deals = [deal_stream(match_seed(seed, 0)) for _ in range(2)]
    play = play_stream(match_seed(seed, 0))
    left = -1
    while not match.is_over and left != 0 and match.steps < LONGEST:
        if left < 0 and (match.due, match.legal(), match.scores()) != (
            default.due,
            default.legal(),
            default.scores(),
        ):
            left = AFTER
        if match.due is not None:
            recorder.deal(deals[0].order)
            if left < 0:
                default.deal(deals[1].order)
        else:
            seat, move = policy_of(game.id)(match, play)
            recorder.move(seat, move)
            if left < 0:
                default.move(seat, move)
        left -= left > 0
    return recorder.record() if left >= 0 else None


def missing() -> Iterator[tuple[Path, dict[str, Any] | None]]:
    """Make the records that are not there; None instead of one that no seed shows."""
    for game in games():
        for plan in case(game.id).kept:
            if not versioned(game, plan.name).exists():
                yield versioned(game, plan.name), whole_match(game, plan)
        for reading in case(game.id).readings:
            path = versioned(game, f"{game.id}_{reading.name}")
            if not path.exists():
                yield path, record_of(game, reading.players, reading.options, reading.steps)
        for option, value in later_values(game):
            path = FOLDER / name_of(game, option, value)
            if not path.exists():
                found = (differing(game, option, value, seed) for seed in range(SEEDS))
                yield path, next(filter(None, found), None)


def main() -> int:
    for path, record in missing():
        if record is None:
            print(f"{path.name}: no match of the seeds tried shows what is wanted")
            return 1
        path.write_text(write(record), encoding="utf-8")
        print(f"{path.name}: {len(record['steps'])} steps")
    return 0


if __name__ == "__main__":
    sys.exit(main())
