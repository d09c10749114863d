"""The log of the terminal: sentences that address the reader and say nothing twice."""

from mazziere.drawing.narration import Narration
from mazziere.games import find
from mazziere.kernel.events import EVERYONE, Event
from mazziere.kernel.texts import listed, number_word

GAME = find("uno")
KINDS = [kind.name for kind in GAME.events]
NAMES = ["Anna", "Ada", "Bruno"]


def happened(kind: str, seat: int, first: str | int = -1, second: str | int = -1) -> Event:
    """Return an event; cards and colours by name."""
    about = GAME.events[KINDS.index(kind)]

    def number(value: str | int, of: str) -> int:
        if isinstance(value, int):
            return value
        return (GAME.cards if of == "card" else GAME.colours).index(value)

    return Event(KINDS.index(kind), seat, number(first, about.a), number(second, about.b), EVERYONE)


def told(lang: str, *events: Event) -> list[str]:
    return Narration(GAME, lang, NAMES, 0).lines(events)


def test_several_cards_are_one_sentence() -> None:
    assert told("en", *[happened("drew_unseen", 1)] * 2) == ["Ada draws two cards."]
    assert told("it", happened("drew", 0, "r3"), happened("drew", 0, "wild")) == [
        "Peschi il 3 rosso e un Jolly."
    ]


def test_cards_dealt_in_turns_are_counted_by_player() -> None:
    turns = [happened("drew_unseen", seat) for seat in (1, 2, 1, 2)]
    assert told("en", *turns) == ["Ada draws two cards.", "Bruno draws two cards."]


def test_the_colour_is_said_when_it_changes() -> None:
    narration = Narration(GAME, "en", NAMES, 0)
    assert narration.lines([happened("turned_up", 1, "r5")])
    assert narration.lines([happened("played", 0, "r7", "r")]) == ["You play the red 7."]
    changed = narration.lines([happened("played", 1, "b7", "b")])
    assert changed == ["Ada plays the blue 7. The colour is now blue."]
    assert narration.lines([happened("played", 2, "b1", "b")]) == ["Bruno plays the blue 1."]


def test_italian_before_a_vowel() -> None:
    assert told("it", happened("challenged", 2, 1)) == ["Bruno lancia la sfida ad Ada."]
    assert told("it", happened("challenged", 1, 2)) == ["Ada lancia la sfida a Bruno."]
    assert listed(["Dino", "Elsa"], "it") == "Dino ed Elsa"
    assert listed(["Ada", "Ben", "Eve"], "en") == "Ada, Ben and Eve"
    assert (number_word(2, "it"), number_word(11, "it")) == ("due", "11")
