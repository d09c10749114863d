"""Measures the appends per second of a store: python -m tests.store.load URL TABLES SECONDS.

Each table appends an entry as soon as the one before is durable.
"""

import asyncio
import secrets
import sys
import time

from mazziere.store import open_store
from tests.store.samples import PLAYING, but

ENTRY = b'{"kind":"moves","seat":1,"moves":["play red 7"],"id":"%s"}' % (b"x" * 100)


async def main(url: str, tables: int, seconds: float) -> None:
    store = await open_store(url)
    names = [secrets.token_urlsafe(12) for _ in range(tables)]
    await asyncio.gather(*(store.create(name, [ENTRY], PLAYING, 1.0) for name in names))
    waits: list[float] = []
    start, used = time.perf_counter(), time.process_time()

    async def play(name: str) -> None:
        head = 1
        while (began := time.perf_counter()) < start + seconds:
            head = await store.append(name, head, [ENTRY], but(PLAYING, due_at=began), began)
            waits.append(time.perf_counter() - began)

    await asyncio.gather(*map(play, names))
    took, used = time.perf_counter() - start, time.process_time() - used
    await store.close()
    waits.sort()
    p50, p99 = (waits[int(len(waits) * part)] * 1000 for part in (0.5, 0.99))
    print(
        f"{tables} tables: {len(waits) / took:.0f} appends/s, p50 {p50:.1f} ms, p99 {p99:.1f} ms, "
        f"{used / len(waits) * 1e6:.1f} µs of processor time each"
    )


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
