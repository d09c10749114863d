"""ROOKIE: the square of nine piles, everybody's three piles, the cards to be laid."""

from mazziere.cli.terminal.canvas import Canvas
from mazziere.cli.terminal.pictures.look import Line, Look, draw_plates, head_rows, mine
from mazziere.cli.terminal.signs import AMBER, BACK, GLOWS, INKS, LIGHT, MUTED, PAPER, SHADE
from mazziere.games.rookie.constants import KIDS, PLACES, PROVISIONAL, TEAM

PILE = 5  # columns of a pile on the table
MINE_ROWS = 4


def draw(look: Look, canvas: Canvas) -> None:
    """Draw the table."""
    kids = look.number("mode") == KIDS
    bottom = canvas.height - (1 if kids else MINE_ROWS)
    draw_plates(look, canvas, bottom, lambda seat: _line(look, seat), lambda s: _mark(look, s))
    _square(look, canvas, head_rows(look, canvas), bottom)
    home = look.say("home", n=look.row("points")[look.seat])
    note: Line = [(f"  {home}", f"bold {LIGHT}")]
    if not kids:
        note.append((f"   {look.say('my_piles')}:", MUTED))
    mine(look, canvas, bottom, note)
    if not kids:
        _my_piles(look, canvas, bottom + 1)


def _mark(look: Look, seat: int) -> str:
    if look.number("mode") == TEAM and seat == (look.seat + look.players // 2) % look.players:
        return f"({look.say('partner')})"
    return ""


def _line(look: Look, seat: int) -> Line:
    """Points, and the top cards of the three piles with how many cards lie there."""
    line: Line = [(str(look.row("points")[seat]), f"bold {LIGHT}")]
    if look.number("mode") == KIDS:
        return [*line, (f" {look.say('points_short')}", MUTED)]
    for pile in range(PROVISIONAL * seat, PROVISIONAL * seat + PROVISIONAL):
        line.append(("  ", MUTED))
        line += _pile(look, pile)
    return line


def _pile(look: Look, pile: int) -> Line:
    top, size = look.row("top")[pile], sum(look.row("laid")[pile])
    if not size:
        return [("·", MUTED)]
    shown = look.face(top)
    return [(shown.label, f"bold {GLOWS[shown.ink]}"), (str(size), MUTED)]


def _just_seen(look: Look) -> dict[int, int]:
    """Cards that were turned over just now and are covered again: by place."""
    if not any(look.kind(event) == "covered" for event in look.scene.last):
        return {}
    steps = look.scene.heard[-2:]
    return {e.b: e.a for step in steps for e in step if look.kind(e) == "flipped"}


def _square(look: Look, canvas: Canvas, top: int, bottom: int) -> None:
    """Nine piles with their numbers and heights; open cards face up."""
    width = PILE if canvas.width < 80 else PILE + 2
    tall = (bottom - top) // 3
    rows = 1 if tall < 4 else 2
    left = (canvas.width - 3 * (width + 1)) // 2
    y = top + max(0, (bottom - top - 3 * (rows + 2)) // 2)
    height, table, seen = look.row("height"), look.row("table"), _just_seen(look)
    for place in range(PLACES):
        x, row = left + place % 3 * (width + 1), y + place // 3 * (rows + 2)
        move = f"flip {place + 1}" if f"flip {place + 1}" in look.moves else None
        if not height[place]:
            canvas.gap(x, row, width, rows, str(place + 1))
            continue
        is_open = look.number("open") >> place & 1
        card = table[place][height[place] - 1] if is_open else seen.get(place, -1)
        if card >= 0:
            shown = look.face(card)
            lines = [shown.label] if rows == 1 else [shown.label, f"{place + 1}"]
            canvas.card(x, row, lines, shown.ink, width, is_faint=not is_open, move=move)
        else:
            canvas.back(x, row, width, rows, str(place + 1), move)
        canvas.put(x + width - 3, row + rows + 1, f"{height[place]:>2}", _note(card, is_open))
        if look.chosen == f"flip {place + 1}":
            canvas.put(x - 1, row + 1, "▸", f"bold {AMBER}")


def _note(card: int, is_open: int) -> str:
    """The style of the height, on whatever it stands."""
    if card < 0:
        return f"{LIGHT} on {BACK}"
    return f"#6b5f4e on {PAPER if is_open else SHADE}"


def _my_piles(look: Look, canvas: Canvas, y: int) -> None:
    """The person's three piles, and the cards to be laid with the place they would go to."""
    x = 3
    target = (look.chosen or "").split()
    for number in range(1, PROVISIONAL + 1):
        pile = PROVISIONAL * look.seat + number - 1
        top, laid = look.row("top")[pile], look.row("laid")[pile]
        pointed = target[:1] == ["place"] and target[-1:] == [str(number)]
        move = _lay_on(look, number)
        if sum(laid):
            shown = look.face(top)
            canvas.card(x, y, [f"{shown.label}"], shown.ink, 7, move=move, is_chosen=pointed)
            under = "".join(look.face(kind).label * n for kind, n in enumerate(laid) if n)
            canvas.put(x + 1, y + 2, f"{under[:5]:─<5}", f"#8d7f6a on {PAPER}")
        else:
            canvas.gap(x, y, 7, 1, str(number))
        if pointed:
            canvas.put(x - 1, y + 1, "▸", f"bold {AMBER}")
        x += 9
    if look.number("in_hand"):
        canvas.put(x + 1, y, f"{look.say('in_hand')}:", MUTED)
        held = [kind for kind, n in enumerate(look.row("hand")) for _ in range(n)]
        for kind in held[:6]:
            shown = look.face(kind)
            canvas.put(x + 1, y + 1, f" {shown.label} ", f"bold {INKS[shown.ink]} on {PAPER}")
            x += 4
        if len(held) > 6:
            canvas.put(x + 1, y + 1, f"+{len(held) - 6}", MUTED)


def _lay_on(look: Look, number: int) -> str | None:
    """The move that a click on one's pile makes: the card pointed at, or the first."""
    chosen = (look.chosen or "").split()
    if chosen[:1] == ["place"]:
        wanted = f"place {chosen[1]} {number}"
        if wanted in look.moves:
            return wanted
    ending = f" {number}"
    return next((m for m in look.moves if m.startswith("place") and m.endswith(ending)), None)
