"""A small client of the play server; our tests and our load generator use it too.

    async with Client("http://127.0.0.1:8710") as ada:
        table = await ada.open("dieci", nick="Ada", players=2, bots=["normal"])
        await ada.start(table.id)
        async with ada.connect(table.id) as connection:
            while connection.table.phase == "playing":
                if moves := connection.moves(0):
                    await connection.move(0, moves[0])
                else:
                    await connection.next()

A person is a cookie, which the server sends with its first answer (`client.cookie`; keep it).
`ada.connect(table, tries=10)` reconnects when the connection is lost.
"""

from mazziere.client.client import Client, NotGranted
from mazziere.client.connection import ConnectionEnded, TableConnection

__all__ = ["Client", "ConnectionEnded", "NotGranted", "TableConnection"]
