"""A process that writes to a store and prints acknowledged appends; tests kill it.

python -m tests.store.child write URL NAME          # until it is killed
python -m tests.store.child contend URL NAME UPTO   # until the shared tables have UPTO entries
python -m tests.store.child open URL                # print whether it can be opened
"""

import asyncio
import os
import sys

from mazziere.store import CannotOpen, Conflict, NoSuchTable, Store, TableExists, open_store
from tests.store.samples import PLAYING, WAITING, but
from tests.waiting import deadline

TABLES = 6
CONTENDED = 8


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def make(store: Store, table: str) -> int:
    try:
        head = await store.create(table, [b"made"], but(PLAYING, code=None), 1.0)
    except TableExists:
        return await store.head(table)
    say(table, head, "made")
    return head


async def write(store: Store, table: str, head: int, name: str) -> None:
    """Append one or two entries at a time; now and then change the facts."""
    turn = 0
    while True:
        turn += 1
        words = [f"{name}-{turn}-{part}" for part in range(1 + turn % 2)]
        facts = but(WAITING, code=None) if turn % 5 == 0 else but(PLAYING, due_at=float(turn))
        last = await store.append(table, head, [word.encode() for word in words], facts, 2.0)
        for seq, word in enumerate(words, head + 1):
            say(table, seq, word)
        head = last


async def meet(store: Store, name: str) -> None:
    """Wait for the other process, so that both write at the same time."""
    other = {"left": "right", "right": "left"}[name]
    await store.create(f"ready-{name}", [b"here"], but(PLAYING, code=None), 1.0)
    async with deadline("the other process is ready"):
        while True:
            try:
                await store.head(f"ready-{other}")
            except NoSuchTable:
                await asyncio.sleep(0.01)
            else:
                return


async def contend(store: Store, table: str, name: str, upto: int) -> None:
    """Append until there are `upto` entries, but at least once."""
    head, won = await make(store, table), False
    while head < upto or not won:
        try:
            head = await store.append(table, head, [name.encode()], PLAYING, 2.0)
        except Conflict as late:
            head = late.current
        else:
            say(table, head, name)
            won = True


async def main(what: str, url: str, *rest: str) -> None:
    try:
        store = await open_store(url)
    except CannotOpen as error:
        say("cannot open:", error)
        return
    say("open")
    if what == "write":
        tables = [f"t{i}" for i in range(TABLES)]
        heads = await asyncio.gather(*(make(store, table) for table in tables))
        await asyncio.gather(
            *(write(store, *one, rest[0]) for one in zip(tables, heads, strict=True))
        )
    elif what == "contend":
        name, upto = rest[0], int(rest[1])
        await meet(store, name)
        await asyncio.gather(*(contend(store, f"c{i}", name, upto) for i in range(CONTENDED)))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
