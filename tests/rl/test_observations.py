"""Observations: only the seat's knowledge, in range, and explained."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mazziere import rl
from mazziere.games import find, ids
from mazziere.kernel.engine import engine
from mazziere.kernel.facts import BadFacts, facts_of, facts_part, view_of
from mazziere.kernel.game import Game
from mazziere.kernel.match import Match
from mazziere.kernel.observation import Feature, Layout, layout_of
from mazziere.kernel.state import States, aligned
from mazziere.rl.compiled import loops
from mazziere.rl.tables import caller
from tests.bots.tables import short
from tests.cases import case
from tests.rl.tables import option_sets, positions

TABLES = [
    pytest.param(name, players, options, id=f"{name}-{players}-{number}")
    for name in ids()
    if find(name).package.startswith("mazziere.")
    for number, options in enumerate(option_sets(name))
    for players in find(name).allowed_players(find(name).full_options(options))
]
NAMES = [name for name in ids() if find(name).package.startswith("mazziere.")]


@cache
def _boards(game: Game) -> States:
    """Return a board for views, the same one for all calls."""
    return aligned(1, game.dtype)


def observed(game: Game, players: int, states: States, seat: int, memory: int) -> NDArray[np.int8]:
    """Return the observation of a seat."""
    layout = layout_of(game, players)
    out = np.full((1, layout.size), 99, np.int8)
    boards = _boards(game)
    linked = caller(game, "plain", False)
    linked.call(loops.look_at, states, 0, boards, seat, memory, out, 0)
    row: NDArray[np.int8] = out[0]
    return row


def other_world(match: Match, view: States, seat: int, rng: Random) -> States:
    """Return a world in which everything is permuted that the seat cannot know."""
    groups = match.engine.hidden(view, seat)
    for group in groups:
        rng.shuffle(group)
    return match.engine.world(view, seat, groups)


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_an_observation_does_not_depend_on_what_the_seat_cannot_know(
    name: str, players: int, options: dict[str, Any]
) -> None:
    rng = Random(f"{name} {players} {options}")
    seen = changed = 0
    for match in positions(name, players, options, rng, every=players + 1):  # not once a round
        for seat in range(players):
            visible = match.engine.visible(match.states, 0, seat)
            for memory, view in ((1, match.view(seat)), (0, visible)):
                if memory == 0 and match.is_over:
                    continue
                known = observed(match.game, match.players, match.states, seat, memory)
                world = other_world(match, match.view(seat), seat, rng)
                assert (observed(match.game, match.players, world, seat, memory) == known).all()
                assert (observed(match.game, match.players, view, seat, memory) == known).all()
                seen += 1
                changed += bytes(world) != bytes(match.engine.copy(match.states, 0))
    assert seen > 0
    assert changed > 0  # there was something to hide


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_every_number_is_written_and_within_its_range(
    name: str, players: int, options: dict[str, Any]
) -> None:
    rng = Random(f"range {name}")
    layout = layout_of(find(name), players)
    for match in positions(name, players, options, rng, every=5):
        for seat in range(players):
            for memory in (0, 1):
                row = observed(match.game, match.players, match.states, seat, memory)
                assert (row >= layout.low).all()
                assert (row <= layout.high).all()
                floats = row * layout.scale
                assert (np.abs(floats) <= 1).all()
                assert layout.decode(floats) == layout.decode(row)


def test_memory_adds_what_was_seen_before() -> None:
    more = 0
    for match in positions("one_to_ten", 2, {}, Random(3), every=3):
        if match.is_over:
            break
        visible = observed(match.game, match.players, match.states, 0, 0)
        memory = observed(match.game, match.players, match.states, 0, 1)
        known = layout_of(match.game, 2).split(visible)["rows"]
        remembered = layout_of(match.game, 2).split(memory)["rows"]
        assert (remembered >= known).all()
        more += int(remembered.sum() - known.sum())
    assert more > 0


def test_seats_are_counted_from_the_observer() -> None:
    for match in positions("dieci", 3, short("dieci"), Random(5), every=1):
        layout = layout_of(match.game, 3)
        purse = match.states["purse"][0]
        for seat in range(3):
            row = layout.split(observed(match.game, match.players, match.states, seat, 1))
            assert row["tokens"].tolist() == [int(purse[(seat + i) % 3]) for i in range(3)]
            card = int(match.states["card"][0, seat])
            own = row["cards"][0]
            assert own.sum() == (1 if card >= 0 else 0)
            assert card < 0 or own[card] == 1
        return


def test_every_number_is_explained() -> None:
    layout = rl.layout("uno", 3)
    lines = [layout.explain(index) for index in range(layout.size)]
    assert len(set(lines)) == layout.size
    assert lines[0] == "hand[r0]: copies of each card in the observer's hand"
    assert "known[seat +2][b7]: copies of each card known to be in another hand" in lines
    with pytest.raises(IndexError, match="the numbers 0 to"):
        layout.explain(layout.size)
    with pytest.raises(ValueError, match="an observation is"):
        layout.decode(np.zeros(3, np.int8))
    assert rl.explain("uno", 3).count("\n") == len(layout.features) - 1


def test_a_layout_has_the_sizes_of_its_players() -> None:
    features = (Feature("a", ("seats",), "x", 5), Feature("b", (), "y", 9, -9))
    assert [Layout(features, players).size for players in (2, 5)] == [3, 6]
    layout = Layout(features, 2)
    assert layout.decode(np.array([0, 4, -3], np.int8)) == {"a": {"seat +1": 4}, "b": -3}
    assert layout.low.tolist() == [0, 0, -9]


# Nothing public is left out


def known_views(
    name: str, players: int, options: Mapping[str, Any], rng: Random
) -> Iterator[tuple[int, States]]:
    """Yield views of a match, and with each the views in which one fact is of another moment.

    Building them from facts refuses those that contradict themselves.
    """
    game, earlier = find(name), list[dict[str, Any]]()
    seat = rng.randrange(players)
    for match in positions(name, players, options, rng, every=1, most=40):
        try:
            facts = facts_of(game, match.view(seat), seat)
        except BadFacts:
            continue
        earlier.append(facts)
        yield seat, view_of(game, players, seat, facts, options)
        for fact in facts_part(game).FACTS:
            other = rng.choice(earlier).get(fact.name)
            with suppress(BadFacts):
                yield seat, view_of(game, players, seat, {**facts, fact.name: other}, options)


def in_any_order(facts: dict[str, Any]) -> dict[str, Any]:
    """Return facts with lists of cards that an observation counts in one order."""
    piles = ("discards", "aside", "hand")
    return {name: sorted(map(str, v)) if name in piles else v for name, v in facts.items()}


@pytest.mark.parametrize("name", NAMES)
def test_another_fact_or_other_moves_are_another_observation(name: str) -> None:
    game, rng = find(name), Random(f"public {name}")
    sets = [*option_sets(name), *case(name).from_facts]
    machine, differing = engine(game, "plain"), set[str]()
    for options in sets * max(1, 4 // len(sets)):
        players = rng.choice(game.allowed_players(game.full_options(options))[:4])
        said: dict[bytes, tuple[dict[str, Any], list[int]]] = {}
        first: dict[str, Any] | None = None
        for seat, view in known_views(name, players, options, rng):
            facts = in_any_order(facts_of(game, view, seat))
            moves = machine.legal(view, 0, seat) if seat in machine.actors(view, 0) else []
            row = observed(game, players, view, seat, 1).tobytes()
            assert said.setdefault(row, (facts, moves)) == (facts, moves)
            first = first or facts
            differing |= {fact for fact in facts if facts[fact] != first.get(fact)}
    assert len(differing) > len(facts_part(game).FACTS) // 2
