"""The phrases of the terminal in Italian and English: `words.<lang>.toml`."""

import getpass
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent
NAME_LENGTH = 12


@cache
def catalogue(lang: str) -> Mapping[str, Any]:
    """Return all phrases of a language."""
    return tomllib.loads((_FOLDER / f"words.{lang}.toml").read_text(encoding="utf-8"))


def say(lang: str, place: str, name: str, /, **parts: object) -> str:
    """Return a phrase, with its parts filled in."""
    text: str = catalogue(lang)[place][name]
    return text.format(**parts) if parts else text


def names_of(players: int, person: int, lang: str, name: str | None = None) -> list[str]:
    """Return the names at a table: the person's, and one for each bot."""
    mine = own_name(lang, name)
    others = iter(each for each in catalogue(lang)["bot_names"] if each != mine)
    return [mine if seat == person else next(others) for seat in range(players)]


def own_name(lang: str, name: str | None) -> str:
    """Return the person's name: the given one, or that of the account."""
    if name is None:
        try:
            name = getpass.getuser().capitalize()
        except (OSError, KeyError, ImportError):
            name = ""
    kept = "".join(letter for letter in name if letter.isprintable()).strip()
    return kept[:NAME_LENGTH] or str(catalogue(lang)["guest"])


def bot_words(spec: str, lang: str) -> str:
    """Return the level of a bot in words; a specification with settings stays as it is."""
    described: str = catalogue(lang)["levels"].get(spec, spec)
    return described.partition(",")[0]
