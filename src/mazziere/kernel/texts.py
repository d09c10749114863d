"""The rule texts and the words of a game, in each language.

They lie in the folder `texts` of the game. `<lang>.md` holds the numbered rules: sections (`##`)
of blocks, of which a numbered one begins with its id in bold. `<lang>.toml` holds the words for
events, refusals, cards, colours, options, presets, the lobby, moves and the table. Three of its
tables are optional: `[events_you]` addresses the player, `[events_many]` and `[events_many_you]`
merge several events in a row.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from mazziere.kernel.events import Event
from mazziere.kernel.game import Game

LANGUAGES = ("it", "en")
FOLDER = "texts"
YOU = {"it": "te", "en": "you"}
"""The reader as the object of a sentence: “swaps hands with you”."""
AND = {"it": "e", "en": "and"}
NUMBERS = {
    "it": "zero una due tre quattro cinque sei sette otto nove dieci".split(),
    "en": "no one two three four five six seven eight nine ten".split(),
}


# Texts


@dataclass(frozen=True)
class Block:
    """A piece of a rule text: a numbered paragraph, or one without a number."""

    id: str | None
    text: str  # Markdown, without the number
    options: tuple[str, ...] = ()  # lines on the options beside this rule, Markdown

    @property
    def whole(self) -> str:
        """The text with the lines on options."""
        return "\n".join((self.text, *self.options))


@dataclass(frozen=True)
class Section:
    """A heading with its blocks; the first section is the introduction under the game's title."""

    title: str
    blocks: tuple[Block, ...]


@cache
def sections(game: Game, lang: str) -> tuple[Section, ...]:
    """Return the rules of a game by section; FileNotFoundError where there are none."""
    text = (game.folder / FOLDER / f"{lang}.md").read_text(encoding="utf-8")
    found: list[tuple[str, list[Block]]] = []
    for lines in _pieces(text):
        if lines[0].startswith("#"):
            found.append((lines[0].lstrip("# "), []))
            lines = lines[1:]
        if lines:
            found[-1][1].append(_block(lines))
    return tuple(Section(title, tuple(blocks)) for title, blocks in found)


@cache
def paragraphs(game: Game, lang: str) -> dict[str, Block]:
    """Return the numbered paragraphs of a game in their order."""
    blocks = [block for section in sections(game, lang) for block in section.blocks]
    numbered: dict[str, Block] = {}
    for block in blocks:
        if block.id is not None:
            if block.id in numbered:
                raise ValueError(f"{game.id}, {lang}.md: {block.id} occurs twice")
            numbered[block.id] = block
    return numbered


def _pieces(text: str) -> list[list[str]]:
    """Split a text at blank lines."""
    pieces: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip():
            pieces[-1].append(line)
        elif pieces[-1]:
            pieces.append([])
    return [lines for lines in pieces if lines]


def _block(lines: list[str]) -> Block:
    options = tuple(line for line in lines if line.startswith(("*Option ", "*Opzione ")))
    body = [line for line in lines if line not in options]
    number = None
    if body and body[0].startswith("**"):
        number, _, first = body[0][2:].partition("**")
        body[0] = first.strip()
    return Block(number, "\n".join(body), options)


# Words


@dataclass(frozen=True)
class Words:
    """The words of a game in one language; empty where the game has none."""

    blurb: str  # the game in one line
    events: Mapping[str, str]
    events_you: Mapping[str, str]  # the same in the second person, for the seat of the event
    events_many: Mapping[str, str]  # several such events of one seat in a row: {n} or {list}
    events_many_you: Mapping[str, str]
    refusals: Mapping[str, str]
    cards: Mapping[str, str]
    colours: Mapping[str, str]
    options: Mapping[str, Mapping[str, str]]
    presets: Mapping[str, Mapping[str, str]]  # by id: its name, and its text of one line
    lobby: Mapping[str, Mapping[str, str]]  # by option: its label, and a phrase for each value
    moves: Mapping[str, str]
    table: Mapping[str, str]


@cache
def words(game: Game, lang: str) -> Words:
    """Return the words of a game."""
    path = game.folder / FOLDER / f"{lang}.toml"
    found: dict[str, Any] = {}
    if path.exists():
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    tables = {f.name: found.get(f.name, {}) for f in fields(Words) if f.name != "blurb"}
    return Words(found.get("blurb", ""), **tables)


def event_seats(game: Game) -> dict[str, str]:
    """Return which values of an event are seats, by kind: "a", "b" or "ab"."""
    found = {
        kind.name: "".join(name for name in "ab" if getattr(kind, name) == "seat")
        for kind in game.events
    }
    return {name: values for name, values in found.items() if values}


def seat_names(players: int, lang: str) -> list[str]:
    """Name the seats by their numbers."""
    word = {"it": "Posto", "en": "Seat"}[lang]
    return [f"{word} {seat}" for seat in range(players)]


def tell(
    game: Game, event: Event, lang: str, names: Sequence[str], you: int | None = None
) -> str | None:
    """Tell an event in words, or None where there are none; `you` is the seat that reads them."""
    return tell_together(game, [event], lang, names, you)


def tell_together(
    game: Game,
    events: Sequence[Event],
    lang: str,
    names: Sequence[str],
    you: int | None = None,
    is_known: bool = False,
) -> str | None:
    """Tell one event, or several of one kind and seat, in a sentence; None without words.

    A part in brackets is left out where the reader knows it.
    """
    event, kind = events[0], game.events[events[0].kind]
    template = _template(game, event, len(events), lang, you)
    if template is None:
        return None
    others = [YOU[lang] if seat == you else name for seat, name in enumerate(names)]
    values = {
        "seat": names[event.seat] if 0 <= event.seat < len(names) else str(event.seat),
        "a": _value(game, kind.a, event.a, lang, others),
        "b": _value(game, kind.b, event.b, lang, others),
        "n": number_word(len(events), lang),
        "list": listed([_value(game, kind.a, one.a, lang, others) for one in events], lang),
    }
    template = re.sub(r"\[(.*?)\]", "" if is_known else r"\1", template)
    return _filled(template, values, lang)


def is_merged(game: Game, event: Event, lang: str, you: int | None) -> bool:
    """Tell whether several events of this kind and seat make one sentence."""
    return game.events[event.kind].name in _many(game, event, lang, you)


def _many(game: Game, event: Event, lang: str, you: int | None) -> Mapping[str, str]:
    known = words(game, lang)
    return known.events_many_you if event.seat == you else known.events_many


def _template(game: Game, event: Event, count: int, lang: str, you: int | None) -> str | None:
    name, known = game.events[event.kind].name, words(game, lang)
    if count > 1 and name in _many(game, event, lang, you):
        return _many(game, event, lang, you)[name]
    if event.seat == you and name in known.events_you:
        return known.events_you[name]
    return known.events.get(name)


def _filled(template: str, values: Mapping[str, str], lang: str) -> str:
    """Fill the values in; in Italian with “ad” and “ed” before the same vowel."""

    def fill(found: re.Match[str]) -> str:
        before, value = found[1] or "", values[found[2]]
        if lang == "it" and before and value[:1].lower() == before[0]:
            before = f"{before[0]}d "
        return before + value

    return re.sub(r"(\b[ae] )?\{(\w+)\}", fill, template)


def number_word(count: int, lang: str) -> str:
    """Return a number of cards as a word, up to ten."""
    return NUMBERS[lang][count] if count < len(NUMBERS[lang]) else str(count)


def listed(names: Sequence[str], lang: str) -> str:
    """Return names as a list: “Ada, Bruno ed Elena”."""
    if len(names) < 2:
        return "".join(names)
    last = _filled(f"{AND[lang]} {{last}}", {"last": names[-1]}, lang)
    return f"{', '.join(names[:-1])} {last}"


def _value(game: Game, kind: str, value: int, lang: str, names: Sequence[str]) -> str:
    """Name one of an event's numbers."""
    known = words(game, lang)
    if value < 0:
        return ""  # there is none
    if kind == "card":
        return known.cards.get(game.cards[value], game.cards[value])
    if kind == "colour":
        return known.colours.get(game.colours[value], game.colours[value])
    if kind == "seat":
        return names[value]
    if kind == "pile":
        return str(value + 1)
    return str(value)


def refusal_text(game: Game, code: str, lang: str) -> str | None:
    """Say in words why a move was refused, or None where there are no words."""
    return words(game, lang).refusals.get(code)
