"""The references of yooloo, one_to_ten and dieci against the ledger's examples and invariants."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.reference import dieci, one_to_ten, yooloo
from tests.reference.dieci import VALUE, Dieci, pack
from tests.reference.one_to_ten import OneToTen, knowing_move
from tests.reference.protocol import Impossible, Reference, any_move, random_match
from tests.reference.yooloo import Yooloo, round_winner

Options = dict[str, Any]
UP = [str(value) for value in range(1, 11)]
DOWN = UP[::-1]


def one_by_one(values: dict[str, list[Any]]) -> list[Options]:
    """The defaults, then every other value of every option alone."""
    return [{}] + [{name: value} for name, known in values.items() for value in known[1:]]


def label(options: Any) -> str:
    """How an option set is called in the test's name."""
    if not isinstance(options, dict):
        return str(options)
    return ",".join(f"{name}={value}" for name, value in options.items()) or "default"


# ---------------------------------------------------------------- yooloo: examples


def begin(players: int, options: Options, points: list[str] | None = None) -> Yooloo:
    match = Yooloo(players, options)
    match.chance({"chance": "starter", "seat": 0})
    if points:
        match.chance({"chance": "points", "cards": points})
    return match


def commit(match: Yooloo, cards: list[str]) -> None:
    for seat, card in enumerate(cards):
        match.move(seat, f"play {card}")


def stack_all(match: Yooloo, stacks: list[list[str]]) -> None:
    for seat, stack in enumerate(stacks):
        for card in stack:
            match.move(seat, f"stack {card}")


ROUNDS: list[tuple[str, list[int], int | None]] = [
    ("Y1", [10, 7, 8, 10], 2),
    ("Y2", [10, 10, 1], 2),
    ("Y3", [5, 5, 5], None),
    ("Y4", [3, 3, 9, 9], None),
    ("Y7", [1, 2, 3, 4, 5, 6, 7, 8], 7),
    ("Y8", [10, 10, 10, 9, 9, 9, 8, 8], None),
    ("Y10", [7, 7], None),
    ("Y11", [7, 6], 0),
]


@pytest.mark.parametrize(("name", "values", "winner"), ROUNDS, ids=[row[0] for row in ROUNDS])
def test_yooloo_round(name: str, values: list[int], winner: int | None) -> None:
    cards = [str(value) for value in values]
    match = begin(len(cards), {"variant": "a"})
    commit(match, cards)
    expected = [0] * len(cards)
    if winner is not None:
        expected[winner] = 1
    assert match.scores() == expected
    assert match.removed == (["1"] if name == "Y10" else [])
    assert match.parked == (["1"] if winner is None and len(cards) > 2 else [])


EIGHT = UP[:8]
SHIFTED = [EIGHT[seat:] + EIGHT[:seat] + ["9", "10"] for seat in range(4)]  # Y19: all differ

MATCHES: list[tuple[str, Options, list[list[str]], list[list[str]], list[int]]] = [
    ("Y12", {}, [UP, UP], [], [0, 0]),
    ("Y13", {}, [UP, DOWN], [], [40, 15]),
    ("Y15", {}, [UP, DOWN, UP], [], [0, 55, 0]),
    ("Y16", {}, [UP, UP, UP], [["10"] * 3, ["10", "10", "3"]], [0, 0, 55]),
    ("Y16-last", {"showdown_prize": "last"}, [UP] * 3, [["10", "10", "3"]], [0, 0, 10]),
    # The 8 stands at place 8 of seat 0, 7 of seat 1, 6 of seat 2, 5 of seat 3; the 7 wins none
    # of rounds 1-4 alone: highest of round r is seat 3's card r+3 up to round 5.
    ("Y19", {}, SHIFTED, [["4", "9", "9", "10"]], [8, 7, 6, 1 + 2 + 3 + 4 + 5 + 19]),
    (
        "Y19-last",
        {"showdown_prize": "last"},
        SHIFTED,
        [["4", "9", "9", "10"]],
        [8, 7, 6, 1 + 2 + 3 + 4 + 5 + 10],
    ),
]


@pytest.mark.parametrize(
    ("options", "stacks", "showdowns", "expected"),
    [row[1:] for row in MATCHES],
    ids=[row[0] for row in MATCHES],
)
def test_yooloo_match(
    options: Options, stacks: list[list[str]], showdowns: list[list[str]], expected: list[int]
) -> None:
    match = begin(len(stacks), options)
    stack_all(match, stacks)
    for cards in showdowns:
        assert not match.over()
        assert match.legal() == {
            seat: sorted(f"play {card}" for card in UP) for seat in range(len(stacks))
        }
        commit(match, cards)
    assert match.over()
    assert match.scores() == expected
    assert match.winners() == [
        seat for seat, points in enumerate(expected) if points == max(expected)
    ]


def test_yooloo_Y21_variant_b() -> None:
    match = begin(2, {"variant": "b"}, ["7", "3", "10", "1", "2", "9", "5", "8", "4", "6"])
    for number, cards in enumerate(zip(UP, DOWN, strict=True)):
        commit(match, list(cards))
        if number == 4:
            assert match.scores() == [0, 23]
    assert match.over()
    assert match.scores() == [32, 23]


def test_yooloo_Y22_variant_a_legality() -> None:
    match = begin(3, {"variant": "a"})
    for number, card in enumerate(UP):
        left = sorted(f"play {other}" for other in UP[number:])
        assert match.legal() == {0: left, 1: left, 2: left}
        if number:
            with pytest.raises(Impossible):
                match.move(0, "play 1")
        match.move(1, f"play {card}")
        assert match.legal() == {0: left, 2: left}  # contract Y1
        match.move(0, f"play {card}")
        match.move(2, f"play {card}")
    assert all(len(moves) == 10 for moves in match.legal().values())  # showdown
    commit(match, ["1", "2", "2"])
    assert match.over()
    assert match.scores() == [55, 0, 0]


def test_yooloo_Y2_wins_are_shared_also_at_nil() -> None:
    match = begin(2, {"games": 2, "series": "wins"})
    stack_all(match, [UP, UP])
    assert match.due() is None
    assert not match.over()
    assert match.scores() == [1, 1]
    stack_all(match, [UP, DOWN])
    assert match.scores() == [2, 1]
    assert match.winners() == [0]


def test_yooloo_b_lays_new_points_before_each_game() -> None:
    match = begin(2, {"variant": "b", "games": 2}, DOWN)
    for cards in zip(UP, DOWN, strict=True):
        assert match.due() is None
        commit(match, list(cards))
    assert match.scores() == [15, 40]
    assert match.due() == "points"
    assert match.legal() == {}
    match.chance({"chance": "points", "cards": UP})
    for cards in zip(UP, DOWN, strict=True):
        commit(match, list(cards))
    assert match.over()
    assert match.scores() == [55, 55]
    assert match.winners() == [0, 1]


def test_yooloo_b_showdown_for_the_last_card_only() -> None:
    match = begin(3, {"variant": "b", "showdown_prize": "last"}, [*UP[5:], *UP[:5]])
    for card in UP:
        commit(match, [card] * 3)
    commit(match, ["2", "2", "9"])
    assert match.scores() == [0, 0, 5]  # contract Y3: the tenth played for, the 5


# ---------------------------------------------------------------- yooloo: invariants


def walk(match: Reference, rng: Random, choose: Any = any_move) -> Iterator[dict[str, Any]]:
    """Play at random; yield each step after it was made."""
    for _ in range(100_000):
        if match.over():
            return
        if match.due() is not None:
            assert match.legal() == {}
            step = match.random_chance(rng)
            match.chance(step)
        else:
            seat, move = choose(match, match.legal(), rng)
            step = {"seat": seat, "move": move}
            match.move(seat, move)
        yield step
    raise AssertionError("no end")


def yooloo_options() -> list[Options]:
    few = one_by_one(dict(yooloo.VALUES, games=[1, 2, 3, 50]))
    variants = [{"variant": "a"}, {"variant": "b"}]
    return few + [dict(v, games=3, series="wins", showdown_prize="last") for v in variants]


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("options", yooloo_options(), ids=label)
def test_yooloo_INV_1_2_3(players: int, options: Options) -> None:
    rng = Random(f"yooloo {players} {label(options)}")
    lost_to_option = options.get("showdown_prize") == "last"
    match = Yooloo(players, options)
    plays: list[list[str]] = [[] for _ in range(players)]
    points = list(UP)
    showdown = False
    for step in walk(match, rng):
        if step.get("chance") == "points":
            points = step["cards"]
        if "move" in step and not showdown:
            plays[step["seat"]].append(step["move"].split()[1])
        showdown = match.showdown
        counted = len(match.pile) + len(match.parked) + len(match.removed)
        counted += sum(len(cards) for cards in match.won)
        assert counted == (10 if match.pile_is_laid else 0)  # INV-YOO-1
        if players == 2:
            assert match.parked == []
            assert not match.showdown
        elif not lost_to_option:
            assert match.removed == []
        if all(len(cards) == 10 for cards in plays) and not showdown:  # a game has ended
            assert all(sorted(cards) == sorted(UP) for cards in plays)  # INV-YOO-3
            rounds = list(zip(points, *plays, strict=True))
            ties = sum(int(card) for card, *cards in rounds if len(set(cards)) == 1)
            total = sum(match.history[-1])
            if players == 2:
                assert total == 55 - ties  # INV-YOO-2
            else:
                assert total == 55 or (lost_to_option and total < 55)
            plays = [[] for _ in range(players)]
    assert len(match.history) == options.get("games", 1)


def test_yooloo_INV_4_winner_means_a_unique_value() -> None:
    for cards in product(UP, repeat=3):
        winner = round_winner(list(cards))
        assert (winner is None) == (len(set(cards)) == 1)
        if winner is not None:
            rest = [int(card) for seat, card in enumerate(cards) if seat != winner]
            higher = [value for value in rest if value >= int(cards[winner])]
            assert higher == [] or (higher[0] == higher[-1] != int(cards[winner]))


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("variant", ["base", "a", "b"])
def test_yooloo_INV_5_seats_and_order_do_not_matter(players: int, variant: str) -> None:
    rng = Random(f"permute {players} {variant}")
    for _ in range(20):
        record = random_match(Yooloo, "yooloo", players, {"variant": variant, "games": 2}, rng)
        place = rng.sample(range(players), players)  # old seat -> new seat
        other = Yooloo(players, record["options"])
        waiting: list[tuple[int, str]] = []  # moves made at the same time, in another order
        for step in record["steps"]:
            if "chance" in step:
                assert waiting == []
                if step["chance"] == "starter":
                    step = dict(step, seat=rng.randrange(players))
                other.chance(step)
                continue
            waiting.append((place[step["seat"]], step["move"]))
            due = players * 10 if step["move"].startswith("stack") else players
            if len(waiting) == due:
                for seat, move in sorted(waiting, key=lambda pair: pair[0]):  # a stable sort
                    other.move(seat, move)
                waiting = []
        scores = record["result"]["scores"]
        assert [other.scores()[place[seat]] for seat in range(players)] == scores


# ---------------------------------------------------------------- one_to_ten: examples


def rows_of(*rows: list[int]) -> dict[str, Any]:
    return {"chance": "rows", "rows": [[str(card) for card in row] for row in rows]}


UP_ROW = list(range(1, 11))
T_ROW = [4, 1, 9, 2, 3, 5, 6, 7, 8, 10]


def lay(options: Options, starter: int, *rows: list[int]) -> OneToTen:
    match = OneToTen(len(rows), options)
    match.chance({"chance": "starter", "seat": starter})
    assert match.due() == "rows"
    assert match.legal() == {}
    match.chance(rows_of(*rows))
    return match


def turn_value(match: OneToTen, value: int) -> None:
    assert match.rows is not None
    match.move(match.seat, f"turn {match.rows[match.seat].index(str(value)) + 1}")


def test_one_to_ten_T1_T2_one_card_a_turn() -> None:
    match = lay({}, 0, T_ROW, UP_ROW)
    match.move(0, "turn 1")  # T1
    assert match.found == [0, 0]
    assert list(match.legal()) == [1]
    match.move(1, "turn 5")
    assert len(match.legal()[0]) == 10
    match.move(0, "turn 2")  # T2
    assert match.found == [1, 0]
    assert list(match.legal()) == [1]
    match.move(1, "turn 1")
    assert "turn 2" not in match.legal()[0]
    assert len(match.legal()[0]) == 9
    with pytest.raises(Impossible):
        match.move(0, "turn 2")


@pytest.mark.parametrize("end", ["round", "now"])
@pytest.mark.parametrize("starter", range(3))
def test_one_to_ten_T4_the_round_is_finished(starter: int, end: str) -> None:
    """In play order: seven cards found, ten, ten."""
    match = lay({"end": end}, starter, UP_ROW, UP_ROW, UP_ROW)
    first, second, third = [(starter + step) % 3 for step in range(3)]
    for number in range(1, 11):
        turn_value(match, number if number <= 7 else 10)
        turn_value(match, number)
        if match.over():
            break
        assert list(match.legal()) == [third]
        if number == 10:
            assert match.legal() == {third: ["turn 10"]}  # contract G4
        turn_value(match, number)
    assert match.over()
    assert match.legal() == {}
    expected = {first: 7, second: 10, third: 10 if end == "round" else 9}
    assert match.scores() == [expected[seat] for seat in range(3)]
    assert match.winners() == sorted([second, third] if end == "round" else [second])


def turns_with_perfect_memory(row: list[int]) -> int:
    match = lay({}, 0, row, row)
    known: dict[int, int] = {}
    while not match.over():
        target = match.found[0] + 1
        place = known.get(target) or next(k for k in range(1, 11) if k not in known.values())
        known[row[place - 1]] = place
        match.move(0, f"turn {place}")
        match.move(1, f"turn {place}")
    assert match.turns[0] == match.turns[1]  # INV-TEN-1
    return match.turns[0]


@pytest.mark.parametrize(
    ("row", "turns"),
    [(UP_ROW, 10), ([2, 1, 3, 4, 5, 6, 7, 8, 9, 10], 11), (UP_ROW[::-1], 19)],
    ids=["T5", "T7", "INV-TEN-2-most"],
)
def test_one_to_ten_turns(row: list[int], turns: int) -> None:
    assert turns_with_perfect_memory(row) == turns


def test_one_to_ten_INV_2_ten_to_nineteen_turns() -> None:
    rng = Random(2)
    for _ in range(300):
        row = rng.sample(UP_ROW, 10)
        seen_as_miss = 0
        target = 1
        for card in row:  # a card before its own number is up is a miss once
            met = set(row[: row.index(card)])
            target = next(value for value in range(1, 12) if value not in met)
            seen_as_miss += card != target
        assert turns_with_perfect_memory(row) == 10 + seen_as_miss


@pytest.mark.parametrize("score", ["final", "best_run"])
def test_one_to_ten_T8_in_one_go(score: str) -> None:
    match = lay({"variant": "one_go", "one_go_score": score}, 1, UP_ROW, T_ROW)
    for value in (1, 2, 3):
        turn_value(match, value)
        assert list(match.legal()) == [1]
        assert match.scores() == [0, value]
    turn_value(match, 7)
    assert match.scores() == [0, 3 if score == "best_run" else 0]
    assert list(match.legal()) == [0]
    turn_value(match, 2)
    assert len(match.legal()[1]) == 10  # all face down again
    turn_value(match, 1)
    assert match.scores() == [0, 3 if score == "best_run" else 1]


@pytest.mark.parametrize("end", ["round", "now"])
def test_one_to_ten_one_go_end(end: str) -> None:
    match = lay({"variant": "one_go", "end": end}, 2, UP_ROW, UP_ROW, UP_ROW)
    for value in UP_ROW:
        assert not match.over()
        turn_value(match, value)
    assert match.over() == (end == "now")
    if end == "round":
        turn_value(match, 5)  # seat 0
        for value in UP_ROW:
            assert list(match.legal()) == [1]
            assert not match.over()
            turn_value(match, value)
        assert match.over()
    assert match.scores() == ([0, 0, 10] if end == "now" else [0, 10, 10])


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("options", [
    {"variant": variant, "end": end, "one_go_score": score}
    for variant in ("step", "one_go") for end in ("round", "now") for score in ("final", "best_run")
], ids=label)  # fmt: skip
def test_one_to_ten_INV_1(players: int, options: Options) -> None:
    rng = Random(f"one_to_ten {players} {label(options)}")
    match = OneToTen(players, options)
    choose = knowing_move if options["variant"] == "one_go" else any_move
    for _ in walk(match, rng, choose):
        for seat, moves in match.legal().items():
            assert match.rows is not None
            up = [match.rows[seat][k - 1] for k in UP_ROW if f"turn {k}" not in moves]
            assert sorted(up, key=int) == UP[: match.found[seat]]
    if options["end"] == "round":
        assert len(set(match.turns)) == 1
    assert max(match.scores()) == 10
    assert match.winners() == [s for s in range(players) if match.scores()[s] == 10]


# ---------------------------------------------------------------- dieci: examples

LETTERS = {"G": "10", "W": "9", "P": "8", "R": "7", "H": "6"}
LETTERS |= {"S": "0", "O": "00", "M": "000", "L": "0000", "J": "cat"}


def cards_of(letters: str) -> list[str]:
    return [LETTERS.get(letter, letter) for letter in letters.replace(",", " ").split()]


def deal(
    hands: str,
    deck: str = "",
    tokens: list[int] | None = None,
    options: Options | None = None,
    dealer: int = 0,
    eliminated: int = 0,
) -> tuple[Dieci, list[int]]:
    """A round from hands in play order, the dealer last; with the seats in play order."""
    held = cards_of(hands)
    players = len(held) + eliminated
    match = Dieci(players, options or {})
    match.chance({"chance": "dealer", "seat": dealer})
    seats = [(dealer + step) % players for step in range(1 + eliminated, players)] + [dealer]
    for seat in range(players):
        if seat not in seats:
            match.tokens[seat] = 0
    for seat, count in zip(seats, tokens or [], strict=False):
        match.tokens[seat] = count
    top = [held[-1], *held[:-1], *cards_of(deck)]
    rest = pack(match.options["deck"])
    for card in top:
        rest.remove(card)
    match.chance({"chance": "deck", "cards": top + rest})
    return match, seats


def play_round(match: Dieci, seats: list[int], plays: str) -> None:
    """One letter a seat: k keep, s swap or the dealer's draw, - blocks when asked."""
    letters = dict(zip(seats, plays.replace(",", ""), strict=True))
    while match.phase in ("play", "answer"):
        ((seat, _),) = match.legal().items()
        if match.phase == "answer":
            match.move(seat, "block" if letters[seat] == "-" else "accept")
            continue
        on_last = seat == seats[-1]
        match.move(seat, {"k": "keep", "s": "draw" if on_last else "swap"}[letters[seat]])


def tokens_of(match: Dieci, seats: list[int]) -> list[int]:
    return [match.tokens[seat] for seat in seats]


Case = tuple[str, str, str, str, list[int], str, list[int], Options]
D_CASES: list[Case] = [  # name, hands, plays, deck, tokens, final hands, tokens after, options
    ("D1", "S,2,5", "s,k,k", "", [5] * 3, "2,S,5", [5, 4, 5], {}),
    ("D2", "S,W,5", "s,-,k", "", [5] * 3, "S,W,5", [3, 5, 5], {}),
    ("D3", "S,2,4,5", "s,s,k,k", "", [5] * 4, "2,4,S,5", [5, 5, 4, 5], {}),
    ("D4", "S,2,4,P,5", "s,s,s,-,k", "", [5] * 5, "S,2,4,P,5", [4, 5, 4, 5, 5], {}),
    ("D5", "S,P,5", "s,-,k", "", [5] * 3, "S,P,5", [3, 5, 5], {}),
    ("D6", "1,H,5", "s,-,k", "", [5] * 3, "1,H,5", [4, 5, 5], {}),
    ("D7", "3,G,1", "s,-,k", "", [5] * 3, "3,G,1", [5, 5, 4], {}),
    ("D8", "S,R,3,5", "s,-,k,k", "", [5] * 4, "3,R,S,5", [5, 5, 4, 5], {}),
    ("D10", "S,R,H,5", "s,-,-,k", "", [5] * 4, "S,R,H,5", [4, 5, 5, 5], {}),
    ("D10-strict", "S,R,H,5", "s,-,k,k", "", [5] * 4, "H,R,S,5", [5, 5, 4, 5],
     {"rabbit_strict": True}),
    ("D12", "3,S,R", "k,s,-", "", [5] * 3, "3,S,R", [5, 4, 5], {}),
    ("D14", "4,5,S", "k,k,s", "H", [5] * 3, "4,5,H", [4, 5, 5], {}),
    ("D15", "4,5,1", "k,k,s", "M", [5] * 3, "4,5,M", [5, 5, 4], {}),
    ("D16", "2,2,5", "k,k,k", "", [5] * 3, "2,2,5", [4, 4, 5], {}),
    ("D17", "O,O,O,5", "k,k,k,k", "", [5] * 4, "O,O,O,5", [4, 4, 4, 5], {}),
    ("D18", "J,L,5", "k,k,k", "", [5] * 3, "J,L,5", [4, 4, 5], {}),
    ("D19", "J,J,5", "k,k,k", "", [5] * 3, "J,J,5", [5, 5, 5], {}),
    ("D21", "J,J,J,3", "k,k,k,k", "", [5] * 4, "J,J,J,3", [5, 5, 5, 5], {}),
    ("D23", "3,3", "k,k", "", [2, 1], "3,3", [2, 1], {}),
    ("D24", "3,4", "k,k", "", [1, 1], "3,4", [0, 1], {}),
    ("D25", "J,L", "k,k", "", [1, 1], "J,L", [1, 1], {}),
    ("D27", "3,3,3", "k,k,k", "", [2, 1, 1], "3,3,3", [1, 0, 0], {}),
    ("D29", "S,O,M,L", "k,k,k,k", "", [5] * 4, "S,O,M,L", [5, 5, 5, 4], {}),
    ("D30", "S,W,5", "s,-,k", "", [2, 5, 5], "S,W,5", [0, 5, 5], {}),
    ("D32", "S,2,4", "s,s,s", "5", [5] * 3, "2,4,5", [4, 5, 5], {}),
    ("D34", "S,H,5", "s,k,k", "", [5] * 3, "H,S,5", [5, 4, 5], {}),
    ("D35", "S,3", "s,s", "2", [5] * 2, "3,2", [5, 4], {}),
    # Further corners, from the contract:
    ("one-above-zero", "1,S", "k,k", "", [5] * 2, "1,S", [5, 4], {}),
    ("ogre-above-mask", "O,M", "k,k", "", [5] * 2, "O,M", [5, 4], {}),
    ("rabbit-twice", "S,R,R,4", "s,-,-,k", "", [5] * 4, "4,R,R,S", [5, 5, 5, 4], {}),
    ("wolf-over-rabbit", "S,R,W,4", "s,-,-,k", "", [5] * 4, "S,R,W,4", [3, 5, 5, 5], {}),
    ("skunk-over-rabbit", "2,S,R,P,4", "s,s,-,-,k", "", [5] * 5, "2,S,R,P,4", [5, 3, 5, 5, 5], {}),
    ("skunk-after-jump", "S,R,3,P,4", "s,-,s,-,k", "", [5] * 5, "S,R,3,P,4", [4, 5, 4, 5, 5], {}),
    ("skunk-after-keep", "S,2,4,P,5", "s,k,s,-,k", "", [5] * 5, "2,S,4,P,5", [5, 4, 4, 5, 5], {}),
    ("skunk-after-block", "S,2,G,4,P,5", "s,s,-,s,-,k", "", [5] * 6, "2,S,G,4,P,5",
     [5, 4, 5, 4, 5, 5], {}),
    ("skunk-at-dealer", "S,2,P", "s,s,-", "", [5] * 3, "S,2,P", [4, 4, 5], {}),
    ("rabbit-deck-D1", "3,S,R", "k,s,-", "5", [5] * 3, "3,5,R", [4, 5, 5],
     {"rabbit_dealer": "deck"}),
    ("rabbit-deck-D2", "3,S,R", "k,s,-", "G", [5] * 3, "3,S,R", [5, 4, 5],
     {"rabbit_dealer": "deck", "deck_blocks": True}),
    ("deck-blocks-D2", "4,5,S", "k,k,s", "W", [5] * 3, "4,5,S", [5, 5, 4], {"deck_blocks": True}),
    ("pay-to-blocker", "S,W,5", "s,-,k", "", [5] * 3, "S,W,5", [3, 6, 5], {"pay_to": "blocker"}),
    ("out-at-end", "S,W,1,5", "s,-,k,k", "", [1, 5, 5, 5], "S,W,1,5", [0, 5, 5, 5], {}),
    ("out-now", "S,W,1,5", "s,-,k,k", "", [1, 5, 5, 5], "S,W,1,5", [0, 5, 4, 5],
     {"out_now": True}),
    ("out-now-two-compared", "S,W,9", "s,-,k", "", [1, 5, 5], "S,W,9", [0, 5, 5],
     {"out_now": True}),
    ("out-now-after-undoing", "5,1,P,3", "s,s,-,k", "", [5, 1, 5, 5], "5,1,P,3", [5, 0, 5, 4],
     {"out_now": True}),
    ("out-now-cat", "J,W,J,5", "s,-,k,k", "", [1, 5, 5, 5], "J,W,J,5", [0, 5, 4, 5],
     {"out_now": True}),
    ("out-at-end-cat", "J,W,J,5", "s,-,k,k", "", [1, 5, 5, 5], "J,W,J,5", [0, 5, 5, 5], {}),
    ("out-now-cat-was-drawn", "J,W,J,J", "s,-,k,k", "", [1, 5, 5, 5], "J,W,J,J", [1, 5, 5, 5],
     {"out_now": True}),
    ("cat-replaced-was-drawn", "J,J,J", "k,k,s", "5", [5] * 3, "J,J,5", [5, 5, 5], {}),
    ("cat-replaced-not-held", "J,3,J", "k,k,s", "5", [5] * 3, "J,3,5", [4, 5, 5], {}),
    ("no-refund", "3,W,J,J", "s,-,k,k", "", [5] * 4, "3,W,J,J", [4, 5, 5, 5], {}),
    ("wipe-out-replay", "3,3,3", "k,k,k", "", [1, 1, 1], "3,3,3", [1, 1, 1], {}),
    ("wipe-out-shared", "3,3,3", "k,k,k", "", [1, 1, 1], "3,3,3", [0, 0, 0],
     {"wipe_out": "shared"}),
    ("wipe-out-two", "10,W", "s,-", "", [1, 1], "10,W", [0, 1], {}),
    ("wipe-out-two-shared", "10,W", "s,-", "", [1, 1], "10,W", [0, 0], {"wipe_out": "shared"}),
    ("wipe-out-two-out-now", "10,W", "s,-", "", [1, 1], "10,W", [0, 1],
     {"wipe_out": "shared", "out_now": True}),
    ("wolf-equal-two", "9,W", "s,-", "", [1, 1], "9,W", [0, 1], {"wipe_out": "shared"}),
]  # fmt: skip


@pytest.mark.parametrize("turned", range(3))
@pytest.mark.parametrize("case", D_CASES, ids=[case[0] for case in D_CASES])
def test_dieci(case: Case, turned: int) -> None:
    """With the dealer at several seats; the last time with a seat that is out already."""
    name, hands, plays, deck, tokens, final, after, options = case
    held = cards_of(hands)
    eliminated = 1 if turned == 2 and len(held) < 10 else 0
    dealer = [0, len(held) - 1, 1][turned]
    match, seats = deal(hands, deck, tokens, options, dealer, eliminated)
    play_round(match, seats, plays)
    assert [match.hands[seat] for seat in seats] == cards_of(final)
    assert tokens_of(match, seats) == after
    cats = match.drawn.count("cat")
    back = [match.tokens[seat] for seat in range(match.players) if seat not in seats]
    assert back == [1 if cats >= 3 else 0] * eliminated  # D21
    left = [seat for seat in range(match.players) if match.tokens[seat]]
    assert match.over() == (len(left) <= 1)
    if match.over():
        payers = [seats[place] for place in range(len(seats)) if tokens[place] and not after[place]]
        if name == "wipe-out-two-shared":
            payers = [seats[1]]  # the other lost his token to the wolf
        assert match.winners() == (left or sorted(payers))
    else:
        assert match.due() == "deck"
        following = [(dealer + step) % match.players for step in range(1, match.players + 1)]
        assert match.dealer == next(seat for seat in following if match.tokens[seat])


def moves(match: Dieci, text: str) -> None:
    """Moves by whoever has one."""
    for move in text.split():
        ((seat, _),) = match.legal().items()
        match.move(seat, move)


def hands_of(match: Dieci, seats: list[int]) -> list[str]:
    return [match.hands[seat] for seat in seats]


ACTS: Options = {"blocker_acts": True}


def test_dieci_D0_answers() -> None:
    for card in ("5", "0", "cat"):
        match, seats = deal(f"1,{card},5")
        moves(match, "swap")
        assert match.legal() == {seats[1]: ["accept"]}
    for card in ("6", "7", "8", "9", "10"):
        match, seats = deal(f"1,{card},5")
        moves(match, "swap")
        assert match.legal() == {seats[1]: ["accept", "block"]}
        match, seats = deal(f"1,{card},5", options={"must_block": True})
        moves(match, "swap")
        assert match.legal() == {seats[1]: ["block"]}
        match, seats = deal(f"1,7,{card},5", options={"must_block": True, "rabbit_strict": True})
        moves(match, "swap block")
        assert match.legal() == {seats[2]: ["accept"] if card == "6" else ["block"]}
        match, seats = deal(f"1,{card},5", options={"rabbit_strict": True})
        moves(match, "swap")
        assert match.legal() == {seats[1]: ["accept", "block"]}  # not reached by a jump
    match, seats = deal("1,2,5")
    moves(match, "keep keep")
    assert match.legal() == {seats[2]: ["draw", "keep"]}


def test_dieci_D3_blocker_has_his_play() -> None:
    match, seats = deal("S,G,4,5", options=ACTS)
    moves(match, "swap block")
    assert match.legal() == {seats[1]: ["keep", "swap"]}
    moves(match, "swap accept keep keep")
    assert hands_of(match, seats) == ["0", "4", "10", "5"]


def test_dieci_D3_dealer_who_blocked_may_draw() -> None:
    match, seats = deal("S,G", "2", options=ACTS)
    moves(match, "swap block")
    assert match.legal() == {seats[1]: ["draw", "keep"]}
    moves(match, "draw")
    assert hands_of(match, seats) == ["0", "2"]


def test_dieci_D3_rabbit_plays_before_the_receiver() -> None:
    match, seats = deal("S,R,3,P,5", options=ACTS)
    moves(match, "swap block accept")
    assert hands_of(match, seats) == ["3", "7", "0", "8", "5"]
    assert list(match.legal()) == [seats[1]]
    moves(match, "keep")  # not the last receiver: the chain goes on
    moves(match, "swap block")
    assert hands_of(match, seats) == ["0", "7", "3", "8", "5"]
    assert tokens_of(match, seats) == [5, 5, 4, 5, 5]
    assert list(match.legal()) == [seats[3]]


def test_dieci_D3_rabbit_swaps_within_the_chain() -> None:
    """Nothing has ended the chain, so the skunk undoes the rabbit's own swap and the first."""
    match, seats = deal("S,R,3,P,5", options=ACTS)
    moves(match, "swap block accept swap accept")
    assert hands_of(match, seats) == ["3", "0", "7", "8", "5"]
    moves(match, "swap block")
    assert hands_of(match, seats) == ["0", "7", "3", "8", "5"]


def test_dieci_D3_skunk_that_came_with_the_chain() -> None:
    """The receiver shows the skunk that he got: he too is as before the chain."""
    match, seats = deal("P,R,3,5", options=ACTS)
    moves(match, "swap block accept")
    assert hands_of(match, seats) == ["3", "7", "8", "5"]
    moves(match, "swap block")
    assert hands_of(match, seats) == ["8", "7", "3", "5"]
    assert tokens_of(match, seats) == [5, 4, 5, 5]
    assert list(match.legal()) == [seats[2]]


def test_dieci_D3_a_block_ends_the_chain() -> None:
    match, seats = deal("W,R,3,P,5", options=ACTS)
    moves(match, "swap block accept swap block")  # the wolf came to the third with the first swap
    assert tokens_of(match, seats) == [5, 4, 5, 5, 5]
    moves(match, "swap block")
    assert hands_of(match, seats) == ["3", "7", "9", "8", "5"]


def test_dieci_D1_deck_twice_with_blocker_acts() -> None:
    options = dict(ACTS, rabbit_dealer="deck")
    match, seats = deal("S,R,R", "J 2 5", options=options)
    moves(match, "swap block block")
    assert hands_of(match, seats) == ["cat", "7", "7"]
    moves(match, "swap block")
    assert hands_of(match, seats) == ["cat", "2", "7"]
    moves(match, "draw")
    assert hands_of(match, seats) == ["cat", "2", "5"]
    assert tokens_of(match, seats) == [4, 5, 5]


def test_dieci_returned_seat_may_be_dealer() -> None:
    match, seats = deal("J,J,J", dealer=1, eliminated=1)
    assert match.tokens[2] == 0
    play_round(match, seats, "kkk")
    assert match.tokens[2] == 1
    assert match.dealer == 2


def test_dieci_D6_return_from_an_empty_bank() -> None:
    match, seats = deal("J,W,J,J", "", [1, 5, 5, 5], {"pay_to": "blocker"}, 3)
    play_round(match, seats, "s-kk")
    assert tokens_of(match, seats) == [1, 6, 5, 5]


# ---------------------------------------------------------------- dieci: invariants


class Watch:
    """Checks the invariants of DIECI after every step, from what can be seen outside."""

    def __init__(self, match: Dieci) -> None:
        self.match = match
        self.options = match.options
        self.shown: dict[int, str] = {}
        self.start: list[int] = []
        self.tokens = match.scores()
        self.hands: dict[int, str] = {}
        self.chain: dict[int, str] = {}
        self.receiver: int | None = None
        self.seat: int | None = None  # the passer

    def step(self, step: dict[str, Any]) -> None:
        match = self.match
        if step.get("chance") == "deck":
            self.shown, self.start, self.receiver = {}, match.scores(), None
            dealt = [match.hands[match.order[-1]], *[match.hands[s] for s in match.order[:-1]]]
            assert step["cards"] == dealt + match.deck
        if match.hands:
            self.cards(step)
        if "move" in step:
            self.chains(step["seat"], step["move"])
            self.payments(step["seat"], step["move"])
        self.tokens, self.hands = match.scores(), dict(match.hands)
        for seat, moves in match.legal().items():
            if seat == match.order[-1]:
                assert "swap" not in moves  # INV-DIE-10
            if seat == match.order[0]:
                assert "accept" not in moves

    def cards(self, step: dict[str, Any]) -> None:
        match = self.match
        everything = [*match.deck, *match.hands.values(), *match.set_aside]
        assert sorted(everything) == sorted(pack(self.options["deck"]))  # INV-DIE-1
        assert sorted(match.hands) == sorted(match.order)  # INV-DIE-3
        if step.get("move") in ("keep", "swap", "accept"):
            assert sorted(match.hands.values()) == sorted(self.hands.values())
        if step.get("move") == "block":
            shown = self.hands[step["seat"]]
            assert shown in LETTERS.values()
            assert VALUE[shown] >= 6
            self.shown[step["seat"]] = shown
        if not self.options["blocker_acts"]:
            assert all(match.hands[seat] == card for seat, card in self.shown.items())
        if self.options["rabbit_dealer"] == "fails" or not self.options["blocker_acts"]:
            assert len(match.drawn) <= len(match.order) + 1  # INV-DIE-8

    def chains(self, seat: int, move: str) -> None:
        if move == "swap":
            self.seat = seat
            if seat != self.receiver and not self.options["blocker_acts"]:
                self.chain = dict(self.hands)
        elif move == "accept":
            self.receiver = seat
        elif move == "block" and self.hands[seat] == "8" and not self.options["blocker_acts"]:
            assert self.match.hands == self.chain  # INV-DIE-7

    def payments(self, seat: int, move: str) -> None:
        match, before, after = self.match, list(self.tokens), self.match.scores()
        if move == "block" and self.hands[seat] in ("8", "9"):
            assert self.seat is not None
            before[self.seat] -= 1
            if self.options["pay_to"] == "blocker":
                before[seat] += 1
        if match.phase not in ("deal", "over"):
            assert after == before
            return
        self.end_of_round(before, after)
        for who in range(match.players):
            assert after[who] >= self.start[who] - 2  # INV-DIE-5
        if self.options["pay_to"] == "bank":
            assert sum(after) <= match.players * self.options["tokens"]  # INV-DIE-2
        if not match.over():
            assert sum(1 for tokens in after if tokens) >= 2
        elif self.options["wipe_out"] == "replay":
            assert sum(1 for tokens in after if tokens) == 1  # INV-DIE-6

    def end_of_round(self, before: list[int], after: list[int]) -> None:
        match = self.match
        out = [s for s in match.order if not before[s]] if self.options["out_now"] else []
        cards = {seat: match.hands[seat] for seat in match.order if seat not in out}
        cats = list(cards.values()).count("cat")
        if match.drawn.count("cat") >= 3:  # DIE-CAT-2
            assert after == [tokens or 1 for tokens in before]  # INV-DIE-2
            usual = not self.options["blocker_acts"] or self.options["rabbit_dealer"] == "fails"
            if usual and not self.options["out_now"]:
                assert cats >= 2  # INV-DIE-8
            return
        least = min(VALUE[card] for card in cards.values())
        holders = [seat for seat, card in cards.items() if VALUE[card] == least and before[seat]]
        payers = [seat for seat in range(match.players) if after[seat] != before[seat]]
        assert all(after[seat] == before[seat] - 1 for seat in payers)
        assert payers in ([], sorted(holders))  # INV-DIE-6
        equal = len(cards) == 2 and len({VALUE[card] for card in cards.values()}) == 1
        if cats >= 2 or equal or len(cards) == 1:  # DIE-CAT-1, INV-DIE-9
            assert payers == []
        elif payers == [] and holders:
            assert self.options["wipe_out"] == "replay"  # contract D4
            assert [s for s in range(match.players) if before[s]] == sorted(holders)
            assert all(before[seat] == 1 for seat in holders)


def watch_match(players: int, options: Options, rng: Random) -> None:
    match = Dieci(players, options)
    watch = Watch(match)
    for step in walk(match, rng):
        watch.step(step)
    if any(match.tokens):
        assert match.winners() == [seat for seat in range(players) if match.tokens[seat]]
    assert len(match.winners()) >= 1


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("options", one_by_one(dieci.VALUES), ids=label)
def test_dieci_INV(players: int, options: Options) -> None:
    rng = Random(f"dieci {players} {label(options)}")
    for _ in range(3):
        watch_match(players, options, rng)


@pytest.mark.parametrize("players", range(2, 11))
def test_dieci_INV_with_options_mixed(players: int) -> None:
    rng = Random(f"dieci mixed {players}")
    for _ in range(60):
        options = {name: rng.choice(values) for name, values in dieci.VALUES.items()}
        watch_match(players, options, rng)


# ---------------------------------------------------------------- the protocol

GAMES: list[tuple[str, Any, dict[str, list[Any]], range]] = [
    ("yooloo", Yooloo, dict(yooloo.VALUES, games=[1, 2]), range(2, 9)),
    ("one_to_ten", OneToTen, one_to_ten.VALUES, range(2, 9)),
    ("dieci", Dieci, dieci.VALUES, range(2, 11)),
]
SETS = [
    (game, reference, players, options)
    for game, reference, values, counts in GAMES
    for players in counts
    for options in one_by_one(values)
]


@pytest.mark.parametrize(
    ("game", "reference", "players", "options"),
    SETS,
    ids=[f"{game}-{players}-{label(options)}" for game, _, players, options in SETS],
)
def test_a_random_record_replays(game: str, reference: Any, players: int, options: Options) -> None:
    rng = Random(f"{game} {players} {label(options)}")
    choose = knowing_move if options.get("variant") == "one_go" else any_move
    record = random_match(reference, game, players, options, rng, choose)
    match: Reference = reference(players, options)
    for step in record["steps"]:
        assert not match.over()
        if "chance" in step:
            assert match.due() == step["chance"]
            match.chance(step)
            continue
        assert {str(seat): moves for seat, moves in match.legal().items()} == step["legal"]
        assert all(moves == sorted(moves) and moves for moves in match.legal().values())
        match.move(step["seat"], step["move"])
    assert match.over()
    assert match.legal() == {}
    assert match.due() is None
    assert record["result"] == {"scores": match.scores(), "winners": match.winners()}
    with pytest.raises(Impossible):
        match.move(0, "keep")
    with pytest.raises(Impossible):
        match.chance(record["steps"][0])  # contract G3


BAD: list[tuple[Any, list[dict[str, Any]]]] = [
    (Yooloo, [{"chance": "starter", "seat": 2}]),
    (Yooloo, [{"chance": "starter", "seat": True}]),
    (Yooloo, [{"chance": "dealer", "seat": 1}]),
    (Yooloo, [{"seat": 1}]),
    (Yooloo, [{"chance": "starter", "seat": 1}, {"chance": "points", "cards": UP}]),
    (OneToTen, [{"chance": "rows", "seat": 0}]),
    (OneToTen, [{"chance": "starter", "seat": 2}]),
    (OneToTen, [{"chance": "starter", "seat": "1"}]),
    (OneToTen, [{"chance": "starter", "seat": 0}, rows_of(UP_ROW)]),
    (OneToTen, [{"chance": "starter", "seat": 0}, rows_of(UP_ROW, [1] * 10)]),
    (OneToTen, [{"chance": "starter", "seat": 0}, {"chance": "rows", "rows": [UP_ROW, UP_ROW]}]),
    (Dieci, [{"chance": "deck", "cards": pack("3-4-4")}]),
    (Dieci, [{"chance": "deck", "seat": 0}]),
    (Dieci, [{"chance": "dealer", "seat": -1}]),
    (Dieci, [{"chance": "dealer", "seat": 0}, {"chance": "deck", "cards": pack("4-4-3")}]),
    (Dieci, [{"chance": "dealer", "seat": 0}, {"chance": "deck"}]),
]


@pytest.mark.parametrize(("reference", "steps"), BAD)
def test_impossible_chance(reference: Any, steps: list[dict[str, Any]]) -> None:
    match: Reference = reference(2, {})
    for step in steps[:-1]:
        match.chance(step)
    with pytest.raises(Impossible):
        match.chance(steps[-1])


@pytest.mark.parametrize(("reference", "most"), [(Yooloo, 8), (OneToTen, 8), (Dieci, 10)])
def test_how_many_play(reference: Any, most: int) -> None:
    for players in range(2, most + 1):
        assert reference(players, {}).scores() in ([0] * players, [5] * players)
    for players in (1, most + 1):
        with pytest.raises(ValueError, match="players"):
            reference(players, {})


@pytest.mark.parametrize(
    ("reference", "options"),
    [
        (Yooloo, {"games": 0}),
        (Yooloo, {"games": 51}),
        (Yooloo, {"games": True}),
        (Yooloo, {"variant": "A"}),
        (OneToTen, {"end": "immediate"}),
        (OneToTen, {"series": "points"}),
        (Dieci, {"tokens": 0}),
        (Dieci, {"tokens": 10}),
        (Dieci, {"out_now": 1}),
        (Dieci, {"deck": "4-4-4"}),
    ],
)
def test_no_such_option(reference: Any, options: Options) -> None:
    with pytest.raises(ValueError, match="option"):
        reference(2, options)


def test_numbers_as_options() -> None:
    assert sorted(dieci.VALUES["tokens"]) == list(range(1, 10))
    for tokens in range(1, 10):
        assert Dieci(2, {"tokens": tokens}).scores() == [tokens, tokens]
    assert yooloo.VALUES["games"] == list(range(1, 51))


@pytest.mark.parametrize("deck", ["3-4-4", "4-4-3", "3-5-3"])
def test_dieci_pack_has_55_cards(deck: str) -> None:
    assert len(pack(deck)) == 55
    assert len(set(pack(deck))) == 15
