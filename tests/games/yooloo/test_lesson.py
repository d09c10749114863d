"""The results that the texts of the lesson claim."""

from tests.lessons.test_lessons import played


def test_one_and_then_the_parked_two_with_the_three() -> None:
    assert played("yooloo", 0).scores() == [1 + 2 + 3, 0, 4, 0]
