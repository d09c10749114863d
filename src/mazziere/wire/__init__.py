"""The types of all messages: the source of the JSON schema and of the TypeScript types."""

VERSION = 1
"""The protocol version. A client sends it first; a client of another version must reload."""
