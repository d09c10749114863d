"""The terminal of "from 1 to 10": my row, the rows of the others, and the card I look for."""

from mazziere.drawing.canvas import Canvas, cut
from mazziere.drawing.inks import (
    AMBER,
    BACK,
    BLACK,
    INKS,
    LIGHT,
    MUTED,
    PAPER,
    SHADE,
    UNKNOWN,
    Face,
)
from mazziere.drawing.scene import Scene
from mazziere.drawing.sketches import marks, seat_lines
from mazziere.games.one_to_ten.box import PLACES
from mazziere.games.one_to_ten.picture import Picture
from mazziere.kernel.picture import Card

CARD_WIDTH = 5

GameScene = Scene[Picture]


# The drawing


def draw(scene: GameScene, canvas: Canvas) -> None:
    """Draw the table."""
    others = [(scene.seat + step) % scene.players for step in range(1, scene.players)]
    rows = canvas.height - 8
    gap = 2 if len(others) * 2 <= rows else 1
    y = max(0, (rows - gap * len(others)) // 2)
    for seat in others:
        _draw_row(scene, canvas, seat, y)
        y += gap
    _draw_my_row(scene, canvas, canvas.height - 7)


def _is_face_up(card: Card) -> bool:
    return card is not None and card != UNKNOWN


def _just_covered(scene: GameScene, seat: int) -> dict[int, str]:
    """Return the card that the last step uncovered and covered again, by place."""
    return {
        event.b - 1: scene.game.cards[event.a]
        for event in scene.last
        if scene.kind(event) == "missed" and event.seat == seat
    }


def _draw_name(scene: GameScene, canvas: Canvas, seat: int, left: int, top: int) -> None:
    is_up, won = scene.is_up(seat), seat in scene.winners
    sign = "▶ " if is_up else "♛ " if won else "  "
    style = f"bold {AMBER}" if is_up or won else f"bold {LIGHT}"
    canvas.put(left, top, sign + cut(scene.names[seat], 9), style)


def _draw_row(scene: GameScene, canvas: Canvas, seat: int, top: int) -> None:
    """Draw another player's row in one line."""
    is_wide = canvas.width >= 60
    covered = _just_covered(scene, seat)
    x = max(0, (canvas.width - 52) // 2)
    _draw_name(scene, canvas, seat, x, top)
    for place, card in enumerate(scene.picture.rows[seat]):
        left = x + 12 + place * (4 if is_wide else 3)
        if _is_face_up(card):
            canvas.put(left, top, str(card).rjust(2), f"bold {INKS[BLACK]} on {PAPER}")
        elif place in covered:
            canvas.put(left, top, covered[place].rjust(2), f"{INKS[BLACK]} on {SHADE}")
        else:
            canvas.put(left, top, "░░", f"#8d7f6a on {BACK}")
    canvas.put(x + (53 if is_wide else 43), top, f"{scene.picture.scores[seat]:>2}", LIGHT)
    canvas.put(x + (56 if is_wide else 46), top, scene.say("points_short"), MUTED)


def _draw_my_row(scene: GameScene, canvas: Canvas, top: int) -> None:
    seen = scene.picture
    cards, covered = seen.rows[scene.seat], _just_covered(scene, scene.seat)
    x = max(1, (canvas.width - PLACES * CARD_WIDTH) // 2)
    _draw_name(scene, canvas, scene.seat, x - 1, top)
    points = f"{seen.scores[scene.seat]} {scene.say('points_short')}"
    canvas.put(x + 12, top, f"{points}   {_wanted(scene) or scene.say('all_found')}", LIGHT)
    for place in range(PLACES):
        left = x + place * CARD_WIDTH
        move = f"turn {place + 1}"
        legal = move if move in scene.moves else None
        if _is_face_up(cards[place]):
            canvas.card(left, top + 1, ["", str(cards[place]), ""], BLACK, CARD_WIDTH)
        elif place in covered:
            lines = ["", covered[place], ""]
            canvas.card(left, top + 1, lines, BLACK, CARD_WIDTH, is_faint=True, move=legal)
        else:
            canvas.back(left, top + 1, CARD_WIDTH, 3, "", legal)
        is_chosen = scene.chosen == move
        style = f"bold {AMBER}" if is_chosen else MUTED
        text = f"▴{place + 1}" if is_chosen else str(place + 1)
        canvas.middle(left, top + 6, CARD_WIDTH, text, style)


def _wanted(scene: GameScene) -> str | None:
    """Say which card the person looks for, None if all are found."""
    found = scene.picture.found[scene.seat]
    return scene.say("looking", a=scene.game.cards[found]) if found < PLACES else None


# Words


def sketch(scene: GameScene) -> list[str]:
    """Describe the table in a few lines."""
    seen = scene.picture

    def columns(seat: int) -> list[str]:
        row = seen.rows[seat]
        cards = " ".join(str(card).rjust(2) if _is_face_up(card) else "··" for card in row)
        turn = marks(scene, [("turn", seat == seen.turn)])
        return [cards, f"{scene.say('found')} {seen.found[seat]}", turn]

    wanted = _wanted(scene)
    return seat_lines(scene, columns) + ([f"  {wanted}"] if wanted else [])


def face(card: str) -> Face:
    """Return the face of a card."""
    return Face(card, "", BLACK)


def card_words(scene: GameScene, card: str) -> str:
    """Return a card in words."""
    return scene.card_words(card)


def move_words(scene: GameScene, move: str) -> str:
    """Return a move in words."""
    return scene.say_move("turn", place=move.split()[1])
