"""Batches of matches for learning programs, in compiled code.

Each environment has a state and a workspace. A step is made of passes over all environments: check
the actions, carry them out, let the other seats play, find the matches that ended, and write
observations and masks. Where several seats may act, the seed draws the one that is asked. A seat
that has only moves out of turn may wait: that is the action after the game's last one.
"""

from typing import Annotated, Any

from mazziere.kernel.jit import jit
from mazziere.kernel.loops import (
    Workspace,
    actors,
    apply,
    is_listed,
    legal,
    redact,
    redact_unseen,
    score,
    set_up,
    settle,
)
from mazziere.kernel.observation import observe
from mazziere.kernel.rng import below, draw_member, split
from mazziere.kernel.state import I4, I8, Grid, Ints, cells

SCORE, WIN, DIFFERENCE = range(3)
"""Rewards: the score, a share of the win, or the score less the mean of the others' scores."""
RUNNING, TERMINATED, TRUNCATED = range(3)


class Environment(Workspace):
    """The workspace of one environment."""

    master: Annotated[Ints, cells("i8", 4)]  # the words of the environment's seed
    episode: I8  # the number of the next match of that seed
    moves: I8  # moves in this match
    waited: I4  # seats that let the others act first, as bits
    may_wait: I4  # 1 if the seat to move may wait
    mover: I4  # the seat that was asked last


@jit
def has_only_optional(work: Environment, optional: Ints) -> int:
    """Return 1 if every move of the seat to move is out of turn."""
    for n in range(work.count):
        if not optional[work.legal[n]]:
            return 0
    return 1


@jit
def ask_seat(s: Any, work: Environment, bits: int, optional: Ints) -> None:
    """Draw one of the seats that may act and have not waited, and list its moves."""
    work.may_wait = 0
    if bits == 0:
        work.seat = -1
        work.count = 0
        work.waited = 0
        return
    left = bits & ~work.waited
    work.seat = draw_member(left, work.play)
    work.count = legal(s, work.seat, work.legal)
    if left & (left - 1):  # the last one has to move
        work.may_wait = has_only_optional(work, optional)


@jit
def ask_next(s: Any, work: Environment, optional: Ints) -> None:
    """Settle chance and ask the next seat."""
    bits = actors(s)
    if bits == 0:
        settle(s, work)
        bits = actors(s)
    ask_seat(s, work, bits, optional)


@jit
def act(s: Any, work: Environment, action: int, optional: Ints) -> None:
    """Carry out a legal action of the seat to move, and ask the next seat."""
    work.mover = work.seat
    if action == len(optional):
        work.waited |= 1 << work.seat
    else:
        apply(s, work.seat, action, None)
        work.waited = 0
        work.steps += 1
        work.moves += 1
    ask_next(s, work, optional)


@jit
def prepare(s: Any, work: Environment) -> None:
    """Set up the next match of an environment's seed, up to its first chance node."""
    split(work.master, work.episode, work.seed)
    work.episode += 1
    work.moves = 0
    work.waited = 0
    work.mover = 0
    set_up(s, work)


# Passes over all environments; `which[i]` is 1 for those that take part


@jit
def begin_all(states: Any, works: Any, which: Ints, optional: Ints) -> None:
    """Begin the next match."""
    for i in range(len(which)):
        if which[i]:
            prepare(states[i], works[i])
            ask_next(states[i], works[i], optional)


@jit
def first_refused(works: Any, which: Ints, actions: Ints, optional: Ints) -> int:
    """Return the first environment whose action is illegal, or -1."""
    for i in range(len(which)):
        if which[i]:
            work = works[i]
            if actions[i] == len(optional):
                if not work.may_wait:
                    return i
            elif not is_listed(work, actions[i]):
                return i
    return -1


@jit
def replace_refused(works: Any, which: Ints, actions: Ints, optional: Ints) -> int:
    """Replace illegal actions by random legal ones; return how many."""
    replaced = 0
    for i in range(len(which)):
        if which[i]:
            work = works[i]
            is_wait = actions[i] == len(optional)
            if work.count > 0 and not ((is_wait and work.may_wait) or is_listed(work, actions[i])):
                actions[i] = work.legal[below(work.play, work.count)]
                replaced += 1
    return replaced


@jit
def act_all(states: Any, works: Any, which: Ints, actions: Ints, optional: Ints) -> None:
    """Carry out the actions."""
    for i in range(len(which)):
        if which[i]:
            act(states[i], works[i], actions[i], optional)


@jit
def play_others(states: Any, works: Any, learners: Ints, limit: int, optional: Ints) -> None:
    """Let the other seats move at random until the learner is asked or the match ends."""
    for i in range(len(learners)):
        s, work = states[i], works[i]
        while work.seat >= 0 and work.seat != learners[i] and work.moves < limit:
            act(s, work, work.legal[below(work.play, work.count)], optional)


@jit
def finish_all(
    states: Any,
    works: Any,
    which: Ints,
    limit: int,
    kind: int,
    sign: int,
    ended: Ints,
    scores: Grid,
    rewards: Any,
) -> int:
    """Find the matches that ended, with scores and rewards; return how many."""
    found = 0
    for i in range(len(which)):
        work = works[i]
        ended[i] = RUNNING
        if which[i] and work.seat < 0:
            ended[i] = TERMINATED
        elif which[i] and work.moves >= limit:
            ended[i] = TRUNCATED
        if ended[i] != RUNNING:
            found += 1
            reward_all(states[i], work, i, kind, sign, scores, rewards)
        else:
            for seat in range(states[i].players):
                rewards[i, seat] = 0.0
    return found


@jit
def reward_all(
    s: Any, work: Environment, index: int, kind: int, sign: int, scores: Grid, rewards: Any
) -> None:
    """Write the scores and the rewards of a match that has ended."""
    winners = score(s, work.cards)
    total, shared = 0, 0
    for seat in range(s.players):
        scores[index, seat] = work.cards[seat]
        total += work.cards[seat]
        shared += winners >> seat & 1
    for seat in range(s.players):
        if kind == WIN:
            rewards[index, seat] = (winners >> seat & 1) / max(shared, 1)
        elif kind == SCORE:
            rewards[index, seat] = float(sign * work.cards[seat])
        else:
            others = (total - work.cards[seat]) / (s.players - 1)
            rewards[index, seat] = sign * (work.cards[seat] - others)


@jit
def look_all(
    states: Any,
    works: Any,
    boards: Any,
    which: Ints,
    learners: Ints,
    memory: int,
    optional: Ints,
    out: Grid,
    masks: Grid,
) -> None:
    """Write the observation and the action mask of the learner, or of the seat to move.

    Where no action is due, the mask allows all: the next action is ignored.
    """
    for i in range(len(which)):
        if which[i]:
            work = works[i]
            seat = learners[i]
            if seat < 0:
                seat = work.seat if work.seat >= 0 else work.mover
            look(states, i, boards, seat, memory, out, i)
            write_mask(work, masks, i, 1 if work.seat != seat else 0, optional)


@jit
def look(states: Any, index: int, boards: Any, seat: int, memory: int, out: Grid, row: int) -> None:
    """Write the observation of a seat from its view."""
    boards[0] = states[index]
    if memory:
        redact(boards[0], seat)
    else:
        redact_unseen(boards[0], seat)
    observe(boards[0], seat, memory, out, row)


@jit
def write_mask(work: Environment, masks: Any, row: int, blank: int, optional: Ints) -> None:
    """Write the action mask of the seat to move, or `blank` everywhere if it is 1."""
    size = masks.shape[1]
    for action in range(size):
        masks[row, action] = blank
    if not blank:
        for n in range(work.count):
            masks[row, work.legal[n]] = 1
        if work.may_wait:
            masks[row, len(optional)] = 1


# Single seats, for environments that ask several seats


@jit
def look_at(
    states: Any, index: int, boards: Any, seat: int, memory: int, out: Grid, row: int
) -> None:
    """Write the observation of a seat."""
    look(states, index, boards, seat, memory, out, row)


@jit
def ask_at(states: Any, works: Any, index: int, moves: int, optional: Ints) -> None:
    """Ask the next seat, after moves that were made together."""
    works[index].moves += moves
    works[index].steps += moves
    ask_next(states[index], works[index], optional)


@jit
def mask_at(works: Any, index: int, masks: Grid, row: int, optional: Ints) -> None:
    """Write the action mask of the seat to move."""
    write_mask(works[index], masks, row, 0, optional)
