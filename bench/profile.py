"""Measure the parts of a step, to show where the limits lie.

    python -m bench.profile [--rounds 7] [--docs]

prints two tables: a round of DIECI for two, and a step of an environment of UNO for two. With
`--docs` they also go into `docs/reference/benchmarks.md`. Every part runs alone in a compiled loop
and is measured in CPU time. The parts take turns, and the fastest round of each counts.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from mazziere import make
from mazziere.games import find
from mazziere.kernel.engine import Caller, Engine, engine
from mazziere.kernel.jit import jit
from mazziere.kernel.loops import chance, draw_lots, legal, redact, resolve
from mazziere.kernel.observation import observation_of, observe
from mazziere.kernel.state import Grid, Ints, aligned
from mazziere.lab.bench import BATCH, SEED
from mazziere.rl.compiled.loops import write_mask
from mazziere.rl.tables import Tables

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "benchmarks.md"
BEGIN, END = "<!-- profile: begin -->", "<!-- profile: end -->"
IN_CACHE = 256  # environments whose states, rows and masks fit into the second cache
STEPS = 400  # steps after which the positions of a batch are a fair sample

Parts = dict[str, Callable[[], None]]
Times = dict[str, float]


@jit
def lay_out(states: Any, index: int, cards: Ints, sizes: Ints, times: int) -> None:
    """Lay out the sorted pack, again and again."""
    for _ in range(times):
        chance(states[index], cards, sizes)


@jit
def draw(desks: Any, states: Any, index: int, cards: Ints, sizes: Ints, times: int) -> None:
    """Lay out the pack and draw the cards that matter."""
    for _ in range(times):
        draw_lots(
            states[index], cards, sizes, chance(states[index], cards, sizes), desks[index].deal
        )


@jit
def deal(
    desks: Any, states: Any, boards: Any, index: int, cards: Ints, sizes: Ints, times: int
) -> None:
    """Copy a state that waits for the deck, lay out, draw and deal."""
    for _ in range(times):
        boards[0] = states[index]
        s = boards[0]
        draw_lots(s, cards, sizes, chance(s, cards, sizes), desks[index].deal)
        resolve(s, cards, None)


@jit
def copies(states: Any, works: Any, boards: Any) -> None:
    """Copy each state."""
    for i in range(len(works)):
        boards[0] = states[i]


@jit
def views(states: Any, works: Any, boards: Any) -> None:
    """Copy each state and hide what the seat to move cannot know."""
    for i in range(len(works)):
        boards[0] = states[i]
        redact(boards[0], max(works[i].seat, 0))


@jit
def rows(states: Any, works: Any, boards: Any, out: Grid) -> None:
    """Write the observation of each seat to move, from its view."""
    for i in range(len(works)):
        boards[0] = states[i]
        seat = max(works[i].seat, 0)
        redact(boards[0], seat)
        observe(boards[0], seat, 1, out, i)


@jit
def masks(works: Any, out: Any, optional: Ints) -> None:
    """Write each mask."""
    for i in range(len(works)):
        write_mask(works[i], out, i, 0, optional)


@jit
def moves(states: Any, works: Any, out: Ints) -> None:
    """List the moves of each seat to move."""
    for i in range(len(works)):
        legal(states[i], max(works[i].seat, 0), out)


def fastest(parts: Parts, rounds: int, divisor: int) -> Times:
    """Run the parts in turns; return the nanoseconds of each one's fastest round."""
    best = dict.fromkeys(parts, float("inf"))
    for part in parts.values():
        part()  # compiles
    for _ in range(rounds):
        for name, part in parts.items():
            began = time.process_time()
            part()
            best[name] = min(best[name], (time.process_time() - began) / divisor * 1e9)
    return best


def round_of_dieci(rounds: int) -> Times:
    """Measure the deal of DIECI for two, and its whole rounds in playouts."""
    built, times, matches = engine(find("dieci"), "compiled"), 20_000, 4_000
    states = built.new(2, {})
    built.resolve(states, 0, built.chance(states, 0))  # the dealer: next comes the deck
    desks, boards = built.desks(2, {}), aligned(1, built.game.dtype)
    built.begin(desks, 0, SEED, 0)
    cards, sizes = np.zeros(320, np.int16), np.zeros(16, np.int16)
    _, results = built.play_matches(2, {}, SEED, 0, matches)
    deals = int((results[:, 1] - results[:, 0]).sum()) - matches  # the dealer's lot is no round
    call = plain_of(built)
    found = fastest(
        {
            "laid out": lambda: call(lay_out, states, 0, cards, sizes, times),
            "drawn": lambda: call(draw, desks, states, 0, cards, sizes, times),
            "dealt": lambda: call(deal, desks, states, boards, 0, cards, sizes, times),
        },
        rounds,
        times,
    )
    played = {"round": lambda: ignore(built.play_matches(2, {}, SEED, 0, matches))}
    found |= fastest(played, rounds, deals)
    return {
        "lay out the sorted pack": found["laid out"],
        "draw the three cards that matter": found["drawn"] - found["laid out"],
        "deal, with knowledge, and write the whole deck, which playouts do not": found["dealt"]
        - found["drawn"],
        "the whole round in a playout": found["round"],
    }


def step_of_environment(rounds: int) -> Times:
    """Measure the parts of a step of UNO for two, in a batch that fits into the second cache."""
    found: Times = {}
    for batch in (IN_CACHE, BATCH):
        envs = make("uno", 2, envs=batch, seat="all", illegal="random", copy=False)
        actions = np.full(batch, -1, np.int32)
        envs.reset(seed=SEED)
        for _ in range(STEPS):
            envs.step(actions)
        if batch == IN_CACHE:
            found |= looks(envs.tables, rounds)
        times = 20
        step = f"a whole step, in a batch of {batch}"
        found |= fastest(
            {step: lambda: ignore([envs.step(actions) for _ in range(times)])},  # noqa: B023
            rounds,
            times * batch,
        )
    return found


def looks(tables: Tables, rounds: int) -> Times:
    """Measure the parts of looking at a batch."""
    built, times = engine(tables.setup.game, "compiled"), 40
    call, listed = plain_of(built), np.zeros(len(tables.action_names), np.int16)
    batch = tables.states, tables.works, tables.boards

    def again(*args: Any) -> Callable[[], None]:
        return lambda: ignore([call(*args) for _ in range(times)])

    found = fastest(
        {
            "moves": again(moves, tables.states, tables.works, listed),
            "copied": again(copies, *batch),
            "seen": again(views, *batch),
            "written": again(rows, *batch, tables.observations),
            "masked": again(masks, tables.works, tables.masks, tables.optional),
        },
        rounds,
        times * tables.count,
    )
    discards = tables.states["discards"].mean()
    return {
        "list the moves": found["moves"],
        "copy the state, so that the view can be made": found["copied"],
        "blank what the seat cannot know": found["seen"] - found["copied"],
        f"write the observation, which counts {discards:.0f} discards here": found["written"]
        - found["seen"],
        "write the mask": found["masked"],
    }


def plain_of(built: Engine) -> Callable[..., Any]:
    """Return the call of a compiled function of this module, linked with a game."""
    hooks = {"observe": observation_of(built.game).observe}
    return Caller(built.mode, f"profile.{built.game.owner}", hooks, built).call


def ignore(_: object) -> None:
    """Drop a result."""


def as_text(times: Times, what: str) -> str:
    """Return a Markdown table."""
    lines = [f"| {what} | ns |", "|---|---|"]
    return "\n".join([*lines, *(f"| {part} | {ns:.0f} |" for part, ns in times.items())])


def with_tables(page: str, text: str) -> str:
    """Replace the tables between the marks of a page."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{after}"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.profile", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--docs", action="store_true", help=f"write the tables into {PAGE.name}")
    arguments = parser.parse_args()
    tables = [
        as_text(round_of_dieci(arguments.rounds), "part of a round of DIECI for two"),
        as_text(step_of_environment(arguments.rounds), "part of a step of an environment"),
    ]
    text = "\n\n".join(tables)
    print(text)
    if arguments.docs:
        PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), text), encoding="utf-8")


if __name__ == "__main__":
    main()
