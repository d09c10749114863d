"""Positions for tests: random matches from fixed seeds, cut at a wanted position."""

from collections.abc import Callable
from typing import Any

from mazziere.games import find
from mazziere.kernel.match import Match, deal_stream, match_seed, play_stream
from mazziere.kernel.record import Recorder
from tests.browser.people import QUICK, Person

Wanted = Callable[[list[str]], bool]
"""Whether a position will do, by the moves that the first seat has in it."""
Suits = Callable[[Match], bool]
"""Whether a match will do."""
MATCHES = 200
STEPS = 600
KEPT = ("format", "game", "rules", "players", "options", "steps")


class RandomMatch:
    """A match played at random from a fixed seed."""

    def __init__(self, game: str, players: int, number: int, options: dict[str, Any]) -> None:
        seed = match_seed(7, number)
        self._recorder = Recorder(Match(find(game), players, options), seed)
        self._deal, self._play = deal_stream(seed), play_stream(seed)

    @property
    def match(self) -> Match:
        return self._recorder.match

    @property
    def is_over(self) -> bool:
        return self._recorder.match.is_over

    @property
    def moves(self) -> list[str]:
        """The moves of the first seat."""
        match = self._recorder.match
        return [] if match.is_over or match.due is not None else match.legal().get(0, [])

    def step(self) -> None:
        """Deal, or make a random move."""
        self._recorder.step_at_random(self._deal, self._play)

    def record(self, steps: int | None = None) -> dict[str, Any]:
        """Return the record of the first `steps` steps, or of all."""
        found = self._recorder.record()
        return {name: found[name] for name in KEPT} | {"steps": found["steps"][:steps]}


def any_match(_match: Match) -> bool:
    return True


def position(
    game: str, players: int, is_wanted: Wanted, suits: Suits = any_match, **options: Any
) -> dict[str, Any]:
    """Return the record of a match up to a turn of the first seat."""
    for number in range(MATCHES):
        match = RandomMatch(game, players, number, options)
        for _ in range(STEPS):
            if match.is_over:
                break
            if (moves := match.moves) and is_wanted(moves) and suits(match.match):
                return match.record()
            match.step()
    raise AssertionError(f"{game}: no match comes to such a position")


def before_move(
    game: str, players: int, move: str, is_wanted: Wanted, **options: Any
) -> dict[str, Any]:
    """Return a record up to a turn of the first seat on which `move` leads to a wanted position."""
    for number in range(MATCHES):
        match = RandomMatch(game, players, number, options)
        for count in range(STEPS):
            if match.is_over:
                break
            may_move = move in match.moves
            match.step()
            found = match.record()
            if may_move and found["steps"][count].get("move") == move and is_wanted(match.moves):
                return match.record(count)
    raise AssertionError(f"{game}: {move} never leads to such a position")


def ending(
    game: str, players: int, left: int, suits: Suits = any_match, **options: Any
) -> dict[str, Any]:
    """Return a record up to a turn of the first seat, `left` or more steps before the end."""
    for number in range(MATCHES):
        match = RandomMatch(game, players, number, options)
        turns: list[int] = []
        for count in range(STEPS):
            if match.is_over and not suits(match.match):
                break
            if match.is_over:
                return match.record(max(turn for turn in turns if turn <= count - left))
            if match.moves:
                turns.append(count)
            match.step()
    raise AssertionError(f"{game}: no such match ends within {STEPS} steps")


def open_at(person: Person, given: dict[str, Any], bots: str = "easy", **settings: Any) -> str:
    """Open a table at a position, on the own turn, against bots, and go there; return its id."""
    body = {
        "game": given["game"], "nick": "Anna", "players": given["players"],
        "bots": [bots] * (given["players"] - 1), "options": given["options"],
        "settings": {**QUICK, **settings}, "record": given,
    }  # fmt: skip
    table: str = person.ask("POST", "/api/tables", body)["id"]
    person.ask("POST", f"/api/tables/{table}/start", {})
    person.go(f"/t/{table}")
    return table


def sit_down(person: Person, given: dict[str, Any], bots: str = "easy", **settings: Any) -> str:
    """Sit down at a table like `open_at`, and wait until the own turn is shown; return its id."""
    table = open_at(person, given, bots, **settings)
    person.page.locator("[data-legal]").first.wait_for()
    person.still()
    return table
