"""HTTP: games and their rules, invitations, and matches that are over."""

from io import BytesIO
from typing import Any

import segno
from starlette.responses import Response

from mazziere.games import IDS, find
from mazziere.kernel.game import Game
from mazziere.kernel.options import Option
from mazziere.kernel.record import write
from mazziere.rules import LANGUAGES, sections, words
from mazziere.server import finding
from mazziere.server.history import record_of
from mazziere.server.http import Asked
from mazziere.server.room import Room
from mazziere.store import NoSuchTable
from mazziere.table.refused import No
from mazziere.wire import http as w


async def qr(asked: Asked) -> Any:
    """The link to a table as a QR code."""
    room = await asked.room()
    site = asked.node.config.public_url or str(asked.request.base_url).rstrip("/")
    data = BytesIO()  # as a picture of its own, with its namespace: browsers draw no other
    code = segno.make(f"{site}/t/{room.table.id}", error="m")
    code.save(data, kind="svg", scale=4, border=2, xmldecl=False, nl=False)
    return Response(data.getvalue(), media_type="image/svg+xml")


# Matches that are over


async def evening(asked: Asked) -> Any:
    """The matches that are over."""
    table = (await asked.room()).table
    link = asked.node.shares.link
    return w.Evening(
        tuple(w.MatchInfo(*result, share=link(table.id, result.match)) for result in table.evening)
    )


async def match_record(asked: Asked) -> Any:
    """The record of a match that is over: everything that happened, with the proof of its deal."""
    room, match = await asked.room(), asked.number("match")
    return _as_file(await record_of(asked.node.store, room, match), match)


async def match_replay(asked: Asked) -> Any:
    """The same, step by step."""
    return await _replay(asked, await asked.room(), asked.number("match"))


async def shared_replay(asked: Asked) -> Any:
    """A match that was shared, step by step."""
    return await _replay(asked, *await _shared(asked))


async def shared_record(asked: Asked) -> Any:
    """The record of a match that was shared."""
    room, match = await _shared(asked)
    return _as_file(await record_of(asked.node.store, room, match), match)


async def _replay(asked: Asked, room: Room, match: int) -> Response:
    node = asked.node
    record = await record_of(node.store, room, match)
    data = await node.replays.of(room.table.id, match, record)
    return Response(data, media_type="application/json")


async def _shared(asked: Asked) -> tuple[Room, int]:
    node = asked.node
    table, match = node.shares.read(asked.request.path_params["share"]) or (finding.NOBODY, 0)
    try:
        room = await node.rooms.room(table)
    except NoSuchTable:
        raise No("not_found") from None
    if room.table.phase == "closed":
        raise No("not_found")
    return room, match


def _as_file(record: dict[str, Any], match: int) -> Response:
    name = f"mazziere-{record['game']}-{match}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(write(record), media_type="application/json", headers=headers)


# Games


async def games(asked: Asked) -> Any:
    """The games, their options and who can play."""
    return w.Games(tuple(_game(find(name)) for name in IDS), asked.node.config.chat)


def _game(game: Game) -> w.GameInfo:
    return w.GameInfo(
        game.id,
        game.title,
        game.rules,
        tuple(game.seats),
        game.clockwise,
        tuple(map(_option, game.options)),
        tuple(game.cards),
        tuple(game.colours),
    )


def _option(option: Option) -> w.OptionInfo:
    idle = {name: tuple(values) for name, values in option.idle.items()}
    return w.OptionInfo(option.name, option.default, option.rules, **option.allowed(), idle=idle)


async def rules(asked: Asked) -> Any:
    """The rules of a game in a language, with its words."""
    name, lang = asked.request.path_params["game"], asked.request.path_params["lang"]
    if name not in IDS or lang not in LANGUAGES:
        raise No("not_found")
    known = words(name, lang)
    return w.RulesText(
        tuple(
            w.RuleSection(
                section.title,
                tuple(w.RuleBlock(block.id, block.text, block.options) for block in section.blocks),
            )
            for section in sections(name, lang)
        ),
        dict(known.events),
        {kind.name: kind.rule for kind in find(name).events if kind.rule},
        dict(known.refusals),
        dict(known.cards),
        dict(known.colours),
        {option: dict(said) for option, said in known.options.items()},
    )
