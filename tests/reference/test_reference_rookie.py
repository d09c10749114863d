"""The reference of ROOKIE against the ledger's examples, the contract's points, the invariants."""

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from tests.reference.protocol import Impossible, random_match
from tests.reference.rookie import COLOURS, OPTIONS, Rookie, X

# ---------------------------------------------------------------------- setting up positions


def position(table: str, players: int = 4, turn: int = 0, **options: Any) -> Rookie:
    """A match at the start of a turn.

    The table: nine piles, top card first, `-` for a gap, `*` after an open card: "R*G GB - ...".
    """
    match = Rookie(players, options)
    words = table.split()
    assert len(words) == 9
    for number, word in enumerate(words, start=1):
        if "*" in word:
            match.open.add(number)
        match.piles[number - 1] = [card for card in word if card in "RGBYPX"]
    match._start_turn(turn)
    return match


def provide(match: Rookie, seat: int, text: str) -> None:
    """Provisional piles as the ledger writes them, bottom to top: `R / RX / -`."""
    match.provisional[seat] = [
        [] if word == "-" else list(word) for word in text.replace("/", " ").split()
    ]


def provisional(match: Rookie, seat: int) -> str:
    return " / ".join("".join(pile) or "-" for pile in match.provisional[seat])


def table(match: Rookie) -> str:
    words = []
    for number, pile in enumerate(match.piles, start=1):
        text = "".join(pile) or "-"
        words.append(text[0] + "*" + text[1:] if number in match.open else text)
    return " ".join(words)


def play(match: Rookie, seat: int, *moves: str) -> None:
    for move in moves:
        match.move(seat, move)


def only(match: Rookie) -> tuple[int, list[str]]:
    """The one seat that has moves, with them."""
    ((seat, moves),) = match.legal().items()
    return seat, moves


def flips(*numbers: int) -> list[str]:
    return [f"flip {number}" for number in numbers]


def places(*kinds: str) -> list[str]:
    return [f"place {kind} {k}" for kind in kinds for k in (1, 2, 3)]


ALL_NINE = flips(1, 2, 3, 4, 5, 6, 7, 8, 9)
ANSWERS = ["capture", "hold"]
LAST_XX = "X X - - - - - - -"
LAST_RR = "R R - - - - - - -"

# ---------------------------------------------------------------------- the ledger's examples


def test_r1_a_pair_is_laid_and_two_more_are_turned() -> None:
    for lay, shown in (("12", "R / R / -"), ("11", "RR / - / -")):
        match = position("RG RB G B Y P G B Y")
        assert only(match) == (0, ALL_NINE)
        match.move(0, "flip 1")
        assert table(match) == "R*G RB G B Y P G B Y"
        assert only(match) == (0, ALL_NINE[1:])
        match.move(0, "flip 2")
        assert table(match) == "G B G B Y P G B Y"
        assert only(match) == (0, places("R"))
        play(match, 0, f"place R {lay[0]}", f"place R {lay[1]}")
        assert provisional(match, 0) == shown
        assert only(match) == (0, ALL_NINE)


def test_r2_two_colours_are_covered() -> None:
    match = position("R B G G Y P G B Y", turn=3)
    play(match, 3, "flip 1", "flip 2")
    assert table(match) == "R B G G Y P G B Y"
    assert only(match) == (0, ALL_NINE)


def test_r3_capture() -> None:
    match = position("RG RB G B Y P G B Y")
    provide(match, 0, "R / R / -")
    play(match, 0, "flip 1", "flip 2", "place R 2")
    assert match.scores() == [0, 0, 0, 0]  # R4: only when all is laid
    match.move(0, "place R 3")
    assert match.scores() == [4, 0, 0, 0]
    assert provisional(match, 0) == "- / - / -"
    assert only(match) == (0, ALL_NINE)


def test_captures_are_not_checked_before_the_last_card() -> None:  # R4
    match = position("RG RB G B Y P G B Y")
    provide(match, 0, "R / R / -")
    play(match, 0, "flip 1", "flip 2", "place R 3", "place R 3")
    assert match.scores() == [4, 0, 0, 0]
    match = position("BG BR G B Y P G B Y")
    provide(match, 0, "B / B / R")  # covered again: no capture
    play(match, 0, "flip 1", "flip 2", "place B 3", "place B 1")
    assert match.scores() == [5, 0, 0, 0]


def test_r5_r6_no_capture() -> None:
    for value, points in (("top", 0), ("any", 6)):
        match = position("GY GB G B Y P G B Y", capture_by=value)
        provide(match, 0, "R / R / RB")
        play(match, 0, "flip 1", "flip 2", "place G 1", "place G 1")
        assert match.scores()[0] == points
    match = position("RY RB G B Y P G B Y", capture_by="any")
    play(match, 0, "flip 1", "flip 2", "place R 1", "place R 1")
    assert match.scores()[0] == 0


def test_r7_own_x_pair_robs_a_neighbour_of_choice() -> None:
    match = position("XR XR G B Y P G B Y")
    provide(match, 0, "R / B / -")
    provide(match, 1, "RG / YY / P")
    provide(match, 2, "PPP / - / -")
    provide(match, 3, "G / G / -")
    play(match, 0, "flip 1", "flip 2", "place X 3", "place X 3")
    assert only(match) == (0, ["rob 1", "rob 3"])
    match.move(0, "rob 1")
    assert provisional(match, 1) == "- / - / -"
    assert only(match) == (0, sorted(places("G", "P", "R", "Y")))
    play(match, 0, "place R 3", "place Y 1", "place Y 1", "place G 1", "place P 1")
    assert provisional(match, 0) == "RYYGP / B / XXR"
    assert only(match) == (0, ALL_NINE)


def test_r8_r9_seek_finds_the_x() -> None:
    match = position("XR RR XB B Y P G B Y")
    provide(match, 0, "G / G / -")
    provide(match, 2, "P / P / -")
    play(match, 0, "flip 1", "flip 2")
    assert table(match) == "X*R R*R XB B Y P G B Y"
    assert only(match) == (1, ["cover", *ALL_NINE[2:]])
    match.move(1, "flip 3")
    assert only(match) == (1, places("X"))
    play(match, 1, "place X 1", "place X 2")
    assert only(match) == (1, ["rob 0"])  # left is the previous seat
    match.move(1, "rob 0")
    assert only(match) == (1, places("G"))
    play(match, 1, "place G 1", "place G 3")
    assert provisional(match, 1) == "XG / X / G"
    assert table(match) == "R RR B B Y P G B Y"
    assert only(match) == (2, ALL_NINE)


def test_r8_cover_then_two_cards() -> None:
    match = position("X*R R*R XB B Y P G B Y", turn=1)
    match.move(1, "cover")
    assert table(match) == "XR RR XB B Y P G B Y"
    assert only(match) == (1, ALL_NINE)
    match.move(1, "flip 1")
    assert only(match) == (1, ALL_NINE[1:])  # no cover within a turn
    match.move(1, "flip 2")
    assert only(match) == (2, ["cover", *ALL_NINE[2:]])


def test_r10_seek_finds_the_colour_then_one_card() -> None:
    match = position("X*R R*Y R B Y P G B Y", turn=1)
    play(match, 1, "flip 3", "place R 1", "place R 2")
    assert table(match) == "X*R Y - B Y P G B Y"
    assert only(match) == (1, flips(2, 4, 5, 6, 7, 8, 9))  # no cover
    match.move(1, "flip 4")
    assert table(match) == "X*R Y - B* Y P G B Y"
    assert only(match) == (2, ["cover", *flips(2, 5, 6, 7, 8, 9)])


def test_seek_chain_of_hits() -> None:  # AMB-ROO-9
    match = position("X* R* R GB G* XY B B Y", turn=1)
    play(match, 1, "flip 3", "place R 1", "place R 1")
    play(match, 1, "flip 4")  # gaps at 2 and 3: opened at 2
    assert table(match) == "X* - - B - XY B B Y"
    play(match, 1, "place G 2", "place G 2", "flip 7")
    assert table(match) == "X* - - B - XY B* B Y"  # a single card: in place
    assert only(match) == (2, ["cover", *flips(4, 6, 8, 9)])
    match.move(2, "flip 6")  # to gap 2, an X
    play(match, 2, "place X 1", "place X 1", "rob 1")
    play(match, 2, *["place R 1", "place G 1", "place R 1", "place G 1"])
    assert table(match) == "- - - B - Y B B Y"
    assert only(match) == (3, flips(4, 6, 7, 8, 9))


def test_r12_r14_seek_misses_then_the_next_hits() -> None:
    match = position("X*R R*Y GX B Y P G XB Y", turn=1)
    provide(match, 1, "Y / Y / -")
    match.move(1, "flip 3")
    assert only(match) == (2, ["cover", *flips(4, 5, 6, 7, 8, 9)])
    play(match, 2, "flip 8", "place X 1", "place X 1", "rob 1", "place Y 1", "place Y 1")
    assert provisional(match, 2) == "XXYY / - / -"
    assert table(match) == "R RY GX B Y P G B Y"
    assert only(match) == (3, ALL_NINE)


def test_r15_every_seek_hits_six_open_cards() -> None:
    for card in [*COLOURS, X]:
        match = position(f"X* R* G* B* Y* P* {card} RR RR")
        match.move(0, "flip 7")
        assert only(match) == (0, places(card))


def test_r16_rookie_comes_before_the_robbery() -> None:
    match = position("XR XR G B Y P G B Y")
    provide(match, 0, "X / R / -")
    provide(match, 1, "RG / - / -")
    provide(match, 2, "P / - / Y")
    play(match, 0, "flip 1", "flip 2", "place X 2", "place X 3")
    assert match.scores() == [4, 0, 0, 0]
    assert only(match) == (0, sorted(places("R", "G", "P", "Y")))
    assert [provisional(match, seat) for seat in range(4)] == ["- / - / -"] * 4
    play(match, 0, "place R 1", "place G 2", "place P 3", "place Y 3")
    assert only(match) == (0, ALL_NINE)  # no rob


def test_rookie_without_loot_and_rookie_twice() -> None:
    match = position("XR XR G B Y P G B Y")
    provide(match, 0, "X / R / -")
    play(match, 0, "flip 1", "flip 2", "place X 2", "place X 3")
    assert only(match) == (0, ALL_NINE)
    match = position("XR XR G B Y P G B Y")
    provide(match, 0, "X / R / -")
    provide(match, 1, "XX / X / G")
    play(match, 0, "flip 1", "flip 2", "place X 2", "place X 3")
    play(match, 0, "place G 3", "place X 1", "place X 2", "place X 3")
    assert match.scores() == [8, 0, 0, 0]
    assert only(match) == (0, ALL_NINE)


def test_rookie_by_the_loot_of_a_robbery() -> None:
    match = position("XR XR G B Y P G B Y")
    provide(match, 1, "XX / - / -")
    provide(match, 2, "BB / - / -")
    play(match, 0, "flip 1", "flip 2", "place X 1", "place X 2", "rob 1")
    play(match, 0, "place X 3", "place X 3")
    assert match.scores() == [4, 0, 0, 0]
    assert only(match) == (0, places("B"))
    play(match, 0, "place B 1", "place B 1")
    assert only(match) == (0, ALL_NINE)


def test_the_next_x_pair_after_a_rookie_robs() -> None:
    match = position("XX XX G B Y P G B Y")
    provide(match, 0, "X / R / -")
    play(match, 0, "flip 1", "flip 2", "place X 2", "place X 3")
    play(match, 0, "flip 1", "flip 2", "place X 1", "place X 1")
    assert only(match) == (0, ["rob 1", "rob 3"])


def test_rookie_of_a_seek_ends_the_turn() -> None:
    match = position("X*R R*Y GX B Y P G XB Y", turn=1)
    provide(match, 1, "X / R / -")
    provide(match, 3, "B / - / -")
    play(match, 1, "flip 8", "place X 2", "place X 3", "place B 1")
    assert match.scores() == [0, 4, 0, 0]
    assert table(match) == "R RY GX B Y P G B Y"
    assert only(match) == (2, ALL_NINE)


def test_r19_r20_gaps() -> None:
    match = position("R R R - R R GBR Y R")
    play(match, 0, "flip 7")
    assert table(match) == "R R R G* R R BR Y R"
    assert only(match) == (0, flips(1, 2, 3, 5, 6, 7, 8, 9))
    match.move(0, "flip 7")  # no gap any more: in place
    assert table(match) == "R R R G R R BR Y R"
    assert only(match) == (1, ALL_NINE)
    match = position("R R R - R R G Y R")
    match.move(0, "flip 7")
    assert table(match) == "R R R - R R G* Y R"


def test_lowest_gap_first() -> None:
    match = position("RB - R - R R GBR Y R")
    match.move(0, "flip 7")
    assert table(match) == "RB G* R - R R BR Y R"
    match.move(0, "flip 1")
    assert table(match) == "B G R R R R BR Y R"


def test_both_cards_of_one_pile() -> None:
    match = position("- - - - - - - - RR")
    match.move(0, "flip 9")
    assert table(match) == "R* - - - - - - - R"
    match.move(0, "flip 9")
    assert only(match) == (0, places("R"))


def test_the_buried_card() -> None:  # AMB-ROO-5, R2
    match = position("- X*G R* G*RX - - - - -", turn=2)
    assert only(match) == (2, ["cover", "flip 2", "flip 4"])
    match.move(2, "flip 4")
    assert table(match) == "- X*G - G*X - - - - -"
    play(match, 2, "place R 1", "place R 1")
    assert only(match) == (2, ["flip 2", "flip 4"])
    match.move(2, "flip 4")
    assert table(match) == "- G - G* - - - - -"  # covered when all is laid
    play(match, 2, "place X 1", "place X 1", "rob 1")
    assert table(match) == "- G - G - - - - -"
    assert only(match) == (3, ["flip 2", "flip 4"])
    play(match, 3, "flip 2", "flip 4", "place G 1", "place G 1")
    assert match.over()
    assert match.scores() == [0, 0, 0, 6]


def test_a_buried_card_that_misses_lies_open_in_the_gap() -> None:
    match = position("- X*GX R*R G*B B - - - -", turn=2)
    match.piles[4] = []
    match.move(2, "flip 4")
    assert table(match) == "B* X*GX R*R G* - - - - -"
    assert only(match) == (3, ["cover", "flip 2", "flip 3"])


def test_refill_tallest() -> None:  # R3
    match = position("R RB GGG YYY YYYY XX B B B", refill="tallest")
    play(match, 0, "flip 1", "flip 2")
    assert table(match) == "Y B GGG YYY YYY XX B B B"
    match = position("R R GGG YYY BB XX B B B", refill="tallest")
    play(match, 0, "flip 1", "flip 2")
    assert table(match) == "G Y GG YY BB XX B B B"
    # Beneath an open card, which counts.
    match = position("X*BYG R* RG B B Y Y G G", refill="tallest", turn=1)
    play(match, 1, "flip 3")
    assert table(match) == "X*YG B G B B Y Y G G"
    # Flips do not move cards; nothing to refill with.
    match = position("R R - - G G - - -", refill="tallest")
    play(match, 0, "flip 5")
    assert table(match) == "R R - - G* G - - -"
    play(match, 0, "flip 6", "place G 1", "place G 1")
    assert table(match) == "R R - - - - - - -"


def test_r22_the_last_two_cards_match() -> None:
    rng = random.Random(22)
    for _ in range(20):
        match = Rookie(3, {})
        for _ in range(2):
            match.chance(match.random_chance(rng))
        while not match.over():
            left = [card for pile in match.piles for card in pile]
            if len(left) == 2:
                assert left[0] == left[1]
            seat, moves = only(match)
            match.move(seat, rng.choice(moves))


def test_r28_nine_tops_hold_a_pair() -> None:
    match = position("R G B Y P X X R G")
    tops = [pile[0] for pile in match.piles]
    pairs = list(itertools.combinations(range(9), 2))
    assert any(tops[one] == tops[two] for one, two in pairs)
    for one, two in pairs:
        match = position("R G B Y P X X R G")
        play(match, 0, f"flip {one + 1}", f"flip {two + 1}")
        assert (match.agenda[0][0] == "lay") == (tops[one] == tops[two])


def test_r25_partners() -> None:
    match = Rookie(6, {"mode": "team"})
    assert [match.partner(seat) for seat in range(6)] == [3, 4, 5, 0, 1, 2]
    match = Rookie(4, {"mode": "team"})
    assert [match.partner(seat) for seat in range(4)] == [2, 3, 0, 1]


def test_r26_kids() -> None:
    match = position("RG RB G B Y P G B Y", players=2, mode="kids")
    play(match, 0, "flip 1", "flip 2")
    assert match.scores() == [2, 0]
    assert only(match) == (0, ALL_NINE)
    play(match, 0, "flip 1", "flip 2")
    assert only(match) == (1, ALL_NINE)
    match = position(LAST_RR, players=2, mode="kids", turn=1, end_loot="strict")
    play(match, 1, "flip 1", "flip 2")
    assert match.over()
    assert (match.scores(), match.winners(), match.legal()) == ([0, 2], [1], {})


def test_r27_two_players_have_one_victim() -> None:
    match = position("XR XR G B Y P G B Y", players=2)
    play(match, 0, "flip 1", "flip 2", "place X 1", "place X 1")
    assert only(match) == (0, ["rob 1"])  # asked although he has nothing (R5)
    match.move(0, "rob 1")
    assert only(match) == (0, ALL_NINE)
    match = position("X*R R* X B Y P G B Y", players=2, seek_victim="choice")
    play(match, 0, "flip 3", "place X 1", "place X 1")
    assert only(match) == (0, ["rob 1"])


def test_seek_victim_choice() -> None:
    match = position("X*R R* X B Y P G B Y", players=3, turn=2, seek_victim="choice")
    play(match, 2, "flip 3", "place X 1", "place X 1")
    assert only(match) == (2, ["rob 0", "rob 1"])


def test_x_pair_ends_turn() -> None:
    match = position("XR XR G B Y P G B Y", players=3, x_pair_ends_turn=True)
    play(match, 0, "flip 1", "flip 2", "place X 1", "place X 1", "rob 2")
    assert only(match) == (1, ALL_NINE)
    match = position("XR XR G B Y P G B Y", players=3, x_pair_ends_turn=True)
    provide(match, 0, "X / R / -")
    play(match, 0, "flip 1", "flip 2", "place X 2", "place X 3")
    assert only(match) == (1, ALL_NINE)


# ---------------------------------------------------------------------- the end


def test_last_pair_all() -> None:
    match = position(LAST_RR, players=3, turn=1)
    provide(match, 0, "GG / Y / -")
    provide(match, 1, "BB / - / -")
    provide(match, 2, "P / - / -")
    match.points = [["R"] * 4, [], ["R"] * 10]
    play(match, 1, "flip 1", "flip 2", "place R 1")
    assert not match.over()
    match.move(1, "place R 2")
    assert match.over()
    assert match.scores() == [4, 8, 10]
    assert match.winners() == [2]
    assert (match.legal(), match.due()) == ({}, None)
    with pytest.raises(Impossible):
        match.move(1, "flip 1")


def test_last_pair_strict() -> None:
    match = position(LAST_RR, players=3, turn=1, end_loot="strict")
    provide(match, 0, "GG / G / -")
    provide(match, 1, "BB / - / -")
    provide(match, 2, "P / - / -")
    play(match, 1, "flip 1", "flip 2", "place R 1", "place R 2")
    assert only(match) == (1, sorted(places("G", "P")))
    play(match, 1, "place P 1", "place G 1", "place G 2", "place G 3")
    assert (match.over(), match.scores(), match.winners()) == (True, [0, 8, 0], [1])
    match = position(LAST_RR, players=3, turn=1, end_loot="strict")
    provide(match, 0, "GG / G / -")
    play(match, 1, "flip 1", "flip 2", "place R 1", "place R 2", *["place G 3"] * 3)
    assert (match.over(), match.scores(), match.winners()) == (True, [0, 0, 0], [0, 1, 2])


def test_last_pair_captures_first() -> None:
    match = position(LAST_RR, players=2, end_loot="strict")
    provide(match, 0, "R / R / -")
    play(match, 0, "flip 1", "flip 2", "place R 3", "place R 3")
    assert (match.over(), match.scores()) == (True, [4, 0])


@pytest.mark.parametrize("end_loot", ["all", "strict"])
def test_last_pair_of_x(end_loot: str) -> None:
    match = position(LAST_XX, players=3, end_loot=end_loot)
    provide(match, 2, "G / - / -")
    play(match, 0, "flip 1", "flip 2", "place X 1", "place X 1")  # R5: no rob
    if end_loot == "strict":
        assert only(match) == (0, places("G"))
        match.move(0, "place G 1")
    assert (match.over(), match.scores()[0]) == (True, 3 if end_loot == "all" else 0)
    # Rookie with the last pair: the loot is laid as usual.
    match = position(LAST_XX, players=3, end_loot=end_loot)
    provide(match, 0, "X / - / -")
    provide(match, 2, "G / - / -")
    play(match, 0, "flip 1", "flip 2", "place X 2", "place X 3")
    assert only(match) == (0, places("G"))
    match.move(0, "place G 1")
    assert (match.over(), match.scores()[0]) == (True, 4 if end_loot == "all" else 3)


def test_last_pair_of_a_seek() -> None:
    match = position("X*X - - - - - - - -", players=3, turn=2)
    assert only(match) == (2, ["cover", "flip 1"])
    play(match, 2, "flip 1", "place X 1", "place X 1")
    assert (match.over(), match.scores()) == (True, [0, 0, 2])


def test_rookie_in_the_strict_end() -> None:
    match = position(LAST_RR, players=2, end_loot="strict")
    provide(match, 1, "XX / X / -")
    play(match, 0, "flip 1", "flip 2", "place R 1", "place R 1")
    play(match, 0, "place X 1", "place X 2", "place X 3")
    assert (match.over(), match.scores()) == (True, [5, 0])


# ---------------------------------------------------------------------- manual capture


def test_manual() -> None:  # R9
    match = position("RG RG B B Y P G B Y", capture="manual")
    provide(match, 0, "R / R / -")
    play(match, 0, "flip 1", "flip 2", "place R 3", "place R 3")
    assert only(match) == (0, ANSWERS)
    match.move(0, "hold")
    assert only(match) == (0, ALL_NINE)
    play(match, 0, "flip 3", "flip 4", "place B 1", "place B 1")
    assert only(match) == (0, flips(1, 2, 5, 6, 7, 8, 9))  # tops B, R, R
    play(match, 0, "flip 1", "flip 2", "place G 3", "place G 3")
    assert match.scores() == [0, 0, 0, 0]


def test_manual_is_asked_again_at_each_check() -> None:
    match = position("XG XG B B Y P G B Y", capture="manual")
    provide(match, 0, "X / - / -")
    provide(match, 1, "XB / - / -")
    play(match, 0, "flip 1", "flip 2", "place X 2", "place X 3", "hold")
    assert only(match) == (0, ["rob 1", "rob 3"])  # no Rookie was made
    match.move(0, "rob 1")
    play(match, 0, "place B 1", "place X 1")
    assert only(match) == (0, ANSWERS)
    match.move(0, "capture")
    assert match.scores()[0] == 5
    assert only(match) == (0, ALL_NINE)


def test_manual_check_after_an_empty_loot() -> None:
    match = position("XG XG B B Y P G B Y", capture="manual")
    provide(match, 0, "X / - / -")
    provide(match, 2, "Y / - / -")
    play(match, 0, "flip 1", "flip 2", "place X 2", "place X 3", "hold", "rob 1")
    assert only(match) == (0, ANSWERS)
    match.move(0, "capture")
    assert only(match) == (0, places("Y"))  # the Rookie's loot


def test_manual_rookie_at_a_colour_pair() -> None:
    match = position("BG BG B B Y P G B Y", capture="manual", capture_by="any")
    provide(match, 0, "X / X / X")
    provide(match, 2, "Y / - / -")
    play(match, 0, "flip 1", "flip 2", "place B 1", "place B 1")
    assert only(match) == (0, ANSWERS)
    play(match, 0, "capture", "place Y 1")
    assert match.scores()[0] == 5
    assert only(match) == (0, ALL_NINE)


@pytest.mark.parametrize("end_loot", ["all", "strict"])
def test_manual_at_the_end(end_loot: str) -> None:
    match = position(LAST_RR, players=2, capture="manual", end_loot=end_loot)
    provide(match, 0, "R / - / -")
    play(match, 0, "flip 1", "flip 2", "place R 2", "place R 3")
    assert only(match) == (0, ANSWERS)
    match.move(0, "hold")
    if end_loot == "strict":
        assert only(match) == (0, ANSWERS)  # "once more"
        match.move(0, "hold")
    assert (match.over(), match.scores()[0]) == (True, 3 if end_loot == "all" else 0)


# ---------------------------------------------------------------------- team


def test_gifts() -> None:
    match = position("RG RG B B Y P G B Y", mode="team")
    provide(match, 2, "R / RY / B")
    play(match, 0, "flip 1", "flip 2")
    assert only(match) == (0, sorted(places("R") + [f"give R {k}" for k in (1, 2, 3)]))
    play(match, 0, "give R 2", "give R 3")
    assert match.scores() == [0, 0, 6, 0]
    assert provisional(match, 2) == "- / - / -"
    assert only(match) == (0, ALL_NINE)


def test_loot_is_not_given() -> None:
    match = position("XG XG B B Y P G B Y", mode="team")
    provide(match, 1, "R / - / -")
    play(match, 0, "flip 1", "flip 2", "give X 1", "place X 1", "rob 1")
    assert only(match) == (0, places("R"))


def test_a_sought_pair_may_be_given() -> None:
    match = position("X*R R*Y R B Y P G B Y", turn=1, mode="team")
    match.move(1, "flip 3")
    assert "give R 1" in match.legal()[1]


def test_rookie_by_a_gift() -> None:  # R6
    match = position("XG XG B B Y P G B Y", mode="team")
    provide(match, 0, "G / - / -")
    provide(match, 1, "B / - / -")
    provide(match, 2, "X / X / Y")
    play(match, 0, "flip 1", "flip 2", "place X 1", "give X 3")
    assert match.scores() == [0, 0, 4, 0]
    assert only(match) == (2, sorted(places("G", "X", "B")))
    play(match, 2, "place G 1", "place X 1", "place B 1")
    assert provisional(match, 2) == "GXB / - / -"
    assert only(match) == (0, ["rob 1", "rob 3"])  # it was not the mover's Rookie
    match.move(0, "rob 1")
    assert only(match) == (0, ALL_NINE)


def test_mover_first_then_partner() -> None:  # R4
    match = position("XG XG B B Y P G B Y", mode="team")
    provide(match, 0, "X / X / -")
    provide(match, 2, "X / X / -")
    play(match, 0, "flip 1", "flip 2", "place X 3", "give X 3")
    assert match.scores() == [3, 0, 0, 0]  # the mover's Rookie took the partner's piles
    play(match, 0, "place X 1", "place X 1", "place X 1")
    assert only(match) == (0, ALL_NINE)
    match = position("XG XG B B Y P G B Y", mode="team", spare_partner=True)
    provide(match, 0, "X / X / -")
    provide(match, 1, "Y / - / -")
    provide(match, 2, "X / X / -")
    play(match, 0, "flip 1", "flip 2", "place X 3", "give X 3")
    assert match.scores() == [3, 0, 0, 0]  # first all cards in hand are laid
    assert only(match) == (0, places("Y"))
    match.move(0, "place Y 1")
    assert match.scores() == [3, 0, 3, 0]
    assert provisional(match, 0) == "Y / - / -"
    assert only(match) == (0, ALL_NINE)


def test_manual_with_a_gift() -> None:  # R9: the owner of the piles
    match = position("RG RG B B Y P G B Y", mode="team", capture="manual")
    provide(match, 0, "R / R / -")
    provide(match, 2, "R / R / -")
    play(match, 0, "flip 1", "flip 2", "place R 3", "give R 3")
    assert only(match) == (0, ANSWERS)
    match.move(0, "hold")
    assert only(match) == (2, ANSWERS)
    match.move(2, "hold")
    play(match, 0, "flip 3", "flip 4", "give B 1", "place B 1")  # both covered
    assert only(match) == (0, flips(1, 2, 5, 6, 7, 8, 9))
    provide(match, 2, "R / R / R")
    play(match, 0, "flip 8", "flip 1")
    play(match, 1, "flip 1", "flip 2", "place G 1", "place G 1")
    assert only(match)[0] == 1  # the partner of 0 is not asked without a gift


@pytest.mark.parametrize("spare", [False, True])
def test_last_pair_and_the_partner(spare: bool) -> None:  # R7
    for end_loot in ("all", "strict"):
        match = position(LAST_RR, mode="team", end_loot=end_loot, spare_partner=spare)
        provide(match, 1, "P / - / -")
        provide(match, 2, "YY / - / -")
        play(match, 0, "flip 1", "flip 2", "place R 1", "place R 1")
        if end_loot == "strict":
            assert only(match) == (0, places(*(["P"] if spare else ["P", "Y"])))
            for _ in range(1 if spare else 3):
                match.move(0, only(match)[1][0])
            assert match.scores() == [0, 0, 0, 0]
            assert match.winners() == [0, 1, 2, 3]
        else:
            assert match.scores() == [3 if spare else 5, 0, 0, 0]
            assert match.winners() == [0, 2]
        assert match.over()


def test_last_pair_given_makes_a_rookie_of_the_partner() -> None:
    match = position(LAST_XX, mode="team")
    provide(match, 0, "G / - / -")
    provide(match, 2, "X / - / -")
    play(
        match,
        0,
        "flip 1",
        "flip 2",
        "give X 2",
        "give X 3",
    )
    assert only(match) == (2, places("G"))
    match.move(2, "place G 1")
    assert (match.over(), match.scores()) == (True, [1, 0, 3, 0])


def test_team_pool() -> None:  # R10
    match = position("RG RG B B Y P G B Y", mode="team", team_pool=True)
    provide(match, 0, "G / BR / -")
    provide(match, 2, "R / Y / -")
    play(match, 0, "flip 1", "flip 2", "place R 3", "give R 2")
    assert match.scores() == [6, 0, 0, 0]
    assert provisional(match, 0) == "G / - / -"
    assert provisional(match, 2) == "- / - / -"


def test_team_pool_two_kinds_and_a_rookie() -> None:
    match = position("XG XG B B Y P G B Y", mode="team", team_pool=True, capture_by="any")
    provide(match, 0, "G / GR / P")
    provide(match, 1, "B / B / -")
    provide(match, 2, "GX / Y / R")
    play(match, 0, "flip 1", "flip 2", "give X 2", "give X 3")
    # G is in three piles, X in three: together the two of seat 0 and all three of seat 2.
    assert match.scores() == [9, 0, 0, 0]
    assert provisional(match, 0) == "- / - / P"
    assert only(match) == (0, places("B"))
    play(match, 0, "place B 3", "place B 3")
    assert only(match) == (0, ALL_NINE)  # a Rookie of the mover: no rob


def test_team_pool_manual_is_one_question() -> None:
    match = position("RG RG B B Y P G B Y", mode="team", team_pool=True, capture="manual")
    provide(match, 2, "R / R / -")
    play(match, 0, "flip 1", "flip 2", "give R 3", "place R 1")
    assert only(match) == (0, ANSWERS)
    match.move(0, "hold")
    assert only(match) == (0, ALL_NINE)


def test_team_pool_rookie_takes_the_partners_other_piles() -> None:
    for spare in (False, True):
        match = position("XG XG B B Y P G B Y", mode="team", team_pool=True, spare_partner=spare)
        provide(match, 2, "X / Y / -")
        play(match, 0, "flip 1", "flip 2", "place X 1", "place X 2")
        assert match.scores() == [3, 0, 0, 0]
        assert only(match) == (0, ALL_NINE if spare else places("Y"))


def test_team_options_mean_nothing_without_teams() -> None:
    match = position(LAST_RR, spare_partner=True, team_pool=True)
    provide(match, 2, "R / - / -")
    play(match, 0, "flip 1", "flip 2", "place R 1", "place R 2")
    assert (match.over(), match.scores(), match.winners()) == (True, [3, 0, 0, 0], [0])
    match = position("RG RG B B Y P G B Y", team_pool=True)
    provide(match, 2, "R / - / -")
    play(match, 0, "flip 1", "flip 2", "place R 1", "place R 2")
    assert match.scores() == [0, 0, 0, 0]


# ---------------------------------------------------------------------- chance and options


def test_chance() -> None:
    match = Rookie(3, {})
    rng = random.Random(1)
    assert match.due() == "starter"
    assert match.legal() == {}
    bad: Any
    for bad in (-1, 3, True, 1.0, "1", None):
        with pytest.raises(Impossible):
            match.chance({"chance": "starter", "seat": bad})
    with pytest.raises(Impossible):
        match.chance({"chance": "piles", "piles": []})
    match.chance({"chance": "starter", "seat": 2})
    assert match.due() == "piles"
    step = match.random_chance(rng)
    uneven = [list(pile) for pile in step["piles"]]
    uneven[0].append(uneven[1].pop())
    wrong = [list(pile) for pile in step["piles"]]
    wrong[0][0] = "R" if wrong[0][0] != "R" else "G"
    for bad in (uneven, wrong, step["piles"][:8], None, [[]] * 9, [[1]] * 9):
        with pytest.raises(Impossible):
            match.chance({"chance": "piles", "piles": bad})
    match.chance(step)
    assert only(match) == (2, ALL_NINE)
    with pytest.raises(Impossible):
        match.chance(step)
    for move in ("flip 0", "flip 10", "flip 01", "cover", "rob 1", "place R 1", "", "Flip 1"):
        with pytest.raises(Impossible):
            match.move(2, move)
    for seat in (0, 1, 3, -1, True):
        with pytest.raises(Impossible):
            match.move(seat, "flip 1")


@pytest.mark.parametrize(
    ("mode", "edition", "sizes"),
    [
        ("normal", "full", [12] * 9),
        ("normal", "pocket", [8] * 9),
        ("kids", "full", [10] * 9),
        ("kids", "pocket", [7] * 6 + [6] * 3),
    ],
)
def test_pile_sizes(mode: str, edition: str, sizes: list[int]) -> None:  # R1
    match = Rookie(2, {"mode": mode, "edition": edition})
    match.chance({"chance": "starter", "seat": 0})
    step = match.random_chance(random.Random(3))
    assert sorted(map(len, step["piles"]), reverse=True) == sizes
    match.chance(step)


def test_options() -> None:
    bad: list[tuple[int, dict[str, Any]]] = [
        (1, {}),
        (7, {}),
        (2, {"mode": "team"}),
        (5, {"mode": "team"}),
        (4, {"mode": "solo"}),
        (4, {"team_pool": 1}),
        (4, {"team_pool": "true"}),
        (4, {"speed": "fast"}),
    ]
    for players, options in bad:
        with pytest.raises(ValueError, match="rookie"):
            Rookie(players, options)


# ---------------------------------------------------------------------- invariants


class Watch:
    """Checks the invariants of a match after each step."""

    def __init__(self, match: Rookie) -> None:
        self.match = match
        self.pack = Counter(match.pack())
        self.points = match.scores()
        self.misses = 0
        self.seen: Counter[str] = Counter()

    def check(self) -> None:
        match = self.match
        self.totals()
        self.open_cards()
        self.points_grow()
        if match.options["mode"] == "normal" and not match.hand:
            for seat in range(match.players):  # INV-ROO-9
                assert even(cards(match.provisional[seat]))
        legal = match.legal()
        if match.over():
            assert legal == {}
            self.end()
            return
        seat, moves = only(match)
        assert moves == sorted(set(moves))
        if any(move.startswith("give") for move in moves):
            assert match.options["mode"] == "team"
        if seat != match.turn:
            assert match.options["mode"] == "team"
            assert seat == match.partner(match.turn)

    def totals(self) -> None:
        match = self.match
        on_table = cards(match.piles)
        held = cards(match.points) + cards(itertools.chain(*match.provisional))
        held += Counter(match.hand)
        assert on_table + held == self.pack  # INV-ROO-1
        assert even(on_table)  # INV-ROO-2
        assert even(held)

    def open_cards(self) -> None:
        match = self.match
        shown = [match.piles[number - 1][0] for number in match.open]  # never a gap
        assert len(set(shown)) == len(shown)
        if match.first_move and match.agenda[0][0] == "flip" and shown:  # INV-ROO-3
            assert X in shown
            assert 2 <= len(shown) <= 6
        if not shown and all(match.piles):  # INV-ROO-4
            assert len({pile[0] for pile in match.piles}) < 9
        if match.options["refill"] == "tallest" and not all(match.piles):
            assert all(len(pile) <= 1 for pile in match.piles)

    def points_grow(self) -> None:
        match = self.match
        for seat, (before, now) in enumerate(zip(self.points, match.scores(), strict=True)):
            assert now >= before  # INV-ROO-5
            if now > before and not match.options["team_pool"]:  # INV-ROO-6
                assert match.provisional[seat] == [[], [], []]
        self.points = match.scores()

    def end(self) -> None:
        match = self.match
        assert not any(match.piles)
        assert not match.hand
        strict = match.options["end_loot"] == "strict" and match.options["mode"] != "kids"
        spare = match.options["spare_partner"] and match.options["mode"] == "team"
        if not strict and not spare:
            assert sum(match.scores()) == sum(self.pack.values())
        if match.options["mode"] == "team":
            half = match.players // 2
            assert {(seat + half) % match.players for seat in match.winners()} == set(
                match.winners()
            )
        assert match.winners() == sorted(set(match.winners())) != []

    def move(self, seat: int, move: str) -> None:
        match = self.match
        open_before, first, captured = len(match.open), match.first_move, sum(match.scores())
        self.note(seat, move)
        match.move(seat, move)
        if move.startswith("flip") and open_before and first:
            if len(match.open) > open_before:  # INV-ROO-7
                self.misses += 1
                assert self.misses <= 4
            else:
                self.misses = 0
        elif not match.open:
            self.misses = 0
        if sum(match.scores()) > captured:
            self.seen["capture"] += 1
        self.check()

    def note(self, seat: int, move: str) -> None:
        word, *rest = move.split()
        self.seen[word] += 1
        if seat != self.match.turn:
            self.seen[f"partner {word}"] += 1
        if word == "flip" and int(rest[0]) in self.match.open:
            self.seen["buried"] += 1
        if word == "place" and not self.match.hand_is_pair:
            self.seen["loot"] += 1
        if word == "place" and self.match.mover_is_rookie:
            self.seen["rookie"] += 1


def cards(piles: Any) -> Counter[str]:
    return Counter(card for pile in piles for card in pile)


def even(counts: Counter[str]) -> bool:
    return all(count % 2 == 0 for count in counts.values())


def keen(match: Rookie, moves: list[str], rng: random.Random) -> str:
    """Peeks: prefers flips that pair, and X; so that loot and Rookies happen often."""
    if moves[0].startswith("flip") or moves[0] == "cover":
        shown = {match.piles[number - 1][0] for number in match.open}
        tops = {
            move: match.piles[int(move[5:]) - 1][0] for move in moves if move.startswith("flip")
        }
        good = [move for move, kind in tops.items() if kind in shown or (not shown and kind == X)]
        if good and rng.random() < 0.7:
            return rng.choice(good)
    else:
        xs = [move for move in moves if " X " in move]
        under = [move for move in moves if " X " not in move]
        if under and xs and rng.random() < 0.8:
            return rng.choice(under)
    return rng.choice(moves)


def watched(players: int, options: dict[str, Any], seed: str, peek: bool) -> Counter[str]:
    """A whole match with all invariants checked; what has been seen in it."""
    rng = random.Random(seed)
    match = Rookie(players, options)
    for _ in range(2):
        match.chance(match.random_chance(rng))
    watch = Watch(match)
    watch.check()
    for _ in range(20_000):  # INV-ROO-8
        if match.over():
            return watch.seen
        seat, moves = only(match)
        watch.move(seat, keen(match, moves, rng) if peek else rng.choice(moves))
    raise AssertionError("the match does not end")


def choices(*names: str) -> list[dict[str, Any]]:
    return [
        dict(zip(names, values, strict=True))
        for values in itertools.product(*(OPTIONS[name] for name in names))
    ]


COMMON = ["capture", "capture_by", "refill", "x_pair_ends_turn", "seek_victim", "end_loot"]


@pytest.mark.parametrize("edition", OPTIONS["edition"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_invariants_normal(players: int, edition: str) -> None:
    seen: Counter[str] = Counter()
    for number, options in enumerate(choices(*COMMON)):
        options["edition"] = edition
        seen += watched(players, options, f"normal {players} {options}", number % 3 > 0)
    words = ["flip", "place", "rob", "cover", "capture", "hold", "loot", "rookie"]
    assert all(seen[word] for word in words), seen
    assert not seen["give"]


@pytest.mark.parametrize("edition", OPTIONS["edition"])
@pytest.mark.parametrize("players", [4, 6])
def test_invariants_team(players: int, edition: str) -> None:
    seen: Counter[str] = Counter()
    for number, options in enumerate(choices(*COMMON, "team_pool", "spare_partner")):
        options |= {"mode": "team", "edition": edition}
        seen += watched(players, options, f"team {players} {options}", number % 3 > 0)
    words = ["flip", "place", "give", "rob", "cover", "capture", "hold", "loot", "rookie"]
    words += ["partner place", "partner capture", "partner hold"]
    assert all(seen[word] for word in words), seen


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_invariants_kids(players: int) -> None:
    for options in choices("edition", "refill", "capture", "end_loot", "spare_partner"):
        options["mode"] = "kids"
        for seed in range(3):
            seen = watched(players, options, f"kids {players} {options} {seed}", False)
            assert set(seen) <= {"flip", "capture"}  # "capture": points grew


def test_buried_cards_happen() -> None:
    seen: Counter[str] = Counter()
    for seed in range(150):
        seen += watched(2 + seed % 5, {"edition": "pocket"}, f"buried {seed}", False)
    assert seen["buried"]


def test_record() -> None:
    record = random_match(Rookie, "rookie", 4, {"mode": "team"}, random.Random(5))
    again = Rookie(4, {"mode": "team"})
    for step in record["steps"]:
        if "chance" in step:
            again.chance(step)
        else:
            shown = {str(seat): moves for seat, moves in again.legal().items()}
            assert shown == step["legal"]
            again.move(step["seat"], step["move"])
    assert record["result"] == {"scores": again.scores(), "winners": again.winners()}
