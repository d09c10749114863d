"""The results that the texts of the lesson claim."""

from tests.lessons.test_lessons import played


def test_four_cards_are_home() -> None:
    assert played("rookie", 0).scores() == [4, 0, 0]
