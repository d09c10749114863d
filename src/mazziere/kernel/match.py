"""One match driven by texts: the form in which records, people and other programs see it.

    match = Match(game, 3, {"tokens": 2})
    while not match.is_over:
        if match.due:
            match.deal(stream.order)
        else:
            seat, moves = next(iter(match.legal().items()))
            match.move(seat, moves[0])

A `Match` takes chance as data. `Stream` is where a simulation gets it from: outside compiled code
it gives exactly what the compiled loops draw, so a match of a seed is one match however it is run.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from mazziere.kernel.chances import (
    BadChance,
    Step,
    is_whole,
    order_of_round,
    orders_of,
    round_of,
    rounds_in,
    shown,
    step_of,
)
from mazziere.kernel.engine import TooLong, engine, members
from mazziere.kernel.events import Event
from mazziere.kernel.game import Chance, Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.loops import MAX_STEPS
from mazziere.kernel.rng import (
    DEAL,
    PLAY,
    Fast,
    below,
    seed_text,
    seed_words,
    shuffle,
    split,
    start_stream,
)
from mazziere.kernel.state import States

Order = Callable[[list[int]], Sequence[int]]
"""What orders a group of cards or seats at a chance node."""


class Refused(Exception):
    """A move or step that is not legal now, with the code of the refusal and the rule behind it."""

    def __init__(self, code: str, rule: str | None, seat: int | None, text: str) -> None:
        super().__init__(code, rule, seat, text)
        self.code = code  # name of the game's refusal, or one of those below
        self.rule = rule
        self.seat = seat
        self.text = text

    def __str__(self) -> str:
        words = _OWN_WORDS.get(self.code, self.code.replace("_", " "))
        return f"seat {self.seat} may not {shown(self.text)}: {words}"


NO_SEAT, NO_MOVE, NOT_LEGAL = "no_such_seat", "no_such_move", "not_legal"
_OWN_WORDS = {
    NO_SEAT: "there is no such seat",
    NO_MOVE: "there is no such move in this game",
    NOT_LEGAL: "not a legal move now",
}


class Match:
    """One match of a game."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, Any],
        mode: Mode = "plain",
        rules: int | None = None,
    ) -> None:
        self.game = game
        self.engine = engine(game, mode)
        self.options = game.full_options(options)
        self.states: States = self.engine.new(players, self.options, rules)
        self.players = players
        self.steps = 0  # steps taken, chance included

    def fork(self) -> "Match":
        """Return a copy that can go its own way."""
        other = object.__new__(Match)
        other.game, other.engine, other.options = self.game, self.engine, self.options
        other.states = self.engine.copy(self.states, 0)
        other.players, other.steps = self.players, self.steps
        return other

    # What is to happen

    @property
    def due(self) -> str | None:
        """The name of the chance step that is due, or None."""
        chance = self._chance()
        return chance.name if chance else None

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.engine.is_over(self.states, 0)

    def actors(self) -> list[int]:
        """List the seats that may act now."""
        return self.engine.actors(self.states, 0)

    def legal(self) -> dict[int, list[str]]:
        """Every seat that may move with all its moves, sorted as text."""
        names = self.game.actions
        return {
            seat: sorted([names[action] for action in self.engine.legal(self.states, 0, seat)])
            for seat in self.actors()
        }

    def scores(self) -> list[int]:
        """List the scores so far."""
        return self.engine.scores(self.states, 0)

    def winners(self) -> list[int]:
        """List the seats that share the win; none before the end."""
        return self.engine.winners(self.states, 0)

    def glance(self, seat: int) -> Any:
        """Return the record of what a seat sees on the table now."""
        return self.engine.glance(self.states, 0, seat)[0]

    # Steps

    def chance(self, step: Mapping[str, Any]) -> list[Event]:
        """Take a chance step as a record writes it; BadChance if it cannot happen."""
        before = self.states[0].copy()
        try:
            chance = self._expect(step.get("chance"))
            if chance.shape == "draws":
                events = self._take_draws(step)
            else:
                groups = self.engine.chance(self.states, 0)
                orders = orders_of(self.game, chance, step, groups)
                events = self.engine.resolve(self.states, 0, orders)
        except BadChance as error:
            self.states[0] = before
            error.rule = self._rule_of_pause()
            raise
        self._count()
        return events

    def deal(self, order: Order) -> tuple[Step, list[Event]]:
        """Resolve the chance node that is due by ordering its groups; return the step."""
        chance = self._chance()
        if chance is None:
            raise BadChance("no chance step is due")
        if chance.shape == "draws":
            step, events = self._deal_draws(chance, order)
        else:
            orders = [order(group) for group in self.engine.chance(self.states, 0)]
            step = step_of(self.game, chance, orders)
            events = self.engine.resolve(self.states, 0, orders)
        self._count()
        return step, events

    def peek(self, order: Order) -> Step:
        """Return the chance step that an order would make, without taking it."""
        before, steps = self.states[0].copy(), self.steps
        step, _ = self.deal(order)
        self.states[0] = before
        self.steps = steps
        return step

    def move(self, seat: int, text: str) -> list[Event]:
        """Make a move; Refused, with the rule, if it is not legal."""
        action = self.action(seat, text)
        events = self.engine.apply(self.states, 0, seat, action)
        self._count()
        return events

    def action(self, seat: int, text: str) -> int:
        """Return the number of a legal move; Refused, with the rule, if it is not legal."""
        if not is_whole(seat) or not 0 <= seat < self.players:
            raise Refused(NO_SEAT, None, seat, text)
        action = self.game.parse(text)
        if action is None:
            raise Refused(NO_MOVE, None, seat, text)
        if seat in self.actors() and action in self.engine.legal(self.states, 0, seat):
            return action
        code = self.engine.why_not(self.states, 0, seat, action)
        if code == 0:
            raise Refused(NOT_LEGAL, None, seat, text)
        refusal = self.game.refusal(code)
        raise Refused(refusal.name, refusal.rule, seat, text)

    # Inside

    def _chance(self) -> Chance | None:
        return self.game.chances.get(int(self.states["phase"][0]))

    def _expect(self, name: object) -> Chance:
        chance = self._chance()
        if self.is_over:
            raise BadChance(f"the match is over, no chance step {shown(name)} follows")
        if chance is None:
            raise BadChance(f"no chance step is due, {shown(name)} comes too early")
        if name != chance.name:
            raise BadChance(f'the chance step that is due is "{chance.name}", not {shown(name)}')
        return chance

    def _rule_of_pause(self) -> str | None:
        """The rule by which nobody may move now: chance is due, or the match is over."""
        due = self._chance()
        if due is not None:
            return due.rule
        if self.is_over:
            return self.game.refusal(self.engine.why_not(self.states, 0, 0, 0)).rule
        return None

    def _count(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise TooLong(f"more than {MAX_STEPS} steps")

    def _tied(self) -> list[int]:
        return members(int(self.states["tied"][0]))

    def _take_draws(self, step: Mapping[str, Any]) -> list[Event]:
        """Take the rounds one by one: each is a chance node of its own (contract, U1)."""
        events: list[Event] = []
        due = self._chance()
        rounds = rounds_in(step)
        for number, draws in enumerate(rounds):
            if self._chance() != due:
                raise BadChance(f"the dealer is found after {number} of {len(rounds)} rounds")
            pack = self.engine.chance(self.states, 0)[0]
            order = order_of_round(self.game, number, draws, self._tied(), pack)
            events += self.engine.resolve(self.states, 0, [order])
        if self._chance() == due:
            tied = ", ".join(map(str, self._tied()))
            raise BadChance(f"the draws do not find a dealer, seats {tied} are still tied")
        found = int(self.states["dealer"][0])
        seat = step.get("seat")
        if "seat" not in step:
            raise BadChance('"seat" is missing')
        if not is_whole(seat) or seat != found:
            raise BadChance(f'"seat" is {shown(seat)}, but the draws make it {found}')
        return events

    def _deal_draws(self, chance: Chance, order: Order) -> tuple[Step, list[Event]]:
        events: list[Event] = []
        rounds = []
        while self._chance() == chance:
            drawn = order(self.engine.chance(self.states, 0)[0])
            rounds.append(round_of(self.game, self._tied(), drawn))
            events += self.engine.resolve(self.states, 0, [drawn])
        seat = int(self.states["dealer"][0])
        return {"chance": chance.name, "seat": seat, "draws": rounds}, events


# The generators of a simulation, outside compiled code


class Stream(Fast):
    """One stream of a match's seed: what the compiled loops draw, in the same order."""

    def __init__(self, seed: Sequence[int], stream: int) -> None:
        self.word = [0, 0, 0, 0]
        start_stream(self, list(seed), stream)

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1."""
        return below(self, bound)

    def order(self, group: Iterable[int]) -> list[int]:
        """Return a group in a random order."""
        cards = list(group)
        shuffle(cards, 0, len(cards), self)
        return cards


def deal_stream(seed: Sequence[int]) -> Stream:
    """What chance decides in the match of a seed."""
    return Stream(seed, DEAL)


def play_stream(seed: Sequence[int]) -> Stream:
    """What random players do in the match of a seed."""
    return Stream(seed, PLAY)


def match_seed(seed: int, number: int) -> tuple[int, ...]:
    """Return the four words of match `number` of a seed, as the compiled loops split them."""
    words = [0, 0, 0, 0]
    split(list(seed_words(seed)), number, words)
    return tuple(words)


def seed_to_text(seed: Sequence[int]) -> str:
    """Write the words of a match's seed as a record holds them."""
    first, second, third, fourth = seed
    return seed_text((first, second, third, fourth))


def seed_from_text(text: str) -> tuple[int, ...]:
    """Read the words of a match's seed; ValueError if it is not 32 lower-case hexadecimals."""
    if len(text) != 32 or not set(text) <= set("0123456789abcdef"):
        raise ValueError("not 32 hexadecimal digits")
    return tuple(int(text[i : i + 8], 16) for i in range(0, 32, 8))


def random_move(match: Match, play: Stream) -> tuple[int, str]:
    """Choose as the compiled loops do: a seat among those that may act, then one of its moves."""
    seats = match.actors()
    seat = seats[0] if len(seats) == 1 else seats[play.below(len(seats))]
    moves = match.engine.legal(match.states, 0, seat)
    return seat, match.game.name(moves[play.below(len(moves))])
