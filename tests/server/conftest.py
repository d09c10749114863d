"""What every test of the server may take."""

from tests.server.running import server

__all__ = ["server"]
