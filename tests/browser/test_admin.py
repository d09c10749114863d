"""The admin page in a browser."""

import json
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.server.processes import serve


def test_the_admin_deletes_a_table(browser: Browser, tmp_path: Path) -> None:
    """The forms work with the headers that a browser sends."""
    server = serve(tmp_path / "data")
    try:
        wish = {"game": "dieci", "nick": "Ada", "players": 2}
        table = json.loads(server.client()._ask("POST", "/api/tables", wish)[1])["id"]
        let_in = {"username": "admin", "password": server.ready.password or ""}
        context = browser.new_context(http_credentials=let_in)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(server.admin)
        expect(page.get_by_text(table)).to_be_visible()
        page.get_by_role("button", name="Delete", exact=True).click()
        expect(page.get_by_role("heading", name="Mazziere")).to_be_visible()
        expect(page.get_by_text(table)).to_have_count(0)
        page.get_by_role("button", name="Delete what is older now").click()
        expect(page.get_by_role("heading", name="Mazziere")).to_be_visible()
        context.close()
    finally:
        server.stop()
