"""Spoken transcripts: what a screen reader says during one match of each game.

    python -m tools.spoken            rewrite tests/transcripts/spoken
    python -m tools.spoken --check    exit 1 where a recorded match is not what would be written

The match is the first golden transcript of a game, heard from seat 0, and each one with a listener.
This tool writes what the server would send to that seat (`<name>.json`: pictures, legal moves,
events, words). `web/tests/listening/spoken.test.ts` shows it in the page's own components to a
virtual screen reader, and writes and compares what it says (`<name>.<lang>.txt`).
"""

import argparse
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from mazziere.games import find, shelf
from mazziere.kernel.match import Match
from mazziere.kernel.texts import LANGUAGES, event_seats, words
from mazziere.server.rooms.projection import event_info
from mazziere.wire.pictures import wire_picture
from tests.cases import case
from tools import golden, page

FOLDER = golden.FOLDER / "spoken"
_encoder = msgspec.json.Encoder(order="deterministic")


def plans(name: str) -> list[tuple[str, golden.Plan, int]]:
    """List the matches of a game that are spoken: a name, the transcript, the seat that listens."""
    first, *rest = case(name).transcripts
    others = [(plan.name, plan, plan.listener) for plan in rest if plan.listener is not None]
    return [(name, first, 0), *others]


def recorded(name: str, spoken: str, plan: golden.Plan, listener: int) -> str:
    """Return a match as the listener's seat receives it, as JSON."""
    text = golden.path_of(plan).read_text(encoding="utf-8")
    game = find(name)
    match = Match(game, plan.players, plan.options, rules=plan.rules)
    whole = {
        "about": f"{game.title}: {plan.about}",
        "name": spoken,
        "game": name,
        "listener": listener,
        "players": plan.players,
        "options": match.options,
        "text": {lang: _words(name, lang) for lang in LANGUAGES},
    }
    entries = ",\n".join(
        _encoder.encode(entry).decode() for entry in _entries(match, text, listener)
    )
    return _encoder.encode(whole).decode().removesuffix("}") + f',"entries":[\n{entries}\n]}}\n'


def _entries(match: Match, text: str, listener: int) -> Iterator[dict[str, Any]]:
    """Yield the entries of the log: a move with the chance steps that follow it."""
    entry: dict[str, Any] = {"seat": None, "move": None, "events": []}
    for step in golden.read_steps(match.game, text):
        if "chance" in step:
            events = match.chance(step)
        else:
            yield _shown(match, entry, listener)
            entry = {"seat": step["seat"], "move": step["move"], "events": []}
            events = match.move(step["seat"], step["move"])
        heard = [event for event in events if event.audience >> listener & 1]
        entry["events"] += [event_info(match.game, event) for event in heard]
    yield _shown(match, entry, listener)


def _shown(match: Match, entry: dict[str, Any], listener: int) -> dict[str, Any]:
    moves = list(match.legal().get(listener, ())) if not match.is_over else []
    return {**entry, "picture": wire_picture(match, listener), "moves": moves}


def _words(name: str, lang: str) -> dict[str, Any]:
    game = find(name)
    known = words(game, lang)
    return {
        "events": known.events,
        "eventsYou": known.events_you,
        "eventsMany": known.events_many,
        "eventsManyYou": known.events_many_you,
        "eventSeats": event_seats(game),
        "cards": known.cards,
        "colours": known.colours,
        "options": {"custom": known.options.get("custom", {})},
        "table": known.table,
    }


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    stale = []
    FOLDER.mkdir(exist_ok=True)
    for game, plan in [(name, plan) for name in shelf() for plan in plans(name)]:
        path, text = FOLDER / f"{plan[0]}.json", recorded(game, *plan)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path.name)
            if not check:
                path.write_text(text, encoding="utf-8")
    if check:
        print("\n".join(f"{name} is not current; run make golden" for name in stale), end="")
        return int(bool(stale))
    node = page.find_node()
    page.install(node)
    page.run(node, "vitest/vitest.mjs", "run", "tests/listening/spoken.test.ts", "--update")
    return 0


if __name__ == "__main__":
    sys.exit(main())
