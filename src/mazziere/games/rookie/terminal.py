"""ROOKIE in a terminal: the square of nine piles, everybody's three piles, the cards to be laid."""

from mazziere.drawing.canvas import Canvas
from mazziere.drawing.inks import (
    AMBER,
    BACK,
    BLACK,
    BLUE,
    GLOWS,
    GREEN,
    INKS,
    LIGHT,
    MUTED,
    PAPER,
    PINK,
    RED,
    SHADE,
    YELLOW,
    Face,
)
from mazziere.drawing.plates import Line, draw_plates, head_rows, mine
from mazziere.drawing.scene import Scene
from mazziere.drawing.sketches import marks, seat_lines
from mazziere.games.rookie.picture import Picture, Pile, Provisional

PILE_WIDTH = 5
MINE_ROWS = 4
SHOWN_IN_HAND = 6  # cards in hand that are drawn; of the others the number
FACES = {
    "R": Face("●", "", RED),
    "G": Face("▲", "", GREEN),
    "B": Face("■", "", BLUE),
    "Y": Face("★", "", YELLOW),
    "P": Face("◆", "", PINK),
    "X": Face("X", "", BLACK),
}

GameScene = Scene[Picture]


# The drawing


def draw(scene: GameScene, canvas: Canvas) -> None:
    """Draw the table."""
    kids = scene.options["mode"] == "kids"
    bottom = canvas.height - (1 if kids else MINE_ROWS)
    draw_plates(
        scene, canvas, bottom, lambda seat: _line(scene, seat), lambda seat: _mark(scene, seat)
    )
    _draw_square(scene, canvas, head_rows(scene, canvas), bottom)
    home = scene.say("home", n=scene.picture.scores[scene.seat])
    note: Line = [(f"  {home}", f"bold {LIGHT}")]
    if not kids:
        note.append((f"   {scene.say('my_piles')}:", MUTED))
    mine(scene, canvas, bottom, note)
    if not kids:
        _draw_hand(scene, canvas, _draw_my_piles(scene, canvas, bottom + 1), bottom + 1)


def _partner(scene: GameScene) -> int:
    """Return the seat opposite."""
    return (scene.seat + scene.players // 2) % scene.players


def _mark(scene: GameScene, seat: int) -> str:
    if scene.options["mode"] == "team" and seat == _partner(scene):
        return f"({scene.say('partner')})"
    return ""


def _line(scene: GameScene, seat: int) -> Line:
    """Return the points, and the top cards and heights of the three piles."""
    line: Line = [(str(scene.picture.scores[seat]), f"bold {LIGHT}")]
    if scene.options["mode"] == "kids":
        return [*line, (f" {scene.say('points_short')}", MUTED)]
    for pile in scene.picture.laid[seat]:
        line.append(("  ", MUTED))
        line += _pile(pile)
    return line


def _pile(pile: Provisional) -> Line:
    if pile.top is None:
        return [("·", MUTED)]
    shown = face(pile.top)
    return [(shown.label, f"bold {GLOWS[shown.ink]}"), (str(sum(pile.cards.values())), MUTED)]


def _just_covered(scene: GameScene) -> dict[int, str]:
    """Return the cards, by place, that were turned over and covered again in the last step."""
    if not any(scene.kind(event) == "covered" for event in scene.last):
        return {}
    steps = scene.heard[-2:]
    cards = scene.game.cards
    return {e.b: cards[e.a] for step in steps for e in step if scene.kind(e) == "flipped"}


def _draw_square(scene: GameScene, canvas: Canvas, top: int, bottom: int) -> None:
    """Draw the nine piles with their numbers and heights; open cards face up."""
    width = PILE_WIDTH if canvas.width < 80 else PILE_WIDTH + 2
    tall = (bottom - top) // 3
    rows = 1 if tall < 4 else 2
    left = (canvas.width - 3 * (width + 1)) // 2
    spare = bottom - top - 3 * (rows + 2)
    y = top + (spare // 2 if spare > 0 else max(-1, spare))  # in a low window without the gap above
    covered = _just_covered(scene)
    for place, pile in enumerate(scene.picture.piles):
        x, row = left + place % 3 * (width + 1), y + place // 3 * (rows + 2)
        move = f"flip {place + 1}"
        if not pile.height:
            canvas.gap(x, row, width, rows, str(place + 1))
            continue
        card = covered.get(place) if pile.open is None else pile.open
        click = move if move in scene.moves else None
        if card is not None:
            shown = face(card)
            lines = [shown.label] if rows == 1 else [shown.label, f"{place + 1}"]
            is_faint = pile.open is None
            canvas.card(x, row, lines, shown.ink, width, is_faint=is_faint, move=click)
        else:
            canvas.back(x, row, width, rows, str(place + 1), click)
        canvas.put(x + width - 3, row + rows + 1, f"{pile.height:>2}", _height_style(pile, card))
        if scene.chosen == move:
            canvas.put(x - 1, row + 1, "▸", f"bold {AMBER}")


def _height_style(pile: Pile, card: str | None) -> str:
    """Return the style of a pile's height, on the background below it."""
    if card is None:
        return f"{LIGHT} on {BACK}"
    return f"#6b5f4e on {PAPER if pile.open is not None else SHADE}"


def _draw_my_piles(scene: GameScene, canvas: Canvas, top: int) -> int:
    """Draw the person's three piles and mark the target of the chosen move; return the next x."""
    x = 3
    target = (scene.chosen or "").split()
    for number, pile in enumerate(scene.picture.laid[scene.seat], 1):
        pointed = target[:1] == ["place"] and target[-1:] == [str(number)]
        if pile.top is not None:
            shown = face(pile.top)
            move = _lay_on(scene, number)
            canvas.card(x, top, [shown.label], shown.ink, 7, move=move, is_chosen=pointed)
            under = "".join(face(card).label * n for card, n in pile.cards.items())
            canvas.put(x + 1, top + 2, f"{under[:5]:─<5}", f"#8d7f6a on {PAPER}")
        else:
            canvas.gap(x, top, 7, 1, str(number))
        if pointed:
            canvas.put(x - 1, top + 1, "▸", f"bold {AMBER}")
        x += 9
    return x


def _draw_hand(scene: GameScene, canvas: Canvas, left: int, top: int) -> None:
    """Draw the cards that have to be laid."""
    held = scene.picture.in_hand
    if not held:
        return
    canvas.put(left + 1, top, f"{scene.say('in_hand')}:", MUTED)
    for card in held[:SHOWN_IN_HAND]:
        shown = face(card)
        canvas.put(left + 1, top + 1, f" {shown.label} ", f"bold {INKS[shown.ink]} on {PAPER}")
        left += 4
    if len(held) > SHOWN_IN_HAND:
        canvas.put(left + 1, top + 1, f"+{len(held) - SHOWN_IN_HAND}", MUTED)


def _lay_on(scene: GameScene, number: int) -> str | None:
    """Return the move of a click on an own pile: with the chosen card, or the first."""
    chosen = (scene.chosen or "").split()
    if chosen[:1] == ["place"]:
        wanted = f"place {chosen[1]} {number}"
        if wanted in scene.moves:
            return wanted
    ending = f" {number}"
    return next((m for m in scene.moves if m.startswith("place") and m.endswith(ending)), None)


# Words


def sketch(scene: GameScene) -> list[str]:
    """Describe the table in a few lines."""
    seen = scene.picture
    cells = [
        f"[{place}] {pile.height:>2} {pile.open or ' '}" if pile.height else f"[{place}]  - "
        for place, pile in enumerate(seen.piles, 1)
    ]
    lines = [
        "  " + "   ".join(cell.ljust(9) for cell in cells[i : i + 3]).rstrip() for i in (0, 3, 6)
    ]

    def columns(seat: int) -> list[str]:
        piles = "  ".join(map(_pile_words, seen.laid[seat]))
        turn = marks(scene, [("turn", seat == seen.actor)])
        points = f"{scene.say('points')} {seen.scores[seat]}"
        return [points, f"{scene.say('piles')} {piles}", turn]

    lines += seat_lines(scene, columns)
    if seen.in_hand:
        lines.append(f"  {scene.say('in_hand')}: {' '.join(seen.in_hand)}")
    return lines


def _pile_words(pile: Provisional) -> str:
    cards = "".join(card * n for card, n in pile.cards.items())
    return f"{pile.top}({cards})" if cards else "-"


def face(card: str) -> Face:
    """Return the face of a card."""
    return FACES[card]


def card_words(scene: GameScene, card: str) -> str:
    """Return a card in words, with the sign of its colour."""
    text = scene.card_words(card)
    return text if card == "X" else f"{text} {FACES[card].label}"


def move_words(scene: GameScene, move: str) -> str:
    """Return a move in words."""
    verb, *rest = move.split()
    if verb == "flip":
        return scene.say_move("flip", place=rest[0])
    if verb in ("place", "give"):
        card, place = rest
        partner = scene.name(_partner(scene))
        return scene.say_move(verb, card=card_words(scene, card), place=place, name=partner)
    if verb == "rob":
        return scene.say_move("rob", name=scene.name(int(rest[0])))
    return scene.say_move(verb)
