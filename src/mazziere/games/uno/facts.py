"""The facts of a position of UNO, in both boxes.

Knowledge of other hands is not among the facts: a view from facts knows nothing of them.
"""

from collections import Counter
from typing import Any

from mazziere.games.uno.box import (
    ANSWER,
    CARDS,
    COLOURED,
    COLOURS,
    DRAWN,
    KINDS,
    RANKS,
    TURN,
    UNKNOWN,
    WILD_DRAW_FOUR,
    phase,
)
from mazziere.games.uno.rules.hands import add_card, copies_in
from mazziere.games.uno.rules.start import copies
from mazziere.kernel.engine import members
from mazziere.kernel.facts import BadFacts, Fact, Facts

FACTS = (
    Fact("hand", "the cards of the seat", required=True),
    Fact("sizes", "cards in each hand", required=True),
    Fact("top", "the card to match, if `discards` does not end with it"),
    Fact("discards", "the discard pile, its top last; by default only the top is known"),
    Fact("colour", "the colour to match, r, y, g or b; needed after a wild"),
    Fact("turn", "the seat on turn; by default the viewer"),
    Fact("direction", "1 in the order of the seats, -1 against it"),
    Fact("dealer", "the seat that dealt"),
    Fact("phase", "turn, drawn (a card was just drawn) or answer (to a wild +4)"),
    Fact("drawn", "in the phase drawn: the card that the viewer drew"),
    Fact("bluffer", "in the phase answer: the seat that played the wild +4"),
    Fact("before", "in the phase answer: the colour before the wild +4"),
    Fact("stacked", "with stacking: the cards that the seat on turn has to draw or pass on"),
    Fact("owes_call", "the seats that have not called UNO yet"),
    Fact("points", "the score of each seat"),
)
UNSAID = frozenset(
    ("drawer", "owed", "until", "back", "late", "caller", "winner", "idle", "tied", "before")
    + ("entries", "pooled", "aware", "pool", "slot_owner", "slot_knowers", "hand", "guilty")
)
PHASES = {"turn": TURN, "drawn": DRAWN, "answer": ANSWER}


def put(view: Any, seat: int, facts: Facts) -> None:
    """Write the facts into an empty view."""
    hand = facts.cards("hand")
    sizes = facts.each("sizes", (), 0, sum(copies(view, card) for card in range(KINDS)))
    if sizes[seat] != len(hand):
        raise facts.refuse("sizes", f"{sizes[seat]} for seat {seat}, whose hand has {len(hand)}")
    for card in hand:
        add_card(view, seat, card)
    for other, size in enumerate(sizes):
        view.size[other] = size
    put_discards(view, facts)
    check_pack(view, hand, sizes, facts)
    view.colour = colour_of(view, facts)
    view.turn = facts.seat("turn", seat)
    view.direction = facts.number("direction", 1, -1, 1)
    if view.direction == 0:
        raise facts.refuse("direction", "0 is not 1 or -1")
    view.dealer = facts.seat("dealer", 0)
    for other in facts.seats("owes_call"):
        view.debt |= 1 << other
    for other, points in enumerate(facts.each("points", [0] * view.players, 0, 32_000)):
        view.points[other] = points
    view.phase = list(PHASES.values())[facts.choice("phase", list(PHASES), "turn")]
    put_phase(view, seat, hand, facts)


def put_discards(view: Any, facts: Facts) -> None:
    """Write the discard pile."""
    discards = facts.cards("discards") if "discards" in facts else [facts.card("top")]
    if not discards:
        raise facts.refuse("discards", "the pile has at least its top card")
    if "top" in facts and facts.card("top") != discards[-1]:
        raise facts.refuse("top", f"the last discard is {CARDS[discards[-1]]}")
    if len(discards) > len(view.discard):
        raise facts.refuse("discards", f"{len(discards)} cards are more than the pack has")
    for place, card in enumerate(discards):
        view.discard[place] = card
    view.discards, view.top = len(discards), discards[-1]


def check_pack(view: Any, hand: list[int], sizes: list[int], facts: Facts) -> None:
    """Check that the pack has all these cards, and count those of the draw pile."""
    for card, number in Counter([*hand, *view.discard[: view.discards].tolist()]).items():
        if number > copies(view, card):
            raise facts.refuse(CARDS[card], f"{number} copies; the pack has {copies(view, card)}")
    left = sum(copies(view, card) for card in range(KINDS)) - view.discards - sum(sizes)
    if left < 0:
        raise facts.refuse("sizes", f"hands and discards have {-left} cards more than the pack")
    view.rest = left


def colour_of(view: Any, facts: Facts) -> int:
    """Return the colour to match."""
    if view.top >= COLOURED:
        if "colour" not in facts:
            raise facts.refuse("colour", f"needed after {CARDS[view.top]}")
        return facts.choice("colour", COLOURS, "")
    own: int = view.top // RANKS
    if facts.choice("colour", COLOURS, COLOURS[own]) != own:
        raise facts.refuse("colour", f"{CARDS[view.top]} lies on top")
    return own


def put_phase(view: Any, seat: int, hand: list[int], facts: Facts) -> None:
    """Write the fields of a phase other than a plain turn."""
    for name, its_phase in (("drawn", DRAWN), ("bluffer", ANSWER), ("before", ANSWER)):
        if name in facts and view.phase != its_phase:
            raise facts.refuse(name, "belongs to another phase")
    if view.phase == DRAWN and view.turn == seat:
        view.drawn = facts.card("drawn")
        if view.drawn not in hand:
            raise facts.refuse("drawn", f"{CARDS[view.drawn]} is not in the hand")
    view.stacked = facts.number("stacked", 0, 0, 100)
    if view.phase != ANSWER:
        return
    view.before = facts.choice("before", COLOURS, COLOURS[view.colour])
    if view.top == WILD_DRAW_FOUR:
        view.bluffer = facts.seat("bluffer", (view.turn - view.direction) % view.players)
    elif not view.stacked:
        raise facts.refuse("phase", f"{CARDS[view.top]} needs no answer")


def facts_of(view: Any, seat: int) -> dict[str, Any]:
    """Return the facts of a view."""
    if view.phase not in PHASES.values():
        raise BadFacts(f"uno: no facts describe the phase {phase.entries[view.phase].name}")
    hand = [card for card in range(KINDS) for _ in range(copies_in(view.hand, seat, card))]
    facts: dict[str, Any] = {
        "hand": [CARDS[card] for card in hand],
        "sizes": view.size[: view.players].tolist(),
        "discards": [CARDS[card] for card in view.discard[: view.discards].tolist()],
        "colour": COLOURS[view.colour],
        "turn": view.turn,
        "direction": view.direction,
        "dealer": view.dealer,
        "phase": list(PHASES)[list(PHASES.values()).index(view.phase)],
        "owes_call": members(view.debt),
        "points": view.points[: view.players].tolist(),
        "stacked": view.stacked,
    }
    if view.drawn != UNKNOWN:
        facts["drawn"] = CARDS[view.drawn]
    if view.phase == ANSWER and view.bluffer >= 0:
        facts |= {"bluffer": view.bluffer, "before": COLOURS[view.before]}
    return facts
