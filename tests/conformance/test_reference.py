"""The engine against the plain reference implementations, step by step."""

import zlib
from random import Random
from typing import Any

import pytest

from mazziere.games import find, shelf
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.match import Match
from tests.cases import Legal, case, short
from tests.conformance.cases import Case, case_id, cases, many_options
from tests.reference.protocol import Reference

REFERENCES: dict[str, Any] = {
    name: case(name).reference for name in shelf() if case(name).reference is not None
}
LIMIT = 3000
MATCHES = 25 if wanted_mode() == "compiled" else 5
"""Matches with random options. The uncompiled run, which measures coverage, takes a sample."""


def choose(legal: Legal, rng: Random) -> tuple[int, str]:
    """Choose a random move; prefer to play a card."""
    plays = [
        (seat, move) for seat, moves in legal.items() for move in moves if move.startswith("play")
    ]
    if plays and rng.random() < 0.6:
        return rng.choice(plays)
    seat = rng.choice(sorted(legal))
    return seat, rng.choice(legal[seat])


def compare(played: Case, rng: Random, rules: int | None = None) -> int:
    """Play one match in the engine and in the reference; return its length in steps.

    Both follow today's rules, or an older version's.
    """
    name, players, options = played
    options = {**short(name), **options}
    choose_to_end = case(name).choose
    version = {} if rules is None else {"rules": rules}
    reference: Reference = REFERENCES[name](players, options, **version)
    match = Match(find(name), players, options, rules=rules)
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
            if choose_to_end is not None and rng.random() < 0.7:
                seat, move = choose_to_end(reference, legal, rng)
            else:
                seat, move = choose(legal, rng)
            reference.move(seat, move)
            match.move(seat, move)
    return LIMIT


PAIRS = 12 if wanted_mode() == "compiled" else 2
WITH_REFERENCE = [played for played in cases(pairs=PAIRS) if played[0] in REFERENCES]


@pytest.mark.parametrize("played", WITH_REFERENCE, ids=case_id)
def test_engine_agrees_with_reference(played: Case) -> None:
    compare(played, Random(zlib.crc32(case_id(played).encode())))


@pytest.mark.parametrize("name", list(REFERENCES))
def test_engine_agrees_with_reference_under_any_options(name: str) -> None:
    rng = Random(name)
    game = find(name)
    for _ in range(MATCHES):
        options = many_options(game, rng)
        players = rng.choice(game.allowed_players(options))
        compare((name, players, options), rng)


OLDER = [(name, rules) for name in REFERENCES for rules in range(1, find(name).version)]


@pytest.mark.parametrize(("name", "rules"), OLDER)
def test_an_older_version_agrees_with_the_reference(name: str, rules: int) -> None:
    rng = Random(f"{name} {rules}")
    game = find(name)
    for _ in range(MATCHES):
        options = many_options(game, rng, rules)
        players = rng.choice(game.allowed_players(options))
        compare((name, players, options), rng, rules)
