"""The checks of the documentation. `make docs-check` runs them on the documentation itself."""

from pathlib import Path

import pytest

from tools.docs import api, links, pages, samples, site, texts


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


# Links


def test_broken_links_are_found(tmp_path: Path) -> None:
    other = written(tmp_path, "other.md", "# A title, and `more`\n")
    written(tmp_path, "whole.md", "```{include} other.md\n```\n")
    path = written(
        tmp_path,
        "page.md",
        "[here](#words) [there](other.md) [part](other.md#a-title-and-more) [web](https://x.org/y)\n"
        "[gone](gone.md) [no](other.md#no-such) [below](#nothing) ![picture](gone.png)\n# Words\n"
        "[included](whole.md#a-title-and-more)\n```text\n[not a link](nowhere.md)\n```\n",
    )
    assert links.broken_links(other) == []
    assert links.broken_links(path) == [
        "page.md: gone.md does not exist",
        "page.md: other.md#no-such has no such heading",
        "page.md: #nothing has no such heading",
        "page.md: gone.png does not exist",
    ]


def test_broken_links_of_a_site_are_found(tmp_path: Path) -> None:
    written(tmp_path, "index.html", '<a href="sub/page.html#x">a</a> <a href="#none">b</a>')
    written(
        tmp_path,
        "sub/page.html",
        '<p id="x"><a href="../index.html">i</a> <a href="gone.html">g</a>'
        ' <a href="https://x.org">web</a> <img src="data:,">'
        ' <script src="//cdn.org/a.js"></script>',
    )
    assert links.broken_in_site(tmp_path) == [
        "index.html: #none has no such anchor",
        "sub/page.html: loads //cdn.org/a.js from the network",
        "sub/page.html: gone.html does not exist",
    ]


def test_a_site_without_pages_is_no_site(tmp_path: Path) -> None:
    assert links.broken_in_site(tmp_path / "none") == ["none: no page was built"]


# Samples


def test_commands_are_those_of_console_blocks() -> None:
    text = (
        "```console\n$ mazziere games --json\nsome output\n"
        "$ mazziere sim uno \\\n  --games 3\n```\n```sh\nmazziere bench\n```\n"
    )
    found = list(samples.commands(list(pages.blocks(text))))
    assert found == ["mazziere games --json", "mazziere sim uno    --games 3"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("```console\n$ mazziere sim chess\n```\n", "page.md: $ mazziere sim chess: exit 2: mazz"),
        ("```console\n$ make test\n```\n", "page.md: $ make test: only mazziere runs here"),
        (
            "```sh\nmazziere serve --lann\n```\n",
            "page.md: mazziere serve --lann: serve has no",
        ),
        ("```python\nx = 1\n```\n```python\nx / 0\n```\n", "page.md: exit 1: line 5: ZeroDivision"),
        ("```python\nx = 1\n```\n```pycon\n>>> x + 1\n3\n```\n", "page.md: exit 1: AssertionError"),
        ("```pycon\n>>> {}['x']\n1\n```\n", "page.md: exit 1: AssertionError"),
        ("```json\n{\n```\n", "page.md:2: Expecting property name"),
        ("```\nx\n```\n", "page.md:2: a block of code in ''"),
        ("```ruby\nx\n```\n", "page.md:2: a block of code in 'ruby'"),
    ],
)
def test_a_sample_that_fails_is_named(tmp_path: Path, text: str, fault: str) -> None:
    (wrong,) = samples.failed_in(written(tmp_path, "page.md", text))
    assert wrong.startswith(fault)


def test_the_blocks_of_a_page_share_a_namespace_and_a_folder(tmp_path: Path) -> None:
    text = (
        "```python\nx = {'a': [1, 2]}\n```\n```pycon\n>>> x\n{'a': […]}\n>>> y = 3\n```\n"
        "```python\nassert y == 3\n```\n```sh\nmazziere serve --lan  # a remark\nmake\n```\n"
        "```console\n$ mazziere sim dieci --games 1 --records here\n"
        "$ mazziere verify here/000000.json\n```\n```{toctree}\npage\n```\n"
    )
    assert samples.failed_in(written(tmp_path, "page.md", text)) == []


# The site


def test_the_reference_has_every_public_module() -> None:
    names = api.modules()
    assert {"mazziere.kernel.engine", "mazziere.games", "mazziere.lab.arena"} <= set(names)
    assert not [
        name for name in names if name.startswith("mazziere.server") or "migrations" in name
    ]
    made = api.pages()
    for name in names:
        top = ".".join(name.split(".")[:2])
        assert f".. automodule:: {name}\n" in made[f"api/{top}.rst"]


def test_docstrings_become_rest() -> None:
    lines = [
        "Find `a_b`s of `x*y`; 2 * 3 | 4, name_ and `q`.",
        "- an item",
        "  that goes on",
        "",
        "    code *here*",
        "",
        "| a | table |",
        "|---|---|",
        "",
        "Text.",
    ]
    assert api.to_rest(lines) == [
        "Find ``a_b``\\ s of ``x*y``; 2 \\* 3 \\| 4, name\\_ and ``q``.",
        "",
        "- an item",
        "  that goes on",
        "",
        "::",
        "",
        "    code *here*",
        "",
        "    | a | table |",
        "    |---|---|",
        "",
        "Text.",
    ]


def test_texts_have_a_target_for_every_paragraph() -> None:
    page = texts.pages()["texts/uno.en.md"]
    assert page.startswith("# UNO (English)\n")
    assert "\n(text-uno-en-uno-turn-1)=\n\n**UNO-TURN-1** Play one card" in page


def test_generated_pages_come_and_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "GENERATED", tmp_path)
    stale = written(tmp_path, "api/gone.rst", "x")
    site.write_pages()
    assert not stale.exists()
    index = tmp_path / "api" / "index.md"
    before = index.stat().st_mtime_ns
    site.write_pages()
    assert index.stat().st_mtime_ns == before
