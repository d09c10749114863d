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


def put(view: Any, seat: int, facts: Facts) -> None:
    """Write the facts into an empty view."""
    tokens = facts.each("tokens", (), 0, 100)
    for other in range(view.players):
        view.purse[other] = tokens[other]
    holders = facts.seats("holders") or [other for other in range(view.players) if tokens[other]]
    for other in holders:
        view.in_round |= 1 << other
        view.card[other] = HIDDEN
    put_card(view, "card", seat, facts.card("card"), facts)
    for other, card in facts.by_seat("known").items():
        put_card(view, "known", other, card, facts)
        view.known[other] |= only(seat)
    view.known[seat] = only(seat)
    aside = facts.cards_or("aside", HIDDEN)
    if len(aside) > ASIDES:
        raise facts.refuse("aside", f"{len(aside)} cards; at most {ASIDES} are set aside")
    for place, card in enumerate(aside):
        view.aside[place], view.aside_known[place] = card, 0 if card == HIDDEN else EVERYONE
    view.asides = len(aside)
    view.dealer = in_round(view, "dealer", facts.seat("dealer", 0), facts)
    view.turn = in_round(view, "turn", facts.seat("turn", seat), facts)
    view.phase = PLAY
    if "asked" in facts:
        view.asked = in_round(view, "asked", facts.seat("asked", 0), facts)
        view.jumped = facts.number("jumped", 0, 0, 1)
        view.phase = ANSWER
        if view.asked == view.turn:
            raise facts.refuse("asked", "a seat cannot be offered its own swap")
    for other in facts.seats("blocked"):
        view.passed_over |= 1 << other
    check_pack(view, facts)


def put_card(view: Any, name: str, seat: int, card: int, facts: Facts) -> None:
    """Give a seat its card."""
    view.card[in_round(view, name, seat, facts)] = card


def in_round(view: Any, name: str, seat: int, facts: Facts) -> int:
    """Return a seat; BadFacts if it holds no card."""
    if not view.in_round >> seat & 1:
        raise facts.refuse(name, f"seat {seat} holds no card")
    return seat


def check_pack(view: Any, facts: Facts) -> None:
    """Check that the pack has all these cards, and count those of the deck."""
    seen = [card for card in (*view.card.tolist(), *view.aside.tolist()) if card >= 0]
    for card, number in Counter(seen).items():
        if number > copies_of(view, card):
            raise facts.refuse(
                CARDS[card], f"{number} copies; the pack has {copies_of(view, card)}"
            )
    view.rest = pack_size(view) - view.asides - sum(card != NONE for card in view.card.tolist())


def facts_of(view: Any, seat: int) -> dict[str, Any]:
    """Return the facts of a view."""
    if view.phase not in (PLAY, ANSWER) or view.card[seat] < 0:
        raise BadFacts(f"dieci: seat {seat} holds no card")
    cards = dict(enumerate(view.card[: view.players].tolist()))
    facts: dict[str, Any] = {
        "card": CARDS[cards.pop(seat)],
        "tokens": view.purse[: view.players].tolist(),
        "dealer": view.dealer,
        "turn": view.turn,
        "blocked": members(view.passed_over),
        "known": {other: CARDS[card] for other, card in cards.items() if 0 <= card < KINDS},
        "holders": members(view.in_round),
        "aside": [
            CARDS[card] if card >= 0 else None for card in view.aside[: view.asides].tolist()
        ],
    }
    if view.phase == ANSWER:
        facts |= {"asked": view.asked, "jumped": view.jumped}
    return facts
