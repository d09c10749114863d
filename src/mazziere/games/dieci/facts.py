"""The facts of a position of DIECI.

The swaps of a running chain are not among them: a skunk then undoes nothing.
"""

from collections import Counter
from typing import Any

from mazziere.games.dieci.box import ANSWER, ASIDES, CARDS, HIDDEN, KINDS, NONE, PLAY
from mazziere.games.dieci.rules import copies_of, pack_size
from mazziere.kernel.engine import members
from mazziere.kernel.events import EVERYONE, only
from mazziere.kernel.facts import BadFacts, Fact, Facts

FACTS = (
    Fact("card", "the card of the seat", required=True),
    Fact("tokens", "the tokens of each seat", required=True),
    Fact("holders", "the seats that hold a card; by default those with tokens"),
    Fact("dealer", "the seat that dealt and plays last", required=True),
    Fact("turn", "the seat whose play it is; by default the viewer"),
    Fact("asked", "the seat that was offered a swap"),
    Fact("jumped", "1 if the offer came over a rabbit"),
    Fact("blocked", "the seats that have blocked"),
    Fact("known", "the cards of other seats that the viewer knows, by seat"),
    Fact("aside", "the cards set aside; None for one that the viewer does not know"),
)
UNSAID = frozenset(("known", "links", "giver", "taker", "aside_known", "asked", "jumped"))


def put(v: Any, seat: int, facts: Facts) -> None:
    """Write the facts into an empty view."""
    tokens = facts.each("tokens", (), 0, 100)
    for other in range(v.players):
        v.purse[other] = tokens[other]
    holders = facts.seats("holders") or [other for other in range(v.players) if tokens[other]]
    for other in holders:
        v.in_round |= 1 << other
        v.card[other] = HIDDEN
    put_card(v, "card", seat, facts.card("card"), facts)
    for other, card in facts.by_seat("known").items():
        put_card(v, "known", other, card, facts)
        v.known[other] |= only(seat)
    v.known[seat] = only(seat)
    aside = facts.cards_or("aside", HIDDEN)
    if len(aside) > ASIDES:
        raise facts.refuse("aside", f"{len(aside)} cards; at most {ASIDES} are set aside")
    for place, card in enumerate(aside):
        v.aside[place], v.aside_known[place] = card, 0 if card == HIDDEN else EVERYONE
    v.asides = len(aside)
    v.dealer = in_round(v, "dealer", facts.seat("dealer", 0), facts)
    v.turn = in_round(v, "turn", facts.seat("turn", seat), facts)
    v.phase = PLAY
    if "asked" in facts:
        v.asked = in_round(v, "asked", facts.seat("asked", 0), facts)
        v.jumped = facts.number("jumped", 0, 0, 1)
        v.phase = ANSWER
        if v.asked == v.turn:
            raise facts.refuse("asked", "a seat cannot be offered its own swap")
    for other in facts.seats("blocked"):
        v.passed_over |= 1 << other
    check_pack(v, facts)


def put_card(v: Any, name: str, seat: int, card: int, facts: Facts) -> None:
    """Give a seat its card."""
    v.card[in_round(v, name, seat, facts)] = card


def in_round(v: Any, name: str, seat: int, facts: Facts) -> int:
    """Return a seat; BadFacts if it holds no card."""
    if not v.in_round >> seat & 1:
        raise facts.refuse(name, f"seat {seat} holds no card")
    return seat


def check_pack(v: Any, facts: Facts) -> None:
    """Check that the pack has all these cards, and count those of the deck."""
    seen = [card for card in (*v.card.tolist(), *v.aside.tolist()) if card >= 0]
    for card, number in Counter(seen).items():
        if number > copies_of(v, card):
            raise facts.refuse(CARDS[card], f"{number} copies; the pack has {copies_of(v, card)}")
    v.rest = pack_size(v) - v.asides - sum(card != NONE for card in v.card.tolist())


def facts_of(v: Any, seat: int) -> dict[str, Any]:
    """Return the facts of a view."""
    if v.phase not in (PLAY, ANSWER) or v.card[seat] < 0:
        raise BadFacts(f"dieci: seat {seat} holds no card")
    cards = dict(enumerate(v.card[: v.players].tolist()))
    facts: dict[str, Any] = {
        "card": CARDS[cards.pop(seat)],
        "tokens": v.purse[: v.players].tolist(),
        "dealer": v.dealer,
        "turn": v.turn,
        "blocked": members(v.passed_over),
        "known": {other: CARDS[card] for other, card in cards.items() if 0 <= card < KINDS},
        "holders": members(v.in_round),
        "aside": [CARDS[card] if card >= 0 else None for card in v.aside[: v.asides].tolist()],
    }
    if v.phase == ANSWER:
        facts |= {"asked": v.asked, "jumped": v.jumped}
    return facts
