"""The arguments of every command.

Plain argparse answers `--help` in a few hundredths of a second; nothing here imports more.
"""

import argparse
import os
from collections.abc import Sequence
from typing import Any

from mazziere import __version__
from mazziere.bots.levels import LEVELS
from mazziere.cli import bots
from mazziere.cli.parser import (
    BadUsage,
    BotsAction,
    BotsListed,
    Command,
    Parser,
    describe,
    unknown_arguments,
)
from mazziere.cli.values import count, delay, game_id, margin, port, seconds, setting, whole
from mazziere.games import ids

LANGUAGES = ("it", "en")
SHELLS = ("bash", "zsh", "fish")

_EPILOG = """\
Without a command, mazziere serves the tables on this machine and opens the browser.
Exit code 0: done; 1: the answer is no (an illegal record, a failed check); 2: bad usage.
Every command prints JSON with --json. `mazziere COMMAND --help` says more."""


def read_arguments(argv: Sequence[str]) -> argparse.Namespace | None:
    """Read a command line; None if it asked for help, the version or the list of bots.

    What it asked for has been printed then. An empty command line means `serve`.
    """
    parser = build_parser()
    try:
        arguments, extra = parser.parse_known_args(argv or ["serve"])
    except SystemExit:  # after --help and --version
        return None
    except BotsListed:
        bots.print_bots(as_json="--json" in argv)
        return None
    if extra:
        message = unknown_arguments(parser, arguments.command, extra)
        raise BadUsage(f"{message} (mazziere {arguments.command} --help says more)")
    return arguments


def all_commands() -> list[Command]:
    """Describe every command with its arguments."""
    return describe(build_parser(), LEVELS)


def build_parser() -> argparse.ArgumentParser:
    """Declare the command line."""
    parser = Parser(
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
    _add_shell(commands)
    return parser


def _command(
    commands: Any, name: str, module: str, text: str, *examples: str, notes: str = ""
) -> argparse.ArgumentParser:
    """Add a command with its help, notes and examples."""
    shown = "\n".join(("examples:", *(f"  mazziere {example}" for example in examples)))
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=text,
        description=text[:1].upper() + text[1:] + ".",
        epilog="\n\n".join(part for part in (notes, shown) if part),
    )
    command.set_defaults(command=name, module=module, examples=examples)
    command.add_argument("--json", action="store_true", help="print JSON")
    return command


def _lang(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--lang", choices=LANGUAGES, help="language (default: that of the locale, or en)"
    )


def _game(command: argparse.ArgumentParser, **settings: Any) -> None:
    listed = "one of " + ", ".join(ids())
    command.add_argument(
        "game", type=game_id, choices=ids(), metavar="GAME", help=listed, **settings
    )


def _bots(command: argparse.ArgumentParser, metavar: str, text: str, **settings: Any) -> None:
    command.add_argument(
        "--bots",
        action=BotsAction,
        nargs="?",
        metavar=metavar,
        help=f"{text}; without a value: list the bots",
        **settings,
    )


def _match(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--players", type=whole, metavar="N", help="default: the preset's, or the fewest allowed"
    )
    command.add_argument("--seed", type=whole, metavar="S", help="default: a random one")
    command.add_argument(
        "--preset", metavar="NAME", help="a named set of options; `mazziere games` lists them"
    )
    command.add_argument(
        "--set",
        type=setting,
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="an option of the game, which overrides the preset; repeatable; lists with commas",
    )


def _add_reference(commands: Any) -> None:
    games = _command(
        commands,
        "games",
        "games",
        "list the games with their options and presets",
        "games",
        "games --json",
    )
    _lang(games)
    rules = _command(
        commands, "rules", "rules", "show the rules of a game, numbered", "rules dieci --lang it"
    )
    _game(rules)
    _lang(rules)


def _add_sim(commands: Any) -> None:
    sim = _command(
        commands,
        "sim",
        "sim",
        "play many matches and count",
        "sim dieci --players 4 --games 1000 --seed 7",
        "sim uno --bots normal,easy --set scoring=hand --games 100",
        "sim yooloo --records matches --legal",
        notes=bots.NOTES,
    )
    _game(sim)
    _bots(sim, "A,B", "one bot for all seats, or one per seat (default random)", default="random")
    _match(sim)
    sim.add_argument(
        "--games", type=count, metavar="G", help="matches (default 1000, with --records 10)"
    )
    sim.add_argument("--records", metavar="DIR", help="write each match as DIR/000000.json ...")
    sim.add_argument("--legal", action="store_true", help="write the legal moves too")
    sim.add_argument(
        "--jobs", type=count, default=1, metavar="J", help="threads; the results are the same"
    )
    _in_shards(sim)


def _in_shards(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--cluster",
        metavar="WHERE",
        help="run on a Dask cluster: local:4 for processes here, or tcp://HOST:PORT; "
        "the results are the same",
    )
    command.add_argument(
        "--resume", metavar="FILE", help="keep finished work in a file, and go on from there"
    )


def _add_arena(commands: Any) -> None:
    arena = _command(
        commands,
        "arena",
        "arena",
        "let bots meet over the same deals and rate them",
        "arena dieci --bots easy,normal --games 400 --seed 7",
        "arena uno --bots normal,hard:iterations=200 --test beats --plot ratings.png",
        notes=bots.NOTES,
    )
    _game(arena)
    _bots(arena, "A,B,...", "two or more; every two of them meet", required=True)
    _match(arena)
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
    _in_shards(arena)
    arena.add_argument("--plot", metavar="FILE.png", help="draw the ratings and the pairs")


def _add_records(commands: Any) -> None:
    replay = _command(
        commands,
        "replay",
        "replay",
        "replay a record and tell the match in words",
        "replay match.json --lang it",
        "replay --json match.json",
    )
    replay.add_argument("file", metavar="FILE", help="a record; - for standard input")
    _lang(replay)
    verify = _command(
        commands,
        "verify",
        "verify",
        "replay records and check their result, legal moves, seed and fairness proof",
        "verify matches/000000.json matches/000001.json",
    )
    verify.add_argument("files", nargs="+", metavar="FILE", help="records; - for standard input")


def _add_play(commands: Any) -> None:
    play = _command(
        commands,
        "play",
        "play",
        "play a match in the terminal against bots",
        "play",
        "play dieci --players 4 --bots easy,normal,hard",
        "play uno --set custom=plain,extra_turn,none --set wd4=strict",
        "play --plain --resume match.json",
        notes=bots.NOTES,
    )
    _game(play, nargs="?")
    _bots(play, "A,B", "one bot for all the others, or one each (default: normal)")
    _match(play)
    _lang(play)
    play.add_argument("--plain", action="store_true", help="plain lines instead of a drawn table")
    play.add_argument("--resume", metavar="FILE", help="continue a saved match")
    play.add_argument("--name", metavar="NAME", help="your name (default: that of your account)")
    play.add_argument(
        "--pace",
        type=delay,
        default=0.8,
        metavar="T",
        help="seconds that a bot takes for a move (default 0.8)",
    )


def _add_serve(commands: Any) -> None:
    serve = _command(
        commands,
        "serve",
        "serve",
        "serve tables for people in a browser",
        "serve",
        "serve --lan",
        "serve --public-url https://cards.example.org --trusted-proxy 127.0.0.1",
        "serve --database postgresql://mazziere@db/tables --bus redis://cache",
    )
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
        help="path of the site, if not / (default: the path of --public-url)",
    )
    serve.add_argument(
        "--public-url",
        metavar="URL",
        help="address of the site, for links and for the check of a request's origin",
    )
    serve.add_argument(
        "--own-name",
        action="append",
        default=[],
        metavar="NAME",
        help="answer to this host name, too; repeatable (always: addresses in numbers, localhost, "
        "this machine's name, the name in --public-url)",
    )
    serve.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="trust the forwarding headers of this proxy or network; repeatable",
    )
    serve.add_argument(
        "--no-open",
        action="store_true",
        help="do not open the browser (default: open it where there is a screen)",
    )
    serve.add_argument(
        "--custom-bot",
        action="append",
        default=[],
        metavar="FILE.py:NAME",
        help="let people seat this bot, which runs on this machine; repeatable",
    )
    serve.add_argument("--no-chat", action="store_true", help="switch the chat off")
    serve.add_argument(
        "--log",
        choices=("json", "text"),
        help="format of the logs on standard error (default: text at a terminal, else json)",
    )
    serve.add_argument(
        "--retention-days",
        type=count,
        default=90,
        metavar="D",
        help="days after which a finished table is deleted (default 90)",
    )
    serve.add_argument(
        "--idle-days",
        type=count,
        default=30,
        metavar="D",
        help="days after the last move when another table is deleted (default 30)",
    )
    serve.add_argument(
        "--admin-port",
        type=port,
        default=8711,
        metavar="P",
        help="port of health, metrics and the admin page, on loopback (default 8711)",
    )
    serve.add_argument("--no-admin", action="store_true", help="open no admin port")


def _add_solve(commands: Any) -> None:
    solve = _command(
        commands,
        "solve",
        "solve",
        "solve a game, or find a near-equilibrium, and prove the result",
        "solve yooloo --players 2",
    )
    solve.add_argument(
        "game", type=game_id, choices=ids(), metavar="GAME", help="a game that has a solver"
    )
    solve.add_argument("--variant", metavar="V", help="default: the solver's first")
    solve.add_argument("--players", type=whole, default=2, metavar="N", help="default: 2")
    solve.add_argument(
        "--seed", type=whole, default=1, metavar="S", help="seed of random trials (default 1)"
    )
    solve.add_argument("--jobs", type=count, default=1, metavar="J", help="threads")


def _add_bench(commands: Any) -> None:
    bench = _command(
        commands,
        "bench",
        "bench",
        "measure the engine's speed, as JSON",
        "bench --game uno --players 2",
        "bench --bots --seconds 0.2",
    )
    bench.add_argument("--bots", action="store_true", help="measure the bots instead")
    bench.add_argument("--game", type=game_id, choices=ids(), metavar="GAME", help="only this game")
    bench.add_argument(
        "--players", type=whole, metavar="N", help="only this many (default 2 and 4)"
    )
    bench.add_argument(
        "--seconds",
        type=seconds,
        default=0.5,
        metavar="T",
        help="time for each figure (default 0.5)",
    )


def _add_store(commands: Any) -> None:
    backup = _command(
        commands,
        "backup",
        "store",
        "copy a server's tables into one file",
        "backup tables.db",
        "backup tables.db --database postgresql://mazziere@db/tables --force",
    )
    restore = _command(
        commands,
        "restore",
        "store",
        "copy the tables of a backup into a database",
        "restore tables.db --database sqlite:///new.db",
    )
    for command, into_file in ((backup, True), (restore, False)):
        command.set_defaults(into_file=into_file)
        command.add_argument("file", metavar="FILE", help="the backup, a SQLite file")
        command.add_argument(
            "--database",
            metavar="URL",
            help="sqlite:///path or postgresql://… (default: a file in the user's data folder)",
        )
        command.add_argument("--force", action="store_true", help="overwrite the target")


def _add_shell(commands: Any) -> None:
    completion = _command(
        commands,
        "completion",
        "completion",
        "print a completion script for a shell",
        "completion bash > ~/.local/share/bash-completion/completions/mazziere",
        "completion zsh > ~/.zfunc/_mazziere",
        "completion fish > ~/.config/fish/completions/mazziere.fish",
    )
    completion.add_argument(
        "shell", choices=SHELLS, metavar="SHELL", help="one of " + ", ".join(SHELLS)
    )
    _command(
        commands,
        "man",
        "man",
        "print the manual page, in the format of man",
        "man > ~/.local/share/man/man1/mazziere.1",
    )
