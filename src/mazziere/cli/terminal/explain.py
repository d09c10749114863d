"""What a card or a move does: the paragraphs of the rules behind it."""

from collections.abc import Sequence

from mazziere.cli.terminal.moves import Speaker
from mazziere.kernel.game import Game
from mazziere.rules import Block, paragraphs

_UNO_CARDS = {
    "skip": ("UNO-SKIP-1",),
    "rev": ("UNO-REV-1", "AMB-UNO-5"),
    "+2": ("UNO-D2-1",),
    "wild": ("UNO-WILD-1",),
    "wild+4": ("UNO-DRAW4-1", "AMB-UNO-10", "UNO-DRAW4-2", "UNO-DRAW4-4", "UNO-DRAW4-5"),
    "shuffle": ("UNO-SHUF-1", "UNO-SHUF-2"),
    "custom": ("UNO-CUST-1", "AMB-UNO-6", "AMB-UNO-7"),
    "number": ("UNO-TURN-1",),
}
_H2O_CARDS = {
    "skip": ("H2O-ACT-1",),
    "rev": ("H2O-ACT-1", "AMB-UNO-5"),
    "+2": ("H2O-ACT-1",),
    "wild": ("H2O-ACT-2",),
    "wild+4": ("H2O-DRAW4-1", "AMB-UNO-10", "H2O-DRAW4-2"),
    "number": ("H2O-TURN-1",),
}
_DIECI_CARDS = {
    "10": ("DIE-OWL-1",),
    "9": ("DIE-WOLF-1",),
    "8": ("DIE-SKUNK-1", "DIE-SKUNK-2"),
    "7": ("DIE-RABBIT-1",),
    "6": ("DIE-HOTEL-1",),
    "cat": ("DIE-CAT-1", "DIE-CAT-2"),
}
_MOVES: dict[str, dict[str, tuple[str, ...]]] = {
    "uno": {
        "draw": ("UNO-TURN-2", "UNO-TURN-3"),
        "pass": ("UNO-TURN-3", "AMB-UNO-26"),
        "accept": ("UNO-DRAW4-2",),
        "challenge": ("UNO-DRAW4-2", "UNO-DRAW4-3", "UNO-DRAW4-4", "UNO-DRAW4-5"),
        "uno": ("UNO-CALL-1",),
        "catch": ("UNO-CALL-2", "AMB-UNO-15"),
        "name": ("UNO-WILD-1",),
        "discard": ("AMB-UNO-7",),
    },
    "uno_h2o": {
        "draw": ("H2O-TURN-2", "H2O-TURN-3"),
        "pass": ("H2O-TURN-2", "AMB-UNO-26"),
        "accept": ("H2O-DRAW4-2",),
        "challenge": ("H2O-DRAW4-2", "AMB-UNO-11"),
        "uno": ("H2O-CALL-1",),
        "catch": ("H2O-CALL-1", "AMB-UNO-15"),
        "name": ("H2O-START-5",),
        "discard": ("H2O-TURN-1",),
    },
    "rookie": {
        "flip": ("ROO-T2", "ROO-T4", "ROO-X-2", "ROO-X-4"),
        "place": ("ROO-T2", "ROO-C1"),
        "give": ("ROO-TM2",),
        "rob": ("ROO-X-1",),
        "cover": ("ROO-X-3",),
        "capture": ("ROO-C1",),
        "hold": ("AMB-ROO-4",),
    },
    "dieci": {
        "keep": ("DIE-R1", "DIE-LOSE-1"),
        "swap": ("DIE-R1", "DIE-R2", "DIE-R3"),
        "accept": ("DIE-R2", "DIE-R3"),
        "block": ("DIE-R2", "DIE-R4"),
        "draw": ("DIE-R5",),
    },
    "yooloo": {
        "stack": ("YOO-1.2a", "YOO-1.4a"),
        "play": ("YOO-A1", "YOO-1.4a", "YOO-NWa", "YOO-1.6a"),
    },
    "one_to_ten": {"turn": ("TEN-2.3a", "TEN-2.3b", "TEN-2.4a", "TEN-2.4b")},
}


def rules_of_card(game: Game, card: str) -> tuple[str, ...]:
    """The ids of the rules on a card."""
    if game.id in ("uno", "uno_h2o"):
        known = _UNO_CARDS if game.id == "uno" else _H2O_CARDS
        kind = "custom" if card.startswith("custom") else card
        kind = kind if kind in known else card[1:]
        return known.get(kind, known["number"])
    if game.id == "dieci":
        return _DIECI_CARDS.get(card, ("DIE-0b", "DIE-LOSE-1"))
    if game.id == "rookie":
        return ("ROO-X-1", "ROO-X-2", "ROO-X-5") if card == "X" else ("ROO-T2", "ROO-C1")
    return ("YOO-1.4a",) if game.id == "yooloo" else ("TEN-2.3a",)


def rules_of_move(game: Game, text: str, held: str | None = None) -> tuple[str, ...]:
    """The ids of the rules on a move; `held` is the one card in hand, in DIECI."""
    verb, *rest = text.split()
    if verb == "play" and game.id in ("uno", "uno_h2o"):
        return rules_of_card(game, rest[0])
    ids = _MOVES[game.id][verb]
    if verb == "block" and held is not None:
        return (*rules_of_card(game, held), *ids)
    if verb == "place" and rest[0] == "X":
        return (*ids, *rules_of_card(game, "X"))
    return ids


def blocks_of(game: Game, ids: Sequence[str], lang: str) -> list[Block]:
    """The paragraphs with these ids, those that are written."""
    known = paragraphs(game.id, lang)
    return [known[name] for name in dict.fromkeys(ids) if name in known]


def found(game: Game, what: str, lang: str) -> list[Block] | None:
    """The paragraphs on a rule's id or a card; None if it is neither."""
    known = {name.upper(): name for name in paragraphs(game.id, lang)}
    if what.upper() in known:
        return blocks_of(game, [known[what.upper()]], lang)
    if what in game.cards:
        return blocks_of(game, rules_of_card(game, what), lang)
    return None


def title_of(speaker: Speaker, what: str) -> str:
    """What is explained, in words where it is a card."""
    return speaker.card(what) if what in speaker.game.cards else what
