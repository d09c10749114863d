"""The projection of a table: no byte depends on hidden information."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from mazziere.games import find, shelf
from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.fair import pledge
from mazziere.kernel.match import Match
from mazziere.kernel.record import Record, Recorder, read, write
from mazziere.server.rooms import projection
from mazziere.table import chat, opening, playing, presence, sitting
from mazziere.table import schedule as due
from mazziere.table.entries import Dealt, Mixed, Moved, Settings
from mazziere.table.table import AppliedEntry, Result, TableState
from mazziere.wire.pictures import wire_picture
from mazziere.wire.shared import Position
from tests.cases import case, short
from tests.properties.play import times
from tests.properties.twins import LeakError
from tests.table.crowd import NAMES, Crowd
from tests.table.evening import QUIET, Evening, part, person, secret
from tests.table.pairs import WATCHER, Leak, hunt

ANNA, BEA = person("Anna"), person("Bea")
MORE_ROUNDS = 20


@pytest.mark.parametrize("game", shelf())
def test_hidden_information_changes_no_byte(game: str) -> None:
    rng, wanted = Random(f"pairs {game}"), case(game).moments
    found = hunt(game, rng, times(3), 4)
    for _ in range(MORE_ROUNDS):  # short matches have few moments in a round
        if found < wanted:
            found += hunt(game, rng, 1, 4)
    assert found >= wanted


# Planted leaks: each must be found


def _others(table: TableState, who: str) -> list[int]:
    return [seat for seat in range(table.players) if seat not in table.seats_of(who)]


def legal_of_others(table: TableState, history: list[AppliedEntry], who: str) -> Any:
    return [table.legal.get(seat) for seat in _others(table, who)]


def picture_of_another(table: TableState, history: list[AppliedEntry], who: str) -> Any:
    return wire_picture(table.match, _others(table, who)[0])


def the_state(table: TableState, history: list[AppliedEntry], who: str) -> Any:
    return table.match.states.tobytes()


def all_events(table: TableState, history: list[AppliedEntry], who: str) -> Any:
    return [list(item.events) for item in history]


def texts_of_moves(table: TableState, history: list[AppliedEntry], who: str) -> Any:
    return [item.entry.moves for item in history if isinstance(item.entry, Moved)]


def steps_of_chance(table: TableState, history: list[AppliedEntry], who: str) -> Any:
    return [item.entry.step for item in history if isinstance(item.entry, Dealt)]


def the_record(table: TableState, history: list[AppliedEntry], who: str) -> Any:
    return table.record()["steps"]


def why_not_of_others(table: TableState, history: list[AppliedEntry], who: str) -> Any:
    match, actions = table.match, len(find(table.game).actions)
    return [
        match.engine.why_not(match.states, 0, seat, action)
        for seat in _others(table, who)
        for action in range(0, actions, 7)
    ]


def a_pause_by_the_cards(table: TableState, history: list[AppliedEntry], who: str) -> Any:
    return [len(moves) for moves in table.legal.values()]


def a_perfect_view_for_watchers(table: TableState, history: list[AppliedEntry], who: str) -> Any:
    seat = (table.seats_of(who) or [0])[0]
    return table.match.engine.view(table.match.states, 0, seat).tobytes()


@pytest.mark.parametrize(
    ("game", "leak"),
    [
        ("uno", legal_of_others),
        ("uno", picture_of_another),
        ("dieci", picture_of_another),
        ("uno", the_state),
        ("uno", all_events),
        ("dieci", all_events),
        ("yooloo", all_events),
        ("yooloo", texts_of_moves),
        ("uno", steps_of_chance),
        ("rookie", steps_of_chance),
        ("one_to_ten", the_record),
        ("uno", why_not_of_others),
        ("uno", a_pause_by_the_cards),
        ("uno", a_perfect_view_for_watchers),
    ],
)
def test_a_planted_leak_is_found(game: str, leak: Leak) -> None:
    with pytest.raises(LeakError, match="leak"):
        hunt(game, Random(f"planted {game}"), 12, 8, leak)


def test_undoing_a_revealing_move_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "_rehearse", lambda table, seat, moves: None)
    with pytest.raises(LeakError, match="refusals"):
        hunt("one_to_ten", Random(1), 12, 8)


# Secrets that must not appear


def forbidden(table: TableState) -> Iterator[str]:
    """Return texts that must not be shown now."""
    yield from (seat.person for seat in table.seats if seat.person)
    yield table.host
    yield from (seat.lent for seat in table.seats if seat.lent)
    if table.sealed is not None and table.phase not in ("over", "closed"):
        yield table.sealed.secret
    if table.key is not None:
        yield table.key.hex()


def all_shown(table: TableState, history: list[AppliedEntry]) -> str:
    """Return everything that anybody is shown."""
    told = []
    for who in (*{seat.person for seat in table.seats}, WATCHER, ""):
        told += [
            projection.snapshot(table, history, who, 1.0),
            projection.update(table, history[-3:], who, 1.0),
            projection.table_info(table, who),
        ]
    return msgspec.json.encode(told).decode()


@pytest.mark.parametrize("game", shelf())
def test_no_secret_key_person_or_part_is_ever_shown(game: str) -> None:
    crowd = Crowd(game, Random(f"shown {game}"))
    for number in range(150):
        crowd.act()
        if number % 3 == 0:
            table = crowd.evening.table
            told = all_shown(table, crowd.evening.applied)
            parts = {part(who).hex() for who in map(person, NAMES)}
            parts -= {e.part for e in crowd.evening.entries if isinstance(e, Mixed)}
            for text in (*forbidden(table), *parts):
                assert text not in told
    assert crowd.evening.table.recorder is not None


def test_the_position_of_a_record_is_not_shown() -> None:
    """Two tables that continue records with different hidden cards look the same."""
    told = set()
    for deck in (["1", "cat"], ["cat", "1"]):
        evening = Evening("dieci", ["Anna", "Bea"], record=set_up(deck))
        info = projection.table_info(evening.table, ANNA)
        assert info.deal is not None
        assert info.deal.given == 2
        evening.start()
        sealed = {"commitment", "receipt"}
        for who in (ANNA, BEA, WATCHER):
            snapshot = projection.snapshot(evening.table, evening.applied, who, 1.0)
            plain = msgspec.to_builtins(snapshot)
            plain["table"] = {k: v for k, v in plain["table"].items() if k not in sealed}
            told.add((who, str(plain).replace(info.commitment, "")))
    assert len(told) == 3


def set_up(last: list[str]) -> Record:
    """Return a record of DIECI whose deck ends with two cards that nobody has drawn."""
    match = Match(find("dieci"), 2, {})
    recorder = Recorder(match)
    recorder.take({"chance": "dealer", "seat": 0})
    cards = [match.game.cards[card] for card in match.engine.chance(match.states, 0)[0]]
    rest = list(cards)
    for card in last:
        rest.remove(card)
    recorder.take({"chance": "deck", "cards": [*sorted(rest), *last]})
    return read(write(recorder.record()).encode(), find)


# Contents


def seen(position: Position) -> dict[str, Any]:
    """Return the picture of a position as plain values."""
    picture: dict[str, Any] = msgspec.to_builtins(position.picture)
    return picture


def test_people_see_their_seats_and_others_the_spectators_view() -> None:
    evening = Evening("uno", ["Anna", "Bea"], 3)
    evening.start()
    table = evening.table
    (mine,) = projection.positions(table, ANNA)
    assert (mine.seat, len(seen(mine)["hand"])) == (0, 7)
    assert mine.moves == table.legal.get(0, ())
    (watching,) = projection.positions(table, WATCHER)
    assert (watching.seat, seen(watching)["hand"], watching.moves) == (None, (), ())
    assert watching.picture == wire_picture(table.match, SPECTATOR)
    assert [seat.mine for seat in projection.table_info(table, BEA).seats] == [False, True, False]
    assert not any(seat.mine for seat in projection.table_info(table, "").seats)


def test_a_shared_device_gets_the_events_of_all_its_seats() -> None:
    evening = Evening("uno", ["Anna"], 3)
    evening.do(sitting.clear, ANNA, 1)
    evening.do(sitting.sit, ANNA, "Berta", 1)
    evening.start()
    assert [position.seat for position in projection.positions(evening.table, ANNA)] == [0, 1]
    news = projection.news_of(evening.table, evening.applied, ANNA)
    told = [(event.kind, event.seat) for item in news for event in item.events]
    assert told.count(("dealt", 0)) == told.count(("dealt", 1)) == 7
    assert {seat for kind, seat in told if kind == "dealt_unseen"} == {0, 1, 2}
    assert ("dealt", 2) not in told


def test_a_seat_added_after_a_match_sees_it_as_a_spectator() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1})
    evening.start()
    evening.play(Random(1))
    evening.do(opening.arrange, ANNA, 4, {}, QUIET, secret(1))
    evening.do(sitting.sit, person("Carl"), "Carl", 3)
    (position,) = projection.positions(evening.table, person("Carl"))
    assert position.seat is None
    all_shown(evening.table, evening.applied)


def test_the_join_code_is_for_people_at_the_table() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    assert projection.table_info(evening.table, BEA).code == "ABCDEF"
    assert projection.table_info(evening.table, WATCHER).code is None
    evening.start()
    assert projection.table_info(evening.table, BEA).code == "ABCDEF"
    assert projection.table_info(evening.table, WATCHER).code is None


def test_chat_news_is_for_people_at_the_table() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.do(chat.say, ANNA, 0, "psst")
    assert "psst" in str(projection.snapshot(evening.table, evening.applied, BEA, 1.0))
    assert "psst" not in str(projection.snapshot(evening.table, evening.applied, WATCHER, 1.0))


def test_pledges_are_shown_before_the_parts() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.do(sitting.pledge, BEA, 1, pledge(part(BEA)))
    evening.start(named=1)
    deal = projection.table_info(evening.table, ANNA).deal
    assert deal is not None
    assert (deal.pledges, deal.parts, deal.named) == (((1, pledge(part(BEA))),), (), 1)
    assert projection.table_info(evening.table, ANNA).receipt is None
    evening.do(playing.mix, BEA, 1, part(BEA).hex())
    info = projection.table_info(evening.table, WATCHER)
    assert info.deal is None
    assert info.receipt == evening.record().written["fairness"]["receipt"]


def test_the_secret_of_an_aborted_match_is_in_the_last_news() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1})
    evening.start()
    evening.do(opening.close, ANNA)
    news = projection.news_of(evening.table, evening.applied, BEA)
    assert (news[-1].what, news[-1].text) == ("closed", secret(0).hex())
    assert projection.positions(evening.table, BEA) == ()
    for phase in ("waiting", "over"):
        evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1})
        if phase == "over":
            evening.start()
            evening.play(Random(1))
        evening.do(opening.close, ANNA)
        assert projection.news_of(evening.table, evening.applied, BEA)[-1].text is None


def test_hints_are_for_a_single_person_unless_the_settings_allow_them() -> None:
    alone = Evening("dieci", ["Anna"], 3)
    assert projection.allows_hints(alone.table)
    alone.do(sitting.clear, ANNA, 1)
    alone.do(sitting.sit, ANNA, "Berta", 1)
    assert not projection.allows_hints(alone.table), "two share the device"
    two = Evening("dieci", ["Anna", "Bea"], 3)
    assert not projection.allows_hints(two.table)
    two.do(opening.arrange, ANNA, 3, {}, Settings(hints=True), secret(1))
    assert projection.allows_hints(two.table)


def test_clocks_are_shown_while_they_run() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], settings=Settings(clock="fast"))
    evening.start(named=0)
    (clock,) = projection.clocks(evening.table)
    assert (clock.seat, clock.until, clock.reserve_s) == (1, evening.now + 75, 60)
    evening.later(75)
    assert projection.clocks(evening.table) == (), "a bot sits in"
    evening.do(presence.leave, ANNA)
    evening.do(presence.leave, BEA)
    assert projection.clocks(evening.table) == ()
    assert due.due_at(evening.table) is None
    assert projection.table_info(evening.table, ANNA).paused


@pytest.mark.parametrize("game", shelf())
def test_pictures_are_plain_json_for_every_seat(game: str) -> None:
    evening = Evening(game, ["Anna", "Bea"], 3, short(game))
    evening.start()
    rng = Random(1)
    while evening.phase == "playing":
        for seat in (0, 1, 2, SPECTATOR):
            drawn = wire_picture(evening.table.match, seat)
            decoded = msgspec.json.decode(msgspec.json.encode(drawn))
            assert decoded.keys() == msgspec.to_builtins(drawn).keys()
        evening.play(rng, steps=7)
    last = msgspec.to_builtins(wire_picture(evening.table.match, 0))
    assert last["phase"] == "over"
    assert last["scores"] == tuple(evening.table.evening[0].scores)


def test_a_table_is_sent_with_its_last_results_and_what_each_player_has_won() -> None:
    """2,000 matches would be 200 KB in every update of the whole table."""
    evening = Evening("dieci", ["Ada", "Bea"])
    sizes = []
    for matches in (50, 2000):
        # Bea sits where Carl sat in every third match
        evening.table.evening = [
            Result(number, (0, 9), (number % 2,), ("Ada", "Carl" if number % 3 == 0 else "Bea"))
            for number in range(1, matches + 1)
        ]
        info = projection.table_info(evening.table, "")
        assert info.finished == matches
        assert [result.match for result in info.evening] == list(range(matches - 49, matches + 1))
        wins = [number for number in range(1, matches + 1) if number % 2]
        kept = [number for number in wins if number % 3]
        assert [seat.won for seat in info.seats] == [matches - len(wins), len(kept)]
        sizes.append(len(msgspec.json.encode(info)))
    assert sizes[1] < sizes[0] + 200
