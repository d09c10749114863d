"""Snapshots: the state of a table as bytes, to avoid folding the whole log.

The log is the truth, and a snapshot is only a cache of its fold. `load` does not read a snapshot of
another version of the program; the caller then folds the log.
"""

import hashlib
from typing import Any, get_type_hints

import msgspec
import numpy as np

from mazziere.games import find
from mazziere.kernel.fair import proof_from_json, proof_to_json
from mazziere.kernel.match import Match
from mazziere.kernel.record import Recorder
from mazziere.table import entries
from mazziere.table.seats import Seat
from mazziere.table.table import MatchSpan, Removed, Result, SeatRequest, TableState

VERSION = 1
"""Raise it when a field of a table changes its meaning."""


class _Played(msgspec.Struct, frozen=True, array_like=True):
    """The match of a table."""

    layout: str  # of the game's state
    players: int
    rules: int
    options: dict[str, Any]  # as the record of the match writes them
    steps: list[dict[str, Any]]
    proof: dict[str, Any]
    state: bytes


class _Saved(msgspec.Struct, frozen=True, array_like=True):
    """The content of a snapshot."""

    layout: str  # of the table's fields
    table: TableState  # without its match
    played: _Played | None


class _Layout(msgspec.Struct, frozen=True, array_like=True):
    layout: str


_encoder = msgspec.msgpack.Encoder()
_heads = msgspec.msgpack.Decoder(_Layout)


def _refuse_type(kind: type, value: object) -> Any:
    raise NotImplementedError(f"{kind} is not written with the fields of a table")


_decoder: msgspec.msgpack.Decoder[_Saved] = msgspec.msgpack.Decoder(_Saved, dec_hook=_refuse_type)


def dump(table: TableState) -> bytes:
    """Return a table as bytes, with all its secrets."""
    played = _write(table.recorder) if table.recorder is not None else None
    bare = msgspec.structs.replace(table, recorder=None, continued=None)
    return _encoder.encode(_Saved(_LAYOUT, bare, played))


def load(data: bytes) -> TableState | None:
    """Read a table; None if another version of the program wrote the bytes."""
    try:
        if _heads.decode(data).layout != _LAYOUT:
            return None
        saved = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    if saved.played is not None:
        if saved.played.layout != _layout_of(saved.table.game):
            return None
        saved.table.recorder = _read(saved.table.game, saved.played)
    return saved.table


def _write(recorder: Recorder) -> _Played:
    match, proof = recorder.match, recorder.proof
    assert proof is not None
    return _Played(
        _layout_of(match.game.id),
        match.players,
        int(match.states["rules"][0]),
        match.options,
        recorder.record()["steps"],
        proof_to_json(proof),
        match.states.tobytes(),
    )


def _read(game: str, played: _Played) -> Recorder:
    match = Match(find(game), played.players, played.options, rules=played.rules)
    match.options = played.options
    match.states[0] = np.frombuffer(played.state, match.states.dtype)[0]
    match.steps = len(played.steps)
    return Recorder(match, proof=proof_from_json(played.proof), steps=played.steps)


def _layout_of(game: str) -> str:
    """Return a digest of the layout of a game's state."""
    return _digest(repr(find(game).dtype))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _fields() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the names and types of all fields of a table."""
    kinds: dict[str, type] = {
        "Table": TableState,
        "Seat": Seat,
        "Result": Result,
        "MatchSpan": MatchSpan,
        "Removed": Removed,
        "SeatRequest": SeatRequest,
        "Settings": entries.Settings,
        "Sealed": entries.Sealed,
        "Starting": entries.Starting,
        "Began": entries.Began,
    }
    return [(name, sorted(_saved_hints(kind).items())) for name, kind in kinds.items()]


def _saved_hints(kind: type) -> dict[str, str]:
    """Return the types of the fields that a snapshot holds."""
    hints = get_type_hints(kind).items()
    return {field: str(hint) for field, hint in hints if field != "continued"}


_LAYOUT = _digest(f"{VERSION} {_fields()}")
"""A digest of the fields of a table: a new field or type changes it."""
