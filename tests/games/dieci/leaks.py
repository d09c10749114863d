"""Planted leaks of DIECI."""

from typing import Any

from mazziere.games import dieci
from mazziere.games.dieci import box as dieci_box
from mazziere.games.dieci.rules import after as dieci_after
from mazziere.games.dieci.rules import may_block
from mazziere.kernel.events import EVERYONE
from mazziere.kernel.jit import jit
from tests.properties.leaks import changed


@jit
def shows_deck(s: Any, seat: int) -> None:
    pile = list(s.pile)
    dieci.rules.redact(s, seat)
    for place, card in enumerate(pile):
        s.pile[place] = card


@jit
def shows_asides(s: Any, seat: int) -> None:
    aside = list(s.aside)
    dieci.rules.redact(s, seat)
    for place, card in enumerate(aside):
        s.aside[place] = card


@jit
def tells_all_what_is_dealt(s: Any, cards: Any, log: Any) -> None:
    dieci.rules.resolve(s, cards, log)
    for row in range(1, 1 + log[0, 0]):
        if log[row, 0] == dieci_box.DEALT:
            log[row, 4] = EVERYONE


@jit
def forbids_swaps_in_vain(s: Any, seat: int, out: Any) -> int:
    count: int = dieci.rules.legal(s, seat, out)
    if s.phase == dieci_box.PLAY and seat == s.turn != s.dealer:
        return count - int(s.card[dieci_after(s, seat)] <= dieci_box.LUPO)
    return count


@jit
def refuses_by_the_card(s: Any, seat: int, action: int) -> int:
    code: int = dieci.rules.why_not(s, seat, action)
    if code == dieci_box.NOT_YOUR_TURN and s.phase == dieci_box.PLAY:
        return dieci_box.NOT_DEALER if s.card[s.turn] > dieci_box.LEONE - 3 else code
    return code


@jit
def accepts_for_the_helpless(s: Any, seat: int, action: int, log: Any) -> None:
    dieci.rules.apply(s, seat, action, log)
    if action == dieci_box.SWAP and not may_block(s, s.asked):
        dieci.rules.apply(s, s.asked, dieci_box.ACCEPT, None)


LEAKS = {
    "deck": changed(dieci.GAME, redact=shows_deck),
    "asides": changed(dieci.GAME, redact=shows_asides),
    "event to everyone": changed(dieci.GAME, resolve=tells_all_what_is_dealt),
    "legal by another's card": changed(dieci.GAME, legal=forbids_swaps_in_vain),
    "refusal by another's card": changed(dieci.GAME, why_not=refuses_by_the_card),
    "not asked when helpless": changed(dieci.GAME, apply=accepts_for_the_helpless),
}
