"""The invariants of DIECI."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.properties.invariants.moment import Fields, Moment

RANK = {card: min(card, 13) for card in range(15)}  # the lion and the cat have one value
WEAKEST_BLOCKER = 4
CAT = 14
NO_CARD = -1


def pack(options: Mapping[str, Any]) -> Counter[int]:
    """Return the number of copies of each card in the pack that the options name."""
    if options["deck"] == "own":
        return +Counter(dict(enumerate(options["copies"])))
    high, middle, low = map(int, options["deck"].split("-"))
    return Counter({card: (high, middle, low)[card // 5] for card in range(15)})


def cards_in(moment: Moment, s: Fields) -> Counter[int]:
    """Return all cards that a state holds somewhere."""
    held = s.card[: moment.players] + s.aside[: s.asides] + s.pile[: s.rest]
    return Counter(card for card in held if card != NO_CARD)


def has_begun(s: Fields) -> bool:
    """Return whether a round has been dealt."""
    return bool(s.rest > 0)


def inv_DIE_1(moment: Moment) -> None:
    """INV-DIE-1: the deck, the hands and what was set aside are the whole pack, kind by kind."""
    if has_begun(moment.after):
        assert cards_in(moment, moment.after) == pack(moment.options)
        if moment.options["deck"] != "own":
            assert sum(cards_in(moment, moment.after).values()) == 55


def inv_DIE_2(moment: Moment) -> None:
    """INV-DIE-2: tokens held and in the bank are those of the start; only a return takes one out.

    Under `pay_to=blocker` a return may meet an empty bank.
    """
    bank = moment.memory.get("bank", 0)
    bank += len(moment.of("paid", "lost")) - len(moment.of("returned"))
    moment.memory["bank"] = bank
    assert sum(moment.after.purse) + bank == moment.options["tokens"] * moment.players
    assert min(moment.after.purse) >= 0
    assert bank >= 0 or moment.options["pay_to"] == "blocker"


def inv_DIE_3(moment: Moment) -> None:
    """INV-DIE-3: everybody in the round has one card; swaps keep the hands' cards together.

    Exceptions: the exchange with the deck, and a seat removed at once (`out_now`).
    """
    if not has_begun(moment.after):
        return
    for seat in range(moment.players):
        assert (moment.after.card[seat] != NO_CARD) == bool(moment.after.in_round >> seat & 1)
    if moment.due is None and not moment.of("drew", "drew_secretly"):
        hands = Counter(moment.before.card)
        for told in moment.of("out"):
            if moment.after.card[told.seat] == NO_CARD:
                hands[moment.after.aside[moment.after.asides - 1]] -= 1
                hands[NO_CARD] += 1
        assert +hands == Counter(moment.after.card)


def inv_DIE_4(moment: Moment) -> None:
    """INV-DIE-4: a swap never touches a shown card, and shown cards are 6 to 10."""
    if moment.due is not None:
        moment.memory["shown"] = {}
    for told in moment.of("blocked"):
        assert told.a <= WEAKEST_BLOCKER
        moment.memory["shown"][told.seat] = told.a
    if not moment.options["blocker_acts"]:
        for seat, card in moment.memory["shown"].items():
            assert moment.after.card[seat] in (card, NO_CARD)
            assert moment.after.in_round >> seat & 1


def inv_DIE_5(moment: Moment) -> None:
    """INV-DIE-5: nobody loses more than two tokens in a round: one as passer, one as lowest."""
    if moment.due is not None:
        moment.memory["as_passer"], moment.memory["as_lowest"] = Counter(), Counter()
    moment.memory["as_passer"].update(told.seat for told in moment.of("paid", "paid_to"))
    moment.memory["as_lowest"].update(told.seat for told in moment.of("lost"))
    for losses in (moment.memory["as_passer"], moment.memory["as_lowest"]):
        assert max(losses.values(), default=0) <= 1
    if moment.due == "deck":
        moment.memory["purse"] = moment.before.purse
    elif moment.options["pay_to"] == "bank" and moment.due is None:
        assert all(
            a >= b - 2 for a, b in zip(moment.after.purse, moment.memory["purse"], strict=True)
        )


def inv_DIE_6(moment: Moment) -> None:
    """INV-DIE-6: at the end nobody pays, or all that hold the lowest card and own a token.

    After every round some seat has a token, unless a wipe-out is shared.
    """
    if not moment.of("revealed"):
        return
    cards = {told.seat: RANK[told.a] for told in moment.of("revealed")}
    lowest = max(cards.values())
    paid_before = Counter(told.seat for told in moment.of("paid", "paid_to"))
    got_before = Counter(told.a for told in moment.of("paid_to"))
    owners = {
        seat
        for seat in cards
        if moment.before.purse[seat] - paid_before[seat] + got_before[seat] > 0
    }
    payers = {told.seat for told in moment.of("lost")}
    assert payers in (set(), {seat for seat in owners if cards[seat] == lowest})
    assert max(moment.after.purse) > 0 or moment.options["wipe_out"] == "shared"
    assert len(moment.of("revealed")) == len(cards) == bin(moment.after.in_round).count("1")


def inv_DIE_7(moment: Moment) -> None:
    """INV-DIE-7: a skunk restores the hands from before the first swap of the chain."""
    if moment.due is not None:
        moment.memory["chain"] = moment.memory["receiver"] = None
    for told in moment.of("offered"):
        if told.seat != moment.memory.get("receiver"):
            moment.memory["chain"] = None  # a chain is the path of one card
    if moment.of("swapped"):
        (told,) = moment.of("swapped")
        moment.memory["chain"] = moment.memory["chain"] or moment.before.card
        moment.memory["receiver"] = told.a
    for told in moment.of("kept"):
        if told.seat == moment.memory.get("receiver"):
            moment.memory["chain"] = None
    for told in moment.of("blocked"):
        if told.a == 2:
            restored = moment.memory["chain"] or moment.before.card
            assert moment.after.card == [
                card if moment.after.in_round >> seat & 1 else NO_CARD
                for seat, card in enumerate(restored)
            ]
        if told.a != 3 or moment.of("failed", "drew_secretly", "set_aside"):
            moment.memory["chain"] = None


def inv_DIE_8(moment: Moment) -> None:
    """INV-DIE-8: at most a card more than players is drawn; of three cats two are held.

    Under `blocker_acts` with `rabbit_dealer=deck` several passers may meet the dealer's rabbit, and
    the cats may be set aside, as those of seats removed by `out_now`.
    """
    if not has_begun(moment.after):
        return
    drawn = sum(pack(moment.options).values()) - moment.after.rest
    many = moment.options["blocker_acts"] and moment.options["rabbit_dealer"] == "deck"
    assert drawn <= (2 * moment.players if many else moment.players + 1)
    if moment.of("revealed") and not many and not moment.options["out_now"]:
        aside = moment.after.aside[: moment.after.asides].count(CAT)
        held = sum(told.a == CAT for told in moment.of("revealed"))
        assert aside + held < 3 or held >= 2


def inv_DIE_9(moment: Moment) -> None:
    """INV-DIE-9: between two players equal values pay nothing at the end."""
    values = [RANK[told.a] for told in moment.of("revealed")]
    if len(values) == 2 and values[0] == values[1]:
        assert not moment.of("lost")
        assert moment.of("equal", "cats")


def inv_DIE_10(moment: Moment) -> None:
    """INV-DIE-10: the dealer never offers a swap, and the first player is never offered one."""
    if moment.due == "deck":
        moment.memory["first"] = moment.after.turn
        assert moment.after.turn != moment.after.dealer
    for told in moment.of("offered", "jumped"):
        assert told.seat != moment.after.dealer
        assert told.a != moment.memory["first"]
        assert told.a != told.seat


INVARIANTS = (
    inv_DIE_1, inv_DIE_2, inv_DIE_3, inv_DIE_4, inv_DIE_5, inv_DIE_6, inv_DIE_7, inv_DIE_8,
    inv_DIE_9, inv_DIE_10,
)  # fmt: skip
