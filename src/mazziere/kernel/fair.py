"""Deals that anybody can check: the server's commitment, the players' parts, and the proof.

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
from typing import Any

from mazziere.kernel.deal import KEY_BYTES, DealStream

FORMAT = "mazziere-deal/1"
PART_BYTES = 32
LARGEST = 2**53 - 1  # what every reader of JSON holds exactly
STEP_FIELDS = ("chance", "seat", "move", "cards", "rows", "piles", "draws")
_DEPTH = 8
_LONGEST = 100  # characters of a name
_NOTHING: Mapping[int, Any] = MappingProxyType({})


class Unfair(ValueError):
    """What is wrong with a proof, in one line."""


@dataclass(frozen=True)
class Deal:
    """What is fixed before the secret is committed to."""

    table: str
    match: int  # counted at the table, from 1
    game: str
    rules: int
    players: int
    options: Mapping[str, Any]  # as the record of the match writes them


@dataclass(frozen=True)
class Seat:
    """Who sits there: a nickname, and what kind of player it is (a person, which bot)."""

    name: str
    kind: str


@dataclass(frozen=True)
class Proof:
    """What a record's `fairness` holds; without the secret it is sealed."""

    table: str
    match: int
    commitment: str
    seats: tuple[Seat, ...]
    given: tuple[Mapping[str, Any], ...]  # the first steps, where the host has laid them down
    pledges: Mapping[int, str]  # by seat: the hash of a part, sent before any part was
    parts: Mapping[int, bytes]  # by seat
    receipt: str
    secret: bytes | None = field(default=None, repr=False)


# Canonical JSON


def canonical(value: Any) -> bytes:
    """Write a JSON value in the one way that is hashed; Unfair if it has no such form."""
    _check(value, _DEPTH)
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8")


def _check(value: Any, depth: int) -> None:
    """See that every language writes the value alike: no fractions, no nulls, names in ASCII."""
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


def bare(step: Mapping[str, Any]) -> dict[str, Any]:
    """Return what decides in a step, without what a record may add to it."""
    return {name: step[name] for name in STEP_FIELDS if name in step}


# The construction


def commit(deal: Deal, secret: bytes) -> str:
    """Return the hash that binds the server to its secret for one match, and hides it."""
    _sized(secret, KEY_BYTES, "a secret")
    return hashlib.sha256(commit_text(deal, secret)).hexdigest()


def commit_text(deal: Deal, secret: bytes) -> bytes:
    """Return what the commitment is the hash of."""
    return canonical({**_head(deal), "secret": secret.hex()})


def pledge(part: bytes) -> str:
    """Return the hash with which a browser promises a part before it shows it."""
    _sized(part, PART_BYTES, "a part")
    return hashlib.sha256(part).hexdigest()


def seal(
    deal: Deal,
    commitment: str,
    seats: Iterable[Seat],
    parts: Mapping[int, bytes],
    pledges: Mapping[int, str] = _NOTHING,
    given: Iterable[Mapping[str, Any]] = (),
) -> Proof:
    """Put together what decides the deal besides the secret; Unfair if it does not fit."""
    steps = tuple(bare(step) for step in given)
    proof = Proof(deal.table, deal.match, commitment, tuple(seats), steps, pledges, parts, "")
    written = {**proof_to_json(proof), "receipt": receipt(deal, proof)}
    proof = proof_from_json(written)  # what cannot be read must not be sealed
    _fits(deal, proof)
    return proof


def deal_text(deal: Deal, proof: Proof) -> bytes:
    """Return all that decides the deal besides the secret; it is public."""
    written = proof_to_json(proof)
    names = ("commitment", "seats", "given", "pledges", "parts")
    return canonical({**_head(deal), **{name: written[name] for name in names}})


def receipt(deal: Deal, proof: Proof) -> str:
    """Return the hash of all that decides the deal besides the secret, to be kept by players."""
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
    """Return what orders the groups of a chance step, given how many came before it.

    Steps are counted among the chance steps alone, so that nobody's moves choose between shuffles.
    The cards are sorted first, so that only which cards there are counts, not how they lay.
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
    """See that a proof is for this table, match and number of seats, and its parts as pledged."""
    if (deal.table, deal.match) != (proof.table, proof.match):
        raise Unfair("the proof is that of another match")
    if len(proof.seats) != deal.players:
        raise Unfair(f'"seats" has {len(proof.seats)} seats, not {deal.players}')
    for seat, part in proof.parts.items():
        # A part that nobody had promised could be chosen after all the others were seen
        if proof.pledges and seat not in proof.pledges:
            raise Unfair(f"the part of seat {seat} was not pledged, though others were")
        if proof.pledges and pledge(part) != proof.pledges[seat]:
            raise Unfair(f"the part of seat {seat} is not the one that was pledged")
    if len(proof.given) == 1 and "draws" in proof.given[0]:
        raise Unfair("the draws for the deal cannot be given: they are made by lot")


def _sized(value: bytes, count: int, what: str) -> None:
    if len(value) != count:
        raise Unfair(f"{what} has {count} bytes, not {len(value)}")


# Reading and writing


def proof_to_json(proof: Proof) -> dict[str, Any]:
    """Write a proof as a record holds it."""
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


_FIELDS = (
    "format", "table", "match", "commitment", "seats", "given", "pledges", "parts", "receipt",
)  # fmt: skip


def proof_from_json(value: Any) -> Proof:
    """Read a proof; Unfair, with what is wrong, unless it is exactly as we write it."""
    written = _object(value, _FIELDS, ("secret",), "the proof")
    if written["format"] != FORMAT:
        raise Unfair(f'"format" is not "{FORMAT}"')
    match = written["match"]
    if not _is_whole(match) or not 1 <= match <= LARGEST:
        raise Unfair('"match" is not a whole number from 1 to 2^53 - 1')
    seats = tuple(_seat(seat, i) for i, seat in enumerate(_list(written["seats"], '"seats"')))
    parts = _by_seat(written["parts"], len(seats), '"parts"')
    given = _list(written["given"], '"given"')
    return Proof(
        table=_text(written["table"], '"table"'),
        match=match,
        commitment=_hex(written["commitment"], '"commitment"'),
        seats=seats,
        given=tuple(_given(step, number) for number, step in enumerate(given)),
        pledges=_by_seat(written["pledges"], len(seats), '"pledges"'),
        parts={seat: bytes.fromhex(part) for seat, part in parts.items()},
        receipt=_hex(written["receipt"], '"receipt"'),
        secret=bytes.fromhex(_hex(written["secret"], '"secret"')) if "secret" in written else None,
    )


def _object(value: Any, needed: Sequence[str], more: Sequence[str], where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unfair(f"{where} is not an object")
    for name in needed:
        if name not in value:
            raise Unfair(f'"{name}" is missing in {where}')
    # A misspelt "secret" must not pass for a proof that is still sealed
    if not set(value) <= {*needed, *more}:
        raise Unfair(f"{where} has a field that does not belong there")
    return value


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise Unfair(f"{where} is not a list")
    return value


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= _LONGEST:
        raise Unfair(f"{where} is not a text of 1 to {_LONGEST} characters")
    try:
        canonical(value)
    except Unfair as error:
        raise Unfair(f"{where}: {error}") from None
    return value


def _hex(value: Any, where: str) -> str:
    if not isinstance(value, str) or len(value) != 64 or not set(value) <= set("0123456789abcdef"):
        raise Unfair(f"{where} is not 64 lower-case hexadecimal digits")
    return value


def _seat(value: Any, number: int) -> Seat:
    where = f"seat {number}"
    written = _object(value, ("name", "kind"), (), where)
    return Seat(_text(written["name"], f"{where}, name"), _text(written["kind"], f"{where}, kind"))


def _by_seat(value: Any, seats: int, where: str) -> dict[int, str]:
    """Read [seat, digits] pairs, ascending, so that a seat has one at most."""
    found: dict[int, str] = {}
    last = -1
    for place, pair in enumerate(_list(value, where)):
        here = f"{where}, entry {place}"
        if not isinstance(pair, list) or len(pair) != 2:
            raise Unfair(f"{here} is not a seat and 64 hexadecimal digits")
        seat = pair[0]
        if not _is_whole(seat) or not 0 <= seat < seats:
            raise Unfair(f"{here} names no seat")
        if seat <= last:
            raise Unfair(f"{here} is not in the order of seats, or a seat has two")
        found[seat] = _hex(pair[1], here)
        last = seat
    return found


def _given(value: Any, number: int) -> dict[str, Any]:
    where = f'"given", step {number}'
    written = _object(value, (), STEP_FIELDS, where)
    try:
        canonical(written)
    except Unfair as error:
        raise Unfair(f"{where}: {error}") from None
    return written
