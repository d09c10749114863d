"""Bots of both UNO boxes: rules of thumb, beliefs, and the value of a position."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from mazziere.bots.bot import Bot
from mazziere.bots.engine import bot_engine
from mazziere.bots.levels import read_spec
from mazziere.bots.sitting import Sitting
from mazziere.games import find
from mazziere.games.uno import brain
from mazziere.games.uno.box import DECK
from mazziere.games.uno.brain.belief import Beliefs
from mazziere.kernel.events import Event, new_log
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import Linker
from mazziere.kernel.match import Match, match_seed
from mazziere.kernel.rng import FAST, start_stream
from mazziere.kernel.state import Plain, States, aligned, dtype_of
from tests.games.uno.table import BOTH, COLOURS, WILDS, UnoTable, everything, held, place

both_boxes = pytest.mark.parametrize("box", BOTH)
linked = Linker("plain", "test", {})


def bot(box: str, level: str, seat: int, seed: int = 1) -> Bot:
    return Bot(find(box), read_spec(level), seat, match_seed(seed, 0), "plain")


def asked(table: UnoTable, seat: int, player: Bot) -> str:
    """Return the move of a bot, as text."""
    moves = table.match.engine.legal(table.states, 0, seat)
    action = player.ask(table.seen(seat), moves)
    if action is None:
        return "wait"
    assert action in moves
    return table.match.game.name(action)


def choices(table: UnoTable, seat: int, level: str, seeds: int = 40) -> Counter[str]:
    """Count the moves of bots with different generators."""
    return Counter(asked(table, seat, bot(table.box, level, seat, seed)) for seed in range(seeds))


# Normal


@both_boxes
def test_normal_keeps_wilds_while_a_colour_fits(box: str) -> None:
    table = place(box, "r5 wild wild+4 b9", "g1 g2 g3 g4", "y1 y2 y3 y4")
    assert set(choices(table, 0, "normal")) == {"play r5"}


@both_boxes
def test_normal_names_the_colour_that_it_holds_most_of(box: str) -> None:
    table = place(box, "wild b1 b2 y4", "g1 g2 g3 g4", "r1 r2 r3 r4")
    assert set(choices(table, 0, "normal")) == {"play wild b"}
    table = place(box, "wild b1 b2 y4 y5", "g1 g2 g3 g4", "r1 r2 r3 r4")
    assert set(choices(table, 0, "normal")) == {"play wild b", "play wild y"}


@both_boxes
def test_normal_always_calls(box: str) -> None:
    table = place(box, "r5 b9", "g1 g2 g3 g4", "y1 y2 y3 y4")
    assert set(choices(table, 0, "normal")) == {"play r5 uno"}


@both_boxes
def test_normal_calls_late_and_catches_in_turn_and_out_of_turn(box: str) -> None:
    table = place(box, "r5 b9", "r1 g2 g3 g4", "y1 y2 y3 y4")
    table.move(0, "play r5")
    for seat, move in enumerate(("uno", "catch 0", "catch 0")):
        assert set(choices(table, seat, "normal", 5)) == {move}


@both_boxes
def test_between_two_normal_plays_again(box: str) -> None:
    for again in ("rskip", "rrev", "r+2"):
        table = place(box, f"{again} r5 b9", "g1 g2 g3 g4")
        assert set(choices(table, 0, "normal")) == {f"play {again}"}


@both_boxes
def test_normal_stops_a_next_player_who_is_nearly_out(box: str) -> None:
    table = place(box, "r+2 r5 r6 b9", "g1", "y1 y2 y3 y4")
    assert set(choices(table, 0, "normal")) == {"play r+2"}
    table = place(box, "rrev r5 r6 b9", "g1", "y1 y2 y3 y4")
    assert set(choices(table, 0, "normal")) == {"play rrev"}
    table = place(box, "rrev r5 r6 b9", "y1 y2 y3 y4", "g1")
    assert "play rrev" not in choices(table, 0, "normal")


def test_normal_shuffles_hands_when_it_has_many_cards() -> None:
    many = "shuffle b1 b2 b3 b4 b5 b6 g8 g9 y8"
    table = place("uno", many, "g1 g2", "y1 y2")
    assert set(choices(table, 0, "normal")) == {"play shuffle b"}
    table = place("uno", "shuffle b1", "g1 g2 g3 g4 g5 g6", "y1 y2 y3 y4 y5 y6")
    assert set(choices(table, 0, "normal")) == {"draw"}


def test_normal_throws_away_what_it_holds_least_of() -> None:
    effects = ["exactly_seven", "plain", "plain"]
    table = place("uno", "custom1 r1 r2", "wild b1 b2 b3 b4 b5 b6 g1 y1", custom=effects)
    table.move(0, "play custom1 b")
    assert set(choices(table, 1, "normal")) == {"discard g1", "discard y1"}


def test_where_points_count_normal_gets_rid_of_high_cards() -> None:
    hands = "r9 r1 g1", "b2 b3", "y2"
    table = place("uno_h2o", *hands, scoring="winner")
    assert set(choices(table, 0, "normal")) == {"play r9"}
    table = place("uno_h2o", *hands, scoring="hand")
    assert set(choices(table, 0, "normal")) == {"play r9", "play r1"}


@both_boxes
def test_normal_believes_a_wild_draw_four_the_more_the_fewer_cards_are_left(box: str) -> None:
    doubts = []
    for rest in ("b1", "b1 b2 b3 b4 b5 b6"):
        table = place(box, f"wild+4 {rest}", "g1 g2 g3", "y1 y2 y3")
        table.move(0, table.options(0)[-1])
        doubts.append(choices(table, 1, "normal", 400)["challenge"])
    assert 2 <= doubts[0] <= 30  # 3 per cent of 400
    assert 45 <= doubts[1] <= 100  # 18 per cent


# Easy


@both_boxes
def test_easy_forgets_to_call_now_and_then(box: str) -> None:
    table = place(box, "r5 b9", "g1 g2 g3 g4", "y1 y2 y3 y4")
    seen = choices(table, 0, "easy", 400)
    # 5/6 × 1/4 of the plays with thought, 1/6 × 1/3 of those without: 26 per cent
    assert 70 <= seen["play r5"] <= 140
    assert seen["play r5 uno"] > 2 * seen["play r5"]


@both_boxes
def test_easy_fails_to_catch_now_and_then(box: str) -> None:
    table = place(box, "r5 b9", "r1 g2 g3 g4", "y1 y2 y3 y4")
    table.move(0, "play r5")
    seen = choices(table, 2, "easy", 200)
    assert set(seen) == {"catch 0", "wait"}
    assert 70 <= seen["wait"] <= 130


@both_boxes
def test_easy_plays_any_colour_before_a_wild(box: str) -> None:
    table = place(box, "r5 r6 wild b9", "g1 g2 g3 g4")
    seen = choices(table, 0, "easy", 400)
    assert min(seen["play r5"], seen["play r6"]) > 120
    wilds = sum(times for move, times in seen.items() if move.startswith("play wild"))
    assert 10 < wilds < 70  # 1/6 × 4/7 of all


# Every option, every number of players

OPTIONS: list[tuple[str, int, dict[str, Any]]] = [
    ("uno", 2, {"reverse_two": "literal", "wd4": "strict"}),
    ("uno", 3, {"custom": ["draw_until", "dump_wilds", "draw_three"], "scoring": "winner"}),
    ("uno", 4, {"custom": ["exactly_seven", "extra_turn", "none"], "shuffle_last": "redeal"}),
    ("uno", 10, {"uno_call": "auto", "wild_matches": "all_but_wd4"}),
    ("uno_h2o", 2, {"scoring": "lowest", "guilty_skips": True}),
    ("uno_h2o", 5, {"scoring": "winner", "wd4_actions": "ignore"}),
]


@pytest.mark.parametrize(("box", "players", "options"), OPTIONS)
def test_bots_of_all_levels_play_to_the_end(
    box: str, players: int, options: dict[str, Any]
) -> None:
    levels = ["hard:iterations=4", "normal", "easy"]
    if options.get("scoring", "hand") != "hand":
        options = options | {"target": 60}
    for number in range(2):
        seed = match_seed(5, number)
        match = Match(find(box), players, options)
        bots = [bot(box, levels[seat % 3], seat, number) for seat in range(players)]
        Sitting(match, bots, seed).play()
        assert match.winners()


@pytest.mark.slow
def test_compiled_matches_are_the_same() -> None:
    specs = [read_spec(text) for text in ("easy", "normal", "hard:iterations=20")]
    seatings = [[0, 1, 2], [2, 0, 1]]
    played = [
        bot_engine(find("uno"), mode).play_matches(3, {}, specs, 3, [0, 1], seatings)
        for mode in ("plain", "compiled")
    ]
    for plain, compiled in zip(*played, strict=True):
        assert np.array_equal(plain, compiled)


# Beliefs


class Listener:
    """The memory of a seat, and the worlds that it imagines."""

    def __init__(self, table: UnoTable, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.memory = Plain(aligned(1, dtype_of(Beliefs)))[0]
        self.rng = Plain(aligned(1, FAST))[0]
        start_stream(self.rng, [1, 2, 3, 4], seat)
        self.random = Random(seat)

    def hear(self, events: Sequence[Event]) -> None:
        log = new_log()
        mine = [event for event in events if event.audience >> self.seat & 1]
        log[0, 0] = len(mine)
        for row, event in enumerate(mine, 1):
            log[row] = event
        linked.entry(brain.hear)(self.memory, memoryview(log), self.seat, 100, 0, self.rng)

    def world(self) -> States:
        """Return a world as a search samples it."""
        engine = self.table.match.engine
        view = self.table.seen(self.seat)
        groups = engine.hidden(view, self.seat)
        orders = [self.random.sample(group, len(group)) for group in groups]
        world = engine.world(view, self.seat, orders)
        records = Plain(view)[0], Plain(world)[0]
        linked.entry(brain.bias_world)(*records, self.seat, self.memory, self.rng)
        return world

    def hands(self, seat: int, worlds: int = 30) -> list[list[str]]:
        """Return a hand in several worlds."""
        return [held(self.table, self.world(), seat) for _ in range(worlds)]


def heard(table: UnoTable, seat: int, moves: Sequence[tuple[int, str]]) -> Listener:
    """Make the moves before a listener who knows the colour in play."""
    listener = Listener(table, seat)
    listener.memory.colour = COLOURS.index(table.colour)
    for who, move in moves:
        table.move(who, move)
        listener.hear(table.last)
    return listener


def of(colour: str, hand: list[str]) -> int:
    return sum(card[0] == colour for card in hand)


def wilds(hand: list[str]) -> int:
    return sum(card in WILDS for card in hand)


@both_boxes
def test_who_draws_has_nothing_that_fits(box: str) -> None:
    table = place(box, "g1 g2 g3 g4 g5", "b1 b2 b3 b4 b5 y6", turn=1, pile="y3")
    listener = heard(table, 0, [(1, "draw"), (1, "pass")])
    hands = listener.hands(1)
    assert all(of("r", hand) == 0 and wilds(hand) == 0 for hand in hands)
    assert max(of("b", hand) for hand in hands) > 1


@both_boxes
def test_what_is_drawn_afterwards_may_fit(box: str) -> None:
    table = place(box, "r+2 g2 g3 g4 g5", "b1 b2 b3 b4 b5 y6", "y1 y2 y4", turn=1, pile="y3 y5 y7")
    moves = [(1, "draw"), (1, "pass"), (2, "draw"), (2, "pass"), (0, "play r+2")]
    listener = heard(table, 0, moves)
    hands = listener.hands(1, 60)
    assert max(of("r", hand) for hand in hands) in (1, 2)
    assert max(of("r", hand) for hand in listener.hands(2, 60)) == 0


@both_boxes
def test_who_plays_what_he_should_not_have_is_not_read_any_more(box: str) -> None:
    table = place(
        box, "g1 g2 g3 g4 g5", "r1 r2 r3 r4 r5 r6 r8", turn=1, pile="y3 y4 y5 y6", top="r7"
    )
    moves = [(1, "draw"), (1, "pass"), (0, "draw"), (0, "pass"), (1, "play r1"), (0, "play g1")]
    listener = heard(table, 0, moves)
    assert listener.memory.odd[1] == 1


@both_boxes
def test_who_names_a_colour_has_it(box: str) -> None:
    table = place(box, "g1 g2 g3 g4 g5", "wild b1 y2", turn=1)
    listener = heard(table, 0, [(1, "play wild b")])
    assert sum(of("b", hand) > 0 for hand in listener.hands(1)) >= 28
    table = place(box, "g1 g2 g3 g4 g5", "wild b1 b2 y2", turn=1)
    listener = heard(table, 0, [(1, "play wild b"), (0, "draw"), (0, "pass"), (1, "play b1")])
    assert sum(of("b", hand) > 0 for hand in listener.hands(1)) < 25


@both_boxes
def test_few_who_play_a_wild_draw_four_are_taken_to_bluff(box: str) -> None:
    def guilty(caught: int) -> int:
        table = place(box, "g1 g2 g3 g4 g5", "wild+4 b1 b2 b3 b4 b5 y2", turn=1)
        listener = heard(table, 0, [(1, "play wild+4 b")])
        listener.memory.caught[1] = caught
        return sum(int(listener.world()["guilty"][0]) for _ in range(200))

    # 27 per cent of all cards forbid it: of six cards at least one does with 85 per cent; if 2
    # (or 30) per cent of those who hold one bluff, that makes 10 (or 63) per cent
    assert 6 <= guilty(caught=0) <= 40
    assert 95 <= guilty(caught=1) <= 155


@both_boxes
@pytest.mark.parametrize("listening", [0, 2], ids=["who draws", "who watches"])
def test_where_bluffs_are_refused_a_wild_draw_four_proves_that_the_colour_is_missing(
    box: str, listening: int
) -> None:
    hands = "y8 y9 g9", "wild+4 b1 b2 b3 b4 b5 y2", "g5 g6 g7"
    table = place(box, *hands, turn=1, direction=-1, top="r7", wd4="strict")
    listener = heard(table, listening, [(1, "play wild+4 b")])
    assert table.read("turn") == 2
    assert listener.memory.lacks[1, COLOURS.index("r")] == 1
    assert all(of("r", hand) == 0 for hand in listener.hands(1))


@pytest.mark.parametrize(
    ("box", "players", "options"),
    [
        ("uno", 2, {}),
        ("uno", 4, {"custom": ["draw_until", "exactly_seven", "dump_wilds"]}),
        ("uno_h2o", 3, {"scoring": "hand"}),
    ],
)
def test_imagined_worlds_agree_with_the_view(
    box: str, players: int, options: dict[str, Any]
) -> None:
    changed, answers = 0, 0
    for number in range(6):
        seed = match_seed(11, number)
        table = UnoTable(box, players, **options)
        bots = [bot(box, "random" if seat else "easy", seat, number) for seat in range(players)]
        sitting = Sitting(table.match, bots, seed)
        listeners = [Listener(table, seat) for seat in range(players)]
        while not table.over() and sitting.recorder.match.steps < 300:
            events = sitting.step()
            for listener in listeners:
                listener.hear(events)
            if table.due is None and not table.over():
                listener = listeners[table.turn]
                world = listener.world()
                assert everything(table, world) == sorted(table.pack)
                again = table.match.engine.view(world, 0, table.turn)
                assert again.tobytes() == table.seen(table.turn).tobytes()
                sizes = [len(held(table, world, seat)) for seat in range(players)]
                assert sizes == table.sizes
                changed += sum(map(sum, listener.memory.lacks.tolist())) > 0
                answers += int(world["bluffer"][0]) >= 0
    assert changed > 50
    assert answers > 0


# The value of a position


def value_of(table: UnoTable, seat: int) -> float:
    record = Plain(table.states)[0]
    value: float = linked.entry(brain.evaluate)(record, record, seat)
    assert 0 <= value <= 1
    return value


@pytest.mark.parametrize("scoring", ["winner", "lowest", "hand"])
def test_fewer_cards_and_a_wild_are_worth_more(scoring: str) -> None:
    def first(*hands: str) -> float:
        return value_of(place("uno_h2o", *hands, turn=1, scoring=scoring), 0)

    baseline = first("b1 b2 b3 y1", "g1 g2 g3 g4", "y3 y4 y5 y6")
    assert first("b1 b2 y1", "g1 g2 g3 g4", "y3 y4 y5 y6") > baseline
    assert first("b1 b2 b3 y1", "g1", "y3 y4 y5 y6") < baseline
    if scoring == "hand":  # for points a wild may cost more than it helps
        assert first("b1 b2 b3 wild", "g1 g2 g3 g4", "y3 y4 y5 y6") > baseline


def test_a_last_card_that_fits_wins() -> None:
    table = place("uno", "r1", "g1 g2")
    assert value_of(table, 0) > 0.99
    assert value_of(place("uno", "b1", "g1 g2"), 0) < 0.8


def test_the_others_are_judged_by_how_many_cards_they_hold() -> None:
    weak = place("uno", "r1 b2 b3", "g1 g2 g3", turn=1)
    strong = place("uno", "r1 b2 b3", "wild wild wild", turn=1)
    assert value_of(weak, 0) == value_of(strong, 0)  # exact: only the number of cards enters
    assert value_of(weak, 1) < value_of(strong, 1)


@pytest.mark.parametrize(("scoring", "sign"), [("winner", 1), ("lowest", -1)])
def test_after_a_hand_points_decide(scoring: str, sign: int) -> None:
    def ahead(points: tuple[int, ...], target: int) -> float:
        hands = "b1", "b2", "b3", "b4"
        table = place(
            "uno_h2o", *hands[: len(points)], points=points, target=target, scoring=scoring
        )
        table.states["phase"][0] = DECK
        shares = [value_of(table, seat) for seat in range(len(points))]
        assert sum(shares) == pytest.approx(1)
        return shares[0] - shares[1]

    assert ahead((100, 100), 500) == 0  # exact: the same numbers for both
    assert sign * ahead((150, 100), 500) > 0.05
    assert sign * ahead((450, 400), 500) > sign * ahead((150, 100), 500)  # less is left to play
    assert sign * ahead((300, 100, 100, 200), 500) > 0.1


def test_at_the_end_the_winners_share() -> None:
    table = place("uno_h2o", "b1", "b2", "b3", scoring="lowest")
    table.states["phase"][0] = OVER
    table.states["winners"][0] = 0b101
    # Exact: one winner of two.
    assert [value_of(table, seat) for seat in range(3)] == [0.5, 0, 0.5]
