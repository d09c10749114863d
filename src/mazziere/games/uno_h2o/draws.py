"""The draw for the deal: several chance nodes that a record writes as one step.

    {"chance": "dealer", "seat": 1,
     "draws": [{"0": "r9", "1": "b9", "2": "g4"}, {"0": "y1", "1": "b8"}]}

Each round is a chance node, at which the tied seats draw a card each from the whole pack.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from mazziere.kernel.chances import (
    BadChance,
    ChanceNode,
    Order,
    Step,
    StepForm,
    is_whole,
    read_card,
    required,
    short_text,
)
from mazziere.kernel.engine import members
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game


class DrawsForm(StepForm):
    """Rounds of draws until one seat is left; `seat` is that seat."""

    fields = ("draws",)
    by_lot = True

    def deal(self, node: ChanceNode, order: Order) -> tuple[Step, list[Event]]:
        events: list[Event] = []
        rounds = []
        while node.is_due:
            drawn = order(node.groups()[0])
            rounds.append(_round(node.game, _tied(node), drawn))
            events += node.resolve([drawn])
        return {"seat": node.number("dealer"), "draws": rounds}, events

    def take(self, node: ChanceNode, step: Mapping[str, Any]) -> list[Event]:
        events: list[Event] = []
        rounds = _rounds(step)
        for number, draws in enumerate(rounds):
            if not node.is_due:
                raise BadChance(f"the dealer is found after {number} of {len(rounds)} rounds")
            where = f"round {number} of the draws"
            order = _read_round(node.game, where, draws, _tied(node), node.groups()[0])
            events += node.resolve([order])
        if node.is_due:
            tied = ", ".join(map(str, _tied(node)))
            raise BadChance(f"the draws do not find a dealer, seats {tied} are still tied")
        seat, found = required(step, "seat"), node.number("dealer")
        if not is_whole(seat) or seat != found:
            raise BadChance(f'"seat" is {short_text(seat)}, but the draws make it {found}')
        return events


DRAWS = DrawsForm()


def _tied(node: ChanceNode) -> list[int]:
    """List the seats that draw in the next round."""
    return members(node.number("tied"))


def _round(game: Game, tied: Sequence[int], order: Sequence[int]) -> dict[str, str]:
    """Write one round: the tied seats draw the first cards."""
    return {str(seat): game.cards[card] for seat, card in zip(tied, order)}


def _rounds(step: Mapping[str, Any]) -> list[Any]:
    """Return the rounds of a step, not yet checked."""
    draws = required(step, "draws")
    if not isinstance(draws, list):
        raise BadChance(f'"draws" is {short_text(draws)}, not a list of rounds')
    return draws


def _read_round(
    game: Game, where: str, draws: object, tied: Sequence[int], pack: Sequence[int]
) -> list[int]:
    """Return the order of the pack in one round; each tied seat must have a card of one pack."""
    if not isinstance(draws, dict):
        raise BadChance(f"{where} is {short_text(draws)}, not a map from seats to cards")
    for key in draws:
        if key not in {str(seat) for seat in tied}:
            raise BadChance(f"{where}: {short_text(key)} is not a seat that draws")
    rest, order = Counter(pack), []
    for seat in tied:
        if str(seat) not in draws:
            raise BadChance(f"{where}: seat {seat} draws too, and has no card")
        card = read_card(game, draws[str(seat)], f"{where}, seat {seat}")
        if rest[card] == 0:
            raise BadChance(f"{where}: the pack has no more {game.cards[card]}")
        rest[card] -= 1
        order.append(card)
    return order + sorted(rest.elements())
