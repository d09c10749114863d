"""The players in the transcripts of DIECI."""

from mazziere.kernel.match import Match, Stream
from tools.golden import eager


def cautious(match: Match, rng: Stream) -> tuple[int, str]:
    """Pass on a card below 3, usually keep a higher one; block if possible."""
    seat, moves = next(iter(match.legal().items()))
    if "keep" not in moves or rng.below(6) == 0:
        return eager(match, rng)
    is_low = int(match.states["card"][0][seat]) >= match.game.card_numbers["2"]
    other = next(move for move in moves if move != "keep")
    return seat, other if is_low else "keep"
