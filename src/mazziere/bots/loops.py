"""Bots inside compiled code: one decision, and whole matches between bots.

A decision is made on boards: the first holds the seat's view, the second a world that a search
plays in, the third is for playing one again. The state of the match is never among them.
"""

from typing import Any

from mazziere.bots.brain import WAIT
from mazziere.bots.hooks import begin, by_rules, conclude, easy, hear, normal, recall, think
from mazziere.bots.levels import EASY, HARD, RANDOM
from mazziere.bots.mind import Mind, Thought, Tree
from mazziere.kernel.bits import count, nth
from mazziere.kernel.jit import jit
from mazziere.kernel.loops import (
    Work,
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
from mazziere.kernel.rng import below, split, start_stream
from mazziere.kernel.state import Grid, Ints

BOTS = 16
"""The first of the streams of a match's seed that belong to bots, one for each seat."""


# One decision


@jit
def needs_search(v: Any, m: Mind, seat: int, n: int) -> bool:
    """Whether the bot thinks ahead: it can, it has a choice, and it helps."""
    return m.level >= HARD and n > 1 and not by_rules(v, seat)


@jit
def answer(v: Any, d: Thought, m: Mind, seat: int, n: int) -> int:
    """The move of a bot that does not think ahead, among the n that it is asked about."""
    if m.level == RANDOM:
        return d.asked[below(m.rng, n)]
    if by_rules(v, seat):
        if m.level == EASY:
            return easy(v, seat, d.asked, n, m.rng)
        return normal(v, seat, d.asked, n, m.rng)
    if n == 1:
        return d.asked[0]
    if m.level == EASY:
        return easy(v, seat, d.asked, n, m.rng)
    return normal(v, seat, d.asked, n, m.rng)


@jit
def decide(boards: Any, d: Thought, t: Tree, m: Mind, seat: int, n: int, log: Grid) -> int:
    """The move of a bot, among the n that it is asked about; or WAIT."""
    v = boards[0]
    recall(v, m.memory)
    if not needs_search(v, m, seat, n):
        return answer(v, d, m, seat, n)
    begin(v, d, t, m, seat, n, m.iterations)
    think(boards, d, t, m, seat, m.iterations, log)
    return conclude(v, d, t, m, seat, n)


# Whole matches


@jit
def sit_down(m: Mind, profiles: Any, number: int, seed: Ints, seat: int, minds: Any) -> None:
    """Put the bot with a number on a seat, with an empty memory and a generator of its own."""
    minds[seat] = profiles[number]
    start_stream(m.rng, seed, BOTS + seat)


@jit
def listen(minds: Any, players: int, log: Grid, heard: Grid) -> None:
    """Let every bot that listens hear the events that are addressed to its seat."""
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
    s: Any, w: Work, boards: Any, states: Any, d: Thought, t: Tree, minds: Any, log: Grid
) -> int:
    """Ask the seats that may act, in an order drawn by lot, until one moves; note which."""
    bits = actors(s)
    while True:
        if bits & (bits - 1) == 0:
            w.seat = nth(bits, 0)
        else:
            w.seat = nth(bits, below(w.play, count(bits)))
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
    w: Work,
    boards: Any,
    d: Thought,
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


# Entries: what Python calls.


@jit
def prepare_at(boards: Any, minds: Any, seat: int, thoughts: Any, n: int) -> int:
    """Forget what is forgotten; tell whether the bot will search among the n moves."""
    v = boards[0]
    recall(v, minds[0].memory)
    return 1 if needs_search(v, minds[0], seat, n) else 0


@jit
def answer_at(boards: Any, minds: Any, seat: int, thoughts: Any, n: int) -> int:
    """The move of a bot that does not search, or WAIT."""
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
    """Look into so many more worlds; first begin anew, with room for so many, unless it is 0."""
    if room > 0:
        begin(boards[0], thoughts[0], trees[0], minds[0], seat, n, room)
    think(boards, thoughts[0], trees[0], minds[0], seat, more, log)


@jit
def conclude_at(boards: Any, minds: Any, seat: int, thoughts: Any, trees: Any, n: int) -> int:
    """The move that a search ends with."""
    return conclude(boards[0], thoughts[0], trees[0], minds[0], seat, n)


@jit
def hear_at(minds: Any, seat: int, heard: Grid) -> None:
    """Take note of the events of a step."""
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
