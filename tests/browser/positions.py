"""Positions to begin from: matches at random from fixed seeds, up to what a test wants to see."""

from collections.abc import Callable
from typing import Any

from mazziere.games import find
from mazziere.kernel.match import Match, deal_stream, match_seed, play_stream, random_move
from mazziere.kernel.record import Recorder
from tests.browser.people import QUICK, Person

Wanted = Callable[[list[str]], bool]
"""Whether a position will do, by the moves that the first seat has in it."""
MATCHES = 200
STEPS = 600


def position(game: str, players: int, is_wanted: Wanted, **options: Any) -> dict[str, Any]:
    """The record of a match up to a turn of the first seat."""
    for number in range(MATCHES):
        seed = match_seed(7, number)
        recorder = Recorder(Match(find(game), players, options), seed)
        deal, play = deal_stream(seed), play_stream(seed)
        for _ in range(STEPS):
            match = recorder.match
            if match.is_over:
                break
            if match.due is not None:
                recorder.deal(deal.order)
            elif is_wanted(match.legal().get(0, [])):
                kept = ("format", "game", "rules", "players", "options", "steps")
                return {name: recorder.record()[name] for name in kept}
            else:
                recorder.move(*random_move(match, play))
    raise AssertionError(f"{game}: no match comes to such a position")


def sit_down(person: Person, given: dict[str, Any], bots: str = "easy", **settings: Any) -> str:
    """Go on from a position, on one's own turn, against bots: the table."""
    person.go("/")
    body = {
        "game": given["game"], "nick": "Anna", "players": given["players"],
        "bots": [bots] * (given["players"] - 1), "options": given["options"],
        "settings": {**QUICK, **settings}, "record": given,
    }  # fmt: skip
    table: str = person.ask("POST", "/api/tables", body)["id"]
    person.ask("POST", f"/api/tables/{table}/start", {})
    person.go(f"/t/{table}")
    person.page.locator("[data-legal]").first.wait_for()
    person.still()
    return table
