"""One suite that every game passes, with every value of every option and all player counts."""

from random import Random
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from mazziere.games import find, shelf
from mazziere.kernel import loops
from mazziere.kernel.engine import Engine, TooLong, engine
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import Mode
from mazziere.kernel.match import Match, deal_stream, match_seed
from mazziere.kernel.record import Recorder, begin, legal_to_json, read, replay, verify, write
from mazziere.kernel.state import aligned
from tests.cases import case as case_of
from tests.cases import example, short
from tests.conformance.cases import Case, case_id, cases
from tests.properties.play import SOAK

CHECKED = example("bounds checks")
"""The game that is also compiled with bounds checks; a soak does it with every game."""


def may_be_endless(name: str, options: dict[str, Any]) -> bool:
    """Tell whether random players may never finish; rulebook tests show the end."""
    return any(value in str(options) for value in case_of(name).endless)


@pytest.mark.slow
@pytest.mark.parametrize("case", cases(pairs=25, every_count=True), ids=case_id)
def test_random_matches_end(case: Case) -> None:
    """Compiled, for every number of players: matches end with a winner (INV-ROO-8)."""
    name, players, options = case
    played = engine(find(name), "compiled")
    try:
        scores, results = played.play_matches(players, options, seed=11, first=0, count=3)
    except TooLong:
        assert may_be_endless(name, options)
        return
    assert (results[:, 0] > 0).all()
    assert (results[:, 1] > results[:, 0]).all()
    assert (results[:, 2] > 0).all()
    assert (results[:, 2] < 1 << players).all()
    assert scores.shape == (3, players)


@pytest.mark.slow
@pytest.mark.parametrize("case", cases(pairs=6, seed=2), ids=case_id)
def test_modes_agree_byte_for_byte(case: Case) -> None:
    """Plain and compiled desks are the same bytes after every step, in one game checked ones too.

    Plain code checks bounds as well.
    """
    name, players, options = case
    modes: list[Mode] = ["plain", "compiled"]
    if SOAK or name == CHECKED:
        modes.append("checked")
    engines = [engine(find(name), mode) for mode in modes]
    desks = [e.desks(players, options) for e in engines]
    seats = [e.begin(d, 0, 5, 3) for e, d in zip(engines, desks, strict=True)]
    rng = Random(9)
    for _ in range(120):
        assert len({desk.tobytes() for desk in desks}) == 1
        assert len(set(seats)) == 1
        if seats[0] < 0:
            break
        action = int(desks[0]["legal"][0, rng.randrange(int(desks[0]["count"][0]))])
        seats = [e.step(d, 0, action) for e, d in zip(engines, desks, strict=True)]


@pytest.mark.parametrize("case", cases(seed=3), ids=case_id)
def test_start_leaves_nothing_of_an_earlier_match(case: Case) -> None:
    """A record that held another match is, once started, the same bytes as a fresh one."""
    name, players, options = case
    plain = engine(find(name), "plain")
    fresh = plain.new(players, options)
    used = plain.new(players, options)
    kept = {"rules", "players", *plain.game.fixed, *(o.name for o in plain.game.options)}
    fields = plain.game.dtype.fields
    assert fields is not None
    for field in fields:
        if field not in kept:
            used[field].view(np.uint8)[...] = 0x55
    plain.start(used, 0)
    assert used.tobytes() == fresh.tobytes()


@pytest.mark.parametrize("case", cases(seed=4), ids=case_id)
def test_record_round_trip(case: Case) -> None:
    """Write a match, read it and replay it: the state is the same."""
    name, players, options = case
    match = Match(find(name), players, {**short(name), **options})
    seed = match_seed(8, 0)
    recorder = Recorder(match, seed, with_legal=True)
    deal = deal_stream(seed)
    rng = Random(case_id(case))
    while not match.is_over and match.steps < 250:
        if match.due is not None:
            recorder.deal(deal.order)
        else:
            legal = match.legal()
            seat = rng.choice(sorted(legal))
            recorder.move(seat, rng.choice(legal[seat]))
    record = read(write(recorder.record()).encode(), find)
    again = begin(record)
    for played in replay(record, again):
        assert legal_to_json(played.legal) == played.step.get("legal", {})
    assert again.states.tobytes() == match.states.tobytes()
    assert verify(record)["seed"] == "ok"


@pytest.mark.parametrize("name", shelf())
def test_name_and_parse_are_inverse(name: str) -> None:
    game = find(name)
    assert [game.parse(game.name(a)) for a in range(len(game.actions))] == list(
        range(len(game.actions))
    )
    assert all(text.isascii() for text in game.actions + game.cards)
    assert game.parse("PLAY r7") is None
    assert game.parse("") is None


@pytest.mark.parametrize("name", shelf())
def test_a_state_survives_as_its_bytes(name: str) -> None:
    """Save a state in mid-match as bytes: the copy plays on exactly like the original."""
    plain = engine(find(name), "plain")
    desks = plain.desks(4, {}, 2)
    plain.begin(desks, 0, 1, 1)
    for _ in range(case_of(name).saved_after):
        assert plain.step(desks, 0, int(desks["legal"][0, 0])) >= 0
    saved = aligned(2, desks.dtype)
    saved[:] = np.frombuffer(desks.tobytes(), desks.dtype)
    for _ in range(30):
        if desks["seat"][0] < 0:
            break
        action = int(desks["legal"][0, int(desks["count"][0]) - 1])
        assert plain.step(desks, 0, action) == plain.step(saved, 0, action)
    assert saved.tobytes() == desks.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("name", shelf())
def test_the_compiled_engine_is_compiled(name: str) -> None:
    """The loops are machine code, none of it falls back to the interpreter; plain ones are not."""
    compiled = engine(find(name), "compiled")
    compiled.play_matches(4, short(name), 1, 0, 1)
    entry: Any = compiled.entry(loops.play_matches)
    assert len(entry.nopython_signatures) == len(entry.signatures) == 1
    assert isinstance(engine(find(name), "plain").entry(loops.play_matches), FunctionType)


@pytest.mark.slow
@pytest.mark.parametrize("name", shelf())
def test_vector_stepper_restarts_and_counts(name: str) -> None:
    """A batch of desks steps on for ever; compiled and plain agree."""
    ended = []
    for mode in ("plain", "compiled"):
        built = engine(find(name), mode)
        desks = built.desks(2, case_of(name).shortest or short(name), 3)
        for i in range(3):
            built.begin(desks, i, 4, i)
        actions = np.full(3, -1, np.int32)
        scores, done = np.zeros((3, 2), np.int32), np.zeros(3, np.int8)
        total = sum(built.step_many(desks, actions, scores, done) for _ in range(2000))
        ended.append((total, desks.tobytes(), scores.tobytes()))
        assert (desks["seat"] >= 0).all()
        assert not (desks["state"]["phase"] == OVER).any()
    assert ended[0] == ended[1]
    assert ended[0][0] > 0


def lively(legal: dict[int, list[str]], rng: Random) -> tuple[int, str]:
    """Move for any seat; prefer to play a card."""
    seat = rng.choice(sorted(legal))
    plays = [move for move in legal[seat] if move.startswith("play")]
    return seat, rng.choice(plays if plays and rng.random() < 0.7 else legal[seat])


def alike(legal: dict[int, list[str]], rng: Random) -> tuple[int, str]:
    """Make everybody do the same, so that cards tie and showdowns come."""
    seat = min(legal)
    return seat, legal[seat][0] if rng.random() < 0.9 else rng.choice(legal[seat])


def hoarding(legal: dict[int, list[str]], rng: Random) -> tuple[int, str]:
    """Keep the special cards for the end."""
    seat, move = lively(legal, rng)
    plain = [m for m in legal[seat] if m.startswith("play") and "shuffle" not in m]
    return seat, rng.choice(plain) if plain else move


POLICIES = (lively, alike, hoarding)


@pytest.mark.parametrize("case", [c for c in cases(seed=6) if c[2]], ids=case_id)
def test_every_value_of_every_option_changes_something(case: Case) -> None:
    """Find, for each value, a match that differs from the same match with the default."""
    name, _, options = case
    plain = engine(find(name), "plain")
    (option,) = options
    declared = case_of(name)
    base = {**short(name), **declared.needs.get(option, {})}
    if option in base and option not in declared.needs:
        base = {k: v for k, v in base.items() if k != option}
    allowed = plain.game.allowed_players(plain.game.full_options({**base, **options}))
    shown = case_id((name, 0, options))  # without the players, which depend on all other cases
    first = declared.shown_by.get(shown.partition("-0-")[2], 0)
    for seed in (first, *range(400)):
        players = Random(f"{shown} {seed}").choice(allowed)
        if _differs_beside(plain, players, base, options, seed):
            return
    pytest.fail("no match shows a difference")


def _differs_beside(
    plain: Engine, players: int, base: dict[str, Any], options: dict[str, Any], seed: int
) -> bool:
    """Compare two matches that differ in one option."""
    if players not in plain.game.allowed_players(plain.game.full_options(base)):
        return True  # the option changes the number of players
    one = Match(plain.game, players, base)
    other = Match(plain.game, players, {**base, **options})
    rng = Random(seed)
    deals = [deal_stream(match_seed(seed, 0)) for _ in range(2)]
    for _ in range(600):
        if (one.due, one.legal(), one.scores()) != (other.due, other.legal(), other.scores()):
            return True
        if one.is_over:
            return one.winners() != other.winners()
        if one.due is not None:
            steps = [m.deal(d.order)[0] for m, d in zip((one, other), deals, strict=True)]
            if steps[0] != steps[1]:
                return True
            continue
        seat, move = POLICIES[seed % len(POLICIES)](one.legal(), rng)
        one.move(seat, move)
        other.move(seat, move)
    return False
