"""A second checker of fair deals, written from docs/fairness.md alone: no engine, no kernel.

The texts of the cards come from the games' cases, which list them apart from the engine.
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from tests.cases import case

Json = dict[str, Any]

_FACES = [*map(str, range(10)), "skip", "rev", "+2"]
_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def canonical(value: Any) -> str:
    """Write a value without the help of a JSON library."""
    if isinstance(value, dict):
        fields = (f"{canonical(name)}:{canonical(value[name])}" for name in sorted(value))
        return "{" + ",".join(fields) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, str):
        return '"' + "".join(map(_escaped, value)) + '"'
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def _escaped(character: str) -> str:
    if character in _SHORT:
        return _SHORT[character]
    return f"\\u00{ord(character):02x}" if character < " " else character


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def texts(record: Json) -> tuple[str, str]:
    """Return the text that is committed to, and the deal text."""
    proof = record["fairness"]
    head = {name: proof[name] for name in ("format", "table", "match")}
    head |= {name: record[name] for name in ("game", "rules", "players", "options")}
    fixed = ("commitment", "seats", "given", "pledges", "parts")
    return (
        canonical({**head, "secret": proof["secret"]}),
        canonical({**head, **{name: proof[name] for name in fixed}}),
    )


def key_of(record: Json) -> bytes:
    """Return the key, from a proof whose hashes agree."""
    proof = record["fairness"]
    committed, text = texts(record)
    assert sha(committed) == proof["commitment"], "commitment"
    assert sha(text) == proof["receipt"], "receipt"
    promised = dict(proof["pledges"])
    for seat, part in proof["parts"]:
        if promised:
            assert hashlib.sha256(bytes.fromhex(part)).hexdigest() == promised[seat], "pledge"
    secret = bytes.fromhex(proof["secret"])
    return hashlib.blake2b(text.encode(), key=secret, digest_size=32).digest()


def stream_of(key: bytes, purpose: str) -> Iterator[int]:
    """Yield the bytes of a stream."""
    person = hashlib.blake2b(purpose.encode(), digest_size=16).digest()
    i = 0
    while True:
        message = bytes((i >> shift) & 255 for shift in range(56, -8, -8))
        yield from hashlib.blake2b(message, key=key, person=person, digest_size=64).digest()
        i += 1


def number_below(bound: int, stream: Iterator[int]) -> int:
    while True:
        x = 0
        for _ in range(4):
            x = x * 256 + next(stream)
        if x < 2**32 - 2**32 % bound:
            return x % bound


def ordered(group: list[int], stream: Iterator[int]) -> list[int]:
    """The order of a group: from the last place down, each is exchanged with one up to it."""
    things = sorted(group)
    i = len(things) - 1
    while i >= 1:
        j = number_below(i + 1, stream)
        things[i], things[j] = things[j], things[i]
        i -= 1
    return things


def check(record: Json) -> int:
    """Check all chance steps that were not given; return how many. AssertionError with the step."""
    key = key_of(record)
    proof, chances, checked = record["fairness"], 0, 0
    for number, step in enumerate(record["steps"]):
        if "chance" in step:
            stream = stream_of(key, f"{chances}:{step['chance']}")
            chances += 1
            if number >= len(proof["given"]):
                assert _as_drawn(record, step, stream), f"step {number}"
                checked += 1
        if number < len(proof["given"]):
            assert proof["given"][number] == step, f"step {number}"
    return checked


def _as_drawn(record: Json, step: Json, stream: Iterator[int]) -> bool:
    names = case(record["game"]).card_texts

    def drawn(cards: list[str]) -> list[str]:
        return [names[i] for i in ordered([names.index(card) for card in cards], stream)]

    if "draws" in step:
        return all(_round_as_drawn(draws, drawn) for draws in step["draws"])
    if "cards" in step:
        return bool(drawn(step["cards"]) == step["cards"])
    if "rows" in step:
        return all(drawn(row) == row for row in step["rows"])
    if "piles" in step:
        places = ordered(list(range(9)), stream)
        cards = [card for pile in step["piles"] for card in pile]
        taller = places[: len(cards) % 9]
        sizes = [len(cards) // 9 + (place in taller) for place in range(9)]
        return [len(pile) for pile in step["piles"]] == sizes and drawn(cards) == cards
    return bool(ordered(list(range(record["players"])), stream)[0] == step["seat"])


def _round_as_drawn(draws: Json, drawn: Callable[[list[str]], list[str]]) -> bool:
    pack = ["wild"] * 4 + ["wild+4"] * 4
    for colour in "rygb":
        pack += [colour + "0"] + [colour + face for face in _FACES[1:]] * 2
    first = drawn(pack)
    return all(draws[seat] == first[i] for i, seat in enumerate(sorted(draws, key=int)))
