"""Test vectors of fair deals, for checkers in other languages.

    python -m tools.vectors            # rewrite docs/fairness-vectors.json
    python -m tools.vectors --check    # exit 1 where the file has drifted

`docs/fairness.md` explains the fields. Every random value is the hash of a name.
"""

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mazziere.games import find, shelf
from mazziere.kernel import fair
from mazziere.kernel.deal import DealStream
from mazziere.kernel.match import Match, match_seed, play_stream, random_move
from mazziere.kernel.record import Recorder
from tests.cases import case
from tools import written

PATH = Path(__file__).resolve().parent.parent / "docs" / "fairness-vectors.json"

Json = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Plan:
    """A match dealt as at a live table, with random moves."""

    table: str
    game: str
    seats: tuple[tuple[str, str], ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    sends: tuple[int, ...] = (0, 1)  # the seats that send a part
    pledged: tuple[int, ...] = ()  # the seats that have pledged one
    starter: int | None = None  # the seat that the host has named
    match: int = 1
    limit: int = 1000  # steps after which the match is broken off


TWO = (("Ada", "person"), ("Bruno", "person"))
THREE = (*TWO, ("Zoë “π” 🂡\u2028", "bot hard"))


def plans() -> tuple[Plan, ...]:
    """List the plans of all games."""
    return tuple(plan for name in shelf() for plan in case(name).vectors)


def random_bytes(name: str) -> bytes:
    """Return 32 bytes that are the hash of a name."""
    return hashlib.sha256(f"mazziere vector: {name}".encode()).digest()


class LiveMatch:
    """A match of a plan, from the commitment to the last step."""

    def __init__(self, plan: Plan) -> None:
        match = Match(find(plan.game), len(plan.seats), plan.options)
        self.secret = random_bytes(f"{plan.table} secret")
        self.deal = fair.Deal(
            plan.table,
            plan.match,
            plan.game,
            match.game.version,
            match.players,
            match.options,
            match.game.step_fields,
            match.game.by_lot,
        )
        made = {seat: random_bytes(f"{plan.table} part {seat}") for seat in range(match.players)}
        self.proof = fair.seal(
            self.deal,
            fair.commit(self.deal, self.secret),
            [fair.SeatedPlayer(*seat) for seat in plan.seats],
            {seat: made[seat] for seat in plan.sends},
            {seat: fair.pledge(made[seat]) for seat in plan.pledged},
            [{"chance": match.due, "seat": plan.starter}] if plan.starter is not None else [],
        )
        self.key = fair.deal_key(self.deal, self.proof, self.secret)
        self.recorder = Recorder(match, proof=self.proof)
        self.play(plan.limit, plan.match)

    def play(self, limit: int, number: int) -> None:
        """Take the given steps, then random ones."""
        match, chances = self.recorder.match, 0
        for step in self.proof.given[:limit]:
            self.recorder.take(step)
            chances += "chance" in step
        moves = play_stream(match_seed(1, number))
        while not match.is_over and match.steps < limit:
            if match.due is None:
                self.recorder.play(*random_move(match, moves))
            else:
                self.recorder.deal(fair.order_for(self.key, chances, match.due))
                chances += 1

    def record(self, revealed: bool = True) -> Json:
        """Return the record, with the secret or sealed."""
        proof = fair.reveal(self.proof, self.secret) if revealed else self.proof
        self.recorder.proof = proof
        return self.recorder.record()

    def vector(self) -> Json:
        """Return every value from which the key is computed."""
        written = fair.proof_to_json(self.proof)
        return {
            "table": self.deal.table,
            "secret": self.secret.hex(),
            "commit_text": fair.commit_text(self.deal, self.secret).decode(),
            "commitment": written["commitment"],
            "deal_text": fair.deal_text(self.deal, self.proof).decode(),
            "receipt": written["receipt"],
            "key": self.key.hex(),
        }


def canonical_vectors() -> list[Json]:
    values: list[Any] = [
        {}, [], "", 0, -7, fair.LARGEST, True, False,
        {"b": 1, "a": [True, {"d": "x", "c": 2}], "B": 3, "a_": 4, "10": 5, "9": 6},
        'quote " and \\ and / and \u007f',
        "\b\t\n\f\r\u0000\u001f",
        "Zoë, Łukasz, 王, 🂡, e\u0301, \u2028",
    ]  # fmt: skip
    return [{"value": value, "text": fair.canonical(value).decode()} for value in values]


def stream_vector(key: bytes, number: int, chance: str, cards: Sequence[int]) -> Json:
    """Return the first bytes of a stream, numbers drawn from it, and two orders in sequence."""
    purpose = fair.purpose(number, chance)
    begins, draws = DealStream(key, purpose), DealStream(key, purpose)
    order = fair.order_for(key, number, chance)
    # With a bound just above 2^31 nearly half of the numbers are rejected
    bounds = [2, 3, 10, 112, *[2**31 + 1] * 6, 2**32, 1, 7]
    return {
        "key": key.hex(),
        "purpose": purpose,
        "person": hashlib.blake2b(purpose.encode(), digest_size=16).hexdigest(),
        "bytes": b"".join(begins.number(2**32).to_bytes(4, "big") for _ in range(32)).hex(),
        "numbers": [[bound, draws.number(bound)] for bound in bounds],
        "cards": list(cards),
        "orders": [order(cards), order(cards)],
    }


def vectors() -> dict[str, list[Json]]:
    matches = [LiveMatch(plan) for plan in plans()]
    key = random_bytes("key")
    part = random_bytes("part")
    return {
        "canonical": canonical_vectors(),
        "pledges": [{"part": part.hex(), "pledge": fair.pledge(part)}],
        "streams": [
            stream_vector(key, 0, "starter", [0, 1, 2]),
            stream_vector(key, 1, "deck", range(10)),
            stream_vector(key, 12, "reshuffle", [5, 3, 3, 0, 5, 3, 1]),
        ],
        "deals": [match.vector() for match in matches],
        "records": [match.record() for match in matches],
    }


def text() -> str:
    """Return the file: one vector per line."""
    parts = []
    for name, found in vectors().items():
        lines = ",\n".join(json.dumps(vector) for vector in found)
        parts.append(f'"{name}": [\n{lines}\n]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main(argv: Sequence[str] | None = None) -> int:
    return written.command("vectors", "vectors of fair deals", {PATH: text}, argv)


if __name__ == "__main__":
    sys.exit(main())
