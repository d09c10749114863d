"""From 1 to 10: my row of ten little doors, the rows of the others, what I am looking for."""

from mazziere.cli.terminal.canvas import Canvas, cut
from mazziere.cli.terminal.pictures.look import Look
from mazziere.cli.terminal.signs import AMBER, BACK, BLACK, INKS, LIGHT, MUTED, PAPER, SHADE
from mazziere.games.one_to_ten import PLACES

DOOR = 5


def draw(look: Look, canvas: Canvas) -> None:
    """Draw the table."""
    others = [(look.seat + step) % look.players for step in range(1, look.players)]
    rows = canvas.height - 8
    gap = 2 if len(others) * 2 <= rows else 1
    y = max(0, (rows - gap * len(others)) // 2)
    for seat in others:
        _row(look, canvas, seat, y)
        y += gap
    _my_row(look, canvas, canvas.height - 7)


def _just_seen(look: Look, seat: int) -> dict[int, int]:
    """The card that was uncovered in the last step and is covered again: by place."""
    return {
        event.b - 1: event.a
        for event in look.scene.last
        if look.kind(event) == "missed" and event.seat == seat
    }


def _name(look: Look, canvas: Canvas, seat: int, x: int, y: int) -> None:
    is_up, won = look.is_up(seat), seat in look.scene.winners
    sign = "▶ " if is_up else "♛ " if won else "  "
    style = f"bold {AMBER}" if is_up or won else f"bold {LIGHT}"
    canvas.put(x, y, sign + cut(look.names[seat], 9), style)


def _row(look: Look, canvas: Canvas, seat: int, y: int) -> None:
    """Somebody else's row, a line."""
    cards, seen = look.row("row")[seat], _just_seen(look, seat)
    x = max(0, (canvas.width - 52) // 2)
    _name(look, canvas, seat, x, y)
    for place, card in enumerate(cards):
        left = x + 12 + place * 4 if canvas.width >= 60 else x + 12 + place * 3
        if card >= 0:
            canvas.put(left, y, look.game.cards[card].rjust(2), f"bold {INKS[BLACK]} on {PAPER}")
        elif place in seen:
            text = look.game.cards[seen[place]].rjust(2)
            canvas.put(left, y, text, f"{INKS[BLACK]} on {SHADE}")
        else:
            canvas.put(left, y, "░░", f"#8d7f6a on {BACK}")
    canvas.put(x + (53 if canvas.width >= 60 else 43), y, f"{look.scene.scores[seat]:>2}", LIGHT)
    short = look.say("points_short")
    canvas.put(x + (56 if canvas.width >= 60 else 46), y, short, MUTED)


def _my_row(look: Look, canvas: Canvas, y: int) -> None:
    cards, found = look.row("row")[look.seat], look.row("found")[look.seat]
    seen = _just_seen(look, look.seat)
    x = max(1, (canvas.width - PLACES * DOOR) // 2)
    _name(look, canvas, look.seat, x - 1, y)
    text = look.say("all_found")
    if found < PLACES:
        text = look.say("looking", a=look.game.cards[found])
    points = f"{look.scene.scores[look.seat]} {look.say('points_short')}"
    canvas.put(x + 12, y, f"{points}   {text}", LIGHT)
    for place in range(PLACES):
        left = x + place * DOOR
        move = f"turn {place + 1}"
        legal = move if move in look.moves else None
        if cards[place] >= 0:
            canvas.card(left, y + 1, ["", look.game.cards[cards[place]], ""], BLACK, DOOR)
        elif place in seen:
            text = look.game.cards[seen[place]]
            canvas.card(left, y + 1, ["", text, ""], BLACK, DOOR, is_faint=True, move=legal)
        else:
            canvas.back(left, y + 1, DOOR, 3, "", legal)
        is_chosen = look.chosen == move
        style = f"bold {AMBER}" if is_chosen else MUTED
        canvas.middle(left, y + 6, DOOR, f"▴{place + 1}" if is_chosen else str(place + 1), style)
