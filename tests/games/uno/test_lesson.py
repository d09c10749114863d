"""The results that the texts of the lesson claim."""

from tests.lessons.test_lessons import played


def test_the_learner_wins() -> None:
    match = played("uno", 0)
    assert match.is_over
    assert match.winners() == [0]
