"""Runs in shards from the command line: `--cluster` and `--resume`."""

from argparse import Namespace
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from mazziere import __version__
from mazziere.cli.extras import require
from mazziere.cli.say import Stop
from mazziere.lab.cluster import check_name, open_cluster
from mazziere.lab.shards import Backend, ExecutorBackend, ShardError, ShardFile, Shards


def check(arguments: Namespace, command: str) -> None:
    """Refuse an invalid cluster, or one whose extra is missing, before anything starts."""
    if arguments.cluster is not None:
        require("cluster", f"{command} --cluster")
        try:
            check_name(arguments.cluster)
        except ShardError as error:
            raise Stop(str(error), 2) from None


@contextmanager
def shards_of(
    arguments: Namespace, threads: int, run: Mapping[str, Any]
) -> Iterator[Shards | None]:
    """Yield the runner of the shards that the command line asks for; None if it asks for none."""
    if arguments.cluster is None and arguments.resume is None:
        yield None
        return
    with ExitStack() as stack:
        try:
            file = None
            if arguments.resume is not None:
                file = ShardFile(Path(arguments.resume), {"version": __version__, **run})
                stack.callback(file.close)
            backend: Backend
            if arguments.cluster is None:
                local = ExecutorBackend(lambda: ThreadPoolExecutor(threads), threads)
                stack.callback(local.close)
                backend = local
            else:
                backend = stack.enter_context(open_cluster(arguments.cluster))
            yield Shards(backend, file)
        except ShardError as error:
            raise Stop(str(error), 2) from None
