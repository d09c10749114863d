"""YOOLOO: what the round is for, who has chosen, the last round, my ten cards and my stack."""

from collections.abc import Sequence

from mazziere.cli.terminal.canvas import Canvas, Held, cut, fan, fan_rows
from mazziere.cli.terminal.pictures.look import Line, Look, draw_plates, head_rows, mine
from mazziere.cli.terminal.signs import AMBER, BLACK, INKS, LIGHT, MUTED, PAPER, UNKNOWN, Face
from mazziere.games.yooloo import BASE, CHOOSING, SHOWDOWN, STACKING
from mazziere.kernel.engine import members
from mazziere.kernel.events import Event

Round = tuple[dict[int, int], str]
"""The cards that were shown, by seat, and how it ended."""


def draw(look: Look, canvas: Canvas) -> None:
    """Draw the table."""
    stacking = look.number("phase") == STACKING
    bottom = canvas.height - fan_rows(canvas) - (2 if stacking else 1)
    rounds = rounds_of(look, [event for step in look.scene.heard for event in step])
    last = rounds[-1][0] if rounds else {}
    just_rated = [event for event in look.scene.last if look.kind(event) == "showed"]
    if look.number("variant") == BASE and len(just_rated) > look.players:
        _ten_rounds(look, canvas, rounds[-len(just_rated) // look.players :])
    else:
        middle = draw_plates(look, canvas, bottom, lambda seat: _line(look, seat, last))
        top = head_rows(look, canvas)
        _middle(look, canvas, (top, bottom), middle, rounds[-1][1] if rounds else "")
    mine(look, canvas, bottom, [("  ", MUTED), *_points(look, look.seat), *_shown(look.seat, last)])
    if stacking:
        stack = [card for card in look.row("stack")[look.seat] if card >= 0]
        line: Line = [(f"{look.say('stack')}: ", MUTED)]
        for card in stack:
            line += [(f" {look.game.cards[card]} ", f"bold {INKS[BLACK]} on {PAPER}"), (" ", LIGHT)]
        x = 3
        for text, style in line:
            canvas.put(x, bottom + 1, text, style)
            x += len(text)
    fan(canvas, canvas.height - fan_rows(canvas), _hand(look), lift=look.is_up(look.seat))


def _hand(look: Look) -> list[Held]:
    cards = []
    for card in members(look.row("hand")[look.seat]):
        name = look.game.cards[card]
        move = next((move for move in look.moves if move.split()[1] == name), None)
        is_chosen = look.chosen is not None and look.chosen == move
        cards.append(Held(Face(name, "", BLACK), move, is_chosen))
    return cards


def _points(look: Look, seat: int) -> Line:
    points, total = look.row("points")[seat], look.row("total")[seat]
    shown = str(points) if points >= 0 else UNKNOWN
    if look.number("games") > 1 and not look.scene.is_over:
        shown = f"{total} + {shown}"
    elif look.scene.is_over:
        shown = str(total)
    return [(f"{shown} {look.say('points_short')}", LIGHT)]


def _shown(seat: int, last: dict[int, int]) -> Line:
    if seat not in last:
        return []
    return [("  ", MUTED), (f" {last[seat] + 1} ", f"bold {INKS[BLACK]} on {PAPER}")]


def _line(look: Look, seat: int, last: dict[int, int]) -> Line:
    """Points; then how far the stack is, whether a card lies there, or what was shown last."""
    line = _points(look, seat)
    phase = look.number("phase")
    if phase == STACKING:
        stacked = sum(card != -1 for card in look.row("stack")[seat])
        return [*line, (f"  ▒ {stacked}/10", MUTED)]
    if look.row("chosen")[seat] != -1:
        return [*line, ("  ", MUTED), ("▒▒▒", "#8d7f6a")]
    return line + _shown(seat, last)


def _middle(
    look: Look, canvas: Canvas, rows: tuple[int, int], columns: tuple[int, int], last: str
) -> None:
    """The points card of this round with the parked ones, and how the last round ended."""
    phase, done, pile = look.number("phase"), look.number("rounds"), look.row("pile")
    (top, bottom), (left, right) = rows, columns
    width = right - left
    y = top + max(0, (bottom - top - 8) // 2)
    if look.number("games") > 1 and not look.scene.is_over:
        text = look.say("game", a=look.number("ended") + 1, b=look.number("games"))
        canvas.middle(left, y, width, text, MUTED)
    if phase == SHOWDOWN:
        canvas.middle(left, y + 1, width, look.say("showdown_short"), f"bold {AMBER}")
    elif phase == CHOOSING and done < len(pile):
        canvas.middle(left, y + 1, width, look.say("round", a=done + 1), MUTED)
    if phase in (CHOOSING, SHOWDOWN):
        parked = [pile[place] for place in range(done - look.number("parked"), done)]
        prizes = [*parked, *([pile[done]] if phase == CHOOSING and done < len(pile) else [])]
        _medals(look, canvas, left, y + 2, width, prizes)
    if last:
        canvas.middle(left, y + 6, width, f"{look.say('last_round')}:", MUTED)
        canvas.middle(left, y + 7, width, last, LIGHT)


def _medals(
    look: Look, canvas: Canvas, left: int, y: int, width: int, prizes: Sequence[int]
) -> None:
    """Points cards, side by side as far as there is room; the parked ones are faint."""
    room = max(1, width // 8)
    shown = list(prizes)[-room:]
    x = left + (width - 8 * len(shown) + 1) // 2
    for number, card in enumerate(shown):
        text = look.game.cards[card] if card >= 0 else "?"
        is_parked = number < len(shown) - 1 or look.number("phase") == SHOWDOWN
        canvas.card(x, y, [f"◉ {text}"], "yellow", 7, is_faint=is_parked)
        if is_parked:
            canvas.put(x, y + 3, cut(look.say("parked"), 7), MUTED)
        x += 8


def _ten_rounds(look: Look, canvas: Canvas, rounds: Sequence[Round]) -> None:
    """The base game is rated in one go: all its rounds, a line each, winners with a tick."""
    order = [(look.seat + step) % look.players for step in range(look.players)]
    width = min(8, max(5, (canvas.width - 4) // len(order)))
    room = canvas.width - 5 - width * len(order)
    x = 1 + max(0, (room - 20) // 2)
    for column, seat in enumerate(order):
        has_won = seat in look.scene.winners
        name = f"♛{look.names[seat]}" if has_won else look.names[seat]
        style = f"bold {AMBER if has_won else LIGHT}"
        canvas.put(x + 4 + column * width, 0, cut(name, width - 1), style)
        if look.scene.is_over:
            total = f"{look.scene.scores[seat]:>2}"
            canvas.put(x + 4 + column * width, len(rounds) + 2, total, style)
    if look.scene.is_over:
        canvas.put(x, len(rounds) + 2, look.say("points_short"), MUTED)
    for number, (cards, outcome) in enumerate(rounds, 1):
        best = winner_of(cards)
        canvas.put(x, number, f"{number:>2}", MUTED)
        for column, seat in enumerate(order):
            text = f"{cards.get(seat, -1) + 1:>2}" + ("✓" if seat == best else "")
            style = f"bold {AMBER}" if seat == best else LIGHT
            canvas.put(x + 4 + column * width, number, text, style)
        if room >= 20:
            canvas.put(x + 5 + width * len(order), number, outcome, MUTED)


def winner_of(cards: dict[int, int]) -> int | None:
    """Who has shown the highest card that nobody else has shown (YOO-1.4a)."""
    shown = list(cards.values())
    single = [(card, seat) for seat, card in cards.items() if shown.count(card) == 1]
    return max(single)[1] if single else None


def rounds_of(look: Look, events: Sequence[Event]) -> list[Round]:
    """The rounds that have been rated, from what was heard."""
    rounds: list[Round] = []
    shown: dict[int, int] = {}
    for event in events:
        kind = look.kind(event)
        if kind == "showed":
            shown[event.seat] = event.a
        elif kind == "took":
            rounds.append((shown, look.say("win_round", name=look.names[event.seat], a=event.a)))
            shown = {}
        elif kind in ("parked", "removed") or (kind == "tied" and shown):
            rounds.append((shown, look.say("lost_round")))
            shown = {}
    return rounds
