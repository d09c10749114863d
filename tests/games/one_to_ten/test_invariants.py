"""An invariant of "from 1 to 10" that holds for whole matches."""

from random import Random

from mazziere.games import find
from mazziere.games.one_to_ten.box import FOUND, MISSED
from mazziere.kernel.engine import engine
from tests.properties.play import RANDOM, Run, Step, times


def test_INV_TEN_2_perfect_memory_needs_ten_to_nineteen_turns() -> None:
    machine = engine(find("one_to_ten"), "plain")
    rng = Random(2)
    needed = set()
    for _ in range(times(60)):
        run = Run(machine, 2, {})
        known: list[dict[int, int]] = [{}, {}]
        turns, misses = [0, 0], [0, 0]
        while not machine.is_over(run.states, 0):
            if run.due is not None:
                step = run.choose(rng, RANDOM)
                assert step is not None
                run.take(step)
                continue
            (seat,) = machine.actors(run.states, 0)
            wanted = int(run.states["found"][0, seat])
            place = known[seat].get(wanted)
            if place is None:
                place = next(p for p in range(10) if p not in known[seat].values())
            (event,) = [e for e in run.take(Step(seat, place)) if e.kind in (FOUND, MISSED)]
            misses[seat] += event.a != wanted
            known[seat][event.a] = place
            turns[seat] += 1
        for seat in range(2):
            if machine.scores(run.states, 0)[seat] == 10:
                assert 10 <= turns[seat] <= 19
                assert turns[seat] == 10 + misses[seat]
                needed.add(turns[seat])
    assert len(needed) > 3
