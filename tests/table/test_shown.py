"""What people are shown: nothing that they may not know, in any byte."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from mazziere.games import IDS, find
from mazziere.kernel.events import SPECTATOR
from mazziere.kernel.fair import pledge
from mazziere.kernel.match import Match
from mazziere.kernel.record import Record, Recorder, read, write
from mazziere.server import shown
from mazziere.table import due, opening, playing, presence, sitting, talk
from mazziere.table.entries import Dealt, Mixed, Moved, Settings
from mazziere.table.table import Happened, Table
from mazziere.wire.pictures import picture
from tests.conformance.cases import SHORT
from tests.properties.play import times
from tests.properties.twins import LeakError
from tests.table.crowd import NAMES, Crowd
from tests.table.evening import QUIET, Evening, part, person, secret
from tests.table.pairs import WATCHER, Leak, hunt

ANNA, BEA = person("Anna"), person("Bea")
MOMENTS = {"yooloo": 60, "one_to_ten": 100, "rookie": 150, "uno": 150, "uno_h2o": 150, "dieci": 30}
"""At least so many; a game in which little is hidden has fewer."""


@pytest.mark.parametrize("game", IDS)
def test_what_a_person_may_not_know_changes_no_byte(game: str) -> None:
    assert hunt(game, Random(f"pairs {game}"), times(3), 4) >= MOMENTS[game]


# Planted leaks, each of which must be found


def _others(table: Table, who: str) -> list[int]:
    return [seat for seat in range(table.players) if seat not in table.seats_of(who)]


def legal_of_others(table: Table, history: list[Happened], who: str) -> Any:
    return [table.legal.get(seat) for seat in _others(table, who)]


def picture_of_another(table: Table, history: list[Happened], who: str) -> Any:
    return picture(table.match, _others(table, who)[0])


def the_state(table: Table, history: list[Happened], who: str) -> Any:
    return table.match.states.tobytes()


def all_events(table: Table, history: list[Happened], who: str) -> Any:
    return [list(item.events) for item in history]


def texts_of_moves(table: Table, history: list[Happened], who: str) -> Any:
    return [item.entry.moves for item in history if isinstance(item.entry, Moved)]


def steps_of_chance(table: Table, history: list[Happened], who: str) -> Any:
    return [item.entry.step for item in history if isinstance(item.entry, Dealt)]


def the_record(table: Table, history: list[Happened], who: str) -> Any:
    return table.record()["steps"]


def why_not_of_others(table: Table, history: list[Happened], who: str) -> Any:
    match, actions = table.match, len(find(table.game).actions)
    return [
        match.engine.why_not(match.states, 0, seat, action)
        for seat in _others(table, who)
        for action in range(0, actions, 7)
    ]


def a_pause_by_the_cards(table: Table, history: list[Happened], who: str) -> Any:
    return [len(moves) for moves in table.legal.values()]


def a_perfect_view_for_watchers(table: Table, history: list[Happened], who: str) -> Any:
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


def test_taking_back_what_was_uncovered_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "_rehearse", lambda table, seat, moves: None)
    with pytest.raises(LeakError, match="refusals"):
        hunt("one_to_ten", Random(1), 12, 8)


# Words that must not be there


def forbidden(table: Table) -> Iterator[str]:
    """Texts that nobody is shown now."""
    yield from (seat.person for seat in table.seats if seat.person)
    yield table.host
    yield from (seat.lent for seat in table.seats if seat.lent)
    if table.sealed is not None and table.phase not in ("over", "closed"):
        yield table.sealed.secret
    if table.key is not None:
        yield table.key.hex()


def all_shown(table: Table, history: list[Happened]) -> str:
    """Everything that anybody is shown."""
    told = []
    for who in (*{seat.person for seat in table.seats}, WATCHER, ""):
        told += [
            shown.snapshot(table, history, who, 1.0),
            shown.update(table, history[-3:], who, 1.0),
            shown.table_info(table, who),
        ]
    return msgspec.json.encode(told).decode()


@pytest.mark.parametrize("game", IDS)
def test_no_secret_key_person_or_part_is_ever_shown(game: str) -> None:
    crowd = Crowd(game, Random(f"shown {game}"))
    for number in range(150):
        crowd.act()
        if number % 3 == 0:
            table = crowd.evening.table
            told = all_shown(table, crowd.evening.happened)
            parts = {part(who).hex() for who in map(person, NAMES)}
            parts -= {e.part for e in crowd.evening.entries if isinstance(e, Mixed)}
            for text in (*forbidden(table), *parts):
                assert text not in told
    assert crowd.evening.table.recorder is not None


def test_the_position_of_a_record_is_not_shown() -> None:
    """Two tables that go on from records with other hidden cards look the same to both."""
    told = set()
    for deck in (["1", "cat"], ["cat", "1"]):
        evening = Evening("dieci", ["Anna", "Bea"], record=set_up(deck))
        info = shown.table_info(evening.table, ANNA)
        assert info.deal is not None
        assert info.deal.given == 2
        evening.start()
        sealed = {"commitment", "receipt"}
        for who in (ANNA, BEA, WATCHER):
            snapshot = shown.snapshot(evening.table, evening.happened, who, 1.0)
            plain = msgspec.to_builtins(snapshot)
            plain["table"] = {k: v for k, v in plain["table"].items() if k not in sealed}
            told.add((who, str(plain).replace(info.commitment, "")))
    assert len(told) == 3


def set_up(last: list[str]) -> Record:
    """A match of DIECI whose deck ends with two cards that nobody has drawn."""
    match = Match(find("dieci"), 2, {})
    recorder = Recorder(match)
    recorder.take({"chance": "dealer", "seat": 0})
    cards = [match.game.cards[card] for card in match.engine.chance(match.states, 0)[0]]
    rest = list(cards)
    for card in last:
        rest.remove(card)
    recorder.take({"chance": "deck", "cards": [*sorted(rest), *last]})
    return read(write(recorder.record()).encode(), find)


# What people are shown


def test_a_person_sees_his_seats_and_others_what_those_who_watch_see() -> None:
    evening = Evening("uno", ["Anna", "Bea"], 3)
    evening.start()
    table = evening.table
    (mine,) = shown.positions(table, ANNA)
    assert (mine.seat, len(mine.picture["hand"])) == (0, 7)
    assert mine.moves == table.legal.get(0, ())
    (watching,) = shown.positions(table, WATCHER)
    assert (watching.seat, watching.picture["hand"], watching.moves) == (None, [], ())
    assert watching.picture == picture(table.match, SPECTATOR)
    assert [seat.mine for seat in shown.table_info(table, BEA).seats] == [False, True, False]
    assert not any(seat.mine for seat in shown.table_info(table, "").seats)


def test_a_shared_device_is_told_what_each_of_its_seats_is_told() -> None:
    evening = Evening("uno", ["Anna"], 3)
    evening.do(sitting.clear, ANNA, 1)
    evening.do(sitting.sit, ANNA, "Berta", 1)
    evening.start()
    assert [position.seat for position in shown.positions(evening.table, ANNA)] == [0, 1]
    news = shown.news_of(evening.table, evening.happened, ANNA)
    told = [(event.kind, event.seat) for item in news for event in item.events]
    assert told.count(("dealt", 0)) == told.count(("dealt", 1)) == 7
    assert {seat for kind, seat in told if kind == "dealt_unseen"} == {0, 1, 2}
    assert ("dealt", 2) not in told


def test_who_comes_to_a_seat_that_the_last_match_did_not_have_only_watches_it() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1})
    evening.start()
    evening.play(Random(1))
    evening.do(opening.arrange, ANNA, 4, {}, QUIET, secret(1))
    evening.do(sitting.sit, person("Carl"), "Carl", 3)
    (position,) = shown.positions(evening.table, person("Carl"))
    assert position.seat is None
    all_shown(evening.table, evening.happened)


def test_the_code_to_join_with_is_for_those_at_the_table() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    assert shown.table_info(evening.table, BEA).code == "ABCDEF"
    assert shown.table_info(evening.table, WATCHER).code is None
    evening.start()
    assert shown.table_info(evening.table, BEA).code is None


def test_what_people_say_is_for_those_at_the_table() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.do(talk.say, ANNA, 0, "psst")
    assert "psst" in str(shown.snapshot(evening.table, evening.happened, BEA, 1.0))
    assert "psst" not in str(shown.snapshot(evening.table, evening.happened, WATCHER, 1.0))


def test_the_list_that_decides_the_deal_is_shown_before_the_parts() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.do(sitting.pledge, BEA, 1, pledge(part(BEA)))
    evening.start(named=1)
    deal = shown.table_info(evening.table, ANNA).deal
    assert deal is not None
    assert (deal.pledges, deal.parts, deal.named) == (((1, pledge(part(BEA))),), (), 1)
    assert shown.table_info(evening.table, ANNA).receipt is None
    evening.do(playing.mix, BEA, 1, part(BEA).hex())
    info = shown.table_info(evening.table, WATCHER)
    assert info.deal is None
    assert info.receipt == evening.record().written["fairness"]["receipt"]


def test_the_secret_of_a_match_that_was_broken_off_is_in_the_last_news() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1})
    evening.start()
    evening.do(talk.close, ANNA)
    news = shown.news_of(evening.table, evening.happened, BEA)
    assert (news[-1].what, news[-1].text) == ("closed", secret(0).hex())
    assert shown.positions(evening.table, BEA) == ()
    for phase in ("waiting", "over"):
        evening = Evening("dieci", ["Anna", "Bea"], options={"tokens": 1})
        if phase == "over":
            evening.start()
            evening.play(Random(1))
        evening.do(talk.close, ANNA)
        assert shown.news_of(evening.table, evening.happened, BEA)[-1].text is None


def test_hints_are_for_a_person_alone_unless_it_was_agreed() -> None:
    alone = Evening("dieci", ["Anna"], 3)
    assert shown.allows_hints(alone.table)
    alone.do(sitting.clear, ANNA, 1)
    alone.do(sitting.sit, ANNA, "Berta", 1)
    assert not shown.allows_hints(alone.table), "two share the device"
    two = Evening("dieci", ["Anna", "Bea"], 3)
    assert not shown.allows_hints(two.table)
    two.do(opening.arrange, ANNA, 3, {}, Settings(hints=True), secret(1))
    assert shown.allows_hints(two.table)


def test_clocks_are_shown_while_they_run() -> None:
    evening = Evening("dieci", ["Anna", "Bea"], settings=Settings(clock="fast"))
    evening.start(named=0)
    (clock,) = shown.clocks(evening.table)
    assert (clock.seat, clock.until, clock.reserve_s) == (1, evening.now + 75, 60)
    evening.later(75)
    assert shown.clocks(evening.table) == (), "a bot sits in"
    evening.do(presence.leave, ANNA)
    evening.do(presence.leave, BEA)
    assert shown.clocks(evening.table) == ()
    assert due.due_at(evening.table) is None
    assert shown.table_info(evening.table, ANNA).paused


@pytest.mark.parametrize("game", IDS)
def test_pictures_are_of_plain_values_for_every_seat_at_every_moment(game: str) -> None:
    evening = Evening(game, ["Anna", "Bea"], 3, SHORT.get(game))
    evening.start()
    rng = Random(1)
    while evening.phase == "playing":
        for seat in (0, 1, 2, SPECTATOR):
            drawn = picture(evening.table.match, seat)
            assert msgspec.json.decode(msgspec.json.encode(drawn)).keys() == drawn.keys()
        evening.play(rng, steps=7)
    assert picture(evening.table.match, 0)["phase"] == "over"
    assert picture(evening.table.match, 0)["scores"] == list(evening.table.evening[0].scores)
