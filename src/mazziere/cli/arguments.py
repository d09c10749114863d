"""The command line: what may be said, and its help.

Plain argparse: it answers `--help` in a few hundredths of a second, and nothing here imports more.
"""

import argparse
import os
from collections.abc import Sequence
from typing import Any, NoReturn

from mazziere import __version__

GAMES = ("yooloo", "one_to_ten", "rookie", "uno", "uno_h2o", "dieci")
LANGUAGES = ("it", "en")
MAX_DIGITS = 1000

_EPILOG = """\
Exit code 0: done; 1: the answer is no (an illegal record, a failed check); 2: bad usage.
Every command prints JSON with --json. `mazziere COMMAND --help` says more."""


class BadUsage(Exception):
    """A command line that makes no sense."""


class _Parser(argparse.ArgumentParser):
    """A parser that raises its complaint instead of printing the usage and leaving."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings
        )

    def error(self, message: str) -> NoReturn:
        raise BadUsage(f"{message} ({self.prog} --help says more)")


def read_arguments(argv: Sequence[str]) -> argparse.Namespace | None:
    """Read a command line; None when help or the version was asked for and has been printed."""
    parser = _parser()
    if not argv:
        parser.print_help()
        return None
    try:
        return parser.parse_args(argv)
    except SystemExit:  # after --help and --version
        return None


def whole(text: str) -> int:
    """Read a whole number."""
    digits = text[1:] if text[:1] == "-" else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number")
    return int(text)


def count(text: str) -> int:
    """Read a whole number from 1 to a million million."""
    number = whole(text)
    if not 1 <= number <= 10**12:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number from 1 to 10^12")
    return number


def port(text: str) -> int:
    """Read a port; 0 for any that is free."""
    number = whole(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a port")
    return number


def seconds(text: str) -> float:
    """Read a time in seconds."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number <= 3600:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a time from 0 to 3600 seconds")
    return number


def pace(text: str) -> float:
    """Read a time in seconds that may be none."""
    return 0.0 if text == "0" else seconds(text)


def margin(text: str) -> float:
    """Read a share of the wins."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number < 0.5:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a share between 0 and 0.5")
    return number


def setting(text: str) -> tuple[str, str]:
    """Read `name=value`."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not name=value")
    return name, value


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="mazziere",
        description="The dealer: plays, referees and simulates boxed card games.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"mazziere {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_reference(commands)
    _add_sim(commands)
    _add_arena(commands)
    _add_records(commands)
    _add_play(commands)
    _add_serve(commands)
    _add_solve(commands)
    _add_bench(commands)
    _add_store(commands)
    return parser


def _command(commands: Any, name: str, module: str, text: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name, help=text, description=text[:1].upper() + text[1:] + "."
    )
    command.set_defaults(module=module)
    command.add_argument("--json", action="store_true", help="print JSON")
    return command


def _lang(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--lang", choices=LANGUAGES, help="language (default: that of the locale, or en)"
    )


def _game(command: argparse.ArgumentParser, **settings: Any) -> None:
    command.add_argument(
        "game", choices=GAMES, metavar="GAME", help="one of " + ", ".join(GAMES), **settings
    )


def _table(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--bots", default="random", metavar="A,B", help="one bot for all seats, or one per seat"
    )
    _setting(command)


def _setting(command: argparse.ArgumentParser) -> None:
    command.add_argument("--players", type=whole, metavar="N", help="default: the fewest allowed")
    command.add_argument("--seed", type=whole, metavar="S", help="default: a random one")
    command.add_argument(
        "--set",
        type=setting,
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="an option of the game, repeatable; lists with commas",
    )


def _add_reference(commands: Any) -> None:
    games = _command(commands, "games", "games", "list the games with their options")
    _lang(games)
    rules = _command(commands, "rules", "rules", "show the rules of a game, numbered")
    _game(rules)
    _lang(rules)


def _add_sim(commands: Any) -> None:
    sim = _command(commands, "sim", "sim", "play many matches and count")
    _game(sim)
    _table(sim)
    sim.add_argument(
        "--games", type=count, metavar="G", help="matches (default 1000, with --records 10)"
    )
    sim.add_argument("--records", metavar="DIR", help="write each match as DIR/000000.json ...")
    sim.add_argument("--legal", action="store_true", help="write the legal moves too")
    sim.add_argument(
        "--jobs", type=count, default=1, metavar="J", help="threads; the results are the same"
    )


def _add_arena(commands: Any) -> None:
    arena = _command(commands, "arena", "arena", "let bots meet over the same deals and rate them")
    _game(arena)
    arena.add_argument(
        "--bots", required=True, metavar="A,B,...", help="two or more; every two of them meet"
    )
    _setting(arena)
    arena.add_argument(
        "--games",
        type=count,
        default=400,
        metavar="G",
        help="matches of each pair, in whole deals (default 400); the most, with --test",
    )
    arena.add_argument(
        "--test",
        choices=("beats", "not-worse"),
        help="stop a pair once it is shown, at 95 %%, whether the later bot beats the earlier, "
        "or is not worse",
    )
    arena.add_argument(
        "--margin", type=margin, metavar="M", help="what still counts as not worse (default 0.02)"
    )
    arena.add_argument(
        "--jobs",
        type=count,
        default=os.cpu_count() or 1,
        metavar="J",
        help="threads (default: one per core); the results are the same",
    )
    arena.add_argument("--plot", metavar="FILE.png", help="draw the ratings and the pairs")


def _add_records(commands: Any) -> None:
    replay = _command(commands, "replay", "replay", "replay a record and tell the match in words")
    replay.add_argument("file", metavar="FILE", help="a record; - for standard input")
    _lang(replay)
    verify = _command(commands, "verify", "verify", "replay records and check what they claim")
    verify.add_argument("files", nargs="+", metavar="FILE", help="records; - for standard input")


def _add_play(commands: Any) -> None:
    play = _command(commands, "play", "play", "play a match in the terminal against bots")
    _game(play, nargs="?")
    play.add_argument(
        "--bots", metavar="A,B", help="one bot for all the others, or one each (default: normal)"
    )
    _setting(play)
    _lang(play)
    play.add_argument("--plain", action="store_true", help="plain lines instead of a drawn table")
    play.add_argument("--resume", metavar="FILE", help="go on with a match that was saved")
    play.add_argument("--name", metavar="NAME", help="what you are called (default: your account)")
    play.add_argument(
        "--pace",
        type=pace,
        default=0.8,
        metavar="T",
        help="seconds that a bot takes to move (default 0.8)",
    )


def _add_serve(commands: Any) -> None:
    serve = _command(commands, "serve", "serve", "serve tables for people in a browser")
    serve.add_argument("--host", help="address to listen on (default: this machine only)")
    serve.add_argument("--port", type=port, default=8710, metavar="P", help="default 8710; 0: any")
    serve.add_argument(
        "--lan", action="store_true", help="for the home network: print the link and a QR code"
    )
    serve.add_argument(
        "--database", metavar="URL", help="sqlite:///FILE or postgresql://... (default: a file)"
    )
    serve.add_argument(
        "--bus", metavar="URL", help="redis://... of a Redis or Valkey, with several nodes"
    )
    serve.add_argument(
        "--base-path",
        metavar="/PATH",
        help="where the site begins, if not at / (default: as in --public-url)",
    )
    serve.add_argument(
        "--public-url",
        metavar="URL",
        help="how people reach the site, for links and the check of who asks",
    )
    serve.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="believe the forwarding headers of this proxy or network; repeatable",
    )
    serve.add_argument(
        "--no-open",
        action="store_true",
        help="do not open the browser (default: where there is a screen)",
    )
    serve.add_argument("--no-chat", action="store_true", help="no messages between people")
    serve.add_argument(
        "--log",
        choices=("json", "text"),
        help="how the logs on standard error are written (default: text at a terminal, else json)",
    )
    serve.add_argument(
        "--retention-days",
        type=count,
        default=90,
        metavar="D",
        help="keep finished tables so long (default 90)",
    )
    serve.add_argument(
        "--idle-days",
        type=count,
        default=30,
        metavar="D",
        help="keep other tables so long after their last move (default 30)",
    )
    serve.add_argument(
        "--admin-port",
        type=port,
        default=8711,
        metavar="P",
        help="health, metrics and the admin's page, on loopback (default 8711)",
    )
    serve.add_argument("--no-admin", action="store_true", help="without that port")


def _add_solve(commands: Any) -> None:
    solve = _command(commands, "solve", "solve", "solve a game and prove it, as far as it can be")
    solve.add_argument("game", choices=("yooloo",), metavar="GAME", help="yooloo")
    solve.add_argument(
        "--variant", choices=("base", "a", "b"), default="base", help="default: base"
    )
    solve.add_argument("--players", type=whole, default=2, metavar="N", help="default: 2")
    solve.add_argument("--seed", type=whole, default=1, metavar="S", help="of trials (default 1)")
    solve.add_argument("--jobs", type=count, default=1, metavar="J", help="threads")


def _add_bench(commands: Any) -> None:
    bench = _command(commands, "bench", "bench", "measure the engine's speed, as JSON")
    bench.add_argument("--bots", action="store_true", help="measure the bots instead")
    bench.add_argument("--game", choices=GAMES, metavar="GAME", help="only this game")
    bench.add_argument(
        "--players", type=whole, metavar="N", help="only this many (default 2 and 4)"
    )
    bench.add_argument(
        "--seconds", type=seconds, default=0.5, metavar="T", help="for each figure (default 0.5)"
    )


def _add_store(commands: Any) -> None:
    backup = _command(commands, "backup", "store", "copy a server's tables into one file")
    restore = _command(commands, "restore", "store", "put the tables of a backup into a database")
    for command, into_file in ((backup, True), (restore, False)):
        command.set_defaults(into_file=into_file)
        command.add_argument("file", metavar="FILE", help="the backup, a SQLite file")
        command.add_argument(
            "--database",
            metavar="URL",
            help="sqlite:///path or postgresql://… (default: a file in the user's data folder)",
        )
        command.add_argument("--force", action="store_true", help="overwrite what is there")
