"""The check of the documentation, and the documentation itself."""

from pathlib import Path

import pytest

from tools import docs


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_broken_links_are_found(tmp_path: Path) -> None:
    other = written(tmp_path, "other.md", "# A title, and `more`\n")
    path = written(
        tmp_path,
        "page.md",
        "[here](#words) [there](other.md) [part](other.md#a-title-and-more) [web](https://x.org/y)\n"
        "[gone](gone.md) [no](other.md#no-such) [below](#nothing)\n# Words\n"
        "```text\n[not a link](nowhere.md)\n```\n",
    )
    assert docs.broken_links(other) == []
    assert docs.broken_links(path) == [
        "page.md: gone.md does not exist",
        "page.md: other.md#no-such has no such heading",
        "page.md: #nothing has no such heading",
    ]


def test_commands_are_those_of_console_blocks() -> None:
    text = (
        "```console\n$ mazziere games --json\nsome output\n$ make test\n"
        "$ mazziere sim uno \\\n  --games 3\n```\n```sh\n$ mazziere bench\n```\n"
    )
    assert list(docs.commands(text)) == ["mazziere games --json", "mazziere sim uno    --games 3"]


def test_python_blocks_are_put_together() -> None:
    assert docs.python("```python\na = 1\n```\ntext\n```python\nb = a\n```\n") == "a = 1\n\nb = a\n"


def test_a_command_that_fails_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, "page.md", "```console\n$ mazziere sim chess\n```\n")
    (wrong,) = docs.failed_commands(path)
    assert wrong.startswith("page.md: $ mazziere sim chess: exit 2: mazziere: ")


def test_python_that_fails_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, "page.md", "```python\n1 / 0\n```\n")
    assert docs.failed_python(path) == [
        "page.md: its Python: exit 1: ZeroDivisionError: division by zero"
    ]


@pytest.mark.parametrize(
    "path", docs.documents(), ids=lambda path: path.relative_to(docs.ROOT).as_posix()
)
def test_links_lead_somewhere(path: Path) -> None:
    assert docs.broken_links(path) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", docs.documents(), ids=lambda path: path.relative_to(docs.ROOT).as_posix()
)
def test_commands_run(path: Path) -> None:
    assert docs.failed_commands(path) == []


@pytest.mark.slow
def test_python_of_the_readme_runs() -> None:
    assert docs.failed_python(docs.ROOT / "README.md") == []
