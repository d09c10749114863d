"""Chance steps in the log: the bytes of an entry, and the state after it."""

from random import Random

import pytest

from mazziere.games import shelf
from mazziere.kernel import fair
from mazziere.kernel.chances import Order
from mazziere.table.entries import Dealt, encode
from mazziere.table.snapshot import dump
from mazziere.table.table import Draft
from tests.cases import short
from tests.table.evening import Evening


@pytest.mark.parametrize("game", shelf())
def test_a_deal_is_logged_as_its_text_and_folds_to_the_same_state(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deal is applied as numbers; folding the log reads the same deal from its text."""
    deal, dealt = Draft.deal, []

    def compared(draft: Draft, order: Order) -> None:
        table = draft.table
        assert table.key is not None
        assert table.match.due is not None
        text = table.match.peek(fair.order_for(table.key, table.chances, table.match.due))
        other = table.fork()
        applied = other.apply(Dealt(text), draft.at)
        deal(draft, order)
        assert encode(draft.entries[-1]) == encode(Dealt(text))
        assert draft.applied[-1] == applied
        assert dump(draft.table) == dump(other)
        dealt.append(text["chance"])

    monkeypatch.setattr(Draft, "deal", compared)
    evening = Evening(game, ["Anna", "Bea"], 3, short(game))
    evening.start()
    evening.play(Random(5), steps=300)
    assert dealt
    assert dump(evening.folded()) == dump(evening.table)
