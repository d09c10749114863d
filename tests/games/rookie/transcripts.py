"""The players in the transcripts of ROOKIE."""

from collections.abc import Sequence

from mazziere.kernel.engine import members
from mazziere.kernel.game import verb
from mazziere.kernel.match import Match, Stream
from tools.golden import eager


def remembering(match: Match, rng: Stream) -> tuple[int, str]:
    """Flip cards that are known to make a pair; place a kind on every pile before the next."""
    seat, moves = next(iter(match.legal().items()))
    verbs = {verb(move) for move in moves}
    if verbs <= {"place", "give"}:
        wanted = [move for move in moves if not shows(match, seat, move)]
        return seat, (wanted or moves)[rng.below(min(3, len(wanted or moves)))]
    if "flip" not in verbs or ("cover" in verbs and rng.below(4) == 0):
        return eager(match, rng)
    return seat, flip(match, seat, [move for move in moves if verb(move) == "flip"], rng)


def shows(match: Match, seat: int, move: str) -> bool:
    """Tell whether the pile for a card shows its kind already."""
    word, card, pile = move.split()
    owner = seat if word == "place" else (seat + match.players // 2) % match.players
    top = int(match.states["top"][0][3 * owner + int(pile) - 1])
    return top == match.game.card_numbers[card]


def flip(match: Match, seat: int, moves: Sequence[str], rng: Stream) -> str:
    """Turn over the twin of an open or known card, or a card that nobody has seen."""
    view = match.engine.view(match.states, 0, seat)
    height, table = view["height"][0].tolist(), view["table"][0].tolist()
    is_open = int(view["open"][0])
    tops = [table[pile][height[pile] - 1] if height[pile] else -1 for pile in range(9)]
    open_kinds = {tops[pile] for pile in members(is_open)}
    known = {move: tops[int(move.split()[1]) - 1] for move in moves}
    twins = [move for move, kind in known.items() if kind in open_kinds and kind >= 0]
    if not twins and not is_open:
        kinds = [kind for kind in known.values() if kind >= 0]
        twins = [move for move, kind in known.items() if kinds.count(kind) > 1]
    unseen = [move for move, kind in known.items() if kind < 0]
    choice = twins or unseen or list(moves)
    return choice[rng.below(len(choice))]
