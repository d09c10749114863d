"""The results that the texts of the lesson claim."""

from tests.lessons.test_lessons import dealt, lesson


def test_the_bluff_is_found_out() -> None:
    part = lesson("uno_h2o")["parts"][0]
    match = dealt("uno_h2o", part)
    kinds = []
    for step in part["script"]:
        events = match.move(step["seat"], step["move"])
        kinds += [match.game.events[event.kind].name for event in events]
    assert "guilty" in kinds
    assert "innocent" not in kinds
