"""The invariants of ROOKIE; the eighth, that every match ends, is in test_invariants."""

from mazziere.games.rookie.box import ASK, COVER_OR_SEEK, FIRST, PILES, SECOND, SEEK, STARTER
from tests.properties.invariants.moment import Fields, Moment

X = 5


def copies(moment: Moment) -> list[int]:
    """Return the number of copies of each kind in the pack."""
    each = 18 if moment.options["edition"] == "full" else 12
    return [each] * 5 + [0 if moment.options["mode"] == "kids" else each]


def on_table(s: Fields) -> list[int]:
    """Count the cards of each kind in the nine piles."""
    lying = [card for place in range(9) for card in s.table[place][: s.height[place]]]
    assert all(0 <= card < 6 for card in lying)
    return [lying.count(kind) for kind in range(6)]


def laid(s: Fields, seat: int) -> list[int]:
    """Count the cards of each kind on a seat's provisional piles."""
    return [sum(s.laid[seat * 3 + pile][kind] for pile in range(3)) for kind in range(6)]


def captured(moment: Moment, s: Fields) -> list[int]:
    """Count the cards of each kind that are in no other place: captured, or left over."""
    held = [on_table(s), s.hand, *(laid(s, seat) for seat in range(moment.players))]
    return [
        total - sum(place)
        for total, place in zip(copies(moment), zip(*held, strict=True), strict=True)
    ]


def is_laid_out(s: Fields) -> bool:
    """Tell whether the piles are laid out."""
    return bool(s.phase not in (STARTER, PILES))


def open_kinds(s: Fields) -> list[int]:
    """List the kinds that lie open."""
    return [s.table[place][s.height[place] - 1] for place in range(9) if s.open >> place & 1]


def inv_ROO_1(moment: Moment) -> None:
    """INV-ROO-1: table, hand, provisional piles and points are all cards; at the end all points.

    With `end_loot=strict`, or a partner spared, some may be left on provisional piles.
    """
    if not is_laid_out(moment.after):
        return
    homes = captured(moment, moment.after)
    assert min(homes) >= 0
    assert sum(homes) == sum(moment.after.points)
    assert moment.after.rest == on_table(moment.after)
    assert sum(moment.after.hand) == moment.after.in_hand
    if moment.is_over:
        assert sum(on_table(moment.after)) == sum(moment.after.hand) == 0
        spared = moment.options["mode"] == "team" and moment.options["spare_partner"]
        if moment.options["end_loot"] == "all" and not spared:
            assert sum(moment.after.points) == sum(copies(moment))


def inv_ROO_2(moment: Moment) -> None:
    """INV-ROO-2: of every kind an even number lies on the table, and so elsewhere."""
    if is_laid_out(moment.after):
        for kind, count in enumerate(on_table(moment.after)):
            assert count % 2 == 0
            assert (copies(moment)[kind] - count) % 2 == 0


def inv_ROO_3(moment: Moment) -> None:
    """INV-ROO-3: between turns nothing lies open, or one X and one to five different colours."""
    kinds = open_kinds(moment.after)
    assert len(set(kinds)) == len(kinds)
    if moment.after.phase == FIRST:
        assert not kinds
    if moment.after.phase == COVER_OR_SEEK:
        assert X in kinds
        assert 2 <= len(kinds) <= 6
    if moment.after.turn != moment.before.turn:
        asked = {ASK} if moment.options["capture"] == "manual" else set()
        assert moment.after.phase in {PILES, FIRST, COVER_OR_SEEK} | asked
    if moment.after.phase == SECOND:
        assert len(kinds) == 1


def inv_ROO_4(moment: Moment) -> None:
    """INV-ROO-4: with nine piles and nothing open two of the cards to be turned over match."""
    heights = moment.after.height
    gaps = [place for place in range(9) if moment.after.gaps >> place & 1]
    deep = [place for place in range(9) if moment.after.deep >> place & 1]
    assert gaps == [place for place in range(9) if heights[place] == 0]
    assert deep == [place for place in range(9) if heights[place] > 1]
    if is_laid_out(moment.after) and not gaps and not moment.after.open:
        tops = [moment.after.table[place][heights[place] - 1] for place in range(9)]
        assert any(tops.count(kind) > 1 for kind in range(6))


def inv_ROO_5(moment: Moment) -> None:
    """INV-ROO-5: points never shrink, of no seat and of no kind."""
    for before, after in zip(moment.before.points, moment.after.points, strict=True):
        assert after >= before
    if is_laid_out(moment.before):
        pairs = zip(captured(moment, moment.before), captured(moment, moment.after), strict=True)
        assert all(after >= before for before, after in pairs)


def inv_ROO_6(moment: Moment) -> None:
    """INV-ROO-6: after a capture the three piles are empty, in a pool those three or more."""
    for told in moment.of("captured"):
        if moment.options["mode"] == "team" and moment.options["team_pool"]:
            team = (told.seat, (told.seat + moment.players // 2) % moment.players)
            empty = sum(
                moment.after.top[seat * 3 + pile] == -1 for seat in team for pile in range(3)
            )
            assert empty >= 3
        else:
            assert laid(moment.after, told.seat) == [0] * 6
            assert moment.after.top[told.seat * 3 : told.seat * 3 + 3] == [-1] * 3


def inv_ROO_7(moment: Moment) -> None:
    """INV-ROO-7: at most four seeks in a row find nothing, and with five colours open none does.

    A new card after a pair that leaves only the X open does not count.
    """
    misses = moment.memory.get("misses", 0)
    if moment.of("found", "covered"):
        misses = 0
    elif moment.of("left_open") and moment.before.phase in (COVER_OR_SEEK, SEEK):
        misses += len(open_kinds(moment.before)) > 1
    assert misses <= 4
    if len(open_kinds(moment.before)) == 6 and moment.move.startswith("flip"):
        assert moment.of("found")
    moment.memory["misses"] = misses


def inv_ROO_9(moment: Moment) -> None:
    """INV-ROO-9: without gifts everybody's uncaptured cards are even in number for each kind."""
    if moment.options["mode"] == "normal":
        for seat in range(moment.players):
            in_hand = moment.after.hand if seat == moment.after.actor else [0] * 6
            held = zip(laid(moment.after, seat), in_hand, strict=True)
            assert all((lies + waits) % 2 == 0 for lies, waits in held)


INVARIANTS = (
    inv_ROO_1, inv_ROO_2, inv_ROO_3, inv_ROO_4, inv_ROO_5, inv_ROO_6, inv_ROO_7, inv_ROO_9,
)  # fmt: skip
