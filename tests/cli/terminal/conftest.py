"""Terminal tests run uncompiled, and keep matches in the test's folder."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the folder of unfinished matches."""
    monkeypatch.setenv("MAZZIERE_JIT", "0")
    monkeypatch.setenv("MAZZIERE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "unfinished"
