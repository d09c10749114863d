"""Chance steps: what a record writes, and what the engine takes."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazziere.games import find, shelf
from mazziere.kernel.chances import CARDS, ROWS, SEAT, BadChance, short_text
from mazziere.kernel.game import Game
from mazziere.kernel.match import Match
from tests.cases import case

DIECI, TEN, ROOKIE = find("dieci"), find("one_to_ten"), find("rookie")
PILES: Any
(PILES,) = (phase.form for phase in ROOKIE.phases if phase.form and phase.name == "piles")


def test_a_seat_is_the_first_of_its_group() -> None:
    assert SEAT.write(DIECI, [[2, 0, 1]]) == {"seat": 2}
    assert SEAT.read(DIECI, {"seat": 1}, [[0, 1, 2]]) == [[1, 0, 2]]


def test_cards_are_written_as_texts_top_first() -> None:
    ten, cat = DIECI.card_numbers["10"], DIECI.card_numbers["cat"]
    assert CARDS.write(DIECI, [[cat, ten]]) == {"cards": ["cat", "10"]}
    assert CARDS.read(DIECI, {"cards": ["cat", "10"]}, [[ten, cat]]) == [[cat, ten]]


def test_rows_are_a_group_for_each_seat() -> None:
    step = {"rows": [["2", "1"], ["1", "2"]]}
    assert ROWS.read(TEN, step, [[0, 1], [0, 1]]) == [[1, 0], [0, 1]]
    assert ROWS.write(TEN, [[1, 0], [0, 1]]) == step


def test_the_first_places_have_the_taller_piles() -> None:
    places = [8, 3, 0, 1, 2, 4, 5, 6, 7]  # eleven cards: places 8 and 3 have two
    cards = [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4]
    step = PILES.write(ROOKIE, [places, cards])
    assert step["piles"] == [
        ["R"], ["G"], ["B"], ["Y", "P"], ["X"], ["R"], ["G"], ["B"], ["Y", "P"],
    ]  # fmt: skip
    orders = PILES.read(ROOKIE, step, [list(range(9)), sorted(cards)])
    assert orders[1] == cards
    assert set(orders[0][:2]) == {3, 8}
    assert sorted(orders[0]) == list(range(9))


@settings(max_examples=40, deadline=None)
@given(st.data(), st.sampled_from(shelf()))
def test_every_order_makes_a_step_that_the_match_takes(data: st.DataObject, name: str) -> None:
    game = find(name)
    options = {key: value for key, value in case(name).other.items() if key != "mode"}
    dealt, told = Match(game, 3, options), Match(game, 3, options)
    while dealt.due is not None:
        random = data.draw(st.randoms(use_true_random=False))

        def order(group: list[int], random: Any = random) -> list[int]:
            return random.sample(group, len(group))  # type: ignore[no-any-return]

        step, events = dealt.deal(order)
        assert step["chance"] == told.due
        assert told.chance(step) == events
        assert told.states.tobytes() == dealt.states.tobytes()


def match_at(name: str, due: str, **options: Any) -> Match:
    """Return a match of three at its first chance node of a name."""
    match = Match(find(name), 3, options)
    while match.due != due:
        match.deal(list)
    return match


def refused(match: Match, step: dict[str, Any]) -> str:
    """Return the reason for which a chance step is refused; the match stays as it was."""
    before, steps = match.states.tobytes(), match.steps
    with pytest.raises(BadChance) as caught:
        match.chance(step)
    assert (match.states.tobytes(), match.steps) == (before, steps)
    return str(caught.value)


def deck(game: Game, match: Match) -> list[str]:
    return [game.cards[card] for card in match.engine.chance(match.states, 0)[0]]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (3, "0, 1, 2"),
        (-1, "0, 1, 2"),
        (10**40, "a huge number"),
        (1.0, "1.0, not a whole number"),
        (True, "true, not a whole number"),
        ("1", '"1", not a whole number'),
        (None, "null, not a whole number"),
        ([1], "a list, not a whole number"),
    ],
)
def test_impossible_seats(value: Any, reason: str) -> None:
    match = match_at("dieci", "dealer")
    assert reason in refused(match, {"chance": "dealer", "seat": value})


def test_missing_fields() -> None:
    assert '"seat" is missing' in refused(match_at("dieci", "dealer"), {"chance": "dealer"})
    for name, due, field in (
        ("dieci", "deck", "cards"),
        ("one_to_ten", "rows", "rows"),
        ("rookie", "piles", "piles"),
        ("uno_h2o", "dealer", "draws"),
    ):
        step = {"chance": due, "seat": 0, "other": []}
        assert f'"{field}" is missing' in refused(match_at(name, due), step)


def test_impossible_decks() -> None:
    match = match_at("dieci", "deck")
    cards = deck(DIECI, match)

    def why(cards: Any) -> str:
        return refused(match, {"chance": "deck", "cards": cards})

    assert "not a list" in why("10")
    assert "54 cards, not 55" in why(cards[1:])
    assert "56 cards, not 55" in why([*cards, "10"])
    assert '"11" is not a card of dieci' in why(["11", *cards[1:]])
    assert "card 0: 10 is not a card's text" in why([10, *cards[1:]])
    assert '"10 " is not a card' in why(["10 ", *cards[1:]])
    assert cards[0] == "10"
    wrong = why(["cat", *cards[1:]])
    assert "too many 1 × cat" in wrong
    assert "missing 1 × 10" in wrong


def test_impossible_rows() -> None:
    match = match_at("one_to_ten", "rows")
    row = [str(value) for value in range(1, 11)]

    def why(rows: Any) -> str:
        return refused(match, {"chance": "rows", "rows": rows})

    assert "2 rows, not 3" in why([row, row])
    assert "not a list" in why({"0": row})
    assert "row 1 is null" in why([row, None, row])
    assert "row 2 has 9 cards, not 10" in why([row, row, row[1:]])
    twice = why([row, row, ["1", *row[:-1]]])
    assert "row 2" in twice
    assert "too many 1 × 1" in twice
    assert "missing 1 × 10" in twice


def test_impossible_piles() -> None:
    match = match_at("rookie", "piles")
    pack = [card for card in "RGBYPX" for _ in range(18)]
    piles = [pack[i::9] for i in range(9)]

    def why(piles: Any) -> str:
        return refused(match, {"chance": "piles", "piles": piles})

    assert "8 piles, not 9" in why(piles[1:])
    assert "pile 9 is 7, not a list" in why([*piles[:8], 7])
    assert "107 cards, not 108" in why([piles[0][1:], *piles[1:]])
    uneven = [piles[0][1:], [piles[0][0], *piles[1]], *piles[2:]]
    assert "differ by more than one" in why(uneven)
    assert "missing 1 × R" in why([["X", *piles[0][1:]], *piles[1:]])
    assert '"r" is not a card of rookie' in why([["r", *piles[0][1:]], *piles[1:]])


def test_any_piles_may_be_the_taller_ones() -> None:
    match = match_at("rookie", "piles", edition="pocket", mode="kids")
    pack = [card for card in "RGBYP" for _ in range(12)]
    sizes = [6, 7, 7, 6, 7, 7, 6, 7, 7]
    piles, rest = [], pack
    for size in sizes:
        piles.append(rest[:size])
        rest = rest[size:]
    match.chance({"chance": "piles", "piles": piles})
    assert match.states["height"][0].tolist() == sizes


# contract U1: the draws for the deal in UNO H2O


def test_draws_tell_the_dealer() -> None:
    match = match_at("uno_h2o", "dealer")
    draws = [{"0": "r9", "1": "wild", "2": "b9"}, {"0": "g3", "2": "y4"}]
    match.chance({"chance": "dealer", "seat": 2, "draws": draws})
    assert match.due == "deck"
    assert match.steps == 1
    assert match.states["dealer"][0] == 2


@pytest.mark.parametrize(
    ("seat", "draws", "reason"),
    [
        (0, [{"0": "r9", "1": "wild", "2": "b8"}, {"0": "g3"}], "found after 1 of 2 rounds"),
        (1, [{"0": "r9", "1": "wild", "2": "b8"}], "the draws make it 0"),
        (True, [{"0": "r8", "1": "b9", "2": "b8"}], '"seat" is true'),
        (0, [{"0": "r9", "1": "wild", "2": "b9"}], "seats 0, 2 are still tied"),
        (0, [], "seats 0, 1, 2 are still tied"),
        (0, {}, "not a list of rounds"),
        (0, [[]], "round 0 of the draws is a list"),
        (0, [{"0": "r9", "1": "wild"}], "seat 2 draws too"),
        (0, [{"0": "r9", "1": "r1", "2": "r2", "3": "r3"}], '"3" is not a seat that draws'),
        (0, [{"0": "r9", "1": "r1", "02": "r2"}], '"02" is not a seat that draws'),
        (0, [{"0": "r9", "1": "r0", "2": "r0"}], "the pack has no more r0"),
        (0, [{"0": "r9", "1": "r1", "2": "shuffle"}], '"shuffle" is not a card of uno_h2o'),
        (0, [{"0": "r9", "1": "r1", "2": 2}], "2 is not a card's text"),
        (0, [{"0": "r9", "1": "r1", "2": "b9"}, {"0": "r5", "1": "r4"}], "not a seat that draws"),
    ],
)
def test_impossible_draws(seat: Any, draws: Any, reason: str) -> None:
    match = match_at("uno_h2o", "dealer")
    assert reason in refused(match, {"chance": "dealer", "seat": seat, "draws": draws})


def test_draws_need_their_seat() -> None:
    match = match_at("uno_h2o", "dealer")
    step = {"chance": "dealer", "draws": [{"0": "r9", "1": "wild", "2": "b8"}]}
    assert '"seat" is missing' in refused(match, step)


def test_a_chance_step_in_the_wrong_place() -> None:
    match = match_at("dieci", "deck")
    assert 'due is "deck", not "dealer"' in refused(match, {"chance": "dealer", "seat": 0})
    match.deal(list)
    assert "no chance step is due" in refused(match, {"chance": "deck", "cards": []})
    with pytest.raises(BadChance):
        match.deal(list)


def test_an_impossible_chance_step_names_the_rule_behind_the_node() -> None:
    for name, due, rule in (
        ("yooloo", "starter", "AMB-YOO-1"),
        ("one_to_ten", "rows", "TEN-2.2a"),
        ("rookie", "piles", "ROO-0d"),
    ):
        with pytest.raises(BadChance) as caught:
            match_at(name, due).chance({"chance": due})
        assert caught.value.rule == rule


def test_values_are_shown_on_one_short_line() -> None:
    odd = ["a\nb", "\ud800", "\u202e", "x" * 500, 10**4000, 1.5e300, {"a": 1}, [[]], None, True]
    for value in odd:
        text = short_text(value)
        assert text.isascii()
        assert text.isprintable()
        assert len(text) <= 45
    assert short_text("keep") == '"keep"'
    assert short_text("x" * 40) == '"' + "x" * 40 + '"'
    assert short_text("x" * 41) == '"' + "x" * 37 + '..."'
