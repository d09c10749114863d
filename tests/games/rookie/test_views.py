"""ROOKIE: views, events, refusals, invariants.

Each rule has at least one test, named after it. Comments cite worked examples of the ledger.
"""

import random
from typing import Any

import numpy as np
import pytest

from mazziere.games.rookie import GAME
from mazziere.games.rookie.box import COVER_OR_SEEK, FIRST, HIDDEN, NONE, PILES, SEEK, STARTER
from mazziere.kernel.engine import engine, wanted_mode
from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.match import Match, Refused
from tests.games.rookie.table import (
    EIGHT,
    KINDS,
    WALKS,
    Table,
    pack,
    rule,
    walk,
    walk_events,
)

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
        visible = table.match.engine.visible(table.states, 0, seat)
        assert visible["table"][0].max() == NONE  # empty or face down
        assert visible["seen"][0] == 0


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
def test_events_say_what_happens(options: dict[str, Any], moves: str, told: str) -> None:
    table = Table(4, **options).before(1, "G", "", "")
    table.piles({1: "RG", 2: "R", 3: "B", 5: "X", 6: "X", 7: "G", 8: "G", 9: "XPP"})
    table.do(*moves.split(", "))
    assert table.told == told.split(", ")


def test_events_of_a_Rookie_and_of_the_end() -> None:
    table = Table(3, capture="manual").piles({1: "X", 2: "X"}).before(0, "X", "X", "")
    table.before(1, "G", "B", "").before(2, points=5).do("flip 1", "flip 2").lay("XX", 3)
    table.lay("GB", 1)
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
        ("flip 5, flip 1, cover", 1, "flip 1", "just_covered"),
        ("flip 5, flip 1, cover, flip 3", 1, "flip 5", "just_covered"),
        ("flip 5, flip 1, cover, flip 3", 1, "flip 3", "is_open"),
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
    assert met == set(range(1, len(GAME.refusals) + 1))


def refusals_at(states: Any) -> set[int]:
    """Return the reasons of all refusals in a position; a move without one must be legal."""
    runner = engine(GAME, wanted_mode())
    found = set()
    for seat in range(int(states["players"][0])):
        legal = runner.legal(states, 0, seat)
        codes = [runner.why_not(states, 0, seat, action) for action in range(len(GAME.actions))]
        assert [action for action, code in enumerate(codes) if code == 0] == legal
        found |= set(codes) - {0}
    return found


# Invariants of the ledger


@pytest.mark.parametrize(("players", "options"), WALKS)
def test_INV_ROO_cards_are_conserved_and_leave_the_table_in_pairs(
    players: int, options: dict[str, Any]
) -> None:  # INV-ROO-1, 2, 5, 6
    total = pack(players, **options).total()
    points = np.zeros(6, np.int8)
    for states, events in walk_events(players, options, 1):
        s = states[0]
        if s["phase"] in (STARTER, PILES):
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
) -> None:  # INV-ROO-3, 4, 7; example R28
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
