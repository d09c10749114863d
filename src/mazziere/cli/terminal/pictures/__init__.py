"""Pictures of a table, one for each game, drawn from what the person sees."""

from collections.abc import Callable

from rich.text import Text

from mazziere.cli.terminal.canvas import Canvas
from mazziere.cli.terminal.pictures import dieci, one_to_ten, rookie, uno, yooloo
from mazziere.cli.terminal.pictures.look import Look

_DRAW: dict[str, Callable[[Look, Canvas], None]] = {
    "yooloo": yooloo.draw,
    "one_to_ten": one_to_ten.draw,
    "rookie": rookie.draw,
    "uno": uno.draw,
    "uno_h2o": uno.draw,
    "dieci": dieci.draw,
}


def picture(look: Look, width: int, height: int) -> Text:
    """Draw the table into so many columns and rows."""
    canvas = Canvas(width, height)
    _DRAW[look.game.id](look, canvas)
    return canvas.text()
