"""The wire between a browser and the server, which can be cut and mended."""

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class Wire:
    """Passes on bytes to a server, from a port of its own."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._server = (parts.hostname, parts.port)
        self._door = socket.create_server(("127.0.0.1", 0))
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.is_cut = False
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}{parts.path}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break every connection; new ones are refused at once."""
        with self._lock:
            self.is_cut = True
            for end in self._ends:
                _close(end)
            self._ends.clear()

    def mend(self) -> None:
        """Let new connections through."""
        self.is_cut = False

    def close(self) -> None:
        self.cut()
        self._door.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                with self._lock:
                    if self.is_cut:
                        near.close()
                        continue
                    far = socket.create_connection(self._server)
                    self._ends |= {near, far}
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=ends, daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        with self._lock:
            for end in (one, other):
                self._ends.discard(end)
                _close(end)


def _close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
