"""The facts of a position of "from 1 to 10"."""

from typing import Any

from mazziere.games.one_to_ten.box import (
    BEST_RUN,
    CARDS,
    END_NOW,
    HIDDEN,
    KINDS,
    ONE_GO,
    PLACES,
    TURN,
)
from mazziere.kernel.facts import BadFacts, Fact, Facts

FACTS = (
    Fact("rows", "the ten cards of each seat, place 1 first; None for a card never seen"),
    Fact("found", "the cards that each seat has found: 1 to this number lie face up"),
    Fact("best", "where the longest run counts: that of each seat; by default `found`"),
    Fact("turn", "the seat on turn; by default the viewer"),
    Fact("starter", "the seat that begins each round"),
)
UNSAID: frozenset[str] = frozenset()


def put(view: Any, seat: int, facts: Facts) -> None:
    """Write the facts into an empty view."""
    put_rows(view, facts)
    found = facts.each("found", [0] * view.players, 0, KINDS)
    for other, number in enumerate(found):
        put_found(view, other, number, facts)
    put_best(view, found, facts)
    view.turn = facts.seat("turn", seat)
    view.starter = facts.seat("starter", 0)
    view.phase = TURN
    check_ending(view, facts)


def put_rows(view: Any, facts: Facts) -> None:
    """Write the cards that have been seen."""
    rows = facts.card_lists("rows", view.players, HIDDEN)
    for other, row in enumerate(rows):
        known = [card for card in row if card != HIDDEN]
        if row and len(row) != PLACES:
            raise facts.refuse("rows", f"seat {other} has {len(row)} places, not {PLACES}")
        for card in known:
            if known.count(card) > 1:
                raise facts.refuse("rows", f"seat {other} has the {CARDS[card]} twice")
        for place, card in enumerate(row or [HIDDEN] * PLACES):
            view.row[other, place] = card
            if card != HIDDEN:
                view.seen[other] |= 1 << place


def put_found(view: Any, other: int, number: int, facts: Facts) -> None:
    """Turn the cards face up that a seat has found."""
    row = view.row.tolist()[other]
    for card in range(number):
        if card not in row:
            why = f"seat {other} has found {number} cards, but its row does not show the "
            raise facts.refuse("found", why + CARDS[card])
        view.face_up[other] |= 1 << row.index(card)
    view.found[other] = number


def put_best(view: Any, found: list[int], facts: Facts) -> None:
    """Write the longest runs, where they count."""
    if view.variant != ONE_GO or view.one_go_score != BEST_RUN:
        if "best" in facts:
            raise facts.refuse("best", "the longest run does not count with these options")
        return
    for other, run in enumerate(facts.each("best", found, 0, KINDS)):
        if run < found[other]:
            raise facts.refuse("best", f"{run} for seat {other}, which has found {found[other]}")
        view.best[other] = run


def check_ending(view: Any, facts: Facts) -> None:
    """Check that seats which have found all ten have no turn any more."""
    for other in range(view.players):
        if view.found[other] < KINDS:
            continue
        if view.end == END_NOW:
            raise facts.refuse("found", f"seat {other} has found all ten: the match is over")
        if (other - view.starter) % view.players >= (view.turn - view.starter) % view.players:
            raise facts.refuse("turn", f"seat {other} has found all ten and cannot play after it")
        view.ending = 1


def facts_of(view: Any, seat: int) -> dict[str, Any]:
    """Return the facts of a view."""
    if view.phase != TURN:
        raise BadFacts("one_to_ten: no seat is on turn")
    facts = {
        "rows": [
            [CARDS[card] if card >= 0 else None for card in row]
            for row in view.row.tolist()[: view.players]
        ],
        "found": view.found[: view.players].tolist(),
        "turn": view.turn,
        "starter": view.starter,
    }
    if view.variant == ONE_GO and view.one_go_score == BEST_RUN:
        facts["best"] = view.best[: view.players].tolist()
    return facts
