"""The order in which moves are listed, and the keys that choose them."""

from collections.abc import Sequence

from mazziere.kernel.game import Game, verb

KEYS = "1234567890abcdefgijkmnoptvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Keys that choose a move; the letters h l q r s u are commands."""


def ordered(game: Game, moves: Sequence[int]) -> list[int]:
    """Sort moves by the game's order of verbs, then by number."""

    def rank(action: int) -> tuple[int, int]:
        word = verb(game.name(action))
        return game.move_order.index(word) if word in game.move_order else 0, action

    return sorted(moves, key=rank)


def keys_of(game: Game, moves: Sequence[int]) -> list[str]:
    """Return a key for each move: the number of its card or place where it has one, or 1, 2, 3 …"""
    texts = [game.name(action).split() for action in moves]
    numbers = [text[1] for text in texts if text[0] in game.numbered and text[1].isdigit()]
    if not numbers or len(set(numbers)) < sum(text[0] in game.numbered for text in texts):
        return [KEYS[i] if i < len(KEYS) else "" for i in range(len(moves))]
    spare = iter(KEYS[10:])
    return [text[1][-1] if text[0] in game.numbered else next(spare) for text in texts]  # 10 is 0
