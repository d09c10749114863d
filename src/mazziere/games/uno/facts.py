"""The facts of a position of UNO, in both boxes.

What seats know of each other's hands is not a fact here: a view from facts knows nothing of them.
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


def put(v: Any, seat: int, facts: Facts) -> None:
    """Write the facts into an empty view."""
    hand = facts.cards("hand")
    sizes = facts.each("sizes", (), 0, sum(copies(v, card) for card in range(KINDS)))
    if sizes[seat] != len(hand):
        raise facts.refuse("sizes", f"{sizes[seat]} for seat {seat}, whose hand has {len(hand)}")
    for card in hand:
        add_card(v, seat, card)
    for other, size in enumerate(sizes):
        v.size[other] = size
    put_discards(v, facts)
    check_pack(v, hand, sizes, facts)
    v.colour = colour_of(v, facts)
    v.turn = facts.seat("turn", seat)
    v.direction = facts.number("direction", 1, -1, 1)
    if v.direction == 0:
        raise facts.refuse("direction", "0 is not 1 or -1")
    v.dealer = facts.seat("dealer", 0)
    for other in facts.seats("owes_call"):
        v.debt |= 1 << other
    for other, points in enumerate(facts.each("points", [0] * v.players, 0, 32_000)):
        v.points[other] = points
    v.phase = list(PHASES.values())[facts.choice("phase", list(PHASES), "turn")]
    put_phase(v, seat, hand, facts)


def put_discards(v: Any, facts: Facts) -> None:
    """Write the discard pile."""
    discards = facts.cards("discards") if "discards" in facts else [facts.card("top")]
    if not discards:
        raise facts.refuse("discards", "the pile has at least its top card")
    if "top" in facts and facts.card("top") != discards[-1]:
        raise facts.refuse("top", f"the last discard is {CARDS[discards[-1]]}")
    if len(discards) > len(v.discard):
        raise facts.refuse("discards", f"{len(discards)} cards are more than the pack has")
    for place, card in enumerate(discards):
        v.discard[place] = card
    v.discards, v.top = len(discards), discards[-1]


def check_pack(v: Any, hand: list[int], sizes: list[int], facts: Facts) -> None:
    """Check that the pack has all these cards, and count those of the draw pile."""
    for card, number in Counter([*hand, *v.discard[: v.discards].tolist()]).items():
        if number > copies(v, card):
            raise facts.refuse(CARDS[card], f"{number} copies; the pack has {copies(v, card)}")
    left = sum(copies(v, card) for card in range(KINDS)) - v.discards - sum(sizes)
    if left < 0:
        raise facts.refuse("sizes", f"hands and discards have {-left} cards more than the pack")
    v.rest = left


def colour_of(v: Any, facts: Facts) -> int:
    """Return the colour to match."""
    if v.top >= COLOURED:
        if "colour" not in facts:
            raise facts.refuse("colour", f"needed after {CARDS[v.top]}")
        return facts.choice("colour", COLOURS, "")
    own: int = v.top // RANKS
    if facts.choice("colour", COLOURS, COLOURS[own]) != own:
        raise facts.refuse("colour", f"{CARDS[v.top]} lies on top")
    return own


def put_phase(v: Any, seat: int, hand: list[int], facts: Facts) -> None:
    """Write the fields of a phase other than a plain turn."""
    for name, its_phase in (("drawn", DRAWN), ("bluffer", ANSWER), ("before", ANSWER)):
        if name in facts and v.phase != its_phase:
            raise facts.refuse(name, "belongs to another phase")
    if v.phase == DRAWN and v.turn == seat:
        v.drawn = facts.card("drawn")
        if v.drawn not in hand:
            raise facts.refuse("drawn", f"{CARDS[v.drawn]} is not in the hand")
    v.stacked = facts.number("stacked", 0, 0, 100)
    if v.phase != ANSWER:
        return
    v.before = facts.choice("before", COLOURS, COLOURS[v.colour])
    if v.top == WILD_DRAW_FOUR:
        v.bluffer = facts.seat("bluffer", (v.turn - v.direction) % v.players)
    elif not v.stacked:
        raise facts.refuse("phase", f"{CARDS[v.top]} needs no answer")


def facts_of(v: Any, seat: int) -> dict[str, Any]:
    """Return the facts of a view."""
    if v.phase not in PHASES.values():
        raise BadFacts(f"uno: no facts describe the phase {phase.entries[v.phase].name}")
    hand = [card for card in range(KINDS) for _ in range(copies_in(v.hand, seat, card))]
    facts: dict[str, Any] = {
        "hand": [CARDS[card] for card in hand],
        "sizes": v.size[: v.players].tolist(),
        "discards": [CARDS[card] for card in v.discard[: v.discards].tolist()],
        "colour": COLOURS[v.colour],
        "turn": v.turn,
        "direction": v.direction,
        "dealer": v.dealer,
        "phase": list(PHASES)[list(PHASES.values()).index(v.phase)],
        "owes_call": members(v.debt),
        "points": v.points[: v.players].tolist(),
        "stacked": v.stacked,
    }
    if v.drawn != UNKNOWN:
        facts["drawn"] = CARDS[v.drawn]
    if v.phase == ANSWER and v.bluffer >= 0:
        facts |= {"bluffer": v.bluffer, "before": COLOURS[v.before]}
    return facts
