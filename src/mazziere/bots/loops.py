"""Bots in compiled code: one decision, and whole matches between bots.

A decision is made on boards: the first holds the seat's view, the second a world that a search
plays in, the third is for playing one again. The state of the match is never among them.
"""

from typing import Any

from mazziere.bots.brain import WAIT
from mazziere.bots.buffers import BotState, SearchBuffers, Tree
from mazziere.bots.hooks import begin, conclude, easy, hear, normal, recall, skips_search, think
from mazziere.bots.levels import EASY, HARD, RANDOM
from mazziere.kernel.jit import jit
from mazziere.kernel.loops import (
    Workspace,
    actors,
    apply,
    chance,
    legal,
    order_groups,
    redact,
    resolve,
    score,
    set_up,
)
from mazziere.kernel.rng import below, draw_member, split, start_stream
from mazziere.kernel.state import Grid, Ints

BOTS = 16
"""The number of the first bot stream of a match's seed; each seat has one."""


# One decision


@jit
def needs_search(v: Any, m: BotState, seat: int, n: int) -> bool:
    """Tell whether the bot searches: its level does, it has a choice, and the brain agrees."""
    return m.level >= HARD and n > 1 and not skips_search(v, seat)


@jit
def answer(v: Any, d: SearchBuffers, m: BotState, seat: int, n: int) -> int:
    """Return the move of a bot that does not search, one of the n in `asked`."""
    if m.level == RANDOM:
        return d.asked[below(m.rng, n)]
    if skips_search(v, seat):
        if m.level == EASY:
            return easy(v, seat, d.asked, n, m.rng)
        return normal(v, seat, d.asked, n, m.rng)
    if n == 1:
        return d.asked[0]
    if m.level == EASY:
        return easy(v, seat, d.asked, n, m.rng)
    return normal(v, seat, d.asked, n, m.rng)


@jit
def decide(
    boards: Any, d: SearchBuffers, t: Tree, m: BotState, seat: int, n: int, log: Grid
) -> int:
    """Return the move of a bot, one of the n in `asked`, or WAIT."""
    v = boards[0]
    recall(v, m.memory)
    if not needs_search(v, m, seat, n):
        return answer(v, d, m, seat, n)
    begin(v, d, t, m, seat, n, m.iterations)
    think(boards, d, t, m, seat, m.iterations, log)
    return conclude(v, d, t, m, seat, n)


# Whole matches


@jit
def sit_down(m: BotState, profiles: Any, number: int, seed: Ints, seat: int, minds: Any) -> None:
    """Put a bot on a seat with an empty memory and its own generator."""
    minds[seat] = profiles[number]
    start_stream(m.rng, seed, BOTS + seat)


@jit
def listen(minds: Any, players: int, log: Grid, heard: Grid) -> None:
    """Give every bot with a memory the events that are addressed to its seat."""
    for seat in range(players):
        m = minds[seat]
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
def next_move(
    s: Any, w: Workspace, boards: Any, states: Any, d: SearchBuffers, t: Tree, minds: Any, log: Grid
) -> int:
    """Ask the seats that may act, in random order, until one moves; store its seat."""
    bits = actors(s)
    while True:
        w.seat = draw_member(bits, w.play)
        n = legal(s, w.seat, d.asked)
        boards[0] = states[0]
        redact(boards[0], w.seat)
        action = decide(boards, d, t, minds[w.seat], w.seat, n, log)
        if action != WAIT:
            return action
        bits &= ~(1 << w.seat)
        if bits == 0:  # all of them would wait for ever
            return d.asked[0]


@jit
def sit(
    states: Any,
    w: Workspace,
    boards: Any,
    d: SearchBuffers,
    t: Tree,
    minds: Any,
    log: Grid,
    heard: Grid,
    limit: int,
) -> int:
    """Play the match to its end; return the moves made, or -1 past the limit of steps."""
    s = states[0]
    moves = 0
    while w.steps <= limit:
        if actors(s) == 0:
            groups = chance(s, w.cards, w.sizes)
            if groups == 0:
                return moves
            order_groups(w.cards, w.sizes, groups, w.deal)
            log[0, 0] = 0
            resolve(s, w.cards, log)
        else:
            action = next_move(s, w, boards, states, d, t, minds, log)
            log[0, 0] = 0
            apply(s, w.seat, action, log)
            moves += 1
        w.steps += 1
        listen(minds, s.players, log, heard)
    return -1


# Entry points for Python


@jit
def prepare_at(boards: Any, minds: Any, seat: int, thoughts: Any, n: int) -> int:
    """Apply the bot's memory to the view; tell whether it will search among the n moves."""
    v = boards[0]
    recall(v, minds[0].memory)
    return 1 if needs_search(v, minds[0], seat, n) else 0


@jit
def answer_at(boards: Any, minds: Any, seat: int, thoughts: Any, n: int) -> int:
    """Return the move of a bot that does not search, or WAIT."""
    return answer(boards[0], thoughts[0], minds[0], seat, n)


@jit
def think_at(
    boards: Any,
    minds: Any,
    seat: int,
    thoughts: Any,
    trees: Any,
    n: int,
    room: int,
    more: int,
    log: Grid,
) -> None:
    """Run `more` iterations; if `room` is given, reset first with that capacity."""
    if room > 0:
        begin(boards[0], thoughts[0], trees[0], minds[0], seat, n, room)
    think(boards, thoughts[0], trees[0], minds[0], seat, more, log)


@jit
def conclude_at(boards: Any, minds: Any, seat: int, thoughts: Any, trees: Any, n: int) -> int:
    """Return the move that the search chooses."""
    return conclude(boards[0], thoughts[0], trees[0], minds[0], seat, n)


@jit
def hear_at(minds: Any, seat: int, heard: Grid) -> None:
    """Update the memory with the events of a step."""
    m = minds[0]
    hear(m.memory, heard, seat, m.share, m.half_life, m.rng)


@jit
def play_duels(
    states: Any,
    works: Any,
    boards: Any,
    thoughts: Any,
    trees: Any,
    minds: Any,
    profiles: Any,
    seed: Ints,
    numbers: Ints,
    seatings: Grid,
    scores: Grid,
    results: Grid,
    log: Grid,
    heard: Grid,
    limit: int,
) -> int:
    """Play the matches with these numbers of a seed, each with the bots of its seating.

    Rows of `scores` and `results` as in `kernel.loops.play_matches`. Returns how many were played:
    fewer than asked for when one went past the limit of steps.
    """
    s, w = states[0], works[0]
    for match in range(len(numbers)):
        split(seed, numbers[match], w.seed)
        set_up(s, w)
        for seat in range(s.players):
            sit_down(minds[seat], profiles, seatings[match, seat], w.seed, seat, minds)
        moves = sit(states, w, boards, thoughts[0], trees[0], minds, log, heard, limit)
        if moves < 0:
            return match
        winners = score(s, w.cards)
        for seat in range(s.players):
            scores[match, seat] = w.cards[seat]
        results[match, 0] = moves
        results[match, 1] = w.steps
        results[match, 2] = winners
    return len(numbers)
