"""The paragraphs of the rules that explain a card or a move."""

from collections.abc import Sequence
from typing import Any

from mazziere.drawing.board import card_of_move
from mazziere.drawing.scene import Scene
from mazziere.kernel.game import Game, verb
from mazziere.kernel.texts import Block, paragraphs


def rules_of_card(game: Game, card: str) -> tuple[str, ...]:
    """Return the ids of the rules on a card."""
    return game.card_rules.get(card, game.card_rules.get("", ()))


def rules_of_move(game: Game, move: str, scene: Scene[Any] | None = None) -> tuple[str, ...]:
    """Return the ids of the rules on a move; a scene tells the card that it is made with."""
    words = move.split()
    if verb(move) not in game.move_rules:
        return rules_of_card(game, words[1]) if len(words) > 1 else ()
    ids = game.move_rules[verb(move)]
    shown = card_of_move(scene, move) if scene is not None else None
    if shown is not None:
        return (*rules_of_card(game, shown), *ids)
    named = [word for word in words[1:] if word in game.card_rules]
    return (*ids, *(rule for card in named for rule in rules_of_card(game, card)))


def blocks_of(game: Game, ids: Sequence[str], lang: str) -> list[Block]:
    """Return the paragraphs with these ids that are written."""
    known = paragraphs(game, lang)
    return [known[name] for name in dict.fromkeys(ids) if name in known]


def found(game: Game, what: str, lang: str) -> list[Block] | None:
    """Return the paragraphs on a rule id or a card; None if it is neither."""
    known = {name.upper(): name for name in paragraphs(game, lang)}
    if what.upper() in known:
        return blocks_of(game, [known[what.upper()]], lang)
    if what in game.cards:
        return blocks_of(game, rules_of_card(game, what), lang)
    return None
