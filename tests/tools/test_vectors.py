"""The test vectors of fair deals: current, and the same by a second way."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.reference import fairness
from tools import vectors

FOUND: dict[str, list[dict[str, Any]]] = json.loads(vectors.PATH.read_text(encoding="utf-8"))


def test_vectors_have_not_drifted() -> None:
    assert vectors.main(["--check"]) == 0


def test_drift_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "vectors.json"
    monkeypatch.setattr(vectors, "PATH", path)
    assert vectors.main(["--check"]) == 1
    assert vectors.main([]) == 0
    assert vectors.main(["--check"]) == 0
    path.write_text(path.read_text(encoding="utf-8").replace("0:starter", "1:starter"), "utf-8")
    assert vectors.main(["--check"]) == 1


def test_canonical_texts() -> None:
    for vector in FOUND["canonical"]:
        assert fairness.canonical(vector["value"]) == vector["text"]


def test_pledges() -> None:
    (vector,) = FOUND["pledges"]
    assert hashlib.sha256(bytes.fromhex(vector["part"])).hexdigest() == vector["pledge"]


@pytest.mark.parametrize("vector", FOUND["streams"], ids=lambda vector: vector["purpose"])
def test_streams(vector: dict[str, Any]) -> None:
    key = bytes.fromhex(vector["key"])
    person = hashlib.blake2b(vector["purpose"].encode(), digest_size=16).hexdigest()
    assert vector["person"] == person
    stream = fairness.stream_of(key, vector["purpose"])
    assert bytes(next(stream) for _ in range(128)).hex() == vector["bytes"]
    stream = fairness.stream_of(key, vector["purpose"])
    drawn = [[bound, fairness.number_below(bound, stream)] for bound, _ in vector["numbers"]]
    assert drawn == vector["numbers"]
    stream = fairness.stream_of(key, vector["purpose"])
    for order in vector["orders"]:
        assert fairness.ordered(vector["cards"], stream) == order


def test_numbers_of_the_vectors_are_rejected_now_and_then() -> None:
    for vector in FOUND["streams"]:
        words = [int(vector["bytes"][i : i + 8], 16) for i in range(0, 256, 8)]
        bound = 2**31 + 1
        assert any(word >= bound for word in words[4:8])


@pytest.mark.parametrize(
    "place", range(len(vectors.plans())), ids=lambda place: vectors.plans()[place].game
)
def test_deals_and_records(place: int) -> None:
    deal, record = FOUND["deals"][place], FOUND["records"][place]
    assert fairness.texts(record) == (deal["commit_text"], deal["deal_text"])
    assert fairness.sha(deal["commit_text"]) == deal["commitment"]
    assert fairness.sha(deal["deal_text"]) == deal["receipt"]
    assert fairness.key_of(record).hex() == deal["key"]
    assert fairness.check(record) >= 1


def test_the_vectors_show_every_kind_of_chance_step_and_proof() -> None:
    records = FOUND["records"]
    steps = [step for record in records for step in record["steps"] if "chance" in step]
    assert {step["chance"] for step in steps} == {
        "starter", "dealer", "points", "rows", "piles", "deck", "reshuffle", "shuffle_hands",
    }  # fmt: skip
    assert any(len(step.get("draws", [])) > 1 for step in steps)
    assert any(len({len(pile) for pile in step.get("piles", [])}) == 2 for step in steps)
    proofs = [record["fairness"] for record in records]
    assert any(proof["given"] for proof in proofs)
    assert any(not proof["parts"] for proof in proofs)
    assert any(len(proof["pledges"]) > len(proof["parts"]) for proof in proofs)
    assert any(proof["parts"] and not proof["pledges"] for proof in proofs)


def test_a_changed_vector_is_noticed_by_the_second_way() -> None:
    record = json.loads(json.dumps(FOUND["records"][0]))
    cards = record["steps"][1]["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    with pytest.raises(AssertionError, match="step 1"):
        fairness.check(record)
    record = json.loads(json.dumps(FOUND["records"][0]))
    record["fairness"]["seats"][0]["name"] = "Eda"
    with pytest.raises(AssertionError, match="receipt"):
        fairness.check(record)
