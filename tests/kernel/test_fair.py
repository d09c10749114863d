"""Fair deals: the construction, the proof, and that no change of either goes unseen."""

import copy
import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mazziere.games import find, shelf
from mazziere.kernel import fair
from mazziere.kernel.deal import DealStream
from mazziere.kernel.fair import Deal, Proof, SeatedPlayer, Unfair
from mazziere.kernel.record import RecordError, read, verify
from tests.cases import case
from tests.reference import fairness
from tools.vectors import LiveMatch, Plan, random_bytes
from tools.vectors import plans as vector_plans

PLANS = vector_plans()

Json = dict[str, Any]

DEAL = Deal("t", 1, "dieci", 1, 3, {"tokens": 2})
SEATS = (
    SeatedPlayer("Ada", "person"),
    SeatedPlayer("Bruno", "person"),
    SeatedPlayer("Cleo", "bot easy"),
)
SECRET, PART, OTHER = random_bytes("secret"), random_bytes("a"), random_bytes("b")
LONG = 5000
SIX = tuple((f"Player {seat}", "person") for seat in range(6))


def sealed(deal: Deal = DEAL, **more: Any) -> Proof:
    return fair.seal(deal, fair.commit(deal, SECRET), SEATS, more.pop("parts", {0: PART}), **more)


@cache
def played(plan: Plan, revealed: bool = True) -> str:
    return json.dumps(LiveMatch(plan).record(revealed))


def record(plan: Plan, revealed: bool = True) -> Json:
    found: Json = json.loads(played(plan, revealed))
    return found


def proof_state(data: bytes) -> str:
    """Return the verdict of `verify` on the proof, or its fault."""
    try:
        return verify(read(data, find))["proof"]
    except RecordError as error:
        line = f"fault: {error}"
    assert line.isprintable()
    return line


def state_of(value: Json) -> str:
    return proof_state(json.dumps(value).encode())


# Canonical JSON


SCALARS = st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=6)
NAMES = st.text(st.characters(codec="ascii"), max_size=4)
LISTS = SCALARS | st.lists(SCALARS, max_size=3)
OBJECTS = LISTS | st.dictionaries(NAMES, LISTS, max_size=4)
JSON = OBJECTS | st.lists(OBJECTS, max_size=3) | st.dictionaries(NAMES, OBJECTS, max_size=4)


@settings(max_examples=80, deadline=None)
@given(JSON)
def test_canonical_json_is_what_the_page_says(value: Any) -> None:
    text = fair.canonical(value)
    assert text.decode() == fairness.canonical(value)
    assert json.loads(text) == value


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (1.0, "a value that is no"),
        (None, "a value that is no"),
        ([{"a": 0.5}], "a value that is no"),
        (2**53, "2^53"),
        (-(2**53), "2^53"),
        ("\ud800", "half a character"),
        ({"é": 1}, "not ASCII"),
        ({1: 1}, "not ASCII"),
        ([[[[[[[[[]]]]]]]]], "too deeply"),
    ],
)
def test_what_has_no_canonical_form(value: Any, reason: str) -> None:
    with pytest.raises(Unfair, match=reason.replace("^", r"\^")):
        fair.canonical(value)


# The construction


def test_the_commitment_depends_on_everything_in_it() -> None:
    others = [
        replace(DEAL, table="u"),
        replace(DEAL, match=2),
        replace(DEAL, game="uno"),
        replace(DEAL, rules=2),
        replace(DEAL, players=4),
        replace(DEAL, options={"tokens": 3}),
        replace(DEAL, options={}),
    ]
    found = {fair.commit(deal, SECRET) for deal in [DEAL, *others]}
    assert len(found | {fair.commit(DEAL, OTHER)}) == 9


def test_the_key_depends_on_everything_in_it() -> None:
    step = {"chance": "dealer", "seat": 0}
    proofs = [
        sealed(),
        sealed(parts={}),
        sealed(parts={0: OTHER}),
        sealed(parts={1: PART}),
        sealed(parts={0: PART, 1: PART}),
        sealed(pledges={0: fair.pledge(PART)}),
        sealed(pledges={0: fair.pledge(PART), 2: fair.pledge(OTHER)}),
        sealed(given=[step]),
        sealed(given=[{**step, "seat": 1}]),
        replace(sealed(), seats=(*SEATS[:2], SeatedPlayer("Cleo", "bot hard"))),
        replace(sealed(), seats=(*SEATS[:2], SeatedPlayer("Clea", "bot easy"))),
        replace(sealed(), seats=SEATS[::-1]),
    ]
    keys = {fair.deal_key(DEAL, proof, SECRET) for proof in proofs}
    assert len(keys) == len({fair.receipt(DEAL, proof) for proof in proofs}) == len(proofs)
    assert all(len(key) == 32 for key in keys)


def test_a_key_needs_the_secret_that_was_committed_to() -> None:
    with pytest.raises(Unfair, match="the commitment is not that of this secret"):
        fair.deal_key(DEAL, sealed(), OTHER)
    with pytest.raises(Unfair, match="the commitment is not that of this secret"):
        fair.deal_key(replace(DEAL, options={"tokens": 3}), sealed(), SECRET)


def test_every_chance_step_has_a_stream_of_its_own() -> None:
    key = fair.deal_key(DEAL, sealed(), SECRET)
    pack = list(range(55))
    orders = [
        fair.order_for(key, number, chance)(pack)
        for number in (0, 1, 2, 11)
        for chance in ("deck", "reshuffle")
    ]
    assert len({tuple(order) for order in orders}) == 8
    assert fair.order_for(key, 1, "deck")(pack) == orders[2]
    both = fair.order_for(key, 1, "deck")
    assert both(pack) != both(pack)


def test_only_which_cards_there_are_counts() -> None:
    key = random_bytes("key")
    cards = [5, 3, 3, 0, 5, 3, 1]
    expected = DealStream(key, "4:reshuffle").order(sorted(cards))
    for lay in (cards, cards[::-1], sorted(cards)):
        assert fair.order_for(key, 4, "reshuffle")(lay) == expected


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_secrets_and_parts_have_32_bytes(size: int) -> None:
    value = bytes(size)
    for wrong in (
        lambda: fair.commit(DEAL, value),
        lambda: fair.pledge(value),
        lambda: fair.reveal(sealed(), value),
    ):
        with pytest.raises(Unfair, match=f"32 bytes, not {size}"):
            wrong()
    with pytest.raises(Unfair, match="64 lower-case"):
        sealed(parts={0: value})


def test_a_secret_is_not_shown_by_accident() -> None:
    proof = fair.reveal(sealed(), SECRET)
    assert SECRET.hex() not in repr(proof)
    assert repr(SECRET) not in repr(proof)
    assert "secret" not in fair.proof_to_json(sealed())


# Sealing


def test_what_was_pledged_must_be_sent_and_nothing_else() -> None:
    pledges = {0: fair.pledge(PART), 1: fair.pledge(OTHER)}
    assert sealed(pledges=pledges).parts == {0: PART}  # seat 1 has withheld its part
    assert sealed(pledges=pledges, parts={1: OTHER, 0: PART}).parts == {0: PART, 1: OTHER}
    with pytest.raises(Unfair, match="part of seat 0 is not the one that was pledged"):
        sealed(pledges=pledges, parts={0: OTHER})
    with pytest.raises(Unfair, match="part of seat 2 was not pledged"):
        sealed(pledges=pledges, parts={0: PART, 2: PART})


def test_what_cannot_be_sealed() -> None:
    with pytest.raises(Unfair, match="3 seats, not 4"):
        sealed(replace(DEAL, players=4))
    with pytest.raises(Unfair, match="names no seat"):
        sealed(parts={3: PART})
    with pytest.raises(Unfair, match=r'"match" is not a whole number'):
        sealed(replace(DEAL, match=0))
    drawn = replace(DEAL, step_fields=(*DEAL.step_fields, "draws"), by_lot=("draws",))
    with pytest.raises(Unfair, match="made by lot"):
        sealed(drawn, given=[{"chance": "dealer", "seat": 0, "draws": [{"0": "r7", "1": "r1"}]}])
    foreign = replace(sealed(), given=({"chance": "dealer", "time": 1},))
    with pytest.raises(Unfair, match='"given", step 0 has a field'):
        fair.check(DEAL, foreign)
    with pytest.raises(Unfair, match="of another match"):
        fair.check(replace(DEAL, match=2), sealed())


def test_a_given_step_is_kept_without_what_a_record_adds() -> None:
    step = {"chance": "dealer", "seat": 2, "time": 3.5, "legal": {}}
    assert sealed(given=[step]).given == ({"chance": "dealer", "seat": 2},)


def test_check_gives_the_key_or_nothing_while_sealed() -> None:
    assert fair.check(DEAL, sealed()) is None
    key = fair.check(DEAL, fair.reveal(sealed(), SECRET))
    assert key == fair.deal_key(DEAL, sealed(), SECRET)


# Reading


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.game)
def test_a_proof_that_is_written_is_read_again(plan: Plan) -> None:
    for revealed in (True, False):
        written = record(plan, revealed)["fairness"]
        assert fair.proof_to_json(fair.proof_from_json(written)) == written


A, B = "0" * 64, "1" * 64


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("format", "mazziere-deal/2", '"format" is not "mazziere-deal/1"'),
        ("format", None, '"format" is not'),
        ("table", "", '"table" is not a text of 1 to 100'),
        ("table", 7, '"table" is not a text'),
        ("table", "x" * 101, '"table" is not a text'),
        ("table", "\ud800", '"table": a text with half a character'),
        ("match", 0, '"match" is not a whole number'),
        ("match", True, '"match" is not a whole number'),
        ("match", 1.0, '"match" is not a whole number'),
        ("match", 2**53, '"match" is not a whole number'),
        ("commitment", A[:-1], '"commitment" is not 64'),
        ("commitment", A[:-1] + "A", '"commitment" is not 64'),
        ("commitment", A[:-1] + "٣", '"commitment" is not 64'),
        ("receipt", None, '"receipt" is not 64'),
        ("secret", None, '"secret" is not 64'),
        ("secret", [A], '"secret" is not 64'),
        ("seats", {}, '"seats" is not a list'),
        ("seats", ["Ada"], "seat 0 is not an object"),
        ("seats", [{"name": "Ada"}], '"kind" is missing in seat 0'),
        ("seats", [{"name": "Ada", "kind": "bot", "id": 1}], "seat 0 has a field"),
        ("seats", [{"name": "", "kind": "bot"}], "seat 0, name is not a text"),
        ("seats", [{"name": "a", "kind": None}], "seat 0, kind is not a text"),
        ("parts", None, '"parts" is not a list'),
        ("parts", [A], '"parts", entry 0 is not a seat and'),
        ("parts", [[0]], '"parts", entry 0 is not a seat and'),
        ("parts", [[0, A, A]], '"parts", entry 0 is not a seat and'),
        ("parts", [[0, "aa"]], '"parts", entry 0 is not 64'),
        ("parts", [[3, A]], '"parts", entry 0 names no seat'),
        ("parts", [[-1, A]], '"parts", entry 0 names no seat'),
        ("parts", [["0", A]], '"parts", entry 0 names no seat'),
        ("parts", [[False, A]], '"parts", entry 0 names no seat'),
        ("parts", [[0, A], [0, B]], '"parts", entry 1 is not in the order'),
        ("parts", [[1, A], [0, B]], '"parts", entry 1 is not in the order'),
        ("pledges", [[1, A], [1, B]], '"pledges", entry 1 is not in the order'),
        ("given", {}, '"given" is not a list'),
        ("given", ["x"], '"given", step 0 is not an object'),
        ("given", [{"seat": 0.5}], '"given", step 0: a value'),
        ("given", [{"cards": [[[[[[[[[]]]]]]]]]}], '"given", step 0: nested too deeply'),
    ],
)
def test_faults_of_a_proof(name: str, value: Any, reason: str) -> None:
    written = fair.proof_to_json(fair.reveal(sealed(), SECRET))
    assert fair.proof_from_json(written).secret == SECRET
    with pytest.raises(Unfair) as caught:
        fair.proof_from_json({**written, name: value})
    assert str(caught.value).startswith(reason)
    assert str(caught.value).isprintable()


def test_missing_and_foreign_fields_of_a_proof() -> None:
    written = fair.proof_to_json(sealed())
    for name in written:
        rest = {field: written[field] for field in written if field != name}
        with pytest.raises(Unfair, match=f'"{name}" is missing in the proof'):
            fair.proof_from_json(rest)
    with pytest.raises(Unfair, match="a field that does not belong"):
        fair.proof_from_json({**written, "Secret": A})
    nothing: tuple[Any, ...] = (None, [], "proof", 1)
    for value in nothing:
        with pytest.raises(Unfair, match="the proof is not an object"):
            fair.proof_from_json(value)


# Honest proofs


@cache
def plans(name: str) -> list[Plan]:
    """Draw matches of a game with random options, players, parts and pledges."""
    options = case(name).shortest
    named = 1 if find(name).named is not None else None
    return [
        Plan(f"{name}-two", name, SIX[:2], options, pledged=(0, 1), starter=named, limit=LONG),
        Plan(
            f"{name}-four",
            name,
            SIX[:4],
            case(name).other,
            sends=(1, 2),
            pledged=(0, 1, 2),
            match=2,
            limit=LONG,
        ),
        Plan(f"{name}-six", name, SIX, options, sends=(), match=3, limit=LONG),
    ]


@pytest.mark.parametrize("name", shelf())
def test_an_honest_proof_passes_here_and_by_the_document(name: str) -> None:
    for plan in plans(name):
        whole = record(plan)
        assert "result" in whole
        assert state_of(whole) == "ok"
        chances = sum("chance" in step for step in whole["steps"])
        assert fairness.check(whole) == chances - len(whole["fairness"]["given"])


@pytest.mark.parametrize("name", shelf())
def test_a_match_may_be_broken_off_anywhere(name: str) -> None:
    whole, shut = (record(plans(name)[1], revealed) for revealed in (True, False))
    del whole["result"]
    for length in (0, 1, 2, 3, 10, len(whole["steps"]) - 1):
        part = whole["steps"][:length]
        assert state_of({**whole, "steps": part}) == "ok"
        assert state_of({**shut, "steps": part, "result": None}).startswith("fault")
        del shut["result"]
        assert state_of({**shut, "steps": part}) == "sealed"
        shut["result"] = None


def test_a_position_may_be_given() -> None:
    """A match that goes on from a record: what was given is replayed, the rest is drawn."""
    before = record(plans("uno")[0])["steps"][:40]
    assert "draws" not in before[0]
    step = {**before[1], "cards": before[1]["cards"][::-1]}
    assert state_of(continued(before)) == "ok"
    assert fairness.check(continued(before)) > 0
    wrong = {**continued(before), "steps": [before[0], step, *before[2:]]}
    assert state_of(wrong).startswith("fault: step 1: not the step that the proof says was given")


@cache
def _continuation(before: str) -> str:
    live = LiveMatch(replace(plans("uno")[0], starter=None, limit=0, table="goes-on"))
    live.proof = fair.seal(
        live.deal, live.proof.commitment, live.proof.seats, {0: PART}, given=json.loads(before)
    )
    live.key = fair.deal_key(live.deal, live.proof, live.secret)
    live.play(1000, 5)
    return json.dumps(live.record())


def continued(before: list[Json]) -> Json:
    found: Json = json.loads(_continuation(json.dumps(before)))
    return found


# Changes are found


HONEST = plans("dieci")[1]


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("fairness", "commitment"), A, "fairness: the commitment is not that of this secret"),
        (("fairness", "secret"), A, "fairness: the commitment is not that of this secret"),
        (("fairness", "table"), "x", "fairness: the commitment is not that of this secret"),
        (("fairness", "match"), 9, "fairness: the commitment is not that of this secret"),
        (("options", "tokens"), 3, "fairness: the commitment is not that of this secret"),
        (("players",), 5, 'fairness: "seats" has 4 seats, not 5'),
        (("fairness", "receipt"), A, "fairness: the receipt is not that of this match"),
        (("fairness", "seats", 3, "name"), "x", "fairness: the receipt is not that of this match"),
        (("fairness", "seats", 3, "kind"), "x", "fairness: the receipt is not that of this match"),
        (("fairness", "pledges", 0, 1), A, "fairness: the receipt is not that of this match"),
        (("fairness", "pledges", 1, 1), A, "fairness: the part of seat 1 is not the one"),
        (("fairness", "parts", 1, 1), A, "fairness: the part of seat 2 is not the one"),
        (("fairness", "given"), [{}], "fairness: the receipt is not that of this match"),
        (("fairness",), None, "fairness: the proof is not an object"),
        (("steps", 0, "seat"), 3, 'step 0: "seat" is not what the proof gives'),
        (("seed",), "0" * 32, 'a record has a "seed" or a "fairness", not both'),
    ],
)
def test_a_change_is_named(path: tuple[Any, ...], value: Any, reason: str) -> None:
    whole = record(HONEST)
    inner: Any = whole
    for key in path[:-1]:
        inner = inner[key]
    assert inner.get(path[-1]) != value if isinstance(inner, dict) else inner[path[-1]] != value
    inner[path[-1]] = value
    assert state_of(whole).startswith(f"fault: {reason}")


def test_an_exchanged_card_or_step_is_named_with_its_step() -> None:
    whole = record(HONEST)
    decks = [n for n, step in enumerate(whole["steps"]) if step.get("chance") == "deck"]
    first, last = decks[0], decks[-1]
    cards = whole["steps"][last]["cards"]
    place = next(i for i, card in enumerate(cards) if card != cards[-1])
    cards[place], cards[-1] = cards[-1], cards[place]
    assert state_of(whole).startswith(f'fault: step {last}: "cards" is not what the proof gives')
    whole = record(HONEST)
    steps = whole["steps"]
    steps[first]["cards"], steps[last]["cards"] = steps[last]["cards"], steps[first]["cards"]
    assert state_of(whole).startswith(f'fault: step {first}: "cards" is not what the proof gives')


def test_who_also_writes_the_receipt_anew_is_found_by_the_cards() -> None:
    whole = record(plans("dieci")[2])
    proof = replace(fair.proof_from_json(whole["fairness"]), parts={0: PART})
    deal = Deal(proof.table, proof.match, "dieci", whole["rules"], 6, whole["options"])
    whole["fairness"] = fair.proof_to_json(replace(proof, receipt=fair.receipt(deal, proof)))
    assert state_of(whole).startswith("fault: step ")


def test_a_starter_cannot_be_named_afterwards() -> None:
    whole = record(HONEST)
    named = {"chance": "dealer", "seat": (whole["steps"][0]["seat"] + 1) % 4}
    whole["steps"][0] = named
    proof = replace(fair.proof_from_json(whole["fairness"]), given=(named,))
    deal = Deal(proof.table, proof.match, "dieci", whole["rules"], 4, whole["options"])
    whole["fairness"] = fair.proof_to_json(replace(proof, receipt=fair.receipt(deal, proof)))
    assert state_of(whole).startswith('fault: step 1: "cards" is not what the proof gives')


def test_a_named_starter_must_be_the_one_named() -> None:
    whole = record(plans("dieci")[0])
    assert whole["fairness"]["given"] == [{"chance": "dealer", "seat": 1}]
    whole["steps"][0]["seat"] = 0
    assert state_of(whole) == "fault: step 0: not the step that the proof says was given"
    sealed_too = record(plans("dieci")[0], revealed=False)
    sealed_too["steps"][0]["seat"] = 0
    assert state_of(sealed_too) == "fault: step 0: not the step that the proof says was given"


def test_what_a_record_adds_to_a_given_step_does_not_matter() -> None:
    whole = record(plans("dieci")[0])
    whole["steps"][0] |= {"time": 1.5, "legal": {}}
    assert state_of(whole) == "ok"
    whole["steps"][0]["cards"] = 0.5
    assert state_of(whole) == "fault: step 0: not the step that the proof says was given"


def test_a_match_that_is_over_must_reveal_its_secret() -> None:
    whole = record(HONEST, revealed=False)
    assert state_of(whole) == "fault: fairness: the match is over, but the secret is not revealed"
    del whole["result"]
    assert state_of(whole) == "fault: fairness: the match is over, but the secret is not revealed"


def decides(value: Json) -> tuple[Any, ...]:
    """Return the parts of a record that a proof covers."""
    chances = [
        fair.bare(s, find(value["game"]).step_fields) if "chance" in s else None
        for s in value["steps"]
    ]
    head = [value.get(name) for name in ("game", "rules", "players", "options", "fairness")]
    return (*head, chances)


SHORT = [replace(plan, limit=14, seats=SIX[: min(len(plan.seats), 4)]) for plan in PLANS]


honest_state = cache(proof_state)


def is_seen(text: bytes, changed: bytes) -> bool:
    """Return whether a change is found, or changes nothing that the proof covers."""
    was, now = honest_state(text), proof_state(changed)
    assert was in ("ok", "sealed")
    if now.startswith("fault"):
        return True
    if now == "none":  # the name of the field was changed: no proof, and none is claimed
        return "fairness" not in json.loads(changed)
    before, after = decides(json.loads(text)), decides(json.loads(changed))
    if was == "sealed":  # the cards cannot be checked yet
        before, after = before[:-1], after[:-1]
    return now == was and before == after


def unfinished(plan: Plan, revealed: bool) -> bytes:
    whole = record(plan, revealed)
    if whole.pop("result", None):
        whole["steps"].pop()
    return json.dumps(whole).encode()


@pytest.mark.parametrize("revealed", [True, False])
def test_every_changed_byte_is_found(revealed: bool) -> None:
    text = unfinished(SHORT[-1], revealed)
    for place, byte in enumerate(text):
        assert is_seen(text, text[:place] + bytes([byte ^ 1]) + text[place + 1 :]), place


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.sampled_from(SHORT), st.booleans())
def test_any_changed_byte_is_found(data: st.DataObject, plan: Plan, revealed: bool) -> None:
    text = unfinished(plan, revealed)
    place = data.draw(st.integers(0, len(text) - 1))
    byte = data.draw(st.sampled_from(b"0123456789abcdef") | st.integers(0, 255))
    assert is_seen(text, text[:place] + bytes([byte]) + text[place + 1 :])


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from(PLANS))
def test_any_other_order_is_found(data: st.DataObject, plan: Plan) -> None:
    """Cards of any chance step brought into another order, which is as possible as the true one."""
    whole = record(plan)
    whole.pop("result", None)
    lists = [
        (number, cards)
        for number, step in enumerate(whole["steps"])
        for cards in (
            [step["cards"]] if "cards" in step else step.get("rows", step.get("piles", []))
        )
    ]
    if not lists:
        return
    number, cards = data.draw(st.sampled_from(lists))
    i, j = (data.draw(st.integers(0, len(cards) - 1)) for _ in range(2))
    before = copy.copy(cards)
    cards[i], cards[j] = cards[j], cards[i]
    whole["steps"] = whole["steps"][: number + 1]
    state = state_of(whole)
    if cards == before:
        assert state == "ok"
    else:
        assert state.startswith(f"fault: step {number}: ")
        assert state.endswith("is not what the proof gives")
