"""`mazziere replay FILE`: replay a record and tell the match."""

from argparse import Namespace
from typing import Any

from mazziere.cli.records import data_of, fault_line, read_record, reason_of
from mazziere.cli.say import Stop, complain, language, on_one_line, print_json
from mazziere.kernel.events import SPECTATOR, Event
from mazziere.kernel.game import Game
from mazziere.kernel.match import Match
from mazziere.kernel.record import Played, Record, RecordError, begin, legal_to_json, replay
from mazziere.kernel.texts import seat_names, tell

SHOWN_CARDS = 12


def run(arguments: Namespace) -> int:
    """Replay a record; print the match, or the fault."""
    record = None
    try:
        record = read_record(data_of(arguments.file))
        lang = language(arguments.lang)
        if arguments.json:
            print_json(as_json(record, lang))
        else:
            tell_match(record, lang)
    except RecordError as error:
        reason = reason_of(error, record.game if record else None)
        if arguments.json:
            print_json({"ok": False, "step": error.step, "reason": reason, "rule": error.rule})
        complain(fault_line(arguments.file, error, reason))
        return 1
    except Stop as stop:
        if arguments.json:
            print_json({"ok": False, "step": None, "reason": stop.line, "rule": None})
        raise
    return 0


def is_for_outsiders(event: Event) -> bool:
    """Tell whether spectators hear an event, but not the seat concerned, which hears more."""
    return bool(event.audience >> SPECTATOR & 1) and not event.audience >> event.seat & 1


def in_words(game: Game, events: list[Event], lang: str, names: list[str]) -> list[str]:
    """Return events in words, for a reader who may know everything."""
    told = []
    for event in events:
        if not is_for_outsiders(event):
            text = tell(game, event, lang, names)
            told.append(text if text is not None else game.events[event.kind].name)
    return told


def as_json(record: Record, lang: str) -> dict[str, Any]:
    """Replay a record; return the JSON object of the contract."""
    match = begin(record)
    names = seat_names(record.players, lang)
    steps = [
        {
            "legal": legal_to_json(played.legal),
            "events": in_words(record.game, played.events, lang, names),
            "scores": played.scores,
        }
        for played in replay(record, match)
    ]
    scores = match.scores()
    after = {
        "over": match.is_over,
        "chance": match.due,
        "legal": legal_to_json(match.legal()),
        "scores": scores,
    }
    result = {"scores": scores, "winners": match.winners()} if match.is_over else None
    return {"ok": True, "steps": steps, "next": after, "result": result}


PHRASES = {
    "en": {
        "players": "players",
        "chance": "Chance",
        "seat": "seat",
        "cards": "cards",
        "over": "The match is over.",
        "open": "The record ends here; the match is not over.",
        "scores": "Scores",
        "winners": "Winners",
    },
    "it": {
        "players": "giocatori",
        "chance": "Sorte",
        "seat": "posto",
        "cards": "carte",
        "over": "La partita è finita.",
        "open": "La registrazione finisce qui; la partita non è finita.",
        "scores": "Punteggi",
        "winners": "Vince",
    },
}


def tell_match(record: Record, lang: str) -> None:
    """Print the match, step by step."""
    say = PHRASES[lang]
    names = seat_names(record.players, lang)
    print(f"{record.game.title} · {record.players} {say['players']}{_changed(record)}")
    match = begin(record)
    for played in replay(record, match):
        print(f"{played.number:>5}  {_step(played, record.game, lang, names)}")
        for line in in_words(record.game, played.events, lang, names):
            print(f"       · {line}")
    print("\n".join(end_lines(match, lang, names)))


def _changed(record: Record) -> str:
    """Return the options that differ from the default."""
    defaults = {option.name: option.default for option in record.game.options}
    changed = [
        f"{name}={','.join(map(str, value)) if isinstance(value, list) else str(value).lower()}"
        for name, value in record.options.items()
        if value != defaults[name]
    ]
    return " · " + ", ".join(changed) if changed else ""


def _step(played: Played, game: Game, lang: str, names: list[str]) -> str:
    step, say = played.step, PHRASES[lang]
    if "chance" not in step:
        return f"{names[step['seat']]}: {step['move']}"
    parts = []
    if "seat" in step:
        parts.append(f"{say['seat']} {step['seat']}")
    for name in game.step_fields:
        if name in step and name not in ("chance", "seat"):
            parts.append(_some(step[name], lang))
    return on_one_line(f"{say['chance']}: {step['chance']}: {', '.join(parts)}")


def _some(cards: Any, lang: str) -> str:
    """Show the cards of a chance step, only the first of a long list."""
    if cards and not isinstance(cards[0], str):
        groups = [list(group.values()) if isinstance(group, dict) else group for group in cards]
        return " | ".join(" ".join(group) for group in groups)
    more = f" … ({len(cards)} {PHRASES[lang]['cards']})" if len(cards) > SHOWN_CARDS else ""
    return " ".join(cards[:SHOWN_CARDS]) + more


def end_lines(match: Match, lang: str, names: list[str]) -> list[str]:
    """Return the lines about the score, and about the end if the match is over."""
    say = PHRASES[lang]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, match.scores(), strict=True))
    lines = [say["over"] if match.is_over else say["open"], f"{say['scores']}: {scores}"]
    if match.is_over:
        lines.append(f"{say['winners']}: {', '.join(names[seat] for seat in match.winners())}")
    return lines
