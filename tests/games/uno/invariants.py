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


def pack(moment: Moment) -> Counter[str]:
    """Return the number of copies of each card in the box."""
    cards: Counter[str] = Counter()
    for colour in "rygb":
        cards[f"{colour}0"] = 1
        for face in (*range(1, 10), "skip", "rev", "+2"):
            cards[f"{colour}{face}"] = 2
    cards["wild"] = cards["wild+4"] = 4
    if moment.game.id == "uno":
        cards["shuffle"] = 1
        for number, effect in enumerate(moment.options["custom"], start=1):
            if effect != "none":
                cards[f"custom{number}"] = 1
    return cards


def hand(moment: Moment, s: Fields, seat: int) -> Counter[str]:
    """The cards of a hand: bit k of set j says that there are more than j copies of card k."""
    cards: Counter[str] = Counter()
    for kind, name in enumerate(moment.game.cards):
        held = [level >> kind & 1 for level in s.hand[seat]]
        assert held == sorted(held, reverse=True)
        if held[0]:
            cards[name] = sum(held)
    return cards


def is_dealt(s: Fields) -> bool:
    """Return whether there are cards on the table."""
    return bool(s.rest + s.discards > 0)


def played_card(moment: Moment) -> str | None:
    """Return the card that the move lays down."""
    words = moment.move.split()
    return words[1] if words and words[0] in ("play", "jump") else None


def value(card: str) -> int:
    """Return the points of a card in a hand."""
    if card in WILDS:
        return 50
    return int(card[1]) if card[1].isdigit() else 20


def inv_UNO_1(moment: Moment) -> None:
    """INV-UNO-1: pile, discards and hands are the pack, kind by kind (112, 109, 108 cards)."""
    if not is_dealt(moment.after):
        return
    lying = moment.after.pile[: moment.after.rest] + moment.after.discard[: moment.after.discards]
    cards = Counter(moment.game.cards[card] for card in lying)
    for seat in range(moment.players):
        held = hand(moment, moment.after, seat)
        assert held.total() == moment.after.size[seat]
        cards += held
    assert cards == pack(moment)
    left_out = moment.options["custom"].count("none") if moment.game.id == "uno" else 4
    assert cards.total() == 112 - left_out


def inv_UNO_2(moment: Moment) -> None:
    """INV-UNO-2: the colour is that of the top card, or one of the four that was named."""
    assert moment.after.colour in range(4)
    if is_dealt(moment.after) and moment.after.top != UNKNOWN:
        top = moment.game.cards[moment.after.top]
        assert moment.after.discard[moment.after.discards - 1] == moment.after.top
        if top not in WILDS:
            assert "rygb"[moment.after.colour] == top[0]
        elif played_card(moment) == top:
            assert "rygb"[moment.after.colour] == moment.move.split()[2]


def inv_UNO_3(moment: Moment) -> None:
    """INV-UNO-3: a card played matches the colour, the number or symbol, or is a wild.

    A +2 that answers a debt matches as well: a +2 of any colour, or the colour of a wild +4.
    """
    card = played_card(moment)
    if card is None or card in WILDS:
        return
    top = moment.game.cards[moment.before.top]
    same_face = top not in WILDS and card[1:] == top[1:]
    assert card[0] == "rygb"[moment.before.colour] or same_face
    assert hand(moment, moment.before, moment.step.seat)[card] > 0


def inv_UNO_4(moment: Moment) -> None:
    """INV-UNO-4: the hand is over exactly when somebody has no card; nobody else has none.

    Exceptions: wilds thrown away (`dump_wilds`), and a last Shuffle Hands that is dealt again.
    """
    if not is_dealt(moment.after):
        return
    empty = [seat for seat in range(moment.players) if moment.after.size[seat] == 0]
    dumps = moment.game.id == "uno" and "dump_wilds" in moment.options["custom"]
    assert len(empty) <= 1 or dumps
    waits = moment.after.phase == RESHUFFLE and moment.after.back == HAND_OVER
    redeals = moment.after.phase == SHUFFLE_HANDS and moment.options.get("shuffle_last") == "redeal"
    ends = moment.after.phase in (DECK, OVER) and not moment.of("void")
    if not redeals:
        assert bool(empty) == (ends or waits)
    if moment.of("hand_won"):
        assert moment.of("hand_won")[0].seat in empty


def inv_UNO_5(moment: Moment) -> None:
    """INV-UNO-5: Shuffle Hands keeps the number of cards; the nearest to the left have one more."""
    if moment.due != "shuffle_hands":
        return
    sizes = moment.after.size[: moment.players]
    total = sum(moment.before.size)
    assert sum(sizes) == total
    player = moment.before.turn
    dealt = [sizes[(player + 1 + step) % moment.players] for step in range(moment.players)]
    assert dealt == [
        (total + moment.players - 1 - step) // moment.players for step in range(moment.players)
    ]
    assert max(sizes) - min(sizes) <= 1


def inv_UNO_6(moment: Moment) -> None:
    """INV-UNO-6: a play is one card less, a draw one more if there is one, a pass nothing.

    With house rules a draw may be more than one card, and a 0 gives all hands away.
    """
    seat, before, after = moment.step.seat, moment.before.size, moment.after.size
    if moment.of("hands_moved"):
        gone = [size - (other == seat) for other, size in enumerate(before)][: moment.players]
        way = moment.before.direction
        assert [after[(other + way) % moment.players] for other in range(moment.players)] == gone
    elif played_card(moment) is not None:
        assert after[seat] == before[seat] - 1
    elif moment.move == "draw":
        drawn = len(moment.of("drew"))
        assert after[seat] == before[seat] + drawn
        if moment.before.rest > 0:
            assert drawn == 1 or (drawn > 1 and moment.options["draw_rule"] == "until")
        else:
            assert drawn == 0
            assert (moment.after.phase == RESHUFFLE) == (moment.before.discards > 1)
    elif moment.move == "pass" or moment.move == "uno" or moment.move.startswith("name"):
        assert after == before
    elif moment.move.startswith("discard"):
        assert after[seat] == before[seat] - 1
    elif moment.move.startswith("swap"):
        other = int(moment.move.split()[1])
        assert (after[seat], after[other]) == (before[other], before[seat])
        assert sorted(after) == sorted(before)
    elif seat == CHANCE and moment.due == "reshuffle" and moment.before.back == 7:
        drawn = after[moment.before.drawer] - before[moment.before.drawer]
        assert drawn == 1 or (drawn > 1 and moment.options["draw_rule"] == "until")


def inv_UNO_7(moment: Moment) -> None:
    """INV-UNO-7: a hand won is worth the cards of all others, less than the whole pack."""
    if not moment.of("hand_won"):
        assert moment.after.points == moment.before.points
        return
    winner = moment.of("hand_won")[0].seat
    gains = [
        after - before
        for before, after in zip(moment.before.points, moment.after.points, strict=True)
    ]
    held = [
        sum(value(c) * n for c, n in hand(moment, moment.after, s).items())
        for s in range(moment.players)
    ]
    whole = 1440 if moment.game.id == "uno" else 1240
    assert 0 <= sum(held) < whole
    if moment.options["scoring"] == "hand":
        assert gains == [int(seat == winner) for seat in range(10)]
    elif moment.options["scoring"] == "lowest":
        assert gains[: moment.players] == held
        assert gains[winner] == 0
    else:
        assert gains == [sum(held) if seat == winner else 0 for seat in range(10)]


def inv_UNO_8(moment: Moment) -> None:
    """INV-UNO-8: of two players the same one moves again after skip, +2, reverse, wild +4.

    A reverse only with `reverse_two=skip`; a wild +4 that was not a bluff, or not challenged.
    """
    if moment.players > 2 or moment.after.phase in (DECK, OVER):
        return
    card = played_card(moment) or ""
    again = card[1:] in ("skip", "+2") or (
        card[1:] == "rev" and moment.options["reverse_two"] == "skip"
    )
    if moment.after.stacked:
        assert moment.after.turn != moment.step.seat
    elif again or (card == "wild+4" and moment.options["wd4"] == "strict"):
        assert moment.after.turn == moment.step.seat
    elif card[1:] == "rev":
        assert moment.after.turn != moment.step.seat
    if moment.of("accepted", "innocent"):
        assert moment.after.turn == moment.before.bluffer != moment.step.seat


def inv_UNO_direction(moment: Moment) -> None:
    """INV-UNO-8, its precondition: the direction is 1 or -1 and turns with every reverse only."""
    assert moment.after.direction in (1, -1)
    if moment.due is None and moment.after.phase not in (DECK, OVER):
        assert moment.after.direction == moment.before.direction * (-1) ** len(
            moment.of("reversed")
        )


def inv_UNO_stacking(moment: Moment) -> None:
    """HOUSE-UNO-1: the cards to draw add up, are asked for, and are drawn once (contract U12)."""
    card = played_card(moment) or ""
    worth = {"wild+4": 4}.get(card, 2 if card[1:] == "+2" else 0)
    if moment.after.phase == ANSWER and moment.options["stacking"] != "none":
        assert moment.after.stacked > 0
        if worth:
            assert moment.after.stacked == moment.before.stacked + worth
            assert moment.after.turn == (moment.step.seat + moment.after.direction) % moment.players
        else:
            assert moment.after.stacked == moment.before.stacked
    else:
        assert moment.after.stacked == 0
    if moment.of("took_stack"):
        assert moment.of("took_stack")[0].a == moment.before.stacked
        assert len(moment.of("drew")) <= moment.before.stacked


def inv_UNO_hands(moment: Moment) -> None:
    """HOUSE-UNO-4: hands only change owner; nobody owes a call while a seat chooses a partner."""
    if moment.after.phase == SWAPPING:
        assert moment.after.debt == 0
        assert moment.after.size[moment.after.turn] > 0
    if moment.of("swapped", "hands_moved"):
        before = [hand(moment, moment.before, seat) for seat in range(moment.players)]
        if moment.of("hands_moved"):
            before[moment.step.seat][played_card(moment) or ""] -= 1
        after = [hand(moment, moment.after, seat) for seat in range(moment.players)]
        by_size = sorted([sorted((+cards).elements()) for cards in before])
        assert sorted([sorted(cards.elements()) for cards in after]) == by_size


def inv_UNO_jump(moment: Moment) -> None:
    """HOUSE-UNO-5: a jump is the card on top, by a seat that was not on turn."""
    if moment.move.startswith("jump"):
        assert moment.options["jump_in"]
        assert moment.before.phase == TURN
        assert moment.step.seat != moment.before.turn
        assert moment.game.cards[moment.before.top] == played_card(moment)


def inv_UNO_must_play(moment: Moment) -> None:
    """HOUSE-UNO-3: where a seat must play, a draw shows that it could not."""
    if moment.options["must_play"] and moment.move == "draw":
        for card in hand(moment, moment.before, moment.step.seat):
            top = moment.game.cards[moment.before.top]
            same = top not in WILDS and card[1:] == top[1:]
            assert card == "wild+4" or card not in WILDS
            assert card == "wild+4" or not (card[0] == "rygb"[moment.before.colour] or same)


BOTH_INVARIANTS = (
    inv_UNO_1, inv_UNO_2, inv_UNO_3, inv_UNO_4, inv_UNO_6, inv_UNO_7, inv_UNO_8,
    inv_UNO_direction, inv_UNO_stacking, inv_UNO_hands, inv_UNO_jump, inv_UNO_must_play,
)  # fmt: skip
INVARIANTS = (*BOTH_INVARIANTS, inv_UNO_5)
