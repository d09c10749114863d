"""The brain of ROOKIE: rules of thumb at chosen positions, and the memory of covered cards."""

import math
from collections import Counter
from random import Random
from typing import Any

import pytest

from mazziere.bots.bot import Bot
from mazziere.bots.engine import bot_engine
from mazziere.bots.levels import read_spec
from mazziere.bots.sitting import Sitting
from mazziere.games.rookie import GAME
from mazziere.games.rookie.box import COVERED, FLIPPED, KINDS
from mazziere.games.rookie.brain import LATE, easy, normal
from mazziere.games.rookie.brain.memory import PileMemory, hear, recall
from mazziere.games.rookie.rules.view import complete, fill
from mazziere.kernel.engine import engine, wanted_mode
from mazziere.kernel.events import Event, new_log
from mazziere.kernel.match import Match, match_seed
from mazziere.kernel.rng import FAST, seed_words, start_stream
from mazziere.kernel.state import Plain, aligned, dtype_of
from tests.games.rookie.table import WALKS, Table, walk_events

NINE = {1: "RG", 2: "GP", 3: "BY", 4: "YR", 5: "PB", 6: "XX", 7: "RG", 8: "GP", 9: "YB"}
"""Nine piles of two: R and G, Y twice on top, B, P and X once."""


def generator(seed: int) -> Any:
    """Return a new generator."""
    rng = Plain(aligned(1, FAST))[0]
    start_stream(rng, list(seed_words(seed)), 1)
    return rng


def know(table: Table, places: str) -> Table:
    """Mark the top cards of some piles as seen."""
    for number in places:
        table.states["seen"][0] |= 1 << int(number) - 1
    return table


def choices(table: Table, policy: Any = normal, times: int = 40) -> set[str]:
    """Return the moves that a policy makes in one position, over many draws of one generator."""
    runner, seat = table.match.engine, table.seat
    moves = runner.legal(table.states, 0, seat)
    rng, chosen = generator(1), set()
    for _ in range(times):
        v = Plain(runner.view(table.states, 0, seat))[0]
        action = policy(v, seat, moves, len(moves), rng)
        assert action in moves
        chosen.add(GAME.name(action))
    return chosen


def flips(places: str) -> set[str]:
    """Return the moves that turn over one of some piles."""
    return {f"flip {number}" for number in places}


def play_on(table: Table, phase: str) -> Table:
    """Let `normal` move as long as the moves begin with a word."""
    while not table.is_over() and table.moves.startswith(phase):
        (move,) = choices(table, times=1)
        table.do(move)
    return table


# Turning over


def test_a_known_pair_is_taken_first() -> None:
    table = know(Table().piles(NINE), "1347")
    assert choices(table) <= flips("17")
    table.do("flip 1")
    assert choices(table) == {"flip 7"}


def test_a_new_card_is_turned_over_if_no_pair_is_known() -> None:
    table = know(Table().piles(NINE), "123")
    assert choices(table, times=200) == flips("456789")


def test_the_partner_of_a_new_card_is_taken() -> None:
    table = know(Table().piles(NINE), "123").do("flip 8")
    assert choices(table) == {"flip 2"}


@pytest.mark.parametrize(
    ("players", "options", "known", "dares"),
    [
        (2, {}, "12", False),  # two kinds are known: a new card would help the other
        (2, {}, "1", True),
        (3, {}, "123", True),  # the next player is only one of two
        (4, {"mode": "team"}, "123", False),  # two sides again
        (6, {"mode": "team"}, "123", True),
    ],
)
def test_the_second_card_gives_nothing_away_between_two_sides(
    players: int, options: dict[str, Any], known: str, dares: bool
) -> None:
    table = know(Table(players, **options).piles(NINE), known).do("flip 5")
    new = {f"flip {n}" for n in range(1, 10) if str(n) not in known + "5"}
    assert choices(table, times=200) == (new if dares else flips(known))


def test_after_an_x_a_new_card_is_turned_over() -> None:
    table = know(Table().piles(NINE), "1234").do("flip 6")
    assert choices(table, times=200) == flips("5789")


def test_a_known_x_is_not_opened_beside_a_colour() -> None:
    table = know(Table().piles(NINE), "1236").do("flip 5")
    assert choices(table, times=200) == flips("123")


def test_all_known_and_no_two_alike_the_kind_with_most_beneath_is_lifted() -> None:
    table = know(Table().piles({1: "RG", 2: "GBBB", 3: "B", 4: "YYYY", 5: "P", 6: "P"}), "1234")
    table.do("flip 5", "flip 6", "place P 1", "place P 1")
    assert choices(table) == {"flip 4"}


def test_beside_open_cards_normal_seeks_a_new_card() -> None:
    table = Table().piles(NINE, shown="16")
    assert choices(table) == flips("2345789")
    assert choices(know(table, "23")) == flips("45789")
    assert {"cover", "flip 4"} <= choices(table, easy, 200)


def test_a_known_partner_of_an_open_card_is_taken_by_seeking() -> None:
    assert choices(know(Table().piles(NINE, shown="16"), "7")) == {"flip 7"}


def test_open_cards_are_covered_for_a_known_pair_elsewhere() -> None:
    table = know(Table().piles(NINE, shown="16"), "287")  # G twice; the partner of R stays known
    assert choices(table) == {"cover"}
    table.do("cover")
    assert choices(table) <= flips("28")


def test_open_cards_are_covered_if_they_are_not_barred() -> None:
    table = know(Table(2, after_cover="any").piles(NINE, shown="16"), "7")
    assert choices(table) == {"cover"}
    table.do("cover")
    assert choices(table) <= flips("17")


def test_open_cards_are_covered_if_no_new_card_is_within_reach() -> None:
    table = know(Table().piles({1: "RR", 2: "XX", 3: "GG", 4: "BB"}, shown="12"), "34")
    assert choices(table) == {"cover"}


def test_after_covering_the_barred_cards_are_left_alone() -> None:
    table = know(Table().piles(NINE, shown="16"), "7").do("cover")  # R lies at 1 and 7
    assert choices(table) == flips("234589")  # a new card
    table.do("flip 7")
    assert "flip 1" not in choices(table)


# Laying


def test_a_pair_that_nobody_shows_is_laid_on_one_pile() -> None:
    table = Table().piles(NINE).before(0, "GG", "BB", "").do("flip 1", "flip 7")
    play_on(table, "place")
    assert table.tops(0) == "GBR"
    assert table.uncaptured(0) == "RRGGBB"


def test_a_kind_without_cards_left_is_covered_first() -> None:
    piles = {1: "R", 2: "R", 3: "BBB", 4: "YY", 5: "YB"}
    table = Table().piles(piles).before(0, "YY", "PP", "BB").do("flip 1", "flip 2")
    play_on(table, "place")
    assert table.tops(0) == "YRB"


def test_a_pair_captures_if_one_pile_shows_its_kind() -> None:
    table = Table().piles(NINE).before(0, "GG", "YR", "BB").do("flip 1", "flip 7")
    play_on(table, "place")
    assert table.scores[0] == 8


def test_loot_is_laid_so_that_it_captures() -> None:
    piles = {1: "XR", 2: "XR", 3: "GG", 4: "BB"}
    table = Table().piles(piles).before(0, "Y", "", "").before(1, "RG", "RB", "RP")
    table.do("flip 1", "flip 2")
    play_on(table, "place")
    assert choices(table) == {"rob 1"}
    table.do("rob 1")
    play_on(table, "place")
    assert (table.scores, table.uncaptured(0)) == ([9, 0], "")


def test_three_x_are_preferred_to_three_of_a_colour() -> None:
    piles = {1: "XR", 2: "XR", 3: "GG", 4: "BB"}
    table = Table(3).piles(piles).before(0, "X", "X", "R").before(1, "RR", "R").before(2, "B")
    table.do("flip 1", "flip 2")
    play_on(table, "place")
    assert "rookie 0 0 0" in table.told


def test_the_richer_neighbour_is_robbed() -> None:
    piles = {1: "XR", 2: "XR", 3: "GG", 4: "BB"}
    table = Table(4).piles(piles).before(1, "RGB").before(3, "YP").before(2, "RGBYP")
    table.do("flip 1", "flip 2")
    play_on(table, "place")
    assert choices(table) == {"rob 1"}
    assert choices(table, easy, 100) == {"rob 1", "rob 3"}


def test_a_pair_is_given_to_the_partner_who_captures_with_it() -> None:
    table = Table(4, mode="team").piles(NINE).before(2, "RR", "G", "B").do("flip 1", "flip 7")
    while table.moves.startswith(("place", "give")):
        (move,) = choices(table, times=1)
        table.do(move)
    assert table.scores == [0, 0, 6, 0]


def test_a_pool_captures_its_tallest_piles() -> None:
    table = Table(4, mode="team", team_pool=True).piles(NINE)
    table.before(0, "GGGG", "B", "").before(2, "R", "YYY", "P").do("flip 1", "flip 7")
    while table.moves.startswith(("place", "give")):
        (move,) = choices(table, times=1)
        table.do(move)
    assert table.scores[0] == 1 + 5 + 4


def test_whoever_is_asked_captures() -> None:
    table = Table(2, capture="manual").piles(NINE).before(0, "R", "", "").do("flip 1", "flip 7")
    play_on(table, "place")
    assert choices(table) == {"capture"}


# Memory


def told(events: list[Event]) -> Any:
    """Return a log with some events."""
    log = new_log()
    log[0, 0] = len(events)
    for row, event in enumerate(events, 1):
        log[row] = event
    return memoryview(log)


@pytest.mark.parametrize(("players", "options"), WALKS)
def test_a_memory_that_keeps_everything_knows_what_a_view_shows(
    players: int, options: dict[str, Any]
) -> None:
    runner = engine(GAME, wanted_mode())
    for seed in range(2):
        m, rng = Plain(aligned(1, dtype_of(PileMemory)))[0], generator(seed)
        for states, events in walk_events(players, options, seed):
            hear(m, told(events), 0, 100, 0, rng)
            view = runner.view(states, 0, 0)
            whole = view.tobytes()
            recall(Plain(view)[0], m)
            assert view.tobytes() == whole


@pytest.mark.parametrize(("players", "options"), WALKS)
def test_what_is_forgotten_leaves_a_view_that_can_be_completed(
    players: int, options: dict[str, Any]
) -> None:
    runner = engine(GAME, wanted_mode())
    m, rng, lost = Plain(aligned(1, dtype_of(PileMemory)))[0], generator(1), 0
    for states, events in walk_events(players, options, 3):
        hear(m, told(events), 0, 60, 3, rng)
        v = Plain(runner.view(states, 0, 0))[0]
        seen = v.seen
        recall(v, m)
        lost += seen != v.seen
        assert v.seen & ~seen == 0
        assert v.open & ~v.seen == 0
        cards, sizes = [0] * 128, [0] * 8
        if complete(v, 0, cards, sizes):
            fill(v, 0, cards)
        s = Plain(states)[0]
        on_table: Counter[int] = Counter()
        for place in range(9):
            on_table.update(v.table[place, level] for level in range(v.height[place]))
            if v.seen >> place & 1:
                top = v.height[place] - 1
                assert v.table[place, top] == s.table[place, top]
        assert on_table == Counter({kind: s.rest[kind] for kind in range(KINDS) if s.rest[kind]})
    assert lost > 20


def test_a_card_is_recalled_as_the_formula_says() -> None:
    table = know(Table().piles(NINE), "3")
    for others in (0, 2, 6):  # turns of anybody between
        rng, known, draws = generator(others), 0, 1200
        for _ in range(draws):
            m = Plain(aligned(1, dtype_of(PileMemory)))[0]
            hear(m, told([Event(FLIPPED, 0, 2, 2, 3), Event(COVERED, 0, 0, 0, 3)]), 0, 80, 3, rng)
            for turn in range(others):
                who = (turn + 1) % 2
                hear(m, told([Event(FLIPPED, who, 0, 0, 3)]), 0, 80, 3, rng)
                hear(m, told([Event(FLIPPED, who, 1, 1, 3)]), 0, 80, 3, rng)
                hear(m, told([Event(COVERED, who, 0, 0, 3)]), 0, 80, 3, rng)
            v = Plain(table.match.engine.view(table.states, 0, 0))[0]
            recall(v, m)
            known += v.seen >> 2 & 1
        chance = 0.8 * 2 ** (-others / 3)
        assert abs(known - draws * chance) < 5 * math.sqrt(draws * chance * (1 - chance))


# Whole matches


def play(specs: list[str], players: int, options: dict[str, Any], number: int) -> Match:
    """Play a match between bots, uncompiled."""
    seed = match_seed(6, number)
    match = Match(GAME, players, options)
    texts = [specs[seat % len(specs)] for seat in range(players)]
    bots = [Bot(GAME, read_spec(t), seat, seed, "plain") for seat, t in enumerate(texts)]
    Sitting(match, bots, seed).play()
    return match


@pytest.mark.parametrize(("players", "options"), WALKS)
def test_matches_of_all_kinds_are_played_to_the_end(players: int, options: dict[str, Any]) -> None:
    match = play(["easy", "normal", "hard:iterations=3"], players, options, players)
    assert match.is_over


def test_every_policy_knows_a_move_under_any_options() -> None:
    rng = Random(8)
    for number in range(12):
        options = {option.name: rng.choice(option.samples()) for option in GAME.options}
        players = rng.choice(GAME.allowed_players(GAME.full_options(options)))
        assert play(["easy", "normal"], players, options, number).is_over


def test_a_search_is_for_the_end_of_a_match() -> None:
    seed = match_seed(6, 1)
    match = Match(GAME, 2, {"edition": "pocket"})
    bots = [Bot(GAME, read_spec("hard:iterations=4"), seat, seed, "plain") for seat in range(2)]
    sitting = Sitting(match, bots, seed)
    searches = 0
    while not match.is_over:
        left = int(match.states["rest"][0].sum())
        movers = match.actors()
        sitting.step()
        for seat in movers:
            if bots[seat].shares():
                searches += 1
                assert left <= LATE
    assert searches > 0


@pytest.mark.slow
def test_compiled_matches_are_the_uncompiled_ones() -> None:
    names = ["easy", "normal", "hard:iterations=20"]
    options = {"edition": "pocket"}
    scores, _ = bot_engine(GAME, "compiled").play_matches(
        3, options, [read_spec(name) for name in names], 6, range(3), [[0, 1, 2]] * 3
    )
    assert scores.tolist() == [play(names, 3, options, number).scores() for number in range(3)]
