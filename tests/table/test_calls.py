"""UNO's call window: calls in order of arrival, and the grace time of the next move."""

from collections import Counter
from collections.abc import Sequence

import pytest

from mazziere.games import find
from mazziere.kernel.match import Match
from mazziere.kernel.record import Record, Recorder, read, write
from mazziere.table import playing
from mazziere.table.entries import Settings
from mazziere.table.refusals import CommandDeferred
from mazziere.table.schedule import bot_due_at, due_at
from mazziere.table.table import TableState
from tests.table.evening import Evening, seek

CALL = "uno"  # the move
GRACE = Settings(grace_ms=1500)
GRACE_S = 1.5


def owes(table: TableState) -> list[int]:
    """Return the seats that owe a call."""
    return [seat for seat, moves in table.legal.items() if CALL in moves]


def window(people: int = 3, players: int = 3, settings: Settings = GRACE) -> Evening:
    """Return a table with a new call window of a seat that is not on turn."""
    names = ["Anna", "Bea", "Carl"][:people]
    return seek(
        lambda: Evening("uno", names, players, settings=settings),
        lambda table: bool(owes(table)) and not table.must_act(owes(table)[0]),
    )


def on_turn(evening: Evening) -> tuple[int, str]:
    """Return the seat on turn, and one of its moves that is not a call."""
    table = evening.table
    (seat,) = (seat for seat in table.legal if table.must_act(seat))
    return seat, next(move for move in table.legal[seat] if not table.is_aside(move))


def test_the_next_move_waits_for_the_grace_time() -> None:
    evening = window()
    opened = evening.table.window_since
    assert opened == evening.now
    seat, play = on_turn(evening)
    evening.now += GRACE_S / 2
    with pytest.raises(CommandDeferred) as later:
        evening.move(seat, play)
    assert later.value.until == opened + GRACE_S
    evening.now = later.value.until
    evening.move(seat, play)


def test_calls_and_catches_do_not_wait() -> None:
    evening = window()
    (debtor,) = owes(evening.table)
    evening.move(debtor, "uno")
    assert evening.table.window_since is None
    seat, play = on_turn(evening)
    evening.move(seat, play)
    evening = window()
    (debtor,) = owes(evening.table)
    seat, _ = on_turn(evening)
    evening.move(seat, f"catch {debtor}")
    assert evening.table.window_since is None


def test_a_call_does_not_make_the_next_players_move_stale() -> None:
    evening = window()
    (debtor,) = owes(evening.table)
    seat, play = on_turn(evening)
    command = evening.move_arguments(seat, play)
    with pytest.raises(CommandDeferred):
        evening.do(playing.move, *command)
    evening.now += 0.5
    evening.move(debtor, "uno")
    evening.do(playing.move, *command)


def test_a_call_does_not_give_the_next_player_more_time() -> None:
    evening = window(settings=replace_clock("fast"))
    (debtor,) = owes(evening.table)
    seat, _ = on_turn(evening)
    before = evening.table.deadline(seat)
    evening.now += 1.0
    evening.move(debtor, "uno")
    assert evening.table.deadline(seat) == before
    assert before is not None


def replace_clock(clock: str) -> Settings:
    """Return the settings of these tests, with a clock."""
    return Settings(clock=clock, grace_ms=1500)  # type: ignore[arg-type]


def test_a_late_catch_is_refused_with_its_rule() -> None:
    evening = window()
    (debtor,) = owes(evening.table)
    seat, _ = on_turn(evening)
    seen = evening.table.seq
    evening.move(debtor, "uno")
    command = evening.move_arguments(seat, f"catch {debtor}", expect=seen)
    no = evening.refused(playing.move, *command)
    assert no.code == "illegal"
    assert no.rule is not None


def test_a_new_window_has_its_own_grace_time() -> None:
    """The play that closes a window may open the next."""
    hand = [f"r{number}" for number in range(1, 8)]
    record = dealt(2, [card for card in hand for _ in range(2)] + ["r0"])
    evening = Evening("uno", ["Anna", "Bea"], record=record, settings=GRACE)
    evening.start()
    for card in hand[:5]:
        evening.move(0, f"play {card}")
        evening.move(1, f"play {card}")
    evening.now += 1.0
    evening.move(0, "play r6")
    assert evening.table.window_since == evening.now
    evening.now += 7.0
    evening.move(1, "play r6")
    assert owes(evening.table) == [1]
    assert evening.table.window_since == evening.now
    assert evening.table.since[0] == (evening.table.seq, evening.now), "it is Anna's turn since now"
    evening.now += 1.0
    with pytest.raises(CommandDeferred):
        evening.move(0, "play r7")


def dealt(players: int, first: Sequence[str]) -> Record:
    """Return a match of UNO whose deck begins with these cards."""
    match = Match(find("uno"), players, {})
    recorder = Recorder(match)
    recorder.take({"chance": "dealer", "seat": players - 1})
    pack = Counter(match.game.cards[card] for card in match.engine.chance(match.states, 0)[0])
    rest = sorted((pack - Counter(first)).elements())
    recorder.take({"chance": "deck", "cards": [*first, *rest]})
    return read(write(recorder.record()).encode(), find)


def test_the_grace_time_is_a_setting_and_0_switches_it_off() -> None:
    evening = window(settings=Settings(grace_ms=0))
    evening.move(*on_turn(evening))
    evening = window(settings=Settings(grace_ms=10_000))
    evening.now += 9.9
    with pytest.raises(CommandDeferred):
        evening.move(*on_turn(evening))


def test_no_grace_time_among_bots() -> None:
    evening = window()
    for other in evening.table.seats:
        other.kind = "bot"
    seat, play = on_turn(evening)
    evening.do(playing.move_for, seat, play, evening.table.seq)


def test_a_bot_on_turn_waits_like_a_person() -> None:
    evening = seek(
        lambda: Evening("uno", ["Anna"], 3, settings=GRACE),
        lambda table: (
            table.window_since is not None and any(table.must_act(s) for s in table.legal if s > 0)
        ),
    )
    table = evening.table
    seat, play = on_turn(evening)
    at = bot_due_at(table, seat)
    assert at is not None
    assert table.window_since is not None
    assert at >= table.window_since + GRACE_S
    with pytest.raises(CommandDeferred):
        evening.do(playing.move_for, seat, play, table.seq)
    evening.now = at
    evening.do(playing.move_for, seat, play, table.seq)


def test_bots_call_within_the_grace_and_are_asked_once() -> None:
    evening = seek(
        lambda: Evening("uno", ["Anna"], 3, settings=GRACE),
        lambda table: table.window_since is not None and table.must_act(0) and 0 in table.legal,
    )
    table = evening.table
    assert table.window_since is not None
    callers = [seat for seat in table.legal if seat > 0]
    assert callers
    times = [bot_due_at(table, seat) for seat in callers]
    for at in times:
        assert at is not None
        assert table.window_since < at < table.window_since + GRACE_S
    known = [at for at in times if at is not None]
    assert due_at(table) == min(known)
    assert due_at(table, min(known)) == (sorted(known)[1] if len(known) > 1 else None)
    assert due_at(table, max(known)) is None, "it is for Anna to go on"


def test_a_bot_on_turn_is_asked_until_it_moves() -> None:
    evening = Evening("dieci", ["Anna"], 3)
    evening.start(named=0)
    table = evening.table
    assert list(table.legal) == [1]
    assert due_at(table, 1e12) == due_at(table) == bot_due_at(table, 1)


def test_a_bots_timing_does_not_reveal_drawn_cards() -> None:
    """The bot is on turn again after a Skip, owes a call, and is caught: it draws two cards."""
    mine = [f"r{number}" for number in range(1, 8)]
    bots = [*mine[:5], "rskip", "g7"]
    hands = [card for pair in zip(mine, bots, strict=True) for card in pair]
    times = []
    for drawn in (["r8", "r9"], ["g8", "b9"]):
        record = dealt(2, [*hands, "r0", *drawn])
        evening = Evening("uno", ["Anna"], 2, record=record, settings=GRACE)
        evening.start()
        for play, reply in zip([*mine[:5], "r6 uno"], bots, strict=False):
            evening.move(0, f"play {play}")
            evening.do(playing.move_for, 1, f"play {reply}", evening.table.seq)
        evening.now += 0.3
        evening.move(0, "catch 1")
        assert list(evening.table.legal) == [1]
        times.append((due_at(evening.table), evening.table.since[1], len(evening.table.legal[1])))
    (first, since, many), (second, same, few) = times
    assert many > few, "the cards matter for what it may do"
    assert (first, since) == (second, same)
