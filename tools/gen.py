"""Generated reference pages: what the code declares, written out for people.

python -m tools.gen            # rewrite docs/reference
python -m tools.gen --check    # exit 1 where a page has drifted
"""

import ast
import contextlib
import importlib
import io
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from mazziere.cli import main as command
from mazziere.games import IDS, find
from mazziere.kernel.events import EVERYONE, SPECTATOR, Event
from mazziere.kernel.game import Game
from mazziere.kernel.options import Each, Number, Option
from mazziere.rules import paragraphs, words
from tools import golden, written
from tools.rule_ids import sources

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reference"
NOTE = "<!-- Written by `make gen` from the sources; do not edit. -->"
COLUMNS = "80"

# Pieces of Markdown


def page(title: str, about: str, parts: Sequence[str]) -> str:
    """A page with its title, a paragraph, and its parts."""
    return "\n\n".join((f"# {title}", NOTE, about, *parts)) + "\n"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table."""
    ruler = ["---"] * len(head)
    return "\n".join(
        f"| {' | '.join(_cell(cell) for cell in row)} |" for row in (head, ruler, *rows)
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def code(text: str) -> str:
    return f"`{text}`"


def heading(game: Game) -> str:
    return f"## {code(game.id)} · {game.title}"


def rule_links(game: Game, rules: Sequence[str]) -> str:
    """The ids of rules, each leading to the text that holds it, the game's own if it can be."""
    homes = {rule: _home(game, rule) for rule in rules}
    return ", ".join(f"[{rule}](../../src/mazziere/rules/{homes[rule]}.en.md)" for rule in rules)


def _home(game: Game, rule: str) -> str:
    return next(name for name in (game.id, *IDS) if rule in paragraphs(name, "en"))


# Games


def games_page() -> str:
    """Ids, seats, actions and sizes."""
    rows = []
    for game in map(find, IDS):
        rows.append(
            (
                code(game.id),
                game.title,
                str(game.rules),
                f"{game.seats[0]}–{game.seats[-1]}",
                "clockwise" if game.clockwise else "anticlockwise",
                str(len(game.actions)),
                str(game.dtype.itemsize),
            )
        )
    head = ("id", "box", "rules", "players", "seats run", "actions", "state, bytes")
    chances = [
        f"- {code(game.id)}: "
        + ", ".join(f"{code(c.name)} ({c.shape})" for c in game.chances.values())
        for game in map(find, IDS)
    ]
    about = (
        "`rules` is the version of the rules that a record names. Actions are numbered from 0 "
        "without gaps; a state is one record, padded to whole cache lines."
    )
    return page("Games", about, [table(head, rows), "## Chance steps", "\n".join(chances)])


# Options


def options_page() -> str:
    """Every option with its values, its default, the rule behind it, and its words."""
    parts = []
    for game in map(find, IDS):
        parts.append(heading(game))
        parts += [option_part(game, option) for option in game.options]
    about = (
        "What a table may agree on before a match: `--set name=value` on the command line, "
        "`options` in a record. The default comes first."
    )
    return page("Options", about, parts)


def option_part(game: Game, option: Option) -> str:
    """One option."""
    said = words(game.id, "en").options.get(option.name, {})
    default = code(golden.as_text(option.default))
    lines = [
        f"### {code(option.name)}",
        f"{said.get('text', '')}. Default {default}. {rule_links(game, option.rules)}",
    ]
    if option.idle:
        lines.append(f"Means nothing while {idle_text(option)}.")
    if isinstance(option, Number):
        lines.append(f"A whole number from {option.low} to {option.high}.")
    else:
        if isinstance(option, Each):
            lines.append(f"A list of {option.count}, each one of these:")
        values = option.values if isinstance(option, Each) else option.allowed()["values"]
        texts = [golden.as_text(value) for value in values]
        lines.append(
            table(("value", "meaning"), [(code(text), said.get(text, "")) for text in texts])
        )
    return "\n\n".join(lines)


def idle_text(option: Option) -> str:
    """Under which values of other options an option means nothing."""
    return " or ".join(
        f"{code(name)} is {' or '.join(code(golden.as_text(value)) for value in values)}"
        for name, values in option.idle.items()
    )


# Events


EVERYBODY, SEAT, OTHERS, ANOTHER = "everybody", "the seat", "everybody else", "another seat"


def events_page() -> str:
    """The events of each game: their numbers, who hears them, and how they are told."""
    parts = []
    for game in map(find, IDS):
        heard = audiences(game)
        rows = [
            (
                str(number),
                code(kind.name),
                ", ".join(
                    filter(None, (f"a: {kind.a}" * bool(kind.a), f"b: {kind.b}" * bool(kind.b)))
                ),
                ", ".join(sorted(heard[number])),
                words(game.id, "en").events.get(kind.name, ""),
            )
            for number, kind in enumerate(game.events)
        ]
        parts += [heading(game), table(("kind", "name", "numbers", "heard by", "in words"), rows)]
    about = (
        "An event is a row `(kind, seat, a, b, audience)`. *The seat* is the one that the event "
        "names; *everybody* and *everybody else* include those who only watch."
    )
    return page("Events", about, parts)


def audiences(game: Game) -> dict[int, set[str]]:
    """Who hears each kind of event: read from the sources, or seen in the transcripts."""
    found: dict[int, set[str]] = defaultdict(set)
    unclear: set[int] = set()
    for kind, audience in emitted(game):
        if audience:
            found[kind].add(audience)
        else:
            unclear.add(kind)
    for kind in unclear:
        found[kind] |= seen_audiences(game)[kind]
    return found


def emitted(game: Game) -> Iterator[tuple[int, str]]:
    """The kind and the audience of every call of `emit`; no audience where it is a variable."""
    for path in sources(game.id):
        parts = path.relative_to(ROOT / "src").with_suffix("").parts
        names = vars(importlib.import_module(".".join(parts)))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "emit":
                _, kind, seat, _, _, audience = node.args
                kinds = [kind.body, kind.orelse] if isinstance(kind, ast.IfExp) else [kind]
                for each in kinds:
                    yield names[ast.unparse(each)], audience_text(seat, audience)


def audience_text(seat: ast.expr, audience: ast.expr) -> str:
    """What an audience is called, beside the seat that the event names."""
    who, text = ast.unparse(seat), ast.unparse(audience)
    if text == "EVERYONE":
        return EVERYBODY
    if text == f"only({who})":
        return SEAT
    if text in (f"all_but({who})", f"EVERYONE & ~only({who})"):
        return OTHERS
    return ANOTHER if text.startswith("only(") else ""


@cache
def seen_audiences(game: Game) -> dict[int, set[str]]:
    """Who hears each kind of event in the golden transcripts."""
    found: dict[int, set[str]] = defaultdict(set)
    for plan in golden.PLANS:
        if plan.game == game.id:
            transcript = golden.Transcript(plan)
            text = golden.path_of(plan).read_text(encoding="utf-8")
            for step in golden.read_steps(game, text):
                for event in transcript.take(step):
                    found[event.kind].add(_seen(event))
    return found


def _seen(event: Event) -> str:
    if event.audience == EVERYONE:
        return EVERYBODY
    if event.audience == 1 << event.seat:
        return SEAT
    return OTHERS if event.audience >> SPECTATOR & 1 else ANOTHER


# Refusals


def refusals_page() -> str:
    """The refusals of each game, with the rule behind each."""
    parts = []
    for game in map(find, IDS):
        said = words(game.id, "en").refusals
        rows = [
            (
                str(number),
                code(refusal.name),
                rule_links(game, [refusal.rule]),
                said.get(refusal.name, ""),
            )
            for number, refusal in enumerate(game.refusals, 1)
        ]
        parts += [heading(game), table(("code", "name", "rule", "in words"), rows)]
    about = "`why_not` answers with a code, 0 for a legal move; each refusal names a rule."
    return page("Refusals", about, parts)


# Commands


def commands_page() -> str:
    """The help of every command."""
    top = help_of()
    names = re.findall(r"^    (\w+) ", top, re.MULTILINE)
    parts = [block(top)]
    for name in names:
        parts += [f"## {code(name)}", block(help_of(name))]
    return page("Commands", "What `mazziere --help` and the help of each command print.", parts)


def block(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```"


def help_of(*arguments: str) -> str:
    """Capture a help text at a fixed width, without colour."""
    kept = {name: os.environ.get(name) for name in ("COLUMNS", "NO_COLOR")}
    os.environ.update(COLUMNS=COLUMNS, NO_COLOR="1")
    try:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            command([*arguments, "--help"])
    finally:
        for name, value in kept.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
    return out.getvalue()


# The command


PAGES: dict[str, Callable[[], str]] = {
    "games.md": games_page,
    "options.md": options_page,
    "events.md": events_page,
    "refusals.md": refusals_page,
    "commands.md": commands_page,
}


def drifted() -> list[str]:
    """Where a page is not what would be written: the differing lines."""
    return written.drifted(files())


def files() -> written.Files:
    """The pages by their places."""
    return {FOLDER / name: make for name, make in PAGES.items()}


def main(argv: Sequence[str] | None = None) -> int:
    return written.command("gen", "generated pages", files(), argv)


if __name__ == "__main__":
    sys.exit(main())
