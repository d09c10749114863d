"""Plots of results, as PNG. Matplotlib is imported only when one is drawn.

Colours are safe for the colour-blind (Okabe and Ito; the scale from orange to purple is Brewer’s),
and every colour comes with a number or a place that says the same.
"""

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#666666"
DPI = 150


def _figure(width: float, height: float) -> "Figure":
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # no chatter on standard error
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=DPI, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def _save(figure: "Figure", path: Path) -> None:
    figure.savefig(path, format="png", metadata={"Software": None})


def _tidy(axes: "Axes") -> None:
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(left=False)
    axes.grid(axis="x", color="#DDDDDD", linewidth=0.8)
    axes.set_axisbelow(True)


def label(bot: str) -> str:
    """Return a bot’s name, with each setting on its own line."""
    return bot.replace(":", "\n")


# The arena


def draw_arena(found: Mapping[str, Any], title: str, path: Path) -> None:
    """Draw the ratings with their intervals, and the matrix of the pairs."""
    bots = len(found["bots"])
    figure = _figure(5 + 1.25 * max(3, bots), 1.6 + 0.75 * max(3, bots))
    left, right = figure.subplots(1, 2, width_ratios=[1, 1])
    figure.suptitle(title, fontsize=12)
    _draw_ratings(left, found)
    _draw_matrix(right, found)
    _save(figure, path)


def _draw_ratings(axes: "Axes", found: Mapping[str, Any]) -> None:
    rows = sorted(found["ratings"], key=lambda row: row["elo"])
    for place, row in enumerate(rows):
        axes.plot([row["elo_low"], row["elo_high"]], [place, place], color=BLUE, linewidth=2)
        axes.plot([row["elo"]], [place], "o", color=BLUE, markersize=7)
        axes.annotate(
            f"{row['elo']:.0f}", (row["elo"], place), (0, 8), textcoords="offset points",
            ha="center", fontsize=9,
        )  # fmt: skip
    axes.set_yticks(range(len(rows)), [label(row["bot"]) for row in rows])
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.margins(x=0.12)
    axes.set_xlabel("Elo, with 95 % intervals")
    _tidy(axes)


def _draw_matrix(axes: "Axes", found: Mapping[str, Any]) -> None:
    order = [row["bot"] for row in sorted(found["ratings"], key=lambda row: -row["elo"])]
    size = len(order)
    cells = [[float("nan")] * size for _ in range(size)]
    for pair in found["pairs"]:
        first, second = (order.index(bot) for bot in pair["bots"])
        low, high = pair["low"], pair["high"]
        for row, column, share, reach in (
            (second, first, pair["share"], (low, high)),
            (first, second, 1 - pair["share"], (1 - high, 1 - low)),
        ):
            cells[row][column] = share
            words = f"{100 * share:.1f} %\n{100 * reach[0]:.1f}–{100 * reach[1]:.1f}"
            dark = abs(share - 0.5) > 0.32
            axes.text(
                column, row, words, ha="center", va="center", fontsize=8,
                color="white" if dark else "black",
            )  # fmt: skip
    axes.imshow(cells, cmap="PuOr", vmin=0, vmax=1, aspect="auto")
    names = [label(bot) for bot in order]
    axes.set_xticks(range(size), names)
    axes.set_yticks(range(size), names)
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.set_title("Share of the wins: row against column", fontsize=10)


# The ladder


def draw_ladder(title: str, groups: Sequence[tuple[str, Sequence[Mapping[str, Any]]]],
                path: Path) -> None:  # fmt: skip
    """Draw the rungs of one game: for each table the stronger bot’s share, with its interval.

    A row has `name`, `share`, `low`, `high`, `border` and `passed`.
    """
    longest = max(len(rows) for _, rows in groups)
    figure = _figure(4.6 * len(groups) + 1.2, 1.5 + 0.55 * longest)
    figure.suptitle(title, fontsize=12)
    panels = figure.subplots(1, len(groups), sharex=True, squeeze=False)[0]
    for axes, (name, rows) in zip(panels, groups, strict=True):
        axes.axvline(50, color=GREY, linewidth=1)
        for place, row in enumerate(rows):
            _draw_rung(axes, place, row)
        axes.set_yticks(range(len(rows)), [row["name"] for row in rows])
        axes.set_ylim(longest - 0.4, -0.7)
        axes.set_title(name, fontsize=10)
        axes.set_xlabel("share of the wins, %")
        _tidy(axes)
    _save(figure, path)


def _draw_rung(axes: "Axes", place: int, row: Mapping[str, Any]) -> None:
    colour, mark = (BLUE, "o") if row["passed"] else (ORANGE, "X")
    share, low, high = (100 * row[name] for name in ("share", "low", "high"))
    axes.plot([low, high], [place, place], color=colour, linewidth=2)
    axes.plot([share], [place], mark, color=colour, markersize=7)
    axes.plot([100 * row["border"]] * 2, [place - 0.25, place + 0.25], color=GREY, linewidth=2)
    axes.annotate(
        f"{share:.1f}", (share, place), (0, 7), textcoords="offset points", ha="center", fontsize=9
    )
