"""One match: the form in which records, people and other programs drive it.

    match = Match(game, 3, {"tokens": 2})
    while not match.is_over:
        if match.due:
            match.deal(stream.order)
        else:
            seat, moves = next(iter(match.legal().items()))
            match.move(seat, moves[0])

A `Match` takes chance as data. A simulation gets it from a `Stream`, which draws the same numbers
as the compiled loops. So a seed gives the same match in every mode.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from mazziere.kernel.chances import BadChance, Order, Step, is_whole, short_text
from mazziere.kernel.engine import Group, TooLong, engine
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game, Phase
from mazziere.kernel.jit import Mode
from mazziere.kernel.loops import MAX_STEPS
from mazziere.kernel.refusals import NO_MOVE as NO_MOVE
from mazziere.kernel.refusals import NO_SEAT as NO_SEAT
from mazziere.kernel.refusals import NOT_LEGAL as NOT_LEGAL
from mazziere.kernel.refusals import Refused as Refused
from mazziere.kernel.rng import (
    DEAL,
    PLAY,
    REST,
    Fast,
    below,
    draw_member,
    seed_text,
    seed_words,
    shuffle,
    shuffle_first,
    split,
    start_stream,
)
from mazziere.kernel.state import States


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
        self.options = game.full_options(options, rules)
        self.states: States = self.engine.new(players, self.options, rules)
        self.players = players
        self.steps = 0  # steps taken, chance included

    def fork(self) -> "Match":
        """Return an independent copy."""
        other = object.__new__(Match)
        other.game, other.engine, other.options = self.game, self.engine, self.options
        other.states = self.engine.copy(self.states, 0)
        other.players, other.steps = self.players, self.steps
        return other

    # What may happen now

    @property
    def due(self) -> str | None:
        """The name of the chance step that is due, or None."""
        phase = self.chance_phase
        return phase.step if phase else None

    @property
    def chance_phase(self) -> Phase | None:
        """The phase of the chance step that is due, or None."""
        return self.game.chances.get(int(self.states["phase"][0]))

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.engine.is_over(self.states, 0)

    def actors(self) -> list[int]:
        """List the seats that may act now."""
        return self.engine.actors(self.states, 0)

    def moves(self, seat: int) -> list[int]:
        """List the legal actions of a seat, ascending."""
        return self.engine.legal(self.states, 0, seat)

    def legal(self) -> dict[int, list[str]]:
        """Return every seat that may move with all its moves, sorted as text."""
        names = self.game.actions
        return {
            seat: sorted([names[action] for action in self.moves(seat)]) for seat in self.actors()
        }

    def scores(self) -> list[int]:
        """List the scores so far."""
        return self.engine.scores(self.states, 0)

    def winners(self) -> list[int]:
        """List the seats that share the win; none before the end."""
        return self.engine.winners(self.states, 0)

    # What a seat knows

    def view(self, seat: int) -> States:
        """Return what a seat can know with perfect memory."""
        return self.engine.view(self.states, 0, seat)

    def visible(self, seat: int) -> Any:
        """Return the record of what a seat sees on the table now."""
        return self.engine.visible(self.states, 0, seat)[0]

    # Steps

    def chance(self, step: Mapping[str, Any]) -> list[Event]:
        """Take a chance step as a record writes it; BadChance if it cannot happen."""
        before = self.states[0].copy()
        try:
            phase = self._expect(step.get("chance"))
            assert phase.form is not None
            events = phase.form.take(MatchNode(self, phase), step)
        except BadChance as error:
            self.states[0] = before
            error.rule = self._rule_of_pause()
            raise
        self._count()
        return events

    def deal(self, order: Order) -> tuple[Step, list[Event]]:
        """Resolve the chance node that is due by ordering its groups; return the step."""
        phase = self.chance_phase
        if phase is None:
            raise BadChance("no chance step is due")
        assert phase.form is not None
        fields, events = phase.form.deal(MatchNode(self, phase), order)
        self._count()
        return {"chance": phase.step, **fields}, events

    def peek(self, order: Order) -> Step:
        """Return the chance step that an order would make, without taking it."""
        before, steps = self.states[0].copy(), self.steps
        step, _ = self.deal(order)
        self.states[0] = before
        self.steps = steps
        return step

    def move(self, seat: int, text: str) -> list[Event]:
        """Make a move; Refused, with the rule, if it is not legal."""
        return self.play(seat, self.action(seat, text))

    def play(self, seat: int, action: int) -> list[Event]:
        """Carry out an action that is known to be legal."""
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
        if seat in self.actors() and action in self.moves(seat):
            return action
        code = self.engine.why_not(self.states, 0, seat, action)
        if code == 0:
            raise Refused(NOT_LEGAL, None, seat, text)
        refusal = self.game.refusal(code)
        raise Refused(refusal.name, refusal.rule, seat, text)

    # Inside

    def _expect(self, name: object) -> Phase:
        phase = self.chance_phase
        if self.is_over:
            raise BadChance(f"the match is over, no chance step {short_text(name)} follows")
        if phase is None:
            raise BadChance(f"no chance step is due, {short_text(name)} comes too early")
        if name != self.due:
            raise BadChance(f'the chance step that is due is "{self.due}", not {short_text(name)}')
        return phase

    def _rule_of_pause(self) -> str | None:
        """Return the rule by which nobody may move: chance is due, or the match is over."""
        due = self.chance_phase
        if due is not None:
            return due.rule
        if self.is_over:
            return self.game.refusal(self.engine.why_not(self.states, 0, 0, 0)).rule
        return None

    def _count(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise TooLong(f"more than {MAX_STEPS} steps")


class MatchNode:
    """The chance node at which a match waits, for the form that reads or writes its step."""

    def __init__(self, match: Match, phase: Phase) -> None:
        self.game = match.game
        self._match = match
        self._phase = phase

    @property
    def is_due(self) -> bool:
        """Whether the match still waits at this node."""
        return self._match.chance_phase == self._phase

    def groups(self) -> list[list[int]]:
        """List the groups to be ordered."""
        return self._match.engine.chance(self._match.states, 0)

    def resolve(self, orders: Sequence[Sequence[int]]) -> list[Event]:
        """Apply an order of each group."""
        return self._match.engine.resolve(self._match.states, 0, orders)

    def number(self, name: str) -> int:
        """Read a field of the state."""
        return int(self._match.states[name][0])


# The generators of a simulation, outside compiled code


class Stream(Fast):
    """One stream of a match's seed; draws the same numbers as the compiled loops."""

    def __init__(self, seed: Sequence[int], stream: int) -> None:
        self.word = [0, 0, 0, 0]
        start_stream(self, list(seed), stream)

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1."""
        return below(self, bound)

    def member(self, seats: Iterable[int]) -> int:
        """Return a random one of the seats."""
        return draw_member(sum(1 << seat for seat in seats), self)

    def order(self, group: Iterable[int]) -> list[int]:
        """Return a group in a random order.

        Of a `Group` the stream draws the cards that matter, as the compiled loops do. Another
        stream, split from it, orders the rest.
        """
        cards = list(group)
        if isinstance(group, Group):
            shuffle_first(cards, len(cards), group.needed, self)
            rest = Stream([self.word[i] for i in range(4)], REST)
            shuffle(cards, group.needed, len(cards) - group.needed, rest)
        else:
            shuffle(cards, 0, len(cards), self)
        return cards


def deal_stream(seed: Sequence[int]) -> Stream:
    """Return the stream that decides chance in the match of a seed."""
    return Stream(seed, DEAL)


def play_stream(seed: Sequence[int]) -> Stream:
    """Return the stream that random players draw from in the match of a seed."""
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


Ask = Callable[[int, list[int]], int | None]
"""A function that chooses one of the legal actions of a seat; None to let the others act first."""


def ask_seats(match: Match, play: Stream, ask: Ask) -> tuple[int, int]:
    """Ask the seats that may act, in the random order of the compiled loops, until one moves."""
    seats = match.actors()
    while True:
        seat = play.member(seats)
        moves = match.moves(seat)
        action = ask(seat, moves)
        if action is not None:
            return seat, action
        seats.remove(seat)
        if not seats:  # all of them would wait for ever
            return seat, moves[0]


def random_move(match: Match, play: Stream) -> tuple[int, int]:
    """Choose as the compiled loops do: a seat among those that may act, then one of its moves."""
    return ask_seats(match, play, lambda seat, moves: moves[play.below(len(moves))])
