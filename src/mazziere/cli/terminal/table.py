"""A table with one person and bots: playing, taking back, advice, and the record.

The match runs through a `Sitting`. Every seat has a `Chair` that stands between the sitting and its
player: it follows the script while a match is told again (after taking back, or from a file), and
lets the person go first where several may act. What the person's terminal does is a `Guest`.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from mazziere.bots.bot import Bot, Share
from mazziere.bots.levels import Spec, read_spec
from mazziere.bots.player import Player
from mazziere.bots.ready import compile_in_background, is_ready
from mazziere.bots.seating import make
from mazziere.bots.sitting import Sitting
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.match import Match, Refused
from mazziere.kernel.record import RecordError
from mazziere.kernel.state import States

ADVISER = "hard"
"""The bot that is asked for advice."""


class Left(Exception):
    """The person has left the table, or there is nobody to answer."""


class TakenBack(Exception):
    """The person takes the last move back."""


class _OthersFirst(Exception):
    """The person lets the others go on."""


@dataclass(frozen=True)
class Seating:
    """All that it takes to set the table, and to set it again."""

    game: Game
    players: int
    options: Mapping[str, Any]
    seed: tuple[int, ...]  # the four words of the match
    bots: tuple[str, ...]  # by seat; that of the person is empty
    person: int = 0
    rules: int | None = None


class Scene(NamedTuple):
    """What the person sees now, and nothing else."""

    glance: Any  # the record
    scores: list[int]
    actors: list[int]
    winners: list[int]  # none before the end
    is_over: bool
    last: list[Event]  # what was heard of the last step
    heard: list[list[Event]]  # all that was heard, step by step


class Question(NamedTuple):
    """What the person is asked."""

    view: States
    moves: list[int]
    may_wait: bool


class Advice(NamedTuple):
    """What the adviser would do, None to wait, and what it thought of each move."""

    action: int | None
    shares: list[Share]
    stands_in: bool  # whether it could not search, and went by rules of thumb


class Guest(Protocol):
    """What a terminal does for the person at the table."""

    def hear(self, events: Sequence[Event]) -> None:
        """Tell what happened in one step."""

    def hear_again(self, heard: Sequence[Sequence[Event]]) -> None:
        """Tell the whole match from its beginning, after something was taken back or resumed."""

    def choose(self, question: Question) -> int | None:
        """Return one of the moves, or None to wait; may raise TakenBack or Left."""

    def linger(self, seat: int, spent: float) -> None:
        """Give the person a moment before another seat moves; may raise TakenBack or Left."""


@dataclass
class _Mine:
    """A move of the person that could be taken back."""

    step: int
    verb: str
    hidden: list[list[int]]


@dataclass
class Table:
    """One match between a person and bots."""

    seating: Seating
    guest: Guest
    question: Question | None = field(default=None, init=False)
    heard: list[list[Event]] = field(default_factory=list, init=False)
    others_first: bool = field(default=False, init=False)
    expected: Mapping[str, Any] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.lock = threading.Lock()  # one bot thinks at a time in uncompiled code
        self._set(())

    # Playing

    def go_on(self, script: Sequence[Mapping[str, Any]]) -> None:
        """Go on from where these steps lead."""
        if script:
            self._set(script)

    def play(self) -> None:
        """Go on until the match is over; Left if the person leaves."""
        while not self.match.is_over:
            try:
                self.sitting.step()
                self.others_first = False
            except _OthersFirst:
                self.others_first = True
            except TakenBack:
                self.others_first = False
                self._set(self.steps[: self._mine[-1].step])

    @property
    def match(self) -> Match:
        """The match."""
        return self.sitting.match

    @property
    def steps(self) -> list[Any]:
        """The steps so far, as a record holds them."""
        steps: list[Any] = self.sitting.recorder.record()["steps"]
        return steps

    def scene(self) -> Scene:
        """What the person sees now."""
        match, seat = self.match, self.seating.person
        glance = match.engine.glance(match.states, 0, seat)
        return Scene(
            glance[0],
            match.engine.scores(glance, 0),
            [] if match.is_over else match.actors(),
            match.winners(),
            match.is_over,
            self.heard[-1] if self.heard else [],
            self.heard,
        )

    def record(self) -> dict[str, Any]:
        """The record so far, with what is needed to go on."""
        record = self.sitting.recorder.record()
        return {**record, "person": self.seating.person, "bots": list(self.seating.bots)}

    def refusal(self, text: str) -> Refused | None:
        """Say why the person may not play something now; None if it is legal."""
        try:
            self.match.action(self.seating.person, text)
        except Refused as refused:
            return refused
        return None

    # Taking back

    def why_not_back(self) -> str | None:
        """The reason for which the last move stands, None if it can be taken back.

        It can as long as nobody has acted since, nothing was dealt, and it has shown nothing new.
        """
        if not self._mine or self.match.is_over:
            return "nothing"
        mine = self._mine[-1]
        later = self.steps[mine.step + 1 :]
        if later:
            return "dealt" if "chance" in later[0] else "acted"
        if mine.verb in ("flip", "turn") or mine.hidden != self._hidden():
            return "seen"
        return None

    def _hidden(self) -> list[list[int]]:
        """What the person cannot see, each group sorted."""
        match, seat = self.match, self.seating.person
        view = match.engine.view(match.states, 0, seat)
        return [sorted(group) for group in match.engine.hidden(view, seat)]

    def _set(self, script: Sequence[Mapping[str, Any]]) -> None:
        """Set the table anew and play the script; what was said at the time is said again."""
        is_again, seating = bool(script) or bool(self.heard), self.seating
        self.heard = []
        self.question = None
        self._adviser: Bot | None = None
        self._advised = 0  # how much of what was heard the adviser knows
        self._mine: list[_Mine] = []
        match = Match(seating.game, seating.players, seating.options, "plain", rules=seating.rules)
        self._chairs = [Chair(self, seat) for seat in range(seating.players)]
        self.sitting = Sitting(match, self._chairs, seating.seed)
        for number, step in enumerate(script):
            self.expected = step
            self.sitting.step()
            done = self.steps[number]
            if any(step.get(name) != value for name, value in done.items()):
                raise RecordError("not what the seed and the seats give", number)
        self.expected = None
        if is_again:
            self.guest.hear_again(self.heard)

    # What the chairs need

    def note(self, events: Sequence[Event]) -> None:
        """The person hears of a step."""
        self.heard.append(list(events))
        if self.expected is None:
            self.guest.hear(events)

    def put(self, view: States, moves: Sequence[int]) -> int | None:
        """Put the question to the person."""
        if self.others_first:
            return None
        may_wait = self._may_wait(moves)
        self.question = Question(view, list(moves), may_wait)
        try:
            action = self.guest.choose(self.question)
        finally:
            self.question = None
        if action is None:
            raise _OthersFirst
        return action

    def remember(self, action: int) -> None:
        """Keep what it takes to see whether the person's move can be taken back."""
        verb = self.match.game.name(action).split()[0]
        self._mine.append(_Mine(len(self.steps), verb, self._hidden()))

    def _may_wait(self, moves: Sequence[int]) -> bool:
        """Whether the person may let others go on: out of turn, or where all act at once."""
        if len(self.match.actors()) == 1:
            return False
        return self.match.game.id == "yooloo" or is_out_of_turn(self.match.game, moves)

    # Advice

    def advise(
        self, question: Question, spec: Spec, is_wanted: Callable[[], bool] = lambda: True
    ) -> Advice | None:
        """Ask a bot that has heard what the person has heard; None if it is no longer wanted.

        It takes its time: the very first search in a game has to be compiled.
        """
        if not self._wait_for_adviser(is_wanted):
            return None
        seating, heard = self.seating, list(self.heard)
        with self.lock if mode_of(spec) == "plain" else nullcontext():
            if self._adviser is None:
                mode = mode_of(spec)
                self._adviser = Bot(seating.game, spec, seating.person, seating.seed, mode)
                self._advised = 0
            bot = self._adviser
            for events in heard[self._advised :]:
                bot.tell(events)
            self._advised = len(heard)
            action = bot.ask(question.view, question.moves)
            return Advice(action, list(bot.shares()), bot.stands_in)

    def _wait_for_adviser(self, is_wanted: Callable[[], bool]) -> bool:
        game = self.seating.game
        compiling = compile_in_background(game)
        while compiling is not None and compiling.poll() is None and not is_ready(game):
            if not is_wanted():
                return False
            time.sleep(0.1)
        return is_wanted()

    def preparing(self) -> bool:
        """Whether bots that search are being compiled, and rules of thumb stand in."""
        return any(chair.stands_in for chair in self._chairs)


def mode_of(spec: Spec) -> Mode | None:
    """Bots that do not search need no compiler; the others are compiled while the match runs."""
    return "plain" if not spec.searches or wanted_mode() == "plain" else None


def stands_in(player: Player | None) -> bool:
    """Whether rules of thumb stand in for a bot that should search, until it is compiled."""
    return bool(getattr(player, "stands_in", False))


class Chair:
    """What a sitting takes for the player of a seat."""

    def __init__(self, table: Table, seat: int) -> None:
        self._table = table
        self._seat = seat
        seating = table.seating
        self._bot: Player | None = None
        if seat != seating.person:
            spec = read_spec(seating.bots[seat])
            self._bot = make(seating.game, spec, seat, seating.seed, mode_of(spec))
            if self.stands_in:
                compile_in_background(seating.game)

    @property
    def stands_in(self) -> bool:
        """Whether rules of thumb stand in for a search."""
        return stands_in(self._bot)

    def tell(self, events: Sequence[Event]) -> None:
        """Pass on what the seat may hear."""
        if self._bot is None:
            self._table.note(events)
        else:
            with self._table.lock:
                self._bot.tell(events)

    def ask(self, view: States, moves: Sequence[int]) -> int | None:
        """Follow the script, or ask the player; None to wait."""
        table = self._table
        if table.expected is not None:
            if table.expected["seat"] != self._seat:
                return None
            action = table.match.action(self._seat, table.expected["move"])
        elif self._bot is None:
            answer = table.put(view, moves)
            if answer is None:
                return None
            action = answer
        else:
            return self._ask_bot(view, moves)
        if self._bot is None:
            table.remember(action)
        return action

    def _ask_bot(self, view: States, moves: Sequence[int]) -> int | None:
        table = self._table
        if self._lets_the_person_go_first(moves):
            return None
        began = time.perf_counter()
        assert self._bot is not None
        with table.lock:
            action = self._bot.ask(view, moves)
        if action is not None:
            table.guest.linger(self._seat, time.perf_counter() - began)
        return action

    def _lets_the_person_go_first(self, moves: Sequence[int]) -> bool:
        """So that what is done at the same time can be taken back, and calls are not cut short."""
        table = self._table
        if table.others_first or table.seating.person not in table.match.actors():
            return False
        game = table.match.game
        return game.id == "yooloo" or not is_out_of_turn(game, moves)


def is_out_of_turn(game: Game, moves: Sequence[int]) -> bool:
    """Whether a seat has nothing but calls to make, as in UNO while somebody owes one."""
    return all(game.name(action).split()[0] in ("uno", "catch") for action in moves)
