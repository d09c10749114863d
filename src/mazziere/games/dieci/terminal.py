"""DIECI in a terminal: all players with tokens and a card, the offer, the chain, my card."""

import re

from mazziere.drawing.canvas import Canvas
from mazziere.drawing.inks import (
    AMBER,
    BLUE,
    GLOWS,
    GREEN,
    INKS,
    LIGHT,
    MUTED,
    NO_TOKEN,
    PAPER,
    RED,
    TOKEN,
    UNKNOWN,
    Face,
)
from mazziere.drawing.plates import Line, draw_plates, head_rows, mine
from mazziere.drawing.scene import Scene
from mazziere.drawing.sketches import marks, seat_lines
from mazziere.games.dieci.picture import Picture

CARD_WIDTH = 18
SIGNS = {"10": "■", "9": "■ −●", "8": "■ −● ↶", "7": "■ »", "6": "■", "cat": "= 0000"}
"""The effect of a card: it blocks, costs a token, undoes a chain, lets the offer jump."""

GameScene = Scene[Picture]


# The drawing


def draw(scene: GameScene, canvas: Canvas) -> None:
    """Draw the table."""
    tall = canvas.height >= 22
    bottom = canvas.height - (6 if tall else 5)
    revealed = _revealed(scene)
    middle = draw_plates(
        scene,
        canvas,
        bottom,
        lambda seat: _line(scene, seat, revealed),
        lambda seat: "◇" if seat == scene.picture.dealer else "",
    )
    _draw_middle(scene, canvas, (head_rows(scene, canvas), bottom), middle)
    note: Line = [("  ", MUTED), *_tokens(scene, scene.seat)]
    if scene.picture.dealer == scene.seat:
        note.append((f"  {scene.say('dealer')}", MUTED))
    mine(scene, canvas, bottom, note + _offer(scene))
    _draw_my_card(scene, canvas, bottom + 1, revealed, tall)


def _draw_my_card(
    scene: GameScene, canvas: Canvas, top: int, revealed: dict[int, str], tall: bool
) -> None:
    card = _card(scene, scene.seat, revealed)
    x = (canvas.width - CARD_WIDTH) // 2
    if card is None or card == UNKNOWN:
        text = scene.say("out") if not scene.picture.tokens[scene.seat] else ""
        canvas.gap(x, top, CARD_WIDTH, 3 if tall else 2, text)
        return
    name = _bare_name(scene, card)
    name = "" if name == card else name
    sign = SIGNS.get(card, "")
    lines = [card, name, sign] if tall else [f"{card}  {sign}".strip(), name]
    keep = next((move for move in scene.moves if move in ("keep", "accept")), None)
    canvas.card(x, top, lines, face(card).ink, CARD_WIDTH, move=keep)


def _draw_middle(
    scene: GameScene, canvas: Canvas, rows: tuple[int, int], columns: tuple[int, int]
) -> None:
    """Draw the deck, and the running chain of swaps."""
    (top, bottom), (left, right) = rows, columns
    width = right - left
    y = top + max(0, (bottom - top - 6) // 2)
    draws = "draw" if "draw" in scene.moves else None
    if scene.picture.deck:
        canvas.back(left + (width - 10) // 2, y, 10, 1, str(scene.picture.deck), draws)
        canvas.middle(left, y + 3, width, f"{scene.say('deck')}   ↺", MUTED)
    chain = scene.picture.chain
    if chain:
        names = [scene.names[chain[0][0]], *(scene.names[taker] for _, taker in chain)]
        canvas.middle(left, y + 4, width, scene.say("chain"), MUTED)
        canvas.middle(left, y + 5, width, " → ".join(names[-3:]), GLOWS[BLUE])


def _tokens(scene: GameScene, seat: int) -> Line:
    left, whole = scene.picture.tokens[seat], int(scene.options["tokens"])
    if left > 9:
        return [(f"{TOKEN}{left}", AMBER)]
    return [(TOKEN * left, AMBER), (NO_TOKEN * max(0, whole - left), MUTED)]


def _revealed(scene: GameScene) -> dict[int, str]:
    """Return the cards that were compared in the last step, if the round has just ended."""
    cards = scene.game.cards
    return {event.seat: cards[event.a] for event in scene.last if scene.kind(event) == "revealed"}


def _card(scene: GameScene, seat: int, revealed: dict[int, str]) -> str | None:
    card = scene.picture.cards[seat]
    return revealed.get(seat, card or "") or None if card in (None, UNKNOWN) else card


def _line(scene: GameScene, seat: int, revealed: dict[int, str]) -> Line:
    card = _card(scene, seat, revealed)
    if not scene.picture.tokens[seat] and card in (None, UNKNOWN):
        return [(scene.say("out"), MUTED)]
    line: Line = [("    ", LIGHT)]
    if card == UNKNOWN:
        line = [("▒▒▒", "#8d7f6a"), (" ", LIGHT)]
    elif card is not None:
        line = [(f" {card} ", f"bold {INKS[face(card).ink]} on {PAPER}"), (" ", LIGHT)]
    return line + _tokens(scene, seat)


def _offer(scene: GameScene) -> Line:
    """Say who offers a swap to whom."""
    asked = scene.picture.asked
    if asked is None:
        return []
    passer = scene.names[scene.picture.turn]
    text = scene.say("asks_other", name=passer, other=scene.names[asked])
    if asked == scene.seat:
        text = scene.say("asks", name=passer)
    return [(f"   {text}", f"bold {AMBER}")]


# Words


def sketch(scene: GameScene) -> list[str]:
    """Describe the table in a few lines."""
    seen = scene.picture
    mover = seen.turn if seen.asked is None else seen.asked

    def columns(seat: int) -> list[str]:
        out = seat not in seen.in_round
        notes = (("out", out), ("dealer", seat == seen.dealer), ("turn", seat == mover))
        held = f"{scene.say('card')} {seen.cards[seat] or '-'}"
        return [f"{scene.say('tokens')} {seen.tokens[seat]}", held, marks(scene, notes)]

    lines = seat_lines(scene, columns)
    if seen.asked == scene.seat:
        lines.append("  " + scene.say("asks", name=scene.names[seen.turn]))
    return lines


def face(card: str) -> Face:
    """Return the face of a card."""
    ink = RED
    if card in ("10", "9", "8", "7", "6"):
        ink = GREEN
    elif card in ("5", "4", "3", "2", "1"):
        ink = BLUE
    return Face("=" if card == "cat" else card, "", ink)


def card_words(scene: GameScene, card: str) -> str:
    """Return a card in words."""
    return scene.card_words(card)


def move_words(scene: GameScene, move: str) -> str:
    """Return a move in words."""
    held = scene.picture.cards[scene.seat]
    card = scene.say("card") if held in (None, UNKNOWN) else scene.card_words(held or "")
    return scene.say_move(move, card=card, name=scene.name(_next(scene)))


def card_of_move(scene: GameScene, move: str) -> str | None:
    """Return the card in hand for a block, which shows it."""
    held = scene.picture.cards[scene.seat]
    return held if move == "block" and held != UNKNOWN else None


def _next(scene: GameScene) -> int:
    """Return the next seat that is still in the round."""
    after = scene.seat
    for step in range(1, scene.players):
        after = (scene.seat + step) % scene.players
        if after in scene.picture.in_round:
            break
    return after


def _bare_name(scene: GameScene, card: str) -> str:
    """Return the name of a card without article and number."""
    return re.sub(r"^\S+ ", "", re.sub(r" \(.*\)$", "", scene.card_words(card)))
