"""The rules of YOOLOO "from 1 to 10"."""

from mazziere.games.one_to_ten.box import *
from mazziere.kernel.bits import lowest
from mazziere.kernel.events import EVERYONE, emit
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Grid, Ints

# Start and chance


@jit
def start(s: State) -> None:
    """Set up a match without rows; chance draws the seat that begins."""
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
    """Write all seats, to draw the one that begins, or the ten cards of each seat."""
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
    """Take the seat that begins, or lay out the rows."""
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
    """Return the seat on turn."""
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
    """Return the refusal of a move, 0 if it is legal."""
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
    """Leave the card face up (TEN-2.3b); in one go the turn runs on (TEN-2.4a, AMB-TEN-6)."""
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
    """Turn the card back (TEN-2.3b); in one go cover the whole row (TEN-2.4b)."""
    emit(log, MISSED, seat, s.row[seat, place], place + 1, EVERYONE)
    if s.variant == ONE_GO and s.found[seat] > 0:  # TEN-2.4c: all ten in a single turn
        s.face_up[seat] = 0
        s.found[seat] = 0
        emit(log, COVERED, seat, 0, 0, EVERYONE)
    end_turn(s, log)


@jit
def end_turn(s: State, log: Grid | None) -> None:
    """Pass to the next seat (TEN-2.3c), or end after the round (TEN-2.3d), or at once."""
    s.turn = (s.turn + 1) % s.players
    if s.ending and (s.turn == s.starter or s.end == END_NOW):  # AMB-TEN-1, AMB-TEN-5
        finish(s, log)


@jit
def finish(s: State, log: Grid | None) -> None:
    """End the match: the most points win, equal points share the win (AMB-TEN-3)."""
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
    """Count a point for each card found (TEN-2.3e), or of the longest run (AMB-TEN-5)."""
    if s.variant == ONE_GO and s.one_go_score == BEST_RUN:
        return s.best[seat]
    return s.found[seat]


@jit
def score(s: State, out: Ints) -> int:
    """Write the points; return the winners when the match is over."""
    for seat in range(s.players):
        out[seat] = points_of(s, seat)
    return s.winners


# View


@jit
def redact(s: State, seat: int) -> None:
    """Hide every card that has never been uncovered, the seat's own too (TEN-2.2a)."""
    hide(s, s.seen)


@jit
def redact_unseen(s: State, seat: int) -> None:
    """Hide every card that lies face down, and the record of those seen."""
    hide(s, s.face_up)
    for other in range(s.players):
        s.seen[other] = 0


@jit
def hide(s: State, shown: Ints) -> None:
    """Hide the cards at all other places of the rows; before the deal there are none."""
    for other in range(s.players):
        for place in range(PLACES):
            if s.row[other, place] != NONE and not shown[other] >> place & 1:
                s.row[other, place] = HIDDEN


@jit
def complete(s: State, seat: int, cards: Ints, sizes: Ints) -> int:
    """Write a group for each row with hidden cards."""
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
    """Fill each row from its own group, place 1 first."""
    n = 0
    for other in range(s.players):
        for place in range(PLACES):
            if s.row[other, place] == HIDDEN:
                s.row[other, place] = cards[n]
                n += 1
