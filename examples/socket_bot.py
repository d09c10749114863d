"""A bot that sits at a server table like a person, over the open WebSocket protocol.

    mazziere serve                                             # open a table in the browser
    python examples/socket_bot.py http://127.0.0.1:8710 CODE   # the join code of that table

It needs only `mazziere.client`. Replace `choose` by a better player: `position` has the picture of
the table as the seat sees it, `moves` the texts of its legal moves.
"""

import asyncio
import random
import sys
from typing import Any

from mazziere.client import Client

NICK = "Robot"


def choose(position: Any, moves: tuple[str, ...]) -> str:
    """Choose one of the legal moves."""
    return random.choice(moves)


async def play(url: str, code: str, nick: str = NICK) -> str:
    """Sit down at the table with a join code and play one match; return the table."""
    async with Client(url) as bot:
        table = await bot.find(code)
        await bot.join(table, nick)
        async with bot.connect(table, tries=10) as connection:
            while connection.table.phase not in ("over", "closed"):
                asked = [seat for seat in connection.positions if connection.moves(seat)]
                if connection.table.phase != "playing" or not asked:
                    await connection.next()
                    continue
                position = connection.positions[asked[0]]
                # A refusal means that the table has changed since: the next position is newer.
                await connection.move(asked[0], choose(position, position.moves))
        return table


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python socket_bot.py URL CODE")
    print("played at table", asyncio.run(play(*sys.argv[1:])))
