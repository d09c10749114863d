"""Random commands at a table, with a clock that jumps."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from mazziere.games import find
from mazziere.kernel.fair import pledge
from mazziere.table import asking, chat, opening, playing, presence, sitting
from mazziere.table import schedule as due
from mazziere.table.entries import Settings
from mazziere.table.playing import AlreadyMoved
from mazziere.table.refusals import CODES, CommandDeferred, CommandRefused
from tests.cases import short
from tests.table.evening import Evening, part, person, secret

NAMES = ("Anna", "Bea", "Carl", "Dora", "Eve")
TIME_CONTROLS = ("none", "relaxed", "fast")

Command = tuple[Callable[..., Any], tuple[Any, ...]]


class Crowd:
    """Runs random commands at an evening's table."""

    def __init__(self, game: str, rng: Random) -> None:
        self.rng = rng
        self.counts: Counter[str] = Counter()  # accepted commands, and refusals by code
        self.numbers = 0
        players = rng.choice((2, 3, 4))
        people = NAMES[: rng.randint(1, players)]
        self.evening = Evening(game, people, players, self.options(game), self.settings())

    def options(self, game: str) -> dict[str, Any]:
        """Return options for a short match, with one of them changed."""
        chosen = short(game)
        option = self.rng.choice(find(game).options)
        chosen.setdefault(option.name, self.rng.choice(option.samples()))
        chosen.pop("mode", None)  # teams need four players
        return chosen

    def settings(self) -> Settings:
        """Return random settings."""
        rng = self.rng
        clock: Any = rng.choice(TIME_CONTROLS)
        return Settings(
            clock, rng.choice(("easy", "hard")), rng.choice((0, 1500)), chat=rng.random() < 0.8
        )

    # Running commands

    def act(self) -> None:
        """Run a random command; it succeeds, or is refused with a known code."""
        evening, rng = self.evening, self.rng
        evening.now += rng.choice((0.0, 0.1, 1.0, 5.0, 20.0, 60.0))
        if rng.random() < 0.01:
            evening.now += 100_000
        if evening.table.phase == "playing" and rng.random() < 0.5:
            self.attempt((self.go_on, ()))
        elif rng.random() < 0.2:
            self.wake()
        elif rng.random() < 0.4:
            self.attempt(self.sensible_wish())
        else:
            self.attempt(self.any_wish())

    def attempt(self, command: Command) -> None:
        """Run a command."""
        verb, args = command
        name = verb.__name__
        try:
            if verb == self.go_on:
                self.go_on()
            else:
                self.evening.do(verb, *args)
        except (CommandRefused, CommandDeferred, AlreadyMoved) as refused:
            self.check(refused)
            name += f": {refused}"
        self.counts[name] += 1

    def check(self, refused: CommandRefused | CommandDeferred | AlreadyMoved) -> None:
        """Whether a refusal is plausible."""
        if isinstance(refused, CommandRefused):
            assert refused.code in CODES
        elif isinstance(refused, CommandDeferred):
            assert refused.until > self.evening.now
        else:
            assert refused.seq <= self.evening.table.seq

    def go_on(self) -> None:
        """Return some legal moves."""
        if self.evening.table.phase == "playing":
            self.evening.play(self.rng, steps=self.rng.choice((1, 1, 5, 20)), pace_s=2.0)

    def wake(self) -> None:
        """Advance the clock to the next due time, and check that an entry is written."""
        evening = self.evening
        table, at = evening.table, due.due_at(evening.table)
        if at is None:
            assert evening.tick() is None
            return
        evening.now = max(evening.now, at)
        if evening.tick() is not None:
            self.counts["tick"] += 1
            return
        bots = [seat for seat in range(table.players) if due.bot_due_at(table, seat) is not None]
        seat = min(bots, key=lambda seat: due.bot_due_at(table, seat) or 0.0)
        assert due.bot_due_at(table, seat) == at, "what is due is not done"
        evening.do(playing.move_for, seat, self.rng.choice(table.legal[seat]), table.seq)
        self.counts["bot"] += 1

    # Commands

    def sensible_wish(self) -> Command:
        """Return a command that brings the evening forward."""
        rng, table = self.rng, self.evening.table
        people = [seat for seat in table.seats if seat.kind == "person"]
        who = rng.choice(people).person if people else table.host
        own = table.seats_of(who) or [0]
        free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
        missing = sorted(set(table.pledges) - set(table.parts))
        bots = [number for number, seat in enumerate(table.seats) if seat.kind == "bot"] or [0]
        request = next((one.seq for one in table.requests.values()), 1)
        name = rng.choice(NAMES)
        if rng.random() < 0.4:
            everyday: list[Command] = [
                (presence.leave, (who,)),
                (presence.come_back, (who,)),
                (chat.say, (who, own[0], "hi")),
                (sitting.lend, (who, own[0], "X")),
                (sitting.take, (person(rng.choice(NAMES)), "X")),
                (asking.ask, (person(name), name)),
                (asking.admit, (table.host, request, rng.choice(bots))),
                (asking.refuse_request, (table.host, request)),
                (playing.hurry, (who, own[0])),
            ]
            return rng.choice(everyday)
        if table.phase == "starting" and missing:
            who = table.seats[missing[0]].person
            return playing.mix, (who, missing[0], part(who).hex())
        if table.phase == "over":
            self.numbers += 1
            return playing.agree, (who, own[-1], secret(self.numbers))
        if table.phase == "playing":
            away = [
                n for n, seat in enumerate(table.seats) if seat.is_away and not seat.has_stand_in
            ]
            if away:
                return presence.replace_away, (table.host, away[0])
            sat_in = [n for n, seat in enumerate(table.seats) if seat.has_stand_in]
            return presence.give_back, (who, rng.choice([*sat_in, own[0]]))
        if table.removed and rng.random() < 0.4:
            return sitting.let_in, (table.host, next(iter(table.removed.values())).seq)
        if free and rng.random() < 0.4:
            return sitting.seat_bot, (table.host, free[0], "easy")
        if free and rng.random() < 0.4:
            return sitting.sit, (person(rng.choice(NAMES)), rng.choice(NAMES), free[0])
        commands: list[Command] = [
            (sitting.stand, (who, own[0])),
            (sitting.clear, (table.host, rng.randrange(table.players))),
            (sitting.pledge, (who, own[0], pledge(part(who)))),
            (sitting.pledge, (who, own[0], pledge(part(who)))),
            (playing.start, (table.host, None)),
            (playing.start, (table.host, None)),
        ]
        return rng.choice(commands)

    def any_wish(self) -> Command:
        """Return any command with any arguments, valid or not."""
        rng, table = self.rng, self.evening.table
        seat = rng.randrange(-1, table.players + 1)
        own = 0 <= seat < table.players and table.seats[seat].person and rng.random() < 0.7
        who = table.seats[seat].person if own else person(rng.choice(NAMES))
        host = table.host if rng.random() < 0.7 else who
        name = rng.choice((*NAMES, "ANNA", "x" * 40, "Б", "\u202e"))
        self.numbers += 1
        fresh = secret(self.numbers)
        seen = table.seq - rng.choice((0, 0, 0, 1, 5, -1))
        players = rng.choice((2, 2, 3, 4, 9))
        commands: list[Command] = [
            (sitting.sit, (who, name, rng.choice((None, seat)))),
            (sitting.stand, (who, seat)),
            (sitting.clear, (host, seat)),
            (
                sitting.let_in,
                (host, rng.choice([one.seq for one in table.removed.values()] or [1])),
            ),
            (sitting.seat_bot, (host, seat, rng.choice(("easy", "hard", "")))),
            (sitting.hand_over, (host, seat)),
            (asking.ask, (who, name)),
            (
                asking.admit,
                (host, rng.choice([one.seq for one in table.requests.values()] or [1]), seat),
            ),
            (
                asking.refuse_request,
                (who, rng.choice([one.seq for one in table.requests.values()] or [1])),
            ),
            (playing.hurry, (who, seat)),
            (sitting.pledge, (who, seat, rng.choice((pledge(part(who)), "ab")))),
            (sitting.lend, (who, seat, "X")),
            (sitting.take, (person(rng.choice(NAMES)), rng.choice("XXXY"))),
            (opening.arrange, (host, players, self.options(table.game), self.settings(), fresh)),
            (playing.start, (host, rng.choice((None, None, seat)))),
            (playing.mix, (who, seat, part(rng.choice((who, who, "?"))).hex())),
            (playing.agree, (who, seat, fresh)),
            (playing.agree, (who, seat, fresh)),
            (playing.move, (who, seat, self.moves(seat), rng.choice("abcdef") * 3, seen)),
            (playing.move_for, (max(0, min(seat, table.players - 1)), "draw", seen)),
            (presence.leave, (who,)),
            (presence.come_back, (who,)),
            (presence.replace_away, (host, seat)),
            (presence.give_back, (who, seat)),
            (chat.say, (who, seat, rng.choice(("hi", "", "👋", "x" * 300)))),
        ]
        if self.numbers > 100 and rng.random() < 0.01:
            commands = [(opening.close, (host,))]
        return rng.choice(commands)

    def moves(self, seat: int) -> tuple[str, ...]:
        """Return some moves: legal ones, others of the game, or invalid texts."""
        rng, table = self.rng, self.evening.table
        known = [*table.legal.get(seat, ()), *rng.sample(find(table.game).actions, 2), "", "fly"]
        return tuple(rng.choice(known) for _ in range(rng.choice((1, 1, 2, 3, 0))))
