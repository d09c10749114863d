"""A small client of the play server: what our tests and load generator use, and others may.

async with Client("http://127.0.0.1:8710") as ada:
    table = await ada.open("dieci", nick="Ada", players=2, bots=["normal"])
    await ada.start(table.id)
    async with ada.line(table.id) as line:
        while line.table.phase == "playing":
            if moves := line.moves(0):
                await line.move(0, moves[0])
            else:
                await line.next()

A person is the cookie that a client gets when it first does something (`client.cookie`, to be
kept). `ada.line(table, tries=10)` comes back by itself when the connection is lost.
"""

from mazziere.client.client import Client, NotGranted
from mazziere.client.line import Closed, Line

__all__ = ["Client", "Closed", "Line", "NotGranted"]
