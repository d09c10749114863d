"""`mazziere rules GAME`: print the rules in our own words, numbered."""

import re
from argparse import Namespace
from typing import Any

from mazziere.cli.say import Stop, is_terminal, language, print_json
from mazziere.games import find
from mazziere.kernel.texts import Block, Section, sections


def run(arguments: Namespace) -> int:
    """Print the rules of a game."""
    lang = language(arguments.lang)
    try:
        found = sections(find(arguments.game), lang)
    except FileNotFoundError:
        raise Stop(f"there is no rule text for {arguments.game} in {lang} yet") from None
    if arguments.json:
        print_json(rules_json(arguments.game, lang, found))
    elif is_terminal():
        _render(found)
    else:
        for section in found:
            print_section(section)
    return 0


def rules_json(game: str, lang: str, found: tuple[Section, ...]) -> dict[str, Any]:
    """Return the rules for a program."""
    return {
        "game": game,
        "lang": lang,
        "sections": [
            {
                "title": section.title,
                "paragraphs": [
                    {"id": block.id, "text": block.text, "options": list(block.options)}
                    for block in section.blocks
                ],
            }
            for section in found
        ],
    }


def without_marks(text: str) -> str:
    """Remove the marks of emphasis from Markdown."""
    return re.sub(r"\*+([^*]+)\*+", r"\1", text)


def in_plain_text(block: Block) -> str:
    """Return a block with its number, as plain text."""
    number = f"{block.id}  " if block.id else ""
    return number + without_marks(block.whole)


def print_section(section: Section) -> None:
    """Print a section in plain text."""
    print(f"{section.title}\n{'=' * len(section.title)}\n")
    for block in section.blocks:
        print(in_plain_text(block) + "\n")


def _render(found: tuple[Section, ...]) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    for depth, section in enumerate(found):
        console.print(Markdown(("# " if depth == 0 else "## ") + section.title))
        for block in section.blocks:
            number = f"**{block.id}** " if block.id else ""
            options = "".join(f"\n\n{line}" for line in block.options)
            console.print(Markdown(number + block.text + options), "")
