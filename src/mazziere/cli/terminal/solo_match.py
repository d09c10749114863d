"""A match of one person against bots: playing, taking back, advice, and the record.

A `Sitting` drives the match. Each seat has a `SeatProxy`. It follows the script while a match is
replayed (after taking back, or from a file), and lets the person move first where several seats may
act. The terminal implements `MatchInterface`.
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
from mazziere.bots.seating import make
from mazziere.bots.sitting import Sitting
from mazziere.drawing.scene import Scene
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game, verb
from mazziere.kernel.jit import Mode
from mazziere.kernel.match import Match, Refused
from mazziere.kernel.picture import BasePicture, picture_of
from mazziere.kernel.ready import compile_in_background, compiled_share, is_ready
from mazziere.kernel.record import RecordError
from mazziere.kernel.state import States

ADVISER = "hard"
"""The bot that is asked for advice."""


class PersonLeft(Exception):
    """The person has left the table, or the input has ended."""


class TakenBack(Exception):
    """The person takes the last move back."""


class _OthersFirst(Exception):
    """Raised when the person chooses to wait for the others."""


@dataclass(frozen=True)
class Seating:
    """Everything that determines a match: game, seats, options and seed."""

    game: Game
    players: int
    options: Mapping[str, Any]
    seed: tuple[int, ...]  # the four words of the match
    bots: tuple[str, ...]  # by seat; that of the person is empty
    person: int = 0
    rules: int | None = None


class Sight(NamedTuple):
    """The person's view of the match: the picture and the events heard."""

    picture: BasePicture
    actors: list[int]
    winners: list[int]  # none before the end
    heard: list[list[Event]]  # all events that the person heard, step by step

    def scene(
        self,
        seating: "Seating",
        names: Sequence[str],
        lang: str,
        moves: Sequence[str] = (),
        chosen: str | None = None,
    ) -> Scene[Any]:
        """Return the scene to draw for the person."""
        last = self.heard[-1] if self.heard else []
        return Scene(
            seating.game, self.picture, seating.person, names, lang, self.actors, self.winners,
            moves, chosen, last, self.heard, seating.options,
        )  # fmt: skip


class Question(NamedTuple):
    """A question to the person: the view and the legal moves."""

    view: States
    moves: list[int]
    may_wait: bool


class AdvisedMove(NamedTuple):
    """The adviser's move (None: wait) and its share of each move."""

    action: int | None
    shares: list[Share]
    stands_in: bool  # whether it could not search, and went by rules of thumb


class MatchInterface(Protocol):
    """The interface of a match to its person."""

    def hear(self, events: Sequence[Event]) -> None:
        """Report the events of one step."""

    def hear_again(self, heard: Sequence[Sequence[Event]]) -> None:
        """Report the whole match again, after a move was taken back or a match resumed."""

    def choose(self, question: Question) -> int | None:
        """Return one of the moves, or None to wait; may raise TakenBack or PersonLeft."""

    def linger(self, seat: int, spent: float) -> None:
        """Give the person a moment before another seat moves; may raise TakenBack or PersonLeft."""


@dataclass
class _OwnMove:
    """A move of the person that may be taken back."""

    step: int
    verb: str
    hidden: list[list[int]]


@dataclass
class SoloMatch:
    """One match between a person and bots."""

    seating: Seating
    guest: MatchInterface
    question: Question | None = field(default=None, init=False)
    heard: list[list[Event]] = field(default_factory=list, init=False)
    others_first: bool = field(default=False, init=False)
    expected: Mapping[str, Any] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.lock = threading.Lock()  # one bot at a time runs uncompiled code
        self._set(())

    # Playing

    def go_on(self, script: Sequence[Mapping[str, Any]]) -> None:
        """Continue from the position after these steps."""
        if script:
            self._set(script)

    def play(self) -> None:
        """Play until the match is over; PersonLeft if the person leaves."""
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
        """The steps so far, in the form of a record."""
        steps: list[Any] = self.sitting.recorder.record()["steps"]
        return steps

    def sight(self) -> Sight:
        """Return what the person sees now."""
        match = self.match
        actors = [] if match.is_over else list(filter(self._is_seen_up, match.actors()))
        seen = picture_of(match, self.seating.person)
        return Sight(seen, actors, match.winners(), list(self.heard))

    def record(self) -> dict[str, Any]:
        """Return the record so far, with the seats that `resume` needs."""
        record = self.sitting.recorder.record()
        return {**record, "person": self.seating.person, "bots": list(self.seating.bots)}

    def refusal(self, text: str) -> Refused | None:
        """Return the refusal of a move of the person; None if it is legal."""
        try:
            self.match.action(self.seating.person, text)
        except Refused as refused:
            return refused
        return None

    # Taking back

    def why_not_back(self) -> str | None:
        """Return the reason why the last move cannot be taken back; None if it can.

        It can unless somebody has acted since, cards were dealt, or it revealed a card.
        """
        if not self._mine or self.match.is_over:
            return "nothing"
        mine = self._mine[-1]
        later = self.steps[mine.step + 1 :]
        if later:
            return "dealt" if "chance" in later[0] else "acted"
        if mine.verb in self.match.game.revealing or mine.hidden != self._hidden():
            return "seen"
        return None

    def _hidden(self) -> list[list[int]]:
        """Return the cards that the person cannot see, each group sorted."""
        match, seat = self.match, self.seating.person
        view = match.view(seat)
        return [sorted(group) for group in match.engine.hidden(view, seat)]

    def _set(self, script: Sequence[Mapping[str, Any]]) -> None:
        """Restart the match and replay the script; the same events are reported."""
        is_again, seating = bool(script) or bool(self.heard), self.seating
        self.heard = []
        self.question = None
        self._adviser: Bot | None = None
        self._advised = 0  # number of steps that the adviser has heard
        self._mine: list[_OwnMove] = []
        match = Match(seating.game, seating.players, seating.options, "plain", rules=seating.rules)
        self._chairs = [SeatProxy(self, seat) for seat in range(seating.players)]
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

    # Called by the seats

    def note(self, events: Sequence[Event]) -> None:
        """Report a step to the person."""
        self.heard.append(list(events))
        if self.expected is None:
            self.guest.hear(events)

    def put(self, view: States, moves: Sequence[int]) -> int | None:
        """Ask the person for a move."""
        if self.others_first:
            return None
        game = self.match.game
        if len(moves) == 1 and verb(game.name(moves[0])) in game.automatic:
            self.guest.linger(self.seating.person, 0.0)
            return moves[0]
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
        """Note what decides whether the person's move can be taken back."""
        name = self.match.game.name(action)
        self._mine.append(_OwnMove(len(self.steps), verb(name), self._hidden()))

    def _is_seen_up(self, seat: int) -> bool:
        """Tell whether everybody sees that a seat may act: not if it can only jump in."""
        if seat == self.seating.person:
            return True
        return not self.match.game.are_optional(self.match.moves(seat))

    def _may_wait(self, moves: Sequence[int]) -> bool:
        """Tell whether the person may wait: out of turn, or in a simultaneous game."""
        if len(self.match.actors()) == 1:
            return False
        return self.match.game.simultaneous or self.match.game.are_optional(moves)

    # Advice

    def advise(
        self,
        question: Question,
        spec: Spec,
        is_wanted: Callable[[], bool] = lambda: True,
        report: Callable[[float], None] = lambda share: None,
    ) -> AdvisedMove | None:
        """Ask a bot that has heard what the person has heard; None if it is no longer wanted.

        The first search in a game has to be compiled; `report` receives the share that is done.
        """
        if not self._wait_for_adviser(is_wanted, report):
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
            return AdvisedMove(action, list(bot.shares()), bot.stands_in)

    def _wait_for_adviser(
        self, is_wanted: Callable[[], bool], report: Callable[[float], None]
    ) -> bool:
        game = self.seating.game
        compiling = compile_in_background(game)
        while compiling is not None and compiling.poll() is None and not is_ready(game):
            if not is_wanted():
                return False
            report(compiled_share(game))
            time.sleep(0.1)
        return is_wanted()

    def preparing(self) -> float | None:
        """Return how much of the searching bots is compiled; None if no bot waits for it."""
        if not any(chair.stands_in for chair in self._chairs):
            return None
        return compiled_share(self.seating.game)


def mode_of(spec: Spec) -> Mode | None:
    """Return the mode of a bot: plain if it does not search, else compiled when ready."""
    return "plain" if not spec.searches or wanted_mode() == "plain" else None


def stands_in(player: Player | None) -> bool:
    """Tell whether a searching bot plays by rules of thumb until it is compiled."""
    return bool(getattr(player, "stands_in", False))


class SeatProxy:
    """The player of a seat: the script, the person or a bot."""

    def __init__(self, table: SoloMatch, seat: int) -> None:
        self._table = table
        self._seat = seat
        seating = table.seating
        self._bot: Player | None = None
        if seat != seating.person:
            spec = read_spec(seating.bots[seat])
            self._bot = make(seating.game, spec, seat, seating.seed, mode_of(spec), True)
            if self.stands_in:
                compile_in_background(seating.game)

    @property
    def stands_in(self) -> bool:
        """Whether the bot plays by rules of thumb until its search is compiled."""
        return stands_in(self._bot)

    def tell(self, events: Sequence[Event]) -> None:
        """Pass on the events that the seat may hear."""
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
        """Tell whether a bot waits for the person, whose simultaneous move may be taken back."""
        table = self._table
        if table.others_first or table.seating.person not in table.match.actors():
            return False
        game = table.match.game
        return game.simultaneous or not game.are_optional(moves)
