"""The record of a match."""

from typing import Annotated

from mazziere.games.dieci.constants import ASIDES, PACK, SEATS
from mazziere.kernel.state import I1, I2, Header, Ints, cells


class State(Header):
    """A match of DIECI."""

    deck: I1  # option
    tokens: I1  # option: tokens at the start
    must_block: I1  # option
    blocker_acts: I1  # option
    rabbit_strict: I1  # option
    rabbit_dealer: I1  # option
    deck_blocks: I1  # option
    pay_to: I1  # option
    out_now: I1  # option
    wipe_out: I1  # option

    dealer: I1  # who dealt this round and plays last
    turn: I1  # the seat whose play it is; in ANSWER the passer
    asked: I1  # in ANSWER: who must say accept or block
    jumped: I1  # in ANSWER: 1 if the offer came over a rabbit
    links: I1  # swaps in the chain that is running
    rest: I1  # cards left in the deck
    asides: I1  # cards set aside in this round
    in_round: I2  # seats that were dealt a card, less those removed by out_now
    passed_over: I2  # seats that have blocked, and so have no play of their own
    winners: I2  # when the match is over
    purse: Annotated[Ints, cells("i1", SEATS)]  # tokens in front of each seat
    card: Annotated[Ints, cells("i1", SEATS)]  # the card of each seat; secret
    known: Annotated[Ints, cells("i2", SEATS)]  # who knows that card, as bits
    giver: Annotated[Ints, cells("i1", SEATS)]  # who passed in each swap of the chain
    taker: Annotated[Ints, cells("i1", SEATS)]  # and to whom
    aside: Annotated[Ints, cells("i1", ASIDES)]  # cards set aside; secret
    aside_known: Annotated[Ints, cells("i2", ASIDES)]  # who knows them
    pile: Annotated[Ints, cells("i1", PACK)]  # the deck, its top at rest - 1; secret
