"""YOOLOO "from 1 to 10": find your ten face-down cards in order.

A turn uncovers one card of one's own row. The right one stays face up, a wrong one is turned back;
in one go the right one gives another try and a wrong one covers the whole row. When somebody has
found all ten the round is finished, and every card found is a point.
"""

from typing import Annotated

from mazziere.kernel.bits import lowest
from mazziere.kernel.events import EVERYONE, emit
from mazziere.kernel.game import OVER, Chance, EventKind, Game, Refusal
from mazziere.kernel.jit import jit
from mazziere.kernel.options import Choice
from mazziere.kernel.state import I1, I2, Grid, Header, Ints, cells

# Constants

SEATS = 8
CARDS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")  # TEN-2.1a: of one colour each
KINDS = 10
PLACES = 10
ALL = (1 << PLACES) - 1  # the places of a row, as bits
NONE, HIDDEN = -1, -2

ACTIONS = tuple(f"turn {place}" for place in range(1, PLACES + 1))

STARTER, ROWS, TURN = range(3)
CHANCES = {
    STARTER: Chance("starter", "seat", "AMB-TEN-2"),
    ROWS: Chance("rows", "rows", "TEN-2.2a"),
}

# Options

STEP, ONE_GO = range(2)
END_ROUND, END_NOW = range(2)
FINAL, BEST_RUN = range(2)

OPTIONS = (
    Choice("variant", ("TEN-2.4a",), ("step", "one_go")),
    Choice("end", ("AMB-TEN-1", "AMB-TEN-5"), ("round", "now")),
    Choice("one_go_score", ("AMB-TEN-5",), ("final", "best_run"), idle={"variant": ("step",)}),
)

# Events

STARTED, FOUND, MISSED, COVERED, COMPLETED, WON = range(6)

EVENTS = (
    EventKind("started", rule="TEN-2.2a"),
    EventKind("found", "card", "number", rule="TEN-2.3b"),
    EventKind("missed", "card", "number", rule="TEN-2.3b"),
    EventKind("covered", rule="TEN-2.4b"),
    EventKind("completed", rule="TEN-2.3d"),
    EventKind("won", rule="AMB-TEN-3"),
)

# Refusals

NO, IS_OVER, NO_STARTER, NO_ROWS, NOT_YOUR_TURN, IS_FOUND = range(6)

REFUSALS = (
    Refusal("is_over", "TEN-2.3d"),
    Refusal("no_starter", "AMB-TEN-2"),
    Refusal("no_rows", "TEN-2.2a"),
    Refusal("not_your_turn", "TEN-2.3c"),
    Refusal("is_found", "AMB-TEN-4"),
)

# State


class State(Header):
    """A match of "from 1 to 10"."""

    variant: I1  # option
    end: I1  # option
    one_go_score: I1  # option

    starter: I1  # who began, and begins each round
    turn: I1  # the seat on turn
    ending: I1  # 1 when somebody has found all ten
    winners: I2  # when the match is over
    face_up: Annotated[Ints, cells("i2", SEATS)]  # places whose card lies face up, as bits
    seen: Annotated[Ints, cells("i2", SEATS)]  # places whose card has been seen, by all
    found: Annotated[Ints, cells("i1", SEATS)]  # cards face up: 1 to this number
    best: Annotated[Ints, cells("i1", SEATS)]  # the longest run, where it counts
    row: Annotated[Grid, cells("i1", SEATS, PLACES)]  # the cards of each seat; secret until seen


# Start and chance


@jit
def start(s: State) -> None:
    """No rows yet; chance says who begins."""
    s.phase = STARTER
    s.starter = 0
    s.turn = 0
    s.ending = 0
    s.winners = 0
    for seat in range(SEATS):
        s.face_up[seat] = 0
        s.seen[seat] = 0
        s.found[seat] = 0
        s.best[seat] = 0
        for place in range(PLACES):
            s.row[seat, place] = NONE


@jit
def chance(s: State, cards: Ints, sizes: Ints) -> int:
    """Who begins among all seats, or the ten cards of each seat to be shuffled."""
    if s.phase == STARTER:
        for seat in range(s.players):
            cards[seat] = seat
        sizes[0] = s.players
        return 1
    if s.phase == ROWS:
        for seat in range(s.players):
            for card in range(KINDS):
                cards[seat * KINDS + card] = card
            sizes[seat] = KINDS
        return s.players
    return 0


@jit
def resolve(s: State, cards: Ints, log: Grid | None) -> None:
    """Take who begins, or lay out the rows."""
    if s.phase == STARTER:
        s.starter = cards[0]  # AMB-TEN-2
        s.turn = s.starter
        s.phase = ROWS
        return
    for seat in range(s.players):  # TEN-2.2a
        for place in range(PLACES):
            s.row[seat, place] = cards[seat * PLACES + place]
    s.phase = TURN
    emit(log, STARTED, s.starter, 0, 0, EVERYONE)


# Legal


@jit
def actors(s: State) -> int:
    """The seat on turn."""
    return 1 << s.turn if s.phase == TURN else 0


@jit
def legal(s: State, seat: int, out: Ints) -> int:
    """Write the seat's moves: one of its own cards that lie face down (TEN-2.3a, AMB-TEN-4)."""
    n = 0
    if s.phase == TURN and seat == s.turn:
        face_down = ALL & ~s.face_up[seat]
        while face_down:
            out[n] = lowest(face_down)
            n += 1
            face_down &= face_down - 1
    return n


@jit
def why_not(s: State, seat: int, action: int) -> int:
    """The rule against a move, 0 if it is legal."""
    if s.phase == OVER:
        return IS_OVER
    if s.phase == STARTER:
        return NO_STARTER
    if s.phase == ROWS:
        return NO_ROWS
    if seat != s.turn:
        return NOT_YOUR_TURN
    return IS_FOUND if s.face_up[seat] >> action & 1 else NO


# Apply


@jit
def apply(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Uncover a card, for all to see (AMB-TEN-7)."""
    s.seen[seat] |= 1 << action
    if s.row[seat, action] == s.found[seat]:
        hit(s, seat, action, log)
    else:
        miss(s, seat, action, log)


@jit
def hit(s: State, seat: int, place: int, log: Grid | None) -> None:
    """The card stays face up (TEN-2.3b); in one go the turn runs on (TEN-2.4a, AMB-TEN-6)."""
    emit(log, FOUND, seat, s.row[seat, place], place + 1, EVERYONE)
    s.face_up[seat] |= 1 << place
    s.found[seat] += 1
    if s.variant == ONE_GO and s.one_go_score == BEST_RUN:  # AMB-TEN-5
        s.best[seat] = max(s.best[seat], s.found[seat])
    if s.found[seat] == KINDS:
        s.ending = 1
        emit(log, COMPLETED, seat, 0, 0, EVERYONE)
        end_turn(s, log)
    elif s.variant == STEP:
        end_turn(s, log)


@jit
def miss(s: State, seat: int, place: int, log: Grid | None) -> None:
    """The card is turned back (TEN-2.3b); in one go the whole row is (TEN-2.4b)."""
    emit(log, MISSED, seat, s.row[seat, place], place + 1, EVERYONE)
    if s.variant == ONE_GO and s.found[seat] > 0:  # TEN-2.4c: all ten in a single turn
        s.face_up[seat] = 0
        s.found[seat] = 0
        emit(log, COVERED, seat, 0, 0, EVERYONE)
    end_turn(s, log)


@jit
def end_turn(s: State, log: Grid | None) -> None:
    """The next seat clockwise (TEN-2.3c), or the end after the round (TEN-2.3d), or at once."""
    s.turn = (s.turn + 1) % s.players
    if s.ending and (s.turn == s.starter or s.end == END_NOW):  # AMB-TEN-1, AMB-TEN-5
        finish(s, log)


@jit
def finish(s: State, log: Grid | None) -> None:
    """The most points win; equal points share the win (AMB-TEN-3)."""
    s.phase = OVER
    most = 0
    for seat in range(s.players):
        most = max(most, points_of(s, seat))
    for seat in range(s.players):
        if points_of(s, seat) == most:
            s.winners |= 1 << seat
            emit(log, WON, seat, 0, 0, EVERYONE)


# Scoring


@jit
def points_of(s: State, seat: int) -> int:
    """A point for each card found (TEN-2.3e), or for each card of the longest run (AMB-TEN-5)."""
    if s.variant == ONE_GO and s.one_go_score == BEST_RUN:
        return s.best[seat]
    return s.found[seat]


@jit
def score(s: State, out: Ints) -> int:
    """Points now; the winners when the match is over."""
    for seat in range(s.players):
        out[seat] = points_of(s, seat)
    return s.winners


# View


@jit
def redact(s: State, seat: int) -> None:
    """Hide every card that has never been uncovered, one's own too (TEN-2.2a)."""
    hide(s, s.seen)


@jit
def glance(s: State, seat: int) -> None:
    """Hide every card that lies face down, and which of them have been seen."""
    hide(s, s.face_up)
    for other in range(s.players):
        s.seen[other] = 0


@jit
def hide(s: State, shown: Ints) -> None:
    """Hide the cards at all other places of the rows; before they are laid there are none."""
    for other in range(s.players):
        for place in range(PLACES):
            if s.row[other, place] != NONE and not shown[other] >> place & 1:
                s.row[other, place] = HIDDEN


@jit
def complete(s: State, seat: int, cards: Ints, sizes: Ints) -> int:
    """A group for each row with hidden cards."""
    n, groups = 0, 0
    for other in range(s.players):
        first = n
        unseen, hidden = ALL, 0
        for place in range(PLACES):
            if s.row[other, place] == HIDDEN:
                hidden = 1
            elif s.row[other, place] != NONE:
                unseen &= ~(1 << s.row[other, place])
        while unseen and hidden:
            cards[n] = lowest(unseen)
            n += 1
            unseen &= unseen - 1
        if hidden:
            sizes[groups] = n - first
            groups += 1
    return groups


@jit
def fill(s: State, seat: int, cards: Ints) -> None:
    """Each row from its own group, place 1 first."""
    n = 0
    for other in range(s.players):
        for place in range(PLACES):
            if s.row[other, place] == HIDDEN:
                s.row[other, place] = cards[n]
                n += 1


GAME = Game(
    id="one_to_ten",
    title="YOOLOO: from 1 to 10",
    rules=1,
    seats=range(2, SEATS + 1),
    clockwise=True,
    state=State,
    options=OPTIONS,
    cards=CARDS,
    actions=ACTIONS,
    chances=CHANCES,
    events=EVENTS,
    refusals=REFUSALS,
    start=start,
    chance=chance,
    resolve=resolve,
    actors=actors,
    legal=legal,
    apply=apply,
    score=score,
    redact=redact,
    glance=glance,
    complete=complete,
    fill=fill,
    why_not=why_not,
)
