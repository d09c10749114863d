"""The table of timeouts in docs/hosting.md names every timeout with its value."""

import re
from pathlib import Path

import uvicorn

from mazziere.server.bots import seated_bots
from mazziere.server.config import Config
from mazziere.server.node import FAREWELL_S
from mazziere.server.operations import admin, shutdown
from mazziere.server.rooms import bus, presence, shared_work
from mazziere.server.run import settings
from mazziere.server.transport import connection, http_protocol
from mazziere.store import postgres, sqlite, store

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
NET = ROOT / "web/src/net"
PAGE = "\n".join((NET / name).read_text(encoding="utf-8") for name in ("api.ts", "connection.ts"))


def of_page(name: str) -> float:
    """Return a constant of the page, in seconds."""
    found = re.search(rf"^export const {name} = ([0-9_]+);", PAGE, re.MULTILINE)
    assert found is not None, name
    return int(found[1].replace("_", "")) / 1000


def expected() -> dict[str, float]:
    """Return the timeouts of the code, by the words of the table."""
    served: uvicorn.Config = settings(None, Config())
    assert served.ws_ping_interval == served.ws_ping_timeout
    return {
        "head of a request": http_protocol.HEAD_S,
        "body of a request": http_protocol.REQUEST_S,
        "next request on a connection": served.timeout_keep_alive,
        "client that does not read": http_protocol.UNREAD_S,
        "answer to a ping of a socket, sent every 20 s": served.ws_ping_timeout or 0,
        "first message of a connection (`hello`), whatever else is sent": Config().hello_s,
        "end of a connection, after its reason is sent": connection.GOODBYE_S,
        "call to the database, with its time in the queue": store.STORE_CALL_S,
        "lock on a SQLite file": sqlite.BUSY_S,
        "new connection to PostgreSQL": postgres.CONNECT_S,
        "opening PostgreSQL, with a migration": postgres.OPEN_S,
        "closing PostgreSQL": postgres.CLOSE_S,
        "call to the bus": bus.BUS_CALL_S,
        "decision of a bot, with its time in the queue": seated_bots.THINK_S,
        "reading a finished match": shared_work.WORK_S,
        "reading a finished match, with its time in the queue": shared_work.WAIT_S,
        "readiness check": admin.READY_S,
        "connections, when the node stops": FAREWELL_S,
        "open requests, when the node stops": served.timeout_graceful_shutdown or 0,
        "shutdown, until the process has ended": shutdown.SHUTDOWN_S,
        "request of the page": of_page("REQUEST_MS"),
        "replay on the page": of_page("REPLAY_MS"),
        "socket of the page: connecting": of_page("CONNECT_MS"),
        "socket of the page: first answer": of_page("GREET_MS"),
        "socket of the page: answer to a ping, sent every second": of_page("DOUBT_MS")
        + of_page("GIVE_UP_MS"),
    }


def test_the_table_of_timeouts_is_that_of_the_code() -> None:
    table = DOC.partition("\n## Timeouts\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+) \| ([0-9.]+) s \|", table, re.MULTILINE)
    assert {wait: float(seconds) for wait, seconds in rows} == expected()
    assert len(rows) == len(expected())


def test_a_call_of_the_page_outlasts_the_server() -> None:
    """So people read the server's own answer, which says more."""
    assert of_page("REQUEST_MS") > store.STORE_CALL_S
    assert of_page("REPLAY_MS") > shared_work.WAIT_S


def test_the_others_see_a_lost_network_within_three_seconds() -> None:
    """Browsers show it: test_the_others_see_who_has_no_network in tests/browser."""
    beat_s = of_page("BEAT_MS")
    own = beat_s + of_page("DOUBT_MS")  # the last answer came just after a ping
    others = presence.QUIET_S + presence.QUIET_CHECK_S
    assert max(own, others) < 3.0
    assert beat_s + presence.QUIET_CHECK_S < presence.QUIET_S, "a working page is never silent"
