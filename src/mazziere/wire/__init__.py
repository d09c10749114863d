"""What goes over the wire: the one source of the JSON schema and of the TypeScript types."""

VERSION = 1
"""Of the protocol. A client says it in its first message; another one is told to reload."""
