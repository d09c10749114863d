"""Declarations about both UNO boxes for the search for leaks."""

from collections.abc import Mapping
from typing import Any

from mazziere.games.uno.box import ANSWER, COLOURED, COLOURS, DRAWN, RESHUFFLE
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game
from mazziere.kernel.state import States
from tests.games.uno.invariants import inv_UNO_1
from tests.properties.invariants.moment import Fields, holds_in_worlds
from tests.properties.play import CHANCE, Recording, Style, due

_WILDS = dict.fromkeys(("wild", "wild+4", "shuffle", "custom1", "custom2", "custom3"), 0.2)
_QUIET = {"play": 9.0, "draw": 1.0, "catch": 0.3, "uno": 0.3}
_MOVING = {f"{colour}{rank}": 0.4 for colour in "rygb" for rank in ("+2", "7", "0")}
"""The cards of house rules."""
STYLES = (
    Style(),
    Style(_QUIET, early=_WILDS),
    Style({"draw": 20.0, "pass": 5.0, "challenge": 3.0}, _QUIET, {"wild+4": 0.1}),
    Style(_QUIET, early={"shuffle": 0.05, "custom1": 0.05, "wild+4": 0.3}),
    Style({"draw": 5.0, "pass": 5.0, "catch": 0.2, "uno": 3.0}),
    Style({**_QUIET, "jump": 20.0, "accept": 0.3}, early=_MOVING),
)


def challenger(game: Game, events: list[Event]) -> int:
    """Return the audience of a shown hand: the challenger alone."""
    (seat,) = (event.seat for event in events if game.events[event.kind].name == "challenged")
    return 1 << seat


def sort(state: Any) -> tuple[int, ...]:
    """Classify a position by phase, the phase behind a reshuffle, cards known, debt and +4."""
    phase = int(state["phase"])
    waiting = int(state["back"]) if phase == RESHUFFLE else -1
    known = int(state["entries"] > 0) + 2 * int(state["pooled"])
    return phase, waiting, known, int(state["debt"] != 0), int(state["wd4"])


def parts_silently(played: Recording, number: int) -> bool:
    """Tell whether a step may end differently without an event.

    The house rule `draw_rule=until` stops at a card that fits. The effects `draw_until` and
    `draw_three` end, or begin, by the next seat's hand, which may call for a reshuffle.
    """
    game = played.engine.game
    step = played.steps[number]
    if step.seat == CHANCE:
        return due(game, played.states[number]) == "reshuffle"
    text = game.name(step.action)
    draws_on = text == "draw" and played.options.get("draw_rule") == "until"
    return draws_on or text.startswith("play custom")


def check_world(played: Recording, number: int, states: States) -> None:
    """Check the pack, the card that ends drawing, and that guilt agrees with the hand."""
    game, world = played.engine.game, Fields(states)
    options = game.full_options(played.options)
    holds_in_worlds(inv_UNO_1)(played, number, states)
    if world.phase == DRAWN:
        card, top = game.cards[world.drawn], game.cards[world.top]
        assert world.hand[world.turn][0] >> world.drawn & 1
        same_face = card[1:] == top[1:] and world.top < COLOURED
        if options["draw_rule"] == "until" and world.rest > 0:
            assert world.drawn >= COLOURED or card[0] == COLOURS[world.colour] or same_face
    if world.phase == ANSWER and world.late == 0 and world.bluffer >= 0:
        held = [c for k, c in enumerate(game.cards) if world.hand[world.bluffer][0] >> k & 1]
        assert world.guilty == any(
            tells_against(card, COLOURS[world.before], options) for card in held
        )


def tells_against(card: str, colour: str, options: Mapping[str, Any]) -> bool:
    """Tell whether a card in hand forbids a wild +4 on a colour."""
    if card.startswith(("wild", "shuffle", "custom")):
        matching = {"plain": ("wild",), "all_but_wd4": ("wild", "shuffle", "custom"), "none": ()}
        kinds = matching[options.get("wild_matches", "none")]
        return card != "wild+4" and card.startswith(kinds)
    return card[0] == colour and (options.get("wd4_actions") != "ignore" or card[1:].isdigit())
