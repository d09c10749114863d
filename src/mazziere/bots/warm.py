"""Compiling the bots of a game into the cache."""

from contextlib import suppress

from mazziere.bots.bot import Bot
from mazziere.bots.engine import bot_engine
from mazziere.bots.levels import read_spec
from mazziere.bots.seating import make, master_of
from mazziere.kernel.engine import TooLong, engine
from mazziere.kernel.game import Game
from mazziere.kernel.ready import note_ready


def warm(game: Game) -> None:
    """Call every compiled entry once, and note that the bots are ready."""
    players = min(game.allowed_players(game.full_options({})))
    specs = [read_spec(text) for text in ("random", "easy", "normal", "hard:iterations=2")]
    seating = [3 - seat % len(specs) for seat in range(players)]
    with suppress(TooLong):
        bot_engine(game, "compiled").play_matches(players, {}, specs, 0, [0], [seating], limit=10)
    rules = engine(game, "compiled")
    states = rules.new(players, {})
    while groups := rules.chance(states, 0):
        rules.resolve(states, 0, groups)
    seat = rules.actors(states, 0)[0]
    moves = rules.legal(states, 0, seat)
    for spec in specs[-2:]:
        bot = Bot(game, spec, seat, (0, 0, 0, 0), "compiled")
        bot.tell([])
        bot.ask(rules.view(states, 0, seat), moves)
    own_master = master_of(game)
    if own_master is not None:
        own_master.warm()
        master = make(game, read_spec("master"), seat, (0, 0, 0, 0), "compiled")
        master.ask(rules.view(states, 0, seat), moves)
    note_ready(game, "bots")
