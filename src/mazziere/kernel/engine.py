"""The engine of a game: its rules linked plain, compiled, or compiled with bounds checks.

Every mode has the same calls on arrays of records and gives the same answers. Each entry is
compiled at its first call and cached on disk.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from mazziere.kernel import loops
from mazziere.kernel.events import Event, events_of, new_log
from mazziere.kernel.game import MAX_CARDS, MAX_GROUPS, OVER, RULES, Game
from mazziere.kernel.jit import VIEWS, Linker, Mode
from mazziere.kernel.loops import MAX_STEPS, Desk
from mazziere.kernel.refusals import NO_MOVE, NOT_LEGAL, Refused
from mazziere.kernel.rng import seed_words
from mazziere.kernel.state import Plain, RecordBuffer, States, aligned, dtype_of, field_bytes


class TooLong(RuntimeError):
    """A match did not end within the limit of steps."""


def wanted_mode() -> Mode:
    """Return the mode that `MAZZIERE_JIT` asks for: 0 is plain, 1 compiled, check checked."""
    wanted = os.environ.get("MAZZIERE_JIT", "1")
    if wanted not in ("0", "1", "check"):
        raise ValueError(f"MAZZIERE_JIT={wanted}: not 0, 1 or check")
    return {"0": "plain", "1": "compiled", "check": "checked"}[wanted]  # type: ignore[return-value]


@cache
def engine(game: Game, mode: Mode) -> "Engine":
    """Return the one engine of a game in a mode."""
    return Engine(game, mode)


def members(bits: int) -> list[int]:
    """List the members of a set, ascending."""
    found = []
    while bits > 0:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


def rules_of(game: Game) -> dict[str, Callable[..., Any]]:
    """Return the functions that linking binds to the hooks of the loops."""
    hooks = {name: getattr(game.rules, name) for name in RULES}
    return hooks | {"needed": getattr(game.rules, "needed", loops.all_needed)}


class Group(list[int]):
    """The group of a chance node of which only the first cards matter."""

    def __init__(self, cards: Sequence[int], needed: int) -> None:
        super().__init__(cards)
        self.needed = needed


class _Entries(dict[Callable[..., Any], Callable[..., Any]]):
    """Linked entry points, built on first use."""

    def __init__(self, make: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        made = self[function] = self._make(function)
        return made


class Caller:
    """Marked functions linked in one mode; converts array arguments to what that mode takes."""

    def __init__(
        self,
        mode: Mode,
        owner: str,
        hooks: Mapping[str, Callable[..., Any]],
        rules: "Caller | None" = None,
    ) -> None:
        self.mode = mode
        if mode != "plain":
            from mazziere.kernel.cache import use_cache

            use_cache()
        parent = rules._linker if rules is not None else None
        self._linker: Linker = Linker(mode, owner, hooks, parent)
        self._entries = _Entries(self._callable)
        self._wrapped: dict[int, tuple[NDArray[Any], Plain]] = {}  # recent arrays, by id

    def entry(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the linked copy of a marked function."""
        return self._linker_of(function).entry(function)

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call a marked function."""
        return self._entries[function](*args)

    def _linker_of(self, function: Callable[..., Any]) -> Linker:
        """Return the linker of an entry."""
        return self._linker

    def _callable(self, function: Callable[..., Any]) -> Callable[..., Any]:
        linked = self.entry(function)
        if self.mode != "plain":
            return linked
        return lambda *args: linked(*map(self._plain, args))

    def _plain(self, arg: Any) -> Any:
        if not isinstance(arg, np.ndarray):
            return arg
        if arg.dtype.names is None:
            return memoryview(arg)
        if id(arg) not in self._wrapped:
            if len(self._wrapped) >= 8:
                self._wrapped.pop(next(iter(self._wrapped)))
            self._wrapped[id(arg)] = (arg, Plain(arg))
        return self._wrapped[id(arg)][1]


class Engine(Caller):
    """The calls on a game's records."""

    def __init__(self, game: Game, mode: Mode) -> None:
        super().__init__(mode, game.owner, rules_of(game))
        rules, owner = rules_of(game), f"{game.owner}.unseen"
        self._unseen = Linker(mode, owner, rules, parent=self._linker, without=VIEWS)
        self.game = game
        self._out = np.zeros(len(game.actions), np.int16)
        self._cards = np.zeros(MAX_CARDS, np.int16)
        self._sizes = np.zeros(MAX_GROUPS, np.int16)
        self._log = new_log()
        self._buffer = RecordBuffer(game.dtype)
        self._fields = field_bytes(self.game.dtype)

    def _linker_of(self, function: Callable[..., Any]) -> Linker:
        """Link whole playouts without views: they return results only."""
        return self._unseen if function is loops.play_matches else self._linker

    # Records

    def new(self, players: int, options: Mapping[str, Any], rules: int | None = None) -> States:
        """Return a match at its first chance node, by today's rules or an older version's."""
        states = aligned(1, self.game.dtype)
        self._set_up(states[0], players, options, rules)
        self.start(states, 0)
        return states

    def desks(self, players: int, options: Mapping[str, Any], count: int = 1) -> NDArray[Any]:
        """Return records to step matches in: states with their workspaces, not yet begun."""
        actions, state = len(self.game.actions), self.game.dtype
        desks = aligned(count, dtype_of(Desk, actions=actions, state=state))
        for i in range(count):
            self._set_up(desks["state"][i], players, options)
        return desks

    def _set_up(
        self, record: Any, players: int, options: Mapping[str, Any], rules: int | None = None
    ) -> None:
        full = self.game.full_options(options, rules)
        record["players"] = self.game.check_players(players, full)
        record["rules"] = self.game.version if rules is None else rules
        for name, value in self.game.fixed.items():
            record[name] = value
        for option in self.game.options:
            known = option.name in full
            record[option.name] = (
                option.encode(full[option.name]) if known else option.encode_earlier()
            )

    # One match

    def start(self, states: States, index: int) -> None:
        """Start the match in the record at `index`; options and players stay."""
        self.call(loops.start_at, states, index)

    def is_over(self, states: States, index: int) -> bool:
        """Tell whether the match is over."""
        return bool(states["phase"][index] == OVER)

    def actors(self, states: States, index: int) -> list[int]:
        """List the seats that may act now."""
        return members(self._entries[loops.actors_at](states, index))

    def legal(self, states: States, index: int, seat: int) -> list[int]:
        """List a seat's moves, ascending."""
        count = self._entries[loops.legal_at](states, index, seat, self._out)
        return cast(list[int], self._out[:count].tolist())

    def apply(self, states: States, index: int, seat: int, action: int) -> list[Event]:
        """Carry out a legal move; return the events."""
        self._log[0, 0] = 0
        self._entries[loops.apply_at](states, index, seat, action, self._log)
        return events_of(self._log)

    def chance(self, states: States, index: int) -> list[list[int]]:
        """List the groups that chance is to order; none when no chance node is due."""
        groups = self._groups(self.call(loops.chance_at, states, index, self._cards, self._sizes))
        needed = int(self.call(loops.needed_at, states, index)) if groups else 0
        return [Group(groups[0], needed)] if needed > 0 else groups

    def resolve(self, states: States, index: int, orders: Sequence[Sequence[int]]) -> list[Event]:
        """Resolve the chance node with an order for each group."""
        self._log[0, 0] = 0
        self.call(loops.resolve_at, states, index, self._flat(orders), self._log)
        return events_of(self._log)

    def scores(self, states: States, index: int) -> list[int]:
        """List the scores so far."""
        self._entries[loops.score_at](states, index, self._cards)
        return cast(list[int], self._cards[: int(states["players"][index])].tolist())

    def winners(self, states: States, index: int) -> list[int]:
        """List the seats that share the win; none before the end."""
        return members(self._entries[loops.score_at](states, index, self._cards))

    def why_not(self, states: States, index: int, seat: int, action: int) -> int:
        """Return the code of the refusal of a move, 0 if it is legal."""
        return int(self.call(loops.why_not_at, states, index, seat, action))

    def copy(self, states: States, index: int) -> States:
        """Copy a record and zero its padding."""
        source = states[index : index + 1].tobytes()  # faster than copying field by field
        given = np.frombuffer(source, np.uint8)
        return np.ndarray((1,), self.game.dtype, given & self._fields)

    # Views

    def view(self, states: States, index: int, seat: int) -> States:
        """Return a copy of the state with everything blanked that the seat cannot know."""
        copy = self.copy(states, index)
        self.call(loops.redact_at, copy, 0, seat)
        return copy

    def visible(self, states: States, index: int, seat: int) -> States:
        """Return a copy of the state with everything blanked that the seat does not see now."""
        copy = self.copy(states, index)
        self.call(loops.redact_unseen_at, copy, 0, seat)
        return copy

    def read_visible(self, states: States, index: int, seat: int) -> RecordBuffer:
        """Copy what a seat sees now into a shared buffer, valid until the next call."""
        buffer = self._buffer
        buffer.write(states[index : index + 1].tobytes())
        self._entries[loops.redact_unseen_at](buffer.records, 0, seat)
        return buffer

    def hidden(self, view: States, seat: int) -> list[list[int]]:
        """List the groups of hidden cards; an order of each turns the view into a world."""
        return self._groups(self.call(loops.complete_at, view, 0, seat, self._cards, self._sizes))

    def world(self, view: States, seat: int, orders: Sequence[Sequence[int]]) -> States:
        """Return the possible world that a view becomes with these orders of its hidden cards."""
        copy = self.copy(view, 0)
        self.call(loops.fill_at, copy, 0, seat, self._flat(orders))
        return copy

    # Many matches

    def play_matches(
        self,
        players: int,
        options: Mapping[str, Any],
        seed: int,
        first: int,
        count: int,
        limit: int = MAX_STEPS,
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Play random matches `first` to `first + count - 1` of a seed.

        Returns a row of scores per match, and a row of moves, steps and winners; TooLong if one
        does not end within the limit of steps.
        """
        desks = self.desks(players, options)
        scores = np.zeros((count, players), np.int32)
        results = np.zeros((count, 3), np.int32)
        words = np.array(seed_words(seed), np.int64)
        played = self.call(loops.play_matches, desks, 0, words, first, scores, results, limit)
        if played < count:
            raise TooLong(f"match {first + played} of seed {seed}: more than {limit} steps")
        return scores, results

    def begin(self, desks: NDArray[Any], index: int, seed: int, number: int) -> int:
        """Begin match `number` of a seed at a desk; return the seat to move."""
        words = np.array(seed_words(seed), np.int64)
        return int(self.call(loops.begin_at, desks, index, words, number))

    def step(self, desks: NDArray[Any], index: int, action: int) -> int:
        """Move for the seat to move at a desk; return the next one, -1 when it is over.

        An illegal action is Refused, except in compiled mode, where it is the caller's error; see
        `step_checked`.
        """
        if self.mode == "compiled":
            return int(self.call(loops.step, desks, index, action))
        return self.step_checked(desks, index, action)

    def step_checked(self, desks: NDArray[Any], index: int, action: int) -> int:
        """Move as `step` does; Refused in every mode if the action is not legal."""
        seat = int(self.call(loops.step_checked, desks, index, action))
        if seat == loops.REFUSED:
            raise self.refusal(desks["state"], index, int(desks["seat"][index]), action)
        return seat

    def step_many(
        self,
        desks: NDArray[Any],
        actions: NDArray[np.int32],
        scores: NDArray[np.int32],
        done: NDArray[np.int8],
    ) -> int:
        """Step all desks (an action of -1 is a random one); return how many matches ended.

        Illegal actions are treated as in `step`: where one is Refused, no desk has moved.
        """
        if self.mode != "compiled":
            self.check_actions(desks, actions)
        return int(self.call(loops.step_many, desks, actions, scores, done))

    def check_actions(self, desks: NDArray[Any], actions: NDArray[np.int32]) -> None:
        """Check the actions of all desks; Refused for the first one that is not legal."""
        i = int(self.call(loops.first_illegal, desks, actions))
        if i >= 0:
            raise self.refusal(desks["state"], i, int(desks["seat"][i]), int(actions[i]))

    def refusal(self, states: States, index: int, seat: int, action: int) -> Refused:
        """Return the refusal of an illegal action of a seat."""
        game = self.game
        if not 0 <= action < len(game.actions):
            return Refused(NO_MOVE, None, seat, f"action {action}")
        if seat < 0:
            found = game.refusal(self.why_not(states, index, 0, action))
            return Refused(found.name, found.rule, None, game.actions[action])
        code = self.why_not(states, index, seat, action)
        if code == 0:
            return Refused(NOT_LEGAL, None, seat, game.actions[action])
        return Refused(*game.refusal(code), seat, game.actions[action])

    def warm(self, players: int) -> None:
        """Call every entry once, so that its compiled code is in the cache."""
        self.warm_steps(players)
        self._warm_loops(players)
        self.warm_table(players)

    def warm_table(self, players: int) -> None:
        """Call the entries of a match that is played move by move."""
        states = self.new(players, {})
        while groups := self.chance(states, 0):
            self.resolve(states, 0, groups)
        seat = self.actors(states, 0)[0]
        action = self.legal(states, 0, seat)[0]
        self.why_not(states, 0, seat, action)
        self.apply(states, 0, seat, action)
        self.scores(states, 0)
        self.visible(states, 0, seat)
        view = self.view(states, 0, seat)
        self.world(view, seat, self.hidden(view, seat))

    def warm_steps(self, players: int) -> None:
        """Begin a match at a desk and make one step."""
        desks = self.desks(players, {})
        self.begin(desks, 0, 0, 0)
        self.step(desks, 0, int(desks["legal"][0, 0]))

    def _warm_loops(self, players: int) -> None:
        desks = self.desks(players, {})
        self.begin(desks, 0, 0, 0)
        scores = np.zeros((1, players), np.int32)
        self.step_many(desks, np.full(1, -1, np.int32), scores, np.zeros(1, np.int8))
        with suppress(TooLong):
            self.play_matches(players, {}, 0, 0, 1, limit=100)

    # Inside

    def _groups(self, count: int) -> list[list[int]]:
        groups, first = [], 0
        for size in self._sizes[:count].tolist():
            groups.append(self._cards[first : first + size].tolist())
            first += size
        return groups

    def _flat(self, orders: Sequence[Sequence[int]]) -> NDArray[np.int16]:
        flat = [card for order in orders for card in order]
        self._cards[: len(flat)] = flat
        return self._cards
