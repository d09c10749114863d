"""`mazziere serve`: tables for people in a browser."""

import asyncio
import io
import ipaddress
import socket
import sys
from argparse import Namespace
from contextlib import suppress

from mazziere.cli.say import Stop
from mazziere.server.config import Config

ANYWHERE = ("0.0.0.0", "::")


def run(arguments: Namespace) -> int:
    """Serve until interrupted."""
    from mazziere.server.run import serve
    from mazziere.store import StoreError

    config = config_of(arguments)
    _check_port(config)
    try:
        asyncio.run(serve(config, lambda: _announce(config)))
    except StoreError as error:
        raise Stop(str(error)) from None
    return 0


def config_of(arguments: Namespace) -> Config:
    """The settings that a command line asks for."""
    host = arguments.host or (ANYWHERE[0] if arguments.lan else "127.0.0.1")
    base = (arguments.base_path or "").rstrip("/")
    if base and not base.startswith("/"):
        raise Stop(f"--base-path {base!r} does not begin with a slash", 2)
    public = arguments.public_url.rstrip("/") if arguments.public_url else None
    if public is not None and not public.startswith(("http://", "https://")):
        raise Stop(f"--public-url {public!r} is not an address of the web", 2)
    if public is None and arguments.lan:
        public = f"http://{lan_address()}:{arguments.port}{base}"
    return Config(
        host=host,
        port=arguments.port,
        database=arguments.database,
        bus=arguments.bus,
        base_path=base,
        public_url=public,
        trusted_proxies=tuple(arguments.trusted_proxy),
        secure=bool(public and public.startswith("https://")),
        chat=not arguments.no_chat,
        retention_days=arguments.retention_days,
        admin_port=arguments.admin_port or None,
    )


def _check_port(config: Config) -> None:
    """Say in one line that the port is taken, before anything is opened."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    with socket.socket(family) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((config.host, config.port))
        except OSError as error:
            why = error.strerror or str(error)
            raise Stop(f"{config.host} port {config.port}: {why} (--port for another)") from None


def lan_address() -> str:
    """The address by which others in the home network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # nothing is sent
        address: str = probe.getsockname()[0]
        if not ipaddress.ip_address(address).is_unspecified:
            return address
    return "127.0.0.1"


def _announce(config: Config) -> None:
    """Say where it is, with a QR code for the phones in the room."""
    link = config.public_url or f"http://{config.host}:{config.port}{config.base_path}"
    print(f"Mazziere: {link}", flush=True)
    if config.public_url is not None and sys.stdout.isatty():
        import segno

        drawing = io.StringIO()
        segno.make(link, error="l").terminal(drawing, compact=True, border=1)
        print(drawing.getvalue())
