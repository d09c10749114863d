"""The facts of a position of YOOLOO.

In the base game seats build stacks; in the variants they choose a card for each round. The round is
the number of cards that each seat has played.
"""

from typing import Any

from mazziere.games.yooloo.box import (
    ALL,
    BASE,
    BY_POINTS,
    CARDS,
    CHOOSING,
    HIDDEN,
    KINDS,
    NONE,
    ROUNDS,
    SHOWDOWN,
    STACKING,
    B,
)
from mazziere.kernel.engine import members
from mazziere.kernel.facts import BadFacts, Fact, Facts

FACTS = (
    Fact("phase", "stacking, choosing or showdown; by default the first that the variant has"),
    Fact("stack", "while stacking: the viewer’s stack so far, top first"),
    Fact("stacked", "while stacking: the cards in each stack; by default only the viewer’s"),
    Fact("played", "while choosing: the cards that each seat has played in this game"),
    Fact("chosen", "the card that the viewer has laid for this round"),
    Fact("laid", "the other seats that have laid a card for this round"),
    Fact("prizes", "in variant b: the points cards uncovered so far, in their order"),
    Fact("parked", "the points cards that wait for a winner"),
    Fact("points", "the points of each seat in this game"),
    Fact("opener", "the seat that opens the round"),
    Fact("games_over", "the games of the series that are over"),
    Fact("totals", "the points of each seat in those games, or the games won"),
)
UNSAID: frozenset[str] = frozenset()
PHASES = {"stacking": STACKING, "choosing": CHOOSING, "showdown": SHOWDOWN}
_BELONGS = {"stack": (STACKING,), "stacked": (STACKING,), "played": (CHOOSING,)} | {
    name: (CHOOSING, SHOWDOWN) for name in ("chosen", "laid", "parked", "points")
}
_ALL_POINTS = ROUNDS * (ROUNDS + 1) // 2


def put(view: Any, seat: int, facts: Facts) -> None:
    """Write the facts into an empty view."""
    first = "stacking" if view.variant == BASE else "choosing"
    view.phase = list(PHASES.values())[facts.choice("phase", list(PHASES), first)]
    if view.phase == (CHOOSING if view.variant == BASE else STACKING):
        raise facts.refuse("phase", "belongs to another variant")
    for name, phases in _BELONGS.items():
        if name in facts and view.phase not in phases:
            raise facts.refuse(name, "belongs to another phase")
    view.opener = facts.seat("opener", 0)
    put_series(view, facts)
    if view.phase == STACKING:
        put_stacks(view, seat, facts)
        return
    put_played(view, facts)
    put_prizes(view, facts)
    put_points(view, facts)
    put_chosen(view, seat, facts)


def put_series(view: Any, facts: Facts) -> None:
    """Write the games that are over."""
    view.ended = facts.number("games_over", 0, 0, view.games - 1)
    most = _ALL_POINTS if view.series == BY_POINTS else 1
    totals = facts.each("totals", [0] * view.players, 0, most * view.ended)
    for other, total in enumerate(totals):
        view.total[other] = total
    if view.series == BY_POINTS and sum(totals) > most * view.ended:
        raise facts.refuse("totals", f"{sum(totals)} points in {view.ended} games")


def put_stacks(view: Any, seat: int, facts: Facts) -> None:
    """Write the viewer's stack, and the sizes of the others'."""
    own = facts.cards("stack")
    if len(set(own)) < len(own):
        raise facts.refuse("stack", "a card is in it twice")
    sizes = [0] * view.players
    sizes[seat] = len(own)
    stacked = facts.each("stacked", sizes, 0, KINDS)
    if stacked[seat] != len(own):
        raise facts.refuse("stacked", f"{stacked[seat]} for seat {seat}, whose has {len(own)}")
    for other, size in enumerate(stacked):
        cards = own if other == seat else [HIDDEN] * size
        for place, card in enumerate(cards):
            view.stack[other, place] = card
        if size < KINDS:
            view.waiting |= 1 << other
        if size > 0 and other != seat:
            view.hand[other] = 0  # unknown
    for card in own:
        view.hand[seat] &= ~(1 << card)
    if view.waiting == 0:
        raise facts.refuse("stacked", "all stacks are complete: they are rated at once")


def put_played(view: Any, facts: Facts) -> None:
    """Take the played cards from the hands; a showdown gives all ten back."""
    if view.phase == SHOWDOWN:
        view.rounds = ROUNDS
        return
    played = facts.card_lists("played", view.players)
    view.rounds = len(played[0])
    for other, cards in enumerate(played):
        if len(set(cards)) < len(cards):
            raise facts.refuse("played", f"seat {other} played a card twice")
        if len(cards) != view.rounds:
            raise facts.refuse("played", f"seat {other} played {len(cards)}, seat 0 {view.rounds}")
        for card in cards:
            view.hand[other] &= ~(1 << card)
    if view.rounds == ROUNDS:
        raise facts.refuse("played", f"all {ROUNDS} rounds are over")


def put_prizes(view: Any, facts: Facts) -> None:
    """Write the points cards: in order, or in variant b those that were uncovered."""
    if view.variant != B:
        if "prizes" in facts:
            raise facts.refuse("prizes", "they lie in order in this variant")
        return
    prizes, due = facts.cards("prizes"), min(view.rounds + 1, ROUNDS)
    if len(prizes) != due:
        raise facts.refuse("prizes", f"{len(prizes)} uncovered; it must be {due}")
    if len(set(prizes)) < len(prizes):
        raise facts.refuse("prizes", "a card is there twice")
    for place in range(ROUNDS):
        view.pile[place] = prizes[place] if place < due else HIDDEN


def put_points(view: Any, facts: Facts) -> None:
    """Write the points, which are those of the rated rounds."""
    least = 1 if view.phase == SHOWDOWN else 0
    view.parked = facts.number("parked", least, least, view.rounds)
    if view.players == 2 and view.parked:
        raise facts.refuse("parked", "with two players a points card is removed, not parked")
    points = facts.each("points", [0] * view.players, 0, _ALL_POINTS)
    for other, number in enumerate(points):
        view.points[other] = number
    won = sum(card + 1 for card in view.pile[: view.rounds - view.parked].tolist())
    if sum(points) > won or (view.players > 2 and sum(points) < won):
        raise facts.refuse("points", f"{sum(points)} in all; the rounds so far had {won}")


def put_chosen(view: Any, seat: int, facts: Facts) -> None:
    """Write the cards laid for this round."""
    view.waiting = (1 << view.players) - 1
    laid = facts.seats("laid")
    if seat in laid:
        raise facts.refuse("laid", f"seat {seat} is the viewer: `chosen` is its card")
    for other in laid:
        view.chosen[other] = HIDDEN
        view.waiting &= ~(1 << other)
    if "chosen" in facts:
        view.chosen[seat] = facts.card("chosen")
        view.waiting &= ~(1 << seat)
        if not view.hand[seat] >> view.chosen[seat] & 1:
            raise facts.refuse("chosen", f"the {CARDS[view.chosen[seat]]} was played before")
    if view.waiting == 0:
        raise facts.refuse("laid", "all seats have laid a card: the round is rated at once")


def facts_of(view: Any, seat: int) -> dict[str, Any]:
    """Return the facts of a view."""
    if view.phase not in PHASES.values():
        raise BadFacts("yooloo: no seat has anything to choose")
    facts: dict[str, Any] = {
        "phase": list(PHASES)[list(PHASES.values()).index(view.phase)],
        "opener": view.opener,
        "games_over": view.ended,
        "totals": view.total[: view.players].tolist(),
    }
    if view.phase == STACKING:
        stacks = view.stack.tolist()[: view.players]
        facts["stack"] = [CARDS[card] for card in stacks[seat] if card != NONE]
        facts["stacked"] = [sum(card != NONE for card in stack) for stack in stacks]
        return facts
    facts["parked"] = view.parked
    facts["points"] = view.points[: view.players].tolist()
    facts["laid"] = [o for o in range(view.players) if o != seat and not view.waiting >> o & 1]
    if view.phase == CHOOSING:
        hands = view.hand[: view.players].tolist()
        facts["played"] = [[CARDS[card] for card in members(ALL & ~hand)] for hand in hands]
    if view.chosen[seat] != NONE:
        facts["chosen"] = CARDS[view.chosen[seat]]
    if view.variant == B:
        facts["prizes"] = [CARDS[card] for card in view.pile.tolist() if card != HIDDEN]
    return facts
