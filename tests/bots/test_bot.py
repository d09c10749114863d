"""Promises of bots: same question, same answer; the budget; other threads run meanwhile."""

import threading
import time
from collections import defaultdict
from typing import Any

import pytest

from mazziere.bots.bot import Bot
from mazziere.bots.engine import bot_engine
from mazziere.bots.levels import LEVELS, read_spec
from mazziere.bots.seating import make
from mazziere.games import find, shelf
from mazziere.kernel.engine import engine, wanted_mode
from mazziere.kernel.match import Match, deal_stream, match_seed
from tests.bots.tables import short
from tests.waiting import joined, wait_until

SEED = match_seed(9, 0)


def first_question(name: str, players: int = 3, **options: Any) -> tuple[int, Any, list[int]]:
    """Return the seat that begins, its view and its moves."""
    match = Match(find(name), players, short(name) | options)
    deal = deal_stream(SEED)
    while match.due:
        match.deal(deal.order)
    seat = match.actors()[0]
    rules = engine(match.game, "plain")
    return seat, rules.view(match.states, 0, seat), rules.legal(match.states, 0, seat)


def bot(name: str, text: str, seat: int = 0) -> Any:
    return make(find(name), read_spec(text), seat, SEED, wanted_mode())


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", shelf())
def test_same_view_history_seed_and_iterations_give_the_same_move(name: str, level: str) -> None:
    text = f"{level}:iterations=5" if level in ("hard", "master") else level
    seat, view, moves = first_question(name)
    answers = set()
    for _ in range(2):
        asked = bot(name, text, seat)
        before = view.tobytes()
        answers.add((asked.ask(view, moves), asked.generator))
        assert view.tobytes() == before  # it is the caller's
    assert len(answers) == 1
    assert answers.pop()[0] in moves


def test_other_seeds_give_other_moves() -> None:
    seat, view, moves = first_question("yooloo")
    chosen = {
        Bot(find("yooloo"), read_spec("random"), seat, match_seed(1, n), "plain").ask(view, moves)
        for n in range(30)
    }
    assert len(chosen) > 3


def test_search_looks_into_as_many_worlds_as_it_was_told() -> None:
    seat, view, moves = first_question("dieci")
    asked = bot("dieci", "hard:iterations=40", seat)
    action = asked.ask(view, moves)
    shares = asked.shares()
    assert sum(share.visits for share in shares) == 40
    assert sum(share.share for share in shares) == pytest.approx(1)
    assert {share.action for share in shares} == set(moves)
    assert all(0 <= share.value <= 1 for share in shares)
    assert shares[0].action == action


def test_search_by_the_clock_goes_on_until_it_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a clock on which every world takes a millisecond."""
    searches = bot_engine(find("dieci"), wanted_mode()).room.buffers
    monkeypatch.setattr(time, "perf_counter", lambda: int(searches["done"][0]) / 1000)
    seat, view, moves = first_question("dieci")
    for ms in (20, 60):
        searches["done"] = 0
        asked = bot("dieci", f"hard:ms={ms}", seat)
        asked.ask(view, moves)
        assert ms <= sum(share.visits for share in asked.shares()) <= ms + 4


def test_bots_that_do_not_search_have_no_shares() -> None:
    seat, view, moves = first_question("dieci")
    asked = bot("dieci", "normal", seat)
    asked.ask(view, moves)
    assert asked.shares() == []


def test_only_one_move_needs_no_thought() -> None:
    seat, view, moves = first_question("dieci")
    asked = bot("dieci", "hard:iterations=40", seat)
    before = asked.generator
    assert asked.ask(view, moves[:1]) == moves[0]
    assert asked.generator == before


@pytest.mark.slow
def test_others_work_while_a_bot_thinks() -> None:
    """Compiled code releases Python's global lock, so this thread runs while the other searches."""
    seat, view, moves = first_question("dieci")
    asked = Bot(find("dieci"), read_spec("hard:iterations=20000"), seat, SEED, "compiled")
    searches: list[Any] = []  # the buffers of the thread
    states: dict[int, set[bytes]] = defaultdict(set)  # of the generator, by search
    is_seen = threading.Event()
    count = 0

    def search() -> None:
        nonlocal count
        searches.append(bot_engine(find("dieci"), "compiled").room.buffers)
        while not is_seen.is_set():
            count += 1
            asked.ask(view, moves)

    def is_running() -> bool:
        """Watch for a while; tell whether one search was seen in many states.

        A search is one call of compiled code. With the lock held, this thread would see the few
        states before and after it.
        """
        for _ in range(1000):
            states[count].add(searches[0]["deal"].tobytes())
        return any(len(seen) > 20 for seen in states.values())

    thinker = threading.Thread(target=search, daemon=True)
    thinker.start()
    try:
        wait_until(lambda: searches, "the other thread begins")
        wait_until(is_running, "this thread runs while the other searches")
    finally:
        is_seen.set()
    joined([thinker], "the last search ends")
    assert asked.shares()


def test_bots_think_in_several_threads_at_once() -> None:
    seat, view, moves = first_question("dieci")
    alone = bot("dieci", "hard:iterations=60", seat)
    alone.ask(view, moves)
    thinkers = [bot("dieci", "hard:iterations=60", seat) for _ in range(4)]
    threads = [threading.Thread(target=b.ask, args=(view, moves)) for b in thinkers]
    for thread in threads:
        thread.start()
    joined(threads, "all searches end")
    assert all(b.shares() == alone.shares() for b in thinkers)
