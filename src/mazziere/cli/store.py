"""`mazziere backup FILE` and `mazziere restore FILE`: copy a server's tables to a file and back."""

import asyncio
from argparse import Namespace
from pathlib import Path

from mazziere.cli.extras import require
from mazziere.cli.say import Stop, on_one_line, print_json


def run(arguments: Namespace) -> int:
    """Back up or restore; print one line that says how much was copied."""
    require("server", "backup" if arguments.into_file else "restore")
    from mazziere.store import CannotOpen, UnknownUrl, default_url, without_password
    from mazziere.store.backup import backup, restore

    url, file = arguments.database or default_url(), Path(arguments.file)
    copy = backup if arguments.into_file else restore
    try:
        size = asyncio.run(copy(url, file, force=arguments.force))
        place = without_password(url)
    except UnknownUrl as error:
        raise Stop(f"--database: {error}", 2) from None
    except CannotOpen as error:
        raise Stop(str(error)) from None
    if arguments.json:
        print_json({"database": place, "file": str(file), **size._asdict()})
        return 0
    source, target = (place, file) if arguments.into_file else (file, place)
    what = f"{size.tables} tables with {size.entries} entries"
    print(on_one_line(f"{source} → {target}: {what}"))
    return 0
