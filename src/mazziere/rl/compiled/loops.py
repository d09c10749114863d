"""Batches of matches for learning programs, in compiled code.

Each environment has a state and a workspace. A step is made of passes over all environments: check
the actions, carry them out, let the other seats play, find the matches that ended, and write
observations and masks. `advance_all` does all of it in one pass, so that the processor loads each
environment into its cache only once; it serves batches without bots. Where several seats may act,
the seed draws the one that is asked. A seat that has only moves out of turn may wait: that is the
action after the game's last one.
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
        if which[i] and not is_allowed(works[i], actions[i], optional):
            return i
    return -1


@jit
def is_allowed(work: Environment, action: int, optional: Ints) -> bool:
    """Tell whether an action of the seat to move is legal."""
    if action == len(optional):
        return work.may_wait != 0
    return is_listed(work, action)


@jit
def replace_refused(works: Any, which: Ints, actions: Ints, optional: Ints) -> int:
    """Replace illegal actions by random legal ones; return how many."""
    replaced = 0
    for i in range(len(which)):
        work = works[i]
        if which[i] and work.count > 0 and not is_allowed(work, actions[i], optional):
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
        play_other_seats(states[i], works[i], learners[i], limit, optional)


@jit
def play_other_seats(s: Any, work: Environment, learner: int, limit: int, optional: Ints) -> None:
    """Let the other seats of one environment move at random until the learner is asked."""
    while work.seat >= 0 and work.seat != learner and work.moves < limit:
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
        ended[i] = ending_of(works[i], limit) if which[i] else RUNNING
        found += finish(states[i], works[i], i, kind, sign, ended[i], scores, rewards)
    return found


@jit
def ending_of(work: Environment, limit: int) -> int:
    """Tell whether a match runs, is over, or has reached the limit of moves."""
    if work.seat < 0:
        return TERMINATED
    return TRUNCATED if work.moves >= limit else RUNNING


@jit
def finish(
    s: Any,
    work: Environment,
    index: int,
    kind: int,
    sign: int,
    ended: int,
    scores: Grid,
    rewards: Any,
) -> int:
    """Write the rewards of one environment, 0 while its match runs; return 1 if it ended."""
    if ended != RUNNING:
        reward_all(s, work, index, kind, sign, scores, rewards)
        return 1
    for seat in range(s.players):
        rewards[index, seat] = 0.0
    return 0


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
            look_from(states, works[i], i, boards, learners[i], memory, optional, out, masks)


@jit
def look_from(
    states: Any,
    work: Environment,
    index: int,
    boards: Any,
    learner: int,
    memory: int,
    optional: Ints,
    out: Grid,
    masks: Grid,
) -> None:
    """Write the observation and the action mask of one environment."""
    seat = learner
    if seat < 0:
        seat = work.seat if work.seat >= 0 else work.mover
    look(states, index, boards, seat, memory, out, index)
    write_mask(work, masks, index, 1 if work.seat != seat else 0, optional)


@jit
def advance_all(
    states: Any,
    works: Any,
    boards: Any,
    over: Ints,
    learners: Ints,
    actions: Ints,
    limit: int,
    kind: int,
    sign: int,
    memory: int,
    optional: Ints,
    ended: Ints,
    scores: Grid,
    rewards: Any,
    earned: Any,
    out: Grid,
    masks: Grid,
) -> int:
    """Carry out all passes of a step, one environment after the other; return how many ended.

    Where `over` is 1, the next match begins instead. An illegal action becomes a random one.
    `earned` gets the reward of the learner, or of the seat that has moved.
    """
    found = 0
    for i in range(len(over)):
        s, work, learner = states[i], works[i], learners[i]
        ended[i] = RUNNING
        mover = learner if learner >= 0 else max(work.seat, 0)
        if over[i]:
            prepare(s, work)
            ask_next(s, work, optional)
        else:
            action = actions[i]
            if not is_allowed(work, action, optional):
                action = work.legal[below(work.play, work.count)]
            act(s, work, action, optional)
        if learner >= 0:
            play_other_seats(s, work, learner, limit, optional)
        if not over[i]:
            ended[i] = ending_of(work, limit)
        found += finish(s, work, i, kind, sign, ended[i], scores, rewards)
        earned[i] = rewards[i, mover]
        look_from(states, work, i, boards, learner, memory, optional, out, masks)
    return found


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
