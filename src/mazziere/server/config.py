"""What a server is told when it starts."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    """The settings of a server."""

    host: str = "127.0.0.1"
    port: int = 8710
    database: str | None = None  # None: a file in the user's data folder
    bus: str | None = None  # redis://…; None: this node is alone
    base_path: str = ""  # behind a proxy: where the site begins, without a slash at the end
    public_url: str | None = None  # how people reach it; links and QR codes say so
    trusted_proxies: tuple[str, ...] = ()  # addresses whose forwarding headers are believed
    secure: bool = False  # cookies over HTTPS only
    chat: bool = True  # off for the whole server, if a school wants it so
    retention_days: int = 90  # finished tables are deleted after
    idle_days: int = 30  # and those that wait for people, or are paused
    admin_port: int | None = 8711  # health and metrics, on loopback only
    bot_threads: int = 2
    most_tables: int = 100_000
    tables_per_person: int = 20
    tables_per_address: int = 100


FRAME_BYTES = 4096
MESSAGES, MESSAGES_S = 100, 20
QUEUE = 256
"""Messages that may wait for a slow reader; then its connection is closed."""
