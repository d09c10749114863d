"""The engine against the plain reference implementations, step by step."""

import zlib
from random import Random
from typing import Any

import pytest

from mazziere.games import find
from mazziere.kernel.match import Match
from tests.conformance.cases import SHORT, Case, case_id, cases, many_options
from tests.reference.dieci import Dieci
from tests.reference.one_to_ten import OneToTen, knowing_move
from tests.reference.protocol import Reference
from tests.reference.rookie import Rookie
from tests.reference.uno import Uno
from tests.reference.uno_h2o import UnoH2o
from tests.reference.yooloo import Yooloo

REFERENCES: dict[str, Any] = {
    "yooloo": Yooloo,
    "one_to_ten": OneToTen,
    "rookie": Rookie,
    "uno": Uno,
    "uno_h2o": UnoH2o,
    "dieci": Dieci,
}
LIMIT = 3000


def choose(legal: dict[int, list[str]], rng: Random) -> tuple[int, str]:
    """A random seat's random move; where cards can be laid down, mostly that."""
    plays = [(s, m) for s, moves in legal.items() for m in moves if m.startswith("play")]
    if plays and rng.random() < 0.6:
        return rng.choice(plays)
    seat = rng.choice(sorted(legal))
    return seat, rng.choice(legal[seat])


def choose_to_end(
    reference: Reference, legal: dict[int, list[str]], rng: Random
) -> tuple[int, str]:
    """The same, with some knowledge where matches would not end by chance."""
    if isinstance(reference, OneToTen) and rng.random() < 0.7:
        return knowing_move(reference, legal, rng)
    return choose(legal, rng)


def compare(case: Case, rng: Random) -> int:
    """Play one match in both; return its length in steps."""
    name, players, options = case
    options = {**SHORT.get(name, {}), **options}
    reference: Reference = REFERENCES[name](players, options)
    match = Match(find(name), players, options)
    for step in range(LIMIT):
        assert match.due == reference.due(), step
        legal = reference.legal()
        assert match.legal() == legal, step
        assert match.scores() == reference.scores(), step
        assert match.is_over == reference.over(), step
        if reference.over():
            assert match.winners() == reference.winners()
            return step
        if reference.due() is not None:
            chance = reference.random_chance(rng)
            reference.chance(chance)
            match.chance(chance)
        else:
            seat, move = choose_to_end(reference, legal, rng)
            reference.move(seat, move)
            match.move(seat, move)
    return LIMIT


@pytest.mark.parametrize("case", cases(pairs=12), ids=case_id)
def test_engine_agrees_with_reference(case: Case) -> None:
    rng = Random(zlib.crc32(case_id(case).encode()))
    for _ in range(2):
        compare(case, rng)


@pytest.mark.parametrize("name", list(REFERENCES))
def test_engine_agrees_with_reference_under_any_options(name: str) -> None:
    rng = Random(name)
    game = find(name)
    for _ in range(25):
        options = many_options(game, rng)
        players = rng.choice(game.allowed_players(options))
        compare((name, players, options), rng)
