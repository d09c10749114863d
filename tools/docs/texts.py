"""Pages of the site with the rules as players read them, in each language.

Each numbered paragraph is a target, so that ids on other pages can lead to it.
"""

from mazziere.games import find, shelf
from mazziere.kernel.texts import LANGUAGES, Block, sections

NAMES = {"en": "English", "it": "Italiano"}


def pages() -> dict[str, str]:
    """Return the pages by name below the folder of generated pages."""
    made = {f"texts/{game}.{lang}.md": page(game, lang) for game in shelf() for lang in LANGUAGES}
    return {**made, "texts/index.md": index()}


def index() -> str:
    """Return the page that lists the texts."""
    rows = [
        f"| {find(game).title} | "
        + " · ".join(f"[{NAMES[lang]}]({game}.{lang}.md)" for lang in sorted(LANGUAGES))
        + " |"
        for game in shelf()
    ]
    tree = [f"{game}.{lang}" for game in shelf() for lang in sorted(LANGUAGES)]
    return "\n".join([
        "# The rules in our own words",
        "",
        "`mazziere rules GAME`, the page and the terminal show these texts. A numbered paragraph",
        "has the id of [the ledger](../../rules/index.md).",
        "",
        "| game | texts |",
        "|---|---|",
        *rows,
        "",
        "```{toctree}",
        ":hidden:",
        ":titlesonly:",
        "",
        *tree,
        "```",
        "",
    ])  # fmt: skip


def page(game: str, lang: str) -> str:
    """Return the page with the text of a game."""
    parts = []
    for number, section in enumerate(sections(find(game), lang)):
        title = section.title if number else f"{section.title} ({NAMES[lang]})"
        parts.append(f"{'##' if number else '#'} {title}")
        parts += [paragraph(game, lang, block) for block in section.blocks]
    return "\n\n".join(parts) + "\n"


def paragraph(game: str, lang: str, block: Block) -> str:
    """Return a paragraph, with a target if it has an id."""
    if block.id is None:
        return block.whole
    return f"({target(game, lang, block.id)})=\n\n**{block.id}** {block.whole}"


def target(game: str, lang: str, rule: str) -> str:
    """Return the name of a paragraph's target."""
    return f"text-{game}-{lang}-{rule}".lower()
