"""The command `mazziere`: reading the command line, and one line for everything that goes wrong."""

import importlib
import os
import sys
from collections.abc import Sequence

from mazziere.cli.arguments import BadUsage, read_arguments
from mazziere.cli.say import Stop, complain

INTERRUPTED, BROKEN_PIPE, BUG = 130, 141, 70
"""Exit codes beside 0, 1 and 2: those that a shell gives to signals, and `EX_SOFTWARE`."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return 0, 1 when the answer is no, 2 on bad usage. Never a traceback."""
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return code
    except Stop as stop:
        complain(stop.line)
        return stop.code
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except OSError as error:  # a full disk, a terminal that is gone
        complain(str(error))
        return 2
    except Exception as error:
        if os.environ.get("MAZZIERE_DEBUG") == "1":
            raise
        what = f"{type(error).__name__}: {error}"[:200]
        complain(f"a bug in mazziere: {what} (MAZZIERE_DEBUG=1 shows where)")
        return BUG


def _run(argv: Sequence[str]) -> int:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a console that lacks our letters
    try:
        arguments = read_arguments(argv)
    except BadUsage as error:
        raise Stop(str(error), 2) from None
    if arguments is None:
        return 0
    command = importlib.import_module(f"mazziere.cli.{arguments.module}")
    code: int = command.run(arguments)
    return code


def _drop_output() -> None:
    """Let nothing more be written to a pipe that nobody reads, also when Python exits."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
