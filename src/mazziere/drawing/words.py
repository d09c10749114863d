"""Words that the tables of all games share, in each language: `words.<lang>.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def shared_words(lang: str) -> Mapping[str, str]:
    """Return the shared words of a language by name."""
    path = Path(__file__).parent / f"words.{lang}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
