"""The golden transcripts: complete, replayed line by line, and up to date."""

from pathlib import Path

import pytest

from mazziere.games import find, shelf
from mazziere.kernel.options import Choice
from tools import golden

PATHS = sorted(golden.FOLDER.glob("*.txt"))
VARIANTS = ("variant", "mode", "scoring")
"""The options whose values are games of their own."""


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_replay_gives_every_line_again(path: Path) -> None:
    text = text_of(path)
    for number, (written, now) in enumerate(
        zip(text.splitlines(), golden.replayed(path.stem, text), strict=True), 1
    ):
        assert now == written, f"{path.name}:{number}"


def test_replay_does_not_look_at_the_seed() -> None:
    text = text_of(golden.FOLDER / "dieci.txt")
    plan = golden.read_plan("dieci", text)
    other = text.replace(f"seed: {plan.seed}\n", "seed: 0\n")
    assert other != text
    assert golden.replayed("dieci", other) == other.splitlines()


@pytest.mark.parametrize("name", shelf())
def test_every_game_and_variant_has_a_transcript(name: str) -> None:
    shown = [golden.read_plan(path.stem, text_of(path)) for path in PATHS]
    of_game = [plan for plan in shown if plan.game == name]
    assert of_game
    for option in find(name).options:
        if isinstance(option, Choice) and option.name in VARIANTS:
            assert {plan.options[option.name] for plan in of_game} == set(option.values)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_transcript_is_a_whole_match(path: Path) -> None:
    text = text_of(path)
    assert text.splitlines()[-1].startswith("over, winners: ")
    assert len(text.splitlines()) < 500


def test_transcripts_are_those_of_the_plans() -> None:
    assert sorted(map(golden.path_of, golden.plans())) == PATHS
    for plan in golden.plans():
        written = golden.read_plan(plan.name, text_of(golden.path_of(plan)))
        assert (written.game, written.players, written.seed) == (
            plan.game,
            plan.players,
            plan.seed,
        )


def test_transcripts_are_what_make_golden_writes() -> None:
    assert golden.check() == 0


def test_a_changed_line_is_noticed() -> None:
    text = text_of(golden.FOLDER / "dieci.txt").replace("keeps the card", "keeps a card")
    assert golden.replayed("dieci", text) != text.splitlines()


def test_a_step_that_cannot_happen_is_refused() -> None:
    text = text_of(golden.FOLDER / "dieci.txt").replace("-> keep", "-> draw", 1)
    with pytest.raises(Exception, match="may not"):
        golden.replayed("dieci", text)


def test_events_share_a_line_only_where_nobody_hears_a_difference() -> None:
    rows = [(0b001, "one"), (0b010, "two")]
    assert golden._row_to_join(rows, 0b001) == 0
    assert golden._row_to_join([*rows, (0b011, "both")], 0b001) is None
    assert golden._row_to_join(rows, 0b100) is None
