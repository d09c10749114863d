"""Records of options that came with a later version of a game's rules.

    python -m tools.records     # write the records that are missing

For each value of each such option there is a record whose legal moves or scores differ from a match
with the default. It ends some steps after the first difference. Records of older versions, named
`*_v1.json`, were written while that version was the only one. They are never written again.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mazziere.games import games
from mazziere.kernel.game import Game
from mazziere.kernel.match import Match, deal_stream, match_seed, play_stream
from mazziere.kernel.options import Choice
from mazziere.kernel.record import Recorder, write
from tools.golden import policy_of

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "records"
SEEDS = 400
LONGEST = 400  # steps until the first difference
AFTER = 10  # steps that follow it
BESIDE: dict[str, dict[str, Any]] = {
    "scoring": {"target": 50},
    "deck": {"copies": [1] * 5 + [2] * 9 + [1]},
    "copies": {"deck": "own"},
}
"""Options beside which another one shows soon."""


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


def main() -> int:
    for game in games():
        for option, value in later_values(game):
            path = FOLDER / name_of(game, option, value)
            if path.exists():
                continue
            found = (differing(game, option, value, seed) for seed in range(SEEDS))
            record = next(filter(None, found), None)
            if record is None:
                print(f"{path.name}: no match of {SEEDS} seeds shows a difference")
                return 1
            path.write_text(write(record), encoding="utf-8")
            print(f"{path.name}: {len(record['steps'])} steps")
    return 0


if __name__ == "__main__":
    sys.exit(main())
