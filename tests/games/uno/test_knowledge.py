"""Knowledge in both UNO boxes: audiences of events, views, and the worlds that agree with them."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from mazziere.games.uno.box import FIRST_SLOT, UNKNOWN
from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.state import States
from tests.games.uno.table import BOTH, UnoTable, everything, held, pack, place, without

rule = pytest.mark.rule
both_boxes = pytest.mark.parametrize("box", BOTH)

BITS = {"innocent": 0, "guilty": 1, "hidden": 2}


def fields(states: States, name: str) -> list[int]:
    values: list[int] = states[name][0].tolist()
    return values


def worlds(table: UnoTable, viewer: int, count: int = 25) -> Iterator[States]:
    """Yield random worlds that a seat's view is completed to."""
    engine = table.match.engine
    view = table.seen(viewer)
    rng = Random(7)
    for _ in range(count):
        groups = engine.hidden(view, viewer)
        yield engine.world(view, viewer, [rng.sample(group, len(group)) for group in groups])


def is_possible(table: UnoTable, viewer: int, world: States) -> bool:
    """Whether a world has all cards of the pack, hands as large as they are, and the same view."""
    view = table.match.engine.view(world, 0, viewer)
    sizes = [len(held(table, world, seat)) for seat in range(table.players)]
    return (
        everything(table, world) == sorted(table.pack)
        and sizes == table.sizes
        and view.tobytes() == table.seen(viewer).tobytes()
    )


def bluff(box: str, keeps: str = "r5 b9", named: str = "g", **more: Any) -> UnoTable:
    """Return a table where seat 0 of three has played a wild +4 on red."""
    table = place(box, f"wild+4 {keeps}", "b3 b4 g1 y1", "b5 b6 y4 y5", **more)
    table.move(0, f"play wild+4 {named}")
    return table


# Audiences of events


@both_boxes
def test_in_the_deal_everybody_sees_only_the_own_cards(box: str) -> None:
    table = UnoTable(box, 3).choose_dealer(2)
    table.deal(2, {0: "r1 r2 r3 r4 r5 r6 r8"}, then="b1")
    assert table.heard(0, "dealt") == [f"dealt 0 {card}" for card in table.hand(0)]
    for seat in range(3):
        assert sorted(line.split()[2] for line in table.heard(seat, "dealt")) == table.hand(seat)
        assert {line.split()[1] for line in table.heard(seat, "dealt")} == {str(seat)}
        unseen = [f"dealt_unseen {other} 7" for other in range(3) if other != seat]
        assert table.heard(seat, "dealt_unseen") == unseen
    assert table.heard(SPECTATOR) == [
        "deals 2",
        "dealt_unseen 0 7",
        "dealt_unseen 1 7",
        "dealt_unseen 2 7",
        "turned_up 2 b1",
    ]


@both_boxes
def test_a_drawn_card_is_shown_to_nobody_else(box: str) -> None:
    table = place(box, "b1 b2 b3", "y1 y2 y3", "g1 g2 g3", pile="r4 b4 b5")
    table.move(0, "draw")
    assert table.heard(0) == ["drew 0 r4"]
    for other in (1, 2, SPECTATOR):
        assert table.heard(other) == ["drew_unseen 0"]
    # A forced draw alike.
    table = place(box, "r+2 b2 b3", "y1 y2 y3", "g1 g2 g3", pile="r4 b4")
    table.move(0, "play r+2")
    assert table.heard(1) == ["played 0 r+2 r", "drew 1 r4", "drew 1 b4"]
    for other in (0, 2, SPECTATOR):
        assert table.heard(other) == ["played 0 r+2 r", "drew_unseen 1", "drew_unseen 1"]


@both_boxes
@rule("UNO-DRAW4-3")
@rule("H2O-DRAW4-2")
def test_only_the_challenger_is_shown_the_hand(box: str) -> None:
    table = bluff(box, "r5 b9", pile="y8 y9 b1 b2")
    table.move(1, "challenge")
    public = ["challenged 1 0", "guilty 0", *["drew_unseen 0"] * 4]
    assert table.heard(2) == table.heard(SPECTATOR) == public
    assert table.heard(1) == ["challenged 1 0", "shown 0 r5", "shown 0 b9", *public[1:]]
    drawn = [f"drew 0 {card}" for card in ("y8", "y9", "b1", "b2")]
    assert table.heard(0) == ["challenged 1 0", "guilty 0", *drawn]
    # No hand is shown without a challenge.
    table = bluff(box)
    table.move(1, "accept")
    assert table.heard(0, "shown") == table.heard(1, "shown") == table.heard(2, "shown") == []


@rule("UNO-SHUF-1")
def test_in_a_shuffle_everybody_sees_only_the_own_new_cards() -> None:
    table = place("uno", "shuffle b2 b3", "y1 y2", "g1 g2 g3")
    table.move(0, "play shuffle r")
    table.chance("shuffle_hands", cards=["y1", "g1", "b2", "y2", "g2", "b3", "g3"])
    assert table.heard(1, "received") == ["received 1 y1", "received 1 y2", "received 1 g3"]
    assert table.heard(0, "received") == ["received 0 b2", "received 0 b3"]
    assert table.heard(SPECTATOR) == [
        "received_unseen 0 2",
        "received_unseen 1 3",
        "received_unseen 2 2",
    ]
    assert table.heard(1, "received_unseen") == ["received_unseen 0 2", "received_unseen 2 2"]


@both_boxes
def test_what_happens_on_the_table_is_told_to_everybody(box: str) -> None:
    table = place(box, "r1 b9", "y1 y2 y3", "g1 g2 g3", under="b5", spare=2)
    table.move(0, "play r1")
    table.move(1, "catch 0")
    table.chance("reshuffle", cards=["r7", "b5"])
    secret = {"drew", "drew_unseen"}
    for event in table.happened:
        kind = table.match.game.events[event.kind].name
        heard = [seat for seat in (0, 1, 2, SPECTATOR) if event.audience >> seat & 1]
        assert (heard == [0, 1, 2, SPECTATOR]) == (kind not in secret)


# Views


@both_boxes
def test_a_view_hides_hands_and_the_draw_pile(box: str) -> None:
    table = place(box, "b1 b2 b2", "wild wild wild", "g1 g2 g3", under="y1 y2")
    for seat in range(3):
        view = table.seen(seat)
        assert held(table, view, seat) == table.hand(seat)
        for other in {0, 1, 2} - {seat}:
            assert held(table, view, other) == []
        assert fields(view, "size")[:3] == [3, 3, 3]
        assert set(fields(view, "pile")) == {UNKNOWN}
        assert view["rest"][0] == len(table.pile)
        assert [table.text(card) for card in fields(view, "discard")[:3]] == ["y1", "y2", "r7"]


@both_boxes
def test_a_view_hides_the_card_just_drawn_from_the_others(box: str) -> None:
    table = place(box, "b1 b2 b3", "y1 y2 y3", "g1 g2 g3", pile="r4")
    table.move(0, "draw")
    assert table.text(int(table.seen(0)["drawn"][0])) == "r4"
    for other in (1, 2):
        assert table.seen(other)["drawn"][0] == UNKNOWN
        assert table.known(other, 0) == []


@both_boxes
@pytest.mark.parametrize(("keeps", "guilt"), [("r5 b9", "guilty"), ("b8 b9", "innocent")])
def test_a_view_hides_a_bluff(box: str, keeps: str, guilt: str) -> None:
    table = bluff(box, keeps)
    assert table.seen(0)["guilty"][0] == BITS[guilt]
    for other in (1, 2):
        assert table.seen(other)["guilty"][0] == BITS["hidden"]


@both_boxes
@pytest.mark.parametrize(("keeps", "guilt"), [("r9", "guilty"), ("b9", "innocent")])
def test_a_view_hides_a_bluff_also_while_cards_are_shuffled(
    box: str, keeps: str, guilt: str
) -> None:
    # Caught with the wild +4 still unanswered, and the pile is empty: first comes a shuffle.
    table = bluff(box, keeps, under="y8 y9", spare=2)
    table.move(2, "catch 0")
    assert table.awaits() == "reshuffle"
    assert table.seen(0)["guilty"][0] == BITS[guilt]
    for other in (1, 2):
        assert table.seen(other)["guilty"][0] == BITS["hidden"]


@both_boxes
def test_a_challenger_remembers_the_hand(box: str) -> None:
    table = bluff(box, "r5 b9 b9", pile="y8 y9 b1 b2")
    assert table.known(1, 0) == []
    table.move(1, "challenge")
    assert table.sizes[0] == 7
    assert table.known(1, 0) == ["b9", "b9", "r5"]
    assert table.known(2, 0) == []
    # The player knows who has seen which cards; the third knows of none.
    assert table.seen(0)["entries"][0] == table.seen(1)["entries"][0] == 3
    assert table.seen(2)["entries"][0] == 0
    knowers = [seats for seats in fields(table.seen(0), "slot_knowers") if seats]
    assert knowers == [1 << 1] * 3


@both_boxes
def test_a_known_card_that_is_played_is_known_no_more(box: str) -> None:
    table = bluff(box, "r5 b9 b9", "b", pile="y7 y8 y9 y9")
    table.moves((1, "challenge"), (1, "play b3"), (2, "play b5"))
    assert table.known(1, 0) == ["b9", "b9", "r5"]
    table.move(0, "play b9")
    assert table.known(1, 0) == ["b9", "r5"]
    table.moves((1, "play b4"), (2, "play b6"), (0, "play b9"))
    assert table.known(1, 0) == ["r5"]
    assert [seats for seats in fields(table.seen(0), "slot_knowers") if seats] == [1 << 1]


@both_boxes
def test_of_two_copies_nobody_can_tell_which_was_played(box: str) -> None:
    # The hand shown had one blue 9; another was drawn since. One is played: none is known.
    table = bluff(box, "r5 b9", "b", pile="b9 y7 y8 y9")
    table.moves((1, "challenge"), (1, "play b3"), (2, "play b5"))
    assert table.hand(0).count("b9") == 2
    assert table.known(1, 0) == ["b9", "r5"]
    table.move(0, "play b9")
    assert table.known(1, 0) == ["r5"]


@both_boxes
def test_two_challengers_remember_what_each_has_seen(box: str) -> None:
    table = place(
        box, "wild+4 wild+4 r5 b9", "g1 g2 y1", "grev b1 b2",
        pile="y5 y6 y7 r5 r1 r2 r3 r4 r6 r8 r9",
    )  # fmt: skip
    table.moves((0, "play wild+4 g"), (1, "challenge"))
    assert table.known(1, 0) == ["b9", "r5", "wild+4"]
    table.moves((1, "play g1"), (2, "play grev"), (1, "play g2"), (0, "play wild+4 b"))
    assert table.known(1, 0) == ["b9", "r5"]
    table.move(2, "challenge")
    assert table.known(2, 0) == ["b9", "r5", "r5", "y5", "y6", "y7"]
    assert table.known(1, 0) == ["b9", "r5"]
    table.moves((1, "draw"), (1, "pass"), (0, "play b9"))
    assert table.known(1, 0) == ["r5"]
    assert table.known(2, 0) == ["r5", "r5", "y5", "y6", "y7"]
    assert table.known(1, 2) == table.known(2, 1) == []


def noted(box: str, *notes: tuple[int, int]) -> UnoTable:
    """A table at which wilds in hands are known: for each slot the owner and who knows it."""
    table = place(box, "wild b1", "g1 g2", "wild wild b2")
    first = FIRST_SLOT[table.match.game.card_numbers["wild"]]
    for slot, (owner, knowers) in enumerate(notes, first):
        table.states["slot_owner"][0, slot] = owner
        table.states["slot_knowers"][0, slot] = knowers
    table.states["entries"][0] = sum(owner >= 0 for owner, _ in notes)
    return table


@both_boxes
def test_the_order_of_notes_tells_nothing(box: str) -> None:
    # Seat 1 knows of a wild at seat 0 and of one at seat 2; other notes make no difference.
    orders = [
        [(0, 0b10), (2, 0b10)],
        [(2, 0b10), (0, 0b10)],
        [(2, 0b11), (0, 0b110)],
        [(2, 0b1), (2, 0b10), (0, 0b10)],
        [(-1, 0), (2, 0b11), (-1, 0), (0, 0b110)],
    ]
    views = [noted(box, *order).seen(1) for order in orders]
    assert len({view.tobytes() for view in views}) == 1
    assert views[0]["entries"][0] == 2
    # A seat knows which of its own cards are known, and to whom.
    mine = [noted(box, *order).seen(2) for order in ([(2, 0b10), (2, 0b1)], [(2, 0b1), (2, 0b10)])]
    assert mine[0].tobytes() == mine[1].tobytes()
    assert sorted(fields(mine[0], "slot_knowers"))[-2:] == [0b1, 0b10]


AGAIN = ["g9", "y6", "y6", "y7", "y7", "y8", "y8", "y9", "y9"]
"""A draw pile made of the discards. None of these cards fits on the red 7."""


def shuffled_again(box: str, *hands: str, **options: Any) -> UnoTable:
    """Return a table where seat 2, with most of the pack, drew the green 9 after a reshuffle."""
    table = place(box, *hands, under=" ".join(AGAIN), spare=2, turn=2, **options)
    table.move(2, "draw")
    table.chance("reshuffle", cards=AGAIN)
    table.move(2, "pass")
    return table


@both_boxes
def test_a_reshuffle_tells_what_the_others_hold_together(box: str) -> None:
    hands = ("b1 b2 r5", "g1 g2 g3", "g4 g5 g6")
    table = place(box, *hands, under=" ".join(AGAIN), spare=2, turn=2)
    assert [table.pool(seat) for seat in range(3)] == [[], [], []]
    table = shuffled_again(box, *hands)
    first, second = (hand.split() for hand in hands[:2])
    # The card drawn since was in the pile: nobody else can know it.
    third = without(table.hand(2), ["g9"])
    assert table.pool(0) == sorted(second + third)
    assert table.pool(1) == sorted(first + third)
    assert table.pool(2) == sorted(first + second)
    # Nobody knows the pools of the others.
    for seat in range(3):
        view = table.seen(seat)
        assert [other for other in range(3) if held(table, view, other, "pool")] == [seat]
    # A card that is played leaves the pools of the others.
    table.move(0, "play r5")
    assert table.pool(0) == sorted(second + third)
    assert table.pool(1) == sorted(["b1", "b2", *third])
    assert table.pool(2) == sorted(["b1", "b2", *second])


@both_boxes
def test_a_second_reshuffle_tells_it_anew(box: str) -> None:
    table = shuffled_again(box, "b1 b2 r5", "g1 g2 g3", "g4 g5 g6")
    table.moves((0, "play r5"), (1, "draw"), (1, "pass"))
    table.states["rest"][0] = 0  # the others have gone elsewhere
    table.move(2, "draw")
    table.chance("reshuffle", cards=["r7"])
    assert table.pool(2) == ["b1", "b2", "g1", "g2", "g3", "y6"]
    assert table.pool(0) == sorted(table.hand(1) + without(table.hand(2), ["r7"]))


@both_boxes
def test_a_reshuffle_leaves_what_is_known_of_a_hand(box: str) -> None:
    table = bluff(box, "r5 b9", pile="y8 y9 b1 b2", under="b3", spare=2)
    table.moves((1, "challenge"), (1, "play g1"), (2, "draw"))
    table.chance("reshuffle", cards=["b3", "r7", "wild+4"])
    assert table.known(1, 0) == ["b9", "r5"]
    third = without(table.hand(2), ["b3"])
    assert table.pool(1) == sorted(["y8", "y9", "b1", "b2", *third])
    assert table.pool(2) == sorted(table.hand(0) + table.hand(1))


@both_boxes
def test_a_hand_that_is_shown_leaves_the_pool(box: str) -> None:
    table = shuffled_again(box, "wild+4 b9 b9 g8", "g1 g2 r5", "g4 g5 g6")
    third = without(table.hand(2), ["g9"])
    assert table.pool(1) == sorted(["wild+4", "b9", "b9", "g8", *third])
    table.move(0, "play wild+4 y")
    assert table.pool(1) == sorted(["b9", "b9", "g8", *third])
    table.move(1, "challenge")
    assert table.known(1, 0) == ["b9", "b9", "g8"]
    assert table.pool(1) == third
    # The third seat saw nothing new.
    assert table.pool(2) == ["b9", "b9", "g1", "g2", "g8", "r5"]


@both_boxes
def test_a_known_copy_goes_before_one_in_the_pool(box: str) -> None:
    table = shuffled_again(box, "wild+4 b9 b8 r1", "b3 g1 g2", "b0 b9")
    table.moves((0, "play wild+4 b"), (1, "challenge"))
    assert table.known(1, 0) == ["b8", "b9", "r1"]
    assert table.pool(1).count("b9") == 1
    table.moves((1, "play b3"), (2, "play b0"), (0, "play b9"))
    assert table.known(1, 0) == ["b8", "r1"]
    assert table.pool(1).count("b9") == 1
    table.moves((1, "draw"), (1, "pass"), (2, "play b9"))
    assert table.known(1, 0) == ["b8", "r1"]
    assert table.pool(1).count("b9") == 0


@rule("UNO-SHUF-1")
def test_after_shuffle_hands_the_known_cards_are_somewhere() -> None:
    table = place("uno", "wild+4 r5 b9", "shuffle y1 y2", "g1 g2 g3", pile="y6 y7 y8 y9")
    table.moves((0, "play wild+4 g"), (1, "challenge"), (1, "play shuffle r"))
    assert table.known(1, 0) == ["b9", "r5"]
    order = ["r5", "g2", "y1", "y6", "g3", "b9", "y7", "y2", "g1", "y8", "y9"]
    table.chance("shuffle_hands", cards=order)
    assert table.hand(1) == ["b9", "g1", "y1"]
    assert table.hand(0) == ["g2", "g3", "y2", "y9"]
    assert table.hand(2) == ["r5", "y6", "y7", "y8"]
    # Seat 1 knew of y1 and y2, its own, and of r5 and b9; it has y1 and b9 itself.
    assert table.known(1, 0) == table.known(1, 2) == []
    assert table.pool(1) == ["r5", "y2"]
    # Seat 0 knew its own r5, b9, y6-y9, and got y9; seat 2 its own g1-g3, and got none.
    assert table.pool(0) == ["b9", "r5", "y6", "y7", "y8"]
    assert table.pool(2) == ["g1", "g2", "g3"]
    assert table.seen(1)["entries"][0] == table.seen(0)["entries"][0] == 0
    # A card that is played is known no more.
    table.move(2, "play r5")
    assert table.pool(1) == ["y2"]
    assert table.pool(0) == ["b9", "y6", "y7", "y8"]


@both_boxes
def test_a_new_deal_makes_everything_forgotten(box: str) -> None:
    table = shuffled_again(box, "wild+4 b9 r1", "b3", "b0 b8", scoring="winner", target=2000)
    table.moves((0, "play wild+4 b"), (1, "challenge"))
    assert table.known(1, 0) == ["b9", "r1"]
    assert table.pool(1) != []
    table.move(1, "play b3")
    table.deal(0, {}, then="r1")
    for viewer in range(3):
        assert table.pool(viewer) == []
        assert [table.known(viewer, other) for other in range(3) if other != viewer] == [[], []]


@both_boxes
def test_what_is_visible_has_no_memory(box: str) -> None:
    table = shuffled_again(box, "wild+4 b9 r1", "b3 g1 g2", "b0 b8")
    table.moves((0, "play wild+4 b"), (1, "challenge"))
    assert table.known(1, 0) == ["b9", "r1"]
    seen = table.match.engine.visible(table.states, 0, 1)
    assert held(table, seen, 0) == held(table, seen, 2) == held(table, seen, 1, "pool") == []
    assert held(table, seen, 1) == table.hand(1)
    assert seen["entries"][0] == 0
    assert fields(seen, "size")[:3] == table.sizes


# Worlds


@both_boxes
def test_worlds_have_all_cards_and_the_same_view(box: str) -> None:
    table = place(box, "b1 b2 b3", "y1 y2 y3", "g1 g2 g3 g4", under="r1 r2")
    for viewer in range(3):
        assert all(is_possible(table, viewer, world) for world in worlds(table, viewer))
    assert len({world.tobytes() for world in worlds(table, 0)}) > 20


@both_boxes
def test_worlds_keep_known_cards_and_the_pool(box: str) -> None:
    table = shuffled_again(box, "wild+4 b9 b8 r1", "b3 g1 g2", "b0 b9")
    table.moves((0, "play wild+4 b"), (1, "challenge"))
    for world in worlds(table, 1):
        assert is_possible(table, 1, world)
        assert set(table.known(1, 0)) <= set(held(table, world, 0))
        hands = held(table, world, 0) + held(table, world, 2)
        assert Counter(table.pool(1)) + Counter(table.known(1, 0)) <= Counter(hands)
    for world in worlds(table, 2):
        assert is_possible(table, 2, world)
        hands = held(table, world, 0) + held(table, world, 1)
        assert Counter(table.pool(2)) <= Counter(hands)


def test_before_the_deal_there_is_nothing_to_complete() -> None:
    table = UnoTable("uno", 2)
    assert table.match.engine.hidden(table.seen(0), 0) == []
    assert [world.tobytes() for world in worlds(table, 0, 1)] == [table.seen(0).tobytes()]


def drawable(table: UnoTable, viewer: int) -> list[str]:
    """Return the cards that another seat may have drawn, for all that a seat knows."""
    groups = table.match.engine.hidden(table.seen(viewer), viewer)
    return sorted(table.text(card) for card in groups[0 if len(groups) == 2 else 2])


@both_boxes
def test_worlds_while_a_seat_decides_on_any_card(box: str) -> None:
    """Contract U2: whether the card fits is not known."""
    hands = "b1 b2 b3", "y1 r2 wild", "g1 g2 g3"
    for drawn in ("r4", "g5"):
        table = place(box, *hands, pile=drawn, under="r8 y7")
        table.move(0, "draw")
        seen = ["y1", "r2", "wild", "r8", "y7", "r7"]
        assert drawable(table, 1) == sorted(without(pack(box), seen))
        for world in worlds(table, 1):
            assert table.text(int(world["drawn"][0])) in held(table, world, 0)
            assert is_possible(table, 1, world)


@both_boxes
def test_worlds_while_a_seat_decides_on_a_card_that_fits(box: str) -> None:
    """HOUSE-UNO-2: a seat that draws until a card fits has stopped because it does."""
    table = place(
        box, "b1 b2 b3", "y1 r2 wild", "g1 g2 g3", pile="b4 r4 b5", under="r8 y7",
        draw_rule="until",
    )  # fmt: skip
    table.move(0, "draw")
    seen = ["r2", "wild", "r8", "y7", "r7"]  # in the viewer's hand and on the pile
    wilds = ("wild", "wild+4", "shuffle", "custom1", "custom2", "custom3")
    fitting = [c for c in pack(box) if c in wilds or c[0] == "r" or c[1:] == "7"]
    assert drawable(table, 1) == sorted(without(fitting, seen))
    # The seat itself knows its card.
    assert len(table.match.engine.hidden(table.seen(0), 0)) == 2
    assert all(is_possible(table, 0, world) for world in worlds(table, 0))


@both_boxes
def test_worlds_while_a_seat_decides_have_every_card_once(box: str) -> None:
    table = place(
        box, "b1 b2 b3", "y1 r2 wild", "g1 g2 g3", pile="b4 r4 b5", under="r8 y7",
        draw_rule="until",
    )  # fmt: skip
    table.move(0, "draw")
    for viewer in (1, 2):
        options = set(drawable(table, viewer))
        for world in worlds(table, viewer):
            drawn = table.text(int(world["drawn"][0]))
            assert drawn in options
            assert drawn in held(table, world, 0)
            assert is_possible(table, viewer, world)
            engine = table.match.engine
            moves = [table.match.game.name(move) for move in engine.legal(world, 0, 0)]
            assert {move.split()[1] for move in moves if move != "pass"} == {drawn}


@both_boxes
def test_worlds_while_a_seat_decides_at_a_strict_table(box: str) -> None:
    # A wild +4 fits only some hands: it is taken for the card only where no other can be it.
    hands = ("y1 g2 b3", "y3 y4 y5")
    table = place(box, *hands, pile="wild+4 r5", wd4="strict", draw_rule="until")
    table.move(0, "draw")
    assert "wild+4" not in drawable(table, 1)
    table = place(box, *hands, pile="wild+4 r5", draw_rule="until")
    table.move(0, "draw")
    assert "wild+4" in drawable(table, 1)
    table = place(box, *hands, pile="wild+4 y5", wd4="strict", spare=1, draw_rule="until")
    table.move(0, "draw")
    assert table.options(0)[0] == "pass"
    assert drawable(table, 1) == ["wild+4"]


@both_boxes
def test_worlds_settle_a_bluff_by_the_hand(box: str) -> None:
    table = bluff(box)
    found = set()
    for viewer in (1, 2):
        for world in worlds(table, viewer):
            assert is_possible(table, viewer, world)
            hand = held(table, world, 0)
            match = any(card[0] == "r" or (box == "uno" and card == "wild") for card in hand)
            assert world["guilty"][0] == int(match)
            found.add(match)
    assert found == {True, False}
    # The player knows.
    assert {int(world["guilty"][0]) for world in worlds(table, 0)} == {1}


@both_boxes
@pytest.mark.parametrize(("first", "guilt"), [("r1 b1 b2", 1), ("b1 r1 b2", 0), ("b1 b2 r1", 0)])
def test_worlds_settle_a_bluff_without_the_cards_drawn_since(
    box: str, first: str, guilt: int
) -> None:
    # One card was kept, two were drawn when caught. The places of a hand are filled in order.
    table = bluff(box, "b9", pile="r5 r6")
    table.move(2, "catch 0")
    assert table.read("late") == 2
    engine = table.match.engine
    view = table.seen(1)
    unseen, places = engine.hidden(view, 1)
    chosen = [table.match.game.card_numbers[card] for card in first.split()]
    for card in chosen:
        unseen.remove(card)
    world = engine.world(view, 1, [chosen + unseen, sorted(places)])
    assert held(table, world, 0) == sorted(first.split())
    assert world["guilty"][0] == guilt
    assert is_possible(table, 1, world)


@both_boxes
def test_worlds_settle_a_bluff_by_known_cards(box: str) -> None:
    # Seat 1 has seen two blue cards. Blue is in play: the second wild +4 is a bluff for sure.
    table = place(box, "wild+4 wild+4 b8 b9", "g1 g2 y1", "b1 y4 y5")
    table.moves((0, "play wild+4 b"), (1, "challenge"), (2, "play b1"), (0, "play wild+4 g"))
    assert table.seen(1)["guilty"][0] == BITS["hidden"]
    assert {int(world["guilty"][0]) for world in worlds(table, 1)} == {1}
    assert {int(world["guilty"][0]) for world in worlds(table, 2)} == {0, 1}


@both_boxes
def test_worlds_settle_a_bluff_also_while_cards_are_shuffled(box: str) -> None:
    table = bluff(box, "r9", under="y8 y9", spare=2)
    table.move(2, "catch 0")
    assert table.awaits() == "reshuffle"
    for world in worlds(table, 1):
        (kept,) = held(table, world, 0)
        match = kept[0] == "r" or (box == "uno" and kept == "wild")
        assert world["guilty"][0] == int(match)
