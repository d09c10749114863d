"""Real Chromium, a real server, and people who come with their own browsers."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from mazziere.server.page import FOLDER
from tests.browser.people import Person
from tests.browser.serving import ROOT, served

WIDTHS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "small": {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
LOCALES = {"en": "en-GB", "it": "it-IT"}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update",
             "--disable-sync",
             "--host-resolver-rules=MAP home.test 127.0.0.1"]  # fmt: skip

Visit = Callable[..., Person]
"""`visit("phone", lang="it")`: somebody opens a browser."""

expect.set_options(timeout=8000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is; without one these tests are skipped, but not in CI."""
    found = subprocess.run(["sh", "tools/chromium.sh"], cwd=ROOT, capture_output=True, text=True,
                           env={**os.environ, "CI": ""}, check=False)  # fmt: skip
    path = found.stdout.strip()
    if not path:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("no Chromium")
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser for all."""
    assert (FOLDER / "index.html").is_file(), "the page has not been built: make page"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    with served(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Visit]:
    """People come, each with a browser of their own; afterwards nothing must have gone wrong."""
    people: list[Person] = []

    def come(
        width: str = "desktop", lang: str = "en", url: str | None = None, **more: Any
    ) -> Person:
        usual: dict[str, Any] = {
            "locale": LOCALES[lang],
            "reduced_motion": "reduce",
            "service_workers": "block",
            **WIDTHS[width],
        }
        context = browser.new_context(**{**usual, **more})
        context.set_default_timeout(8000)
        person = Person(
            context.new_page(), url or server, "click" if width == "desktop" else "touch"
        )
        context.on("page", person.watch)
        person.watch(person.page)
        people.append(person)
        return person

    yield come
    for person in people:
        person.context.close()
    assert [fault for person in people for fault in person.unforgiven()] == []


@pytest.fixture
def anna(visit: Visit) -> Person:
    """Somebody at a desk."""
    return visit()


@pytest.fixture
def bruno(visit: Visit) -> Person:
    """Somebody with a phone."""
    return visit("phone")
