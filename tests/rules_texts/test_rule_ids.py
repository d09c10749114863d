"""Every rule id has a text in both languages, code and a test, and every citation exists."""

import re

import pytest

from mazziere.games import IDS
from tools import rule_ids


@pytest.mark.parametrize("game", IDS)
def test_both_languages_have_the_same_ids_in_the_same_order(game: str) -> None:
    assert rule_ids.without_twin(game) == []
    assert rule_ids.malformed(game) == []
    assert len(rule_ids.text_ids(game)) >= 10


@pytest.mark.parametrize("game", IDS)
def test_code_cites_every_rule(game: str) -> None:
    assert rule_ids.without_code(game) == []


@pytest.mark.parametrize("game", IDS)
def test_every_rule_has_a_test(game: str) -> None:
    assert rule_ids.without_test(game) == []


def test_every_citation_exists() -> None:
    assert rule_ids.dangling() == []


def test_a_citation_is_found_whole() -> None:
    line = "YOO-1.4a, AMB-UNO-12. (ROO-X-4a) H2O-DRAW4-2; INV-D" + "IE-1, UNO, TEN-2.3b."
    found = rule_ids.CITATION.findall(line)
    assert found == ["YOO-1.4a", "AMB-UNO-12", "ROO-X-4a", "H2O-DRAW4-2", "TEN-2.3b"]


def test_the_ledger_of_contract_options_is_cited_with_real_ids() -> None:
    from mazziere.games import find

    known = rule_ids.all_ids()
    for game in IDS:
        for option in find(game).options:
            assert option.rules, option.name
            assert set(option.rules) <= known, option.name
        for refusal in find(game).refusals:
            assert refusal.rule in known, refusal
            assert re.fullmatch(r"[a-z_]+", refusal.name)


@pytest.mark.parametrize("game", IDS)
def test_the_rule_behind_an_event_is_in_the_text_of_its_game(game: str) -> None:
    from mazziere.games import find

    rules = {kind.name: kind.rule for kind in find(game).events if kind.rule}
    assert set(rules.values()) <= set(rule_ids.text_ids(game)), game
    assert len(rules) >= 0.6 * len(find(game).events)
