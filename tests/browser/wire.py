"""A TCP proxy between a browser and the server, which fails in the ways that networks do."""

import socket
import threading
import time
from contextlib import suppress
from urllib.parse import urlsplit

UP = "up"
"""From the browser to the server."""
DOWN = "down"
BOTH = frozenset((UP, DOWN))
_UPGRADED = b"HTTP/1.1 101 "


class Wire:
    """Forwards bytes between a port of its own and a server.

    Bytes in a direction that is held are forwarded later, as TCP would do after an outage. So
    `hold` makes connections that exist half-open, and new ones are accepted but lead nowhere.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._server = (parts.hostname, parts.port)
        self._door = socket.create_server(("127.0.0.1", 0))
        self._ends: set[socket.socket] = set()
        self._changed = threading.Condition()
        self._held: frozenset[str] = frozenset()
        self._delay_s = 0.0
        self._is_cut = False
        self._is_mute = False
        self._upgrades = 0
        self._attempts = 0
        self._heard = 0
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}{parts.path}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break every connection; new ones are closed at once."""
        with self._changed:
            self._is_cut = True
            for end in self._ends:
                _close(end)
            self._ends.clear()
            self._changed.notify_all()

    def hold(self, *directions: str) -> None:
        """Forward nothing in some directions, of old and of new connections; break none."""
        with self._changed:
            self._held = frozenset(directions)

    def mute(self) -> None:
        """Mend the wire, but forward nothing to the browser after the upgrade of a socket."""
        self.mend()
        with self._changed:
            self._is_mute = True

    def delay(self, seconds: float) -> None:
        """Forward everything, but later."""
        self._delay_s = seconds

    def mend(self) -> None:
        """Forward everything, at once."""
        with self._changed:
            self._is_cut, self._held, self._delay_s = False, frozenset(), 0.0
            self._is_mute = False
            self._changed.notify_all()

    def await_attempts(self, count: int, limit_s: float = 30.0) -> None:
        """Wait for `count` more connections, whatever becomes of them."""
        with self._changed:
            goal = self._attempts + count
            in_time = self._changed.wait_for(lambda: self._attempts >= goal, limit_s)
        assert in_time, f"the page did not try {count} times to connect within {limit_s} s"

    def await_upgrades(self, count: int, limit_s: float = 30.0) -> None:
        """Wait until `count` more sockets are open, while the wire is mute."""
        with self._changed:
            goal = self._upgrades + count
            in_time = self._changed.wait_for(lambda: self._upgrades >= goal, limit_s)
        assert in_time, f"the page did not open {count} sockets within {limit_s} s"

    def await_traffic(self, count: int, limit_s: float = 30.0) -> None:
        """Wait until bytes of the server have arrived `count` more times."""
        with self._changed:
            goal = self._heard + count
            in_time = self._changed.wait_for(lambda: self._heard >= goal, limit_s)
        assert in_time, f"the server did not answer {count} times within {limit_s} s"

    def close(self) -> None:
        self.cut()
        self._door.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                with self._changed:
                    self._attempts += 1
                    self._changed.notify_all()
                    if self._is_cut:
                        near.close()
                        continue
                    far = socket.create_connection(self._server)
                    self._ends |= {near, far}
                for way in ((near, far, UP), (far, near, DOWN)):
                    threading.Thread(target=self._forward, args=way, daemon=True).start()

    def _forward(self, one: socket.socket, other: socket.socket, direction: str) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if self._delay_s:
                    time.sleep(self._delay_s)
                if direction == DOWN and self._is_mute and data.startswith(_UPGRADED):
                    data = self._upgrade_and_wait(other, data)
                with self._changed:
                    self._changed.wait_for(lambda: self._is_cut or direction not in self._held)
                other.sendall(data)
                with self._changed:
                    self._heard += direction == DOWN
                    self._changed.notify_all()
        with self._changed:
            for end in (one, other):
                self._ends.discard(end)
                _close(end)

    def _upgrade_and_wait(self, browser: socket.socket, data: bytes) -> bytes:
        """Forward the answer to a handshake, and wait; return the bytes that follow it."""
        head, end, rest = data.partition(b"\r\n\r\n")
        browser.sendall(head + end)
        with self._changed:
            self._upgrades += 1
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._is_cut or not self._is_mute)
        return rest


def _close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
