"""Test vectors of fair deals, for whoever writes a checker in another language.

    python -m tools.vectors            # rewrite docs/fairness-vectors.json
    python -m tools.vectors --check    # exit 1 where the file has drifted

`docs/fairness.md` says what the fields are. Everything random is the hash of a name.
"""

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mazziere.games import find
from mazziere.kernel import fair
from mazziere.kernel.deal import DealStream
from mazziere.kernel.match import Match, match_seed, play_stream, random_move
from mazziere.kernel.record import Recorder
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
    limit: int = 1000  # steps after which it is broken off


TWO = (("Ada", "person"), ("Bruno", "person"))
THREE = (*TWO, ("Zoë “π” 🂡\u2028", "bot hard"))

PLANS = (
    Plan("vector-yooloo", "yooloo", TWO, {"variant": "b"}),
    Plan("vector-ten", "one_to_ten", THREE, sends=(1,), pledged=(1,), match=2, limit=12),
    Plan("vector-rookie", "rookie", TWO, {"edition": "pocket", "mode": "kids"},
         pledged=(0, 1), starter=1, limit=12),
    Plan("vector-uno-22", "uno", THREE, {"custom": ["extra_turn", "none", "plain"]}, match=23),
    Plan("vector-h2o-6", "uno_h2o", THREE, {"scoring": "hand"}, sends=(), limit=12),
    Plan("vector-dieci", "dieci", THREE, {"tokens": 1}, sends=(0,), pledged=(0, 1), match=3),
)  # fmt: skip


def random_bytes(name: str) -> bytes:
    """32 bytes that everybody can see were not chosen."""
    return hashlib.sha256(f"mazziere vector: {name}".encode()).digest()


class LiveMatch:
    """A match of a plan, from the commitment to the last step."""

    def __init__(self, plan: Plan) -> None:
        match = Match(find(plan.game), len(plan.seats), plan.options)
        self.secret = random_bytes(f"{plan.table} secret")
        self.deal = fair.Deal(
            plan.table, plan.match, plan.game, match.game.rules, match.players, match.options
        )
        made = {seat: random_bytes(f"{plan.table} part {seat}") for seat in range(match.players)}
        self.proof = fair.seal(
            self.deal,
            fair.commit(self.deal, self.secret),
            [fair.Seat(*seat) for seat in plan.seats],
            {seat: made[seat] for seat in plan.sends},
            {seat: fair.pledge(made[seat]) for seat in plan.pledged},
            [{"chance": match.due, "seat": plan.starter}] if plan.starter is not None else [],
        )
        self.key = fair.deal_key(self.deal, self.proof, self.secret)
        self.recorder = Recorder(match, proof=self.proof)
        self.play(plan.limit, plan.match)

    def play(self, limit: int, number: int) -> None:
        """Take the steps that were given, then go on by lot and by chance."""
        match, chances = self.recorder.match, 0
        for step in self.proof.given[:limit]:
            self.recorder.take(step)
            chances += "chance" in step
        moves = play_stream(match_seed(1, number))
        while not match.is_over and match.steps < limit:
            if match.due is None:
                self.recorder.move(*random_move(match, moves))
            else:
                self.recorder.deal(fair.order_for(self.key, chances, match.due))
                chances += 1

    def record(self, revealed: bool = True) -> Json:
        """The record, with the secret or sealed."""
        proof = fair.reveal(self.proof, self.secret) if revealed else self.proof
        self.recorder.proof = proof
        return self.recorder.record()

    def vector(self) -> Json:
        """Every value on the way to the key."""
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
    """The beginning of a stream, numbers drawn from it, and orders drawn one after the other."""
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
    matches = [LiveMatch(plan) for plan in PLANS]
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
    """The file: one vector to a line."""
    parts = []
    for name, found in vectors().items():
        lines = ",\n".join(json.dumps(vector) for vector in found)
        parts.append(f'"{name}": [\n{lines}\n]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main(argv: Sequence[str] | None = None) -> int:
    return written.command("vectors", "vectors of fair deals", {PATH: text}, argv)


if __name__ == "__main__":
    sys.exit(main())
