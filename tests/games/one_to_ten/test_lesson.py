"""The results that the texts of the lesson claim."""

from tests.lessons.test_lessons import played


def test_four_cards_are_found() -> None:
    assert played("one_to_ten", 0).scores()[0] == 4
