"""The players in the transcripts of "from 1 to 10"."""

from mazziere.kernel.match import Match, Stream


def searching(match: Match, rng: Stream) -> tuple[int, str]:
    """Turn over the next card if it has been seen, else an unseen one."""
    seat, moves = next(iter(match.legal().items()))
    row = match.engine.view(match.states, 0, seat)["row"][0][seat].tolist()
    wanted = int(match.states["found"][0][seat])
    if wanted in row:
        return seat, f"turn {row.index(wanted) + 1}"
    unseen = [move for move in moves if row[int(move.split()[1]) - 1] < 0]
    return seat, unseen[rng.below(len(unseen))]
