"""Chance steps as a record writes them, and the orders that the engine takes.

A chance node asks for orders of groups of numbers (cards or seats); a record holds one JSON object
with texts. How the two correspond is the node's shape, see `kernel.game.Chance`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from mazziere.kernel.game import Chance, Game

Orders = list[list[int]]
Step = dict[str, Any]


class BadChance(ValueError):
    """A chance step that cannot happen; the text is the reason."""

    rule: str | None = None  # the rule behind the chance node, where there is one


def is_whole(value: object) -> bool:
    """Tell whether a JSON value is a whole number; true and 1.0 are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def shown(value: object) -> str:
    """Show a JSON value in one short line of ASCII."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a huge number"
    if isinstance(value, str):
        inner = ascii(value[:41])[1:-1]
        return f'"{inner}"' if len(inner) <= 40 else f'"{inner[:37]}..."'
    return ascii(value)[:40]


def step_of(game: Game, chance: Chance, orders: Sequence[Sequence[int]]) -> Step:
    """Write the orders of a chance node as a step; a node of draws has `round_of` instead."""
    step: Step = {"chance": chance.name}
    if chance.shape == "seat":
        step["seat"] = orders[0][0]
    elif chance.shape == "cards":
        step["cards"] = [game.cards[card] for card in orders[0]]
    elif chance.shape == "rows":
        step["rows"] = [[game.cards[card] for card in order] for order in orders]
    elif chance.shape == "piles":
        step["piles"] = _piles(game, orders[0], orders[1])
    else:
        raise ValueError(f"{game.id}: the step of {chance.name!r} is made of rounds")
    return step


def orders_of(game: Game, chance: Chance, step: Mapping[str, Any], groups: Orders) -> Orders:
    """Read the orders of a chance node from a step; BadChance if they are not possible."""
    if chance.shape == "seat":
        return [_seat_first(_field(step, "seat"), groups[0])]
    if chance.shape == "cards":
        return [_cards(game, _field(step, "cards"), groups[0], '"cards"')]
    if chance.shape == "rows":
        rows = _list(_field(step, "rows"), len(groups), '"rows"', "rows")
        return [
            _cards(game, row, group, f"row {seat}")
            for seat, (row, group) in enumerate(zip(rows, groups))
        ]
    if chance.shape == "piles":
        return _places_and_cards(game, _field(step, "piles"), groups)
    raise ValueError(f"{game.id}: the step of {chance.name!r} is made of rounds")


# Draws: several chance nodes, one step


def round_of(game: Game, tied: Sequence[int], order: Sequence[int]) -> dict[str, str]:
    """Write one round of draws: the tied seats draw the first cards."""
    return {str(seat): game.cards[card] for seat, card in zip(tied, order)}


def rounds_in(step: Mapping[str, Any]) -> list[Any]:
    """Return the rounds of a step of draws, not yet checked."""
    draws = _field(step, "draws")
    if not isinstance(draws, list):
        raise BadChance(f'"draws" is {shown(draws)}, not a list of rounds')
    return draws


def order_of_round(
    game: Game, number: int, draws: object, tied: Sequence[int], pack: Sequence[int]
) -> list[int]:
    """Read one round of draws: exactly the tied seats, each a card, all of one pack."""
    where = f"round {number} of the draws"
    if not isinstance(draws, dict):
        raise BadChance(f"{where} is {shown(draws)}, not a map from seats to cards")
    for key in draws:
        if key not in {str(seat) for seat in tied}:
            raise BadChance(f"{where}: {shown(key)} is not a seat that draws")
    rest, order = Counter(pack), []
    for seat in tied:
        if str(seat) not in draws:
            raise BadChance(f"{where}: seat {seat} draws too, and has no card")
        card = _card(game, draws[str(seat)], f"{where}, seat {seat}")
        if rest[card] == 0:
            raise BadChance(f"{where}: the pack has no more {game.cards[card]}")
        rest[card] -= 1
        order.append(card)
    return order + sorted(rest.elements())


# Inside


def _field(step: Mapping[str, Any], name: str) -> Any:
    if name not in step:
        raise BadChance(f'"{name}" is missing')
    return step[name]


def _list(value: object, count: int, where: str, things: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadChance(f"{where} is {shown(value)}, not a list")
    if len(value) != count:
        raise BadChance(f"{where} has {len(value)} {things}, not {count}")
    return value


def _card(game: Game, text: object, where: str) -> int:
    if not isinstance(text, str):
        raise BadChance(f"{where}: {shown(text)} is not a card's text")
    if text not in game.card_numbers:
        raise BadChance(f"{where}: {shown(text)} is not a card of {game.id}")
    return game.card_numbers[text]


def _cards(game: Game, value: object, group: Sequence[int], where: str) -> list[int]:
    texts = _list(value, len(group), where, "cards")
    cards = [_card(game, text, f"{where}, card {place}") for place, text in enumerate(texts)]
    _same_cards(game, cards, group, where)
    return cards


def _same_cards(game: Game, cards: Sequence[int], group: Sequence[int], where: str) -> None:
    """Say which cards are too many or missing, unless these are the cards of the group."""
    more = Counter(cards) - Counter(group)
    less = Counter(group) - Counter(cards)
    if more or less:
        faults = [_counted(game, more, "too many"), _counted(game, less, "missing")]
        wrong = ", ".join(fault for fault in faults if fault)
        raise BadChance(f"{where}: not the cards to be ordered: {wrong}")


def _counted(game: Game, cards: "Counter[int]", what: str) -> str:
    parts = [f"{count} × {game.cards[card]}" for card, count in sorted(cards.items())]
    if len(parts) > 4:
        parts[4:] = ["…"]
    return f"{what} {' '.join(parts)}" if parts else ""


def _seat_first(value: object, seats: Sequence[int]) -> list[int]:
    if not is_whole(value):
        raise BadChance(f'"seat" is {shown(value)}, not a whole number')
    if value not in seats:
        raise BadChance(f'"seat" is {shown(value)}, not one of {", ".join(map(str, seats))}')
    assert isinstance(value, int)
    return [value, *(seat for seat in seats if seat != value)]


def _pile_sizes(places: Sequence[int], cards: int) -> list[int]:
    """The sizes of the piles: the first of the places hold one card more."""
    size, taller = divmod(cards, len(places))
    sizes = [size] * len(places)
    for place in places[:taller]:
        sizes[place] += 1
    return sizes


def _piles(game: Game, places: Sequence[int], cards: Sequence[int]) -> list[list[str]]:
    piles, first = [], 0
    for size in _pile_sizes(places, len(cards)):
        piles.append([game.cards[card] for card in cards[first : first + size]])
        first += size
    return piles


def _places_and_cards(game: Game, value: object, groups: Orders) -> Orders:
    """The taller places first, then all cards, pile by pile from place 0, each top first."""
    places, pack = groups
    piles = _list(value, len(places), '"piles"', "piles")
    cards: list[int] = []
    for number, pile in enumerate(piles):
        if not isinstance(pile, list):
            raise BadChance(f"pile {number + 1} is {shown(pile)}, not a list")
        where = f"pile {number + 1}"
        cards += [_card(game, text, f"{where}, card {i}") for i, text in enumerate(pile)]
    if len(cards) != len(pack):
        raise BadChance(f"the piles have {len(cards)} cards, not {len(pack)}")
    sizes = [len(pile) for pile in piles]
    if max(sizes) - min(sizes) > 1:
        raise BadChance(f"the sizes of the piles differ by more than one: {sizes}")
    _same_cards(game, cards, pack, '"piles"')
    return [sorted(places, key=lambda place: -sizes[place]), cards]
