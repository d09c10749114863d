"""Planted leaks: games that tell or show a little too much, for the check to find."""

from dataclasses import replace
from typing import Any

from mazziere.games import dieci, one_to_ten, rookie, uno, yooloo
from mazziere.games.dieci import constants as dieci_constants
from mazziere.games.dieci.legal import may_block
from mazziere.games.dieci.start import after as dieci_after
from mazziere.games.rookie.view import redact as rookie_redact
from mazziere.games.uno import constants as box
from mazziere.games.uno.knowledge import FREE
from mazziere.games.uno.view import glance as uno_glance
from mazziere.games.uno.view import redact as uno_redact
from mazziere.kernel.events import EVERYONE
from mazziere.kernel.game import Game
from mazziere.kernel.jit import jit

# These run uncompiled only, so they may be written in any Python; but closures are lost in linking.


@jit
def shows_deck(s: Any, seat: int) -> None:
    pile = list(s.pile)
    dieci.GAME.redact(s, seat)
    for place, card in enumerate(pile):
        s.pile[place] = card


@jit
def shows_asides(s: Any, seat: int) -> None:
    aside = list(s.aside)
    dieci.GAME.redact(s, seat)
    for place, card in enumerate(aside):
        s.aside[place] = card


@jit
def tells_all_what_is_dealt(s: Any, cards: Any, log: Any) -> None:
    dieci.GAME.resolve(s, cards, log)
    for row in range(1, 1 + log[0, 0]):
        if log[row, 0] == dieci_constants.DEALT:
            log[row, 4] = EVERYONE


@jit
def forbids_swaps_in_vain(s: Any, seat: int, out: Any) -> int:
    count: int = dieci.GAME.legal(s, seat, out)
    if s.phase == dieci_constants.PLAY and seat == s.turn != s.dealer:
        return count - int(s.card[dieci_after(s, seat)] <= dieci_constants.LUPO)
    return count


@jit
def refuses_by_the_card(s: Any, seat: int, action: int) -> int:
    code: int = dieci.GAME.why_not(s, seat, action)
    if code == dieci_constants.NOT_YOUR_TURN and s.phase == dieci_constants.PLAY:
        return dieci_constants.NOT_DEALER if s.card[s.turn] > dieci_constants.LEONE - 3 else code
    return code


@jit
def accepts_for_the_helpless(s: Any, seat: int, action: int, log: Any) -> None:
    dieci.GAME.apply(s, seat, action, log)
    if action == dieci_constants.SWAP and not may_block(s, s.asked):
        dieci.GAME.apply(s, s.asked, dieci_constants.ACCEPT, None)


@jit
def shows_guilt(s: Any, seat: int) -> None:
    guilty = s.guilty
    uno_redact(s, seat)
    s.guilty = guilty


@jit
def shows_drawn_card(s: Any, seat: int) -> None:
    drawn = s.drawn
    uno_redact(s, seat)
    s.drawn = drawn


@jit
def shows_what_others_were_shown(s: Any, seat: int) -> None:
    owners, knowers = list(s.slot_owner), list(s.slot_knowers)
    uno_redact(s, seat)
    for slot in range(len(owners)):
        s.slot_owner[slot] = owners[slot]
        s.slot_knowers[slot] = knowers[slot]


@jit
def leaves_slots_unsorted(s: Any, seat: int) -> None:
    owners, knowers = list(s.slot_owner), list(s.slot_knowers)
    uno_redact(s, seat)
    for slot in range(len(owners)):
        kept = knowers[slot] if owners[slot] == seat else knowers[slot] & 1 << seat
        s.slot_owner[slot] = owners[slot] if kept else FREE
        s.slot_knowers[slot] = kept


@jit
def shows_what_others_can_work_out(s: Any, seat: int) -> None:
    pool = [[s.pool[other, level] for level in range(4)] for other in range(box.SEATS)]
    uno_redact(s, seat)
    for other in range(box.SEATS):
        for level in range(4):
            s.pool[other, level] = pool[other][level]


@jit
def glances_into_the_next_hand(s: Any, seat: int) -> None:
    other = (seat + 1) % s.players
    hand = [s.hand[other, level] for level in range(4)]
    uno_glance(s, seat)
    for level in range(4):
        s.hand[other, level] = hand[level]


@jit
def shows_choices(s: Any, seat: int) -> None:
    chosen = list(s.chosen)
    yooloo.redact(s, seat)
    for other, card in enumerate(chosen):
        s.chosen[other] = card


@jit
def shows_points_to_come(s: Any, seat: int) -> None:
    pile = list(s.pile)
    yooloo.redact(s, seat)
    for place, card in enumerate(pile):
        s.pile[place] = card


@jit
def shows_own_row(s: Any, seat: int) -> None:
    own = [s.row[seat, place] for place in range(10)] if seat < 8 else []
    one_to_ten.redact(s, seat)
    for place, card in enumerate(own):
        s.row[seat, place] = card


@jit
def shows_second_card(s: Any, seat: int) -> None:
    cards = [s.table[place, max(s.height[place] - 2, 0)] for place in range(9)]
    rookie_redact(s, seat)
    for place in range(9):
        if s.height[place] > 1:
            s.table[place, s.height[place] - 2] = cards[place]


PLANTED: dict[str, Game] = {
    "deck": replace(dieci.GAME, redact=shows_deck),
    "asides": replace(dieci.GAME, redact=shows_asides),
    "event to everyone": replace(dieci.GAME, resolve=tells_all_what_is_dealt),
    "legal by another's card": replace(dieci.GAME, legal=forbids_swaps_in_vain),
    "refusal by another's card": replace(dieci.GAME, why_not=refuses_by_the_card),
    "not asked when helpless": replace(dieci.GAME, apply=accepts_for_the_helpless),
    "drawn card": replace(uno.UNO, redact=shows_drawn_card),
    "shown to others": replace(uno.UNO, redact=shows_what_others_were_shown),
    "worked out by others": replace(uno.H2O, redact=shows_what_others_can_work_out),
    "glance": replace(uno.H2O, glance=glances_into_the_next_hand),
    "choices": replace(yooloo.GAME, redact=shows_choices),
    "points to come": replace(yooloo.GAME, redact=shows_points_to_come),
    "own row": replace(one_to_ten.GAME, redact=shows_own_row),
    "second card": replace(rookie.GAME, redact=shows_second_card),
}
GUILT = replace(uno.UNO, redact=shows_guilt)
UNSORTED = replace(uno.UNO, redact=leaves_slots_unsorted)
