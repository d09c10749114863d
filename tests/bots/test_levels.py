import pytest

from mazziere.bots.levels import LEVELS, BadSpec, read_spec


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_a_bot_by_its_name(level: str) -> None:
    spec = read_spec(level)
    assert spec.level == level
    assert spec.text == level
    assert spec.searches == (level in ("hard", "master"))


def test_memory_gets_better_with_the_level() -> None:
    def kept(level: str, turns: int) -> float:
        spec = read_spec(level)
        fading = 0.5 ** (turns / spec.half_life) if spec.half_life else 1.0
        return spec.share * fading

    for turns in (1, 5, 20):
        assert kept("easy", turns) < kept("normal", turns) < kept("hard", turns) == 100


def test_settings_are_read() -> None:
    spec = read_spec("normal:share=80:half_life=6")
    assert (spec.share, spec.half_life) == (80, 6)
    assert read_spec("hard:iterations=200").iterations == 200
    assert read_spec("hard:explore=700").explore == 700


def test_search_at_a_table_goes_by_the_clock_unless_iterations_are_set() -> None:
    assert read_spec("hard").ms == 300
    assert read_spec("hard:ms=50").ms == 50
    assert read_spec("hard:iterations=5").ms is None
    assert read_spec("normal").ms is None


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "there is no bot ''"),
        ("expert", "'expert'"),
        ("Hard", "'Hard'"),
        ("hard:depth=3", "no setting 'depth'"),
        ("hard:iterations", "whole number"),
        ("hard:iterations=ten", "'ten'"),
        ("hard:iterations=0", "from 1 to"),
        ("hard:iterations=-1", "'-1'"),
        ("hard:iterations=999999999999999999", "whole number"),
        ("hard:iterations=5:iterations=6", "twice"),
        ("hard:iterations=5:ms=6", "either"),
        ("normal:iterations=5", "bots that search"),
        ("easy:share=101", "from 0 to 100"),
        ("hard:", "no setting ''"),
    ],
)
def test_what_makes_no_sense_is_named_in_one_line(text: str, word: str) -> None:
    with pytest.raises(BadSpec) as caught:
        read_spec(text)
    assert word in str(caught.value)
    assert "\n" not in str(caught.value)
