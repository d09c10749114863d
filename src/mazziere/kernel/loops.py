"""The loops that live inside compiled code, and the entries through which Python calls them.

The hooks are the game's own functions; linking binds them. A loop works on a state `s` and a
workspace `w`, whose two generators keep what chance decides apart from what players do.
"""

from functools import cache
from typing import Annotated, Any

import numpy as np

from mazziere.kernel.bits import count, nth
from mazziere.kernel.game import MAX_CARDS, MAX_GROUPS
from mazziere.kernel.jit import glue, hook, jit
from mazziere.kernel.rng import DEAL, NESTED, PLAY, Fast, below, shuffle, split, start_stream
from mazziere.kernel.state import Grid, Ints, cells, dtype_of, packed

MAX_STEPS = 1_000_000
"""A driver stops a match with an error after so many steps."""


class Work:
    """A workspace: generators, room for lists, and who is to move."""

    deal: Fast
    play: Fast
    seed: Ints  # the four words of the match's seed
    seat: int  # the seat to move, -1 when the match is over
    count: int  # how many moves it has
    steps: int  # steps so far, chance included
    legal: Ints  # its moves
    cards: Ints  # the cards of a chance node
    sizes: Ints  # the sizes of its groups


class _WorkFields:
    seed: Annotated[Ints, cells("i8", 4)]
    seat: Annotated[int, "i4"]
    count: Annotated[int, "i4"]
    steps: Annotated[int, "i8"]
    cards: Annotated[Ints, cells("i2", MAX_CARDS)]
    sizes: Annotated[Ints, cells("i2", MAX_GROUPS)]


@cache
def work_dtype(actions: int, state: np.dtype[Any] | None = None) -> np.dtype[Any]:
    """The record of a workspace; with a state in front it is a desk, for stepping one match."""
    plain = dtype_of(_WorkFields)
    assert plain.names is not None and plain.fields is not None
    parts: list[tuple[str, Any, tuple[int, ...]]] = [("deal", NESTED, ()), ("play", NESTED, ())]
    parts += [(name, plain.fields[name][0], ()) for name in plain.names]
    parts.append(("legal", "i2", (actions,)))
    return packed(([("state", state, ())] if state is not None else []) + parts)


@hook
def start(s: Any) -> None: ...
@hook
def chance(s: Any, cards: Ints, sizes: Ints) -> int: ...
@hook
def resolve(s: Any, cards: Ints, log: Grid | None) -> None: ...
@hook
def actors(s: Any) -> int: ...
@hook
def legal(s: Any, seat: int, out: Ints) -> int: ...
@hook
def apply(s: Any, seat: int, action: int, log: Grid | None) -> None: ...
@hook
def score(s: Any, out: Ints) -> int: ...
@hook
def redact(s: Any, seat: int) -> None: ...
@hook
def glance(s: Any, seat: int) -> None: ...
@hook
def complete(s: Any, seat: int, cards: Ints, sizes: Ints) -> int: ...
@hook
def fill(s: Any, seat: int, cards: Ints) -> None: ...
@hook
def why_not(s: Any, seat: int, action: int) -> int: ...


@jit
def order_groups(cards: Ints, sizes: Ints, groups: int, rng: Fast) -> None:
    """Shuffle each group on its own."""
    first = 0
    for group in range(groups):
        shuffle(cards, first, sizes[group], rng)
        first += sizes[group]


@glue
def settle(s: Any, w: Any) -> None:
    """Resolve chance nodes until somebody may act or the match is over."""
    groups = chance(s, w.cards, w.sizes)
    while groups > 0:
        order_groups(w.cards, w.sizes, groups, w.deal)
        resolve(s, w.cards, None)
        w.steps += 1
        groups = chance(s, w.cards, w.sizes)


@glue
def list_next(s: Any, w: Work) -> None:
    """Settle, then choose one of the seats that may act and list its moves."""
    bits = actors(s)
    if bits == 0:  # chance, or over
        settle(s, w)
        bits = actors(s)
    if bits == 0:
        w.seat = -1
        w.count = 0
        return
    if bits & (bits - 1) == 0:
        w.seat = nth(bits, 0)
    else:
        w.seat = nth(bits, below(w.play, count(bits)))
    w.count = legal(s, w.seat, w.legal)


@glue
def set_up(s: Any, w: Work) -> None:
    """Start the match of the workspace's seed, up to its first chance node."""
    start_stream(w.deal, w.seed, DEAL)
    start_stream(w.play, w.seed, PLAY)
    w.steps = 0
    start(s)


@glue
def begin(s: Any, w: Work) -> None:
    """Start the match of the workspace's seed and list the first moves."""
    set_up(s, w)
    list_next(s, w)


@glue
def play_out(s: Any, w: Work, limit: int) -> int:
    """Play random moves to the end; return the moves made, or -1 past the limit of steps."""
    moves = 0
    while True:
        list_next(s, w)
        if w.seat < 0:
            return moves
        action = w.legal[below(w.play, w.count)]
        apply(s, w.seat, action, None)
        w.steps += 1
        moves += 1
        if w.steps > limit:
            return -1


# Entries: what Python calls, with (array, index) instead of a record.


@jit
def start_at(states: Any, i: int) -> None:
    """Start the match in record i."""
    start(states[i])


@jit
def chance_at(states: Any, i: int, cards: Ints, sizes: Ints) -> int:
    """Write the groups of the chance node; return how many."""
    return chance(states[i], cards, sizes)


@jit
def resolve_at(states: Any, i: int, cards: Ints, log: Grid | None) -> None:
    """Resolve the chance node."""
    resolve(states[i], cards, log)


@jit
def actors_at(states: Any, i: int) -> int:
    """Return the seats that may act."""
    return actors(states[i])


@jit
def legal_at(states: Any, i: int, seat: int, out: Ints) -> int:
    """Write the seat's moves; return how many."""
    return legal(states[i], seat, out)


@jit
def apply_at(states: Any, i: int, seat: int, action: int, log: Grid | None) -> None:
    """Carry out a move."""
    apply(states[i], seat, action, log)


@jit
def score_at(states: Any, i: int, out: Ints) -> int:
    """Write the scores; return the winners."""
    return score(states[i], out)


@jit
def redact_at(states: Any, i: int, seat: int) -> None:
    """Blank what the seat cannot know."""
    redact(states[i], seat)


@jit
def glance_at(states: Any, i: int, seat: int) -> None:
    """Blank what the seat does not see."""
    glance(states[i], seat)


@jit
def complete_at(states: Any, i: int, seat: int, cards: Ints, sizes: Ints) -> int:
    """Write the groups that fill the view; return how many."""
    return complete(states[i], seat, cards, sizes)


@jit
def fill_at(states: Any, i: int, seat: int, cards: Ints) -> None:
    """Fill the view."""
    fill(states[i], seat, cards)


@jit
def why_not_at(states: Any, i: int, seat: int, action: int) -> int:
    """Return the refusal of a move, 0 if it is legal."""
    return why_not(states[i], seat, action)


@jit
def begin_at(desks: Any, i: int, seed: Ints, number: int) -> int:
    """Start match `number` of a seed at a desk; return the seat to move."""
    desk = desks[i]
    split(seed, number, desk.seed)
    begin(desk.state, desk)
    seat: int = desk.seat
    return seat


@jit
def step(desks: Any, i: int, action: int) -> int:
    """Carry out a move of the seat to move, settle chance, list the next moves: one fused call.

    Returns the seat that moves next, -1 when the match is over.
    """
    desk = desks[i]
    apply(desk.state, desk.seat, action, None)
    desk.steps += 1
    list_next(desk.state, desk)
    seat: int = desk.seat
    return seat


@jit
def play_matches(
    desks: Any, i: int, seed: Ints, first: int, scores: Grid, results: Grid, limit: int
) -> int:
    """Play random matches number first, first + 1, … of a seed at one desk.

    A row of `scores` per match; a row of `results` holds its moves, steps and winners. Returns how
    many were played: fewer than asked for when one went past the limit of steps.
    """
    desk = desks[i]
    s = desk.state
    for match in range(len(results)):
        split(seed, first + match, desk.seed)
        set_up(s, desk)
        moves = play_out(s, desk, limit)
        if moves < 0:
            return match
        winners = score(s, desk.cards)
        for seat in range(s.players):
            scores[match, seat] = desk.cards[seat]
        results[match, 0] = moves
        results[match, 1] = desk.steps
        results[match, 2] = winners
    return len(results)


@jit
def step_many(desks: Any, actions: Ints, scores: Grid, done: Ints) -> int:
    """Step every desk by its action; where the match ends, note the scores and start the next.

    `done[i]` is 1 where that happened. Returns how many matches ended. An action outside the list
    of legal ones is the caller's error; -1 asks for a random legal one.
    """
    ended = 0
    for i in range(len(actions)):
        desk = desks[i]
        s = desk.state
        action = actions[i]
        if action < 0:
            action = desk.legal[below(desk.play, desk.count)]
        apply(s, desk.seat, action, None)
        desk.steps += 1
        list_next(s, desk)
        done[i] = 0
        if desk.seat < 0:
            done[i] = 1
            ended += 1
            score(s, desk.cards)
            for seat in range(s.players):
                scores[i, seat] = desk.cards[seat]
            restart(s, desk)
    return ended


@jit
def restart(s: Any, w: Work) -> None:
    """Start another match with the same players and options; the generators run on."""
    w.steps = 0
    start(s)
    list_next(s, w)
