"""Generate reference pages from the declarations in the code.

python -m tools.gen            # rewrite docs/reference
python -m tools.gen --check    # exit 1 where a page has drifted
"""

import ast
import contextlib
import importlib
import io
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from mazziere.cli import main as command
from mazziere.cli.arguments import all_commands
from mazziere.games import find, shelf
from mazziere.kernel.events import EVERYONE, SPECTATOR, Event
from mazziere.kernel.facts import facts_part
from mazziere.kernel.game import Game
from mazziere.kernel.observation import Axis, layout_of
from mazziere.kernel.options import Counts, Each, Number, Option
from mazziere.kernel.texts import words
from tools import golden, written
from tools.rule_ids import ledger_ids, sources

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reference"
NOTE = "<!-- Written by `make gen` from the sources; do not edit. -->"
COLUMNS = "80"

# Pieces of Markdown


def page(title: str, about: str, parts: Sequence[str]) -> str:
    """Return a page: title, paragraph, parts."""
    return "\n\n".join((f"# {title}", NOTE, about, *parts)) + "\n"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table."""
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


def rule_links(rules: Sequence[str]) -> str:
    """Return ids of rules, each with a link to its page of the ledger."""
    return ", ".join(f"[{rule}](../rules/{ledger_ids()[rule].name})" for rule in rules)


# Games


def games_page() -> str:
    """Return the page of games: ids, seats, actions and sizes."""
    rows = []
    for game in map(find, shelf()):
        rows.append(
            (
                code(game.id),
                game.title,
                str(game.version),
                f"{game.seats[0]}–{game.seats[-1]}",
                "clockwise" if game.clockwise else "anticlockwise",
                str(len(game.actions)),
                str(game.dtype.itemsize),
            )
        )
    head = ("id", "box", "rules", "players", "seats run", "actions", "state, bytes")
    chances = [
        f"- {code(game.id)}: "
        + ", ".join(
            f"{code(phase.step)} ({phase.form.shape})"
            for phase in game.chances.values()
            if phase.form
        )
        for game in map(find, shelf())
    ]
    about = (
        "`rules` is the version of the rules that a record names. Actions are numbered from 0 "
        "without gaps; a state is one record, padded to whole cache lines."
    )
    return page("Games", about, [table(head, rows), "## Chance steps", "\n".join(chances)])


# Options


def options_page() -> str:
    """Return the page of options: values, default, rules and texts of each."""
    parts = []
    for game in map(find, shelf()):
        parts.append(heading(game))
        if game.presets:
            parts.append(presets_part(game))
        parts += [option_part(game, option) for option in game.options]
    about = (
        "What a table may agree on before a match: `--set name=value` on the command line, "
        "`options` in a record. The default comes first. A preset is a named set of options: "
        "`--preset NAME`; `--set` overrides it."
    )
    return page("Options", about, parts)


def presets_part(game: Game) -> str:
    """Return the presets of a game."""
    rows = []
    for preset in game.presets:
        said = words(game, "en").presets[preset.id]
        sets = [f"{code(n)} = {code(golden.as_text(v))}" for n, v in preset.options.items()]
        if preset.players is not None:
            sets.append(f"{preset.players} players")
        rows.append((code(preset.id), said["name"], ", ".join(sets) or "–", said["text"]))
    return table(("preset", "name", "sets", "meaning"), rows)


def option_part(game: Game, option: Option) -> str:
    """Return the part about one option."""
    said = words(game, "en").options.get(option.name, {})
    default = code(golden.as_text(option.default))
    lines = [
        f"### {code(option.name)}",
        f"{said.get('text', '')}. Default {default}. {rule_links(option.rules)}",
    ]
    if option.idle:
        lines.append(f"Means nothing while {idle_text(option)}.")
    if isinstance(option, Number):
        lines.append(f"A whole number from {option.low} to {option.high}.")
    elif isinstance(option, Counts):
        labels = " ".join(map(code, option.labels))
        lines.append(
            f"A list of {len(option.labels)} whole numbers from {option.low} to {option.high}, for "
            f"{labels} in this order; their sum is {option.least} to {option.most}."
        )
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
    """Return the values of other options under which an option has no effect."""
    return " or ".join(
        f"{code(name)} is {' or '.join(code(golden.as_text(value)) for value in values)}"
        for name, values in option.idle.items()
    )


# Events


EVERYBODY, SEAT, OTHERS, ANOTHER = "everybody", "the seat", "everybody else", "another seat"


def events_page() -> str:
    """Return the page of events: numbers, audiences and texts."""
    parts = []
    for game in map(find, shelf()):
        heard = audiences(game)
        rows = [
            (
                str(number),
                code(kind.name),
                ", ".join(
                    filter(None, (f"a: {kind.a}" * bool(kind.a), f"b: {kind.b}" * bool(kind.b)))
                ),
                ", ".join(sorted(heard[number])),
                words(game, "en").events.get(kind.name, ""),
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
    """Return the audience of each kind of event, from the sources or the transcripts."""
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
    """Yield the kind and audience of every call of `emit`; no audience if it is a variable."""
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
    """Return an audience in words, relative to the seat that the event names."""
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
    """Return the audiences of each kind of event in the golden transcripts."""
    found: dict[int, set[str]] = defaultdict(set)
    for plan in golden.plans():
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
    """Return the page of refusals, with the rule behind each."""
    parts = []
    for game in map(find, shelf()):
        said = words(game, "en").refusals
        rows = [
            (
                str(number),
                code(refusal.name),
                rule_links([refusal.rule]),
                said.get(refusal.name, ""),
            )
            for number, refusal in enumerate(game.refusals, 1)
        ]
        parts += [heading(game), table(("code", "name", "rule", "in words"), rows)]
    about = "`why_not` answers with a code, 0 for a legal move; each refusal names a rule."
    return page("Refusals", about, parts)


# Observations


def observations_page() -> str:
    """Return the page of observations: the features of each game, and the facts of a view."""
    parts = []
    for game in map(find, shelf()):
        layout = layout_of(game, min(game.seats))
        features = [
            (
                code(feature.name),
                " × ".join(axis_text(axis) for axis in feature.axes) or "one number",
                f"{feature.low} … {feature.high}",
                feature.text,
            )
            for feature in layout.features
        ]
        facts = [
            (code(fact.name), fact.text + (" (required)" if fact.required else ""))
            for fact in facts_part(game).FACTS
        ]
        parts += [
            heading(game),
            f"{layout.size} numbers for {layout.players} players.",
            table(("feature", "axes", "range", "meaning"), features),
            table(("fact", "meaning"), facts),
        ]
    about = (
        "A feature is a named array of [an observation](../environments.md#observations). Seats "
        "are counted from the observer. The facts of a game are those from which "
        "[`mazziere.view`](../environments.md#positions-from-elsewhere) builds a view."
    )
    return page("Observations and facts", about, parts)


def axis_text(axis: Axis) -> str:
    """Return an axis in words: its name, or its number of entries with the first and the last."""
    if isinstance(axis, str):
        return axis
    return f"{len(axis)} ({axis[0]} … {axis[-1]})"


# Commands


def commands_page() -> str:
    """Return the page with the help of every command."""
    top = help_of()
    parts = [block(top)]
    for name in (found.name for found in all_commands()):
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
    "observations.md": observations_page,
    "commands.md": commands_page,
}


def drifted() -> list[str]:
    """Return the lines of pages that differ from their generated text."""
    return written.drifted(files())


def files() -> written.Files:
    """Return the pages by path."""
    return {FOLDER / name: make for name, make in PAGES.items()}


def main(argv: Sequence[str] | None = None) -> int:
    return written.command("gen", "generated pages", files(), argv)


if __name__ == "__main__":
    sys.exit(main())
