"""The facts of a position of ROOKIE. All of them are public; places and piles count from 1."""

from typing import Any

from mazziere.games.rookie.box import (
    ALL_PLACES,
    ASK,
    CARDS,
    CHECK_OWN,
    CHECK_PARTNER,
    COPIES,
    COVER_OR_SEEK,
    DEPTH,
    FIRST,
    HIDDEN,
    KIDS,
    KINDS,
    LAY,
    LOOT_OWN,
    LOOT_PARTNER,
    NONE,
    PLACES,
    PROVISIONAL,
    ROBBERY,
    SECOND,
    SEEK,
    STRICT,
    TASK_BEGIN,
    TASK_LAST,
    TASK_ROB,
    TEAM,
    X,
)
from mazziere.games.rookie.rules.provisional import partner
from mazziere.games.rookie.rules.start import kinds_in_play
from mazziere.kernel.engine import members
from mazziere.kernel.facts import BadFacts, Fact, Facts

FACTS = (
    Fact("heights", "the cards in each of the nine piles, 0 in a gap", required=True),
    Fact("open", "the top cards that lie face up, by place"),
    Fact("seen", "the top cards that were seen and lie face down, by place"),
    Fact("left", "the cards of each kind on the table; needed once cards are captured"),
    Fact("laid", "the provisional piles, bottom first: three lists for each seat, in one row"),
    Fact("points", "the cards that each seat has captured"),
    Fact("turn", "the seat on turn; by default the viewer"),
    Fact("phase", "first, second, cover_or_seek, seek, lay, ask or rob; first by default"),
    Fact("barred", "the places just covered by choice, which the next two flips may not name"),
    Fact("actor", "the seat that must act: the one on turn, or its partner"),
    Fact("in_hand", "the cards that the actor has to lay"),
    Fact("found", "the kind of the pair that is being laid, or whose tasks are not done"),
    Fact("sought", "1 if that pair was found by seeking"),
    Fact("gave", "the cards of that pair given to the partner; None if none may be given"),
    Fact("tasks", "the tasks that the pair still leaves; by default those of a pair just found"),
)
UNSAID: frozenset[str] = frozenset()
PHASES = {
    "first": FIRST,
    "second": SECOND,
    "cover_or_seek": COVER_OR_SEEK,
    "seek": SEEK,
    "lay": LAY,
    "ask": ASK,
    "rob": ROBBERY,
}
TASKS = {
    "check_own": CHECK_OWN,
    "check_partner": CHECK_PARTNER,
    "loot_own": LOOT_OWN,
    "loot_partner": LOOT_PARTNER,
    "rob": TASK_ROB,
    "last": TASK_LAST,
    "begin": TASK_BEGIN,
}
_OF_A_PAIR = ("actor", "in_hand", "found", "sought", "gave", "tasks")


def put(view: Any, seat: int, facts: Facts) -> None:
    """Write the facts into an empty view."""
    put_piles(view, facts)
    for pile, cards in enumerate(facts.card_lists("laid", view.players * PROVISIONAL)):
        for card in cards:
            view.top[pile] = card
            view.laid[pile, card] += 1
    view.turn = view.actor = facts.seat("turn", seat)
    for other, points in enumerate(facts.each("points", [0] * view.players, 0, 108)):
        view.points[other] = points
    view.phase = list(PHASES.values())[facts.choice("phase", list(PHASES), "first")]
    if view.phase <= SEEK:
        check_flip(view, facts)
    else:
        put_pair(view, facts)
    put_left(view, facts)
    check_pack(view, facts)


def put_piles(view: Any, facts: Facts) -> None:
    """Write the nine piles with the top cards that were seen."""
    heights = facts.numbers("heights", PLACES, 0, DEPTH)
    view.gaps = 0
    for place, height in enumerate(heights):
        view.height[place] = height
        view.gaps |= (height == 0) << place
        view.deep |= (height > 1) << place
        for level in range(height):
            view.table[place, level] = HIDDEN
    for name in ("open", "seen"):
        for number, card in facts.by_number(name, "places", 1, PLACES).items():
            place = number - 1
            if heights[place] == 0:
                raise facts.refuse(name, f"there is no pile at place {number}")
            if view.seen >> place & 1:
                raise facts.refuse(name, f"the card at place {number} lies open")
            view.table[place, heights[place] - 1] = card
            view.seen |= 1 << place
            if name == "open":
                view.open |= 1 << place
    shown = [view.table[place, heights[place] - 1] for place in members(view.open)]
    for card in shown:
        if shown.count(card) > 1:
            raise facts.refuse("open", f"two {CARDS[card]} are a pair, which leaves the table")


def check_flip(view: Any, facts: Facts) -> None:
    """Check the facts of a phase in which a card is turned over."""
    for name in _OF_A_PAIR:
        if name in facts:
            raise facts.refuse(name, "belongs to another phase")
    if view.gaps == ALL_PLACES:
        raise facts.refuse("heights", "no pile is left: the match is over")
    if view.phase in (SECOND, COVER_OR_SEEK) and not view.open:
        raise facts.refuse("phase", "no card lies open")
    for number in facts.members("barred", 1, PLACES):
        if (view.gaps | view.open) >> number - 1 & 1:
            raise facts.refuse("barred", f"no card lies face down at place {number}")
        view.barred |= 1 << number - 1
    if not ALL_PLACES & ~(view.gaps | view.open | view.barred) and view.barred:
        raise facts.refuse("barred", "no other pile is left")


def put_pair(view: Any, facts: Facts) -> None:
    """Write the pair that was found, and the tasks that it leaves."""
    if view.mode == KIDS:
        raise facts.refuse("phase", "children count a pair at once")
    if "barred" in facts:
        raise facts.refuse("barred", "belongs to another phase")
    hand = facts.cards("in_hand")
    if bool(hand) != (view.phase == LAY):
        raise facts.refuse("in_hand", "cards are in hand in the phase lay, and only then")
    for card in hand:
        view.hand[card] += 1
    view.in_hand = len(hand)
    view.found = facts.card("found") if "found" in facts else NONE
    if view.found == NONE and view.phase != ASK:
        raise facts.refuse("found", "is missing")
    view.sought = facts.number("sought", 0, 0, 1)
    put_gifts(view, facts)
    put_tasks(view, hand, facts)
    view.actor = facts.seat("actor", view.turn)
    allowed = [view.turn, partner(view, view.turn)] if view.mode == TEAM else [view.turn]
    if view.actor not in allowed:
        raise facts.refuse("actor", f"seat {view.actor} is not on turn, nor the partner")


def put_gifts(view: Any, facts: Facts) -> None:
    """Write how many cards of the pair were given to the partner."""
    if "gave" not in facts:
        return
    if view.mode != TEAM or view.phase != LAY:
        raise facts.refuse("gave", "only partners give cards, while they lay a pair")
    view.gave = facts.number("gave", 0, 0, 1)
    view.may_give = 1


def put_tasks(view: Any, hand: list[int], facts: Facts) -> None:
    """Write the tasks that the pair leaves: by default those of a pair just found."""
    if "tasks" in facts:
        for word in facts.words("tasks", list(TASKS)):
            view.todo |= TASKS[word]
    elif view.phase == LAY and set(hand) == {view.found} and len(hand) <= 2:
        if view.gaps == ALL_PLACES:
            view.todo = TASK_LAST if view.end_loot == STRICT else 0
        elif view.found == X:
            view.todo = TASK_ROB
    elif view.phase == ASK and view.found == NONE:
        view.todo = TASK_BEGIN


def put_left(view: Any, facts: Facts) -> None:
    """Write the cards of each kind on the table."""
    copies = COPIES[view.edition]
    used = [view.hand[kind] + sum(row[kind] for row in view.laid.tolist()) for kind in range(KINDS)]
    if "left" in facts:
        given = facts.counts("left", copies)
        left = [given.get(kind, 0) for kind in range(KINDS)]
    elif any(view.points.tolist()):
        raise facts.refuse("left", "needed once cards are captured")
    else:
        left = [copies - used[kind] if kind < kinds_in_play(view) else 0 for kind in range(KINDS)]
    shown = [view.table[place, view.height[place] - 1] for place in members(view.seen)]
    for kind, number in enumerate(left):
        most = copies if kind < kinds_in_play(view) else 0
        if number < 0 or number + used[kind] > most:
            raise facts.refuse(CARDS[kind], f"{number + used[kind]} cards; the pack has {most}")
        if number % 2:
            raise facts.refuse("left", f"{number} {CARDS[kind]}; only pairs leave the table")
        if shown.count(kind) > number:
            raise facts.refuse("left", f"{number} {CARDS[kind]}, but more were seen")
        view.rest[kind] = number


def check_pack(view: Any, facts: Facts) -> None:
    """Check that all cards of the pack are somewhere."""
    on_table, left = sum(view.height.tolist()), sum(view.rest.tolist())
    if on_table != left:
        raise facts.refuse("heights", f"{on_table} cards on the table, but {left} are left")
    laid = sum(map(sum, view.laid.tolist()))
    pack = kinds_in_play(view) * COPIES[view.edition]
    total = on_table + laid + view.in_hand + sum(view.points.tolist())
    if total != pack:
        raise facts.refuse("points", f"{total} cards in all; the pack has {pack}")


def facts_of(view: Any, seat: int) -> dict[str, Any]:
    """Return the facts of a view."""
    if view.phase not in PHASES.values():
        raise BadFacts("rookie: no seat has to act")
    tops = {
        place: CARDS[view.table[place, view.height[place] - 1]]
        for place in members(view.seen)
        if view.height[place]
    }
    facts: dict[str, Any] = {
        "heights": view.height.tolist(),
        "open": {place + 1: card for place, card in tops.items() if view.open >> place & 1},
        "seen": {place + 1: card for place, card in tops.items() if not view.open >> place & 1},
        "left": {card: view.rest[kind] for kind, card in enumerate(CARDS)},
        "laid": [pile_cards(view, pile) for pile in range(view.players * PROVISIONAL)],
        "points": view.points[: view.players].tolist(),
        "turn": view.turn,
        "phase": list(PHASES)[list(PHASES.values()).index(view.phase)],
    }
    if view.phase <= SEEK:
        return facts | {"barred": [place + 1 for place in members(view.barred)]}
    facts |= {
        "actor": view.actor,
        "in_hand": [card for kind, card in enumerate(CARDS) for _ in range(view.hand[kind])],
        "sought": view.sought,
        "tasks": [word for word, task in TASKS.items() if view.todo & task],
    }
    if view.found != NONE:
        facts["found"] = CARDS[view.found]
    if view.may_give:
        facts["gave"] = view.gave
    return facts


def pile_cards(view: Any, pile: int) -> list[str]:
    """List the cards of a provisional pile, its top last."""
    counts = view.laid.tolist()[pile]
    if view.top[pile] < 0:
        return []
    counts[view.top[pile]] -= 1
    return [CARDS[kind] for kind in range(KINDS) for _ in range(counts[kind])] + [
        CARDS[view.top[pile]]
    ]
