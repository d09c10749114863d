"""tools.container runs what the Containerfile says, on file systems that are read-only."""

import sys

from tools.container import ROOT, VOLUMES, Instructions

FILE = (ROOT / "Containerfile").read_text(encoding="utf-8")


def test_the_commands_and_variables_are_those_of_the_containerfile() -> None:
    given = Instructions(FILE)
    assert given.user == 10001
    assert given.entry == [f"{sys.prefix}/bin/mazziere", "serve", "--host", "0.0.0.0"]
    assert given.health[:2] == [f"{sys.prefix}/bin/python", "-c"]
    assert "127.0.0.1:8711/readyz" in given.health[2]
    assert given.variables == {
        "MAZZIERE_DATA_DIR": f"{VOLUMES}/data",
        "MAZZIERE_CACHE_DIR": f"{VOLUMES}/cache",
        "HOME": f"{VOLUMES}/data",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUNBUFFERED": "1",
    }
