"""Every rule id has a text in both languages, code and a test, and every citation exists."""

import re

import pytest

from mazziere.games import shelf
from tools import rule_ids


@pytest.mark.parametrize("game", shelf())
def test_both_languages_have_the_same_ids_in_the_same_order(game: str) -> None:
    assert rule_ids.without_twin(game) == []
    assert rule_ids.malformed(game) == []
    assert len(rule_ids.text_ids(game)) >= 10


@pytest.mark.parametrize("game", shelf())
def test_code_cites_every_rule(game: str) -> None:
    assert rule_ids.without_code(game) == []


@pytest.mark.parametrize("game", shelf())
def test_every_rule_has_a_test(game: str) -> None:
    assert rule_ids.without_test(game) == []


def test_every_citation_exists() -> None:
    assert rule_ids.dangling() == []
    assert rule_ids.dangling_short() == []


def test_every_reading_invariant_and_point_of_the_contract_is_cited() -> None:
    assert rule_ids.without_citation() == []


def test_the_documents_define_all_kinds_of_ids() -> None:
    assert rule_ids.ledger_ids().keys() >= {
        "UNO-TURN-1",
        "AMB-DIE-1",
        "INV-ROO-9",
        "HOUSE-UNO" + "-5",
    }
    assert rule_ids.contract_ids() >= {"G1", "Y3", "T1", "R12", "U17", "D0", "D7"}
    assert rule_ids.example_ids().keys() >= {"Y1", "T8", "R28", "U40", "D1", "D35"}
    assert rule_ids.example_ids()["T8"].name == "yooloo.md"


def test_an_id_that_is_cited_must_leave_the_list_of_those_not_yet_in_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rule_ids, "NOT_YET", rule_ids.NOT_YET | {"G2", "Z9"})
    monkeypatch.setattr(rule_ids, "NEVER", rule_ids.NEVER - {"AMB-DIE-" + "21"})
    assert rule_ids.without_citation() == [
        "no code or test cites AMB-DIE-" + "21",
        "G2 is cited: take it out of NOT_YET or NEVER in tools/rule_ids.py",
        "Z9 is excused, but does not exist",
    ]


def test_short_ids_are_found_with_what_they_are() -> None:
    text = "contract R4, R9 and R" + "10; Example U2: U3, DIE-R1, contract U12–U14, R2D2"
    assert list(rule_ids.short_ids(text)) == [
        *(("contract", name) for name in ("R4", "R9", "R10")),
        ("example", "U2"),
        ("", "U3"),
        *(("contract", f"U{n}") for n in (12, 13, 14)),
    ]


def test_a_citation_is_found_whole() -> None:
    line = (
        "YOO-1.4a, AMB-UNO-12. (ROO-X-4a) H2O-DRAW4-2; INV-DIE-1, UNO, HOUSE-UNO" + "-1, TEN-2.3b."
    )
    found = rule_ids.CITATION.findall(line)
    assert found[:5] == ["YOO-1.4a", "AMB-UNO-12", "ROO-X-4a", "H2O-DRAW4-2", "INV-DIE-1"]
    assert found[5:] == ["HOUSE-UNO" + "-1", "TEN-2.3b"]


def test_the_ledger_of_contract_options_is_cited_with_real_ids() -> None:
    from mazziere.games import find

    known = rule_ids.all_ids()
    for game in shelf():
        for option in find(game).options:
            assert option.rules, option.name
            assert set(option.rules) <= known, option.name
        for refusal in find(game).refusals:
            assert refusal.rule in known, refusal
            assert re.fullmatch(r"[a-z_]+", refusal.name)


@pytest.mark.parametrize("game", shelf())
def test_the_rule_behind_an_event_is_in_the_text_of_its_game(game: str) -> None:
    from mazziere.games import find

    rules = {kind.name: kind.rule for kind in find(game).events if kind.rule}
    assert set(rules.values()) <= set(rule_ids.text_ids(game)), game
    assert len(rules) >= 0.6 * len(find(game).events)
