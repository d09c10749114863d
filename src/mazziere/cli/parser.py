"""The argument parser: errors as exceptions, suggestions for typos, and a description of itself.

`describe` lists every command with its arguments. The help, the shell completions and the manual
page come from the same declarations, so they cannot disagree.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from mazziere.cli.values import suggestion


class BadUsage(Exception):
    """A command line that cannot be read; the text is one line for the user."""


class BotsListed(Exception):
    """Raised by `--bots` without a value, which asks for the list of bots."""


class Parser(argparse.ArgumentParser):
    """A parser that raises BadUsage instead of printing the usage and leaving."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings
        )

    def error(self, message: str) -> NoReturn:
        raise BadUsage(f"{message} ({self.prog} --help says more)")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not one of the choices, and suggest the closest one."""
        if action.choices is None or value in action.choices:
            return
        known = list(map(str, action.choices))
        hint = suggestion(str(value), known) or f"; one of {', '.join(known)}"
        what = "command" if isinstance(action, argparse._SubParsersAction) else "choice"
        name = None if what == "command" else action
        raise argparse.ArgumentError(name, f"there is no {what} {str(value)[:40]!r}{hint}")


class BotsAction(argparse.Action):
    """Stores the bots; without a value, or with `list`, raises BotsListed."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        if values in (None, "list"):
            raise BotsListed
        setattr(namespace, self.dest, values)


@dataclass(frozen=True)
class Argument:
    """An option or a positional argument of a command."""

    names: tuple[str, ...]  # of an option; empty for a positional argument
    metavar: str  # the placeholder of its value; empty for a flag
    help: str
    values: tuple[str, ...]  # proposals for completion; empty if there are none
    is_many: bool

    @property
    def takes_file(self) -> bool:
        """Whether the value is the path of a file or a folder."""
        return self.metavar.startswith(("FILE", "DIR"))


@dataclass(frozen=True)
class Command:
    """A command with its arguments."""

    name: str
    help: str
    description: str
    examples: tuple[str, ...]
    arguments: tuple[Argument, ...]

    @property
    def options(self) -> list[Argument]:
        """The options."""
        return [argument for argument in self.arguments if argument.names]

    @property
    def positionals(self) -> list[Argument]:
        """The positional arguments."""
        return [argument for argument in self.arguments if not argument.names]


def subparsers(parser: argparse.ArgumentParser) -> "argparse._SubParsersAction[Any]":
    """Return the action that holds the commands of a parser."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return action
    raise TypeError("this parser has no commands")


def describe(parser: argparse.ArgumentParser, bots: Sequence[str]) -> list[Command]:
    """List the commands of a parser; `bots` are the proposals for `--bots`."""
    found = subparsers(parser)
    helps = {action.dest: action.help or "" for action in found._choices_actions}
    return [
        Command(
            name,
            helps[name],
            command.description or "",
            tuple(command.get_default("examples") or ()),
            tuple(_argument(action, bots) for action in command._actions),
        )
        for name, command in found.choices.items()
    ]


def _argument(action: argparse.Action, bots: Sequence[str]) -> Argument:
    is_flag = action.nargs == 0
    if isinstance(action.metavar, str):
        metavar = action.metavar
    else:
        metavar = "|".join(map(str, action.choices)) if action.choices else action.dest.upper()
    values = tuple(map(str, action.choices or ()))
    if isinstance(action, BotsAction):
        values = tuple(bots)
    text = (action.help or "").replace("%%", "%")
    metavar = "" if is_flag else metavar
    return Argument(tuple(action.option_strings), metavar, text, values, action.nargs == "+")


def unknown_arguments(parser: argparse.ArgumentParser, command: str, extra: list[str]) -> str:
    """Say which arguments a command does not have; suggest the closest option for the first."""
    options = subparsers(parser).choices[command]._option_string_actions
    first = next((text for text in extra if text.startswith("-")), extra[0])
    hint = suggestion(first.split("=")[0], options) if first.startswith("-") else ""
    return f"{command} has no argument {first[:40]!r}{hint}"
