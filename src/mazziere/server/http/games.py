"""Endpoints for the games and their rules.

The docstring of an endpoint is its summary in the OpenAPI schema.
"""

from mazziere.games import UnknownGame, find
from mazziere.games import games as all_games
from mazziere.kernel.game import Game
from mazziere.kernel.options import Option
from mazziere.kernel.texts import LANGUAGES, event_seats, sections, words
from mazziere.server.http.request import ApiRequest
from mazziere.table.refusals import CommandRefused
from mazziere.wire import http as w


async def games(request: ApiRequest) -> w.Games:
    """List the games with their options, presets and numbers of players."""
    return w.Games(tuple(map(_game, all_games())), request.node.config.chat)


def _game(game: Game) -> w.GameInfo:
    return w.GameInfo(
        game.id,
        game.title,
        game.version,
        tuple(game.seats),
        game.clockwise,
        tuple(map(_option, game.options)),
        tuple(w.PresetInfo(one.id, dict(one.options), one.players) for one in game.presets),
        _lobby(game),
        tuple(game.cards),
        tuple(game.colours),
        game.step_fields,
        game.by_lot,
    )


def _lobby(game: Game) -> w.LobbyInfo:
    lobby = game.lobby
    named = game.named is not None
    return w.LobbyInfo(lobby.family, lobby.house, dict(lobby.switches), dict(lobby.calls), named)


def _option(option: Option) -> w.OptionInfo:
    idle = {name: tuple(values) for name, values in option.idle.items()}
    return w.OptionInfo(option.name, option.default, option.rules, **option.allowed(), idle=idle)


async def rules(request: ApiRequest) -> w.RulesText:
    """Show the rules of a game in a language, with its words."""
    name, lang = request.http.path_params["game"], request.http.path_params["lang"]
    try:
        game = find(name)
    except UnknownGame:
        raise CommandRefused("not_found") from None
    if lang not in LANGUAGES:
        raise CommandRefused("not_found")
    known = words(game, lang)
    return w.RulesText(
        tuple(
            w.RuleSection(
                section.title,
                tuple(w.RuleBlock(block.id, block.text, block.options) for block in section.blocks),
            )
            for section in sections(game, lang)
        ),
        dict(known.events),
        dict(known.events_you),
        dict(known.events_many),
        dict(known.events_many_you),
        {kind.name: kind.rule for kind in game.events if kind.rule},
        event_seats(game),
        dict(known.refusals),
        dict(known.cards),
        dict(known.colours),
        {option: dict(texts) for option, texts in known.options.items()},
        {preset: dict(texts) for preset, texts in known.presets.items()},
        {option: dict(texts) for option, texts in known.lobby.items()},
        dict(known.moves),
        dict(known.table),
    )
