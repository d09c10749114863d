"""The end of a match, points and winners."""

from mazziere.games.rookie.box import *
from mazziere.games.rookie.rules.provisional import clear_pile, is_spared, partner
from mazziere.kernel.events import EVERYONE, emit
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Grid, Ints


@jit
def finish(s: State, log: Grid | None) -> None:
    """End the match after the last pair (ROO-E1): reward its finder; the most points win."""
    if s.mode != KIDS and s.end_loot == ALL:  # AMB-ROO-7; strict: only captured cards count
        total = 0
        for victim in range(s.players):
            if not is_spared(s, s.turn, victim):
                for pile in range(victim * PROVISIONAL, (victim + 1) * PROVISIONAL):
                    total += clear_pile(s, pile)
        s.points[s.turn] += total
        emit(log, REWARDED, s.turn, total, 0, EVERYONE)
    s.phase = OVER
    best = 0
    for seat in range(s.players):
        best = max(best, result(s, seat))
    for seat in range(s.players):
        if result(s, seat) == best:  # AMB-ROO-20: a tie is shared
            s.winners |= 1 << seat
            emit(log, WON, seat, 0, 0, EVERYONE)


@jit
def result(s: State, seat: int) -> int:
    """Return the points that decide: the seat's own, in teams those of both partners (ROO-TM3)."""
    if s.mode == TEAM:
        return s.points[seat] + s.points[partner(s, seat)]
    return s.points[seat]


@jit
def score(s: State, out: Ints) -> int:
    """Write a point for each captured card (ROO-0c); return the winners."""
    for seat in range(s.players):
        out[seat] = s.points[seat]
    return s.winners
