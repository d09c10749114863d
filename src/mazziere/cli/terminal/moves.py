"""Moves in words, the order in which they are listed, and the keys that choose them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mazziere.cli.terminal.signs import card_words, colour_sign
from mazziere.cli.terminal.words import say
from mazziere.kernel.game import Game
from mazziere.rules import words

KEYS = "1234567890abcdefgijkmnoptvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What chooses a move; the letters h l q r s u are commands."""

_VERBS = (
    "play", "stack", "discard", "place", "give", "flip", "turn", "keep", "swap", "block", "accept",
    "challenge", "capture", "hold", "rob", "name", "draw", "pass", "cover", "uno", "catch",
)  # fmt: skip
_NUMBERED = ("stack", "play", "turn", "flip")


def ordered(game: Game, moves: Sequence[int]) -> list[int]:
    """Moves in the order of the table: plays first, by card; then drawing and passing."""

    def rank(action: int) -> tuple[int, int]:
        return _VERBS.index(game.name(action).split()[0]), action

    return sorted(moves, key=rank)


def keys_of(game: Game, moves: Sequence[int]) -> list[str]:
    """A key for each move: the number of a card or place where that is plain, else 1, 2, 3 …"""
    texts = [game.name(action).split() for action in moves]
    numbers = [text[1] for text in texts if text[0] in _NUMBERED and text[1].isdigit()]
    if not numbers or len(set(numbers)) < sum(text[0] in _NUMBERED for text in texts):
        return [KEYS[i] if i < len(KEYS) else "" for i in range(len(moves))]
    spare = iter(KEYS[10:])
    return [text[1][-1] if text[0] in _NUMBERED else next(spare) for text in texts]  # 10 is 0


class Speaker(NamedTuple):
    """Who is told of moves, and what lies before him."""

    game: Game
    lang: str
    names: Sequence[str]
    seat: int

    def move(self, text: str, glance: Any) -> str:
        """Say a move to the one who may make it."""
        verb, *rest = text.split()
        if self.game.id in ("uno", "uno_h2o"):
            return self._uno(verb, rest, glance)
        if self.game.id == "rookie":
            return self._rookie(verb, rest)
        if self.game.id == "dieci":
            return self._dieci(verb, glance)
        if self.game.id == "yooloo":
            name = "stack" if verb == "stack" else "play_number"
            return self.say(name, card=self.card(rest[0]))
        return self.say("turn", place=rest[0])

    def say(self, phrase: str, /, **parts: object) -> str:
        """Words for a move."""
        return say(self.lang, "moves", phrase, **parts)

    def card(self, card: str) -> str:
        """A card in words."""
        return card_words(self.game.id, card, self.lang)

    def colour(self, letter: str) -> str:
        """A colour of UNO in words, with its sign."""
        return f"{words(self.game.id, self.lang).colours[letter]} {colour_sign(letter)}"

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.names[seat] if 0 <= seat < len(self.names) else str(seat)

    def _uno(self, verb: str, rest: list[str], glance: Any) -> str:
        if verb == "play":
            card = self.card(rest[0])
            colour = next((part for part in rest[1:] if part in self.game.colours), None)
            if colour is None:
                said = self.say("play", card=card)
            else:
                said = self.say("play_colour", card=card, colour=self.colour(colour))
            return self.say("and_call", move=said) if rest[-1] == "uno" else said
        if verb == "name":
            return self.say("name", colour=self.colour(rest[0]))
        if verb == "discard":
            return self.say("discard", card=self.card(rest[0]))
        if verb == "catch":
            return self.say("catch", name=self.name(int(rest[0])))
        if verb == "challenge":
            return self.say("challenge", name=self.name(int(glance["bluffer"])))
        return self.say("accept_four" if verb == "accept" else verb)

    def _rookie(self, verb: str, rest: list[str]) -> str:
        if verb == "flip":
            return self.say("flip", place=rest[0])
        if verb in ("place", "give"):
            players = len(self.names)
            partner = self.names[(self.seat + players // 2) % players]
            return self.say(verb, card=self.card(rest[0]), place=rest[1], name=partner)
        if verb == "rob":
            return self.say("rob", name=self.name(int(rest[0])))
        return self.say(verb)

    def _dieci(self, verb: str, glance: Any) -> str:
        if verb == "draw":
            return self.say("draw_deck")
        held = int(glance["card"][self.seat])
        card = self.card(self.game.cards[held]) if held >= 0 else say(self.lang, "table", "card")
        after = self.seat
        for step in range(1, len(self.names)):  # the next seat that is still in the round
            after = (self.seat + step) % len(self.names)
            if int(glance["in_round"]) >> after & 1:
                break
        return self.say(verb, card=card, name=self.name(after))
