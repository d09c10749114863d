"""The soak that kills servers: its rounds, its end, and what it leaves of a failure."""

from pathlib import Path

import pytest

from tests.server.kill_rounds import Tables
from tools import soak_server


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seeds of the rounds that were played, of which the third fails."""
    played: list[int] = []

    async def one(folder: Path, seed: int) -> Tables:
        folder.mkdir()
        played.append(seed)
        assert len(played) < 3, "a move is there twice"
        return []

    monkeypatch.setattr(soak_server, "ROUNDS", {"one": one})
    return played


def test_it_ends_when_the_time_is_up(seeds: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    assert soak_server.main(["--minutes", "0", "--seed", "5"]) == 0
    assert seeds == []
    assert "no move lost or duplicated" in capsys.readouterr().out


def test_a_failure_ends_it_and_is_kept(
    seeds: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert soak_server.main(["--minutes", "1", "--seed", "5"]) == 1
    assert seeds == [5, 6, 7]
    said = capsys.readouterr()
    assert "a move is there twice" in said.err
    folder = Path(said.out.split(" are in ")[1].strip())
    assert [one.name for one in folder.iterdir()] == ["7-one"]
    for one in (folder / "7-one", folder):
        one.rmdir()
