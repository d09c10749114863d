"""UNO: the top card, the colour and the direction; the others with their cards; my fan."""

from mazziere.cli.terminal.canvas import Canvas, Held, fan, fan_rows
from mazziere.cli.terminal.pictures.look import Line, Look, draw_plates, head_rows, mine
from mazziere.cli.terminal.signs import AMBER, GLOWS, LIGHT, MUTED, colour_ink, colour_sign
from mazziere.games.uno.constants import ANSWER, DRAWN
from mazziere.games.uno.state import HAND
from mazziere.kernel.engine import members
from mazziere.rules import words

CARD = 9


def draw(look: Look, canvas: Canvas) -> None:
    """Draw the table."""
    bottom = canvas.height - fan_rows(canvas) - 1
    draw_plates(look, canvas, bottom, lambda seat: _line(look, seat), lambda s: _mark(look, s))
    _middle(look, canvas, head_rows(look, canvas), bottom)
    note: Line = [(f"  {look.row('size')[look.seat]} {look.say('cards')}", MUTED)]
    if look.number("scoring") != HAND:
        note += _points(look, look.seat)
    if look.number("debt") >> look.seat & 1:
        note.append((f"  {look.say('call')}", f"bold {AMBER}"))
    if look.number("dealer") == look.seat:
        note.append((f"  {look.say('dealer')}", MUTED))
    if look.number("phase") == DRAWN and look.number("turn") == look.seat:
        drawn = look.face(look.number("drawn"))
        note += [
            (f"  {look.say('drawn')}: ", LIGHT),
            (drawn.short, f"bold {GLOWS[drawn.ink]}"),
        ]
    if look.number("phase") == ANSWER:
        name = look.names[look.number("bluffer")]
        note.append((f"   {look.say('wild4', name=name)}", AMBER))
    mine(look, canvas, bottom, note)
    fan(canvas, bottom + 1, _hand(look), lift=look.is_up(look.seat))


def _points(look: Look, seat: int) -> Line:
    return [(f"  {look.row('points')[seat]} {look.say('points_short')}", MUTED)]


def _line(look: Look, seat: int) -> Line:
    size = look.row("size")[seat]
    backs = 7 if look.number("scoring") == HAND else 1
    line: Line = [("▮" * min(size, backs), "#c9b58f"), (f" {size}", f"bold {LIGHT}")]
    if look.number("debt") >> seat & 1:
        return [(f"{size} ", f"bold {LIGHT}"), (look.say("call"), f"bold {AMBER}")]
    return line + (_points(look, seat) if look.number("scoring") != HAND else [])


def _mark(look: Look, seat: int) -> str:
    return "◇" if seat == look.number("dealer") else ""


def _middle(look: Look, canvas: Canvas, top: int, bottom: int) -> None:
    """The draw pile, the top card, the colour in play and the arrow of play."""
    rows = 5 if bottom - top >= 16 else 3 if bottom - top >= 9 else 2
    x = canvas.width // 2 - CARD - 1
    y = top + max(0, (bottom - top - rows - 5) // 2)
    if look.number("discards") == 0 and look.number("rest") == 0:
        canvas.gap(canvas.width // 2 - CARD // 2, y, CARD, rows)
        return
    draws = "draw" if "draw" in look.moves else None
    canvas.back(x, y, CARD, rows, str(look.number("rest")), draws)
    if look.number("discards"):
        shown = look.face(look.number("top"))
        lines = ["", shown.label, "", shown.sign, ""] if rows == 5 else [shown.label, shown.sign]
        lines += [""] * (rows - len(lines))
        canvas.card(x + CARD + 2, y, lines, shown.ink, CARD)
    below = y + rows + 2
    colour = look.number("colour")
    if colour >= 0 and look.number("discards"):
        letter = look.game.colours[colour]
        name = words(look.game.id, look.lang).colours[letter]
        glow = f"bold {GLOWS[colour_ink(letter)]}"
        canvas.middle(0, below, canvas.width, f"{colour_sign(letter)} {name}", glow)
    forward = look.number("direction") > 0
    way = look.say("clockwise" if forward else "anticlockwise")
    canvas.middle(0, below + 1, canvas.width, f"{'↻' if forward else '↺'} {way}", MUTED)
    if look.number("scoring") != HAND:
        target = look.say("target", a=look.number("target"))
        canvas.middle(0, below + 2, canvas.width, target, MUTED)


def _hand(look: Look) -> list[Held]:
    """The person's cards by colour and number, each with the move that a click makes."""
    sets = look.row("hand")[look.seat]
    cards = []
    for card in members(sets[0]):
        name = look.game.cards[card]
        moves = [move for move in look.moves if move.split()[1:2] == [name]]
        is_chosen = look.chosen is not None and look.chosen.split()[1:2] == [name]
        for bits in sets:
            if bits >> card & 1:
                cards.append(Held(look.face(card), moves[0] if moves else None, is_chosen))
    return cards
