"""ROOKIE by the rulebook: one test or more for each rule, named after it.

Piles on the table are written top card first, provisional piles from the bottom up.
R1-R28 in a test's comment are the worked examples of the ledger.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from mazziere.games.rookie import GAME
from mazziere.games.rookie.constants import COVER_OR_SEEK, FIRST, HIDDEN, NONE, REFUSALS, SEEK
from mazziere.kernel.chances import BadChance
from mazziere.kernel.engine import engine, wanted_mode
from mazziere.kernel.events import EVERYONE, SPECTATOR, Event
from mazziere.kernel.match import Match, Refused
from mazziere.kernel.options import BadOption

KINDS = "RGBYPX"
rule = pytest.mark.rule


class Table:
    """A match, its nine piles and what lies before the players, written in letters."""

    def __init__(self, players: int = 2, starter: int = 0, /, **options: Any) -> None:
        self.match = Match(GAME, players, options, wanted_mode())
        self.match.chance({"chance": "starter", "seat": starter})
        self.match.chance({"chance": "piles", "piles": dealt({}, **options)})
        self.states = self.match.states
        self.events: list[str] = []
        self.told: list[str] = []

    # Setting up a position

    def piles(self, piles: Mapping[int, str], shown: str = "") -> "Table":
        """Put piles on the table and open the top cards of some, named by their numbers."""
        for name in ("height", "rest", "gaps", "deep", "open", "seen"):
            self.states[name][0] = 0
        self.states["table"][0] = -1
        for number in range(1, 10):
            cards = piles.get(number, "")
            bit = 1 << (number - 1)
            self.states["height"][0][number - 1] = len(cards)
            self.states["gaps"][0] |= 0 if cards else bit
            self.states["deep"][0] |= bit if len(cards) > 1 else 0
            self.states["open"][0] |= bit if str(number) in shown else 0
            for level, card in enumerate(reversed(cards)):
                self.states["table"][0][number - 1, level] = KINDS.index(card)
                self.states["rest"][0][KINDS.index(card)] += 1
        self.states["seen"][0] = self.states["open"][0]
        self.states["phase"][0] = COVER_OR_SEEK if shown else FIRST
        return self

    def before(self, seat: int, *piles: str, points: int = 0) -> "Table":
        """Put provisional piles, and captured cards, before a seat."""
        for number, cards in enumerate(piles):
            pile = 3 * seat + number
            self.states["top"][0][pile] = KINDS.index(cards[-1]) if cards else -1
            for kind in range(6):
                self.states["laid"][0][pile, kind] = cards.count(KINDS[kind])
        self.states["points"][0][seat] = points
        return self

    # Playing

    def do(self, *moves: str) -> "Table":
        """Make moves of whoever may move."""
        for move in moves:
            events = self.match.move(self.seat, move)
            assert all(event.audience == EVERYONE for event in events)
            self.events = [GAME.events[event.kind].name for event in events]
            self.told += [
                f"{GAME.events[kind].name} {seat} {a} {b}" for kind, seat, a, b, _ in events
            ]
        return self

    def lay(self, cards: str, pile: int) -> "Table":
        """Lay cards on one of the own piles."""
        return self.do(*(f"place {card} {pile}" for card in cards))

    def refused(self, move: str, seat: int | None = None) -> str:
        """The rule against a move."""
        with pytest.raises(Refused) as error:
            self.match.move(self.seat if seat is None else seat, move)
        assert error.value.rule is not None
        return error.value.rule

    # Reading

    @property
    def seat(self) -> int:
        """Who may move."""
        (seat,) = self.match.actors()
        return seat

    @property
    def moves(self) -> str:
        """All moves, the same verbs together: `flip 1 2 3, cover`."""
        (moves,) = self.match.legal().values()
        verbs: dict[str, list[str]] = {}
        for move in moves:
            verb, _, rest = move.partition(" ")
            verbs.setdefault(verb, []).append(rest)
        return ", ".join(f"{verb} {' '.join(rest)}".strip() for verb, rest in verbs.items())

    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match.is_over

    @property
    def open(self) -> dict[int, str]:
        """The cards that lie open, by place."""
        bits = int(self.states["open"][0])
        return {number: self.column(number)[0] for number in range(1, 10) if bits >> number - 1 & 1}

    def column(self, number: int) -> str:
        """A pile on the table, top card first."""
        height = int(self.states["height"][0][number - 1])
        cards = self.states["table"][0][number - 1, :height].tolist()
        return "".join(KINDS[card] for card in reversed(cards))

    def tops(self, seat: int) -> str:
        """The top cards of a seat's provisional piles."""
        cards = self.states["top"][0][3 * seat : 3 * seat + 3].tolist()
        return "".join(KINDS[card] if card >= 0 else "-" for card in cards)

    def uncaptured(self, seat: int) -> str:
        """All cards on a seat's provisional piles."""
        laid = self.states["laid"][0][3 * seat : 3 * seat + 3].sum(axis=0).tolist()
        return "".join(kind * count for kind, count in zip(KINDS, laid, strict=True))

    @property
    def scores(self) -> list[int]:
        """The points of all seats."""
        return self.match.scores()


def dealt(tops: Mapping[int, str], **options: Any) -> list[list[str]]:
    """Nine piles of the whole pack with these cards on top, the rest as it comes."""
    copies = 12 if options.get("edition") == "pocket" else 18
    rest = Counter({kind: copies for kind in KINDS if kind != "X" or options.get("mode") != "kids"})
    total = rest.total()
    rest.subtract("".join(tops.values()))
    assert min(rest.values()) >= 0
    cards = sorted(rest.elements())
    piles = []
    for number in range(1, 10):
        size = total // 9 + (1 if number <= total % 9 else 0)
        pile = list(tops.get(number, ""))
        while len(pile) < size:
            pile.append(cards.pop())
        piles.append(pile)
    return piles


def pack(players: int = 2, **options: Any) -> Counter[str]:
    """The cards that are shuffled, counted."""
    match = Match(GAME, players, options, wanted_mode())
    match.chance({"chance": "starter", "seat": 0})
    _, cards = match.engine.chance(match.states, 0)
    return Counter(GAME.cards[card] for card in cards)


EIGHT = {1: "RG", 2: "RG", 3: "BY", 4: "BY", 5: "XP", 6: "XP", 7: "GP", 8: "GP", 9: "Y"}
"""Nine piles: pairs on top of 1 and 2, 3 and 4, 5 and 6, 7 and 8."""


# Set-up


@rule("ROO-0a")
def test_ROO_0a_eighteen_cards_of_six_kinds_or_twelve() -> None:
    for edition, copies in (("full", 18), ("pocket", 12)):
        assert pack(edition=edition) == dict.fromkeys(KINDS, copies)


@rule("ROO-0b")
def test_ROO_0b_two_to_six_players() -> None:
    for players in (1, 7):
        with pytest.raises(BadOption):
            Match(GAME, players, {})
    for players in (2, 3, 4, 5, 6):
        assert len(Table(players).scores) == players


@rule("ROO-0c")
def test_ROO_0c_each_card_is_a_point_and_the_most_points_win() -> None:
    last = {1: "R", 2: "R"}
    table = Table(3).piles(last).before(1, points=40).before(2, points=41).before(0, points=9)
    table.do("flip 1", "flip 2").lay("RR", 1)
    assert table.scores == [11, 40, 41]
    assert table.match.winners() == [2]
    moves = {
        mode: Table(4, mode=mode).piles(EIGHT).do("flip 1", "flip 2").moves.split()[0]
        for mode in ("normal", "team", "kids")
    }
    assert moves == {"normal": "place", "team": "give", "kids": "flip"}  # three ways to play


@rule("ROO-0d")
@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ({}, [12] * 9),
        ({"edition": "pocket"}, [8] * 9),
        ({"mode": "kids"}, [10] * 9),
        ({"mode": "kids", "edition": "pocket"}, [7] * 6 + [6] * 3),
    ],
)
def test_ROO_0d_nine_piles_as_equal_as_can_be(options: dict[str, str], sizes: list[int]) -> None:
    match = Match(GAME, 2, options)
    match.chance({"chance": "starter", "seat": 0})
    piles = dealt({}, **options)
    assert [len(pile) for pile in piles] == sizes
    crooked = [pile[:] for pile in piles]
    crooked[0].append(crooked[8].pop())
    crooked[1].append(crooked[8].pop())
    with pytest.raises(BadChance):
        match.chance({"chance": "piles", "piles": crooked})
    piles.reverse()  # any of them may be the larger ones
    match.chance({"chance": "piles", "piles": piles})
    assert match.states["height"][0].tolist() == sizes[::-1]
    assert match.legal() == {0: [f"flip {number}" for number in range(1, 10)]}  # all face down
    for number, pile in enumerate(piles):
        top_first = match.states["table"][0][number, : len(pile)].tolist()[::-1]
        assert [GAME.cards[card] for card in top_first] == pile


@rule("ROO-0e")
def test_ROO_0e_captured_cards_cannot_be_taken() -> None:
    table = Table().piles(EIGHT).before(1, "R", "GG", "", points=7)
    table.do("flip 5", "flip 6").lay("XX", 1).do("rob 1")
    assert table.scores == [0, 7]
    assert table.uncaptured(1) == ""
    assert table.moves == "place G 1 G 2 G 3 R 1 R 2 R 3"  # three provisional piles


@rule("AMB-ROO-23")
def test_AMB_ROO_23_provisional_piles_are_open_to_all() -> None:
    table = Table(3).before(1, "RGB", "XY", "P")
    for seat in (0, 2, SPECTATOR):
        for look in (table.match.engine.view, table.match.engine.glance):
            view = look(table.states, 0, seat)
            assert view["laid"][0].tobytes() == table.states["laid"][0].tobytes()
            assert view["top"][0].tobytes() == table.states["top"][0].tobytes()


@rule("ROO-T1")
def test_ROO_T1_turns_pass_in_the_order_of_seats() -> None:
    table = Table(3, 1).piles(EIGHT)
    order = []
    for _ in range(4):
        order.append(table.seat)
        assert table.refused("flip 1", (table.seat + 1) % 3) == "ROO-T1"
        table.do("flip 1", "flip 3")
    assert order == [1, 2, 0, 1]


@rule("AMB-ROO-22")
def test_AMB_ROO_22_anybody_may_begin() -> None:
    match = Match(GAME, 5, {})
    assert match.due == "starter"
    assert match.engine.chance(match.states, 0) == [[0, 1, 2, 3, 4]]
    assert [Table(5, seat).seat for seat in range(5)] == [0, 1, 2, 3, 4]


# The turn


@rule("ROO-T2")
@pytest.mark.parametrize(
    ("laying", "tops", "cards"),
    [(("place R 1", "place R 2"), "RR-", 2), (("place R 1", "place R 1"), "R--", 2)],
)
def test_ROO_T2_a_pair_is_laid_as_you_like(
    laying: tuple[str, str], tops: str, cards: int
) -> None:  # R1
    table = Table().piles(EIGHT)
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"
    table.do("flip 1")
    assert table.open == {1: "R"}
    assert table.moves == "flip 2 3 4 5 6 7 8 9"
    assert table.refused("flip 1") == "ROO-T2"
    table.do("flip 2")
    assert table.open == {}
    assert table.moves == "place R 1 R 2 R 3"
    assert table.refused("flip 3") == "ROO-T2"
    assert table.refused("place G 1") == "ROO-T2"
    table.do(*laying)
    assert table.tops(0) == tops
    assert len(table.uncaptured(0)) == cards
    assert table.column(1) == table.column(2) == "G"


@rule("ROO-T3")
def test_ROO_T3_after_each_pair_two_more() -> None:  # R1
    table = Table().piles(EIGHT)
    for flips in (("flip 1", "flip 2"), ("flip 3", "flip 4"), ("flip 7", "flip 8")):
        table.do(*flips)
        card = table.moves[6]
        table.lay(card * 2, 1)
        assert table.seat == 0
        assert table.moves.startswith("flip")
    table.do("flip 1")
    assert table.seat == 0  # two, not one


@rule("ROO-T4")
def test_ROO_T4_two_colours_are_covered_and_the_turn_passes() -> None:  # R2
    table = Table(3).piles(EIGHT).do("flip 1", "flip 3")
    assert table.open == {}
    assert (table.column(1), table.column(3)) == ("RG", "BY")
    assert table.seat == 1
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"
    assert table.uncaptured(0) == ""


@rule("ROO-T5")
def test_ROO_T5_the_next_card_is_opened_in_the_gap_and_covered_there() -> None:  # R19
    table = Table().piles({**EIGHT, 4: "", 7: "RGB"})
    assert table.refused("flip 4") == "ROO-T5"
    table.do("flip 7")
    assert table.events == ["moved", "flipped"]
    assert table.open == {4: "R"}
    assert table.column(7) == "GB"
    table.do("flip 3")
    assert table.open == {}
    assert table.column(4) == "R"
    assert table.seat == 1


@rule("AMB-ROO-5")
def test_AMB_ROO_5_the_lowest_gap_is_filled_first() -> None:
    table = Table().piles({1: "RB", 3: "GB", 5: "YP", 9: "YP"}).do("flip 9")
    assert table.open == {2: "Y"}
    table.do("flip 3")
    assert table.open == {}
    assert (table.column(2), table.column(4)) == ("Y", "G")
    assert (table.column(3), table.column(9)) == ("B", "P")


@rule("AMB-ROO-5")
def test_AMB_ROO_5_the_only_card_of_a_pile_stays() -> None:  # R20
    table = Table().piles({**EIGHT, 4: "", 7: "R"}).do("flip 7")
    assert table.open == {7: "R"}
    assert table.column(4) == ""
    assert table.events == ["flipped"]


@rule("AMB-ROO-5")
@rule("AMB-ROO-21")
def test_AMB_ROO_5_a_card_from_beneath_an_open_one() -> None:
    table = Table(3).piles({2: "XGB", 5: "R", 6: "BRX"}, shown="256")
    assert table.moves == "cover, flip 2 6"
    assert table.refused("flip 5") == "AMB-ROO-5"
    table.do("flip 2")
    assert table.events == ["moved_under", "flipped", "left_open"]
    assert table.open == {1: "G", 2: "X", 5: "R", 6: "B"}
    assert table.column(2) == "XB"
    assert table.seat == 1
    table.do("flip 6").lay("RR", 1)  # seeking is always possible, and here it finds
    assert table.open == {1: "G", 2: "X", 6: "B"}
    assert table.column(6) == "BX"
    assert table.moves == "flip 2 6"


@rule("AMB-ROO-5")
def test_AMB_ROO_5_piles_with_a_covered_card_come_first() -> None:
    table = Table().piles({2: "XGB", 5: "R", 6: "B"}, shown="25")
    assert table.moves == "cover, flip 6"
    assert table.refused("flip 2") == "ROO-T2"
    assert table.refused("flip 1") == "ROO-T5"


@rule("AMB-ROO-5")
def test_AMB_ROO_5_tallest_fills_gaps_at_once() -> None:
    piles = {1: "R", 2: "R", 3: "GBY", 4: "PYBG", 5: "X", 6: "G", 7: "B", 8: "Y", 9: "P"}
    table = Table(refill="tallest").piles(piles).do("flip 1", "flip 2")
    assert table.events == ["flipped", "refilled", "refilled", "found"]
    assert table.open == {}
    assert (table.column(1), table.column(2)) == ("P", "G")  # of 4, then of 3 as the first of two
    assert (table.column(3), table.column(4)) == ("BY", "YBG")
    table.lay("RR", 1)
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"
    usual = Table().piles(piles).do("flip 1", "flip 2").lay("RR", 1)
    assert usual.moves == "flip 3 4 5 6 7 8 9"


@rule("AMB-ROO-5")
def test_AMB_ROO_5_tallest_counts_open_cards_but_leaves_them() -> None:
    piles = {1: "R", 2: "R", 3: "XBYG", 4: "PPP", 5: "X", 6: "G", 7: "B", 8: "Y", 9: "P"}
    table = Table(refill="tallest").piles(piles, shown="13").do("flip 2")
    assert table.open == {3: "X"}
    assert (table.column(1), table.column(2), table.column(3)) == ("B", "Y", "XG")
    assert table.column(4) == "PPP"


@rule("AMB-ROO-5")
def test_AMB_ROO_5_tallest_comes_before_covering() -> None:
    piles = {1: "RGB", 2: "X", 3: "X", 4: "R", 5: "G", 6: "B", 7: "Y", 8: "Y", 9: "P"}
    table = Table(refill="tallest").piles(piles, shown="12").do("flip 3")
    assert table.events == ["flipped", "refilled", "refilled", "found"]
    assert (table.column(1), table.column(2), table.column(3)) == ("R", "G", "B")


@rule("AMB-ROO-5")
def test_AMB_ROO_5_tallest_stops_when_all_piles_are_single() -> None:
    table = Table(refill="tallest").piles({1: "R", 2: "R", 3: "GB", 4: "G", 5: "B"})
    table.do("flip 1", "flip 2").lay("RR", 1)
    assert [table.column(number) for number in range(1, 6)] == ["G", "", "B", "G", "B"]
    table.do("flip 3")
    assert table.open == {3: "B"}


# Capturing


@rule("ROO-C1")
def test_ROO_C1_three_piles_of_one_colour_come_home() -> None:  # R3
    table = Table().piles(EIGHT).before(0, "R", "R", "").do("flip 1", "flip 2")
    table.do("place R 3")
    assert table.scores == [0, 0]  # not halfway through
    table.do("place R 2")
    assert table.scores == [4, 0]
    assert table.tops(0) == "---"
    assert table.uncaptured(0) == ""
    assert table.seat == 0
    assert table.moves.startswith("flip")


@rule("ROO-C1")
def test_ROO_C1_what_is_covered_while_laying_does_not_count() -> None:
    table = Table().piles(EIGHT).before(0, "R", "R", "").before(1, "R", "B", "")
    table.do("flip 5", "flip 6").lay("XX", 3).do("rob 1", "place R 3")
    assert table.tops(0) == "RRR"
    table.do("place B 3")
    assert table.scores == [0, 0]
    assert table.tops(0) == "RRB"


@rule("ROO-C1")
def test_ROO_C1_empty_piles_capture_nothing() -> None:  # R5
    table = Table().piles(EIGHT).do("flip 1", "flip 2").lay("RR", 1)
    assert table.scores == [0, 0]
    assert table.uncaptured(0) == "RR"


@rule("AMB-ROO-3")
def test_AMB_ROO_3_top_cards_count_or_any_with_the_option() -> None:  # R6
    for capture_by, points in (("top", 0), ("any", 6)):
        table = Table(capture_by=capture_by).piles(EIGHT).before(0, "R", "R", "RB")
        table.do("flip 7", "flip 8").lay("GG", 1)
        assert table.scores == [points, 0]


@rule("AMB-ROO-3")
def test_AMB_ROO_3_any_X_within_the_piles_makes_a_Rookie() -> None:
    for capture_by, moves in (("top", "flip 1 2 3 4 5 6 7 8 9"), ("any", "place Y 1 Y 2 Y 3")):
        table = Table(capture_by=capture_by).piles({**EIGHT, 7: "GPP", 8: "GPP"})
        table.before(0, "XR", "XR", "XB").before(1, "Y", "", "")
        table.do("flip 7", "flip 8").lay("GG", 3)
        assert table.moves == moves
    assert table.scores == [8, 0]


@rule("AMB-ROO-4")
def test_AMB_ROO_4_asked_each_time_with_manual() -> None:
    table = Table(capture="manual").piles(EIGHT).before(0, "R", "R", "").do("flip 1", "flip 2")
    table.lay("RR", 3)
    assert table.scores == [0, 0]
    assert table.moves == "capture, hold"
    assert table.refused("flip 3") == "AMB-ROO-4"
    table.do("hold")
    assert table.refused("capture") == "AMB-ROO-4"
    table.do("flip 7", "flip 8").lay("GG", 1)
    assert table.moves.startswith("flip")  # G R R could not be captured
    table.do("flip 3", "flip 4").lay("BB", 2)
    assert table.moves.startswith("flip")
    assert table.scores == [0, 0]


@rule("AMB-ROO-4")
def test_AMB_ROO_4_after_a_no_the_question_comes_back() -> None:
    table = Table(2, capture="manual").piles(EIGHT).before(0, "R", "R", "R")
    table.do("flip 5", "flip 6").lay("XX", 1)  # X R R: nothing to ask
    assert table.moves == "rob 1"
    table = Table(2, capture="manual", capture_by="any").piles(EIGHT).before(0, "R", "R", "R")
    table.do("flip 7", "flip 8").lay("GG", 1).do("hold", "flip 3", "flip 4").lay("BB", 1)
    assert table.moves == "capture, hold"
    table.do("capture")
    assert table.scores == [7, 0]
    assert table.seat == 0


@rule("AMB-ROO-4")
def test_AMB_ROO_4_the_check_after_a_robbery_asks_again() -> None:  # contract R4, R9
    for loot in ("", "Y"):
        table = Table(2, capture="manual", capture_by="any").piles(EIGHT)
        table.before(0, "R", "R", "R").before(1, loot, "", "")
        table.do("flip 5", "flip 6").lay("XX", 1).do("hold", "rob 1").lay(loot, 2)
        assert table.moves == "capture, hold"
        table.do("capture")
        assert table.scores == [5 + len(loot), 0]


@rule("AMB-ROO-4")
def test_AMB_ROO_4_a_Rookie_may_wait_too() -> None:
    table = Table(3, capture="manual").piles(EIGHT).before(0, "X", "X", "").before(1, "Y", "", "")
    table.do("flip 5", "flip 6").lay("XX", 3)
    assert table.moves == "capture, hold"
    held = Table(3, capture="manual").piles(EIGHT).before(0, "X", "X", "").before(1, "Y", "", "")
    held.do("flip 5", "flip 6").lay("XX", 3).do("hold")
    assert held.moves == "rob 1 2"  # no Rookie was made
    table.do("capture")
    assert table.moves == "place Y 1 Y 2 Y 3"
    assert table.scores == [4, 0, 0]


@rule("AMB-ROO-14")
def test_AMB_ROO_14_several_captures_in_one_turn() -> None:
    table = Table().piles(EIGHT).before(0, "R", "R", "").do("flip 1", "flip 2")
    table.lay("RR", 3)
    table.before(0, "B", "B", "", points=4).do("flip 3", "flip 4").lay("BB", 3)
    assert table.scores == [8, 0]
    assert table.seat == 0


@rule("AMB-ROO-16")
def test_AMB_ROO_16_an_X_is_no_joker() -> None:
    table = Table().piles(EIGHT).before(0, "R", "X", "").do("flip 1", "flip 2").lay("RR", 3)
    assert table.tops(0) == "RXR"
    assert table.scores == [0, 0]
    table = Table().piles(EIGHT).do("flip 1", "flip 5")
    assert table.uncaptured(0) == ""  # nor does it pair with a colour


# The X cards


@rule("ROO-X-1")
def test_ROO_X_1_an_X_pair_takes_the_cards_of_a_neighbour() -> None:  # R7
    for victim, total in ((1, 9), (3, 6)):
        table = Table(4).piles(EIGHT).before(0, "R", "B", "")
        table.before(1, "RR", "GG", "B").before(2, "P", "", "").before(3, "Y", "P", "")
        table.do("flip 5", "flip 6").lay("XX", 3)
        assert table.moves == "rob 1 3"
        assert table.refused("rob 2") == table.refused("rob 0") == "ROO-X-1"
        table.do(f"rob {victim}")
        table.lay("RRGGB" if victim == 1 else "YP", 3)
        assert len(table.uncaptured(0)) == total
        assert table.uncaptured(victim) == ""
        assert len(table.uncaptured(4 - victim)) == (2 if victim == 1 else 5)
        assert table.uncaptured(2) == "P"
        assert table.seat == 0
        assert table.moves.startswith("flip")


@rule("ROO-X-1")
def test_ROO_X_1_with_two_players_it_is_the_opponent() -> None:  # R27
    own = Table(2, 1).piles(EIGHT).do("flip 5", "flip 6").lay("XX", 1)
    assert (own.seat, own.moves) == (1, "rob 0")
    sought = Table(2, 1).piles({**EIGHT, 1: "RG"}, shown="15").do("flip 6").lay("XX", 1)
    assert (sought.seat, sought.moves) == (1, "rob 0")


@rule("ROO-X-1")
def test_ROO_X_1_a_colour_pair_takes_nothing() -> None:
    table = Table().piles(EIGHT).before(1, "Y", "", "").do("flip 1", "flip 2").lay("RR", 1)
    assert table.refused("rob 1") == "ROO-X-1"
    assert table.uncaptured(1) == "Y"


@rule("AMB-ROO-11")
def test_AMB_ROO_11_two_X_go_on_one_pile_or_two() -> None:
    for piles, tops in (((1, 1), "X--"), ((1, 3), "X-X")):
        table = Table().piles(EIGHT).do("flip 5", "flip 6")
        table.lay("X", piles[0]).lay("X", piles[1])
        assert table.tops(0) == tops
        assert table.uncaptured(0) == "XX"


@rule("AMB-ROO-13")
def test_AMB_ROO_13_loot_is_laid_on_top_in_any_order() -> None:
    table = Table().piles(EIGHT).before(0, "Y", "P", "G").before(1, "RRR", "B", "")
    table.do("flip 5", "flip 6").lay("XX", 1).do("rob 1")
    assert table.moves == "place B 1 B 2 B 3 R 1 R 2 R 3"
    table.lay("B", 2).lay("R", 1).lay("R", 2)
    assert table.moves == "place R 1 R 2 R 3"
    table.lay("R", 3)
    assert table.scores == [9, 0]  # three of a colour among the loot capture at once


@rule("AMB-ROO-15")
def test_AMB_ROO_15_a_neighbour_without_cards_may_be_chosen() -> None:
    table = Table(3).piles(EIGHT).before(1, "R", "", "").do("flip 5", "flip 6").lay("XX", 1)
    assert table.moves == "rob 1 2"
    assert table.refused("flip 1") == "AMB-ROO-15"
    table.do("rob 2")
    assert table.uncaptured(0) == "XX"
    assert table.uncaptured(1) == "R"
    assert table.moves.startswith("flip")


@rule("AMB-ROO-1")
@pytest.mark.parametrize(("ends", "seat"), [(False, 0), (True, 1)])
def test_AMB_ROO_1_after_an_own_X_pair_the_turn_goes_on(ends: bool, seat: int) -> None:
    table = Table(3, x_pair_ends_turn=ends).piles(EIGHT).before(1, "Y", "", "")
    table.do("flip 5", "flip 6").lay("XX", 1).do("rob 1").lay("Y", 1)
    assert table.seat == seat
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"
    table = Table(3, x_pair_ends_turn=ends).piles(EIGHT).do("flip 1", "flip 2").lay("RR", 1)
    assert table.seat == 0  # a pair of colours never ends it


@rule("ROO-X-2")
def test_ROO_X_2_a_colour_and_an_X_stay_open() -> None:  # R8
    for flips in (("flip 5", "flip 3"), ("flip 3", "flip 5")):
        table = Table(3).piles(EIGHT).do("flip 1", "flip 2").lay("RR", 2).do(*flips)
        assert table.open == {3: "B", 5: "X"}
        assert table.uncaptured(0) == "RR"  # earlier pairs stay
        assert table.seat == 1
        assert table.moves == "cover, flip 1 2 4 6 7 8 9"


@rule("ROO-X-3")
def test_ROO_X_3_covering_first_then_a_normal_turn() -> None:  # R8
    table = Table(3).piles(EIGHT).do("flip 5", "flip 1").do("cover")
    assert table.open == {}
    assert table.seat == 1
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"
    assert table.refused("cover") == "ROO-X-3"
    table.do("flip 3")
    assert table.seat == 1  # two cards
    assert table.refused("cover") == "ROO-X-3"
    table.do("flip 4").lay("BB", 1)
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"


@rule("AMB-ROO-8")
def test_AMB_ROO_8_cards_just_covered_may_be_turned_over_again() -> None:
    table = Table(3).piles(EIGHT).do("flip 5", "flip 1").do("cover", "flip 1", "flip 5")
    assert table.open == {1: "R", 5: "X"}
    assert table.seat == 2


@rule("ROO-X-4")
def test_ROO_X_4_seeking_turns_over_a_single_card() -> None:
    table = Table(3).piles(EIGHT).do("flip 5", "flip 1").do("flip 3")
    assert table.seat == 2
    assert table.open == {1: "R", 3: "B", 5: "X"}


@rule("ROO-X-4a")
def test_ROO_X_4a_the_second_X_takes_from_the_left_and_ends_the_turn() -> None:  # R9
    table = Table(4).piles(EIGHT).before(0, "Y", "P", "").before(2, "B", "", "")
    table.do("flip 5", "flip 1", "flip 6")
    assert table.seat == 1
    assert table.moves == "place X 1 X 2 X 3"
    table.lay("XX", 1)
    assert table.moves == "rob 0"
    assert table.refused("rob 2") == "ROO-X-4a"
    assert table.refused("rob 3") == "ROO-X-1"
    table.do("rob 0").lay("YP", 2)
    assert table.uncaptured(1) == "YPXX"
    assert table.uncaptured(0) == ""
    assert table.uncaptured(2) == "B"
    assert table.open == {}
    assert table.column(1) == "RG"
    assert table.seat == 2
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"


@rule("AMB-ROO-2")
def test_AMB_ROO_2_a_choice_also_when_seeking_with_the_option() -> None:
    for seek_victim, moves in (("left", "rob 0"), ("choice", "rob 0 2")):
        table = Table(4, seek_victim=seek_victim).piles(EIGHT)
        table.do("flip 5", "flip 1", "flip 6").lay("XX", 1)
        assert table.moves == moves
    own = Table(4).piles(EIGHT).do("flip 5", "flip 6").lay("XX", 1)
    assert own.moves == "rob 1 3"


@rule("ROO-X-4b")
@rule("AMB-ROO-9")
def test_ROO_X_4b_the_partner_of_a_colour_and_one_new_card() -> None:  # R10
    table = Table(3).piles(EIGHT).do("flip 5", "flip 1", "flip 2").lay("RR", 1)
    assert table.seat == 1
    assert table.open == {5: "X"}
    assert table.moves == "flip 1 2 3 4 6 7 8 9"  # no covering in the middle of a turn
    assert table.refused("cover") == "ROO-X-3"
    table.do("flip 3")
    assert table.open == {3: "B", 5: "X"}
    assert table.uncaptured(1) == "RR"
    assert table.seat == 2
    assert table.moves == "cover, flip 1 2 4 6 7 8 9"


@rule("AMB-ROO-9")
def test_AMB_ROO_9_the_new_card_may_be_the_second_X_or_another_partner() -> None:
    table = Table(3).piles(EIGHT).do("flip 5", "flip 1", "flip 3")  # open X R B
    table.do("flip 2").lay("RR", 1).do("flip 4").lay("BB", 1)
    assert table.seat == 2
    assert table.open == {5: "X"}
    table.do("flip 6").lay("XX", 2)
    assert table.moves == "rob 1"
    table.do("rob 1")
    assert table.seat == 0
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"


@rule("AMB-ROO-10")
def test_AMB_ROO_10_the_partner_of_any_open_colour_counts() -> None:  # R14, R15
    for flip, card in (("flip 2", "R"), ("flip 4", "B"), ("flip 8", "G")):
        table = Table(3).piles(EIGHT, shown="1357").do(flip)
        assert table.moves == f"place {card} 1 {card} 2 {card} 3"
    everything = {1: "XR", 2: "RG", 3: "GB", 4: "BY", 5: "YP", 6: "PX"}
    for card in KINDS:
        table = Table().piles({**everything, 7: card}, shown="123456").do("flip 7")
        assert table.moves == f"place {card} 1 {card} 2 {card} 3"


@rule("ROO-X-4c")
def test_ROO_X_4c_neither_leaves_everything_open() -> None:  # R12, R14
    table = Table(4).piles(EIGHT).before(1, "Y", "", "").before(3, "B", "", "")
    table.do("flip 5", "flip 1", "flip 7")
    assert table.events == ["flipped", "left_open"]
    assert table.open == {1: "R", 5: "X", 7: "G"}
    assert table.seat == 2
    assert table.moves == "cover, flip 2 3 4 6 8 9"
    table.do("flip 6").lay("XX", 1).do("rob 1").lay("Y", 1)
    assert table.uncaptured(2) == "YXX"
    assert table.open == {}
    assert table.seat == 3
    assert table.moves == "flip 1 2 3 4 5 6 7 8 9"


# Rookie


@rule("ROO-X-5")
@rule("AMB-ROO-12")
def test_ROO_X_5_three_X_capture_and_take_the_cards_of_all() -> None:  # R16
    table = Table(4).piles(EIGHT).before(0, "X", "R", "")
    table.before(1, "GG", "", "").before(2, "B", "Y", "", points=5).before(3, "", "P", "")
    table.do("flip 5", "flip 6", "place X 2", "place X 3")
    assert table.scores == [4, 0, 5, 0]
    assert table.tops(0) == "---"
    assert [table.uncaptured(seat) for seat in (1, 2, 3)] == ["", "", ""]
    assert table.seat == 0  # no neighbour is chosen
    table.lay("GGBYP", 1)
    assert table.uncaptured(0) == "GGBYP"
    assert table.scores == [4, 0, 5, 0]
    assert table.seat == 0
    assert table.moves.startswith("flip")


@rule("AMB-ROO-12")
def test_AMB_ROO_12_loot_is_looked_at_when_the_last_card_lies() -> None:
    table = Table(4).piles(EIGHT).before(0, "X", "X", "").before(1, "RRR", "", "")
    table.before(2, "", "XXX", "").before(3, "G", "", "")
    table.do("flip 5", "flip 6").lay("XX", 3)
    table.lay("R", 1).lay("R", 2).lay("R", 3).lay("X", 1).lay("X", 2).lay("G", 1)
    assert table.tops(0) == "GXR"
    table.lay("X", 1)  # X X R
    assert table.scores == [4, 0, 0, 0]
    assert table.moves.startswith("flip")


@rule("AMB-ROO-12")
def test_AMB_ROO_12_a_Rookie_from_loot() -> None:
    table = Table(3).piles(EIGHT).before(1, "X", "", "").before(2, "P", "", "")
    table.do("flip 5", "flip 6").lay("X", 1).lay("X", 2).do("rob 1", "place X 3")
    assert table.scores == [3, 0, 0]
    assert table.moves == "place P 1 P 2 P 3"


# The end


@rule("ROO-E1")
@rule("AMB-ROO-7")
def test_ROO_E1_the_finder_of_the_last_pair_gets_all_uncaptured_cards() -> None:
    table = Table(3).piles({1: "R", 2: "R"}).before(0, "G", "", "")
    table.before(1, "BB", "", "", points=6).before(2, "Y", "", "")
    table.do("flip 1", "flip 2", "place R 1")
    assert not table.is_over()
    table.do("place R 2")
    assert table.is_over()
    assert table.scores == [6, 6, 0]  # G, R, R and the loot B, B, Y
    assert table.match.legal() == {}
    with pytest.raises(Refused) as error:
        table.match.move(0, "flip 1")
    assert error.value.rule == "ROO-E1"


@rule("ROO-E1")
def test_ROO_E1_the_last_pair_captures_as_usual() -> None:
    table = Table(2, end_loot="strict").piles({1: "R", 2: "R"}).before(0, "GR", "R", "")
    table.do("flip 1", "flip 2").lay("RR", 3)
    assert table.is_over()
    assert table.scores == [5, 0]


@rule("ROO-E1")
def test_ROO_E1_a_last_pair_of_X_robs_no_neighbour() -> None:
    table = Table(3, 2).piles({1: "X", 2: "X"}).before(0, "G", "", "").before(1, "B", "", "")
    table.do("flip 1", "flip 2").lay("XX", 1)
    assert table.is_over()
    assert table.scores == [0, 0, 4]


@rule("ROO-E1")
def test_ROO_E1_a_Rookie_of_the_last_pair_takes_and_lays_as_usual() -> None:  # contract R7
    for end_loot, points in (("all", 6), ("strict", 4)):
        table = Table(2, end_loot=end_loot).piles({1: "X", 2: "X"})
        table.before(0, "X", "X", "").before(1, "G", "B", "")
        table.do("flip 1", "flip 2").lay("XX", 3)
        assert table.scores == [4, 0]
        table.lay("GB", 1)
        assert table.is_over()
        assert table.scores == [points, 0]


@rule("AMB-ROO-7")
def test_AMB_ROO_7_strict_counts_only_what_can_still_be_captured() -> None:
    for last, points in ((3, 7), (2, 0)):
        table = Table(3, end_loot="strict").piles({1: "R", 2: "R"}).before(0, "B", "R", "")
        table.before(1, "BB", "", "", points=2).before(2, "Y", "", "")
        table.do("flip 1", "flip 2").lay("RR", 3)
        assert table.moves == "place B 1 B 2 B 3 Y 1 Y 2 Y 3"
        table.lay("Y", 2).lay("B", 2)
        assert not table.is_over()
        table.lay("B", last)
        assert table.is_over()
        assert table.scores == [points, 2, 0]
        assert table.match.winners() == ([0] if points else [1])


@rule("AMB-ROO-7")
def test_AMB_ROO_7_strict_asks_once_more_with_manual() -> None:  # contract R7, R9
    table = Table(2, end_loot="strict", capture="manual").piles({1: "R", 2: "R"})
    table.before(0, "R", "R", "").do("flip 1", "flip 2").lay("RR", 3).do("hold")
    assert table.moves == "capture, hold"
    table.do("capture")
    assert table.is_over()
    assert table.scores == [4, 0]


@rule("AMB-ROO-6")
def test_AMB_ROO_6_the_last_two_cards_always_match() -> None:  # R22
    for seed in range(8):
        for states in walk(2 + seed % 5, {"edition": "pocket"}, seed):
            if states["rest"][0].sum() == 2:
                assert max(states["rest"][0]) == 2
                break
        else:
            pytest.fail("no last two cards")


@rule("AMB-ROO-20")
def test_AMB_ROO_20_a_tie_is_shared() -> None:
    table = Table(3).piles({1: "R", 2: "R"}).before(1, points=2).before(2, points=1)
    table.do("flip 1", "flip 2").lay("RR", 1)
    assert table.scores == [2, 2, 1]
    assert table.match.winners() == [0, 1]
    nobody = Table(3, end_loot="strict").piles({1: "R", 2: "R"})
    nobody.do("flip 1", "flip 2").lay("RR", 1)
    assert (nobody.scores, nobody.match.winners()) == ([0, 0, 0], [0, 1, 2])
    teams = Table(6, mode="team").piles({1: "R", 2: "R"}).before(1, points=1).before(4, points=1)
    teams.before(5, points=1).do("flip 1", "flip 2").lay("RR", 1)
    assert teams.match.winners() == [0, 1, 3, 4]


# Teams


@rule("ROO-TM1")
def test_ROO_TM1_four_or_six_and_partners_are_opposite() -> None:  # R25
    for players in (2, 3, 5):
        with pytest.raises(BadOption):
            Match(GAME, players, {"mode": "team"})
    for players in (4, 6):
        for seat in range(players):
            table = Table(players, seat, mode="team").piles(EIGHT).do("flip 1", "flip 2")
            table.do("give R 1", "place R 1")
            with_cards = {other for other in range(players) if table.uncaptured(other)}
            assert with_cards == {seat, (seat + players // 2) % players}


@rule("ROO-TM2")
def test_ROO_TM2_one_or_both_cards_may_go_to_the_partner() -> None:
    table = Table(4, mode="team").piles(EIGHT).do("flip 1", "flip 2")
    assert table.moves == "give R 1 R 2 R 3, place R 1 R 2 R 3"
    table.do("give R 2", "give R 3")
    assert table.tops(2) == "-RR"
    assert table.uncaptured(0) == ""
    assert table.seat == 0
    alone = Table(4).piles(EIGHT).do("flip 1", "flip 2")
    assert alone.refused("give R 1") == "ROO-TM2"


@rule("ROO-TM2")
def test_ROO_TM2_own_piles_are_looked_at_first() -> None:
    table = Table(4, mode="team", capture="manual").piles(EIGHT)
    table.before(0, "R", "R", "").before(2, "R", "R", "")
    table.do("flip 1", "flip 2", "give R 3")
    assert table.seat == 0  # not before both cards lie
    table.do("place R 3")
    assert (table.seat, table.moves) == (0, "capture, hold")
    table.do("hold")
    assert (table.seat, table.moves) == (2, "capture, hold")
    table.do("capture")
    assert table.scores == [0, 0, 3, 0]
    assert table.seat == 0
    assert table.moves.startswith("flip")


@rule("ROO-TM2")
def test_ROO_TM2_without_a_gift_only_own_piles_are_looked_at() -> None:
    table = Table(4, mode="team", capture="manual").piles(EIGHT).before(2, "R", "R", "R")
    table.do("flip 1", "flip 2").lay("RR", 1)
    assert (table.seat, table.moves) == (0, "flip 1 2 3 4 5 6 7 8 9")
    table.do("flip 3", "flip 4", "give B 1", "place B 1")
    assert table.seat == 0  # B R R
    given = Table(4, mode="team", capture="manual").piles(EIGHT).before(0, "R", "R", "R")
    given.do("flip 3", "flip 4", "give B 1", "give B 1")
    assert (given.seat, given.moves) == (0, "capture, hold")


@rule("ROO-TM2")
def test_ROO_TM2_a_gift_counts_once() -> None:
    table = Table(4, mode="team", capture="manual", capture_by="any").piles(EIGHT)
    table.before(2, "R", "R", "R").do("flip 3", "flip 4", "give B 1", "place B 1")
    assert (table.seat, table.moves) == (2, "capture, hold")
    table.do("hold", "flip 7", "flip 8").lay("GG", 1)
    assert (table.seat, table.moves) == (0, "flip 1 2 3 4 5 6 7 8 9")


@rule("ROO-TM2")
def test_ROO_TM2_a_Rookie_by_gift_is_the_partners() -> None:  # contract R5, R6
    table = Table(4, mode="team").piles(EIGHT).before(2, "X", "X", "").before(1, "G", "", "")
    table.before(3, "Y", "", "").do("flip 5", "flip 6", "place X 1", "give X 3")
    assert table.scores == [0, 0, 3, 0]
    assert table.seat == 2
    assert table.moves == "place G 1 G 2 G 3 X 1 X 2 X 3 Y 1 Y 2 Y 3"  # the mover's X too
    assert table.refused("place G 1", 0) == "ROO-T1"
    assert table.refused("give G 1") == "AMB-ROO-18"
    table.lay("GXY", 1)
    assert table.uncaptured(2) == "GYX"
    assert (table.seat, table.moves) == (0, "rob 1 3")  # the mover made no Rookie
    table.do("rob 1")
    assert table.seat == 0
    assert table.moves.startswith("flip")


@rule("ROO-TM2")
@pytest.mark.parametrize("spare", [False, True])
def test_ROO_TM2_with_two_Rookies_the_movers_comes_first(spare: bool) -> None:
    table = Table(4, mode="team", spare_partner=spare).piles(EIGHT).before(1, "G", "", "")
    table.before(0, "X", "X", "").before(2, "X", "X", "")
    table.do("flip 5", "flip 6", "place X 3", "give X 3")
    assert table.scores == [3, 0, 0, 0]
    assert table.seat == 0
    table.lay("G" if spare else "GXXX", 1)
    assert table.scores == [3, 0, 3 if spare else 0, 0]
    assert (table.seat, table.moves) == (0, "flip 1 2 3 4 5 6 7 8 9")


@rule("AMB-ROO-17")
def test_AMB_ROO_17_a_gift_completes_the_partners_three() -> None:
    table = Table(4, mode="team").piles(EIGHT).before(2, "GR", "R", "")
    table.do("flip 1", "flip 2", "give R 3", "place R 1")
    assert table.scores == [0, 0, 4, 0]
    assert table.uncaptured(0) == "R"
    assert table.seat == 0


@rule("AMB-ROO-17")
@pytest.mark.parametrize(("pool", "scores", "left"), [(False, 0, "RR"), (True, 4, "")])
def test_AMB_ROO_17_three_of_six_piles_with_the_pool(pool: bool, scores: int, left: str) -> None:
    table = Table(4, mode="team", team_pool=pool).piles(EIGHT).before(2, "GR", "B", "")
    table.do("flip 1", "flip 2").lay("R", 1).lay("R", 2)
    assert table.scores == [scores, 0, 0, 0]  # to the layer
    assert table.uncaptured(0) == left
    assert table.tops(2) == ("-B-" if pool else "RB-")


@rule("AMB-ROO-17")
def test_AMB_ROO_17_every_kind_of_the_pool_captures_its_piles() -> None:  # contract R10
    table = Table(4, mode="team", team_pool=True).piles(EIGHT).before(0, "B", "B", "")
    table.before(2, "B", "R", "G").do("flip 1", "flip 2", "give R 3", "place R 3")
    assert table.tops(0) + table.tops(2) == "------"  # B B R, B R GR
    assert table.scores == [7, 0, 0, 0]


@rule("AMB-ROO-17")
def test_AMB_ROO_17_the_pool_with_any_card() -> None:
    table = Table(4, mode="team", team_pool=True, capture_by="any").piles(EIGHT)
    table.before(0, "RB", "RGB", "Y").before(2, "RY", "P", "BP")
    table.do("flip 7", "flip 8").lay("GG", 3)  # three with R, three with B, two with Y
    assert table.scores == [9, 0, 0, 0]
    assert (table.tops(0), table.tops(2)) == ("--G", "-P-")


@rule("AMB-ROO-17")
def test_AMB_ROO_17_the_pools_Rookie_and_its_one_question() -> None:
    table = Table(4, mode="team", team_pool=True, capture="manual").piles(EIGHT)
    table.before(0, "", "Y", "").before(1, "G", "", "").before(2, "X", "B", "")
    table.do("flip 5", "flip 6", "give X 3", "place X 1")
    assert (table.seat, table.moves) == (0, "capture, hold")
    table.do("capture")
    assert table.scores == [3, 0, 0, 0]
    assert table.seat == 0  # the layer's Rookie; the partner's rest is taken, the own stays
    assert table.moves == "place B 1 B 2 B 3 G 1 G 2 G 3"
    table.lay("BG", 1)
    assert table.uncaptured(0) == "GBY"
    assert table.moves.startswith("flip")  # no robbery after a Rookie
    held = Table(4, mode="team", team_pool=True, capture="manual").piles(EIGHT)
    held.before(2, "R", "", "").do("flip 1", "flip 2", "give R 2", "give R 3", "hold")
    assert (held.seat, held.moves) == (0, "flip 1 2 3 4 5 6 7 8 9")  # the partner is not asked


@rule("AMB-ROO-18")
def test_AMB_ROO_18_loot_goes_on_own_piles_only() -> None:
    table = Table(4, mode="team").piles(EIGHT).before(1, "G", "", "")
    table.do("flip 5", "flip 6", "give X 1", "place X 1", "rob 1")
    assert table.moves == "place G 1 G 2 G 3"
    assert table.refused("give G 1") == "AMB-ROO-18"


@rule("AMB-ROO-19")
@pytest.mark.parametrize(("spare", "loot"), [(False, "GGB"), (True, "B")])
def test_AMB_ROO_19_a_Rookie_takes_the_partners_cards_too(spare: bool, loot: str) -> None:
    table = Table(4, mode="team", spare_partner=spare).piles(EIGHT).before(0, "X", "X", "")
    table.before(2, "GG", "", "").before(3, "B", "", "").do("flip 5", "flip 6").lay("XX", 3)
    table.lay(loot, 1)
    assert table.uncaptured(0) == loot
    assert table.uncaptured(2) == ("GG" if spare else "")
    assert table.moves.startswith("flip")


@rule("AMB-ROO-19")
def test_AMB_ROO_19_neighbours_are_never_partners() -> None:
    for players in (4, 6):
        for seat in range(players):
            table = Table(players, seat, mode="team").piles(EIGHT).do("flip 5", "flip 6")
            table.lay("XX", 1)
            victims = {int(victim) for victim in table.moves.split()[1:]}
            assert victims == {(seat - 1) % players, (seat + 1) % players}
            assert (seat + players // 2) % players not in victims


@rule("AMB-ROO-19")
@pytest.mark.parametrize(("spare", "scores"), [(False, [6, 0, 0, 0]), (True, [4, 0, 0, 0])])
def test_AMB_ROO_19_the_last_pair_and_the_partner(spare: bool, scores: list[int]) -> None:
    table = Table(4, mode="team", spare_partner=spare).piles({1: "R", 2: "R"})
    table.before(2, "GG", "", "").before(1, "B", "", "").before(0, "Y", "", "")
    table.do("flip 1", "flip 2").lay("RR", 1)
    assert table.is_over()
    assert table.scores == scores
    strict = Table(4, mode="team", spare_partner=spare, end_loot="strict")
    strict.piles({1: "R", 2: "R"}).before(2, "GG", "", "").before(1, "B", "", "")
    strict.do("flip 1", "flip 2").lay("RR", 1)
    assert ("G" in strict.moves) is not spare


@rule("ROO-TM3")
def test_ROO_TM3_partners_add_their_points() -> None:
    table = Table(4, mode="team").piles({1: "R", 2: "R"}).before(0, points=10)
    table.before(1, points=7).before(2, points=3).before(3, points=9)
    table.do("flip 1", "flip 2").lay("RR", 1)
    assert table.scores == [12, 7, 3, 9]
    assert table.match.winners() == [1, 3]


# Children


@rule("ROO-K1")
def test_ROO_K1_pairs_count_at_once() -> None:  # R26
    table = Table(3, mode="kids").piles({1: "RG", 2: "R", 3: "BG", 4: "B"})
    table.do("flip 1", "flip 2")
    assert table.scores == [2, 0, 0]
    assert (table.seat, table.moves) == (0, "flip 1 3 4")
    table.do("flip 3")
    assert table.open == {2: "B"}  # gaps are filled as ever
    table.do("flip 4")
    assert table.scores == [4, 0, 0]
    assert not table.is_over()
    table.do("flip 3", "flip 1")
    assert table.scores == [6, 0, 0]
    assert table.is_over()
    assert table.match.winners() == [0]


@rule("ROO-K1")
def test_ROO_K1_without_the_X_cards() -> None:
    assert pack(mode="kids") == dict.fromkeys("RGBYP", 18)
    assert pack(mode="kids", edition="pocket") == dict.fromkeys("RGBYP", 12)


@rule("ROO-K1")
def test_ROO_K1_two_colours_pass_the_turn() -> None:
    table = Table(2, mode="kids").piles({1: "RG", 2: "R", 3: "BG", 4: "B"}).do("flip 1", "flip 3")
    assert (table.seat, table.scores) == (1, [0, 0])


@rule("ROO-K1")
@pytest.mark.parametrize(("edition", "total"), [("full", 90), ("pocket", 60)])
def test_ROO_K1_all_cards_are_counted_and_other_settings_do_nothing(
    edition: str, total: int
) -> None:
    base = {"mode": "kids", "edition": edition}
    plain = GAME.full_options(base)
    other = {
        "capture": "manual", "capture_by": "any", "x_pair_ends_turn": True, "team_pool": True,
        "seek_victim": "choice", "end_loot": "strict", "spare_partner": True,
    }  # fmt: skip
    runner = engine(GAME, wanted_mode())
    scores, results = runner.play_matches(3, plain, 5, 0, 4)
    again, same = runner.play_matches(3, {**plain, **other}, 5, 0, 4)
    assert scores.sum(axis=1).tolist() == [total] * 4
    assert (scores == again).all()
    assert (results == same).all()


# What can be known


@rule("ROO-T4")
def test_seen_cards_stay_known_and_are_out_of_sight() -> None:
    table = Table().piles({**EIGHT, 9: ""}).do("flip 1", "flip 3")
    assert table.column(9) == "R"  # moved into the gap, seen there and covered
    for seat in (0, 1, SPECTATOR):
        view = table.match.engine.view(table.states, 0, seat)["table"][0]
        assert view[8, 0] == KINDS.index("R")
        assert view[2, 1] == KINDS.index("B")
        assert view[0, 0] == view[2, 0] == view[4, 1] == HIDDEN
        glance = table.match.engine.glance(table.states, 0, seat)
        assert glance["table"][0].max() == NONE  # empty or face down
        assert glance["seen"][0] == 0


def test_a_seen_card_stays_known_when_it_fills_a_gap() -> None:
    piles = {1: "R", 2: "R", 3: "GBY", 4: "P", 5: "X", 6: "G", 7: "B", 8: "Y", 9: "P"}
    table = Table(refill="tallest").piles(piles).do("flip 3", "flip 4")
    table.do("flip 1", "flip 2")
    view = table.match.engine.view(table.states, 0, 0)["table"][0]
    assert view[0, 0] == KINDS.index("G")  # of pile 3
    assert view[1, 0] == HIDDEN  # the one beneath
    assert view[2, 0] == HIDDEN


@pytest.mark.parametrize(
    ("options", "moves", "told"),
    [
        (
            {},
            "flip 9, flip 1, cover, flip 7, flip 8, place G 2, place G 3",
            (
                "moved 0 8 3, flipped 0 5 3, flipped 0 0 0, left_open 0 0 0, "
                "covered 1 0 0, flipped 1 1 6, flipped 1 1 7, found 1 1 0, "
                "placed 1 1 1, placed 1 1 2, captured 1 3 0"
            ),
        ),
        (
            {"mode": "team"},
            "flip 7, flip 8, give G 3, place G 3, flip 5, flip 6, place X 1, place X 2, rob 1",
            (
                "flipped 0 1 6, flipped 0 1 7, found 0 1 0, gave 0 1 2, placed 0 1 2, "
                "flipped 0 5 4, flipped 0 5 5, found 0 5 0, "
                "placed 0 5 0, placed 0 5 1, robbed 0 1 1"
            ),
        ),
        (
            {"mode": "kids"},
            "flip 7, flip 8",
            "flipped 0 1 6, flipped 0 1 7, found 0 1 0, captured 0 2 0",
        ),
        (
            {"refill": "tallest"},
            "flip 5, flip 1, flip 6, place X 2, place X 2, rob 0",
            (
                "flipped 0 5 4, flipped 0 0 0, left_open 0 0 0, flipped 1 5 5, refilled 1 8 3, "
                "refilled 1 0 4, refilled 1 8 5, found 1 5 0, placed 1 5 1, placed 1 5 1, "
                "robbed 1 0 0, covered 1 0 0"
            ),
        ),
    ],
)
def test_events_say_what_happens(options: dict[str, str], moves: str, told: str) -> None:
    table = Table(4, **options).before(1, "G", "", "")
    table.piles({1: "RG", 2: "R", 3: "B", 5: "X", 6: "X", 7: "G", 8: "G", 9: "XPP"})
    table.do(*moves.split(", "))
    assert table.told == told.split(", ")


def test_events_of_a_Rookie_and_of_the_end() -> None:
    table = Table(3, capture="manual").piles({1: "X", 2: "X"}).before(0, "X", "X", "")
    table.before(1, "G", "B", "").before(2, points=5).do("flip 1", "flip 2").lay("XX", 3)
    table.do("capture").lay("GB", 1)
    assert table.told[3:] == [
        "placed 0 5 2",
        "placed 0 5 2",
        "captured 0 4 0",
        "rookie 0 0 0",
        "looted 0 2 0",
        "placed 0 1 0",
        "placed 0 2 0",
        "rewarded 0 2 0",
        "won 0 0 0",
    ]
    held = Table(2, capture="manual").piles(EIGHT).before(0, "R", "R", "")
    held.do("flip 1", "flip 2").lay("RR", 3).do("hold")
    assert held.told[-1] == "held 0 0 0"


# Refusals


@pytest.mark.parametrize(
    ("moves", "seat", "move", "refusal"),
    [
        ("", 1, "flip 1", "not_your_turn"),
        ("", 0, "place R 1", "nothing_to_lay"),
        ("", 0, "give X 3", "nothing_to_lay"),
        ("", 0, "rob 0", "no_x_pair"),
        ("", 0, "rob 5", "no_x_pair"),
        ("", 0, "cover", "nothing_open"),
        ("", 0, "capture", "not_asked"),
        ("", 0, "hold", "not_asked"),
        ("flip 1", 0, "flip 1", "is_open"),
        ("flip 1", 0, "cover", "not_at_start"),
        ("flip 1, flip 2", 0, "flip 9", "must_lay"),
        ("flip 1, flip 2", 0, "rob 0", "must_lay"),
        ("flip 1, flip 2", 0, "hold", "must_lay"),
        ("flip 1, flip 2", 0, "place X 3", "not_in_hand"),
        ("flip 1, flip 2", 0, "give R 1", "no_partner"),
        ("flip 5, flip 6, place X 1, place X 1", 0, "give X 3", "must_rob"),
        ("flip 5, flip 6, place X 1, place X 1", 0, "cover", "must_rob"),
        ("flip 5, flip 6, place X 1, place X 1", 0, "rob 0", "not_neighbour"),
        ("flip 5, flip 6, place X 1, place X 1", 0, "rob 5", "not_neighbour"),
        ("flip 5, flip 1, flip 6, place X 1, place X 1", 1, "rob 2", "only_left"),
        ("flip 5, flip 1, flip 6, place X 1, place X 1", 1, "rob 3", "not_neighbour"),
    ],
)
def test_refusals_name_the_reason(moves: str, seat: int, move: str, refusal: str) -> None:
    table = Table(4).piles(EIGHT)
    if moves:
        table.do(*moves.split(", "))
    with pytest.raises(Refused) as error:
        table.match.move(seat, move)
    assert error.value.code == refusal


def test_nothing_is_played_before_the_cards_lie() -> None:
    match = Match(GAME, 2, {}, wanted_mode())
    for rule_id, step in (("ROO-T1", {"chance": "starter", "seat": 0}), ("ROO-0d", None)):
        with pytest.raises(Refused) as error:
            match.move(0, "flip 1")
        assert error.value.rule == rule_id
        if step:
            match.chance(step)


def test_every_refusal_can_be_met() -> None:
    """Each reason occurs in some position of the random matches below or in a test above."""
    met: set[int] = set()
    for options in ({}, {"mode": "team", "capture": "manual"}, {"seek_victim": "choice"}):
        for states in walk(4, options, 3):
            met |= refusals_at(states)
    met |= refusals_at(Table().piles({2: "XGB", 5: "R"}, shown="25").states)
    assert met == set(range(1, len(REFUSALS) + 1))


def refusals_at(states: Any) -> set[int]:
    """The reasons of all refusals in a position; a move without one must be legal."""
    runner = engine(GAME, wanted_mode())
    found = set()
    for seat in range(int(states["players"][0])):
        legal = runner.legal(states, 0, seat)
        codes = [runner.why_not(states, 0, seat, action) for action in range(len(GAME.actions))]
        assert [action for action, code in enumerate(codes) if code == 0] == legal
        found |= set(codes) - {0}
    return found


# Invariants of the ledger


def walk(players: int, options: Mapping[str, Any], seed: int) -> Iterator[Any]:
    """Play a random match and yield its record before every step and at the end."""
    for states, _ in walk_events(players, options, seed):
        yield states


def walk_events(
    players: int, options: Mapping[str, Any], seed: int
) -> Iterator[tuple[Any, list[Event]]]:
    """The same with the events that led there."""
    rng = random.Random(seed)
    runner = engine(GAME, wanted_mode())
    states = runner.new(players, options)
    yield states, []
    while not runner.is_over(states, 0):
        groups = runner.chance(states, 0)
        if groups:
            for group in groups:
                rng.shuffle(group)
            events = runner.resolve(states, 0, groups)
        else:
            (seat,) = runner.actors(states, 0)
            events = runner.apply(states, 0, seat, rng.choice(runner.legal(states, 0, seat)))
        yield states, events


WALKS = [
    (2, {}),
    (4, {"mode": "team"}),
    (3, {"refill": "tallest", "end_loot": "strict"}),
    (6, {"mode": "team", "team_pool": True, "capture_by": "any"}),
    (5, {"mode": "kids", "edition": "pocket"}),
]


@pytest.mark.parametrize(("players", "options"), WALKS)
def test_INV_ROO_cards_are_conserved_and_leave_the_table_in_pairs(
    players: int, options: dict[str, Any]
) -> None:  # INV-ROO-1, 2, 5, 6
    total = pack(players, **options).total()
    points = np.zeros(6, np.int8)
    for states, events in walk_events(players, options, 1):
        s = states[0]
        if s["phase"] in (0, 1):
            continue
        cards = s["table"][s["table"] >= 0]
        assert np.bincount(cards, minlength=6).tolist() == s["rest"].tolist()
        assert not any(s["rest"] % 2)
        assert s["rest"].sum() + s["laid"].sum() + s["hand"].sum() + s["points"].sum() == total
        assert (s["points"] >= points).all()
        points = s["points"].copy()
        names = [GAME.events[event.kind].name for event in events]
        if "captured" in names and not options.get("team_pool"):
            seat = events[names.index("captured")].seat
            assert s["laid"][3 * seat : 3 * seat + 3].sum() == 0
    if options.get("end_loot") != "strict":
        assert points.sum() == total


@pytest.mark.parametrize(("players", "options"), WALKS)
def test_INV_ROO_open_cards_are_one_X_and_different_colours(
    players: int, options: dict[str, Any]
) -> None:  # INV-ROO-3, 4, 7; R28
    misses = 0
    for states, events in walk_events(players, options, 2):
        s = states[0]
        if s["phase"] < FIRST:
            continue
        tops = [s["table"][place, s["height"][place] - 1] for place in range(9)]
        shown = [int(tops[place]) for place in range(9) if s["open"] >> place & 1]
        if s["phase"] <= SEEK:  # nothing is left over from the pair before
            assert not any(s[name] for name in ("sought", "todo", "gave", "may_give", "in_hand"))
            assert s["found"] == NONE
        if s["phase"] == FIRST:
            assert not shown
            assert s["gaps"] or len(set(tops)) < 9  # a pair lies on top
        if s["phase"] == COVER_OR_SEEK:
            assert len(set(shown)) == len(shown) >= 2
            assert KINDS.index("X") in shown
        names = [GAME.events[event.kind].name for event in events]
        misses = misses + 1 if "left_open" in names else 0 if names else misses
        assert misses <= 5  # X and a colour, then at most four seeks without success


def test_INV_ROO_9_without_gifts_everybody_has_pairs() -> None:
    for states in walk(4, {}, 4):
        if states["in_hand"][0] == 0:
            piles = states["laid"][0].reshape(6, 3, 6).sum(axis=1)
            assert not (piles % 2).any()


@pytest.mark.parametrize(("players", "options"), WALKS)
def test_views_hide_the_unseen_and_nothing_else(players: int, options: dict[str, Any]) -> None:
    runner = engine(GAME, wanted_mode())
    rng = random.Random(6)
    for states in walk(players, options, 5):
        view = runner.view(states, 0, 0)
        assert view.tobytes() == runner.view(states, 0, SPECTATOR).tobytes()
        orders = runner.hidden(view, 0)
        for order in orders:
            rng.shuffle(order)
        assert sum(map(len, orders)) == (view["table"] == HIDDEN).sum()
        assert len(orders) == (1 if orders and orders[0] else 0)
        world = runner.world(view, 0, orders)
        assert runner.view(world, 0, 0).tobytes() == view.tobytes()
        assert (world["table"][0] != HIDDEN).all()
        cards = world["table"][0][world["table"][0] >= 0]
        assert np.bincount(cards, minlength=6).tolist() == states["rest"][0].tolist()
        for seat in range(players):
            assert runner.legal(world, 0, seat) == runner.legal(states, 0, seat)


def test_a_used_record_starts_like_a_fresh_one() -> None:
    runner = engine(GAME, wanted_mode())
    fresh = runner.new(4, {})
    used = fresh.copy()
    options = {option.name for option in GAME.options}
    fields = [
        name for name in fresh.dtype.names or () if name not in {*options, "rules", "players"}
    ]
    for name in fields:
        used[name] = 77
    runner.start(used, 0)
    assert [name for name in fields if (used[name] != fresh[name]).any()] == []
