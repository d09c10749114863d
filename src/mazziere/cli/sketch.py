"""A few readable lines of what a seat sees, drawn from its glance and from nothing else."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from mazziere.cli.terminal.words import catalogue
from mazziere.kernel.engine import members
from mazziere.kernel.game import Game


class Eye(NamedTuple):
    """Who looks, at what, and in which language."""

    game: Game
    glance: Any  # the record of the seat's glance
    seat: int
    names: Sequence[str]
    say: Mapping[str, str]

    def number(self, name: str) -> int:
        """A field that is one number."""
        return int(self.glance[name])

    def row(self, name: str) -> list[Any]:
        """A field that is a row, or rows, of numbers."""
        listed: list[Any] = self.glance[name].tolist()
        return listed

    def card(self, card: int) -> str:
        """A card, `?` if it is hidden, `-` if there is none."""
        if card == -1:
            return "-"
        return self.game.cards[card] if 0 <= card < len(self.game.cards) else "?"

    def cards(self, bits: int) -> str:
        """A set of cards."""
        return " ".join(self.card(card) for card in members(bits))


def sketch(game: Game, glance: Any, seat: int, names: Sequence[str], lang: str) -> list[str]:
    """Return the lines of a seat's view."""
    return _VIEWS[game.id](Eye(game, glance, seat, names, catalogue(lang)["table"]))


def _seats(eye: Eye, columns: Callable[[int], list[str]]) -> list[str]:
    """A line for each seat with aligned columns."""
    rows = [[eye.names[seat], *columns(seat)] for seat in range(eye.number("players"))]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        (
            "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _marks(eye: Eye, marks: Sequence[tuple[str, bool]]) -> str:
    return ", ".join(eye.say[name] for name, holds in marks if holds)


def _dieci(eye: Eye) -> list[str]:
    from mazziere.games.dieci.constants import ANSWER

    purse, card, say = eye.row("purse"), eye.row("card"), eye.say
    answering = eye.number("phase") == ANSWER
    mover = eye.number("asked") if answering else eye.number("turn")

    def columns(seat: int) -> list[str]:
        out = not eye.number("in_round") >> seat & 1
        marks = (("out", out), ("dealer", seat == eye.number("dealer")), ("turn", seat == mover))
        held = f"{say['card']} {eye.card(card[seat])}"
        return [f"{say['tokens']} {purse[seat]}", held, _marks(eye, marks)]

    lines = _seats(eye, columns)
    if answering and mover == eye.seat:
        lines.append("  " + say["asks"].format(name=eye.names[eye.number("turn")]))
    return lines


def _yooloo(eye: Eye) -> list[str]:
    from mazziere.games.yooloo import BASE, SHOWDOWN, STACKING

    say, phase, done = eye.say, eye.number("phase"), eye.number("rounds")
    points, total, pile = eye.row("points"), eye.row("total"), eye.row("pile")
    lines = []
    if eye.number("games") > 1:
        lines.append("  " + say["game"].format(a=eye.number("ended") + 1, b=eye.number("games")))
    if phase == SHOWDOWN:
        lines.append("  " + say["showdown"])
    elif phase != STACKING and done < len(pile):
        parked = [eye.card(pile[place]) for place in range(done - eye.number("parked"), done)]
        more = f"  ({say['parked']}: {' '.join(parked)})" if parked else ""
        prize = f"{say['prize']}: {eye.card(pile[done])}{more}"
        lines.append(f"  {say['round'].format(a=done + 1)}. {prize}")

    def columns(seat: int) -> list[str]:
        own = str(points[seat]) if points[seat] >= 0 else say["secret"]
        waits = bool(eye.number("waiting") >> seat & 1)
        before = [str(total[seat])] if eye.number("games") > 1 else []
        return [f"{say['points']} {' + '.join([*before, own])}", _marks(eye, [("turn", waits)])]

    lines += _seats(eye, columns)
    if eye.number("variant") == BASE and phase == STACKING:
        stack = [eye.card(card) for card in eye.row("stack")[eye.seat] if card >= 0]
        lines.append(f"  {say['stack']}: {' '.join(stack) or '-'}")
    lines.append(f"  {say['hand']}: {eye.cards(eye.row('hand')[eye.seat])}")
    return lines


def _one_to_ten(eye: Eye) -> list[str]:
    row, found, say = eye.row("row"), eye.row("found"), eye.say

    def columns(seat: int) -> list[str]:
        cards = " ".join("··" if card < 0 else eye.card(card).rjust(2) for card in row[seat])
        turn = _marks(eye, [("turn", seat == eye.number("turn"))])
        return [cards, f"{say['found']} {found[seat]}", turn]

    lines = _seats(eye, columns)
    if found[eye.seat] < len(eye.game.cards):
        lines.append("  " + say["looking"].format(a=eye.game.cards[found[eye.seat]]))
    return lines


def _rookie(eye: Eye) -> list[str]:
    height, table, say = eye.row("height"), eye.row("table"), eye.say
    cells = []
    for place in range(9):
        is_open = eye.number("open") >> place & 1
        card = eye.card(table[place][height[place] - 1]) if is_open else " "
        cells.append(
            f"[{place + 1}] {height[place]:>2} {card}" if height[place] else f"[{place + 1}]  - "
        )
    lines = [
        "  " + "   ".join(cell.ljust(9) for cell in cells[i : i + 3]).rstrip() for i in (0, 3, 6)
    ]
    top, laid, points = eye.row("top"), eye.row("laid"), eye.row("points")

    def columns(seat: int) -> list[str]:
        piles = []
        for pile in range(3 * seat, 3 * seat + 3):
            kinds = "".join(eye.card(kind) * n for kind, n in enumerate(laid[pile]) if n)
            piles.append(f"{eye.card(top[pile])}({kinds})" if kinds else "-")
        turn = _marks(eye, [("turn", seat == eye.number("actor"))])
        return [f"{say['points']} {points[seat]}", f"{say['piles']} {'  '.join(piles)}", turn]

    lines += _seats(eye, columns)
    if eye.number("in_hand"):
        held = " ".join(eye.card(kind) for kind, n in enumerate(eye.row("hand")) for _ in range(n))
        lines.append(f"  {say['in_hand']}: {held}")
    return lines


def _uno(eye: Eye) -> list[str]:
    from mazziere.games.uno.constants import ANSWER, DRAWN

    say, phase = eye.say, eye.number("phase")
    colour = eye.game.colours[eye.number("colour")] if eye.number("colour") >= 0 else "-"
    turns = say["clockwise" if eye.number("direction") > 0 else "anticlockwise"]
    head = f"{say['top']}: {eye.card(eye.number('top'))}, {say['colour']} {colour}"
    lines = [f"  {head}; {turns}; {say['draw_pile']} {eye.number('rest')}"]
    size, points = eye.row("size"), eye.row("points")

    def columns(seat: int) -> list[str]:
        owes = bool(eye.number("debt") >> seat & 1)
        marks = (("dealer", seat == eye.number("dealer")), ("call", owes))
        turn = ("turn", seat == eye.number("turn"))
        cards = f"{size[seat]:>2} {say['cards']}"
        return [cards, f"{say['points']} {points[seat]}", _marks(eye, (*marks, turn))]

    lines += _seats(eye, columns)
    if phase == ANSWER:
        lines.append("  " + say["wild4"].format(name=eye.names[eye.number("bluffer")]))
    sets = eye.row("hand")[eye.seat]
    held = [eye.card(card) for card in members(sets[0]) for bits in sets if bits >> card & 1]
    lines.append(f"  {say['hand']}: {' '.join(held)}")
    if phase == DRAWN and eye.seat == eye.number("turn"):
        lines[-1] += f"  ({say['drawn']}: {eye.card(eye.number('drawn'))})"
    return lines


_VIEWS: dict[str, Callable[[Eye], list[str]]] = {
    "yooloo": _yooloo,
    "one_to_ten": _one_to_ten,
    "rookie": _rookie,
    "uno": _uno,
    "uno_h2o": _uno,
    "dieci": _dieci,
}
