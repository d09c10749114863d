"""Reloads, two tabs and bad networks: no move is lost or duplicated, and no wait is endless.

web/tests/connection.test.ts and table-connection.test.ts test every state and timeout of the
connection with a clock of their own; here the page meets real sockets.
"""

import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from mazziere.games import shelf
from tests.browser.conftest import Visit
from tests.browser.people import PICTURE, Person
from tests.browser.serving import PID, served
from tests.browser.wire import BOTH, DOWN, UP, Wire
from tests.cases import case

GAMES = {name: case(name).reloaded for name in shelf()}
RELOADED = [name for name, options in GAMES.items() if options is not None]
GONE = (r"ERR_", r"WebSocket connection")
"""Messages of Chromium about a connection that fails."""
LOST = "No connection"
IMPATIENT = 20
"""The time scale of the network while it is cut: timeouts would end a slow page's connection."""
AT_ONCE = {"show": 1000}
NEVER = 0.0001
"""A speed at which nothing that takes time would end within a test."""


@pytest.fixture
def wire(server: str) -> Iterator[Wire]:
    """A proxy in front of the server."""
    wire = Wire(server)
    yield wire
    wire.close()


def soon_looks_like(person: Person, picture: list[str], what: str) -> None:
    """Wait until the table shows a picture."""
    same = f"(picture) => String(({PICTURE})()) === String(picture)"
    try:
        person.page.wait_for_function(same, arg=picture)
    except Exception:  # show the difference
        assert person.picture() == picture, what
        raise


def is_back(person: Person) -> None:
    """Wait until no message about the connection is shown."""
    expect(person.page.locator("[data-connection=open]")).to_have_count(1)
    expect(person.page.get_by_text(LOST)).to_have_count(0)


@pytest.mark.parametrize("games", [RELOADED[::2], RELOADED[1::2]], ids=str)
def test_a_reload_gives_the_same_picture(visit: Visit, games: list[str]) -> None:
    bruno = visit("phone", speed=AT_ONCE)
    for game in games:
        bruno.open(game, 3, **(GAMES[game] or {}))
        fingers = bruno.fingers()
        fingers.play(moves=3)
        bruno.page.keyboard.press("Escape")  # a choice that was only opened is no move
        assert fingers.rest() == "legal"
        bruno.still()
        before = bruno.picture()
        bruno.page.reload()
        fingers.rest()
        soon_looks_like(bruno, before, game)


def test_a_move_without_a_connection_is_kept_and_made_once(visit: Visit, wire: Wire) -> None:
    bruno = visit("phone", url=wire.url)
    bruno.forgive(*GONE)
    table = bruno.open("dieci", 3, tokens=1)
    fingers = bruno.fingers()
    fingers.rest()
    wire.cut()
    bruno.pace(net=IMPATIENT)
    bruno.see(LOST)
    before = bruno.picture()
    assert fingers.step() == "legal"
    bruno.see("Your move is kept")
    wire.await_attempts(5)
    assert [line for line in bruno.picture() if line in before] == before
    wire.mend()
    bruno.pace(net=1)
    is_back(bruno)
    fingers.play()
    steps = bruno.ask("GET", f"/api/tables/{table}/matches/1")["steps"]
    made = [step["move"] for step in steps if step.get("seat") == 0 and "move" in step]
    assert made[0] == fingers.touched[0]  # without a connection
    assert len(made) <= fingers.moves  # a second touch while a move is under way does nothing


def test_the_others_see_who_has_no_network(visit: Visit, wire: Wire) -> None:
    """Both people see that a connection is silent, before the log marks anybody as away.

    That they see it within three seconds follows from the constants of the page and of the server:
    see tests/server/test_timeouts.py and web/tests/connection.test.ts.
    """
    anna, bruno = visit(), visit("phone", url=wire.url)
    bruno.forgive(*GONE)
    anna.meet(bruno, "yooloo", variant="a")
    wire.await_traffic(3)  # the server notices the silence only of pages that ping
    wire.hold(*BOTH)
    bruno.pace(net=IMPATIENT)
    anna.see("no network")
    bruno.see(LOST)
    wire.mend()
    bruno.pace(net=1)
    is_back(bruno)
    expect(anna.page.get_by_text("no network")).to_have_count(0)


@contextmanager
def full_disk(folder: Path) -> Iterator[None]:
    """Keep the log of a new SQLite file from growing, as on a full disk."""
    pid = int((folder / PID).read_text(encoding="utf-8"))
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    size = (folder / "tables.db-wal").stat().st_size
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))


def test_a_move_that_cannot_be_saved_is_made_later(visit: Visit, tmp_path: Path) -> None:
    with served(tmp_path) as url:
        bruno = visit("phone", url=url)
        table = bruno.open("dieci", 3, tokens=5)
        fingers = bruno.fingers()
        fingers.rest()
        unsaved = bruno.page.get_by_text("The table can’t be saved right now. Nothing is lost.")
        with full_disk(tmp_path):
            assert fingers.step() == "legal"
            expect(unsaved).to_be_visible()
        expect(unsaved).to_have_count(0)
        assert fingers.rest() == "legal"
        assert bruno.ask("GET", f"/api/tables/{table}")["phase"] == "playing"
        bruno.page.close()  # before the server stops


def test_words_without_a_connection_are_not_lost(visit: Visit, wire: Wire) -> None:
    """Chat is not resent later: the text stays in the field."""
    bruno = visit(url=wire.url)
    bruno.forgive(*GONE)
    bruno.open("dieci", 3, tokens=5)
    bruno.fingers().rest()
    bruno.page.get_by_role("tab", name="Chat").click()
    wire.cut()
    bruno.pace(net=IMPATIENT)
    bruno.context.set_offline(True)
    bruno.see(LOST)
    field = bruno.page.get_by_role("textbox", name="Say something")
    field.fill("Is anybody there")
    field.press("Enter")
    bruno.see("The server doesn’t answer")
    expect(field).to_have_value("Is anybody there")
    wire.mend()
    bruno.pace(net=1)
    bruno.context.set_offline(False)
    is_back(bruno)
    field.press("Enter")
    expect(field).to_have_value("")
    expect(bruno.page.get_by_role("log")).to_contain_text("Is anybody there")


def test_what_others_do_meanwhile_is_caught_up_with(visit: Visit, wire: Wire) -> None:
    anna, bruno = visit(), visit("phone", url=wire.url)
    bruno.forgive(*GONE)
    anna.meet(bruno, "yooloo", variant="a")
    wire.cut()
    bruno.pace(net=IMPATIENT)
    anna.fingers().step()
    bruno.see(LOST)
    wire.mend()
    bruno.pace(net=1)
    for _ in range(2):
        bruno.fingers().play(moves=1)
        anna.fingers().play(moves=1)


def test_the_newer_tab_plays_and_the_older_says_so(anna: Person) -> None:
    """`make soak-tabs` takes seats back many times, also over a bad network."""
    play_in_two_tabs(anna)


def play_in_two_tabs(anna: Person) -> None:
    """The older tab, reactivated, shows the table at once, without a replay of the gap."""
    table = anna.open("dieci", 3, tokens=5)
    anna.fingers().rest()
    anna.press("Menu")  # the message about the connection covers any dialog
    newer = anna.tab()
    newer.go(f"/t/{table}")
    newer.fingers().play(moves=5)
    assert newer.fingers().rest() == "legal"
    anna.pace(show=NEVER)
    take_back(anna, newer)
    anna.page.keyboard.press("Escape")  # closes the menu, which lay below
    expect(anna.page.get_by_role("dialog", name="Menu")).to_have_count(0)
    soon_looks_like(anna, newer.picture(), "the older tab")
    anna.pace(show=20)
    anna.fingers().play(moves=1)


def take_back(older: Person, newer: Person, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Take the seat back in the older tab; `meanwhile` happens after the button is pressed."""
    older.see("another tab")
    newer.still()
    older.press("Play here again")
    meanwhile()
    expect(older.page.get_by_role("alertdialog")).to_have_count(0)
    newer.see("another tab")


@pytest.mark.parametrize("held", [BOTH, {UP}, {DOWN}], ids=["black hole", "only down", "only up"])
def test_a_connection_that_leads_nowhere_is_given_up(
    visit: Visit, wire: Wire, held: set[str]
) -> None:
    """The old connection is half-open, and new ones are accepted and never answered."""
    bruno = visit("phone", url=wire.url)
    bruno.forgive(*GONE)
    bruno.open("dieci", 3, tokens=5)
    fingers = bruno.fingers()
    fingers.rest()
    wire.hold(*held)
    bruno.pace(net=IMPATIENT)
    bruno.see(LOST)
    assert fingers.step() == "legal"
    wire.await_attempts(3)
    wire.mend()
    bruno.pace(net=1)
    is_back(bruno)
    assert fingers.rest() == "legal"


def test_a_socket_that_opens_and_stays_silent_is_given_up(visit: Visit, wire: Wire) -> None:
    """The page has sent `hello`, and neither an answer nor an error comes."""
    bruno = visit("phone", url=wire.url)
    bruno.forgive(*GONE)
    bruno.open("dieci", 3, tokens=5)
    fingers = bruno.fingers()
    fingers.rest()
    wire.cut()
    bruno.pace(net=IMPATIENT)
    bruno.see(LOST)
    wire.mute()
    wire.await_upgrades(3)
    bruno.see(LOST)
    assert fingers.step() == "legal"
    bruno.see("Your move is kept")
    wire.mend()
    bruno.pace(net=1)
    is_back(bruno)
    assert fingers.rest() == "legal"


@pytest.mark.parametrize("is_too_slow", [False, True], ids=["slow", "slower than the timeouts"])
def test_a_slow_network_delays_a_reconnect(visit: Visit, wire: Wire, is_too_slow: bool) -> None:
    """The answers to the handshake and to `hello` are late."""
    bruno = visit("phone", url=wire.url)
    bruno.forgive(*GONE)
    bruno.open("dieci", 3, tokens=5)
    fingers = bruno.fingers()
    fingers.rest()
    wire.cut()
    bruno.pace(net=IMPATIENT)
    bruno.see(LOST)
    if not is_too_slow:
        bruno.pace(net=1)
    wire.mend()
    wire.delay(0.5)  # the impatient page waits for 0.4 s
    if is_too_slow:
        wire.await_attempts(3)
        bruno.see(LOST)
        wire.mend()
        bruno.pace(net=1)
    is_back(bruno)
    assert fingers.rest() == "legal"
    fingers.play(moves=1)


def test_a_seat_is_taken_back_over_a_bad_network(visit: Visit, wire: Wire) -> None:
    """While the connection is silent, `Play here again` shows a message; later it works."""
    anna = visit(url=wire.url)
    anna.forgive(*GONE)
    table = anna.open("dieci", 3, tokens=5)
    anna.fingers().rest()
    newer = anna.tab()
    newer.go(f"/t/{table}")
    newer.fingers().rest()
    anna.see("another tab")
    newer.page.close()
    wire.hold(*BOTH)
    anna.pace(net=IMPATIENT)
    anna.press("Play here again")
    anna.see(LOST)
    wire.await_attempts(2)
    wire.mend()
    anna.pace(net=1)
    is_back(anna)
    anna.fingers().play(moves=1)


def test_a_slow_network_only_takes_longer(visit: Visit, wire: Wire) -> None:
    bruno = visit("phone", url=wire.url)
    bruno.open("dieci", 3, tokens=5)
    fingers = bruno.fingers()
    fingers.rest()
    wire.delay(0.3)
    for _ in range(2):
        fingers.play(moves=1)
        assert fingers.rest() == "legal"
    expect(bruno.page.locator("[data-connection=open]")).to_have_count(1)
