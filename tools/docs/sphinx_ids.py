"""A Sphinx extension for the ids of rules and of the contract.

An id is an anchor where it is defined, and a link everywhere else.
"""

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from mazziere.games import shelf
from tools import rule_ids
from tools.docs.pages import DOCS
from tools.docs.texts import target

LEDGER_ID = re.compile(rule_ids.CITATION.pattern)
DEFINED = re.compile(rf"({rule_ids.CITATION.pattern}|{rule_ids.SHORT})(?= ✔| \(Ex|[.:]|$)")
CITED = re.compile(
    rf"{rule_ids.CITATION.pattern}|(?<=[Cc]ontract ){rule_ids.SHORT}(?![\w-])"
    rf"|(?<=[Ee]xample ){rule_ids.SHORT}(?![\w-])"
)
CONTRACT = rule_ids.CONTRACT.stem


def name_of(path: Path) -> str:
    """Return Sphinx's name of a page."""
    return path.relative_to(DOCS).with_suffix("").as_posix()


def place_of(text: str, before: str) -> tuple[str, str] | None:
    """Return the page and anchor of a cited id."""
    if LEDGER_ID.fullmatch(text):
        page = rule_ids.ledger_ids().get(text)
    elif before.lower().endswith("contract "):
        return (CONTRACT, text.lower()) if text in rule_ids.contract_ids() else None
    else:
        page = rule_ids.example_ids().get(text)
    return (name_of(page), text.lower()) if page else None


# Anchors


def set_anchors(app: Sphinx, doctree: nodes.document) -> None:
    """Give the rows and items that define an id an anchor of that name."""
    name = app.env.current_document.docname
    if not name.startswith("rules/") and name != CONTRACT:
        return
    for row in doctree.findall(nodes.row):
        cell = row.children[0].astext()
        found = DEFINED.match(cell)
        if found and name != CONTRACT:
            row["ids"].append(found[1].lower())
    for item in doctree.findall(nodes.list_item):
        found = DEFINED.match(item.astext())
        if found and not _has(doctree, found[1].lower()):
            item["ids"].append(found[1].lower())


def _has(doctree: nodes.document, anchor: str) -> bool:
    return any(anchor in node.get("ids", ()) for node in doctree.findall(nodes.list_item))


# Links


def set_links(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Turn the ids of a page into links."""
    for node in list(doctree.findall(nodes.reference)):
        place = place_of(node.astext(), "") if LEDGER_ID.fullmatch(node.astext()) else None
        if place is not None:
            node["refuri"] = _address(app, docname, place)
    for text in list(doctree.findall(nodes.Text)):
        if not _is_closed(text):
            pieces = _linked(app, docname, text)
            if pieces is not None:
                text.parent.replace(text, pieces)


def _is_closed(text: nodes.Text) -> bool:
    """Tell whether a text is in a place where no link is allowed."""
    node: Any = text.parent
    while node is not None:
        if isinstance(node, (nodes.reference, nodes.literal_block, nodes.title, nodes.comment)):
            return True
        node = node.parent
    return False


def _linked(app: Sphinx, docname: str, text: nodes.Text) -> list[nodes.Node] | None:
    pieces: list[nodes.Node] = []
    whole, last = text.astext(), 0
    for found in CITED.finditer(whole):
        place = place_of(found[0], whole[: found.start()])
        if place is not None and place[0] == docname:
            place = text_of(found[0]) if _defines(text, found[0]) else place
        if place is not None:
            pieces.append(nodes.Text(whole[last : found.start()]))
            link = nodes.reference("", found[0], internal=True, classes=["rule-id"])
            link["refuri"] = _address(app, docname, place)
            pieces.append(link)
            last = found.end()
    if not pieces:
        return None
    return [*(piece for piece in pieces if piece.astext()), nodes.Text(whole[last:])]


def _defines(text: nodes.Text, rule: str) -> bool:
    """Tell whether a text is the first cell of the row that defines an id."""
    node: Any = text.parent
    while node is not None and not isinstance(node, nodes.row):
        node = node.parent
    return node is not None and rule.lower() in node["ids"] and text.astext().startswith(rule)


def text_of(rule: str) -> tuple[str, str] | None:
    """Return the paragraph of the players' text about a rule."""
    for game in shelf():
        if rule in rule_ids.text_ids(game):
            return f"_generated/texts/{game}.en", nodes.make_id(target(game, "en", rule))
    return None


def _address(app: Sphinx, docname: str, place: tuple[str, str]) -> str:
    page, anchor = place
    if page == docname:
        return f"#{anchor}"
    return f"{app.builder.get_relative_uri(docname, page)}#{anchor}"


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("doctree-read", set_anchors)
    app.connect("doctree-resolved", set_links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
