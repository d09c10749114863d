"""DIECI: lines by the place in the round, beliefs, and the value of tokens."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from mazziere.bots.bot import Bot
from mazziere.bots.levels import read_spec
from mazziere.games import find
from mazziere.games.dieci.box import CARDS, DECK, HIDDEN
from mazziere.games.dieci.brain import bias_world, evaluate, line, normal
from mazziere.kernel.engine import engine
from mazziere.kernel.match import Match, Stream, match_seed
from mazziere.kernel.rng import PLAY
from mazziere.kernel.state import Plain

GAME = find("dieci")
PACK = [card for card in CARDS for _ in range(3 if CARDS.index(card) < 5 else 4)]


def dealt(hands: Sequence[str], **options: object) -> Match:
    """Return a first round with these cards, the dealer's first; seat 0 deals."""
    match = Match(GAME, len(hands), options)
    match.chance({"chance": "dealer", "seat": 0})
    rest = list(PACK)
    for card in hands:
        rest.remove(card)
    match.chance({"chance": "deck", "cards": [*hands, *rest]})
    return match


def answers(match: Match, seat: int, level: str, trials: int = 200) -> Counter[str]:
    """Count the answers of bots of a level in a position, one bot per seed."""
    view = match.engine.view(match.states, 0, seat)
    moves = match.engine.legal(match.states, 0, seat)
    found: Counter[str] = Counter()
    for number in range(trials):
        bot = Bot(GAME, read_spec(level), seat, match_seed(2, number), "plain")
        action = bot.ask(view, moves)
        assert action is not None
        found[GAME.name(action)] += 1
    return found


def test_good_cards_are_kept_and_bad_ones_passed_on() -> None:
    assert answers(dealt(["5", "5", "5", "5"]), 1, "normal") == {"keep": 200}
    assert answers(dealt(["5", "0000", "5", "5"]), 1, "normal") == {"swap": 200}


def test_near_the_line_nobody_can_tell() -> None:
    match = dealt(["5", "0", "5", "5"])  # the worst card that the first of four keeps
    found = answers(match, 1, "normal")
    assert min(found["keep"], found["swap"]) > 20


def test_with_more_players_lower_cards_are_kept() -> None:
    lines = []
    for players in (2, 4, 6, 10):
        match = dealt(CARDS[5 : 5 + players])
        s = Plain(match.states)[0]
        lines.append(line(s, 1))
    assert lines == sorted(lines)
    assert lines[0] < lines[-1]


def test_a_low_card_is_passed_on_again() -> None:
    match = dealt(["5", "000", "1", "5"])
    match.move(1, "swap")
    match.move(2, "accept")  # seat 2 got the 000, seat 1 the 1
    assert answers(match, 2, "normal")["swap"] > 120


def test_blockers_block() -> None:
    match = dealt(["5", "0", "9", "5"])
    match.move(1, "swap")
    assert answers(match, 2, "normal") == {"block": 200}


def test_a_child_is_careless_now_and_then() -> None:
    found = answers(dealt(["5", "5", "5", "5"]), 1, "easy", 400)
    assert 10 < found["swap"] < 70  # half of one in six


@pytest.mark.parametrize("players", [2, 4, 7])
def test_imagined_worlds_agree_with_the_view(players: int) -> None:
    rng = Random(players)
    machine = engine(GAME, "plain")
    stream = Stream(match_seed(1, players), PLAY)
    changed = 0
    for _ in range(60):
        match = dealt(rng.sample(PACK, players))
        for _ in range(rng.randrange(2 * players)):
            if match.due or match.is_over:
                break
            seat, moves = next(iter(match.legal().items()))
            match.move(seat, rng.choice(moves))
        if match.due or match.is_over:
            continue
        seat = match.actors()[0]
        view = machine.view(match.states, 0, seat)
        groups = [stream.order(group) for group in machine.hidden(view, seat)]
        world = machine.world(view, seat, groups)
        before = world.tobytes()
        bias_world(Plain(view)[0], Plain(world)[0], seat, None, stream)
        changed += world.tobytes() != before
        assert HIDDEN not in world["card"][0]
        assert machine.view(world, 0, seat).tobytes() == view.tobytes()
    assert changed > 5


def test_shares_of_the_win_add_up() -> None:
    match = dealt(["5", "4", "3", "2"])
    s = Plain(match.states)[0]
    s.phase = DECK
    for purses in ([5, 5, 5, 5], [1, 5, 2, 9], [3, 0, 1, 0]):
        for seat, tokens in enumerate(purses):
            s.purse[seat] = tokens
        shares = [evaluate(s, s, seat) for seat in range(4)]
        assert sum(shares) == pytest.approx(1, abs=0.02)
        ordered = [share for _, share in sorted(zip(purses, shares, strict=True))]
        assert ordered == sorted(ordered)


def test_rules_of_thumb_know_a_move_in_a_round_of_any_size() -> None:
    stream = Stream(match_seed(1, 1), PLAY)
    for players in range(2, 11):
        match = dealt((["5", "4", "3", "2", "1"] * 2)[:players])
        moves = match.engine.legal(match.states, 0, 1)
        assert normal(Plain(match.states)[0], 1, moves, len(moves), stream) in moves
