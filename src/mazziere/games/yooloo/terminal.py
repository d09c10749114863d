"""YOOLOO in a terminal: the points card, the choices, the last round, my ten cards and my stack."""

from collections.abc import Sequence

from mazziere.drawing.canvas import Canvas, Held, cut, fan, fan_rows
from mazziere.drawing.inks import AMBER, BLACK, INKS, LIGHT, MUTED, PAPER, UNKNOWN, YELLOW, Face
from mazziere.drawing.plates import Line, draw_plates, head_rows, mine
from mazziere.drawing.scene import Scene
from mazziere.drawing.sketches import marks, seat_lines
from mazziere.games.yooloo.box import ROUNDS
from mazziere.games.yooloo.picture import Picture
from mazziere.kernel.events import Event
from mazziere.kernel.picture import Card

Round = tuple[dict[int, int], str]
"""A rated round: the cards shown, by seat, and its outcome in words."""

GameScene = Scene[Picture]


# The drawing


def draw(scene: GameScene, canvas: Canvas) -> None:
    """Draw the table."""
    stacking = scene.picture.phase == "stacking"
    bottom = canvas.height - fan_rows(canvas) - (2 if stacking else 1)
    rounds = rounds_of(scene, [event for step in scene.heard for event in step])
    last = rounds[-1][0] if rounds else {}
    just_rated = [event for event in scene.last if scene.kind(event) == "showed"]
    if scene.options["variant"] == "base" and len(just_rated) > scene.players:
        _draw_rounds(scene, canvas, rounds[-len(just_rated) // scene.players :])
    else:
        middle = draw_plates(scene, canvas, bottom, lambda seat: _line(scene, seat, last))
        top = head_rows(scene, canvas)
        _draw_middle(scene, canvas, (top, bottom), middle, rounds[-1][1] if rounds else "")
    note: Line = [("  ", MUTED), *_points(scene, scene.seat), *_shown(scene.seat, last)]
    mine(scene, canvas, bottom, note)
    if stacking:
        _draw_stack(scene, canvas, bottom + 1)
    fan(canvas, canvas.height - fan_rows(canvas), _hand(scene), lift=scene.is_up(scene.seat))


def _draw_stack(scene: GameScene, canvas: Canvas, top: int) -> None:
    """Draw the cards of the person's own stack in a line."""
    line: Line = [(f"{scene.say('stack')}: ", MUTED)]
    for card in scene.picture.stack:
        line += [(f" {card} ", f"bold {INKS[BLACK]} on {PAPER}"), (" ", LIGHT)]
    x = 3
    for text, style in line:
        canvas.put(x, top, text, style)
        x += len(text)


def _hand(scene: GameScene) -> list[Held]:
    cards = []
    for card in scene.picture.hand:
        move = next((move for move in scene.moves if move.split()[1] == card), None)
        is_chosen = scene.chosen is not None and scene.chosen == move
        cards.append(Held(face(card), move, is_chosen))
    return cards


def _is_over(scene: GameScene) -> bool:
    return scene.picture.phase == "over"


def _is_series(scene: GameScene) -> bool:
    return int(scene.options["games"]) > 1


def _points(scene: GameScene, seat: int) -> Line:
    points, total = scene.picture.points[seat], scene.picture.totals[seat]
    shown = UNKNOWN if points is None else str(points)
    if _is_over(scene):
        shown = str(total)
    elif _is_series(scene):
        shown = f"{total} + {shown}"
    return [(f"{shown} {scene.say('points_short')}", LIGHT)]


def _shown(seat: int, last: dict[int, int]) -> Line:
    if seat not in last:
        return []
    return [("  ", MUTED), (f" {last[seat] + 1} ", f"bold {INKS[BLACK]} on {PAPER}")]


def _line(scene: GameScene, seat: int, last: dict[int, int]) -> Line:
    """Return the points, then the size of the stack, a face-down card or the last card shown."""
    line = _points(scene, seat)
    if scene.picture.phase == "stacking":
        return [*line, (f"  ▒ {scene.picture.stacked[seat]}/10", MUTED)]
    if scene.picture.chosen[seat] is not None:
        return [*line, ("  ", MUTED), ("▒▒▒", "#8d7f6a")]
    return line + _shown(seat, last)


def _draw_middle(
    scene: GameScene, canvas: Canvas, rows: tuple[int, int], columns: tuple[int, int], last: str
) -> None:
    """Draw the points card of this round, the parked ones, and the outcome of the last round."""
    seen = scene.picture
    (top, bottom), (left, right) = rows, columns
    width = right - left
    y = top + max(0, (bottom - top - 8) // 2)
    if _is_series(scene) and not _is_over(scene):
        text = scene.say("game", a=seen.game, b=scene.options["games"])
        canvas.middle(left, y, width, text, MUTED)
    if seen.phase == "showdown":
        canvas.middle(left, y + 1, width, scene.say("showdown_short"), f"bold {AMBER}")
        _draw_points_cards(scene, canvas, left, y + 2, width, seen.parked)
    elif seen.phase == "choosing":
        canvas.middle(left, y + 1, width, scene.say("round", a=seen.round), MUTED)
        _draw_points_cards(scene, canvas, left, y + 2, width, [*seen.parked, seen.prize])
    if last:
        canvas.middle(left, y + 6, width, f"{scene.say('last_round')}:", MUTED)
        canvas.middle(left, y + 7, width, last, LIGHT)


def _draw_points_cards(
    scene: GameScene, canvas: Canvas, left: int, top: int, width: int, cards: Sequence[Card]
) -> None:
    """Draw as many points cards side by side as there is room for; the parked ones are faint."""
    room = max(1, width // 8)
    shown = list(cards)[-room:]
    x = left + (width - 8 * len(shown) + 1) // 2
    for number, card in enumerate(shown):
        is_parked = number < len(shown) - 1 or scene.picture.phase == "showdown"
        canvas.card(x, top, [f"◉ {card or UNKNOWN}"], YELLOW, 7, is_faint=is_parked)
        if is_parked:
            canvas.put(x, top + 3, cut(scene.say("parked"), 7), MUTED)
        x += 8


def _draw_rounds(scene: GameScene, canvas: Canvas, rounds: Sequence[Round]) -> None:
    """Draw all rounds of a base game, which are rated at once: a line each, winners ticked."""
    order = [(scene.seat + step) % scene.players for step in range(scene.players)]
    width = min(8, max(5, (canvas.width - 4) // len(order)))
    room = canvas.width - 5 - width * len(order)
    x = 1 + max(0, (room - 20) // 2)
    for column, seat in enumerate(order):
        has_won = seat in scene.winners
        name = f"♛{scene.names[seat]}" if has_won else scene.names[seat]
        style = f"bold {AMBER if has_won else LIGHT}"
        canvas.put(x + 4 + column * width, 0, cut(name, width - 1), style)
        if _is_over(scene):
            total = f"{scene.picture.scores[seat]:>2}"
            canvas.put(x + 4 + column * width, len(rounds) + 2, total, style)
    if _is_over(scene):
        canvas.put(x, len(rounds) + 2, scene.say("points_short"), MUTED)
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
    """Return the seat with the highest card that no other seat has shown (YOO-1.4a)."""
    shown = list(cards.values())
    single = [(card, seat) for seat, card in cards.items() if shown.count(card) == 1]
    return max(single)[1] if single else None


def rounds_of(scene: GameScene, events: Sequence[Event]) -> list[Round]:
    """List the rated rounds, from the events that the seat heard."""
    rounds: list[Round] = []
    shown: dict[int, int] = {}
    for event in events:
        kind = scene.kind(event)
        if kind == "showed":
            shown[event.seat] = event.a
        elif kind == "took":
            rounds.append((shown, scene.say("win_round", name=scene.names[event.seat], a=event.a)))
            shown = {}
        elif kind in ("parked", "removed") or (kind == "tied" and shown):
            rounds.append((shown, scene.say("lost_round")))
            shown = {}
    return rounds


# Words


def sketch(scene: GameScene) -> list[str]:
    """Describe the table in a few lines."""
    seen = scene.picture
    lines = []
    if _is_series(scene):
        lines.append("  " + scene.say("game", a=seen.game, b=scene.options["games"]))
    if seen.phase == "showdown":
        lines.append("  " + scene.say("showdown"))
    elif seen.phase != "stacking" and seen.round <= ROUNDS:
        parked = " ".join(card or "-" for card in seen.parked)
        more = f"  ({scene.say('parked')}: {parked})" if parked else ""
        prize = f"{scene.say('prize')}: {seen.prize or '-'}{more}"
        lines.append(f"  {scene.say('round', a=seen.round)}. {prize}")

    def columns(seat: int) -> list[str]:
        points = seen.points[seat]
        own = scene.say("secret") if points is None else str(points)
        before = [str(seen.totals[seat])] if _is_series(scene) else []
        turn = marks(scene, [("turn", seat in seen.waiting)])
        return [f"{scene.say('points')} {' + '.join([*before, own])}", turn]

    lines += seat_lines(scene, columns)
    if seen.phase == "stacking":
        lines.append(f"  {scene.say('stack')}: {' '.join(map(str, seen.stack)) or '-'}")
    lines.append(f"  {scene.say('hand')}: {' '.join(seen.hand)}")
    return lines


def face(card: str) -> Face:
    """Return the face of a card."""
    return Face(card, "", BLACK)


def card_words(scene: GameScene, card: str) -> str:
    """Return a card in words."""
    return scene.card_words(card)


def move_words(scene: GameScene, move: str) -> str:
    """Return a move in words."""
    verb, card = move.split()
    return scene.say_move(verb, card=scene.card_words(card))
