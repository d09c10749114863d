"""The settings of a server."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    """The settings of a server, as the command line gives them."""

    host: str = "127.0.0.1"
    port: int = 8710  # 0: any free port
    database: str | None = None  # None: a file in the user's data folder
    bus: str | None = None  # redis://…; None: this is the only node
    base_path: str = ""  # path prefix behind a proxy, without a slash at the end
    public_url: str | None = None  # the address that links and QR codes show
    own_names: tuple[str, ...] = ()  # further names under which people reach the server
    is_home: bool = False  # also accept browsers of this machine at its loopback address
    trusted_proxies: tuple[str, ...] = ()  # addresses whose forwarding headers are trusted
    secure: bool = False  # send cookies over HTTPS only
    chat: bool = True  # False: chat is off at every table
    retention_days: int = 90  # finished tables are deleted after this time
    idle_days: int = 30  # unfinished tables are deleted after this time without an entry
    admin_port: int | None = 8711  # health, metrics and the admin page, on loopback only
    text_logs: bool = False  # logs as text for people instead of JSON
    bot_threads: int = 2
    most_tables: int = 100_000  # upper bound on all tables in the store
    table_entries: int = 50_000  # upper bound on a table's log; no new match begins above it
    tables_per_person: int = 20  # unfinished ones
    tables_per_address: int = 100  # opened in a day
    sockets_per_address: int = 1000
    http_per_address: int = 200  # open connections that are no sockets
    requests_per_minute: int = 600  # per address; the handshake of a socket counts, too
    codes_per_minute: int = 10  # wrong ones per address
    codes_per_minute_of_all: int = 1000  # wrong ones on this node
    talk_per_minute: int = 20  # chat messages per person
    hints_per_minute: int = 20  # per person
    hints_per_minute_of_address: int = 200
    pings_per_address: int = 2400  # free ones in two seconds: one a second of each socket
    least_pace_ms: int = 200  # lower bound on a bot's pace, or bots alone would fill a server
    messages: int = 100  # messages that a person may send ...
    messages_per_address: int = 3000  # ... and an address ...
    messages_s: float = 20.0  # ... in this time
    hellos_per_minute: int = 30  # per person
    hellos_per_minute_of_address: int = 1000
    queue: int = 256  # messages that may wait for a slow reader; then its connection is closed
    hello_s: float = 10.0  # time that a new connection has for its first message
    away_after_s: float = 8.0  # time without a connection after which a person is marked away


FRAME_BYTES = 4096
"""The largest message that a connection may send."""
