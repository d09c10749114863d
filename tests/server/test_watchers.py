"""Spectators: one update for all of them, counted; and an upper bound on their number."""

from typing import Any

import msgspec
import pytest

from mazziere.server.rooms import projection
from mazziere.server.rooms import room as room_module
from mazziere.server.rooms.room import Room
from mazziere.server.transport import connection as connection_module
from mazziere.store import Unavailable
from mazziere.table import asking, sitting
from mazziere.table.entries import Settings
from mazziere.wire.server import Goodbye, Update
from tests.server.running import Running, ended, lines, turned_away
from tests.server.test_rooms import RoomsNode, Watching, bare_room, make_move, node, sit, store
from tests.waiting import until

pytestmark = pytest.mark.asyncio

__all__ = ["node", "store"]


class Counter:
    """Counts the calls of a function."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.calls = 0

    def __call__(self, *args: Any) -> Any:
        self.calls += 1
        return self.function(*args)


@pytest.fixture
def updates(monkeypatch: pytest.MonkeyPatch) -> Counter:
    """The count of updates that were built."""
    counter = Counter(projection.update)
    monkeypatch.setattr(projection, "update", counter)
    return counter


async def test_all_spectators_share_an_update(node: RoomsNode, updates: Counter) -> None:
    room = await bare_room(node, "dieci", "easy")
    viewers = [Watching(name) for name in ("ada", "bea", *("" for _ in range(250)))]
    viewers += [Watching(f"stranger {number}") for number in range(250)]
    for viewer in viewers:
        room.add_viewer(viewer)
    seat = room.table.to_move()[0]
    await make_move(room, seat, room.table.legal[seat][0])
    assert updates.calls == 3
    room.set_quiet("bea", True)
    assert updates.calls == 6
    assert all([type(shown) for shown in viewer.shown] == [Update] * 2 for viewer in viewers)


async def test_shared_updates_are_those_of_each_person(node: RoomsNode) -> None:
    """Somebody who asks for a seat, whom the host has declined or removed, and the host."""
    room = await bare_room(node, "dieci", "easy")
    await room.act(lambda table, at: asking.ask(table, "eve", "eve", at))
    await room.act(lambda table, at: asking.ask(table, "fay", "fay", at))
    number = room.table.requests["fay"].seq
    await room.act(lambda table, at: asking.refuse_request(table, "ada", number, at))
    viewers = [Watching(name) for name in ("", "ada", "bea", "eve", "fay", "gus", "")]
    for viewer in viewers:
        room.add_viewer(viewer)
    room.set_quiet("bea", True)
    for viewer in viewers:
        (shown,) = viewer.shown
        assert isinstance(shown, Update)
        now, quiet = shown.now, room.quiet
        assert shown == projection.update(room.table, (), viewer.person, now, True, quiet)
    shared = [id(viewer.shown[0]) for viewer in viewers]
    assert len(set(shared)) == 5
    assert shared[0] == shared[5] == shared[6]


async def test_a_removed_person_and_a_host_without_a_seat_see_more(node: RoomsNode) -> None:
    room = await node.rooms.open_table("ada", "dieci", 2, {}, Settings())
    assert not projection.is_watcher(room.table, "ada")
    for seat, name in enumerate(("ada", "bea")):
        await room.act(sit(name, seat))
    await room.act(lambda table, at: sitting.clear(table, "ada", 1, at))
    seen = [projection.is_watcher(room.table, name) for name in ("ada", "bea", "eve", "")]
    assert seen == [False, False, True, True]


async def test_a_message_to_several_connections_is_encoded_once(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ada, bea) = await server.seated("dieci", 2)
    await ada.start(table, named=0)
    watchers = [server.client() for _ in range(5)]
    encoded: list[type] = []

    class Encoder:
        def encode(self, message: Any) -> bytes:
            encoded.append(type(message))
            return msgspec.json.encode(message)

    async with lines(table, [bea, *watchers]) as (mover, *watching):
        monkeypatch.setattr(connection_module, "_encoder", Encoder())
        await mover.move(1, "keep")
        for line in watching:
            while line.seq < mover.seq:
                await line.next()
    assert encoded.count(Update) == 2


async def test_the_number_of_spectators_is_limited(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_module, "MOST_WATCHERS", 2)
    table, (ada, bea) = await server.seated("dieci", 2)
    watchers = [server.client() for _ in range(3)]
    async with lines(table, [ada, *watchers[:2], bea]):  # people with a seat do not count
        refused = Goodbye("too_many", True, "watchers", 10)
        assert await turned_away(watchers[2].connect(table)) == (4429, refused)
    (room,) = server.node.rooms.open_rooms
    await until(lambda: not room.viewers, "all have gone")
    async with lines(table, watchers[2:]):
        pass


async def test_the_number_of_spectators_of_an_address_is_limited(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_module, "MOST_WATCHERS_OF_ADDRESS", 1)
    table, _ = await server.seated("dieci", 2)
    (room,) = server.node.rooms.open_rooms
    room.add_viewer(Watching("elsewhere"))
    watchers = [server.client() for _ in range(2)]
    async with lines(table, watchers[:1]) as (line,):
        refused = Goodbye("too_many", True, "watchers_of_address", 10)
        assert await turned_away(watchers[1].connect(table)) == (4429, refused)
        await line.send_raw('{"type":"hello","version":1}')  # the own place does not count
        await line.next()


async def test_a_connection_that_can_be_shown_nothing_more_ends(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its second hello fails: open, but without updates, it would seem to work."""
    table, (ada, _) = await server.seated("dieci", 2)

    async def refresh(room: Room) -> None:
        raise Unavailable("cut")

    async with ada.connect(table) as line:
        monkeypatch.setattr(Room, "may_be_behind", True)
        monkeypatch.setattr(Room, "refresh", refresh)
        await line.send_raw(f'{{"type":"hello","version":1,"last":{2**53 - 1}}}')
        assert await ended(line) == (1011, Goodbye("internal", True))
