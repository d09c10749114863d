"""Batches of matches in which the game's bots play the other seats.

The passes are those of `loops`. In addition every step is told to the bots, since some remember.
The bots of environment i are `bots[i * SEATS : (i + 1) * SEATS]`.
"""

from typing import Any

from mazziere.bots.brain import WAIT
from mazziere.bots.buffers import SEATS, BotState, SearchBuffers, Tree
from mazziere.bots.loops import decide, seat_bot, tell_bots
from mazziere.kernel.jit import jit
from mazziere.kernel.loops import actors, apply, chance, draw_lots, redact, resolve
from mazziere.kernel.state import Grid, Ints
from mazziere.rl.compiled.loops import Environment, ask_seat, prepare


@jit
def ask_next_told(
    s: Any, work: Environment, optional: Ints, bots: Any, first: int, log: Grid, heard: Grid
) -> None:
    """Settle chance, tell the bots, and ask the next seat."""
    bits = actors(s)
    if bits == 0:
        groups = chance(s, work.cards, work.sizes)
        while groups > 0:
            draw_lots(s, work.cards, work.sizes, groups, work.deal)
            log[0, 0] = 0
            resolve(s, work.cards, log)
            work.steps += 1
            tell_bots(bots, first, s.players, log, heard)
            groups = chance(s, work.cards, work.sizes)
        bits = actors(s)
    ask_seat(s, work, bits, optional)


@jit
def act_told(
    s: Any,
    work: Environment,
    action: int,
    optional: Ints,
    bots: Any,
    first: int,
    log: Grid,
    heard: Grid,
) -> None:
    """Carry out a legal action of the seat to move, tell the bots, and ask the next seat."""
    work.mover = work.seat
    if action == len(optional):
        work.waited |= 1 << work.seat
    else:
        log[0, 0] = 0
        apply(s, work.seat, action, log)
        work.waited = 0
        work.steps += 1
        work.moves += 1
        tell_bots(bots, first, s.players, log, heard)
    ask_next_told(s, work, optional, bots, first, log, heard)


@jit
def begin_all_told(
    states: Any,
    works: Any,
    which: Ints,
    optional: Ints,
    bots: Any,
    profiles: Any,
    log: Grid,
    heard: Grid,
) -> None:
    """Begin the next match with new bots."""
    for i in range(len(which)):
        if which[i]:
            s, work, first = states[i], works[i], i * SEATS
            prepare(s, work)
            for seat in range(s.players):
                seat_bot(bots, first + seat, profiles, seat, seat, work.seed)
            ask_next_told(s, work, optional, bots, first, log, heard)


@jit
def act_all_told(
    states: Any,
    works: Any,
    which: Ints,
    actions: Ints,
    optional: Ints,
    bots: Any,
    log: Grid,
    heard: Grid,
) -> None:
    """Carry out the actions."""
    for i in range(len(which)):
        if which[i]:
            act_told(states[i], works[i], actions[i], optional, bots, i * SEATS, log, heard)


@jit
def answer_of(
    states: Any,
    index: int,
    work: Environment,
    boards: Any,
    search: SearchBuffers,
    tree: Tree,
    bot: BotState,
    wait: int,
    log: Grid,
) -> int:
    """Return the action of the bot at the seat to move."""
    for n in range(work.count):
        search.asked[n] = work.legal[n]
    boards[0] = states[index]
    redact(boards[0], work.seat)
    action = decide(boards, search, tree, bot, work.seat, work.count, log)
    if action != WAIT:
        return action
    return wait if work.may_wait else work.legal[0]


@jit
def play_bots(
    states: Any,
    works: Any,
    boards: Any,
    searches: Any,
    trees: Any,
    bots: Any,
    learners: Ints,
    limit: int,
    optional: Ints,
    log: Grid,
    heard: Grid,
) -> None:
    """Let the bots move until the learner is asked or the match ends."""
    for i in range(len(learners)):
        s, work, first = states[i], works[i], i * SEATS
        while work.seat >= 0 and work.seat != learners[i] and work.moves < limit:
            bot = bots[first + work.seat]
            action = answer_of(
                states, i, work, boards, searches[0], trees[0], bot, len(optional), log
            )
            act_told(s, work, action, optional, bots, first, log, heard)
