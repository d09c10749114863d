"""`mazziere man`: the manual page in roff, generated from the declarations of the commands."""

from argparse import Namespace

from mazziere import __version__
from mazziere.bots.levels import LEVELS, SETTINGS
from mazziere.cli.arguments import all_commands
from mazziere.cli.bots import LEVEL_TEXTS, SETTING_TEXTS
from mazziere.cli.parser import Argument, Command
from mazziere.cli.say import print_json

ABOUT = (
    "Mazziere shuffles, deals, referees and keeps score for boxed card games: in a browser with "
    "friends and bots, in a terminal, and in simulations. Without a command it serves the tables "
    "on this machine and opens the browser."
)
EXIT_CODES = {
    "0": "Done.",
    "1": "The answer is no: an illegal record, a failed check, a database that cannot be opened.",
    "2": "Bad usage. One line on standard error names the problem.",
}
ENVIRONMENT = {
    "MAZZIERE_DATA_DIR": "Folder of the tables and of unfinished matches.",
    "MAZZIERE_CACHE_DIR": "Folder of the compiled games.",
    "MAZZIERE_JIT": "0 runs the games uncompiled.",
    "MAZZIERE_DEBUG": "1 shows the traceback of a bug.",
    "NO_COLOR": "If set, play and the tables use the terminal's own colours.",
    "TERM": "With dumb, play prints plain lines.",
}


def run(arguments: Namespace) -> int:
    """Print the page."""
    page = manual(all_commands())
    if arguments.json:
        print_json({"page": page})
    else:
        print(page, end="")
    return 0


def manual(commands: list[Command]) -> str:
    """Return the manual page."""
    lines = [
        f'.TH MAZZIERE 1 "" "mazziere {_text(__version__)}" "User Commands"',
        ".SH NAME",
        _text("mazziere - the dealer: plays, referees and simulates boxed card games"),
        ".SH SYNOPSIS",
        ".B mazziere",
        "[\\fICOMMAND\\fR [\\fIARGUMENT\\fR ...]]",
        ".SH DESCRIPTION",
        _text(ABOUT),
        ".SH COMMANDS",
    ]
    for command in commands:
        lines += _command(command)
    lines += [".SH BOTS", _text("A bot is LEVEL or LEVEL:SETTING=VALUE:... The levels:")]
    lines += _list({level: LEVEL_TEXTS[level] for level in LEVELS})
    lines += [".PP", _text("The settings:")]
    lines += _list(
        {f"{name}={low}...{high}": SETTING_TEXTS[name] for name, (low, high) in SETTINGS.items()}
    )
    lines += [".SH EXIT STATUS", *_list(EXIT_CODES), ".SH ENVIRONMENT", *_list(ENVIRONMENT)]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """Escape a text, so that no character has a meaning for roff."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{escaped}" if escaped.startswith(".") else escaped


def _list(items: dict[str, str]) -> list[str]:
    """Return a list of terms, each with its text."""
    lines = []
    for term, text in items.items():
        lines += [".TP", f"\\fB{_text(term)}\\fR", _text(text)]
    return lines


def _command(command: Command) -> list[str]:
    """Return the section of a command."""
    synopsis = [f"\\fBmazziere {_text(command.name)}\\fR", "[\\fIOPTION\\fR ...]"]
    for argument in command.positionals:
        synopsis.append(f"\\fI{_text(argument.metavar)}\\fR" + (" ..." if argument.is_many else ""))
    lines = [f".SS {_text(command.name)}", " ".join(synopsis), ".PP", _text(command.description)]
    for argument in (*command.positionals, *command.options):
        lines += [".TP", _term(argument), _text(argument.help)]
    if command.examples:
        lines += [".PP", "Examples:", ".PP", ".nf", ".RS"]
        lines += [_text(f"mazziere {example}") for example in command.examples]
        lines += [".RE", ".fi"]
    return lines


def _term(argument: Argument) -> str:
    """Return the name of an argument with its placeholder."""
    value = f"\\fI{_text(argument.metavar)}\\fR" if argument.metavar else ""
    if not argument.names:
        return value
    names = ", ".join(f"\\fB{_text(name)}\\fR" for name in argument.names)
    return f"{names} {value}".rstrip()
