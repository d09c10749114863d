"""The arithmetic of the report."""

import json
from pathlib import Path

import pytest

from bench import promises
from bench.__main__ import BEGIN, END, PAGE, with_table
from bench.limit import Program
from bench.report import (
    Report,
    Row,
    against,
    amount,
    at_least,
    at_most,
    cells,
    figures,
    plain,
    quotient,
    rate,
    table,
)
from bench.sampling import SLICES, NotMeasured, Sample, Slice, in_turns, ratios, sliced, spread
from mazziere.games import find, shelf
from mazziere.kernel.engine import engine
from mazziere.lab import bench as lab


def samples(*rates: float) -> list[Sample]:
    return [Sample(rate, 100.0, 1.0) for rate in rates]


def test_a_ratio_is_taken_round_by_round() -> None:
    # The machine halves its speed in the second round: for both, so the ratio stays.
    assert ratios(samples(20e6, 10e6, 22e6), samples(10e6, 5e6, 10e6)) == [2.0, 2.0, 2.2]


def test_the_middle_and_the_extremes() -> None:
    assert spread([3.0, 1.0, 2.0]) == (2.0, 1.0, 3.0)
    assert spread([4.0, 1.0]) == (2.5, 1.0, 4.0)


def test_the_fastest_slice_counts_by_cpu_time() -> None:
    slices = iter([Slice(100, 1, 2.0, 4.0)] * (SLICES - 1) + [Slice(200, 2, 1.0, 2.0)])
    sample = sliced(lambda seconds: next(slices), 1.0)
    assert sample.steps_per_s == 200.0
    assert sample.steps_per_match == (100 * (SLICES - 1) + 200) / (SLICES - 1 + 2)
    assert sample.cpu_share == 0.5


def test_slices_are_as_many_as_in_the_bench_command() -> None:
    assert SLICES == lab.SLICES


@pytest.mark.parametrize(
    ("rates", "verdict"), [((6e6, 7e6, 5e6), "met"), ((5.9e6, 7e6, 5e6), "not met")]
)
def test_a_verdict_on_a_ratio_is_on_its_median(rates: tuple[float, ...], verdict: str) -> None:
    row = against("us", samples(*rates), "them", samples(1e6, 1e6, 1e6), at_least(6))
    assert row.verdict == verdict
    assert row.ratio == sorted(rates)[1] / 1e6
    assert (row.low, row.high) == (5.0, 7.0)
    assert row.reference_value == 1e6


def test_verdicts_on_figures_alone() -> None:
    assert rate("step", samples(1e6), at_least(1e6)).verdict == "met"
    assert rate("step", samples(0.9e6), at_least(1e6)).verdict == "not met"
    assert plain("compile", [10.1], "s", at_most(10)).verdict == "not met"
    assert plain("compile", [9.9], "s", at_most(10)).verdict == "met"
    assert plain("state", [192], "B").verdict == ""
    assert quotient("late", [30.0], "ns", "early", [20.0], at_most(1.5)).ratio == 1.5


def test_a_peer_that_could_not_run_leaves_no_figure_of_its_own() -> None:
    row = against("us", samples(6e6), "them", NotMeasured("no such module"), at_least(6))
    assert (row.verdict, row.note) == ("not measured", "no such module")
    assert (row.value, row.reference_value, row.ratio) == (6e6, None, None)
    assert cells(row)[2:6] == ("them", "", "≥ 6.00", "not measured")


def test_who_fails_once_has_no_figure_at_all() -> None:
    calls = {"good": 0, "bad": 0}

    def good(seconds: float) -> Sample:
        calls["good"] += 1
        return Sample(seconds, 1.0, 1.0)

    def bad(seconds: float) -> Sample:
        calls["bad"] += 1
        if calls["bad"] == 2:
            raise NotMeasured("gone")
        return Sample(seconds, 1.0, 1.0)

    order: list[str] = []
    found = in_turns({"bad": bad, "good": good}, 3, 0.5, order.append)
    assert found["good"] == [Sample(0.5, 1.0, 1.0)] * 3
    assert str(found["bad"]) == "gone"
    assert calls == {"good": 3, "bad": 2}
    assert [what.partition(": ")[2] for what in order] == ["bad", "good"] * 2 + ["good"]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (0.736, "0.74"), (6.0, "6.00"), (12.34, "12.3"), (146.4, "146"), (1234.5, "1234")],
)
def test_three_figures(value: float, text: str) -> None:
    assert figures(value) == text


def test_amounts_with_their_units() -> None:
    assert amount(24.3e6, "/s") == "24.3 M/s"
    assert amount(146e3, "/s") == "146 k/s"
    assert amount(9.5, "s") == "9.50 s"
    assert amount(1280, "B") == "1280 B"
    assert amount(44.2, "ns") == "44.2 ns"
    assert amount(None, "/s") == "—"


def test_the_table_is_markdown() -> None:
    lines = table([plain("state of uno", [1280], "B", at_most(1536)), Row("x", None, "")]).split(
        "\n"
    )
    assert len(lines) == 4
    assert len({line.count("|") for line in lines}) == 1
    assert "| 1280 B " in lines[2]
    assert "≤ 1536 B" in lines[2]


def test_the_report_keeps_all_rounds() -> None:
    row = against("us", samples(1.0, 2.0), "them", samples(1.0, 1.0), at_least(1))
    told = Report({"cores": 2}, {"rounds": 2}, [row], ["Quiet."], "2026-01-01")
    found = json.loads(json.dumps(told.as_json()))
    assert [one["steps_per_s"] for one in found["rows"][0]["raw"]["ours"]] == [1.0, 2.0]
    assert found["rows"][0]["target"] == {"limit": 1, "at_least": True}
    assert "1 of 1 targets met" in told.as_text()


def test_the_page_takes_the_table_between_its_marks() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert with_table(page, "new") == f"before\n{BEGIN}\n\nnew\n{END}\nafter\n"
    assert with_table(with_table(page, "new"), "new") == with_table(page, "new")
    written = PAGE.read_text(encoding="utf-8")
    assert (written.count(BEGIN), written.count(END)) == (1, 1)


def test_every_promise_has_its_row() -> None:
    built = {game: engine(find(game), "plain") for game in shelf()}
    program = Program(Path("limit"), "cc")
    found: promises.Found = {name: samples(20e6) for name in promises.contestants(built, program)}
    found["c 2"], found["rlcard"] = samples(23e6), NotMeasured("no rlcard")
    found["rollouts"], found["playout dieci 2"] = samples(2.4e6), samples(4.9e6)
    rows = promises.playout_rows(found) + promises.stepping_rows(found)
    verdicts = {(row.figure, row.reference): row.verdict for row in rows}
    uno = "playout uno, 2 players"
    assert verdicts[uno, "C program"] == "met"  # 20 / 23
    assert verdicts[uno, "OpenSpiel crazy eights, C++ rollouts"] == "met"  # 20 / 2.4
    assert verdicts[uno, "RLCard UNO core"] == "not measured"
    assert verdicts["playout dieci, 2 players", "C program, UNO for 2"] == "not met"  # 4.9 / 23
    assert verdicts["playout dieci, 10 players", "C program, UNO for 2"] == "met"
    assert sum(row.target is not None and row.unit == "/s" for row in rows) > 20
    limits = {row.figure: row.target.limit for row in promises.player_rows(found) if row.target}
    assert limits["a step of uno, 10 players"] == 5
    assert limits["a step of rookie, 6 players"] == 3


def test_a_state_of_uno_for_ten_fits() -> None:
    (row,) = (row for row in promises.size_rows() if row.target is not None)
    assert (row.figure, row.verdict) == ("state of uno, 10 players", "met")
