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


def cards_in(m: Moment, s: Fields) -> Counter[int]:
    """All cards that a state holds somewhere."""
    held = s.card[: m.players] + s.aside[: s.asides] + s.pile[: s.rest]
    return Counter(card for card in held if card != NO_CARD)


def has_begun(s: Fields) -> bool:
    """Whether a round has been dealt."""
    return bool(s.rest > 0)


def inv_DIE_1(m: Moment) -> None:
    """INV-DIE-1: the deck, the hands and what was set aside are the whole pack, kind by kind."""
    if has_begun(m.after):
        assert cards_in(m, m.after) == pack(m.options)
        if m.options["deck"] != "own":
            assert sum(cards_in(m, m.after).values()) == 55


def inv_DIE_2(m: Moment) -> None:
    """INV-DIE-2: tokens held and in the bank are those of the start; only a return takes one out.

    Under `pay_to=blocker` a return may meet an empty bank.
    """
    bank = m.memory.get("bank", 0)
    bank += len(m.of("paid", "lost")) - len(m.of("returned"))
    m.memory["bank"] = bank
    assert sum(m.after.purse) + bank == m.options["tokens"] * m.players
    assert min(m.after.purse) >= 0
    assert bank >= 0 or m.options["pay_to"] == "blocker"


def inv_DIE_3(m: Moment) -> None:
    """INV-DIE-3: everybody in the round has one card; swaps keep the hands' cards together.

    But for the exchange with the deck, and for a seat removed at once (`out_now`).
    """
    if not has_begun(m.after):
        return
    for seat in range(m.players):
        assert (m.after.card[seat] != NO_CARD) == bool(m.after.in_round >> seat & 1)
    if m.due is None and not m.of("drew", "drew_secretly"):
        hands = Counter(m.before.card)
        for told in m.of("out"):
            if m.after.card[told.seat] == NO_CARD:
                hands[m.after.aside[m.after.asides - 1]] -= 1
                hands[NO_CARD] += 1
        assert +hands == Counter(m.after.card)


def inv_DIE_4(m: Moment) -> None:
    """INV-DIE-4: a swap never touches a shown card, and shown cards are 6 to 10."""
    if m.due is not None:
        m.memory["shown"] = {}
    for told in m.of("blocked"):
        assert told.a <= WEAKEST_BLOCKER
        m.memory["shown"][told.seat] = told.a
    if not m.options["blocker_acts"]:
        for seat, card in m.memory["shown"].items():
            assert m.after.card[seat] in (card, NO_CARD)
            assert m.after.in_round >> seat & 1


def inv_DIE_5(m: Moment) -> None:
    """INV-DIE-5: nobody loses more than two tokens in a round: one as passer, one as lowest."""
    if m.due is not None:
        m.memory["as_passer"], m.memory["as_lowest"] = Counter(), Counter()
    m.memory["as_passer"].update(told.seat for told in m.of("paid", "paid_to"))
    m.memory["as_lowest"].update(told.seat for told in m.of("lost"))
    for losses in (m.memory["as_passer"], m.memory["as_lowest"]):
        assert max(losses.values(), default=0) <= 1
    if m.due == "deck":
        m.memory["purse"] = m.before.purse
    elif m.options["pay_to"] == "bank" and m.due is None:
        assert all(a >= b - 2 for a, b in zip(m.after.purse, m.memory["purse"], strict=True))


def inv_DIE_6(m: Moment) -> None:
    """INV-DIE-6: at the end nobody pays, or all that hold the lowest card and own a token.

    And somebody has a token after every round, unless a wipe-out is shared.
    """
    if not m.of("revealed"):
        return
    cards = {told.seat: RANK[told.a] for told in m.of("revealed")}
    lowest = max(cards.values())
    paid_before = Counter(told.seat for told in m.of("paid", "paid_to"))
    got_before = Counter(told.a for told in m.of("paid_to"))
    owners = {
        seat for seat in cards if m.before.purse[seat] - paid_before[seat] + got_before[seat] > 0
    }
    payers = {told.seat for told in m.of("lost")}
    assert payers in (set(), {seat for seat in owners if cards[seat] == lowest})
    assert max(m.after.purse) > 0 or m.options["wipe_out"] == "shared"
    assert len(m.of("revealed")) == len(cards) == bin(m.after.in_round).count("1")


def inv_DIE_7(m: Moment) -> None:
    """INV-DIE-7: a skunk restores the hands from before the first swap of the chain."""
    if m.due is not None:
        m.memory["chain"] = m.memory["receiver"] = None
    for told in m.of("offered"):
        if told.seat != m.memory.get("receiver"):
            m.memory["chain"] = None  # a chain is the way of one card
    if m.of("swapped"):
        (told,) = m.of("swapped")
        m.memory["chain"] = m.memory["chain"] or m.before.card
        m.memory["receiver"] = told.a
    for told in m.of("kept"):
        if told.seat == m.memory.get("receiver"):
            m.memory["chain"] = None
    for told in m.of("blocked"):
        if told.a == 2:
            restored = m.memory["chain"] or m.before.card
            assert m.after.card == [
                card if m.after.in_round >> seat & 1 else NO_CARD
                for seat, card in enumerate(restored)
            ]
        if told.a != 3 or m.of("failed", "drew_secretly", "set_aside"):
            m.memory["chain"] = None


def inv_DIE_8(m: Moment) -> None:
    """INV-DIE-8: at most a card more than players is drawn; of three cats two are held.

    Under `blocker_acts` with `rabbit_dealer=deck` several passers may meet the dealer's rabbit, and
    the cats may be set aside, as those of seats removed by `out_now`.
    """
    if not has_begun(m.after):
        return
    drawn = sum(pack(m.options).values()) - m.after.rest
    many = m.options["blocker_acts"] and m.options["rabbit_dealer"] == "deck"
    assert drawn <= (2 * m.players if many else m.players + 1)
    if m.of("revealed") and not many and not m.options["out_now"]:
        aside = m.after.aside[: m.after.asides].count(CAT)
        held = sum(told.a == CAT for told in m.of("revealed"))
        assert aside + held < 3 or held >= 2


def inv_DIE_9(m: Moment) -> None:
    """INV-DIE-9: between two players equal values pay nothing at the end."""
    values = [RANK[told.a] for told in m.of("revealed")]
    if len(values) == 2 and values[0] == values[1]:
        assert not m.of("lost")
        assert m.of("equal", "cats")


def inv_DIE_10(m: Moment) -> None:
    """INV-DIE-10: the dealer never offers a swap, and the first player is never offered one."""
    if m.due == "deck":
        m.memory["first"] = m.after.turn
        assert m.after.turn != m.after.dealer
    for told in m.of("offered", "jumped"):
        assert told.seat != m.after.dealer
        assert told.a != m.memory["first"]
        assert told.a != told.seat


INVARIANTS = (
    inv_DIE_1, inv_DIE_2, inv_DIE_3, inv_DIE_4, inv_DIE_5, inv_DIE_6, inv_DIE_7, inv_DIE_8,
    inv_DIE_9, inv_DIE_10,
)  # fmt: skip
