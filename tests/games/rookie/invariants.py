"""The invariants of ROOKIE; the eighth, that every match ends, is in test_invariants."""

from mazziere.games.rookie.box import ASK, COVER_OR_SEEK, FIRST, PILES, SECOND, SEEK, STARTER
from tests.properties.invariants.moment import Fields, Moment

X = 5


def copies(m: Moment) -> list[int]:
    """Return the number of copies of each kind in the pack."""
    each = 18 if m.options["edition"] == "full" else 12
    return [each] * 5 + [0 if m.options["mode"] == "kids" else each]


def on_table(s: Fields) -> list[int]:
    """Count the cards of each kind in the nine piles."""
    lying = [card for place in range(9) for card in s.table[place][: s.height[place]]]
    assert all(0 <= card < 6 for card in lying)
    return [lying.count(kind) for kind in range(6)]


def laid(s: Fields, seat: int) -> list[int]:
    """Count the cards of each kind on a seat's provisional piles."""
    return [sum(s.laid[seat * 3 + pile][kind] for pile in range(3)) for kind in range(6)]


def captured(m: Moment, s: Fields) -> list[int]:
    """Count the cards of each kind that are in no other place: captured, or left over."""
    held = [on_table(s), s.hand, *(laid(s, seat) for seat in range(m.players))]
    return [
        total - sum(place) for total, place in zip(copies(m), zip(*held, strict=True), strict=True)
    ]


def is_laid_out(s: Fields) -> bool:
    """Tell whether the piles are laid out."""
    return bool(s.phase not in (STARTER, PILES))


def open_kinds(s: Fields) -> list[int]:
    """List the kinds that lie open."""
    return [s.table[place][s.height[place] - 1] for place in range(9) if s.open >> place & 1]


def inv_ROO_1(m: Moment) -> None:
    """INV-ROO-1: table, hand, provisional piles and points are all cards; at the end all points.

    With `end_loot=strict`, or a partner spared, some may be left on provisional piles.
    """
    if not is_laid_out(m.after):
        return
    homes = captured(m, m.after)
    assert min(homes) >= 0
    assert sum(homes) == sum(m.after.points)
    assert m.after.rest == on_table(m.after)
    assert sum(m.after.hand) == m.after.in_hand
    if m.is_over:
        assert sum(on_table(m.after)) == sum(m.after.hand) == 0
        spared = m.options["mode"] == "team" and m.options["spare_partner"]
        if m.options["end_loot"] == "all" and not spared:
            assert sum(m.after.points) == sum(copies(m))


def inv_ROO_2(m: Moment) -> None:
    """INV-ROO-2: of every kind an even number lies on the table, and so elsewhere."""
    if is_laid_out(m.after):
        for kind, count in enumerate(on_table(m.after)):
            assert count % 2 == 0
            assert (copies(m)[kind] - count) % 2 == 0


def inv_ROO_3(m: Moment) -> None:
    """INV-ROO-3: between turns nothing lies open, or one X and one to five different colours."""
    kinds = open_kinds(m.after)
    assert len(set(kinds)) == len(kinds)
    if m.after.phase == FIRST:
        assert not kinds
    if m.after.phase == COVER_OR_SEEK:
        assert X in kinds
        assert 2 <= len(kinds) <= 6
    if m.after.turn != m.before.turn:
        asked = {ASK} if m.options["capture"] == "manual" else set()
        assert m.after.phase in {PILES, FIRST, COVER_OR_SEEK} | asked
    if m.after.phase == SECOND:
        assert len(kinds) == 1


def inv_ROO_4(m: Moment) -> None:
    """INV-ROO-4: with nine piles and nothing open two of the cards to be turned over match."""
    heights = m.after.height
    gaps = [place for place in range(9) if m.after.gaps >> place & 1]
    deep = [place for place in range(9) if m.after.deep >> place & 1]
    assert gaps == [place for place in range(9) if heights[place] == 0]
    assert deep == [place for place in range(9) if heights[place] > 1]
    if is_laid_out(m.after) and not gaps and not m.after.open:
        tops = [m.after.table[place][heights[place] - 1] for place in range(9)]
        assert any(tops.count(kind) > 1 for kind in range(6))


def inv_ROO_5(m: Moment) -> None:
    """INV-ROO-5: points never shrink, of no seat and of no kind."""
    for before, after in zip(m.before.points, m.after.points, strict=True):
        assert after >= before
    if is_laid_out(m.before):
        pairs = zip(captured(m, m.before), captured(m, m.after), strict=True)
        assert all(after >= before for before, after in pairs)


def inv_ROO_6(m: Moment) -> None:
    """INV-ROO-6: after a capture the three piles are empty, in a pool those three or more."""
    for told in m.of("captured"):
        if m.options["mode"] == "team" and m.options["team_pool"]:
            team = (told.seat, (told.seat + m.players // 2) % m.players)
            empty = sum(m.after.top[seat * 3 + pile] == -1 for seat in team for pile in range(3))
            assert empty >= 3
        else:
            assert laid(m.after, told.seat) == [0] * 6
            assert m.after.top[told.seat * 3 : told.seat * 3 + 3] == [-1] * 3


def inv_ROO_7(m: Moment) -> None:
    """INV-ROO-7: at most four seeks in a row find nothing, and with five colours open none does.

    Not counted is a new card after a pair that has left nothing but the X open.
    """
    misses = m.memory.get("misses", 0)
    if m.of("found", "covered"):
        misses = 0
    elif m.of("left_open") and m.before.phase in (COVER_OR_SEEK, SEEK):
        misses += len(open_kinds(m.before)) > 1
    assert misses <= 4
    if len(open_kinds(m.before)) == 6 and m.move.startswith("flip"):
        assert m.of("found")
    m.memory["misses"] = misses


def inv_ROO_9(m: Moment) -> None:
    """INV-ROO-9: without gifts everybody's uncaptured cards are even in number for each kind."""
    if m.options["mode"] == "normal":
        for seat in range(m.players):
            in_hand = m.after.hand if seat == m.after.actor else [0] * 6
            held = zip(laid(m.after, seat), in_hand, strict=True)
            assert all((lies + waits) % 2 == 0 for lies, waits in held)


INVARIANTS = (
    inv_ROO_1, inv_ROO_2, inv_ROO_3, inv_ROO_4, inv_ROO_5, inv_ROO_6, inv_ROO_7, inv_ROO_9,
)  # fmt: skip
