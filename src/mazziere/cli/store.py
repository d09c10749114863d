"""`mazziere backup FILE` and `mazziere restore FILE`: the tables of a server, in one file."""

import asyncio
from argparse import Namespace
from pathlib import Path

from mazziere.cli.say import Stop, on_one_line, print_json
from mazziere.store import CannotOpen, default_url, shown
from mazziere.store.backup import backup, restore


def run(arguments: Namespace) -> int:
    """Copy one way or the other, and say in a line what was copied."""
    url, file = arguments.database or default_url(), Path(arguments.file)
    copy = backup if arguments.into_file else restore
    try:
        size = asyncio.run(copy(url, file, force=arguments.force))
        place = shown(url)
    except CannotOpen as error:
        raise Stop(str(error)) from None
    if arguments.json:
        print_json({"database": place, "file": str(file), **size._asdict()})
        return 0
    source, target = (place, file) if arguments.into_file else (file, place)
    what = f"{size.tables} tables with {size.entries} entries"
    print(on_one_line(f"{source} → {target}: {what}"))
    return 0
