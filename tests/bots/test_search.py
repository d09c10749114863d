"""The tree search: its table, its choice of moves, its statistics, and the moves that it finds."""

import math
from collections import Counter
from typing import Any

import pytest

from mazziere.bots import defaults, search
from mazziere.bots.bot import Bot
from mazziere.bots.brain import WAIT, NoMemory
from mazziere.bots.buffers import DEPTH, MAX_EDGES, BotState, SearchBuffers, Tree
from mazziere.bots.levels import read_spec
from mazziere.kernel.events import EVERYONE, emit, new_log, only
from mazziere.kernel.jit import Linker, jit
from mazziere.kernel.loops import all_needed
from mazziere.kernel.match import Match, match_seed
from mazziere.kernel.rng import seed_words, start_stream
from mazziere.kernel.state import I1, Grid, Header, Ints, Plain, aligned, dtype_of
from tests.bots.heap import GAME
from tests.bots.heap import rules as heap_rules
from tests.bots.heap.rules import State

MOVES = 6
EXPLORE = 700  # thousandths

Stats = tuple[int, float, int]
"""Visits, total value, and how often the move was offered."""


def begun_search(iterations: int = 100) -> tuple[Any, Any, Any]:
    """Return the buffers, the tree and the bot of a search that has just begun."""
    buffers = Plain(aligned(1, dtype_of(SearchBuffers, actions=MOVES)))[0]
    tree = Plain(aligned(1, dtype_of(Tree)))[0]
    bot = Plain(aligned(1, dtype_of(BotState, memory=dtype_of(NoMemory))))[0]
    bot.explore = EXPLORE
    for rng in (buffers.deal, bot.rng):
        start_stream(rng, list(seed_words(7)), 1)
    search.begin(None, buffers, tree, bot, 0, MOVES, iterations)
    return buffers, tree, bot


def offer(buffers: Any, *moves: int) -> int:
    """Set the legal moves of the seat that decides; return their number."""
    for place, move in enumerate(moves):
        buffers.legal[place] = buffers.asked[place] = move
    return len(moves)


def visit(
    buffers: Any, tree: Any, seat: int, move: int, visits: int, total: float, offered: int
) -> int:
    """Add an edge with its statistics; return its place."""
    buffers.length = 0
    search.take_edge(buffers, tree, seat, move)
    edge = int(buffers.path[0])
    tree.visits[edge], tree.total[edge], tree.offered[edge] = visits, total, offered
    return edge


# The table of edges


@pytest.mark.parametrize(
    ("iterations", "size"), [(1, 1024), (256, 1024), (257, 2048), (5000, 32768), (10**6, MAX_EDGES)]
)
def test_the_table_has_room_for_four_edges_an_iteration(iterations: int, size: int) -> None:
    buffers, _, _ = begun_search(iterations)
    assert buffers.mask == size - 1


def test_a_search_begins_with_an_empty_table() -> None:
    buffers, tree, bot = begun_search()
    visit(buffers, tree, 0, 1, 5, 2.5, 5)
    assert sum(key != 0 for key in tree.key[: buffers.mask + 1]) == buffers.used == 1
    buffers.done = buffers.steps = buffers.played = 9
    search.begin(None, buffers, tree, bot, 0, 4, 100)
    assert not any(tree.key[: buffers.mask + 1])
    assert (buffers.used, buffers.done, buffers.steps, buffers.played, buffers.left) == (
        0,
        0,
        0,
        0,
        4,
    )


def test_edges_with_the_same_cell_lie_side_by_side() -> None:
    buffers, tree, _ = begun_search()
    size = buffers.mask + 1
    last = buffers.mask
    for place, key in enumerate((last, last + size, last + 2 * size)):
        found = search.place_of(tree, buffers.mask, key)
        assert found == (last, 0, 1)[place], "behind the last cell comes the first"
        tree.key[found] = key
    assert search.place_of(tree, buffers.mask, last + size) == 0


def test_keys_have_62_bits_and_depend_on_both_numbers() -> None:
    keys = {search.folded(key, value) for key in range(100) for value in range(100)}
    assert len(keys) == 100 * 100
    assert all(0 < key < 1 << 62 for key in keys)
    assert max(keys) > 1 << 61, "the upper half is used"
    one, other = search.folded(search.folded(1, 2), 3), search.folded(search.folded(1, 3), 2)
    assert one != other, "the order counts"


def test_a_full_table_takes_no_more_edges() -> None:
    buffers, tree, _ = begun_search()
    moves = 0
    while 4 * buffers.used < 3 * buffers.mask:
        visit(buffers, tree, 0, moves, 1, 0.0, 1)
        moves += 1
    assert buffers.used == math.ceil(3 * buffers.mask / 4)
    buffers.length = 0
    search.take_edge(buffers, tree, 0, moves)
    assert (buffers.length, buffers.used) == (0, math.ceil(3 * buffers.mask / 4))
    search.take_edge(buffers, tree, 0, 0)
    assert buffers.length == 1, "a known edge is still taken"


def test_an_edge_belongs_to_the_seat_that_takes_it() -> None:
    buffers, tree, _ = begun_search()
    buffers.key[0], buffers.key[1] = 11, 12
    for seat in (0, 1, 0):
        search.take_edge(buffers, tree, seat, 4)
    assert buffers.used == 2
    assert list(buffers.who[:3]) == [0, 1, 0]
    assert buffers.path[0] == buffers.path[2] != buffers.path[1]


# The choice inside the tree


def bound(value: float, visits: int, offered: int) -> float:
    """Compute the upper confidence bound of a tried move."""
    return value / visits + EXPLORE / 1000 * math.sqrt(math.log(offered + 1) / visits)


def test_at_a_new_node_there_is_no_choice_yet() -> None:
    buffers, tree, bot = begun_search()
    assert search.select(buffers, tree, bot, 0, offer(buffers, 0, 1, 2)) == WAIT


@pytest.mark.parametrize(
    "tried",
    [
        {0: (10, 6.0, 30), 1: (10, 5.0, 30), 2: (10, 4.0, 30)},  # the best mean
        {0: (40, 24.0, 60), 1: (3, 1.5, 60), 2: (17, 8.0, 60)},  # the least tried
        {0: (20, 12.0, 21), 1: (20, 12.0, 200), 2: (20, 11.0, 30)},  # offered most often
    ],
)
def test_the_move_with_the_highest_bound_is_chosen(
    tried: dict[int, tuple[int, float, int]],
) -> None:
    buffers, tree, bot = begun_search()
    edges = {move: visit(buffers, tree, 0, move, *stats) for move, stats in tried.items()}
    bounds = {
        move: bound(total, visits, offered + 1) for move, (visits, total, offered) in tried.items()
    }
    assert search.select(buffers, tree, bot, 0, offer(buffers, *tried)) == max(
        bounds, key=bounds.__getitem__
    )
    for move, edge in edges.items():
        assert tree.offered[edge] == tried[move][2] + 1


@pytest.mark.parametrize(("value", "is_chosen"), [(0.2, True), (1.0, False)])
def test_a_move_not_tried_yet_counts_as_an_average_one(value: float, is_chosen: bool) -> None:
    """With 400 visits of the other move, the bound of the untried one is mean + 0.7 √ln 401."""
    buffers, tree, bot = begun_search()
    bot.explore = 100
    visit(buffers, tree, 0, 3, 400, 400 * value, 400)
    visit(buffers, tree, 0, 4, 400, 0.0, 400)
    untried = value / 2 + 0.1 * math.sqrt(math.log(801))
    tried = value + 0.1 * math.sqrt(math.log(402) / 400)
    assert (untried > tried) == is_chosen
    assert (search.select(buffers, tree, bot, 0, offer(buffers, 3, 4, 5)) == 5) == is_chosen


def test_equal_moves_are_drawn_by_lot() -> None:
    buffers, tree, bot = begun_search()
    edges = [visit(buffers, tree, 0, move, 10, 5.0, 10) for move in range(3)]
    draws = 1500
    counts: Counter[int] = Counter()
    for _ in range(draws):
        counts[search.select(buffers, tree, bot, 0, offer(buffers, 0, 1, 2))] += 1
        for edge in edges:
            tree.offered[edge] = 10
    spread = math.sqrt(draws * (1 / 3) * (2 / 3))
    assert set(counts) == {0, 1, 2}
    assert all(abs(count - draws / 3) < 5 * spread for count in counts.values())


# Observations


def test_only_the_audience_of_an_event_observes_it() -> None:
    buffers, _, _ = begun_search()
    s = Plain(aligned(1, dtype_of(State)))[0]
    s.players = 3
    log = memoryview(new_log())
    for row, audience in ((1, EVERYONE), (2, only(1))):
        for column, value in enumerate((0, 2, 7, 0, audience)):
            log[row, column] = value
    log[0, 0] = 1
    search.observe(s, buffers, log)
    everybody = list(buffers.key[:3])
    assert len(set(everybody)) == 1
    assert everybody[0] != 0
    log[0, 0] = 2
    for seat in range(3):
        buffers.key[seat] = 0
    search.observe(s, buffers, log)
    assert buffers.key[0] == buffers.key[2] == everybody[0]
    assert buffers.key[1] != everybody[0]


class Draws(Header):
    """Cards to be drawn one by one by seat 3, who alone sees them."""

    left: I1  # draws to come
    is_over: I1  # whether nobody acts after the last draw


@jit
def actors(s: Draws) -> int:
    return 0 if s.left > 0 or (s.is_over and s.left == 0) else 1


@jit
def chance(s: Draws, cards: Ints, sizes: Ints) -> int:
    cards[0], cards[1], sizes[0] = 5, 6, 2
    return 1 if s.left > 0 else 0


@jit
def resolve(s: Draws, cards: Ints, log: Grid | None) -> None:
    s.left -= 1
    emit(log, 1, 3, cards[0], 0, only(3))
    emit(log, 2, 3, 0, 9, EVERYONE & ~only(3))


@jit
def never(view: Any, s: Draws) -> bool:
    return False


@jit
def always(view: Any, s: Draws) -> bool:
    return True


def settled(seed: int, left: int = 2, is_over: int = 0, is_settled: Any = never) -> tuple[Any, Any]:
    """Resolve the chance nodes of a state in a search; return the state and the keys."""
    rules = {
        "actors": actors, "chance": chance, "resolve": resolve, "is_settled": is_settled,
        "needed": all_needed,
    }  # fmt: skip
    buffers, _, _ = begun_search()
    start_stream(buffers.deal, list(seed_words(seed)), 1)
    for seat in range(4):
        buffers.key[seat] = 0
    s = Plain(aligned(1, dtype_of(Draws)))[0]
    s.players, s.left, s.is_over = 4, left, is_over
    log = memoryview(new_log())
    log[0, 0] = 5  # the events of the step before; they have been observed already
    Linker("plain", "test_settle", rules).entry(search.settle_aloud)(None, s, buffers, log)
    return s, list(buffers.key[:4])


def test_draws_are_observed_until_a_seat_may_act() -> None:
    drew = {card: ((1 * 16 + 3) * 256 + card) * 256 for card in (5, 6)}
    unseen = ((2 * 16 + 3) * 256 + 0) * 256 + 9
    one = search.folded(0, unseen)
    own = {
        search.folded(search.folded(0, drew[first]), drew[second])
        for first in (5, 6)
        for second in (5, 6)
    }
    found = set()
    for seed in range(40):
        s, keys = settled(seed)
        assert s.left == 0
        assert keys[:3] == [search.folded(one, unseen)] * 3
        found.add(keys[3])
    assert found == own


def test_no_chance_is_resolved_past_the_end() -> None:
    assert settled(1, left=0, is_over=1)[0].left == 0
    assert settled(1, left=2, is_settled=always)[0].left == 2
    assert settled(1, left=2, is_settled=always)[1] == [0, 0, 0, 0]


class Toss(Header):
    """Two seats move in turn; a coin is tossed after each move."""

    turn: I1  # the seat on turn
    is_due: I1  # whether the coin is to be tossed
    moves: I1  # moves so far
    tosses: I1  # tosses so far
    last: I1  # the number of moves after which nobody acts


@jit
def toss_actors(s: Toss) -> int:
    return 0 if s.is_due or s.moves == s.last else 1 << s.turn


@jit
def toss_legal(s: Toss, seat: int, out: Ints) -> int:
    out[0], out[1] = 4, 5
    return 2


@jit
def toss_normal(s: Toss, seat: int, moves: Ints, count: int, rng: Any) -> int:
    return moves[0]


@jit
def toss_apply(s: Toss, seat: int, action: int, log: Grid | None) -> None:
    s.moves += 1
    s.turn, s.is_due = 1 - s.turn, int(s.moves < s.last)
    emit(log, 1, seat, action, 0, EVERYONE)


@jit
def toss_chance(s: Toss, cards: Ints, sizes: Ints) -> int:
    cards[0], cards[1], sizes[0] = 0, 1, 2
    return s.is_due


@jit
def toss_resolve(s: Toss, cards: Ints, log: Grid | None) -> None:
    s.is_due = 0
    s.tosses += 1
    emit(log, 2, 0, cards[0], 0, EVERYONE)


@jit
def after_one(view: Any, s: Toss) -> bool:
    return s.moves == 1


@jit
def moves_of_the_view(view: Toss, s: Toss, seat: int) -> float:
    return float(10 * view.moves + s.moves)


def tossing(last: int, is_settled: Any = never) -> tuple[Any, Any, Any]:
    """Run two iterations; return the boards, the buffers and the tree after the second."""
    rules = {
        "actors": toss_actors,
        "legal": toss_legal,
        "normal": toss_normal,
        "apply": toss_apply,
        "chance": toss_chance,
        "resolve": toss_resolve,
        "skips_search": defaults.skips_search,
        "is_settled": is_settled,
        "needed": all_needed,
        "complete": heap_rules.complete,
        "fill": heap_rules.fill,
        "bias_world": defaults.bias_world,
        "private_hash": defaults.private_hash,
        "evaluate": moves_of_the_view,
    }
    buffers, tree, bot = begun_search()
    bot.reach = 0
    boards = Plain(aligned(2, dtype_of(Toss)))
    boards[0].players, boards[0].last = 2, last
    log = memoryview(new_log())
    iterate = Linker("plain", "test_toss", rules).entry(search.iterate)
    for _ in range(2):
        iterate(boards, buffers, tree, bot, 0, log)
    return boards, buffers, tree


def test_the_second_iteration_goes_past_a_chance_node_to_a_new_node() -> None:
    boards, buffers, tree = tossing(last=9)
    assert (boards[1].moves, boards[1].tosses) == (2, 1)
    assert list(buffers.who[: buffers.length]) == [0, 1]
    # Of equal means, √ln 3 of the move that was offered twice is above √ln 2 of the untried one.
    assert [int(tree.visits[edge]) for edge in buffers.path[: buffers.length]] == [2, 1]


def test_an_iteration_stops_at_a_settled_position() -> None:
    boards, buffers, _ = tossing(last=9, is_settled=after_one)
    assert (boards[1].moves, boards[1].tosses, buffers.length) == (1, 0, 1)


def test_an_iteration_stops_where_nobody_acts() -> None:
    boards, buffers, _ = tossing(last=1)
    assert (boards[1].moves, boards[1].tosses, buffers.length) == (1, 0, 1)


def test_a_world_is_evaluated_from_the_view_of_the_root() -> None:
    """The view has no moves, the world two."""
    boards, buffers, _ = tossing(last=9)
    assert boards[0].moves == 0
    assert list(buffers.value[:2]) == [2.0, 2.0]


# The end of a search


def test_the_most_visited_move_is_the_answer() -> None:
    buffers, tree, bot = begun_search()
    view = Plain(aligned(1, dtype_of(State)))[0]
    buffers.key[0] = search_root(view)
    for move, visits, total in ((0, 20, 19.0), (1, 70, 35.0), (2, 10, 9.0)):
        visit(buffers, tree, 0, move, visits, total, 100)
    count = offer(buffers, 0, 1, 2, 3)
    assert conclude(view, buffers, tree, bot, count) == 1
    assert list(buffers.tries[:count]) == [20, 70, 10, 0]
    # Exact: one division each, which rounds as the literals do.
    assert list(buffers.means[:count]) == [0.95, 0.5, 0.9, 0.0]


def test_a_mixing_search_answers_in_proportion_to_the_visits() -> None:
    buffers, tree, bot = begun_search()
    bot.mixes = 1
    view = Plain(aligned(1, dtype_of(State)))[0]
    buffers.key[0] = search_root(view)
    visits = {0: 20, 1: 0, 2: 80}
    for move, count in visits.items():
        if count:
            visit(buffers, tree, 0, move, count, count / 2, 100)
    n = offer(buffers, *visits)
    draws = 1500
    counts = Counter(conclude(view, buffers, tree, bot, n) for _ in range(draws))
    assert set(counts) == {0, 2}
    assert abs(counts[0] - draws * 0.2) < 5 * math.sqrt(draws * 0.2 * 0.8)


def test_a_mixing_search_without_visits_answers_without_a_draw() -> None:
    buffers, tree, bot = begun_search()
    bot.mixes = 1
    view = Plain(aligned(1, dtype_of(State)))[0]
    before = list(bot.rng.word)
    assert conclude(view, buffers, tree, bot, offer(buffers, 4, 5)) == 4
    assert list(bot.rng.word) == before


LINKED = Bot(GAME, read_spec("hard:iterations=1"), 0, match_seed(1, 0), "plain")._engine


def search_root(view: Any) -> int:
    """Return the key of seat 0 at the root."""
    key: int = LINKED.entry(search.root_key)(view, 0)
    return key


def conclude(view: Any, buffers: Any, tree: Any, bot: Any, move_count: int) -> int:
    """Return the answer of the search for seat 0."""
    action: int = LINKED.entry(search.conclude)(view, buffers, tree, bot, 0, move_count)
    return action


# Whole searches of a game whose best moves are known


def searched(heap: int, iterations: int, seed: int) -> tuple[int, Bot]:
    """Search at the start of a match; return the number taken, and the bot."""
    match = Match(GAME, 2, {"heap": heap})
    bot = Bot(GAME, read_spec(f"hard:iterations={iterations}"), 0, match_seed(seed, 0), "plain")
    action = bot.ask(match.view(0), match.engine.legal(match.states, 0, 0))
    assert action is not None
    return action + 1, bot


@pytest.mark.parametrize("heap", [2, 3, 5, 6, 7, 9])
def test_the_search_finds_the_winning_move(heap: int) -> None:
    """Leave a multiple of four: the one winning move."""
    for seed in range(3):
        taken, bot = searched(heap, 400, seed)
        assert taken == heap % 4, seed
        best = bot.shares()[0]
        assert best.visits == max(share.visits for share in bot.shares())


def test_each_iteration_is_counted_once() -> None:
    _, bot = searched(13, 120, 1)
    shares = bot.shares()
    assert sum(share.visits for share in shares) == 120
    assert sum(share.share for share in shares) == pytest.approx(1)
    assert all(0 <= share.value <= 1 for share in shares)


def test_a_win_at_once_has_the_value_1_and_a_sure_loss_tends_to_0() -> None:
    _, bot = searched(3, 200, 1)
    means = {share.action + 1: share.value for share in bot.shares()}
    assert means[3] == 1.0
    _, bot = searched(8, 1200, 1)
    assert all(share.value < 0.45 for share in bot.shares()), "both players search"


def test_the_same_seed_gives_the_same_search() -> None:
    one, other = searched(13, 150, 4)[1], searched(13, 150, 4)[1]
    assert one.shares() == other.shares()
    assert one.generator == other.generator
    assert searched(13, 150, 5)[1].shares() != one.shares()


def test_an_iteration_keeps_at_most_depth_moves_in_the_tree() -> None:
    _, bot = searched(40, 30, 2)
    path = bot._engine.room.buffers
    assert 0 < int(path["length"][0]) <= DEPTH
