"""Shards on a Dask cluster: workers on this machine, or those of a scheduler.

`local:4` starts four worker processes here. `tcp://host:8786` names a running scheduler.
"""

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from mazziere.lab.shards import Result, ShardError
from mazziere.lab.worker_release import release, releases_of

CONNECT_S = 10
WORKERS_S = 300.0
"""How long a run waits while the cluster has no worker."""
MAX_LOCAL = 256
SCHEMES = ("tcp", "tls", "ws", "wss", "ucx")
ALLOWED_DEATHS = 20  # of workers, before Dask gives a shard up


class DaskBackend:
    """Runs shards on the workers of a Dask client."""

    def __init__(self, client: Any, name: str) -> None:
        self._client, self._name = client, name
        self._workers, self._seen, self._counted = 0, time.monotonic(), 0.0

    def submit(self, function: Callable[..., Result], *args: Any) -> "Future[Result]":
        """Start a shard."""
        try:
            call = (run_as, own_release(), function, *args)
            return _Waiting(self._client.submit(*call, pure=False), self._name)
        except Exception as error:
            raise self._lost() from error

    def capacity(self) -> int:
        """Return the number of threads of all workers; 1 while there is none."""
        now = time.monotonic()
        if now - self._counted > 1:
            self._counted = now
            self._workers = self._threads()
        return max(1, self._workers)

    def check(self) -> None:
        """Raise ShardError if the scheduler is gone, or no worker comes for a long time."""
        if self._client.status not in ("running", "connecting"):
            raise self._lost()
        if self._threads():
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > WORKERS_S:
            why = "one that cannot load mazziere ends at once"
            raise ShardError(f"--cluster {self._name}: no worker for {WORKERS_S:.0f} s; {why}")

    def _threads(self) -> int:
        try:
            known = self._client.scheduler_info(n_workers=-1)["workers"].values()
        except Exception as error:
            raise self._lost() from error
        return sum(int(worker["nthreads"]) for worker in known)

    def _lost(self) -> ShardError:
        return ShardError(f"--cluster {self._name}: the scheduler is gone")


class _Waiting(Future[Result]):
    """A future of Dask with the timeout of `concurrent.futures`."""

    def __init__(self, future: Any, cluster: str) -> None:
        super().__init__()
        self._dask, self._cluster = future, cluster

    def result(self, timeout: float | None = None) -> Result:
        try:
            found: Result = self._dask.result(timeout=timeout)
        except OtherRelease as error:
            raise ShardError(f"--cluster {self._cluster}: {error}") from None
        return found

    def done(self) -> bool:
        return bool(self._dask.done())


class OtherRelease(Exception):
    """A worker that would play other matches than the command."""


own_release = cache(release)


def run_as(wanted: str, function: Callable[..., Result], *args: Any) -> Result:
    """Run a shard on a worker, if the worker would play the same matches."""
    check_release(own_release(), wanted)
    return function(*args)


def check_release(found: str, wanted: str) -> None:
    """Raise OtherRelease unless a worker has the wanted release."""
    if found != wanted:
        raise OtherRelease(f"a worker has mazziere {found}, this is {wanted}: install the same")


@contextmanager
def open_cluster(text: str) -> Iterator[DaskBackend]:
    """Connect to a cluster, or start one here; ShardError if that does not work."""
    import dask
    import distributed

    client_of: Any = distributed.Client  # these have no types
    cluster_of: Any = distributed.LocalCluster
    _silence()
    dask.config.set({"distributed.scheduler.allowed-failures": ALLOWED_DEATHS})
    if text.startswith("local:"):
        workers = _count(text)
        with (
            cluster_of(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # any free port
                preload=["mazziere.lab.local_worker"],
                silence_logs=logging.CRITICAL,
            ) as cluster,
            client_of(cluster, set_as_default=False) as client,
        ):
            yield DaskBackend(client, text)
        return
    try:
        client = client_of(text, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        line = " ".join(str(error).split())[:120]
        raise ShardError(f"--cluster {text[:80]}: no scheduler answers: {line}") from None
    with client:
        try:
            for found in releases_of(client).values():
                check_release(found, own_release())
        except OtherRelease as error:
            raise ShardError(f"--cluster {text}: {error}") from None
        yield DaskBackend(client, text)


def _silence() -> None:
    """Leave out the log of Dask, whose loggers have levels of their own: one line says it all."""
    names = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    for name in ("distributed", *names):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def check_name(text: str) -> None:
    """Check the name of a cluster before anything starts; ShardError says what is wrong."""
    if text.startswith("local:"):
        _count(text)
    elif not _is_address(text):
        example = "local:4 or tcp://host:8786"
        raise ShardError(
            f"--cluster {text[:80]}: not the address of a scheduler, such as {example}"
        )


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in SCHEMES and bool(parts.hostname) and parts.port is not None
    except ValueError:  # no number, or one above 65535
        return False


def _count(text: str) -> int:
    number = text.removeprefix("local:")
    is_number = number.isascii() and number.isdigit() and len(number) < 6
    if not is_number or not 1 <= int(number) <= MAX_LOCAL:
        raise ShardError(f"--cluster {text[:80]}: local: takes 1 to {MAX_LOCAL} workers")
    return int(number)
