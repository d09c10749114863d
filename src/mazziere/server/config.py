"""What a server is told when it starts."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    """The settings of a server."""

    host: str = "127.0.0.1"
    port: int = 8710  # 0: any that is free
    database: str | None = None  # None: a file in the user's data folder
    bus: str | None = None  # redis://…; None: this node is alone
    base_path: str = ""  # behind a proxy: where the site begins, without a slash at the end
    public_url: str | None = None  # how people reach it; links and QR codes say so
    is_home: bool = False  # browsers of this machine may come by its loopback address, too
    trusted_proxies: tuple[str, ...] = ()  # addresses whose forwarding headers are believed
    secure: bool = False  # cookies over HTTPS only
    chat: bool = True  # off for the whole server, if a school wants it so
    retention_days: int = 90  # finished tables are deleted after
    idle_days: int = 30  # and those that wait for people, or are paused
    admin_port: int | None = 8711  # health, metrics and the admin's page, on loopback only
    text_logs: bool = False  # in words for a person, not as JSON for a program
    bot_threads: int = 2
    most_tables: int = 100_000
    table_entries: int = 50_000  # of a table's log; then no further match begins there
    tables_per_person: int = 20
    tables_per_address: int = 100  # opened in a day
    sockets_per_address: int = 1000
    requests_per_minute: int = 600  # of an address
    codes_per_minute: int = 10  # that an address may try
    talk_per_minute: int = 20  # messages of a person
    hints_per_minute: int = 20
    least_pace_ms: int = 200  # of bots: a table of them alone would keep a server busy for days
    messages: int = 100  # that a connection may send
    messages_s: float = 20.0  # in this time
    queue: int = 256  # messages that may wait for a slow reader; then its connection is closed
    hello_s: float = 10.0  # a connection that says nothing at first is closed
    away_after_s: float = 8.0  # a connection gone for so long leaves its seat


FRAME_BYTES = 4096
