"""`mazziere serve`: tables for people in a browser."""

import io
import ipaddress
import os
import socket
import sys
import threading
import webbrowser
from argparse import Namespace
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from mazziere.bots.levels import CUSTOM
from mazziere.cli.extras import require
from mazziere.cli.say import Stop, print_json
from mazziere.cli.tables import specs_of
from mazziere.server.config import Config

if TYPE_CHECKING:
    from mazziere.server.run import Ready

ANYWHERE = "0.0.0.0"


def run(arguments: Namespace) -> int:
    """Serve until interrupted."""
    require("server", "serve")
    config = config_of(arguments)
    from mazziere.server.run import CannotListen, Ready
    from mazziere.server.run import run as serve
    from mazziere.store import StoreError, UnknownUrl

    def ready(found: Ready) -> None:
        announce(config, found, arguments.json)
        if not (arguments.no_open or arguments.json) and is_attended():
            open_browser(link_of(config, found.port))

    try:
        serve(config, ready)
    except CannotListen as error:
        raise Stop(f"{error} (--port and --admin-port for others)") from None
    except UnknownUrl as error:
        raise Stop(f"--database: {error}", 2) from None
    except StoreError as error:
        raise Stop(str(error)) from None
    return 0


def config_of(arguments: Namespace) -> Config:
    """Return the settings that a command line asks for."""
    for text in arguments.custom_bot:
        if specs_of(text)[0].level != CUSTOM:
            raise Stop(f"--custom-bot {text[:60]}: not a bot of your own", 2)
    public = _public_url(arguments.public_url)
    base = _base_path(arguments.base_path, public)
    is_home = public is None and arguments.lan and arguments.port > 0
    if is_home:
        public = f"http://{lan_address()}:{arguments.port}{base}"
    return Config(
        host=arguments.host or (ANYWHERE if arguments.lan else "127.0.0.1"),
        port=arguments.port,
        database=arguments.database,
        bus=_bus(arguments.bus),
        base_path=base,
        public_url=public,
        own_names=tuple(arguments.own_name),
        is_home=is_home,
        trusted_proxies=tuple(map(_proxy, arguments.trusted_proxy)),
        secure=bool(public and public.startswith("https://")),
        chat=not arguments.no_chat,
        retention_days=arguments.retention_days,
        idle_days=arguments.idle_days,
        admin_port=None if arguments.no_admin else arguments.admin_port,
        text_logs=_has_text_logs(arguments),
    )


def _has_text_logs(arguments: Namespace) -> bool:
    """Choose the format of the logs: text at a terminal, else JSON."""
    if arguments.log is not None:
        return bool(arguments.log == "text")
    return not arguments.json and sys.stderr.isatty()


def _base_path(text: str | None, public: str | None) -> str:
    path = urlsplit(public).path if public is not None else ""
    base = (text or path).rstrip("/")
    if base and not base.startswith("/"):
        raise Stop(f"--base-path {base!r} does not begin with a slash", 2)
    if public is not None and base != path:
        raise Stop(f"--base-path {base!r} is not the path of --public-url, {path or '/'!r}", 2)
    return base


def _public_url(text: str | None) -> str | None:
    if text is None:
        return None
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise Stop(f"--public-url {text!r} is not an address of the web", 2)
    return text.rstrip("/")


def _bus(text: str | None) -> str | None:
    # The URL is not quoted: it may contain a password.
    if text is not None and not text.startswith(("redis://", "rediss://", "unix://")):
        raise Stop("--bus is redis://…, rediss://… or unix://…", 2)
    return text


def _proxy(text: str) -> str:
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        raise Stop(f"--trusted-proxy {text!r} is not an address or a network", 2) from None


def lan_address() -> str:
    """Return the address by which other devices in the home network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # nothing is sent
        address: str = probe.getsockname()[0]
        if not ipaddress.ip_address(address).is_unspecified:
            return address
    return "127.0.0.1"


def link_of(config: Config, port: int) -> str:
    """Return the link to the server, as far as it is known here."""
    if config.public_url is not None:
        return config.public_url
    host = lan_address() if config.host in (ANYWHERE, "::") else config.host
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{config.base_path}"


def is_attended() -> bool:
    """Tell whether a person at this machine's screen started the server."""
    if not sys.stdout.isatty() or "SSH_CONNECTION" in os.environ:
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_browser(address: str) -> None:
    """Open the page in a thread, because some browsers return only when they are closed."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def announce(config: Config, found: "Ready", as_json: bool = False) -> None:
    """Print the link; on the home network also a QR code for phones."""
    link = link_of(config, found.port)
    admin = f"http://127.0.0.1:{found.admin_port}/" if found.admin_port else None
    if as_json:
        print_json({"url": link, "port": found.port, "admin": admin, "password": found.password})
        sys.stdout.flush()
        return
    print(f"Mazziere: {link}")
    if config.host in (ANYWHERE, "::"):
        print(_qr(link))
    if found.password is not None:
        print(f"Password of {admin or 'the admin page'}, shown only now: {found.password}")
    sys.stdout.flush()


def _qr(link: str) -> str:
    import segno

    drawing = io.StringIO()
    segno.make(link, error="l").terminal(drawing, compact=True, border=1)
    return drawing.getvalue()
