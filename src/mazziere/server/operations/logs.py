"""Logs on standard error: one line per event, as JSON or as text for people.

Logs contain no hands, no tokens and no names. Of an error they contain the type and the place,
never its message, which may quote secret data.
"""

import logging
import sys
import traceback
from datetime import datetime
from pathlib import Path
from typing import Any

import structlog

STACK_FRAMES = 6
IGNORED = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
)
"""Messages of libraries about malformed requests: any client could fill a disk with them."""
LONGEST_MESSAGE = 200


def set_up_logs(as_text: bool = False, level: int = logging.INFO) -> None:
    """Configure logging for our own events, and for warnings and errors of libraries."""
    json = structlog.processors.JSONRenderer(sort_keys=True)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _add_place,
            _as_text if as_text else json,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, handlers=[_LibraryHandler()], force=True)


def _add_place(logger: object, method: str, event: Any) -> Any:
    """Replace an exception by its type and its stack, innermost first, without its message."""
    given = event.pop("exc_info", None)
    error = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)[-STACK_FRAMES:]
        event["error"] = type(error).__name__
        event["where"] = [
            f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in reversed(frames)
        ]
    return event


def _as_text(logger: object, method: str, event: Any) -> str:
    """Return an event as one line: time, level, message, values."""
    time = datetime.fromisoformat(event.pop("timestamp")).astimezone()
    level, what = event.pop("level"), event.pop("event")
    where = event.pop("where", [])[:1]
    known = [f"{name} {value}" for name, value in sorted(event.items())]
    mark = "" if level == "info" else f"{level}: "
    more = f" ({', '.join([*known, *where])})" if known or where else ""
    return f"{time:%H:%M:%S} {mark}{what}{more}"


class _LibraryHandler(logging.Handler):
    """Writes the records of libraries in our format: the first line, and the place of an error."""

    def emit(self, record: logging.LogRecord) -> None:
        line = str(record.msg).strip().partition("\n")[0][:LONGEST_MESSAGE]  # without its arguments
        if line in IGNORED:
            return
        level = "error" if record.levelno >= logging.ERROR else "warning"
        event: dict[str, Any] = {"by": record.name}
        if record.exc_info:
            event["exc_info"] = record.exc_info
        getattr(structlog.get_logger(), level)(line, **event)
