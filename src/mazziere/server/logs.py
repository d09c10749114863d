"""Logs on standard error: one line of JSON per event, or a short line of words at a terminal.

No hands, no tokens, no names. Of an error the kind and the place are written, never its text, which
may quote what it failed on.
"""

import logging
import sys
import traceback
from datetime import datetime
from pathlib import Path
from typing import Any

import structlog

FRAMES = 6
NOT_OURS = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
)
"""What libraries say of what strangers send: anybody could fill a disk with it."""
LONGEST = 200


def set_up_logs(as_text: bool = False, level: int = logging.INFO) -> None:
    """Write what we log, and what libraries log as a warning or worse."""
    json = structlog.processors.JSONRenderer(sort_keys=True)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _place,
            _in_words if as_text else json,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, handlers=[_Ours()], force=True)


def _place(logger: object, method: str, event: Any) -> Any:
    """Write where an error came from, innermost first, without a word of what it says."""
    given = event.pop("exc_info", None)
    error = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
        event["error"] = type(error).__name__
        event["where"] = [f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in reversed(frames)]
    return event


def _in_words(logger: object, method: str, event: Any) -> str:
    """The time, how bad it is, what happened and what is known of it, in one line."""
    time = datetime.fromisoformat(event.pop("timestamp")).astimezone()
    level, what = event.pop("level"), event.pop("event")
    where = event.pop("where", [])[:1]
    known = [f"{name} {value}" for name, value in sorted(event.items())]
    mark = "" if level == "info" else f"{level}: "
    more = f" ({', '.join([*known, *where])})" if known or where else ""
    return f"{time:%H:%M:%S} {mark}{what}{more}"


class _Ours(logging.Handler):
    """Writes the records of libraries as we write ours: the first line, and the place."""

    def emit(self, record: logging.LogRecord) -> None:
        line = str(record.msg).strip().partition("\n")[0][:LONGEST]  # without its arguments
        if line in NOT_OURS:
            return
        level = "error" if record.levelno >= logging.ERROR else "warning"
        event: dict[str, Any] = {"by": record.name}
        if record.exc_info:
            event["exc_info"] = record.exc_info
        getattr(structlog.get_logger(), level)(line, **event)
