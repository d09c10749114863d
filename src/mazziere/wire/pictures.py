"""The table as one seat sees it now, in the words of the notation: what a page draws from.

A picture is made from the seat's glance and from nothing else. It holds no history and no memory:
what was seen and lies face down again is not in it.
"""

from collections.abc import Callable
from typing import Any

from mazziere.games.dieci import constants as dieci
from mazziere.games.rookie import constants as rookie
from mazziere.games.uno import constants as uno
from mazziere.kernel.engine import members
from mazziere.kernel.game import OVER, Game
from mazziere.kernel.match import Match
from mazziere.kernel.state import Sheet

Picture = dict[str, Any]

_PHASES: dict[str, tuple[str, ...]] = {
    "yooloo": ("starter", "points", "stacking", "choosing", "showdown"),
    "one_to_ten": ("starter", "rows", "turn"),
    "rookie": ("starter", "piles", "first", "second", "cover_or_seek", "seek", "lay", "ask", "rob"),
    "uno": (
        "dealer", "deck", "reshuffle", "shuffle_hands", "opening", "naming", "turn", "drawn",
        "answer", "discarding", "hand_over",
    ),
    "dieci": ("dealer", "deck", "play", "answer"),
}  # fmt: skip
_PHASES["uno_h2o"] = _PHASES["uno"]


def picture(match: Match, seat: int) -> Picture:
    """Draw what a seat sees; SPECTATOR for those who only watch."""
    sheet = match.engine.look(match.states, 0, seat)
    eye = Eye(match.game, sheet, seat)
    phase = eye.number("phase")
    name = "over" if phase == OVER else _PHASES[match.game.id][phase]
    scores = match.engine.scores(sheet.records, 0)
    return {"phase": name, "scores": scores, **_DRAW[match.game.id](eye)}


class Eye:
    """Reads a glance."""

    def __init__(self, game: Game, sheet: Sheet, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.number = sheet.number
        self.row = sheet.row  # with a place for each seat at most
        self.players = self.number("players")
        self.is_seated = seat < self.players

    def seats(self, name: str) -> list[Any]:
        """A field with a value for each seat."""
        return self.row(name)[: self.players]

    def card(self, card: int) -> str | None:
        """A card; None if there is none, `?` if it is hidden."""
        if card == -1:
            return None
        return self.game.cards[card] if 0 <= card < len(self.game.cards) else "?"

    def cards(self, bits: int) -> list[str]:
        """A set of cards."""
        return [self.game.cards[card] for card in members(bits)]


def _yooloo(eye: Eye) -> Picture:
    own = eye.seat if eye.is_seated else None
    done, parked = eye.number("rounds"), eye.number("parked")
    pile = [eye.card(card) for card in eye.row("pile")]
    stack = eye.row("stack")
    return {
        "game": eye.number("ended") + 1,
        "round": done + 1,
        "opener": eye.number("opener"),
        "waiting": members(eye.number("waiting")),
        "prize": pile[done] if done < len(pile) else None,
        "parked": pile[done - parked : done],
        "points": [points if points >= 0 else None for points in eye.seats("points")],
        "totals": eye.seats("total"),
        "hand": eye.cards(eye.row("hand")[own]) if own is not None else [],
        "stack": [eye.card(card) for card in stack[own] if card >= 0] if own is not None else [],
        "stacked": [sum(card != -1 for card in row) for row in stack[: eye.players]],
        "chosen": [eye.card(card) for card in eye.seats("chosen")],
    }


def _one_to_ten(eye: Eye) -> Picture:
    rows = eye.seats("row")
    return {
        "turn": eye.number("turn"),
        "rows": [[eye.card(card) for card in row] for row in rows],
        "found": eye.seats("found"),
        "ending": bool(eye.number("ending")),
    }


def _rookie(eye: Eye) -> Picture:
    height, table, is_open = eye.row("height"), eye.row("table"), eye.number("open")
    top, laid = eye.row("top"), eye.row("laid")
    hand = eye.row("hand")
    return {
        "turn": eye.number("turn"),
        "actor": eye.number("actor"),
        "found": eye.card(eye.number("found")),
        "piles": [
            {
                "height": height[place],
                "open": eye.card(table[place][height[place] - 1]) if is_open >> place & 1 else None,
            }
            for place in range(rookie.PLACES)
        ],
        "laid": [
            [
                {
                    "top": eye.card(top[pile]),
                    "cards": {eye.game.cards[kind]: n for kind, n in enumerate(laid[pile]) if n},
                }
                for pile in range(rookie.PROVISIONAL * seat, rookie.PROVISIONAL * (seat + 1))
            ]
            for seat in range(eye.players)
        ],
        "inHand": [eye.game.cards[kind] for kind, n in enumerate(hand) for _ in range(n)],
        "mayGive": bool(eye.number("may_give")),
    }


def _uno(eye: Eye) -> Picture:
    colour, top, drawn = eye.number("colour"), eye.number("top"), eye.number("drawn")
    sets = eye.row("hand")[eye.seat] if eye.is_seated else [0]
    copies = [card for bits in sets if bits for card in members(bits)]
    hand = [eye.game.cards[card] for card in sorted(copies)]
    answering = eye.number("phase") == uno.ANSWER
    return {
        "turn": eye.number("turn"),
        "dealer": eye.number("dealer"),
        "direction": eye.number("direction"),
        "colour": eye.game.colours[colour] if 0 <= colour < len(eye.game.colours) else None,
        "top": eye.card(top) if eye.number("discards") else None,
        "drawPile": eye.number("rest"),
        "discards": eye.number("discards"),
        "sizes": eye.seats("size"),
        "debts": members(eye.number("debt")),
        "hand": hand,
        "drawn": eye.card(drawn) if drawn < len(eye.game.cards) else None,
        "bluffer": eye.number("bluffer") if answering else None,
    }


def _dieci(eye: Eye) -> Picture:
    links = eye.number("links")
    answering = eye.number("phase") == dieci.ANSWER
    return {
        "dealer": eye.number("dealer"),
        "turn": eye.number("turn"),
        "asked": eye.number("asked") if answering else None,
        "jumped": bool(eye.number("jumped")) and answering,
        "inRound": members(eye.number("in_round")),
        "tokens": eye.seats("purse"),
        "cards": [eye.card(card) for card in eye.seats("card")],
        "chain": list(zip(eye.row("giver")[:links], eye.row("taker")[:links], strict=True)),
        "aside": [eye.card(card) for card in eye.row("aside")[: eye.number("asides")]],
        "deck": eye.number("rest"),
    }


_DRAW: dict[str, Callable[[Eye], Picture]] = {
    "yooloo": _yooloo,
    "one_to_ten": _one_to_ten,
    "rookie": _rookie,
    "uno": _uno,
    "uno_h2o": _uno,
    "dieci": _dieci,
}
