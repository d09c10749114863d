"""An invariant of YOOLOO that compares whole matches."""

from random import Random

from tests.properties.play import CHANCE, Recording, Step, Style, replayed, whole_matches


def test_INV_YOO_5_neither_opener_nor_seats_nor_order_of_choice_decide() -> None:
    for played, rng in whole_matches("yooloo", 25, Style(lowest=0.4)):
        machine, players = played.engine, played.players
        scores = machine.scores(played.states[-1], 0)

        opened = replayed(played, [other_starter(played), *played.steps[1:]])
        assert machine.scores(opened.states[-1], 0) == scores
        assert opened.states[1]["opener"] != played.states[1]["opener"]

        to = rng.sample(range(players), players)
        moved = replayed(
            played, [s if s.seat == CHANCE else s._replace(seat=to[s.seat]) for s in played.steps]
        )
        moved_scores = machine.scores(moved.states[-1], 0)
        assert [moved_scores[to[seat]] for seat in range(players)] == scores

        shuffled = replayed(played, in_other_order(played, rng))
        assert machine.scores(shuffled.states[-1], 0) == scores


def other_starter(played: Recording) -> Step:
    """Return the first step, with the last seat to begin instead of the first."""
    (order,) = played.steps[0].orders
    return Step(CHANCE, 0, (order[::-1],))


def in_other_order(played: Recording, rng: Random) -> list[Step]:
    """Return the same choices, made by the seats in another order within each round."""
    kinds = played.engine.game.events
    steps: list[Step] = []
    waiting: dict[int, list[Step]] = {}
    for step, events in zip(played.steps, played.events, strict=True):
        if step.seat == CHANCE:
            steps.append(step)
            continue
        waiting.setdefault(step.seat, []).append(step)
        if any(kinds[event.kind].name == "showed" for event in events):
            while waiting:
                seat = rng.choice(sorted(waiting))
                steps.append(waiting[seat].pop(0))
                if not waiting[seat]:
                    del waiting[seat]
    return steps
