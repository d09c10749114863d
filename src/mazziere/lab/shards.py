"""Numbered shards of a run, on any executor, with retries and a file to resume from.

The result of a shard depends only on the shard: the game, the seed and the numbers of its matches.
So a shard whose worker died is simply run again, and the results are the same on one core, in
several processes and on a cluster.
"""

import json
import time
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from concurrent.futures import TimeoutError as FutureTimeout
from pathlib import Path
from typing import IO, Any, Protocol

from mazziere.bots.custom import BotError
from mazziere.kernel.engine import TooLong

FORMAT = "mazziere-shards/1"
ATTEMPTS = 10
"""How often a shard is run again after its worker was lost."""
POLL_S = 0.5

Result = dict[str, Any]
"""The result of a shard: JSON."""


class ShardError(RuntimeError):
    """A run that cannot go on, or a file that cannot be resumed; the text is one line."""


class Backend(Protocol):
    """A place where shards run."""

    def submit(self, function: Callable[..., Result], *args: Any) -> "Future[Result]":
        """Start a shard."""

    def capacity(self) -> int:
        """Return how many shards can run at the same time."""

    def check(self) -> None:
        """Raise ShardError if the place is lost."""


class ExecutorBackend:
    """Runs shards on any `concurrent.futures.Executor`; `make` replaces a broken one."""

    def __init__(self, make: Callable[[], Executor], workers: int) -> None:
        self._make, self._workers = make, workers
        self._executor: Executor | None = None

    def submit(self, function: Callable[..., Result], *args: Any) -> "Future[Result]":
        """Start a shard, on a new executor if the last one broke."""
        if self._executor is None:
            self._executor = self._make()
        try:
            return self._executor.submit(function, *args)
        except (BrokenExecutor, RuntimeError):
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = self._make()
            return self._executor.submit(function, *args)

    def capacity(self) -> int:
        """Return the number of workers."""
        return self._workers

    def check(self) -> None:
        """Do nothing: an executor on this machine is never lost."""

    def close(self) -> None:
        """End the workers, without waiting for the shards that run."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)


# The file of finished shards


class ShardFile:
    """Finished shards, one line each, after a line that names the run."""

    def __init__(self, path: Path, run: Mapping[str, Any]) -> None:
        self.path = path
        self.results: dict[str, Result] = {}
        head = json.dumps({"format": FORMAT, "run": dict(run)}, sort_keys=True)
        try:
            text = path.read_bytes().decode() if path.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            raise ShardError(f"{path}: cannot be resumed: {_why(error)}") from None
        kept = self._read(text, head)
        try:
            self._file: IO[str] = path.open("w" if not kept else "r+", encoding="utf-8")
            if kept:
                self._file.seek(kept)
                self._file.truncate()  # a line that was not finished
            else:
                self._write(head)
        except OSError as error:
            raise ShardError(f"{path}: cannot be written: {_why(error)}") from None

    def _read(self, text: str, head: str) -> int:
        """Read the finished shards; return the length of the part that is whole."""
        if not text:
            return 0
        first, newline, rest = text.partition("\n")
        if not newline or first != head:
            is_ours = first.startswith('{"format": "mazziere-shards/')
            why = "it belongs to another run" if is_ours else "it is not a file of shards"
            raise ShardError(f"{self.path}: cannot be resumed: {why}")
        kept = len(first.encode()) + 1
        for line in rest.splitlines(keepends=True):
            if not line.endswith("\n"):
                break
            try:
                entry = json.loads(line)
                self.results[entry["shard"]] = entry["result"]
            except (ValueError, KeyError, TypeError):
                number = len(self.results) + 2
                why = f"line {number} is damaged"
                raise ShardError(f"{self.path}: cannot be resumed: {why}") from None
            kept += len(line.encode())
        return kept

    def save(self, shard: str, result: Result) -> None:
        """Add a finished shard."""
        self.results[shard] = result
        try:
            self._write(json.dumps({"shard": shard, "result": result}))
        except OSError as error:
            raise ShardError(f"{self.path}: cannot be written: {_why(error)}") from None

    def _write(self, line: str) -> None:
        self._file.write(line + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


# Running


class Pending:
    """A shard that runs, or whose result is known."""

    def __init__(
        self, shards: "Shards", name: str, function: Callable[..., Result], args: tuple[Any, ...]
    ) -> None:
        self._shards, self._name, self._call = shards, name, (function, args)
        known = shards.file.results.get(name) if shards.file is not None else None
        self._known = known
        self._future = None if known is not None else shards.backend.submit(function, *args)

    def result(self) -> Result:
        """Wait for the result; run the shard again if its worker is lost."""
        if self._known is not None:
            return self._known
        attempts = 0
        while True:
            try:
                result = self._wait()
                break
            except (TooLong, BotError, ShardError):
                raise
            except Exception as error:
                if not _is_loss(error):
                    raise
                attempts += 1
                if attempts > ATTEMPTS:
                    raise ShardError(
                        f"shard {self._name}: its workers died {attempts} times"
                    ) from None
                self._shards.backend.check()
                function, args = self._call
                self._future = self._shards.backend.submit(function, *args)
        if self._shards.file is not None:
            self._shards.file.save(self._name, result)
        return result

    def _wait(self) -> Result:
        assert self._future is not None
        while True:
            try:
                return self._future.result(timeout=POLL_S)
            except FutureTimeout:
                if self._future.done():
                    raise
                self._shards.backend.check()
            except CancelledError:
                time.sleep(POLL_S)
                raise


def _is_loss(error: Exception) -> bool:
    """Tell whether an error means that a worker was lost, not that the shard failed."""
    if isinstance(error, BrokenExecutor | CancelledError | FutureTimeout | OSError):
        return True
    return type(error).__module__.startswith("distributed")


class Shards:
    """Runs shards on a backend and keeps their results in a file, if there is one."""

    def __init__(self, backend: Backend, file: ShardFile | None = None) -> None:
        self.backend, self.file = backend, file

    def submit(self, name: str, function: Callable[..., Result], *args: Any) -> Pending:
        """Start a shard, unless its result is known."""
        return Pending(self, name, function, args)
