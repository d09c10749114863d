"""UNO in a terminal: the top card, the colour and the direction, the other players, my fan."""

from collections.abc import Sequence

from mazziere.drawing.canvas import Canvas, Held, fan, fan_rows
from mazziere.drawing.inks import (
    AMBER,
    BLACK,
    BLUE,
    GLOWS,
    GREEN,
    LIGHT,
    MUTED,
    RED,
    UNKNOWN,
    YELLOW,
    Face,
)
from mazziere.drawing.plates import Line, draw_plates, head_rows, mine
from mazziere.drawing.scene import Scene
from mazziere.drawing.sketches import hand_lines, marks, seat_lines
from mazziere.games.uno.picture import Picture
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game
from mazziere.kernel.texts import words

CARD_WIDTH = 9
COLOUR_INKS = {"r": RED, "y": YELLOW, "g": GREEN, "b": BLUE}
COLOUR_SIGNS = {"r": "●", "y": "★", "g": "▲", "b": "■"}
SYMBOLS = {"skip": "⊘", "rev": "⇄", "+2": "+2"}
WILD_SIGNS = {
    "wild": "",
    "wild+4": "+4",
    "shuffle": "↻",
    "custom1": "1",
    "custom2": "2",
    "custom3": "3",
}

GameScene = Scene[Picture]


# The drawing


def draw(scene: GameScene, canvas: Canvas) -> None:
    """Draw the table."""
    seen = scene.picture
    bottom = canvas.height - fan_rows(canvas) - 1
    draw_plates(
        scene,
        canvas,
        bottom,
        lambda seat: _line(scene, seat),
        lambda seat: "◇" if seat == seen.dealer else "",
    )
    _draw_middle(scene, canvas, head_rows(scene, canvas), bottom)
    note: Line = [(f"  {_card_count(scene, seen.sizes[scene.seat])}", MUTED)]
    note += _points(scene, scene.seat)
    if scene.seat in seen.debts:
        note.append((f"  {scene.say('call')}", f"bold {AMBER}"))
    if seen.dealer == scene.seat:
        note.append((f"  {scene.say('dealer')}", MUTED))
    if seen.drawn is not None:
        drawn = face(seen.drawn)
        note += [
            (f"  {scene.say('drawn')}: ", LIGHT),
            (drawn.short, f"bold {GLOWS[drawn.ink]}"),
        ]
    if seen.bluffer is not None:
        note.append((f"   {scene.say('wild4', name=scene.names[seen.bluffer])}", AMBER))
    if seen.swapper is not None:
        note.append((f"   {scene.say('swapping', name=scene.names[seen.swapper])}", AMBER))
    if seen.jump is not None:
        note.append((f"   {_jump_words(scene, seen.jump)}", f"bold {AMBER}"))
    mine(scene, canvas, bottom, note)
    fan(canvas, bottom + 1, _hand(scene), lift=scene.is_up(scene.seat))


def _has_points(scene: GameScene) -> bool:
    """Tell whether the match is played for points."""
    return bool(scene.options["scoring"] != "hand")


def _points(scene: GameScene, seat: int) -> Line:
    if not _has_points(scene):
        return []
    return [(f"  {scene.picture.scores[seat]} {scene.say('points_short')}", MUTED)]


def _line(scene: GameScene, seat: int) -> Line:
    """Return the line about another player: cards, and points or the call that is owed."""
    size = scene.picture.sizes[seat]
    if seat in scene.picture.debts:
        return [(f"{size} ", f"bold {LIGHT}"), (scene.say("call"), f"bold {AMBER}")]
    backs = 1 if _has_points(scene) else 7
    line: Line = [("▮" * min(size, backs), "#c9b58f"), (f" {size}", f"bold {LIGHT}")]
    return line + _points(scene, seat)


def _draw_middle(scene: GameScene, canvas: Canvas, top: int, bottom: int) -> None:
    """Draw the piles, the colour in play, the direction of play, and the cards to draw."""
    seen = scene.picture
    can_stack = scene.options["stacking"] != "none"
    rows = 5 if bottom - top >= 16 else 3 if bottom - top >= 9 else 2
    x = canvas.width // 2 - CARD_WIDTH - 1
    y = top + max(0, (bottom - top - rows - 5 - can_stack) // 2)
    if seen.discards == 0 and seen.draw_pile == 0:
        canvas.gap(canvas.width // 2 - CARD_WIDTH // 2, y, CARD_WIDTH, rows)
        return
    draws = "draw" if "draw" in scene.moves else None
    canvas.back(x, y, CARD_WIDTH, rows, str(seen.draw_pile), draws)
    if seen.top is not None:
        shown = face(seen.top)
        lines = ["", shown.label, "", shown.sign, ""] if rows == 5 else [shown.label, shown.sign]
        lines += [""] * (rows - len(lines))
        canvas.card(x + CARD_WIDTH + 2, y, lines, shown.ink, CARD_WIDTH)
    below = y + rows + 2
    if seen.colour is not None and seen.discards:
        name = words(scene.game, scene.lang).colours[seen.colour]
        glow = f"bold {GLOWS[COLOUR_INKS[seen.colour]]}"
        canvas.middle(0, below, canvas.width, f"{COLOUR_SIGNS[seen.colour]} {name}", glow)
    way = f"{'↻' if seen.direction > 0 else '↺'} {_direction(scene)}"
    lines_below: list[tuple[str, str]] = [(way, MUTED)]
    if _has_points(scene):
        lines_below.append((scene.say("target", a=scene.options["target"]), MUTED))
    if seen.stacked:
        debt = f"+{seen.stacked}  {scene.say('stacked', a=seen.stacked)}"
        lines_below.insert(0, (debt, f"bold {AMBER}"))
    for row, (text, style) in enumerate(lines_below, start=below + 1):
        if row < bottom:
            canvas.middle(0, row, canvas.width, text, style)


def _direction(scene: GameScene) -> str:
    return scene.say("clockwise" if scene.picture.direction > 0 else "anticlockwise")


def _hand(scene: GameScene) -> list[Held]:
    """Return the person's cards, each with the move that a click makes."""
    cards = []
    for card in scene.picture.hand:
        move = next((move for move in scene.moves if move.split()[1:2] == [card]), None)
        is_chosen = scene.chosen is not None and scene.chosen.split()[1:2] == [card]
        cards.append(Held(face(card), move, is_chosen))
    return cards


# Words


def sketch(scene: GameScene) -> list[str]:
    """Describe the table in a few lines."""
    seen = scene.picture
    top = scene.card_words(seen.top) if seen.top else UNKNOWN
    colour = words(scene.game, scene.lang).colours[seen.colour] if seen.colour else UNKNOWN
    head = f"{scene.say('top')}: {top}, {scene.say('colour')} {colour}"
    lines = [f"  {head}; {_direction(scene)}; {scene.say('draw_pile')} {seen.draw_pile}"]

    def columns(seat: int) -> list[str]:
        notes = (
            ("dealer", seat == seen.dealer),
            ("call", seat in seen.debts),
            ("turn", seat == seen.turn),
        )
        cards = _card_count(scene, seen.sizes[seat])
        return [cards, f"{scene.say('points')} {seen.scores[seat]}", marks(scene, notes)]

    lines += seat_lines(scene, columns)
    if seen.stacked:
        lines.append(f"  +{seen.stacked}: {scene.say('stacked', a=seen.stacked)}")
    if seen.bluffer is not None:
        lines.append("  " + scene.say("wild4", name=scene.names[seen.bluffer]))
    if seen.swapper is not None:
        lines.append("  " + scene.say("swapping", name=scene.names[seen.swapper]))
    lines += hand_lines(scene, seen.hand)
    if seen.drawn is not None:
        lines.append(f"  {scene.say('drawn')}: {scene.card_words(seen.drawn)}")
    if seen.jump is not None:
        lines.append("  " + _jump_words(scene, seen.jump))
    return lines


def _card_count(scene: GameScene, count: int) -> str:
    return f"{count} {scene.say('card' if count == 1 else 'cards')}"


def _jump_words(scene: GameScene, card: str) -> str:
    return scene.say_move("jump", card=card_words(scene, card))


def face(card: str) -> Face:
    """Return the face of a card."""
    if card in WILD_SIGNS:
        return Face("✦", WILD_SIGNS[card], BLACK)
    colour, rank = card[0], card[1:]
    return Face(SYMBOLS.get(rank, rank), COLOUR_SIGNS[colour], COLOUR_INKS[colour])


def card_words(scene: GameScene, card: str) -> str:
    """Return a card in words, with its sign where it has a colour."""
    text = scene.card_words(card)
    return text if card in WILD_SIGNS else f"{text} {COLOUR_SIGNS[card[0]]}"


def move_words(scene: GameScene, move: str) -> str:
    """Return a move in words."""
    verb, *rest = move.split()
    if verb == "play":
        return _play_words(scene, rest)
    if verb == "name":
        return scene.say_move("name", colour=_colour_words(scene, rest[0]))
    if verb == "discard":
        return scene.say_move("discard", card=card_words(scene, rest[0]))
    if verb == "catch":
        return scene.say_move("catch", name=scene.name(int(rest[0])))
    if verb == "jump":
        said = _jump_words(scene, rest[0])
        return scene.say_move("and_call", move=said) if rest[-1] == "uno" else said
    if verb == "swap":
        count = _card_count(scene, scene.picture.sizes[int(rest[0])])
        return scene.say_move("swap", name=scene.name(int(rest[0])), cards=count)
    if verb == "accept" and scene.picture.stacked:
        return scene.say_move("accept_stack", a=scene.picture.stacked)
    if verb == "challenge":
        bluffer = scene.picture.bluffer
        return scene.say_move("challenge", name=UNKNOWN if bluffer is None else scene.name(bluffer))
    return scene.say_move(verb)


def _play_words(scene: GameScene, rest: list[str]) -> str:
    card = card_words(scene, rest[0])
    colour = next((part for part in rest[1:] if part in scene.game.colours), None)
    if colour is None:
        said = scene.say_move("play", card=card)
    else:
        said = scene.say_move("play_colour", card=card, colour=_colour_words(scene, colour))
    return scene.say_move("and_call", move=said) if rest[-1] == "uno" else said


def _colour_words(scene: GameScene, colour: str) -> str:
    return f"{words(scene.game, scene.lang).colours[colour]} {COLOUR_SIGNS[colour]}"


def is_known(game: Game, event: Event, earlier: Sequence[Event]) -> bool:
    """Tell whether the colour that a played card leaves was in play before."""
    if game.events[event.kind].name != "played":
        return False
    before = (_colour_after(game, one) for one in reversed(earlier))
    return next((colour for colour in before if colour), None) == game.colours[event.b]


def _colour_after(game: Game, event: Event) -> str | None:
    """Return the colour in play after an event; None if it does not set one."""
    kind = game.events[event.kind].name
    if kind == "played":
        return game.colours[event.b]
    if kind == "named":
        return game.colours[event.a]
    suit = game.cards[event.a][0] if kind == "turned_up" else ""
    return suit if suit in COLOUR_INKS else None
