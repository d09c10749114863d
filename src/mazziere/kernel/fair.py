"""Verifiable deals: the server's commitment, the players' parts, and the proof.

    commitment = commit(deal, secret)                       # shown before anybody sends a part
    proof = seal(deal, commitment, seats, parts, pledges)   # shown when the match begins
    key = deal_key(deal, proof, secret)
    match.deal(order_for(key, 0, match.due))                # and so on for each chance step
    proof = reveal(proof, secret)                           # when the match has ended

`docs/fairness.md` has the construction, so that it can be written again in any language, and says
what it proves and what it does not. Nothing here draws a random number or knows a game.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from mazziere.kernel.deal import KEY_BYTES, DealStream
from mazziere.kernel.shapes import BadShape, Path, convert

FORMAT = "mazziere-deal/1"
PART_BYTES = 32
LARGEST = 2**53 - 1  # every reader of JSON holds it exactly
_DEPTH = 8
_LONGEST = 100  # characters of a name
_NOTHING: Mapping[int, Any] = MappingProxyType({})


class Unfair(ValueError):
    """A fault in a proof; the text is the reason in one line."""


@dataclass(frozen=True)
class Deal:
    """The facts about a match that are fixed before the server commits to its secret."""

    table: str
    match: int  # counted at the table, from 1
    game: str
    rules: int
    players: int
    options: Mapping[str, Any]  # as the record of the match writes them
    step_fields: tuple[str, ...] = ("chance", "seat", "move", "cards", "rows")
    """The fields of a step that determine the match, see `Game.step_fields`."""
    by_lot: tuple[str, ...] = ()  # fields of steps that are never given, see `Game.by_lot`


@dataclass(frozen=True)
class SeatedPlayer:
    """A player at a seat: a nickname, and a kind (a person, or which bot)."""

    name: str
    kind: str


@dataclass(frozen=True)
class Proof:
    """The field `fairness` of a record; without the secret it is sealed."""

    table: str
    match: int
    commitment: str
    seats: tuple[SeatedPlayer, ...]
    given: tuple[Mapping[str, Any], ...]  # the first steps, if the host chose them
    pledges: Mapping[int, str]  # by seat: the hash of a part, sent before all parts
    parts: Mapping[int, bytes]  # by seat
    receipt: str
    secret: bytes | None = field(default=None, repr=False)


# Canonical JSON


def canonical(value: Any) -> bytes:
    """Return the canonical JSON of a value, for hashing; Unfair if it has none."""
    _check(value, _DEPTH)
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8")


def _check(value: Any, depth: int) -> None:
    """Check that every language writes the value alike: no fractions, no nulls, ASCII names."""
    if depth == 0:
        raise Unfair("nested too deeply")
    if isinstance(value, str):
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise Unfair("a text with half a character")
    elif isinstance(value, (list, tuple)):
        for part in value:
            _check(part, depth - 1)
    elif isinstance(value, dict):
        for name, part in value.items():
            if not isinstance(name, str) or not name.isascii():
                raise Unfair("the name of a field is not ASCII")
            _check(part, depth - 1)
    elif not isinstance(value, int) or abs(value) > LARGEST:
        raise Unfair(
            "a value that is no text, truth or whole number up to 2^53 - 1, nor made of them"
        )


def bare(step: Mapping[str, Any], fields: Sequence[str]) -> dict[str, Any]:
    """Keep only the fields of a step that determine the match."""
    return {name: step[name] for name in fields if name in step}


# The construction


def commit(deal: Deal, secret: bytes) -> str:
    """Return the hash that binds the server to its secret for one match, and hides it."""
    _sized(secret, KEY_BYTES, "a secret")
    return hashlib.sha256(commit_text(deal, secret)).hexdigest()


def commit_text(deal: Deal, secret: bytes) -> bytes:
    """Return the text that the commitment hashes."""
    return canonical({**_head(deal), "secret": secret.hex()})


def pledge(part: bytes) -> str:
    """Return the hash by which a browser commits to its part."""
    _sized(part, PART_BYTES, "a part")
    return hashlib.sha256(part).hexdigest()


def seal(
    deal: Deal,
    commitment: str,
    seats: Iterable[SeatedPlayer],
    parts: Mapping[int, bytes],
    pledges: Mapping[int, str] = _NOTHING,
    given: Iterable[Mapping[str, Any]] = (),
) -> Proof:
    """Build the sealed proof: everything but the secret that decides the deal."""
    steps = tuple(bare(step, deal.step_fields) for step in given)
    proof = Proof(deal.table, deal.match, commitment, tuple(seats), steps, pledges, parts, "")
    written = {**proof_to_json(proof), "receipt": receipt(deal, proof)}
    proof = proof_from_json(written)  # never seal a proof that cannot be read
    _fits(deal, proof)
    return proof


def deal_text(deal: Deal, proof: Proof) -> bytes:
    """Return the public text that decides the deal together with the secret."""
    written = proof_to_json(proof)
    names = ("commitment", "seats", "given", "pledges", "parts")
    return canonical({**_head(deal), **{name: written[name] for name in names}})


def receipt(deal: Deal, proof: Proof) -> str:
    """Return the hash of the public text, which players keep."""
    return hashlib.sha256(deal_text(deal, proof)).hexdigest()


def deal_key(deal: Deal, proof: Proof, secret: bytes) -> bytes:
    """Return the key of the match; Unfair if the secret is not the one committed to."""
    if commit(deal, secret) != proof.commitment:
        raise Unfair(
            "the commitment is not that of this secret with this table, match, game, rules, "
            "players and options"
        )
    text = deal_text(deal, proof)
    return hashlib.blake2b(text, digest_size=KEY_BYTES, key=secret).digest()


def order_for(key: bytes, number: int, chance: str) -> Callable[[Sequence[int]], list[int]]:
    """Return the function that orders the groups of chance step `number`.

    Steps are counted among the chance steps alone, so that nobody's moves choose between shuffles.
    The cards are sorted first, so that the result does not depend on their previous order.
    """
    stream = DealStream(key, purpose(number, chance))
    return lambda group: stream.order(sorted(group))


def purpose(number: int, chance: str) -> str:
    """Name the stream of a chance step."""
    return f"{number}:{chance}"


def reveal(proof: Proof, secret: bytes) -> Proof:
    """Open a proof when the match has ended."""
    _sized(secret, KEY_BYTES, "a secret")
    return replace(proof, secret=secret)


def check(deal: Deal, proof: Proof) -> bytes | None:
    """Check a proof against the match that it is for; return the key, None while it is sealed."""
    _fits(deal, proof)
    key = None if proof.secret is None else deal_key(deal, proof, proof.secret)
    if receipt(deal, proof) != proof.receipt:
        raise Unfair(
            "the receipt is not that of this match with this commitment, these seats, given "
            "steps, pledges and parts"
        )
    return key


def _head(deal: Deal) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "table": deal.table,
        "match": deal.match,
        "game": deal.game,
        "rules": deal.rules,
        "players": deal.players,
        "options": dict(deal.options),
    }


def _fits(deal: Deal, proof: Proof) -> None:
    """Check that a proof belongs to this match, and that its parts match their pledges."""
    if (deal.table, deal.match) != (proof.table, proof.match):
        raise Unfair("the proof is that of another match")
    if len(proof.seats) != deal.players:
        raise Unfair(f'"seats" has {len(proof.seats)} seats, not {deal.players}')
    for seat, part in proof.parts.items():
        # A part without a pledge could have been chosen after seeing all others
        if proof.pledges and seat not in proof.pledges:
            raise Unfair(f"the part of seat {seat} was not pledged, though others were")
        if proof.pledges and pledge(part) != proof.pledges[seat]:
            raise Unfair(f"the part of seat {seat} is not the one that was pledged")
    for number, step in enumerate(proof.given):
        if not set(step) <= set(deal.step_fields):
            raise Unfair(f'"given", step {number} has a field that does not belong there')
    if len(proof.given) == 1:
        for name in set(deal.by_lot) & set(proof.given[0]):
            raise Unfair(f"the {name} for the deal cannot be given: they are made by lot")


def _sized(value: bytes, count: int, what: str) -> None:
    if len(value) != count:
        raise Unfair(f"{what} has {count} bytes, not {len(value)}")


# Reading and writing


def proof_to_json(proof: Proof) -> dict[str, Any]:
    """Return a proof in the form of a record."""
    written: dict[str, Any] = {
        "format": FORMAT,
        "table": proof.table,
        "match": proof.match,
        "commitment": proof.commitment,
        "seats": [{"name": seat.name, "kind": seat.kind} for seat in proof.seats],
        "given": [dict(step) for step in proof.given],
        "pledges": [[seat, promised] for seat, promised in sorted(proof.pledges.items())],
        "parts": [[seat, part.hex()] for seat, part in sorted(proof.parts.items())],
        "receipt": proof.receipt,
    }
    if proof.secret is not None:
        written["secret"] = proof.secret.hex()
    return written


Name = Annotated[str, Meta(min_length=1, max_length=_LONGEST)]
Digits = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
_DIGITS = "64 lower-case hexadecimal digits"
_NAME = f"a text of 1 to {_LONGEST} characters"


class DocumentFormat(msgspec.Struct):
    """The field that names the format of a document."""

    format: str


class _WrittenSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A seat in the form of a record."""

    name: Name
    kind: Name


class _WrittenProof(msgspec.Struct, forbid_unknown_fields=True):
    """A proof in the form of a record.

    Other fields are refused: a misspelt "secret" must not pass for a proof that is still sealed.
    """

    format: str
    table: Name
    match: Annotated[int, Meta(ge=1, le=LARGEST)]
    commitment: Digits
    seats: list[_WrittenSeat]
    given: list[dict[str, Any]]
    pledges: list[tuple[int, Digits]]
    parts: list[tuple[int, Digits]]
    receipt: Digits
    secret: Digits | UnsetType = UNSET


_WANTED = {
    "format": f'"{FORMAT}"',
    "table": _NAME,
    "match": "a whole number from 1 to 2^53 - 1",
    "commitment": _DIGITS,
    "receipt": _DIGITS,
    "secret": _DIGITS,
}
"""The fields of a proof that hold one value, in words."""


def proof_from_json(value: Any) -> Proof:
    """Read a proof strictly; Unfair with the reason if it is not exactly in our form."""
    try:
        if convert(value, DocumentFormat).format != FORMAT:
            raise Unfair(f'"format" is not "{FORMAT}"')
        written = convert(value, _WrittenProof)
    except BadShape as fault:
        raise Unfair(_fault_text(fault)) from None
    _check_text(written.table, '"table"')
    for number, seat in enumerate(written.seats):
        _check_text(seat.name, f"seat {number}, name")
        _check_text(seat.kind, f"seat {number}, kind")
    for number, step in enumerate(written.given):
        _check_text(step, f'"given", step {number}')
    parts = _by_seat(written.parts, len(written.seats), '"parts"')
    return Proof(
        table=written.table,
        match=written.match,
        commitment=written.commitment,
        seats=tuple(SeatedPlayer(seat.name, seat.kind) for seat in written.seats),
        given=tuple(written.given),
        pledges=_by_seat(written.pledges, len(written.seats), '"pledges"'),
        parts={seat: bytes.fromhex(part) for seat, part in parts.items()},
        receipt=written.receipt,
        secret=None if written.secret is UNSET else bytes.fromhex(written.secret),
    )


def _fault_text(fault: BadShape) -> str:
    """Say what is wrong with the shape of a proof."""
    where = _place(fault.path)
    if fault.missing:
        return f'"{fault.missing}" is missing in {where}'
    if fault.is_unknown:
        return f"{where} has a field that does not belong there"
    if not fault.path:
        return f"{where} is not an object"
    name, *inner = fault.path
    if name in ("pledges", "parts") and len(inner) == 1:
        return f"{where} is not a seat and 64 hexadecimal digits"
    if name in ("pledges", "parts") and inner:
        return f"{where} names no seat" if inner[1] == 0 else f"{where} is not {_DIGITS}"
    if name == "seats" and len(inner) == 2:
        return f"{where} is not {_NAME}"
    return f"{where} is not {_WANTED.get(str(name), fault.wanted)}"


def _place(path: Path) -> str:
    """Name a place in a proof."""
    if not path:
        return "the proof"
    name, *inner = path
    if not inner:
        return f'"{name}"'
    if name == "seats":
        return f"seat {inner[0]}" + (f", {inner[1]}" if len(inner) > 1 else "")
    return f'"{name}", {"step" if name == "given" else "entry"} {inner[0]}'


def _check_text(value: Any, where: str) -> None:
    """Check that a value has a canonical form."""
    try:
        canonical(value)
    except Unfair as error:
        raise Unfair(f"{where}: {error}") from None


def _by_seat(pairs: list[tuple[int, str]], seats: int, where: str) -> dict[int, str]:
    """Check that pairs of a seat and digits are in ascending order, at most one per seat."""
    last = -1
    for place, (seat, _) in enumerate(pairs):
        if not 0 <= seat < seats:
            raise Unfair(f"{where}, entry {place} names no seat")
        if seat <= last:
            raise Unfair(f"{where}, entry {place} is not in the order of seats, or a seat has two")
        last = seat
    return dict(pairs)
