"""The service worker caches the page and never answers of the server."""

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import WIDTHS, Visit
from tests.browser.serving import served

SCOPE = "async () => (await navigator.serviceWorker.ready).scope"
"""Waits for the service worker."""
READ = """async (path) => {
  const answer = await fetch(path);
  return [answer.ok, answer.headers.get("content-type"), await answer.text()];
}"""
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(request.url);
  return found;
}"""


def test_it_opens_without_a_network(visit: Visit) -> None:
    bruno = visit("phone", service_workers="allow")
    bruno.forgive("ERR_", "WebSocket")
    bruno.go("/")
    bruno.awaited(SCOPE)
    bruno.page.wait_for_function("async () => (await caches.keys()).length === 1")
    bruno.page.reload()
    bruno.button("Play now: DIECI").wait_for()
    kept = bruno.awaited(KEPT)
    assert any(url.endswith(".js") for url in kept)
    assert not [url for url in kept if "/api/" in url]
    bruno.context.set_offline(True)
    bruno.page.reload()
    bruno.page.get_by_role("button").first.wait_for()
    assert bruno.awaited("() => fetch('/api/games').then(() => 'kept', () => 'gone')") == "gone"
    bruno.context.set_offline(False)
    bruno.open("dieci", 2, tokens=1)
    bruno.fingers().play()


def test_the_manifest_and_its_icons_are_there(visit: Visit) -> None:
    anna = visit()
    anna.go("/")
    address = anna.page.locator("link[rel=manifest]").get_attribute("href")
    ok, kind, text = anna.awaited(READ, address)
    assert (ok, kind) == (True, "application/manifest+json")
    for icon in json.loads(text)["icons"]:
        ok, kind, _ = anna.awaited(READ, f"/{icon['src']}")
        assert (ok, kind) == (True, icon["type"])


def test_over_plain_http_in_the_home_network_everything_else_works(
    visit: Visit, server: str
) -> None:
    """Without service worker, clipboard and `crypto.subtle` the fairness check still works."""
    anna = visit(url=server.replace("127.0.0.1", "home.test"))
    anna.forgive("Cross-Origin-Opener-Policy")
    anna.go("/")
    assert not anna.page.evaluate("isSecureContext")
    table = anna.open("dieci", 3, people=2, start=False, tokens=1)
    anna.ask("PUT", f"/api/tables/{table}/seats/1", {"bot": "easy"})
    anna.go(f"/t/{table}")
    anna.press("Copy")
    anna.see("Copied.")
    anna.press("Deal the cards")
    anna.page.locator(".felt").wait_for()
    anna.fingers().play()
    anna.page.keyboard.press("Escape")  # closes the result of the last round
    anna.page.get_by_text("More", exact=True).click()
    anna.page.get_by_role("link", name="Was the deal fair? Check").click()
    anna.page.locator("[data-outcome=right]").wait_for()


def test_below_a_base_path_on_a_server_without_talk(visit: Visit, tmp_path: Path) -> None:
    """The whole page, also its worker, is below the base path; it does not mention chat."""
    with served(tmp_path, "/cards", chat=False) as url:
        anna = visit(url=url, service_workers="allow")
        anna.go("/")
        assert anna.awaited(SCOPE) == f"{url}/"
        table = anna.open("dieci", 2, start=False, tokens=1)
        anna.go(f"/t/{table}")
        assert anna.page.url == f"{url}/t/{table}"
        anna.page.get_by_text("At the table").click()
        anna.see("Anybody with the link can watch")
        expect(anna.page.get_by_text("Chat")).to_have_count(0)
        anna.press("Deal the cards")
        anna.fingers().rest()
        expect(anna.page.get_by_role("tab")).to_have_text(["Log", "Scores"])
        phone = WIDTHS["phone"]["viewport"]
        anna.resize(phone["width"], phone["height"])
        anna.press("What happened")
        expect(anna.page.get_by_role("tab")).to_have_text(["Log", "Scores"])
        anna.page.keyboard.press("Escape")
        anna.fingers().play()
        assert all(kept.startswith(f"{url}/") for kept in anna.awaited(KEPT))
        anna.page.context.close()  # before its server goes
