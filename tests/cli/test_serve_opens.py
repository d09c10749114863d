"""`mazziere serve` opens the browser only for a person at this machine's screen."""

import sys
from types import SimpleNamespace

import pytest

from mazziere.cli import serve
from mazziere.cli.arguments import read_arguments
from mazziere.server.run import Ready


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the addresses that a browser was opened at, on a machine with a screen."""
    addresses: list[str] = []
    monkeypatch.setattr(serve, "open_browser", addresses.append)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(
        "mazziere.server.run.run", lambda config, ready: ready(Ready("127.0.0.1", 8710, None, None))
    )
    return addresses


def start(*words: str) -> None:
    arguments = read_arguments(["serve", "--no-admin", *words])
    assert arguments is not None
    assert serve.run(arguments) == 0


def test_it_opens_the_page(opened: list[str]) -> None:
    start()
    assert opened == ["http://127.0.0.1:8710"]


def test_it_opens_the_address_that_it_accepts(opened: list[str]) -> None:
    start("--public-url", "https://cards.example.org/table")
    assert opened == ["https://cards.example.org/table"]


@pytest.mark.parametrize("words", [("--no-open",), ("--json",)])
def test_not_if_it_is_told_not_to(opened: list[str], words: tuple[str, ...]) -> None:
    start(*words)
    assert opened == []


def test_not_without_a_screen(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY")
    start()
    assert opened == []


def test_not_from_afar(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "here there")
    start()
    assert opened == []


def test_not_as_a_service(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: False, write=len, flush=int))
    start()
    assert opened == []
