"""Rows of figures, their verdicts, and the table that people read."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Literal

from bench.sampling import NotMeasured, Samples, ratios, spread

Verdict = Literal["met", "not met", "not measured", ""]

UNITS = {"/s": ((1e6, " M/s"), (1e3, " k/s"), (1.0, " /s")), "s": ((1.0, " s"),)}


@dataclass(frozen=True)
class Target:
    """A limit on the ratio of a row that has one, otherwise on its figure."""

    limit: float
    at_least: bool = True

    def is_met(self, figure: float) -> bool:
        """Return whether a figure meets the target."""
        return figure >= self.limit if self.at_least else figure <= self.limit


def at_least(limit: float) -> Target:
    """Return a target with a lower bound."""
    return Target(limit)


def at_most(limit: float) -> Target:
    """Return a target with an upper bound."""
    return Target(limit, at_least=False)


@dataclass(frozen=True)
class Row:
    """One line of the report; `raw` has the values of each round."""

    figure: str
    value: float | None
    unit: str
    reference: str = ""
    reference_value: float | None = None
    ratio: float | None = None
    low: float | None = None  # of the ratio, or of the value if there is no ratio
    high: float | None = None
    target: Target | None = None
    verdict: Verdict = ""
    note: str = ""
    raw: dict[str, Any] = field(default_factory=dict)


def judged(target: Target | None, figure: float) -> Verdict:
    """Compare a figure with its target."""
    if target is None:
        return ""
    return "met" if target.is_met(figure) else "not met"


def missing(figure: str, reference: str, target: Target | None, reason: NotMeasured) -> Row:
    """Return a row without a figure."""
    return Row(figure, None, "", reference, target=target, verdict="not measured", note=str(reason))


def plain(
    figure: str, values: Sequence[float], unit: str, target: Target | None = None, note: str = ""
) -> Row:
    """Return a row with a figure from several rounds, without a reference."""
    found = spread(values)
    raw = {"values": list(values)}
    return Row(
        figure, found.middle, unit, low=found.low, high=found.high, target=target,
        verdict=judged(target, found.middle), note=note, raw=raw,
    )  # fmt: skip


def rate(
    figure: str,
    samples: Samples | NotMeasured,
    target: Target | None = None,
    note: str = "",
) -> Row:
    """Return a row with steps per second, without a reference."""
    if isinstance(samples, NotMeasured):
        return missing(figure, "", target, samples)
    return plain(figure, [sample.steps_per_s for sample in samples], "/s", target, note)


def against(
    figure: str,
    ours: Samples | NotMeasured,
    reference: str,
    theirs: Samples | NotMeasured,
    target: Target | None,
    note: str = "",
) -> Row:
    """Return a row with steps per second and their ratio to a reference, round by round."""
    if isinstance(ours, NotMeasured):
        return missing(figure, reference, target, ours)
    if isinstance(theirs, NotMeasured):
        alone = rate(figure, ours)
        return replace(missing(figure, reference, target, theirs), value=alone.value, unit="/s")
    found = spread(ratios(ours, theirs))
    return Row(
        figure,
        spread([sample.steps_per_s for sample in ours]).middle,
        "/s",
        reference,
        spread([sample.steps_per_s for sample in theirs]).middle,
        found.middle,
        found.low,
        found.high,
        target,
        judged(target, found.middle),
        note,
        {
            "ours": [sample._asdict() for sample in ours],
            "reference": [sample._asdict() for sample in theirs],
        },
    )


def quotient(
    figure: str,
    values: Sequence[float],
    unit: str,
    reference: str,
    references: Sequence[float],
    target: Target | None,
    note: str = "",
) -> Row:
    """Return a row with a figure divided by another, round by round."""
    found = spread([a / b for a, b in zip(values, references, strict=True)])
    return Row(
        figure,
        spread(values).middle,
        unit,
        reference,
        spread(references).middle,
        found.middle,
        found.low,
        found.high,
        target,
        judged(target, found.middle),
        note,
        {"values": list(values), "reference": list(references)},
    )


# Texts


def figures(value: float) -> str:
    """Write a number with three significant figures."""
    if value == 0:
        return "0"
    digits = 3
    size = abs(value)
    while size >= 10 and digits > 1:
        size /= 10
        digits -= 1
    return f"{value:.{digits - 1}f}"


def amount(value: float | None, unit: str) -> str:
    """Write a figure with its unit."""
    if value is None:
        return "—"
    for size, name in UNITS.get(unit, ()):
        if abs(value) >= size or size == 1.0:
            return figures(value / size) + name
    return f"{value:.0f} B" if unit == "B" else f"{figures(value)} {unit}".strip()


def cells(row: Row) -> tuple[str, ...]:
    """Write a row for the table."""
    reference = row.reference
    if row.reference_value is not None:
        reference += f", {amount(row.reference_value, row.unit)}"
    ratio = ""
    if row.ratio is not None and row.low is not None and row.high is not None:
        ratio = f"{figures(row.ratio)} ({figures(row.low)}–{figures(row.high)})"
    target = ""
    if row.target is not None:
        of_ratio = row.reference != ""
        limit = (
            figures(row.target.limit) if of_ratio else amount(row.target.limit, row.unit or "/s")
        )
        target = f"{'≥' if row.target.at_least else '≤'} {limit}"
    return row.figure, amount(row.value, row.unit), reference, ratio, target, row.verdict, row.note


HEAD = ("figure", "measured", "reference", "ratio (all rounds)", "target", "verdict", "note")


def table(rows: Sequence[Row]) -> str:
    """Write the rows as a Markdown table with aligned columns."""
    lines = [HEAD, *(cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    written = [
        "| "
        + " | ".join(text.ljust(width) for text, width in zip(line, widths, strict=True))
        + " |"
        for line in lines
    ]
    written.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(written)


@dataclass(frozen=True)
class Report:
    """A whole run."""

    machine: dict[str, Any]
    settings: dict[str, Any]
    rows: list[Row]
    remarks: list[str]
    date: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="minutes"))

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON, with the values of each round."""
        return asdict(self)

    def as_text(self) -> str:
        """Return the report as text: the machine, the table, the remarks."""
        where = ", ".join(f"{name} {value}" for name, value in self.machine.items())
        remarks = "\n".join(f"- {remark}" for remark in self.remarks)
        met = sum(row.verdict == "met" for row in self.rows)
        judged = sum(row.target is not None for row in self.rows)
        head = f"{self.date}: {where}"
        return f"{head}\n\n{table(self.rows)}\n\n{remarks}\n\n{met} of {judged} targets met\n"
