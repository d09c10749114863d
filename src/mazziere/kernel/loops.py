"""The loops of compiled code, and the entry points that Python calls.

Linking binds the hooks to the game's own functions. A loop works on a state `s` and its
workspace. The workspace has two generators, one for chance and one for random players.
"""

from typing import Annotated, Any

from mazziere.kernel.game import MAX_CARDS, MAX_GROUPS, LazyDeal, Rules
from mazziere.kernel.jit import glue, hook, jit
from mazziere.kernel.rng import (
    DEAL,
    PLAY,
    Fast,
    below,
    draw_member,
    shuffle,
    shuffle_first,
    split,
    start_stream,
)
from mazziere.kernel.state import I4, I8, Grid, Ints, cells, record

MAX_STEPS = 1_000_000
"""A driver stops a match with an error after this number of steps."""
REFUSED = -2
"""The answer of a checked step to an illegal action."""


class Workspace:
    """The buffers of a running match: generators, the seat to move and its moves."""

    deal: Annotated[Fast, record(Fast)]
    play: Annotated[Fast, record(Fast)]
    seed: Annotated[Ints, cells("i8", 4)]  # the four words of the match's seed
    seat: I4  # the seat to move, -1 when the match is over
    count: I4  # the number of its moves
    steps: I8  # steps so far, chance included
    cards: Annotated[Ints, cells("i2", MAX_CARDS)]  # the cards of a chance node
    sizes: Annotated[Ints, cells("i2", MAX_GROUPS)]  # the sizes of its groups
    legal: Annotated[Ints, cells("i2", "actions")]  # the moves of the seat to move


class _Stated:
    state: Annotated[Any, record("state")]


class Desk(Workspace, _Stated):
    """A state followed by its workspace: everything to step one match."""


start = hook(Rules.start)
chance = hook(Rules.chance)
resolve = hook(Rules.resolve)
actors = hook(Rules.actors)
legal = hook(Rules.legal)
apply = hook(Rules.apply)
score = hook(Rules.score)
redact = hook(Rules.redact)
redact_unseen = hook(Rules.redact_unseen)
complete = hook(Rules.complete)
fill = hook(Rules.fill)
why_not = hook(Rules.why_not)
needed = hook(LazyDeal.needed)


@jit
def all_needed(s: Any) -> int:
    """Return 0: every card of a chance node matters. Bound to `needed` where a game has none."""
    return 0


@jit
def order_groups(cards: Ints, sizes: Ints, groups: int, rng: Fast) -> None:
    """Shuffle each group separately."""
    first = 0
    for group in range(groups):
        shuffle(cards, first, sizes[group], rng)
        first += sizes[group]


@jit
def draw_lots(s: Any, cards: Ints, sizes: Ints, groups: int, rng: Fast) -> None:
    """Order the groups of a chance node: wholly, or only the first cards if no others matter."""
    first = needed(s)
    if first > 0:
        shuffle_first(cards, sizes[0], first, rng)
    else:
        order_groups(cards, sizes, groups, rng)


@glue
def settle(s: Any, work: Any) -> None:
    """Resolve chance nodes until somebody may act or the match is over."""
    groups = chance(s, work.cards, work.sizes)
    while groups > 0:
        draw_lots(s, work.cards, work.sizes, groups, work.deal)
        resolve(s, work.cards, None)
        work.steps += 1
        groups = chance(s, work.cards, work.sizes)


@glue
def list_next(s: Any, work: Workspace) -> None:
    """Resolve chance nodes, draw one of the seats that may act, and list its moves."""
    bits = actors(s)
    if bits == 0:  # chance, or over
        settle(s, work)
        bits = actors(s)
    if bits == 0:
        work.seat = -1
        work.count = 0
        return
    work.seat = draw_member(bits, work.play)
    work.count = legal(s, work.seat, work.legal)


@glue
def set_up(s: Any, work: Workspace) -> None:
    """Start the match of the workspace's seed, up to its first chance node."""
    start_stream(work.deal, work.seed, DEAL)
    start_stream(work.play, work.seed, PLAY)
    work.steps = 0
    start(s)


@glue
def begin(s: Any, work: Workspace) -> None:
    """Start the match of the workspace's seed and list the first moves."""
    set_up(s, work)
    list_next(s, work)


@glue
def play_out(s: Any, work: Workspace, limit: int) -> int:
    """Play random moves to the end; return the moves made, or -1 past the limit of steps."""
    moves = 0
    while True:
        list_next(s, work)
        if work.seat < 0:
            return moves
        action = work.legal[below(work.play, work.count)]
        apply(s, work.seat, action, None)
        work.steps += 1
        moves += 1
        if work.steps > limit:
            return -1


# Entry points for Python; they take (array, index) instead of a record


@jit
def start_at(states: Any, index: int) -> None:
    """Start the match in the record at `index`."""
    start(states[index])


@jit
def chance_at(states: Any, index: int, cards: Ints, sizes: Ints) -> int:
    """Write the groups of the chance node; return their number."""
    return chance(states[index], cards, sizes)


@jit
def needed_at(states: Any, index: int) -> int:
    """Return how many first cards of the chance node matter, 0 for all."""
    return needed(states[index])


@jit
def resolve_at(states: Any, index: int, cards: Ints, log: Grid | None) -> None:
    """Resolve the chance node."""
    resolve(states[index], cards, log)


@jit
def actors_at(states: Any, index: int) -> int:
    """Return the seats that may act."""
    return actors(states[index])


@jit
def legal_at(states: Any, index: int, seat: int, out: Ints) -> int:
    """Write the seat's moves; return their number."""
    return legal(states[index], seat, out)


@jit
def apply_at(states: Any, index: int, seat: int, action: int, log: Grid | None) -> None:
    """Carry out a move."""
    apply(states[index], seat, action, log)


@jit
def score_at(states: Any, index: int, out: Ints) -> int:
    """Write the scores; return the winners."""
    return score(states[index], out)


@jit
def redact_at(states: Any, index: int, seat: int) -> None:
    """Blank everything that the seat cannot know."""
    redact(states[index], seat)


@jit
def redact_unseen_at(states: Any, index: int, seat: int) -> None:
    """Blank everything that the seat does not see."""
    redact_unseen(states[index], seat)


@jit
def complete_at(states: Any, index: int, seat: int, cards: Ints, sizes: Ints) -> int:
    """Write the groups that fill the view; return their number."""
    return complete(states[index], seat, cards, sizes)


@jit
def fill_at(states: Any, index: int, seat: int, cards: Ints) -> None:
    """Fill the view."""
    fill(states[index], seat, cards)


@jit
def why_not_at(states: Any, index: int, seat: int, action: int) -> int:
    """Return the refusal of a move, 0 if it is legal."""
    return why_not(states[index], seat, action)


@jit
def begin_at(desks: Any, index: int, seed: Ints, number: int) -> int:
    """Start match `number` of a seed at a desk; return the seat to move."""
    desk = desks[index]
    split(seed, number, desk.seed)
    begin(desk.state, desk)
    seat: int = desk.seat
    return seat


@glue
def is_listed(work: Workspace, action: int) -> bool:
    """Tell whether an action is among the moves of the seat to move."""
    for n in range(work.count):
        if work.legal[n] == action:
            return True
    return False


@jit
def step(desks: Any, index: int, action: int) -> int:
    """Carry out a move of the seat to move, settle chance, list the next moves: one fused call.

    Returns the seat that moves next, -1 when the match is over.
    """
    desk = desks[index]
    apply(desk.state, desk.seat, action, None)
    desk.steps += 1
    list_next(desk.state, desk)
    seat: int = desk.seat
    return seat


@jit
def step_checked(desks: Any, index: int, action: int) -> int:
    """Carry out a move as `step` does; return REFUSED and change nothing if it is not legal."""
    if not is_listed(desks[index], action):
        return REFUSED
    return step(desks, index, action)


@jit
def play_matches(
    desks: Any, index: int, seed: Ints, first: int, scores: Grid, results: Grid, limit: int
) -> int:
    """Play random matches number first, first + 1, … of a seed at one desk.

    A row of `scores` per match; a row of `results` holds its moves, steps and winners. Returns how
    many were played: fewer than asked for when one went past the limit of steps.
    """
    desk = desks[index]
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
    """Step every desk by its action; where a match ends, store the scores and start another.

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
def first_illegal(desks: Any, actions: Ints) -> int:
    """Return the first desk whose action is neither legal nor -1, or -1 if there is none."""
    for i in range(len(actions)):
        if actions[i] != -1 and not is_listed(desks[i], actions[i]):
            return i
    return -1


@jit
def restart(s: Any, work: Workspace) -> None:
    """Start another match with the same players and options; the generators run on."""
    work.steps = 0
    start(s)
    list_next(s, work)
