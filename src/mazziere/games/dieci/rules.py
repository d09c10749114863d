"""The rules of DIECI."""

from mazziere.games.dieci.box import *
from mazziere.kernel.bits import count
from mazziere.kernel.events import EVERYONE, emit, only
from mazziere.kernel.game import OVER
from mazziere.kernel.jit import VIEWS, jit
from mazziere.kernel.state import Grid, Ints

# Start and chance


@jit
def start(s: State) -> None:
    """Give every seat its tokens (DIE-SET-1); next, chance names the dealer (DIE-SET-2)."""
    s.phase = DEALER
    s.dealer = 0
    s.in_round = 0
    s.winners = 0
    for seat in range(SEATS):
        s.purse[seat] = s.tokens if seat < s.players else 0
    for place in range(LARGEST_PACK):
        s.pile[place] = NONE
    clear(s)


@jit
def clear(s: State) -> None:
    """Gather all cards (AMB-DIE-18). The next deal overwrites the whole pile."""
    s.turn = 0
    s.asked = 0
    s.jumped = 0
    s.links = 0
    s.rest = 0
    s.asides = 0
    s.passed_over = 0
    for seat in range(SEATS):
        s.card[seat] = NONE
        note(s, seat, 0)
        s.giver[seat] = 0
        s.taker[seat] = 0
    for place in range(ASIDES):
        s.aside[place] = NONE
        if VIEWS:
            s.aside_known[place] = 0


@jit
def note(s: State, seat: int, seats: int) -> None:
    """Note which seats know the card of a seat. Code that is linked without views does not."""
    if VIEWS:
        s.known[seat] = seats


@jit
def set_aside(s: State, card: int, seats: int) -> None:
    """Set a card aside that these seats know."""
    s.aside[s.asides] = card
    if VIEWS:
        s.aside_known[s.asides] = seats
    s.asides += 1


@jit
def copies_of(s: State, card: int) -> int:
    """Return the number of copies of a card in the pack (DIE-0b, DIE-0c, AMB-DIE-1)."""
    if s.deck == OWN:
        return s.copies[card]
    return COPIES[s.deck][card // 5]


@jit
def pack_size(s: State) -> int:
    """Return the number of cards in the pack."""
    if s.deck != OWN:
        return PACK
    total = 0
    for card in range(KINDS):
        total += s.copies[card]
    return total


@jit
def chance(s: State, cards: Ints, sizes: Ints) -> int:
    """Write the seats, to choose the first dealer, or the whole pack, to be shuffled."""
    n = 0
    if s.phase == DEALER:
        for seat in range(s.players):
            cards[n] = seat
            n += 1
    elif s.phase == DECK and s.deck != OWN:
        n = PACK
        first = s.deck * PACK
        for place in range(PACK):
            cards[place] = SORTED_PACKS[first + place]
    elif s.phase == DECK:
        for card in range(KINDS):
            for _ in range(s.copies[card]):
                cards[n] = card
                n += 1
    sizes[0] = n
    return 1 if n > 0 else 0


@jit
def needed(s: State) -> int:
    """Return the number of cards that can be drawn in a round (INV-DIE-8), 0 for the dealer's lot.

    Each seat is dealt one, and the dealer may draw one. Where others play on after a block, each
    passer may meet the dealer's rabbit and draw one too.
    """
    if s.phase != DECK:
        return 0
    holders = 0
    for seat in range(s.players):
        holders += 1 if s.purse[seat] > 0 else 0
    if s.blocker_acts and s.rabbit_dealer == FROM_DECK:
        return 2 * holders
    return holders + 1


@jit
def resolve(s: State, cards: Ints, log: Grid | None) -> None:
    """Set the dealer, or deal a round."""
    if s.phase == DEALER:
        s.dealer = cards[0]  # DIE-SET-2, AMB-DIE-19
        s.phase = DECK
    else:
        deal(s, cards, log)


@jit
def deal(s: State, cards: Ints, log: Grid | None) -> None:
    """Deal one card each, the dealer first (DIE-SET-3); his right neighbour begins (DIE-R1)."""
    clear(s)
    emit(log, DEALS, s.dealer, 0, 0, EVERYONE)
    pack = pack_size(s)
    for place in range(pack if VIEWS else needed(s)):  # a view hides the others, but they exist
        s.pile[pack - 1 - place] = cards[place]
    s.rest = pack
    s.in_round = 0
    for step in range(s.players):
        seat = (s.dealer + step) % s.players
        if s.purse[seat] > 0:
            s.in_round |= 1 << seat
            s.card[seat] = top_card(s)
            note(s, seat, only(seat))
            emit(log, DEALT, seat, s.card[seat], 0, only(seat))
            emit(log, DREW_ONE, seat, 0, 0, EVERYONE & ~only(seat))
    s.turn = after(s, s.dealer)
    s.phase = PLAY


@jit
def top_card(s: State) -> int:
    """Take the top card of the deck."""
    s.rest -= 1
    card = s.pile[s.rest]
    s.pile[s.rest] = NONE
    return card


@jit
def after(s: State, seat: int) -> int:
    """Return the next seat to the right that is in the round."""
    seat = (seat + 1) % s.players
    while not s.in_round >> seat & 1:
        seat = (seat + 1) % s.players
    return seat


# Legal moves


@jit
def actors(s: State) -> int:
    """Return the seat on turn, or the seat that was offered a swap, as a bit."""
    if s.phase == PLAY:
        return 1 << s.turn
    if s.phase == ANSWER:
        return 1 << s.asked
    return 0


@jit
def may_block(s: State, seat: int) -> bool:
    """Tell whether a card from 6 to 10 may block (DIE-R2); a 6 after a jump may not (AMB-DIE-4)."""
    card = s.card[seat]
    if s.rabbit_strict and s.jumped and card == GALLOHOTEL:
        return False
    return GUFO <= card <= GALLOHOTEL


@jit
def legal(s: State, seat: int, out: Ints) -> int:
    """Write the seat's moves."""
    n = 0
    if s.phase == PLAY and seat == s.turn:
        out[0] = KEEP
        out[1] = DRAW if seat == s.dealer else SWAP  # DIE-R1, DIE-R5
        n = 2
    elif s.phase == ANSWER and seat == s.asked:
        blocks = may_block(s, seat)
        if not (blocks and s.must_block):  # AMB-DIE-2
            out[n] = ACCEPT
            n += 1
        if blocks:
            out[n] = BLOCK
            n += 1
    return n


@jit
def why_not(s: State, seat: int, action: int) -> int:
    """Return the refusal of a move, 0 if it is legal."""
    if s.phase == OVER:
        return IS_OVER
    if s.phase == DEALER or s.phase == DECK:
        return IS_CHANCE
    if not s.in_round >> seat & 1:
        return IS_OUT
    answers = action == ACCEPT or action == BLOCK
    if s.phase == ANSWER and seat == s.asked:
        return why_not_answer(s, seat, action) if answers else MUST_ANSWER
    if answers:
        return NOT_ASKED
    if s.phase == ANSWER or seat != s.turn:
        return NOT_YOUR_TURN
    if action == SWAP and seat == s.dealer:
        return DEALER_DRAWS
    if action == DRAW and seat != s.dealer:
        return NOT_DEALER
    return NO


@jit
def why_not_answer(s: State, seat: int, action: int) -> int:
    """Return the refusal of an answer."""
    blocks = may_block(s, seat)
    if action == BLOCK and not blocks:
        return SIX_JUMPED if s.card[seat] == GALLOHOTEL else NO_BLOCKER
    if action == ACCEPT and blocks and s.must_block:
        return HAS_TO_BLOCK
    return NO


# Moves


@jit
def apply(s: State, seat: int, action: int, log: Grid | None) -> None:
    """Carry out a move."""
    if action == KEEP:
        keep(s, seat, log)
    elif action == SWAP:
        begin_chain(s, seat)
        s.phase = ANSWER
        s.jumped = 0
        s.asked = after(s, seat)  # DIE-R3b: only the right neighbour
        emit(log, OFFERED, seat, s.asked, 0, EVERYONE)
    elif action == ACCEPT:
        swap(s, s.turn, seat, log)
    elif action == BLOCK:
        block(s, s.turn, seat, log)
    else:
        exchange(s, seat, log)


@jit
def begin_chain(s: State, passer: int) -> None:
    """End the chain if the passer is not its last receiver: a chain is the path of one card.

    AMB-DIE-8, contract D3. Only under `blocker_acts` can another seat pass. In version 1 its swap
    went on with the same chain.
    """
    if s.rules >= 2 and s.links > 0 and s.taker[s.links - 1] != passer:
        s.links = 0


@jit
def keep(s: State, seat: int, log: Grid | None) -> None:
    """Keep the card; a chain ends when its last receiver does."""
    emit(log, KEPT, seat, 0, 0, EVERYONE)
    if s.links > 0 and s.taker[s.links - 1] == seat:
        s.links = 0
    go_on(s, seat, log)


@jit
def go_on(s: State, seat: int, log: Grid | None) -> None:
    """Pass the turn to the next seat that has a play, the dealer last (DIE-R3b)."""
    s.phase = PLAY
    turn = seat
    while turn != s.dealer:
        turn = after(s, turn)
        if not s.passed_over >> turn & 1:
            s.turn = turn
            return
    reveal(s, log)


@jit
def swap(s: State, passer: int, taker: int, log: Grid | None) -> None:
    """Swap two cards; the taker may keep the new card or pass it on (DIE-R3)."""
    exchange_cards(s, passer, taker)
    emit(log, SWAPPED, passer, taker, 0, EVERYONE)
    emit(log, RECEIVED, passer, s.card[passer], 0, only(passer))
    emit(log, RECEIVED, taker, s.card[taker], 0, only(taker))
    s.giver[s.links] = passer
    s.taker[s.links] = taker
    s.links += 1
    if s.blocker_acts:  # AMB-DIE-3: a seat that let the offer jump has a play too, in order
        go_on(s, passer, log)
    else:
        s.phase = PLAY
        s.turn = taker


@jit
def exchange_cards(s: State, one: int, other: int) -> None:
    """Exchange the cards of two seats; each knows both cards."""
    card, known = s.card[one], s.known[one]
    s.card[one] = s.card[other]
    note(s, one, s.known[other] | only(one))
    s.card[other] = card
    note(s, other, known | only(other))


@jit
def block(s: State, passer: int, blocker: int, log: Grid | None) -> None:
    """Show a card from 6 to 10 instead of swapping (DIE-R2, DIE-R4)."""
    card = s.card[blocker]
    note(s, blocker, EVERYONE)
    emit(log, BLOCKED, blocker, card, 0, EVERYONE)
    if not s.blocker_acts:  # AMB-DIE-3: the blocker counts as keeping the card
        s.passed_over |= 1 << blocker
    if card == SALTACONIGLIO:
        jump(s, passer, blocker, log)
        return
    # DIE-OWL-1 and DIE-HOTEL-1 block and do no more; DIE-WOLF-1 and DIE-SKUNK-1 cost a token.
    if card == LUPO or card == PUZZOLA:
        pay_blocker(s, passer, blocker, log)
    if card == PUZZOLA:
        undo_chain(s, log)
    s.links = 0
    if s.out_now and s.purse[passer] == 0:  # AMB-DIE-10
        remove(s, passer, log)
    go_on(s, passer, log)


@jit
def jump(s: State, passer: int, rabbit: int, log: Grid | None) -> None:
    """Offer the swap to the next seat (DIE-RABBIT-1, AMB-DIE-6); after the dealer there is none."""
    if rabbit != s.dealer:
        s.asked = after(s, rabbit)
        s.jumped = 1
        emit(log, JUMPED, passer, s.asked, 0, EVERYONE)
        return
    s.links = 0
    if s.rabbit_dealer == FROM_DECK:  # AMB-DIE-5
        replace(s, passer, only(passer), log)
    else:
        emit(log, FAILED, passer, 0, 0, EVERYONE)
    go_on(s, passer, log)


@jit
def pay_blocker(s: State, passer: int, blocker: int, log: Grid | None) -> None:
    """Let the passer (AMB-DIE-7) pay a token to the bank or to the blocker (AMB-DIE-9)."""
    s.purse[passer] -= 1
    if s.pay_to == BLOCKER:
        s.purse[blocker] += 1
        emit(log, PAID_TO, passer, blocker, 0, EVERYONE)
    else:
        emit(log, PAID, passer, 0, 0, EVERYONE)


@jit
def undo_chain(s: State, log: Grid | None) -> None:
    """Give every seat of the chain its old card back (DIE-SKUNK-2); plays stay used (AMB-DIE-22).

    A chain ends when its last receiver keeps, or with any block except a jump (AMB-DIE-8).
    """
    seats = 0
    while s.links > 0:
        s.links -= 1
        exchange_cards(s, s.giver[s.links], s.taker[s.links])
        seats |= 1 << s.giver[s.links] | 1 << s.taker[s.links]
    for seat in range(s.players):
        if seats >> seat & 1:
            emit(log, TOOK_BACK, seat, s.card[seat], 0, only(seat))
            emit(log, TOOK_BACK_UNSEEN, seat, 0, 0, EVERYONE & ~only(seat))


@jit
def remove(s: State, seat: int, log: Grid | None) -> None:
    """Remove a seat from the round; its card is not compared."""
    emit(log, OUT, seat, 0, 0, EVERYONE)
    set_aside(s, s.card[seat], s.known[seat])
    s.card[seat] = NONE
    note(s, seat, 0)
    s.in_round &= ~(1 << seat)


@jit
def replace(s: State, seat: int, audience: int, log: Grid | None) -> None:
    """Replace a card by the top card of the deck; set the old one aside (AMB-DIE-12)."""
    card = top_card(s)
    if s.deck_blocks and card <= GALLOHOTEL:  # AMB-DIE-11
        emit(log, SET_ASIDE, seat, card, 0, EVERYONE)
        set_aside(s, card, EVERYONE)
    else:
        set_aside(s, s.card[seat], s.known[seat])
        s.card[seat] = card
        note(s, seat, audience)
        if audience == EVERYONE:
            emit(log, DREW, seat, card, 0, EVERYONE)
        else:
            emit(log, DREW_SECRETLY, seat, card, 0, audience)
            emit(log, DREW_UNSEEN, seat, 0, 0, EVERYONE & ~audience)


@jit
def exchange(s: State, seat: int, log: Grid | None) -> None:
    """Let the dealer change his card for the top card of the deck (DIE-R5)."""
    replace(s, seat, EVERYONE, log)
    go_on(s, seat, log)


# The end of a round and of the match


@jit
def reveal(s: State, log: Grid | None) -> None:
    """Show all cards, let the lowest pay, then begin another round or end the match."""
    for seat in range(s.players):
        if s.in_round >> seat & 1:
            note(s, seat, EVERYONE)
            emit(log, REVEALED, seat, s.card[seat], 0, EVERYONE)
    cats = cats_drawn(s)
    payers = settle_round(s, cats, log)
    if cats >= 3:
        let_return(s, log)
    left = 0
    for seat in range(s.players):
        if s.purse[seat] > 0:
            left += 1
        elif s.in_round >> seat & 1:
            emit(log, OUT, seat, 0, 0, EVERYONE)
    if left <= 1:  # DIE-ELIM-1; only now, AMB-DIE-24
        finish(s, payers, log)
        return
    s.phase = DECK
    s.dealer = (s.dealer + 1) % s.players  # AMB-DIE-18
    while s.purse[s.dealer] == 0:
        s.dealer = (s.dealer + 1) % s.players


@jit
def cats_drawn(s: State) -> int:
    """Count the joker-cats drawn in the round: in hands or set aside (AMB-DIE-12)."""
    cats = 0
    for seat in range(s.players):
        cats += 1 if s.card[seat] == JOLLYGATTO else 0
    for place in range(s.asides):
        cats += 1 if s.aside[place] == JOLLYGATTO else 0
    return cats


@jit
def settle_round(s: State, cats: int, log: Grid | None) -> int:
    """Let the lowest card pay a token, unless cats, two equal cards or a wipe-out forbid it.

    Return the seats that paid, as bits.
    """
    compared, held_cats, lowest, holders = 0, 0, -1, 0
    for seat in range(s.players):
        if s.in_round >> seat & 1:
            compared += 1
            if s.card[seat] == JOLLYGATTO:
                held_cats += 1
            rank = min(s.card[seat], LEONE)  # AMB-DIE-14: lion and cat are equal
            if rank > lowest:
                lowest, holders = rank, 0
            if rank == lowest:
                holders |= 1 << seat
    # DIE-CAT-1, DIE-CAT-2: three cats drawn usually imply two held (AMB-DIE-15); no token is
    # paid back (AMB-DIE-13)
    if held_cats >= 2 or cats >= 3:
        emit(log, CATS, s.dealer, cats, 0, EVERYONE)
        return 0
    if compared == 1 or (compared == 2 and count(holders) == 2):  # DIE-2P-1, AMB-DIE-20
        emit(log, EQUAL, s.dealer, 0, 0, EVERYONE)
        return 0
    if is_wiped_out(s, holders) and s.wipe_out == REPLAY:  # AMB-DIE-17
        emit(log, REPLAYED, s.dealer, 0, 0, EVERYONE)
        return 0
    for seat in range(s.players):  # DIE-LOSE-1; a seat without tokens cannot pay, AMB-DIE-10
        if holders >> seat & 1 and s.purse[seat] > 0:
            s.purse[seat] -= 1
            emit(log, LOST, seat, s.card[seat], 0, EVERYONE)
        else:
            holders &= ~(1 << seat)
    return holders


@jit
def is_wiped_out(s: State, payers: int) -> bool:
    """Tell whether no seat would have a token after the payers have paid."""
    for seat in range(s.players):
        if s.purse[seat] > (payers >> seat & 1):
            return False
    return True


@jit
def let_return(s: State, log: Grid | None) -> None:
    """Give a token to every seat without one, after three cats were drawn (AMB-DIE-16)."""
    for seat in range(s.players):
        if s.purse[seat] == 0:
            s.purse[seat] = 1
            emit(log, RETURNED, seat, 0, 0, EVERYONE)


@jit
def finish(s: State, payers: int, log: Grid | None) -> None:
    """End the match: the last seat with tokens wins; after a wipe-out the last payers share."""
    s.phase = OVER
    for seat in range(s.players):
        if s.purse[seat] > 0:
            s.winners |= 1 << seat
    if s.winners == 0:
        s.winners = payers
    for seat in range(s.players):
        if s.winners >> seat & 1:
            emit(log, WON, seat, 0, 0, EVERYONE)


@jit
def score(s: State, out: Ints) -> int:
    """Write the tokens left; return the winners."""
    for seat in range(s.players):
        out[seat] = s.purse[seat]
    return s.winners


# Views


@jit
def redact(s: State, seat: int) -> None:
    """Hide the deck and every card that the seat has neither held, passed on nor been shown."""
    for other in range(s.players):
        if s.card[other] != NONE and not s.known[other] >> seat & 1:  # AMB-DIE-23
            s.card[other] = HIDDEN
    for place in range(s.asides):
        if not s.aside_known[place] >> seat & 1:
            s.aside[place] = HIDDEN
    for place in range(s.rest):
        s.pile[place] = HIDDEN


redact_unseen = redact
"""A seat sees all that it knows: a card that was shown stays open."""


@jit
def complete(s: State, seat: int, cards: Ints, sizes: Ints) -> int:
    """Write all cards that the seat does not see as one group."""
    n = 0
    for card in range(KINDS):
        unseen = copies_of(s, card)
        for other in range(s.players):
            unseen -= 1 if s.card[other] == card else 0
        for place in range(s.asides):
            unseen -= 1 if s.aside[place] == card else 0
        for _ in range(unseen):
            cards[n] = card
            n += 1
    sizes[0] = n
    return 1 if s.rest > 0 else 0


@jit
def fill(s: State, seat: int, cards: Ints) -> None:
    """Fill the hidden hands, then the cards set aside, then the deck."""
    n = 0
    for other in range(s.players):
        if s.card[other] == HIDDEN:
            s.card[other] = cards[n]
            n += 1
    for place in range(s.asides):
        if s.aside[place] == HIDDEN:
            s.aside[place] = cards[n]
            n += 1
    for place in range(s.rest):
        s.pile[place] = cards[n]
        n += 1
