"""ROOKIE by the rulebook: teams and children.

Each rule has at least one test, named after it. Comments cite worked examples of the ledger.
"""

import pytest

from mazziere.games.rookie import GAME
from mazziere.kernel.engine import engine, wanted_mode
from mazziere.kernel.match import Match
from mazziere.kernel.options import BadOption
from tests.games.rookie.table import EIGHT, Table, pack, rule

# Teams


@rule("ROO-TM1")
def test_ROO_TM1_four_or_six_and_partners_are_opposite() -> None:  # example R25
    for players in (2, 3, 5):
        with pytest.raises(BadOption):
            Match(GAME, players, {"mode": "team"})
    for players in (4, 6):
        for seat in range(players):
            table = Table(players, seat, mode="team").piles(EIGHT).do("flip 1", "flip 2")
            table.do("give R 1", "place R 1")
            with_cards = {other for other in range(players) if table.uncaptured(other)}
            assert with_cards == {seat, (seat + players // 2) % players}
    assert GAME.sides(6, {"mode": "team"}) == [(0, 3), (1, 4), (2, 5)]
    assert GAME.sides(3, {"mode": "normal"}) == [(0,), (1,), (2,)]


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
    given.do("flip 3", "flip 4", "give B 1", "give B 1")  # contract R9: no card on the own piles
    assert (given.seat, given.moves) == (0, "flip 1 2 3 4 5 6 7 8 9")


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
def test_ROO_TM2_with_two_Rookies_the_movers_loot_comes_first(spare: bool) -> None:  # contract R4
    table = Table(4, mode="team", spare_partner=spare).piles(EIGHT).before(1, "G", "", "")
    table.before(0, "X", "X", "").before(2, "X", "X", "")
    table.do("flip 5", "flip 6", "place X 3", "give X 3")
    assert table.scores == [3, 0, 3, 0]  # both captured before anybody takes a loot
    assert (table.seat, table.moves) == (0, "place G 1 G 2 G 3")
    table.lay("G", 1)
    if not spare:  # the partner's loot includes the card that the mover has just laid
        assert (table.seat, table.moves) == (2, "place G 1 G 2 G 3")
        table.lay("G", 2)
    assert table.scores == [3, 0, 3, 0]
    assert (table.seat, table.moves) == (0, "flip 1 2 3 4 5 6 7 8 9")  # no robbery
    assert (table.uncaptured(0), table.uncaptured(2)) == (("G", "") if spare else ("", "G"))


@rule("ROO-TM2")
def test_ROO_TM2_a_Rookie_from_a_loot_has_its_loot_at_once() -> None:  # contract R4
    table = Table(6, mode="team").piles(EIGHT).before(1, "XXX", "", "")
    table.before(0, "X", "X", "").before(3, "X", "X", "")
    table.do("flip 5", "flip 6", "place X 3", "give X 3")
    assert (table.seat, table.moves) == (0, "place X 1 X 2 X 3")
    table.do("place X 1", "place X 2", "place X 3")  # a second Rookie, with nothing to take
    assert table.told[-3:] == ["rookie 0 0 0", "looted 0 0 0", "looted 3 0 0"]
    assert table.scores == [6, 0, 0, 3, 0, 0]
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
    assert table.scores == [3, 0, 0, 0]  # three X are not asked for
    assert table.seat == 0  # the layer's Rookie; the partner's rest is taken, the own stays
    assert table.moves == "place B 1 B 2 B 3 G 1 G 2 G 3"
    table.lay("BG", 1)
    assert table.uncaptured(0) == "GBY"
    assert table.moves.startswith("flip")  # no robbery after a Rookie
    held = Table(4, mode="team", team_pool=True, capture="manual").piles(EIGHT)
    held.before(2, "R", "", "").do("flip 1", "flip 2", "give R 2", "give R 3", "hold")
    assert (held.seat, held.moves) == (0, "flip 1 2 3 4 5 6 7 8 9")  # the partner is not asked


@rule("AMB-ROO-17")
def test_AMB_ROO_17_the_pool_is_asked_for_at_the_start_of_each_partners_turn() -> None:
    table = Table(4, mode="team", team_pool=True, capture="manual").piles(EIGHT)
    table.before(2, "R", "", "").do("flip 1", "flip 2", "give R 2", "give R 3", "hold")
    table.do("flip 1", "flip 3")  # two colours: the turn passes
    assert (table.seat, table.moves) == (1, "flip 1 2 3 4 5 6 7 8 9")
    table.do("flip 1", "flip 3")
    assert (table.seat, table.moves) == (2, "capture, hold")
    table.do("capture")
    assert table.scores == [0, 0, 3, 0]  # to the seat on turn
    assert (table.seat, table.moves) == (2, "flip 1 2 3 4 5 6 7 8 9")


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
def test_ROO_K1_pairs_count_at_once() -> None:  # example R26
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
