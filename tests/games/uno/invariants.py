"""The invariants of UNO and UNO H2O."""

from collections import Counter

from mazziere.games.uno.box import (
    ANSWER,
    DECK,
    HAND_OVER,
    RESHUFFLE,
    SHUFFLE_HANDS,
    SWAPPING,
    TURN,
    UNKNOWN,
)
from mazziere.kernel.game import OVER
from tests.properties.invariants.moment import Fields, Moment
from tests.properties.play import CHANCE

WILDS = ("wild", "wild+4", "shuffle", "custom1", "custom2", "custom3")


def pack(m: Moment) -> Counter[str]:
    """How often each card is in the box."""
    cards: Counter[str] = Counter()
    for colour in "rygb":
        cards[f"{colour}0"] = 1
        for face in (*range(1, 10), "skip", "rev", "+2"):
            cards[f"{colour}{face}"] = 2
    cards["wild"] = cards["wild+4"] = 4
    if m.game.id == "uno":
        cards["shuffle"] = 1
        for number, effect in enumerate(m.options["custom"], start=1):
            if effect != "none":
                cards[f"custom{number}"] = 1
    return cards


def hand(m: Moment, s: Fields, seat: int) -> Counter[str]:
    """The cards of a hand: bit k of set j says that there are more than j copies of card k."""
    cards: Counter[str] = Counter()
    for kind, name in enumerate(m.game.cards):
        held = [level >> kind & 1 for level in s.hand[seat]]
        assert held == sorted(held, reverse=True)
        if held[0]:
            cards[name] = sum(held)
    return cards


def is_dealt(s: Fields) -> bool:
    """Whether there are cards on the table."""
    return bool(s.rest + s.discards > 0)


def played_card(m: Moment) -> str | None:
    """The card that the move lays down."""
    words = m.move.split()
    return words[1] if words and words[0] in ("play", "jump") else None


def value(card: str) -> int:
    """What a card counts in a hand."""
    if card in WILDS:
        return 50
    return int(card[1]) if card[1].isdigit() else 20


def inv_UNO_1(m: Moment) -> None:
    """INV-UNO-1: pile, discards and hands are the pack, kind by kind (112, 109, 108 cards)."""
    if not is_dealt(m.after):
        return
    lying = m.after.pile[: m.after.rest] + m.after.discard[: m.after.discards]
    cards = Counter(m.game.cards[card] for card in lying)
    for seat in range(m.players):
        held = hand(m, m.after, seat)
        assert held.total() == m.after.size[seat]
        cards += held
    assert cards == pack(m)
    left_out = m.options["custom"].count("none") if m.game.id == "uno" else 4
    assert cards.total() == 112 - left_out


def inv_UNO_2(m: Moment) -> None:
    """INV-UNO-2: the colour is that of the top card, or one of the four that was named."""
    assert m.after.colour in range(4)
    if is_dealt(m.after) and m.after.top != UNKNOWN:
        top = m.game.cards[m.after.top]
        assert m.after.discard[m.after.discards - 1] == m.after.top
        if top not in WILDS:
            assert "rygb"[m.after.colour] == top[0]
        elif played_card(m) == top:
            assert "rygb"[m.after.colour] == m.move.split()[2]


def inv_UNO_3(m: Moment) -> None:
    """INV-UNO-3: a card played matches the colour, the number or symbol, or is a wild.

    A +2 that answers a debt matches as well: a +2 of any colour, or the colour of a wild +4.
    """
    card = played_card(m)
    if card is None or card in WILDS:
        return
    top = m.game.cards[m.before.top]
    same_face = top not in WILDS and card[1:] == top[1:]
    assert card[0] == "rygb"[m.before.colour] or same_face
    assert hand(m, m.before, m.step.seat)[card] > 0


def inv_UNO_4(m: Moment) -> None:
    """INV-UNO-4: the hand is over exactly when somebody has no card; nobody else has none.

    But for wilds thrown away (`dump_wilds`), and for a last Shuffle Hands that is dealt again.
    """
    if not is_dealt(m.after):
        return
    empty = [seat for seat in range(m.players) if m.after.size[seat] == 0]
    dumps = m.game.id == "uno" and "dump_wilds" in m.options["custom"]
    assert len(empty) <= 1 or dumps
    waits = m.after.phase == RESHUFFLE and m.after.back == HAND_OVER
    redeals = m.after.phase == SHUFFLE_HANDS and m.options.get("shuffle_last") == "redeal"
    ends = m.after.phase in (DECK, OVER) and not m.of("void")
    if not redeals:
        assert bool(empty) == (ends or waits)
    if m.of("hand_won"):
        assert m.of("hand_won")[0].seat in empty


def inv_UNO_5(m: Moment) -> None:
    """INV-UNO-5: Shuffle Hands keeps the number of cards; the nearest to the left have one more."""
    if m.due != "shuffle_hands":
        return
    sizes = m.after.size[: m.players]
    total = sum(m.before.size)
    assert sum(sizes) == total
    player = m.before.turn
    dealt = [sizes[(player + 1 + step) % m.players] for step in range(m.players)]
    assert dealt == [(total + m.players - 1 - step) // m.players for step in range(m.players)]
    assert max(sizes) - min(sizes) <= 1


def inv_UNO_6(m: Moment) -> None:
    """INV-UNO-6: a play is one card less, a draw one more if there is one, a pass nothing.

    With house rules a draw may be more than one card, and a 0 gives all hands away.
    """
    seat, before, after = m.step.seat, m.before.size, m.after.size
    if m.of("hands_moved"):
        gone = [size - (other == seat) for other, size in enumerate(before)][: m.players]
        way = m.before.direction
        assert [after[(other + way) % m.players] for other in range(m.players)] == gone
    elif played_card(m) is not None:
        assert after[seat] == before[seat] - 1
    elif m.move == "draw":
        drawn = len(m.of("drew"))
        assert after[seat] == before[seat] + drawn
        if m.before.rest > 0:
            assert drawn == 1 or (drawn > 1 and m.options["draw_rule"] == "until")
        else:
            assert drawn == 0
            assert (m.after.phase == RESHUFFLE) == (m.before.discards > 1)
    elif m.move == "pass" or m.move == "uno" or m.move.startswith("name"):
        assert after == before
    elif m.move.startswith("discard"):
        assert after[seat] == before[seat] - 1
    elif m.move.startswith("swap"):
        other = int(m.move.split()[1])
        assert (after[seat], after[other]) == (before[other], before[seat])
        assert sorted(after) == sorted(before)
    elif seat == CHANCE and m.due == "reshuffle" and m.before.back == 7:
        drawn = after[m.before.drawer] - before[m.before.drawer]
        assert drawn == 1 or (drawn > 1 and m.options["draw_rule"] == "until")


def inv_UNO_7(m: Moment) -> None:
    """INV-UNO-7: a hand won is worth the cards of all others, less than the whole pack."""
    if not m.of("hand_won"):
        assert m.after.points == m.before.points
        return
    winner = m.of("hand_won")[0].seat
    gains = [after - before for before, after in zip(m.before.points, m.after.points, strict=True)]
    held = [sum(value(c) * n for c, n in hand(m, m.after, s).items()) for s in range(m.players)]
    whole = 1440 if m.game.id == "uno" else 1240
    assert 0 <= sum(held) < whole
    if m.options["scoring"] == "hand":
        assert gains == [int(seat == winner) for seat in range(10)]
    elif m.options["scoring"] == "lowest":
        assert gains[: m.players] == held
        assert gains[winner] == 0
    else:
        assert gains == [sum(held) if seat == winner else 0 for seat in range(10)]


def inv_UNO_8(m: Moment) -> None:
    """INV-UNO-8: of two players the same one moves again after skip, +2, reverse, wild +4.

    A reverse only with `reverse_two=skip`; a wild +4 that was not a bluff, or not challenged.
    """
    if m.players > 2 or m.after.phase in (DECK, OVER):
        return
    card = played_card(m) or ""
    again = card[1:] in ("skip", "+2") or (card[1:] == "rev" and m.options["reverse_two"] == "skip")
    if m.after.stacked:
        assert m.after.turn != m.step.seat
    elif again or (card == "wild+4" and m.options["wd4"] == "strict"):
        assert m.after.turn == m.step.seat
    elif card[1:] == "rev":
        assert m.after.turn != m.step.seat
    if m.of("accepted", "innocent"):
        assert m.after.turn == m.before.bluffer != m.step.seat


def inv_UNO_direction(m: Moment) -> None:
    """INV-UNO-8, what it stands on: the direction is 1 or -1 and turns with every reverse only."""
    assert m.after.direction in (1, -1)
    if m.due is None and m.after.phase not in (DECK, OVER):
        assert m.after.direction == m.before.direction * (-1) ** len(m.of("reversed"))


def inv_UNO_stacking(m: Moment) -> None:
    """HOUSE-UNO-1: the cards to draw add up, are asked for, and are drawn once (contract U12)."""
    card = played_card(m) or ""
    worth = {"wild+4": 4}.get(card, 2 if card[1:] == "+2" else 0)
    if m.after.phase == ANSWER and m.options["stacking"] != "none":
        assert m.after.stacked > 0
        if worth:
            assert m.after.stacked == m.before.stacked + worth
            assert m.after.turn == (m.step.seat + m.after.direction) % m.players
        else:
            assert m.after.stacked == m.before.stacked
    else:
        assert m.after.stacked == 0
    if m.of("took_stack"):
        assert m.of("took_stack")[0].a == m.before.stacked
        assert len(m.of("drew")) <= m.before.stacked


def inv_UNO_hands(m: Moment) -> None:
    """HOUSE-UNO-4: hands only change owner; nobody owes a call while a seat chooses a partner."""
    if m.after.phase == SWAPPING:
        assert m.after.debt == 0
        assert m.after.size[m.after.turn] > 0
    if m.of("swapped", "hands_moved"):
        before = [hand(m, m.before, seat) for seat in range(m.players)]
        if m.of("hands_moved"):
            before[m.step.seat][played_card(m) or ""] -= 1
        after = [hand(m, m.after, seat) for seat in range(m.players)]
        by_size = sorted([sorted((+cards).elements()) for cards in before])
        assert sorted([sorted(cards.elements()) for cards in after]) == by_size


def inv_UNO_jump(m: Moment) -> None:
    """HOUSE-UNO-5: a jump is the card on top, by a seat that was not on turn."""
    if m.move.startswith("jump"):
        assert m.options["jump_in"]
        assert m.before.phase == TURN
        assert m.step.seat != m.before.turn
        assert m.game.cards[m.before.top] == played_card(m)


def inv_UNO_must_play(m: Moment) -> None:
    """HOUSE-UNO-3: where a seat must play, a draw shows that it could not."""
    if m.options["must_play"] and m.move == "draw":
        for card in hand(m, m.before, m.step.seat):
            top = m.game.cards[m.before.top]
            same = top not in WILDS and card[1:] == top[1:]
            assert card == "wild+4" or card not in WILDS
            assert card == "wild+4" or not (card[0] == "rygb"[m.before.colour] or same)


BOTH_INVARIANTS = (
    inv_UNO_1, inv_UNO_2, inv_UNO_3, inv_UNO_4, inv_UNO_6, inv_UNO_7, inv_UNO_8,
    inv_UNO_direction, inv_UNO_stacking, inv_UNO_hands, inv_UNO_jump, inv_UNO_must_play,
)  # fmt: skip
INVARIANTS = (*BOTH_INVARIANTS, inv_UNO_5)
