"""A game of another package in the browser, on the generic board."""

from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.browser.serving import SEED, served
from tests.examples.installing import EXAMPLES, install


@pytest.mark.parametrize("game", EXAMPLES)
def test_a_match_on_the_generic_board(visit: Visit, tmp_path: Path, game: str) -> None:
    packages = install(game, tmp_path / "packages")
    folder = tmp_path / "server"
    folder.mkdir()
    (folder / SEED).write_text(game, encoding="utf-8")
    with served(folder, packages=packages) as address:
        anna = visit(url=address)
        anna.open(game, 3)
        anna.fingers().play()
        anna.button("Play again").wait_for()
        anna.context.close()  # before the server ends
