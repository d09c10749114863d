"""Every game as a Python game of OpenSpiel.

    import mazziere.rl.open_spiel
    game = pyspiel.load_game("mazziere_dieci(players=3,tokens=2)")

The parameters are `players`, `reward` (win, score or difference), `deal_seed` and the options of
the game.

Chance is sampled: a chance node has one outcome, whose number chooses one of a million orders.
Another `deal_seed` gives other orders. So a history of actions always leads to the same state.
Where a match has no other chance than a draw by lot among the seats, chance is explicit.

Seats act one at a time. Of several seats that may act, those with moves out of turn are asked
first, in order; they may `wait`, which is the action after the game's last one.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from mazziere.games import find, games
from mazziere.kernel.chances import SeatForm
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.events import SPECTATOR, Event
from mazziere.kernel.game import Game
from mazziere.kernel.loops import MAX_STEPS
from mazziere.kernel.match import Match, Stream, match_seed, play_stream, random_move
from mazziere.kernel.observation import NoObservation, layout_of, observation_of
from mazziere.kernel.options import BadOption
from mazziere.kernel.state import aligned
from mazziere.rl.compiled import loops
from mazziere.rl.setup import REWARDS, BadEnvironment
from mazziere.rl.tables import WAIT, caller

PREFIX = "mazziere_"
SEEDS = 1 << 20
"""Number of seeds of a sampled chance node; OpenSpiel allocates a mask of this size."""
_BOUND = 1e5  # upper bound on a score
_LISTS = (list, tuple)


def _text(value: Any) -> Any:
    """Return the value of an option as a parameter."""
    return ",".join(map(str, value)) if isinstance(value, _LISTS) else value


def game_type(game: Game, explicit: bool = False) -> pyspiel.GameType:
    """Describe a game to OpenSpiel."""
    modes = pyspiel.GameType.ChanceMode
    parameters: dict[str, Any] = {"players": min(game.allowed_players(game.full_options({})))}
    parameters |= {"reward": "win", "deal_seed": 0}
    parameters |= {option.name: _text(option.default) for option in game.options}
    return pyspiel.GameType(
        short_name=PREFIX + game.id,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if explicit else modes.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a number of players and options."""

    table: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game = self.table
        chosen = dict(params or {})
        self.players = int(chosen.pop("players", min(game.allowed_players(game.full_options({})))))
        self.reward = str(chosen.pop("reward", "win"))
        self.deal_seed = int(chosen.pop("deal_seed", 0))
        if self.reward not in REWARDS:
            raise BadEnvironment(f"reward is {' or '.join(REWARDS)}, not {self.reward!r}")
        known = {option.name: option for option in game.options}
        read = {
            name: known[name].from_text(str(value).lower() if isinstance(value, bool) else value)
            if isinstance(value, str | bool)
            else value
            for name, value in chosen.items()
        }
        try:
            self.options = game.full_options(read)
            game.check_players(self.players, self.options)
        except BadOption as error:
            raise BadEnvironment(str(error)) from None
        self.sign = observation_of(game).sign(self.options)
        self.explicit = has_only_lots(game, self.players, self.options)
        bound = 1.0 if self.reward == "win" else _BOUND
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.actions) + 1,
            max_chance_outcomes=self.players if self.explicit else SEEDS,
            num_players=self.players,
            min_utility=0.0 if self.reward == "win" else -bound,
            max_utility=bound,
            utility_sum=None,
            max_game_length=MAX_STEPS,
        )
        super().__init__(game_type(game, self.explicit), info, dict(params or {}))

    def new_initial_state(self) -> "SpielState":
        """Return the state at the beginning of a match."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Return an object that writes observations."""
        return SpielObserver(self, iig_obs_type, params)


def has_only_lots(game: Game, players: int, options: Mapping[str, Any]) -> bool:
    """Tell whether a match has no other chance than draws by lot among the seats.

    Plays one match to its end: which chance nodes a game has does not depend on the moves.
    """
    match, play = Match(game, players, options), play_stream((1, 2, 3, 4))
    while not match.is_over:
        phase = match.chance_phase
        if phase is None:
            match.play(*random_move(match, play))
        elif not isinstance(phase.form, SeatForm):
            return False
        else:
            match.deal(lambda group: group)
    return True


class Seats:
    """The part of a state that is Mazziere's: the match, and the events that each seat heard."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.heard: list[list[str]] = [[] for _ in range(match.players)]
        self.public: list[str] = []  # events that everybody may know
        self.waited: list[int] = []
        self.outcome = -1  # the sampled outcome of the chance node; a copy draws another

    def __deepcopy__(self, memo: Any) -> "Seats":
        other = Seats(self.match.fork())
        other.heard = [list(lines) for lines in self.heard]
        other.public = list(self.public)
        other.waited = list(self.waited)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        match = self.match
        table = match.game.id, match.players, match.options
        known = self.heard, self.public, self.waited
        return _restore, (*table, match.states.tobytes(), match.steps, *known)

    def tell(self, events: Sequence[Event]) -> None:
        """Note the events that each seat may know."""
        for event in events:
            name = self.match.game.events[event.kind].name
            line = f"{name}:{event.seat}:{event.a}:{event.b}"
            if event.audience >> SPECTATOR & 1:
                self.public.append(line)
            for seat, lines in enumerate(self.heard):
                if event.audience >> seat & 1:
                    lines.append(line)

    def next_seat(self) -> tuple[int, bool]:
        """Return the seat to ask, and whether it may wait."""
        match = self.match
        actors = [seat for seat in match.actors() if seat not in self.waited]
        optional = [seat for seat in actors if self.is_optional(seat)]
        if optional and len(actors) > 1:
            return optional[0], True
        return actors[0], False

    def is_optional(self, seat: int) -> bool:
        """Tell whether a seat has only moves out of turn."""
        game = self.match.game
        return bool(game.out_of_turn) and game.are_optional(self.match.moves(seat))


def _restore(
    name: str,
    players: int,
    options: Mapping[str, Any],
    state: bytes,
    steps: int,
    heard: list[list[str]],
    public: list[str],
    waited: list[int],
) -> Seats:
    """Return the seats that a pickle holds."""
    seats = Seats(Match(find(name), players, options, wanted_mode()))
    seats.match.states[:] = np.frombuffer(state, seats.match.game.dtype)
    seats.match.steps = steps
    seats.heard, seats.public, seats.waited = heard, public, waited
    return seats


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a match."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._game = _Held(game)
        self._seats = Seats(Match(game.table, game.players, game.options, wanted_mode()))

    @property
    def match(self) -> Match:
        """The match."""
        return self._seats.match

    @property
    def spiel_game(self) -> SpielGame:
        """The game with its settings."""
        return self._game.game

    def current_player(self) -> int:
        """Return the seat to move, or the number of chance or of the end."""
        if self.match.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.match.due is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return self._seats.next_seat()[0]

    def _legal_actions(self, player: int) -> list[int]:
        seat, may_wait = self._seats.next_seat()
        if player != seat:
            return []
        moves = self.match.moves(seat)
        return [*moves, len(self.match.game.actions)] if may_wait else moves

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the seats that may be drawn, or one seed for the order."""
        if self.spiel_game.explicit:
            seats = self.match.engine.chance(self.match.states, 0)[0]
            return [(place, 1 / len(seats)) for place in range(len(seats))]
        if self._seats.outcome < 0:
            self._seats.outcome = _seeds.randrange(SEEDS)
        return [(self._seats.outcome, 1.0)]

    def _apply_action(self, action: int) -> None:
        seats, match = self._seats, self.match
        if match.due is not None:
            _, events = match.deal(self._order(action))
            seats.outcome = -1
        else:
            seat, may_wait = seats.next_seat()
            if action != len(match.game.actions):
                if action not in match.moves(seat):
                    raise match.engine.refusal(match.states, 0, seat, action)
            elif not may_wait:
                raise BadEnvironment(f"seat {seat} may not wait")
            else:
                seats.waited.append(seat)
                seats.heard[seat].append(WAIT)
                return
            events = match.play(seat, action)
        seats.waited = []
        seats.tell(events)

    def _order(self, outcome: int) -> Callable[[list[int]], Sequence[int]]:
        if not self.spiel_game.explicit:
            step = self.match.steps
            return Stream(match_seed(self.spiel_game.deal_seed, outcome), step).order
        return lambda group: [group[outcome], *group[:outcome], *group[outcome + 1 :]]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        names = self.match.game.actions
        return names[action] if action < len(names) else WAIT

    def is_terminal(self) -> bool:
        """Tell whether the match is over."""
        return self.match.is_over

    def returns(self) -> list[float]:
        """Return the reward of each seat, 0 before the end."""
        match, game = self.match, self.spiel_game
        players = match.players
        if not match.is_over:
            return [0.0] * players
        winners, scores = match.winners(), match.scores()
        if game.reward == "win":
            return [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]
        if game.reward == "score":
            return [float(game.sign * score) for score in scores]
        total = sum(scores)
        return [game.sign * (own - (total - own) / (players - 1)) for own in scores]

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "SpielState":
        """Return a state that the player cannot tell from this one, drawn at random."""
        other: SpielState = self.clone()
        match = other._seats.match
        view = match.view(player_id)
        groups = match.engine.hidden(view, player_id)
        for group in groups:
            for i in range(len(group) - 1, 0, -1):
                j = int(probability_sampler() * (i + 1))
                group[i], group[j] = group[j], group[i]
        match.states = match.engine.world(view, player_id, groups)
        for seat, lines in enumerate(other._seats.heard):
            if seat != player_id:  # in this world it was dealt other cards
                lines[:] = other._seats.public
        return other

    def __str__(self) -> str:
        match = self.match
        return f"{match.game.id} step {match.steps}: {match.due or match.legal()}"


class _Held:
    """A reference to the game that copies of a state share."""

    def __init__(self, game: SpielGame) -> None:
        self.game = game

    def __deepcopy__(self, memo: Any) -> "_Held":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _hold, (str(self.game),)


def _hold(text: str) -> _Held:
    return _Held(pyspiel.load_game(text))


_seeds = random.Random()
"""Draws the seeds of sampled chance nodes; `seed` makes a run repeatable."""


def seed(number: int) -> None:
    """Make the sampled chance of all games repeatable."""
    _seeds.seed(number)


class SpielObserver:
    """Writes observations, and information states as text.

    An observer of public information alone has no tensor.
    """

    def __init__(self, game: SpielGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise BadEnvironment(f"an observer takes no parameters, not {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        self._recalls = bool(kind.perfect_recall)
        self._has_public = bool(kind.public_info)
        self._has_private = kind.private_info != pyspiel.PrivateInfoType.NONE
        self._layout = layout_of(game.table, game.players)
        self._row = np.zeros((1, self._layout.size), np.int8)
        self._boards = aligned(1, game.table.dtype)
        is_whole = self._has_public and self._has_private
        self.tensor = np.zeros(self._layout.size, np.float32) if is_whole else None
        self.dict = {} if self.tensor is None else self._layout.split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player knows in a state."""
        if self.tensor is not None:
            self._look(state, player)
            np.multiply(self._row[0], self._layout.scale, out=self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player knows: with perfect recall also all that it heard."""
        seats = state._seats
        if not self._has_private:
            return " ".join(["public", *seats.public])
        lines = list(seats.heard[player])
        if not self._has_public:
            for line in seats.public:
                if line in lines:
                    lines.remove(line)
            return " ".join([f"seat {player}", *lines])
        self._look(state, player)
        found = self._layout.decode(self._row[0])
        position = " ".join(f"{name}={value}" for name, value in found.items())
        return " ".join([f"seat {player}", *(lines if self._recalls else ()), position])

    def _look(self, state: SpielState, player: int) -> None:
        match = state.match
        observe = caller(match.game, match.engine.mode, False)
        observe.call(loops.look_at, match.states, 0, self._boards, player, 1, self._row, 0)


@cache
def register() -> tuple[str, ...]:
    """Register all games with OpenSpiel, once; return their names."""
    names = []
    for game in games():
        try:
            observation_of(game)
        except NoObservation:
            continue
        kind = type(f"Spiel_{game.id}", (SpielGame,), {"table": game, "__module__": __name__})
        globals()[kind.__name__] = kind  # where pickle looks for it
        pyspiel.register_game(game_type(game), kind)
        names.append(PREFIX + game.id)
    return tuple(names)


register()
