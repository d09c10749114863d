"""Batches of matches in which the game's bots play the other seats.

The passes are those of `loops`. In addition every step is told to the bots, since some remember.
The bots of environment i are `minds[i * SEATS : (i + 1) * SEATS]`.
"""

from typing import Any

from mazziere.bots.brain import WAIT
from mazziere.bots.buffers import SEATS, BotState, SearchBuffers, Tree
from mazziere.bots.hooks import hear
from mazziere.bots.loops import BOTS, decide
from mazziere.kernel.jit import jit
from mazziere.kernel.loops import actors, apply, chance, order_groups, redact, resolve
from mazziere.kernel.rng import start_stream
from mazziere.kernel.state import Grid, Ints
from mazziere.rl.compiled.loops import Environment, ask_seat, prepare


@jit
def tell(minds: Any, first: int, players: int, log: Grid, heard: Grid) -> None:
    """Give every bot with a memory the events that are addressed to its seat."""
    for seat in range(players):
        m = minds[first + seat]
        if m.listens:
            rows = 0
            for row in range(1, log[0, 0] + 1):
                if log[row, 4] >> seat & 1:
                    rows += 1
                    for column in range(5):
                        heard[rows, column] = log[row, column]
            heard[0, 0] = rows
            hear(m.memory, heard, seat, m.share, m.half_life, m.rng)


@jit
def ask_next_told(
    s: Any, w: Environment, optional: Ints, minds: Any, first: int, log: Grid, heard: Grid
) -> None:
    """Settle chance, tell the bots, and ask the next seat."""
    bits = actors(s)
    if bits == 0:
        groups = chance(s, w.cards, w.sizes)
        while groups > 0:
            order_groups(w.cards, w.sizes, groups, w.deal)
            log[0, 0] = 0
            resolve(s, w.cards, log)
            w.steps += 1
            tell(minds, first, s.players, log, heard)
            groups = chance(s, w.cards, w.sizes)
        bits = actors(s)
    ask_seat(s, w, bits, optional)


@jit
def act_told(
    s: Any,
    w: Environment,
    action: int,
    optional: Ints,
    minds: Any,
    first: int,
    log: Grid,
    heard: Grid,
) -> None:
    """Carry out a legal action of the seat to move, tell the bots, and ask the next seat."""
    w.mover = w.seat
    if action == len(optional):
        w.waited |= 1 << w.seat
    else:
        log[0, 0] = 0
        apply(s, w.seat, action, log)
        w.waited = 0
        w.steps += 1
        w.moves += 1
        tell(minds, first, s.players, log, heard)
    ask_next_told(s, w, optional, minds, first, log, heard)


@jit
def seat_bot(m: BotState, minds: Any, place: int, profiles: Any, seat: int, seed: Ints) -> None:
    """Put a bot on a seat with an empty memory and its own generator."""
    minds[place] = profiles[seat]
    start_stream(m.rng, seed, BOTS + seat)


@jit
def begin_all_told(
    states: Any,
    works: Any,
    which: Ints,
    optional: Ints,
    minds: Any,
    profiles: Any,
    log: Grid,
    heard: Grid,
) -> None:
    """Begin the next match with new bots."""
    for i in range(len(which)):
        if which[i]:
            s, w, first = states[i], works[i], i * SEATS
            prepare(s, w)
            for seat in range(s.players):
                seat_bot(minds[first + seat], minds, first + seat, profiles, seat, w.seed)
            ask_next_told(s, w, optional, minds, first, log, heard)


@jit
def act_all_told(
    states: Any,
    works: Any,
    which: Ints,
    actions: Ints,
    optional: Ints,
    minds: Any,
    log: Grid,
    heard: Grid,
) -> None:
    """Carry out the actions."""
    for i in range(len(which)):
        if which[i]:
            act_told(states[i], works[i], actions[i], optional, minds, i * SEATS, log, heard)


@jit
def answer_of(
    states: Any,
    i: int,
    w: Environment,
    boards: Any,
    d: SearchBuffers,
    t: Tree,
    m: BotState,
    wait: int,
    log: Grid,
) -> int:
    """Return the action of the bot at the seat to move."""
    for n in range(w.count):
        d.asked[n] = w.legal[n]
    boards[0] = states[i]
    redact(boards[0], w.seat)
    action = decide(boards, d, t, m, w.seat, w.count, log)
    if action != WAIT:
        return action
    return wait if w.may_wait else w.legal[0]


@jit
def play_bots(
    states: Any,
    works: Any,
    boards: Any,
    thoughts: Any,
    trees: Any,
    minds: Any,
    learners: Ints,
    limit: int,
    optional: Ints,
    log: Grid,
    heard: Grid,
) -> None:
    """Let the bots move until the learner is asked or the match ends."""
    for i in range(len(learners)):
        s, w, first = states[i], works[i], i * SEATS
        while w.seat >= 0 and w.seat != learners[i] and w.moves < limit:
            m = minds[first + w.seat]
            action = answer_of(states, i, w, boards, thoughts[0], trees[0], m, len(optional), log)
            act_told(s, w, action, optional, minds, first, log, heard)
