"""`mazziere backup` and `mazziere restore`."""

import asyncio
import json
from pathlib import Path

import pytest

from mazziere.store import TableFacts, open_store
from tests.cli.conftest import Run, complaint

FACTS = TableFacts("playing", None, ("a1",), None, None, "uno")


async def fill(url: str) -> None:
    store = await open_store(url)
    await store.create("t", [b"1", b"2"], FACTS, 1.0)
    await store.close()


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the URL of the store in the data folder, with one table of two entries."""
    monkeypatch.setenv("MAZZIERE_DATA_DIR", str(tmp_path / "data"))
    url = f"sqlite:///{tmp_path / 'data' / 'mazziere.db'}"
    asyncio.run(fill(url))
    return url


def test_one_line_each(run: Run, url: str, tmp_path: Path) -> None:
    file = str(tmp_path / "backup.db")
    answer = run("backup", file)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == f"{url} → {file}: 1 tables with 2 entries\n"
    other = f"sqlite:///{tmp_path / 'other.db'}"
    answer = run("restore", file, "--database", other)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == f"{file} → {other}: 1 tables with 2 entries\n"


def test_json(run: Run, url: str, tmp_path: Path) -> None:
    file = str(tmp_path / "backup.db")
    said = {"database": url, "file": file, "tables": 1, "entries": 2}
    assert json.loads(run("backup", file, "--json").out) == said
    assert json.loads(run("restore", file, "--json", "--force").out) == said


def test_nothing_is_overwritten_unless_forced(run: Run, url: str, tmp_path: Path) -> None:
    file = str(tmp_path / "backup.db")
    run("backup", file)
    assert "--force" in complaint(run("backup", file), 1)
    assert "--force" in complaint(run("restore", file), 1)
    assert run("restore", file, "--force").code == 0


@pytest.mark.parametrize("command", ["backup", "restore"])
@pytest.mark.parametrize("database", ["mysql://me:secret@here/db", "nonsense", "sqlite://"])
def test_a_url_of_no_known_database(
    run: Run, tmp_path: Path, url: str, command: str, database: str
) -> None:
    file = str(tmp_path / "backup.db")
    if command == "restore":
        run("backup", file)
    line = complaint(run(command, file, "--database", database), 2)
    assert "--database" in line
    assert "secret" not in line


@pytest.mark.parametrize("database", ["mysql://me:secret@here/db", "nonsense", "sqlite://"])
def test_serve_with_a_url_of_no_known_database(run: Run, database: str) -> None:
    argv = ("serve", "--port", "0", "--admin-port", "0", "--database", database)
    line = complaint(run(*argv), 2)
    assert "--database" in line
    assert "secret" not in line


def test_a_database_that_does_not_answer(run: Run, tmp_path: Path) -> None:
    database = "postgresql://me:secret@127.0.0.1:1/db"
    answer = run("backup", str(tmp_path / "backup.db"), "--database", database)
    assert "secret" not in complaint(answer, 1)


def test_an_error_names_the_path_at_fault(run: Run, url: str, tmp_path: Path) -> None:
    file, broken = tmp_path / "backup.db", tmp_path / "broken.db"
    broken.write_bytes(b"SQLite format 3\0" + b"\xff" * 4096)
    line = complaint(run("backup", str(file), "--database", f"sqlite:///{broken}"), 1)
    assert str(broken) in line
    assert str(file) not in line
    run("backup", str(file))
    line = complaint(run("restore", str(broken)), 1)
    assert str(broken) in line
    (tmp_path / "plain").write_text("")
    target = tmp_path / "plain" / "tables.db"
    line = complaint(run("restore", str(file), "--database", f"sqlite:///{target}"), 1)
    assert str(target) in line
    assert str(file) not in line


def test_files_that_cannot_be(run: Run, url: str, tmp_path: Path) -> None:
    complaint(run("backup", str(tmp_path / "no" / "such" / "folder" / "backup.db")), 1)
    assert "no backup" in complaint(run("restore", str(tmp_path / "none.db")), 1)
    complaint(run("restore", str(tmp_path), "--force"), 1)
