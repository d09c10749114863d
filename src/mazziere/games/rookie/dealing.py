"""The chance step that lays out the nine piles, as a record writes it."""

from collections.abc import Mapping, Sequence
from typing import Any

from mazziere.kernel.chances import (
    BadChance,
    Form,
    Orders,
    Step,
    check_same_cards,
    read_card,
    read_list,
    required,
    short_text,
)
from mazziere.kernel.game import Game


class PilesForm(Form):
    """Two groups: the places, of which the first get one card more, and the cards.

    The cards are dealt pile by pile from place 0, each pile with its top card first.
    """

    fields = ("piles",)

    def write(self, game: Game, orders: Sequence[Sequence[int]]) -> Step:
        places, cards = orders
        piles, first = [], 0
        for size in _sizes(places, len(cards)):
            piles.append([game.cards[card] for card in cards[first : first + size]])
            first += size
        return {"piles": piles}

    def read(self, game: Game, step: Mapping[str, Any], groups: Orders) -> Orders:
        places, pack = groups
        piles = read_list(required(step, "piles"), len(places), '"piles"', "piles")
        cards: list[int] = []
        for number, pile in enumerate(piles, 1):
            where = f"pile {number}"
            if not isinstance(pile, list):
                raise BadChance(f"{where} is {short_text(pile)}, not a list")
            cards += [read_card(game, text, f"{where}, card {i}") for i, text in enumerate(pile)]
        if len(cards) != len(pack):
            raise BadChance(f"the piles have {len(cards)} cards, not {len(pack)}")
        sizes = [len(pile) for pile in piles]
        if max(sizes) - min(sizes) > 1:
            raise BadChance(f"the sizes of the piles differ by more than one: {sizes}")
        check_same_cards(game, cards, pack, '"piles"')
        return [sorted(places, key=lambda place: -sizes[place]), cards]


PILES = PilesForm()


def _sizes(places: Sequence[int], cards: int) -> list[int]:
    """Return the sizes of the piles by place; the first places in the order hold one card more."""
    size, taller = divmod(cards, len(places))
    sizes = [size] * len(places)
    for place in places[:taller]:
        sizes[place] += 1
    return sizes
