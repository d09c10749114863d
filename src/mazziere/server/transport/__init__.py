"""Protocols on a TCP connection, and one person's WebSocket connection to one table."""
