"""DIECI: everybody with tokens and a card, the dealer, the offer and the chain; my card."""

from mazziere.cli.terminal.canvas import Canvas
from mazziere.cli.terminal.pictures.look import Line, Look, draw_plates, head_rows, mine
from mazziere.cli.terminal.signs import (
    AMBER,
    GLOWS,
    INKS,
    LIGHT,
    MUTED,
    NO_TOKEN,
    PAPER,
    TOKEN,
    card_name,
)
from mazziere.games.dieci.constants import ANSWER, HIDDEN

CARD = 18


def draw(look: Look, canvas: Canvas) -> None:
    """Draw the table."""
    tall = canvas.height >= 22
    bottom = canvas.height - (6 if tall else 5)
    revealed = _revealed(look)
    middle = draw_plates(
        look, canvas, bottom, lambda seat: _line(look, seat, revealed), lambda s: _mark(look, s)
    )
    _middle(look, canvas, (head_rows(look, canvas), bottom), middle)
    note: Line = [("  ", MUTED), *_tokens(look, look.seat)]
    if look.number("dealer") == look.seat:
        note.append((f"  {look.say('dealer')}", MUTED))
    mine(look, canvas, bottom, note + _offer(look))
    card = look.row("card")[look.seat]
    card = revealed.get(look.seat, -1) if card < 0 else card
    x = (canvas.width - CARD) // 2
    if card < 0:
        text = look.say("out") if not look.row("purse")[look.seat] else ""
        canvas.gap(x, bottom + 1, CARD, 3 if tall else 2, text)
        return
    shown = look.face(card)
    name = card_name("dieci", look.game.cards[card], look.lang)
    number = look.game.cards[card]
    name = "" if name == number else name
    lines = (
        [number, name, _effect(number)] if tall else [f"{number}  {_effect(number)}".strip(), name]
    )
    keep = next((move for move in look.moves if move in ("keep", "accept")), None)
    canvas.card(x, bottom + 1, lines, shown.ink, CARD, move=keep)


def _effect(card: str) -> str:
    """The sign of what a card does: blocks, takes a token, turns a chain back, lets it jump."""
    signs = {"10": "■", "9": "■ −●", "8": "■ −● ↶", "7": "■ »", "6": "■", "cat": "= 0000"}
    return signs.get(card, "")


def _mark(look: Look, seat: int) -> str:
    return "◇" if seat == look.number("dealer") else ""


def _tokens(look: Look, seat: int) -> Line:
    purse, whole = look.row("purse")[seat], look.number("tokens")
    if purse > 9:
        return [(f"{TOKEN}{purse}", AMBER)]
    return [(TOKEN * purse, AMBER), (NO_TOKEN * max(0, whole - purse), MUTED)]


def _revealed(look: Look) -> dict[int, int]:
    """The cards that were compared in the last step, when the round has just ended."""
    return {event.seat: event.a for event in look.scene.last if look.kind(event) == "revealed"}


def _line(look: Look, seat: int, revealed: dict[int, int]) -> Line:
    card = look.row("card")[seat]
    card = revealed.get(seat, card) if card < 0 else card
    line: Line
    if card >= 0:
        shown = look.face(card)
        line = [(f" {look.game.cards[card]} ", f"bold {INKS[shown.ink]} on {PAPER}"), (" ", LIGHT)]
    elif card == HIDDEN:
        line = [("▒▒▒", "#8d7f6a"), (" ", LIGHT)]
    else:
        line = [("    ", LIGHT)]
    if not look.row("purse")[seat] and card < 0:
        return [(look.say("out"), MUTED)]
    return line + _tokens(look, seat)


def _offer(look: Look) -> Line:
    """Who wants to swap with whom."""
    if look.number("phase") != ANSWER:
        return []
    passer, asked = look.names[look.number("turn")], look.number("asked")
    text = look.say("asks_other", name=passer, other=look.names[asked])
    if asked == look.seat:
        text = look.say("asks", name=passer)
    return [(f"   {text}", f"bold {AMBER}")]


def _middle(look: Look, canvas: Canvas, rows: tuple[int, int], columns: tuple[int, int]) -> None:
    """The deck, and the chain of swaps that is running."""
    (top, bottom), (left, right) = rows, columns
    width = right - left
    y = top + max(0, (bottom - top - 6) // 2)
    draws = "draw" if "draw" in look.moves else None
    rest = look.number("rest")
    if rest:
        canvas.back(left + (width - 10) // 2, y, 10, 1, str(rest), draws)
        canvas.middle(left, y + 3, width, f"{look.say('bank')}   ↺", MUTED)
    links = look.number("links")
    if links:
        givers, takers = look.row("giver"), look.row("taker")
        names = [look.names[givers[0]], *(look.names[takers[i]] for i in range(links))]
        canvas.middle(left, y + 4, width, look.say("chain"), MUTED)
        canvas.middle(left, y + 5, width, " → ".join(names[-3:]), GLOWS["blue"])
