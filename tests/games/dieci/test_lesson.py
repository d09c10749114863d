"""The results that the texts of the lesson claim."""

from tests.lessons.test_lessons import played


def test_the_third_in_the_chain_pays() -> None:
    assert played("dieci", 0).scores() == [5, 5, 4, 5]


def test_the_skunk_costs_the_last_passer_and_the_stone_goes_back() -> None:
    assert played("dieci", 1).scores() == [5, 5, 4, 5, 4]


def test_the_dealer_draws_a_six_and_the_four_is_lowest() -> None:
    assert played("dieci", 2).scores() == [5, 4, 5]
