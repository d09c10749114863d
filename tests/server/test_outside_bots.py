"""Bots from outside at a real server: over the protocol, and with `serve --custom-bot`."""

import asyncio
import runpy
from pathlib import Path

import pytest

from mazziere.cli import main
from mazziere.client import Client, NotGranted
from tests.server.test_serve import ROOT, ready_line, start
from tests.waiting import LIMIT_S, deadline

BOT = """
def last(view, moves):
    return moves[-1]
"""


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_socket_bot_and_a_custom_bot_play_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAZZIERE_JIT", "0")
    socket_bot = runpy.run_path(str(ROOT / "examples" / "socket_bot.py"))
    file = tmp_path / "mybot.py"
    file.write_text(BOT, encoding="utf-8")
    bot = f"{file}:last"
    process = start(tmp_path, "--json", "--port", "0", "--no-admin", "--custom-bot", bot)
    try:
        ada = Client(ready_line(process)["url"])
        with pytest.raises(NotGranted):
            await ada.open("dieci", "Ada", 3, {"tokens": 1}, bots=[f"{file}:other"])
        table = await ada.open("dieci", "Ada", 3, {"tokens": 1}, bots=[bot])
        assert table.code is not None
        playing = asyncio.create_task(socket_bot["play"](ada.url, table.code))
        async with deadline("the bots finish a match"), ada.connect(table.id) as line:
            while any(seat.kind == "open" for seat in line.table.seats):
                await line.next()
            await ada.start(table.id)
            while line.table.phase != "over":
                if moves := line.moves(0):
                    await line.move(0, moves[0])
                else:
                    await line.next()
            assert await playing == table.id
        assert len(line.table.evening) == 1
    finally:
        process.kill()
        process.communicate(timeout=LIMIT_S)


def test_serve_refuses_what_is_no_bot_of_your_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--custom-bot", "normal"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.strip() == "mazziere: --custom-bot normal: not a bot of your own"
