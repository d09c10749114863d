"""Our server for the benchmark, without rate limits."""

import sys

from mazziere.bots import warm
from mazziere.games import find
from mazziere.server.config import Config
from mazziere.server.rooms.compiled_rules import prepare
from mazziere.server.run import Ready, run

MANY = 10**6


def main(database: str, game: str = "uno", bots: str = "") -> None:
    thread = prepare(game)  # compiled rules, as in a server that has been running for a while
    if thread is not None:
        thread.join()
    if bots:
        warm.warm(find(game))
    config = Config(
        port=0,
        admin_port=None,
        database=database,
        requests_per_minute=MANY,
        sockets_per_address=MANY,
        messages=MANY,
        messages_per_address=MANY,
        hellos_per_minute=MANY,
        hellos_per_minute_of_address=MANY,
        http_per_address=MANY,
        away_after_s=60.0,
    )
    run(config, ready)


def ready(found: Ready) -> None:
    print(found.port, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
