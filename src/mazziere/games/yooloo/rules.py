"""The rules of YOOLOO, the card game."""

from mazziere.games.yooloo.box import *
from mazziere.kernel.bits import count, lowest
from mazziere.kernel.events import EVERYONE, all_but, emit, only
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import jit
from mazziere.kernel.state import Grid, Ints

# Start and chance


@jit
def start(s: State) -> None:
    """Set up an empty series; chance draws the seat that opens the first round."""
    s.phase = STARTER
    s.ended = 0
    s.opener = 0
    s.waiting = 0
    s.winners = 0
    for seat in range(SEATS):
        s.total[seat] = 0
        s.chosen[seat] = NONE
        for place in range(KINDS):
            s.stack[seat, place] = NONE
    lay_out(s)


@jit
def lay_out(s: State) -> None:
    """Give each seat the ten cards of a colour (YOO-1.1b); lay the points cards in the middle."""
    s.rounds = 0
    s.parked = 0
    for seat in range(SEATS):
        s.hand[seat] = ALL if seat < s.players else 0
        s.points[seat] = 0
    for place in range(ROUNDS):  # YOO-1.1a, YOO-A4: in order, the 1 on top; B shuffles them
        s.pile[place] = NONE if s.variant == B else place


@jit
def chance(s: State, cards: Ints, sizes: Ints) -> int:
    """Write all seats, to draw the one that opens, or the points cards to be shuffled."""
    n = 0
    if s.phase == STARTER:
        n = s.players
    elif s.phase == POINTS:
        n = ROUNDS
    for i in range(n):
        cards[i] = i
    sizes[0] = n
    return 1 if n > 0 else 0


@jit
def resolve(s: State, cards: Ints, log: Grid | None) -> None:
    """Take the starter of the series, or the order of the points cards."""
    if s.phase == STARTER:
        s.opener = cards[0]  # AMB-YOO-1
        emit(log, STARTED, s.opener, 0, 0, EVERYONE)
        begin_game(s, log)
    else:
        for place in range(ROUNDS):
            s.pile[place] = cards[place]
        begin_round(s, log)


@jit
def begin_game(s: State, log: Grid | None) -> None:
    """Begin a game: with the stacks, in variant B with a shuffle, in variant A with a round."""
    lay_out(s)
    if s.variant == BASE:
        s.phase = STACKING  # YOO-1.2a
        s.waiting = everybody(s)
    elif s.variant == B:
        s.phase = POINTS
    else:
        begin_round(s, log)


@jit
def begin_round(s: State, log: Grid | None) -> None:
    """Uncover the top points card (YOO-B1, AMB-YOO-7); let all seats choose a card (YOO-A1)."""
    open_round(s, log)
    s.phase = CHOOSING
    s.waiting = everybody(s)


@jit
def open_round(s: State, log: Grid | None) -> None:
    """Announce the opener and the points card; it has no effect on the round (AMB-YOO-1)."""
    emit(log, OPENED, s.opener, s.pile[s.rounds] + 1, 0, EVERYONE)


@jit
def everybody(s: State) -> int:
    """Return all seats, as bits."""
    return (1 << s.players) - 1


# Legal


@jit
def actors(s: State) -> int:
    """Return the seats that have still to stack or to choose; they act at the same time."""
    return s.waiting


@jit
def legal(s: State, seat: int, out: Ints) -> int:
    """Write the seat's moves: every card in hand (YOO-1.2a, YOO-A2)."""
    n = 0
    if s.waiting >> seat & 1:
        first = STACK if s.phase == STACKING else PLAY
        hand = s.hand[seat]
        while hand:
            out[n] = first + lowest(hand)
            n += 1
            hand &= hand - 1
    return n


@jit
def why_not(s: State, seat: int, action: int) -> int:
    """Return the refusal of a move, 0 if it is legal."""
    if s.phase == OVER:
        return IS_OVER
    if s.phase == STARTER:
        return NO_STARTER
    if s.phase == POINTS:
        return NO_POINTS
    waits = s.waiting >> seat & 1
    holds = s.hand[seat] >> action % KINDS & 1
    if s.phase == STACKING:
        if action >= PLAY:
            return STACK_FIRST
        if not waits:
            return STACK_IS_FIXED
        return NO if holds else IS_STACKED
    if s.phase == SHOWDOWN:
        if action < PLAY:
            return IS_SHOWDOWN
        return NO if waits else HAS_CHOSEN_LAST
    if action < PLAY:
        return FROM_HAND
    if not waits:
        return HAS_CHOSEN
    return NO if holds else WAS_PLAYED


# Apply


@jit
def apply(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Carry out a move."""
    if action < PLAY:
        put_on_stack(s, seat, action, log)
    else:
        choose(s, seat, action - PLAY, log)


@jit
def put_on_stack(s: State, seat: int, card: int, log: Grid | None) -> None:
    """Put the next card beneath the others of the stack; rate the stacks when all are made."""
    s.stack[seat, KINDS - count(s.hand[seat])] = card
    s.hand[seat] &= ~(1 << card)
    emit(log, STACKED, seat, card, 0, only(seat))
    emit(log, STACKED_UNSEEN, seat, 0, 0, all_but(seat))
    if s.hand[seat] == 0:
        s.waiting &= ~(1 << seat)
        if s.waiting == 0:
            rate_stacks(s, log)


@jit
def rate_stacks(s: State, log: Grid | None) -> None:
    """Uncover card after card (YOO-1.3a); nothing is left to decide (YOO-1.3b)."""
    for place in range(ROUNDS):
        open_round(s, log)
        for seat in range(s.players):
            s.chosen[seat] = s.stack[seat, place]
            s.stack[seat, place] = NONE  # YOO-1.4d: beneath the stack, out of sight, AMB-YOO-10
        rate_round(s, log)
    end_rounds(s, log)


@jit
def choose(s: State, seat: int, card: int, log: Grid | None) -> None:
    """Lay a card face down; when all seats have, turn the cards over together and rate them."""
    s.chosen[seat] = card
    s.waiting &= ~(1 << seat)
    emit(log, CHOSE, seat, card, 0, only(seat))
    emit(log, CHOSE_UNSEEN, seat, 0, 0, all_but(seat))
    if s.waiting > 0:
        return
    if s.phase == SHOWDOWN:
        rate_showdown(s, log)
        return
    for other in range(s.players):
        s.hand[other] &= ~(1 << s.chosen[other])  # YOO-A2
    rate_round(s, log)
    if s.rounds < ROUNDS:  # YOO-1.5b
        begin_round(s, log)
    else:
        end_rounds(s, log)


# The end of a round


@jit
def winner_of(s: State, log: Grid | None) -> int:
    """Show the cards, the opener first, and put them away; return the winner, or NONE."""
    once, twice = 0, 0
    for step in range(s.players):
        seat = (s.opener + step) % s.players
        emit(log, SHOWED, seat, s.chosen[seat], 0, EVERYONE)
        bit = 1 << (KINDS - 1 - s.chosen[seat])  # the highest card is the lowest bit
        twice |= once & bit
        once |= bit
    unique = once & ~twice  # YOO-1.4a
    best = KINDS - 1 - lowest(unique) if unique else HIDDEN
    winner = NONE
    for seat in range(s.players):
        if s.chosen[seat] == best:
            winner = seat
        s.chosen[seat] = NONE
    return winner


@jit
def rate_round(s: State, log: Grid | None) -> None:
    """Give the stake to the winner; without one park the points card, or remove it."""
    winner = winner_of(s, log)
    point = s.pile[s.rounds] + 1
    s.rounds += 1
    if winner != NONE:
        take(s, winner, s.parked + 1, log)  # YOO-1.4b, YOO-NWb
    elif s.players == 2:  # YOO-2P1; in all variants, AMB-YOO-9
        emit(log, REMOVED, s.opener, point, 0, EVERYONE)
    else:  # YOO-NWa; they add up, AMB-YOO-2
        s.parked += 1
        emit(log, PARKED, s.opener, point, 0, EVERYONE)


@jit
def take(s: State, winner: int, cards: int, log: Grid | None) -> None:
    """Give the last points cards, parked ones too, to the winner, who opens the next round."""
    stake = 0
    for place in range(s.rounds - cards, s.rounds):
        stake += s.pile[place] + 1  # YOO-1.4c
    s.points[winner] += stake
    s.parked = 0
    s.opener = winner  # YOO-1.5a
    emit(log, TOOK, winner, stake, 0, EVERYONE)


@jit
def end_rounds(s: State, log: Grid | None) -> None:
    """End the game after the tenth round, or go to a showdown if its points card is parked."""
    if s.parked > 0:  # YOO-1.6a; never with two players, YOO-2P2
        begin_showdown(s, log)
    else:
        end_game(s, log)


@jit
def begin_showdown(s: State, log: Grid | None) -> None:
    """Let each seat choose one of all ten cards (YOO-1.6a, AMB-YOO-4)."""
    s.phase = SHOWDOWN
    s.waiting = everybody(s)
    for seat in range(s.players):
        s.hand[seat] = ALL
    emit(log, TIED, s.opener, s.parked, 0, EVERYONE)


@jit
def rate_showdown(s: State, log: Grid | None) -> None:
    """Give the winner the tenth points card and the parked ones, or only the tenth (AMB-YOO-3)."""
    winner = winner_of(s, log)
    if winner == NONE:
        begin_showdown(s, log)  # YOO-1.6b, as often as it takes: AMB-YOO-5
        return
    cards = s.parked
    if s.showdown_prize == PRIZE_LAST and cards > 1:
        emit(log, FORFEITED, s.opener, cards - 1, 0, EVERYONE)
        cards = 1
    take(s, winner, cards, log)
    end_game(s, log)


@jit
def end_game(s: State, log: Grid | None) -> None:
    """Note the points (YOO-1.7a), or a win for each seat with the most points (AMB-YOO-8)."""
    most = 0
    for seat in range(s.players):
        most = max(most, s.points[seat])
    for seat in range(s.players):
        emit(log, NOTED, seat, s.points[seat], 0, EVERYONE)
        if s.series == BY_POINTS:
            s.total[seat] += s.points[seat]
        elif s.points[seat] == most:
            s.total[seat] += 1
            emit(log, WON_GAME, seat, 0, 0, EVERYONE)
    s.ended += 1
    if s.ended < s.games:  # YOO-1.7b
        begin_game(s, log)
    else:
        finish(s, log)


@jit
def finish(s: State, log: Grid | None) -> None:
    """End the series: the highest total wins, equal totals share the win (AMB-YOO-6)."""
    s.phase = OVER
    most = 0
    for seat in range(s.players):
        most = max(most, s.total[seat])
    for seat in range(s.players):
        if s.total[seat] == most:
            s.winners |= 1 << seat
            emit(log, WON, seat, 0, 0, EVERYONE)


# Scoring


@jit
def score(s: State, out: Ints) -> int:
    """Write the points of the series so far, or games won; UNKNOWN where they are not visible."""
    for seat in range(s.players):
        out[seat] = s.total[seat]
        if s.series == BY_POINTS and s.phase != OVER:
            out[seat] = UNKNOWN if s.points[seat] == UNKNOWN else out[seat] + s.points[seat]
    return s.winners


# View


@jit
def redact(s: State, seat: int) -> None:
    """Hide the others' stacks and chosen cards, and the points cards not yet uncovered.

    In the variants the others' hands are no secret: all seats have seen the played cards.
    """
    for other in range(s.players):
        if other != seat:
            if s.chosen[other] != NONE:
                s.chosen[other] = HIDDEN
            if s.stack[other, 0] != NONE:
                s.hand[other] = 0
            for place in range(KINDS):
                if s.stack[other, place] != NONE:
                    s.stack[other, place] = HIDDEN
    if s.variant == B and s.phase == CHOOSING:
        for place in range(s.rounds + 1, ROUNDS):
            s.pile[place] = HIDDEN


@jit
def redact_unseen(s: State, seat: int) -> None:
    """Hide also the played cards, and in the variants the points that others have won."""
    redact(s, seat)
    if s.phase == CHOOSING:
        for other in range(s.players):
            if other != seat:
                s.hand[other] = 0
    if s.variant != BASE and s.phase != OVER:  # YOO-A3, AMB-YOO-12
        for other in range(s.players):
            if other != seat:
                s.points[other] = UNKNOWN
        for place in range(s.rounds - s.parked):
            s.pile[place] = HIDDEN


@jit
def complete(s: State, seat: int, cards: Ints, sizes: Ints) -> int:
    """Write a group for each seat with hidden cards, then the hidden points cards."""
    n, groups = 0, 0
    for other in range(s.players):
        first = n
        if s.stack[other, 0] == HIDDEN:
            n = write(cards, n, ALL)
        elif s.chosen[other] == HIDDEN:
            n = write(cards, n, s.hand[other])
        if n > first:
            sizes[groups] = n - first
            groups += 1
    unseen = unseen_points(s)
    if unseen:
        first = n
        n = write(cards, n, unseen)
        sizes[groups] = n - first
        groups += 1
    return groups


@jit
def write(cards: Ints, place: int, bits: int) -> int:
    """Write a set of cards from place n on; return the place after it."""
    while bits:
        cards[place] = lowest(bits)
        place += 1
        bits &= bits - 1
    return place


@jit
def unseen_points(s: State) -> int:
    """Return the points cards at hidden places, as bits; none before they are shuffled."""
    unseen, hidden = ALL, 0
    for place in range(ROUNDS):
        if s.pile[place] == HIDDEN:
            hidden = 1
        elif s.pile[place] != NONE:
            unseen &= ~(1 << s.pile[place])
    return unseen if hidden else 0


@jit
def fill(s: State, seat: int, cards: Ints) -> None:
    """Fill each seat's stack or chosen card from its own group, then the points cards."""
    n = 0
    for other in range(s.players):
        if s.stack[other, 0] == HIDDEN:
            s.hand[other] = ALL
            for place in range(KINDS):
                if s.stack[other, place] == HIDDEN:
                    s.stack[other, place] = cards[n + place]
                    s.hand[other] &= ~(1 << cards[n + place])
            n += KINDS
        elif s.chosen[other] == HIDDEN:
            s.chosen[other] = cards[n]
            n += count(s.hand[other])
    for place in range(ROUNDS):
        if s.pile[place] == HIDDEN:
            s.pile[place] = cards[n]
            n += 1
