"""The command `mazziere`: run a command, and print one line for any error."""

import importlib
import os
import sys
from collections.abc import Sequence

from mazziere.cli.arguments import read_arguments
from mazziere.cli.parser import BadUsage
from mazziere.cli.say import Stop, complain

INTERRUPTED, BROKEN_PIPE, BUG = 130, 141, 70
"""Exit codes beside 0, 1 and 2: those that a shell gives to signals, and `EX_SOFTWARE`."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code. No error prints a traceback."""
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
    except OSError as error:  # for example a full disk or a closed terminal
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
            stream.reconfigure(errors="backslashreplace")  # the console may lack some characters
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
    """Send further output to the null device: the pipe is closed, and Python flushes at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
