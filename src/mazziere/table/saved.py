"""A table as bytes, so that it need not be folded from its whole log again.

A log is kept for years and is the truth; what is written here is only a shortcut. Bytes that were
written by another version of the program are not read: `load` says so, and the log is folded.
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
from mazziere.table.table import Removed, Result, Table

VERSION = 1
"""To be raised when a field of a table means something else than before."""


class _Played(msgspec.Struct, frozen=True, array_like=True):
    """The match of a table."""

    layout: str  # of its state
    players: int
    rules: int
    options: dict[str, Any]  # as the record of the match writes them
    steps: list[dict[str, Any]]
    proof: dict[str, Any]
    state: bytes


class _Saved(msgspec.Struct, frozen=True, array_like=True):
    """What is written."""

    layout: str  # of a table
    table: Table  # without its match
    played: _Played | None


class _Head(msgspec.Struct, frozen=True, array_like=True):
    layout: str


_encoder = msgspec.msgpack.Encoder()
_heads = msgspec.msgpack.Decoder(_Head)


def _no_match(kind: type, value: object) -> Any:
    raise NotImplementedError(f"{kind} is not written with the fields of a table")


_decoder: msgspec.msgpack.Decoder[_Saved] = msgspec.msgpack.Decoder(_Saved, dec_hook=_no_match)


def dump(table: Table) -> bytes:
    """Write a table with everything that is known of it; as secret as its log."""
    played = _write(table.recorder) if table.recorder is not None else None
    return _encoder.encode(_Saved(_LAYOUT, msgspec.structs.replace(table, recorder=None), played))


def load(data: bytes) -> Table | None:
    """Read a table; None if the bytes are another version's."""
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
    """What the bytes of a game's state mean."""
    return _digest(repr(find(game).dtype))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _fields() -> list[tuple[str, list[tuple[str, str]]]]:
    kinds: tuple[type, ...] = (Table, Seat, Result, Removed)
    kinds += (entries.Settings, entries.Sealed, entries.Starting, entries.Began)
    return [(k.__name__, sorted((n, str(t)) for n, t in get_type_hints(k).items())) for k in kinds]


_LAYOUT = _digest(f"{VERSION} {_fields()}")
"""What the fields of a table are: one more, or another type, makes another layout."""
