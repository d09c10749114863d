"""Two people race for the pile: the slower one reads who was faster."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.people import QUICK
from tests.browser.positions import position
from tests.browser.wire import DOWN, Wire
from tests.waiting import wait_until


@pytest.fixture
def wire(server: str) -> Iterator[Wire]:
    """A network between one person and the server."""
    wire = Wire(server)
    yield wire
    wire.close()


def test_the_slower_player_reads_who_was_faster(visit: Visit, wire: Wire) -> None:
    """Bruno's card arrives first; Anna jumps in before her page has heard of it."""
    anna, bruno = visit(url=wire.url), visit("phone")
    given = position(
        "uno", 2, lambda moves: any(move.startswith("jump ") for move in moves), jump_in=True
    )
    body = {
        **{name: given[name] for name in ("game", "players", "options")},
        "nick": "Anna",
        "bots": [],
        "settings": QUICK,
        "record": given,
    }
    anna.go("/")
    bruno.go("/")
    table = anna.ask("POST", "/api/tables", body)["id"]
    bruno.sit(table, "Bruno", 1)
    anna.ask("POST", f"/api/tables/{table}/start", {})
    for person in (anna, bruno):
        person.go(f"/t/{table}")
        person.fingers().look()
    jump = anna.page.locator("[data-move^='jump ']").first
    jump.wait_for()
    before = anna.ask("GET", f"/api/tables/{table}")["seq"]
    wire.hold(DOWN)
    bruno.fingers().play(moves=1)
    wait_until(
        lambda: bruno.ask("GET", f"/api/tables/{table}")["seq"] > before,
        "Bruno's move on the server",
    )
    jump.click()
    wire.mend()
    expect(anna.page.locator("[data-notice=news]")).to_contain_text("Bruno was faster")
