"""The record of a match: strict reading, replay, verification and writing.

A record is outside input. Whatever is wrong with it becomes a `RecordError` with the number of the
step, one line that says why, and the rule behind it; nothing else is raised.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from mazziere.kernel.chances import BadChance, Order, Step, short_text
from mazziere.kernel.engine import TooLong
from mazziere.kernel.events import Event
from mazziere.kernel.fair import (
    Deal,
    DocumentFormat,
    Proof,
    Unfair,
    bare,
    canonical,
    check,
    order_for,
    proof_from_json,
    proof_to_json,
)
from mazziere.kernel.game import Game
from mazziere.kernel.jit import Mode
from mazziere.kernel.match import (
    Match,
    Refused,
    Stream,
    deal_stream,
    random_move,
    seed_from_text,
    seed_to_text,
)
from mazziere.kernel.options import BadOption
from mazziere.kernel.shapes import BadShape, convert

FORMAT = "mazziere-record/1"


class RecordError(Exception):
    """A fault in a record: the reason, the step and the rule."""

    def __init__(
        self,
        reason: str,
        step: int | None = None,
        rule: str | None = None,
        refused: Refused | None = None,
    ) -> None:
        super().__init__(reason, step, rule)
        self.reason = reason
        self.step = step  # None when the fault is not in a step
        self.rule = rule  # None when no rule is behind it
        self.refused = refused  # the referee's answer, when the fault is a move

    def __str__(self) -> str:
        where = "" if self.step is None else f"step {self.step}: "
        return where + self.reason + (f" [{self.rule}]" if self.rule else "")


@dataclass(frozen=True)
class Record:
    """A record with a valid head; its steps are checked during replay."""

    game: Game
    rules: int
    players: int
    options: dict[str, Any]  # all of them
    steps: list[Any]
    seed: str | None
    result: dict[str, Any] | None
    written: Mapping[str, Any]  # all of it, as it stands in the file

    @property
    def has_proof(self) -> bool:
        """Whether the record holds a fairness proof."""
        return "fairness" in self.written


@dataclass
class Origin:
    """The source of a record's chance steps, a seed or a proof; used for one replay."""

    name: str  # "seed" or "proof"
    lots: Callable[[int, str], Order] | None  # by chance steps before and name; None if sealed
    given: Sequence[Mapping[str, Any]] = ()  # the first steps, which were given instead
    fields: tuple[str, ...] = ()  # the fields of a step that determine the match
    chances: int = 0  # chance steps so far

    def expects(self, match: Match, number: int) -> Step:
        """Return the chance step that the source gives now; empty if it does not decide."""
        if match.due is None:
            return {}
        before = self.chances
        self.chances += 1
        if self.lots is None or number < len(self.given):
            return {}
        return match.peek(self.lots(before, match.due))

    def compare_given(self, number: int, step: Mapping[str, Any]) -> None:
        """Check a step against the given one of the same number, if there is one."""
        if number >= len(self.given):
            return
        try:
            same = canonical(bare(step, self.fields)) == canonical(self.given[number])
        except Unfair:
            same = False
        if not same:
            raise RecordError(f"not the step that the {self.name} says was given", number)


@dataclass(frozen=True)
class Played:
    """One step of a replay."""

    number: int
    step: Mapping[str, Any]
    legal: dict[int, list[str]]  # before the step
    events: list[Event]
    scores: list[int]  # after it


# Reading

Shape = TypeVar("Shape", bound=msgspec.Struct)


class _Result(msgspec.Struct):
    """The result of a match."""

    scores: list[int]
    winners: list[int]


class _Head(msgspec.Struct):
    """The declared fields of a record; others are ignored."""

    game: str
    rules: int
    players: int
    steps: list[Any]
    options: dict[str, Any] = {}
    seed: str | UnsetType = UNSET
    result: _Result | UnsetType = UNSET


class _ChanceStep(msgspec.Struct):
    """A chance step; the form of its phase reads the other fields."""

    chance: str
    legal: dict[str, list[str]] = {}


class _MoveStep(msgspec.Struct):
    """A move."""

    seat: int
    move: str
    legal: dict[str, list[str]] = {}


def read(data: bytes, find: Callable[[str], Game]) -> Record:
    """Read a record; `find` returns the game with an id or raises KeyError."""
    top = parse(data)
    written = _shaped(top, DocumentFormat).format
    if written != FORMAT:
        raise RecordError(f'"format" is {short_text(written)}, not "{FORMAT}"')
    head = _shaped(top, _Head)
    game = _game(head.game, find)
    if not 1 <= head.rules <= game.version:
        raise RecordError(
            f'"rules" is {short_text(head.rules)}, but {game.id} knows 1 to {game.version}'
        )
    options = _options(game, head.rules, head.options)
    if head.players not in game.allowed_players(options):
        allowed = ", ".join(map(str, game.allowed_players(options)))
        raise RecordError(
            f"{game.id} is for {allowed} players here, not {short_text(head.players)}"
        )
    seed = None if head.seed is UNSET else head.seed
    result = None if head.result is UNSET else msgspec.structs.asdict(head.result)
    return Record(game, head.rules, head.players, options, head.steps, seed, result, top)


def parse(data: bytes) -> Any:
    """Parse standard JSON: UTF-8, no NaN, no duplicate names in an object."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise RecordError("not plain UTF-8: the file begins with a byte order mark")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"not UTF-8: byte {error.start} makes no sense") from None
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise RecordError(f"not JSON: {error.msg} at {where}") from None
    except ValueError:
        raise RecordError("not JSON that we read: a number with too many digits") from None
    except RecursionError:
        raise RecordError("not JSON that we read: nested too deeply") from None


def _no_constant(name: str) -> Any:
    raise RecordError(f"not JSON: {name} is not a number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = Counter(name for name, _ in pairs)
        twice = names.most_common(1)[0][0]
        raise RecordError(f"not JSON that we read: {short_text(twice)} stands twice in one object")
    return found


def _shaped(value: Any, kind: type[Shape]) -> Shape:
    """Check the fields of the head that a type declares."""
    try:
        return convert(value, kind)
    except BadShape as fault:
        raise RecordError(_head_fault(value, fault)) from None


def _head_fault(top: Any, fault: BadShape) -> str:
    """Say what is wrong with the head of a record."""
    if not fault.path and not fault.missing:
        return f"a record is an object, not {short_text(top)}"
    if fault.missing:
        return f'"{fault.missing}" is missing' + (' in "result"' if fault.path else "")
    name, *inner = fault.path
    if inner:
        return f'"{inner[0]}" in "{name}" is not a list of whole numbers'
    return f'"{name}" is {short_text(top[name])}, not {fault.wanted}'


def _game(name: str, find: Callable[[str], Game]) -> Game:
    try:
        return find(name)
    except KeyError:
        raise RecordError(f"there is no game {short_text(name)}") from None


def _options(game: Game, rules: int, chosen: dict[str, Any]) -> dict[str, Any]:
    names = {option.name for option in game.options_of(rules)}
    for name, value in chosen.items():
        if name not in names:
            where = "" if rules == game.version else f" in version {rules} of its rules"
            raise RecordError(f"{game.id} has no option {short_text(name)}{where}")
        inner = value if isinstance(value, list) else [value]
        if any(isinstance(part, (dict, list)) for part in inner):
            raise RecordError(
                f"option {name}: {short_text(value)} of objects or lists is not a value"
            )
    try:
        return game.full_options(chosen, rules)
    except BadOption as error:
        raise RecordError(str(error)) from None


# Replaying


def begin(record: Record, mode: Mode = "plain") -> Match:
    """Return the match of a record before its first step."""
    return Match(record.game, record.players, record.options, mode, record.rules)


def replay(record: Record, match: Match, origin: Origin | None = None) -> Iterator[Played]:
    """Take the steps one by one; RecordError at the first impossible one.

    With an `origin`, each chance step must also be the one that the origin gives.
    """
    for number, step in enumerate(record.steps):
        try:
            yield _take(match, number, step, origin)
        except BadChance as error:
            raise RecordError(str(error), number, error.rule) from None
        except Refused as error:
            raise _refusal(match, number, error) from None
        except TooLong as error:
            raise RecordError(str(error), number) from None
    if record.result is not None and not match.is_over:
        raise RecordError('the match is not over, but the record has a "result"')


def _take(match: Match, number: int, step: Any, origin: Origin | None) -> Played:
    fault = _wrong_type(step)
    if fault is not None:
        raise RecordError(fault, number)
    legal = match.legal()
    if "chance" in step:
        wanted = origin.expects(match, number) if origin else {}
        events = match.chance(step)
        for name, value in wanted.items():
            if origin and step[name] != value:
                raise RecordError(f'"{name}" is not what the {origin.name} gives', number)
    else:
        seat, move = step["seat"], step["move"]
        is_legal = move in legal.get(seat, ())  # listed already: `move` would list them again
        events = (
            match.play(seat, match.game.action_numbers[move])
            if is_legal
            else match.move(seat, move)
        )
    if origin:
        origin.compare_given(number, step)
    return Played(number, step, legal, events, match.scores())


def _wrong_type(step: Any) -> str | None:
    """Return the reason why a step is malformed, or None."""
    if not isinstance(step, dict):
        return f"a step is an object, not {short_text(step)}"
    if "chance" in step and "move" in step:
        return '"chance" and "move" do not go together in a step'
    if "chance" not in step and "move" not in step:
        return 'a step has a "chance", or a "seat" and a "move"; this one has neither'
    try:
        convert(step, _ChanceStep if "chance" in step else _MoveStep)
    except BadShape as fault:
        if fault.missing:
            return f'"{fault.missing}" is missing'
        name = fault.path[0]
        if name == "legal" and isinstance(step["legal"], dict):
            return f'"legal" of seat {_faulty_seat(step["legal"])} is not a list of texts'
        return f'"{name}" is {short_text(step[name])}, not {fault.wanted}'
    return None


def _faulty_seat(legal: dict[str, Any]) -> str:
    """Name the seat whose legal moves are not a list of texts."""
    for seat, moves in legal.items():
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            return short_text(seat)
    raise AssertionError("all legal moves are lists of texts")


def _refusal(match: Match, number: int, refused: Refused) -> RecordError:
    reason = str(refused)
    if match.due is not None:
        reason = f'the chance step "{match.due}" is due, not {short_text(refused.text)}'
    elif match.is_over:
        reason = f"the match is over, no move {short_text(refused.text)} follows"
    else:
        return RecordError(reason, number, refused.rule, refused)
    return RecordError(reason, number, refused.rule)


# Checking


def verify(record: Record) -> dict[str, str]:
    """Replay a record and compare it with its claims; RecordError at the first difference.

    Returns what was checked: `ok`, `none` for what the record does not hold, or `sealed` for the
    proof of a match that is not over, whose secret is not yet revealed.
    """
    checked = {"result": "none", "legal": "none", "seed": "none", "proof": "none"}
    origin = _origin(record)
    if origin is not None:
        checked[origin.name] = "ok" if origin.lots is not None else "sealed"
    match = begin(record)
    for played in replay(record, match, origin):
        if "legal" in played.step:
            _compare_legal(played)
            checked["legal"] = "ok"
    if record.result is not None:
        for name, value in (("scores", match.scores()), ("winners", match.winners())):
            if record.result[name] != value:
                claimed = str(record.result[name])[:60]
                raise RecordError(f'"{name}" in "result" is {claimed}, but the match gives {value}')
        checked["result"] = "ok"
    if match.is_over and checked["proof"] == "sealed":
        raise RecordError("fairness: the match is over, but the secret is not revealed")
    return checked


def _origin(record: Record) -> Origin | None:
    """Return the source of the chance steps that the record names."""
    if record.seed is not None and record.has_proof:
        raise RecordError('a record has a "seed" or a "fairness", not both: it was dealt once')
    if record.seed is not None:
        order = _order_of(record.seed)
        return Origin("seed", lambda number, chance: order)
    if record.has_proof:
        try:
            return _proven(record, proof_from_json(record.written["fairness"]))
        except Unfair as error:
            raise RecordError(f"fairness: {error}") from None
    return None


def _proven(record: Record, proof: Proof) -> Origin:
    """Check the parts of a proof that do not depend on the steps."""
    # Hash the options as written: a later version of the game may have more of them
    options = record.written.get("options", {})
    head = (record.game.id, record.rules, record.players, options)
    fields = record.game.step_fields
    key = check(Deal(proof.table, proof.match, *head, fields, record.game.by_lot), proof)
    if key is None:
        return Origin("proof", None, proof.given, fields)
    orders = partial(order_for, key)
    return Origin("proof", orders, proof.given, fields)


def _order_of(seed: str) -> Order:
    try:
        return deal_stream(seed_from_text(seed)).order
    except ValueError as error:
        raise RecordError(f'"seed" is {short_text(seed)}: {error}') from None


def _compare_legal(played: Played) -> None:
    """Check the legal moves that a step lists, and their order."""
    actual = legal_to_json(played.legal)
    written = played.step["legal"]
    if written == actual:
        return
    for seat in sorted({*actual, *written}):
        ours, theirs = actual.get(seat, []), written.get(seat, [])
        for move in sorted({*ours, *theirs}):
            if (move in ours) != (move in theirs):
                fault = "lacks" if move in ours else "has"
                reason = f'"legal" of seat {short_text(seat)} {fault} {short_text(move)}'
                raise RecordError(reason, played.number)
    raise RecordError('"legal" is not sorted, or repeats or lists what is empty', played.number)


# Writing


def legal_to_json(legal: Mapping[int, Sequence[str]]) -> dict[str, list[str]]:
    """Return legal moves in the form of a record."""
    return {str(seat): list(moves) for seat, moves in legal.items()}


class Recorder:
    """A match together with its growing record."""

    def __init__(
        self,
        match: Match,
        seed: Sequence[int] | None = None,
        with_legal: bool = False,
        proof: Proof | None = None,
        steps: Sequence[Step] = (),
    ) -> None:
        self.match = match
        self.proof = proof  # of a live deal; to be replaced when the secret is revealed
        self._seed = seed  # the words of the fast generator that deals, if it does
        self._with_legal = with_legal
        self._written = list(steps)  # of this match and its forks; those of others come behind
        self._count = len(self._written)  # steps that the match has taken

    @property
    def steps(self) -> list[Step]:
        """The steps that the match has taken."""
        return self._written[: self._count]

    @property
    def last_step(self) -> Step:
        """The last step that the match has taken."""
        return self._written[self._count - 1]

    def fork(self) -> "Recorder":
        """Return an independent copy."""
        other = Recorder(self.match.fork(), self._seed, self._with_legal, self.proof)
        other._written, other._count = self._written, self._count
        return other

    def _write(self, step: Step) -> None:
        """Append a step; forks share the list until they diverge."""
        if len(self._written) > self._count:
            self._written = self.steps
        self._written.append(step)
        self._count += 1

    def deal(self, order: Order) -> list[Event]:
        """Resolve the chance node that is due."""
        step, events = self.match.deal(order)
        self._write(step)
        return events

    def step_at_random(self, deal: Stream, play: Stream) -> list[Event]:
        """Resolve the chance node that is due, or make a random move."""
        if self.match.due is not None:
            return self.deal(deal.order)
        return self.play(*random_move(self.match, play))

    def take(self, step: Mapping[str, Any]) -> list[Event]:
        """Take a step in the form of a record."""
        if "chance" not in step:
            return self.move(step["seat"], step["move"])
        events = self.match.chance(step)
        self._write(bare(step, self.match.game.step_fields))
        return events

    def move(self, seat: int, text: str) -> list[Event]:
        """Make a move; Refused, with the rule, if it is not legal."""
        return self.play(seat, self.match.action(seat, text))

    def play(self, seat: int, action: int) -> list[Event]:
        """Carry out an action that is known to be legal."""
        step: Step = {"seat": seat, "move": self.match.game.name(action)}
        if self._with_legal:
            step["legal"] = legal_to_json(self.match.legal())
        events = self.match.play(seat, action)
        self._write(step)
        return events

    def record(self) -> dict[str, Any]:
        """Return the record so far, with its result if the match is over."""
        match = self.match
        record: dict[str, Any] = {
            "format": FORMAT,
            "game": match.game.id,
            "rules": int(match.states["rules"][0]),
            "players": match.players,
            "options": match.options,
        }
        if self._seed is not None:
            record["seed"] = seed_to_text(self._seed)
        if self.proof is not None:
            record["fairness"] = proof_to_json(self.proof)
        record["steps"] = self.steps
        if match.is_over:
            record["result"] = {"scores": match.scores(), "winners": match.winners()}
        return record


def write(record: Mapping[str, Any]) -> str:
    """Write a record as JSON, one step to a line."""
    lines = []
    for name, value in record.items():
        if name == "steps" and value:
            steps = ",\n  ".join(json.dumps(step) for step in value)
            lines.append(f' "steps": [\n  {steps}\n ]')
        else:
            lines.append(f" {json.dumps(name)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
