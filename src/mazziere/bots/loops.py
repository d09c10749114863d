"""Bots in compiled code: one decision, and whole matches between bots.

A decision is made on boards: the first holds the seat's view, the second a world that a search
plays in, the third a copy of it for another move. The state of the match is never among them.
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
    draw_lots,
    legal,
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
def needs_search(view: Any, bot: BotState, seat: int, move_count: int) -> bool:
    """Tell whether the bot searches: its level does, it has a choice, and the brain agrees."""
    return bot.level >= HARD and move_count > 1 and not skips_search(view, seat)


@jit
def answer(view: Any, search: SearchBuffers, bot: BotState, seat: int, move_count: int) -> int:
    """Return the move of a bot that does not search, one of the first `move_count` in `asked`."""
    if bot.level == RANDOM:
        return search.asked[below(bot.rng, move_count)]
    if skips_search(view, seat):
        if bot.level == EASY:
            return easy(view, seat, search.asked, move_count, bot.rng)
        return normal(view, seat, search.asked, move_count, bot.rng)
    if move_count == 1:
        return search.asked[0]
    if bot.level == EASY:
        return easy(view, seat, search.asked, move_count, bot.rng)
    return normal(view, seat, search.asked, move_count, bot.rng)


@jit
def decide(
    boards: Any,
    search: SearchBuffers,
    tree: Tree,
    bot: BotState,
    seat: int,
    move_count: int,
    log: Grid,
) -> int:
    """Return the move of a bot, one of the first `move_count` in `asked`, or WAIT."""
    view = boards[0]
    recall(view, bot.memory)
    if not needs_search(view, bot, seat, move_count):
        return answer(view, search, bot, seat, move_count)
    begin(view, search, tree, bot, seat, move_count, bot.iterations)
    think(boards, search, tree, bot, seat, bot.iterations, log)
    return conclude(view, search, tree, bot, seat, move_count)


# Whole matches


@jit
def seat_bot(bots: Any, place: int, profiles: Any, number: int, seat: int, seed: Ints) -> None:
    """Put a bot on a seat with an empty memory and its own generator; store it at `place`."""
    bots[place] = profiles[number]
    bot = bots[place]
    start_stream(bot.rng, seed, BOTS + seat)


@jit
def tell_bots(bots: Any, first: int, players: int, log: Grid, heard: Grid) -> None:
    """Give every bot with a memory the events that are addressed to its seat.

    The bot of seat 0 is `bots[first]`.
    """
    for seat in range(players):
        bot = bots[first + seat]
        if bot.listens:
            rows = 0
            for row in range(1, log[0, 0] + 1):
                if log[row, 4] >> seat & 1:
                    rows += 1
                    for column in range(5):
                        heard[rows, column] = log[row, column]
            heard[0, 0] = rows
            hear(bot.memory, heard, seat, bot.share, bot.half_life, bot.rng)


@jit
def next_move(
    s: Any,
    work: Workspace,
    boards: Any,
    states: Any,
    search: SearchBuffers,
    tree: Tree,
    bots: Any,
    log: Grid,
) -> int:
    """Ask the seats that may act, in random order, until one moves; store its seat."""
    bits = actors(s)
    while True:
        work.seat = draw_member(bits, work.play)
        n = legal(s, work.seat, search.asked)
        boards[0] = states[0]
        redact(boards[0], work.seat)
        action = decide(boards, search, tree, bots[work.seat], work.seat, n, log)
        if action != WAIT:
            return action
        bits &= ~(1 << work.seat)
        if bits == 0:  # all of them would wait for ever
            return search.asked[0]


@jit
def sit(
    states: Any,
    work: Workspace,
    boards: Any,
    search: SearchBuffers,
    tree: Tree,
    bots: Any,
    log: Grid,
    heard: Grid,
    limit: int,
) -> int:
    """Play the match to its end; return the moves made, or -1 past the limit of steps."""
    s = states[0]
    moves = 0
    while work.steps <= limit:
        if actors(s) == 0:
            groups = chance(s, work.cards, work.sizes)
            if groups == 0:
                return moves
            draw_lots(s, work.cards, work.sizes, groups, work.deal)
            log[0, 0] = 0
            resolve(s, work.cards, log)
        else:
            action = next_move(s, work, boards, states, search, tree, bots, log)
            log[0, 0] = 0
            apply(s, work.seat, action, log)
            moves += 1
        work.steps += 1
        tell_bots(bots, 0, s.players, log, heard)
    return -1


# Entry points for Python


@jit
def prepare_at(boards: Any, bots: Any, seat: int, searches: Any, move_count: int) -> int:
    """Apply the bot's memory to the view; tell whether it will search."""
    view = boards[0]
    recall(view, bots[0].memory)
    return 1 if needs_search(view, bots[0], seat, move_count) else 0


@jit
def answer_at(boards: Any, bots: Any, seat: int, searches: Any, move_count: int) -> int:
    """Return the move of a bot that does not search, or WAIT."""
    return answer(boards[0], searches[0], bots[0], seat, move_count)


@jit
def think_at(
    boards: Any,
    bots: Any,
    seat: int,
    searches: Any,
    trees: Any,
    move_count: int,
    room: int,
    more: int,
    log: Grid,
) -> None:
    """Run `more` iterations; if `room` is given, reset first with that capacity."""
    if room > 0:
        begin(boards[0], searches[0], trees[0], bots[0], seat, move_count, room)
    think(boards, searches[0], trees[0], bots[0], seat, more, log)


@jit
def conclude_at(
    boards: Any, bots: Any, seat: int, searches: Any, trees: Any, move_count: int
) -> int:
    """Return the move that the search chooses."""
    return conclude(boards[0], searches[0], trees[0], bots[0], seat, move_count)


@jit
def hear_at(bots: Any, seat: int, heard: Grid) -> None:
    """Update the memory with the events of a step."""
    bot = bots[0]
    hear(bot.memory, heard, seat, bot.share, bot.half_life, bot.rng)


@jit
def play_duels(
    states: Any,
    works: Any,
    boards: Any,
    searches: Any,
    trees: Any,
    bots: Any,
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
    s, work = states[0], works[0]
    for match in range(len(numbers)):
        split(seed, numbers[match], work.seed)
        set_up(s, work)
        for seat in range(s.players):
            seat_bot(bots, seat, profiles, seatings[match, seat], seat, work.seed)
        moves = sit(states, work, boards, searches[0], trees[0], bots, log, heard, limit)
        if moves < 0:
            return match
        winners = score(s, work.cards)
        for seat in range(s.players):
            scores[match, seat] = work.cards[seat]
        results[match, 0] = moves
        results[match, 1] = work.steps
        results[match, 2] = winners
    return len(numbers)
