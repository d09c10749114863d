"""Every verb in every phase, by the host, another person at the table, and a stranger."""

import ast
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mazziere
from mazziere.kernel.fair import pledge
from mazziere.server.http import refusals as problems
from mazziere.table import asking, chat, opening, playing, presence, sitting
from mazziere.table.refusals import CODES, CommandRefused
from tests.table.evening import QUIET, Evening, part, person, secret

ANNA, BEA, EVE = map(person, ("Anna", "Bea", "Eve"))
OWN = {ANNA: 0, BEA: 1, EVE: 1}
PHASES = ("waiting", "starting", "playing", "over", "closed")

VERBS: dict[str, Callable[[str], tuple[Any, ...]]] = {
    "sit": lambda who: (sitting.sit, who, "Zoe", None),
    "stand": lambda who: (sitting.stand, who, OWN[who]),
    "clear": lambda who: (sitting.clear, who, 2),
    "let_in": lambda who: (sitting.let_in, who, 1),
    "seat_bot": lambda who: (sitting.seat_bot, who, 2, "hard"),
    "hand_over": lambda who: (sitting.hand_over, who, 1),
    "pledge": lambda who: (sitting.pledge, who, OWN[who], pledge(part(who))),
    "lend": lambda who: (sitting.lend, who, OWN[who], "CODE"),
    "take": lambda who: (sitting.take, who, "WRONG"),
    "ask": lambda who: (asking.ask, who, "Zoe"),
    "admit": lambda who: (asking.admit, who, 1, 2),
    "refuse_request": lambda who: (asking.refuse_request, who, 1),
    "hurry": lambda who: (playing.hurry, who, OWN[who]),
    "arrange": lambda who: (opening.arrange, who, 3, {}, QUIET, secret(9)),
    "start": lambda who: (playing.start, who, None),
    "mix": lambda who: (playing.mix, who, OWN[who], part(who).hex()),
    "agree": lambda who: (playing.agree, who, OWN[who], secret(9)),
    "move": lambda who: (playing.move, who, OWN[who], ("keep",), "", 10**6),
    "replace_away": lambda who: (presence.replace_away, who, 1),
    "give_back": lambda who: (presence.give_back, who, 1),
    "say": lambda who: (chat.say, who, OWN[who], "hi"),
    "close": lambda who: (opening.close, who),
}

HOSTS = "ok not_host not_host"
MINE = "ok ok not_seated"
NOT_NOW = "busy not_host not_host"
BUSY = "busy busy not_seated"
NOBODY = "not_there not_host not_host"
CLOSED = "closed closed closed"

WANTED: dict[str, tuple[str, ...]] = {
    "sit": ("full full full", "busy busy busy", "busy busy busy", "full full full", CLOSED),
    "stand": (MINE, BUSY, BUSY, MINE, "closed closed not_seated"),
    "clear": (HOSTS, NOT_NOW, NOT_NOW, HOSTS, CLOSED),
    "let_in": (*[NOBODY] * 4, CLOSED),
    "seat_bot": (HOSTS, NOT_NOW, NOT_NOW, HOSTS, CLOSED),
    "hand_over": (HOSTS, HOSTS, HOSTS, HOSTS, CLOSED),
    "pledge": (MINE, BUSY, BUSY, BUSY, CLOSED),
    "lend": (MINE, MINE, MINE, MINE, CLOSED),
    "take": (*["bad_code bad_code bad_code"] * 4, CLOSED),
    "ask": (*["is_seated is_seated ok"] * 4, CLOSED),
    "admit": (NOBODY, NOT_NOW, NOBODY, NOBODY, CLOSED),
    "refuse_request": (*["not_there not_there not_there"] * 4, CLOSED),
    "hurry": (BUSY, BUSY, MINE, "match_over match_over not_seated", CLOSED),
    "arrange": (HOSTS, NOT_NOW, NOT_NOW, HOSTS, CLOSED),
    "start": (HOSTS, NOT_NOW, NOT_NOW, NOT_NOW, CLOSED),
    "mix": (BUSY, "bad_part ok not_seated", BUSY, BUSY, CLOSED),
    "agree": (BUSY, BUSY, BUSY, MINE, CLOSED),
    "move": (
        BUSY,
        BUSY,
        "stale stale not_seated",
        "match_over match_over not_seated",
        "closed closed not_seated",
    ),
    "replace_away": (NOT_NOW, NOT_NOW, "is_there not_host not_host", NOT_NOW, CLOSED),
    "give_back": (*["is_person is_person not_seated"] * 4, CLOSED),
    "say": (MINE, MINE, MINE, MINE, CLOSED),
    "close": (HOSTS, HOSTS, HOSTS, HOSTS, CLOSED),
}


def table_in(phase: str) -> Evening:
    """Return a table of Anna, Bea and a bot, in a phase."""
    evening = Evening("dieci", ["Anna", "Bea"], 3, {"tokens": 1})
    if phase in ("starting", "playing", "over"):
        evening.do(sitting.pledge, BEA, 1, pledge(part(BEA)))
        evening.start()
    if phase in ("playing", "over"):
        evening.later(10)
    if phase == "over":
        evening.play(Random(1))
    if phase == "closed":
        evening.do(opening.close, ANNA)
    assert evening.phase == phase
    return evening


@pytest.mark.parametrize("phase", PHASES)
def test_who_may_do_what_in_each_phase(phase: str) -> None:
    evening = table_in(phase)
    place = PHASES.index(phase)
    for name, command in VERBS.items():
        answers = []
        for who in (ANNA, BEA, EVE):
            verb, *args = command(who)
            try:
                verb(evening.table, *args, evening.now)
                answers.append("ok")
            except CommandRefused as refusal:
                answers.append(refusal.code)
        assert " ".join(answers) == WANTED[name][place], name


@pytest.mark.parametrize("phase", PHASES)
def test_a_person_without_a_session_may_do_nothing(phase: str) -> None:
    """An empty person id has no rights, not even at free seats."""
    evening = table_in(phase)
    for name, command in VERBS.items():
        if name in ("sit", "take", "ask", "refuse_request"):
            continue
        verb, _, *args = command(ANNA)
        assert evening.refused(verb, "", *args).code in ("not_host", "not_seated", "closed"), name


def test_every_code_is_in_the_list() -> None:
    """The codes in the source are exactly those of the table and the server."""
    said = set()
    for path in Path(mazziere.__file__).parent.rglob("*.py"):
        calls = [n for n in ast.walk(ast.parse(path.read_bytes())) if isinstance(n, ast.Call)]
        for call in calls:
            if isinstance(call.func, ast.Name) and call.func.id == "CommandRefused":
                texts = [n for n in ast.walk(call.args[0]) if isinstance(n, ast.Constant)]
                said |= {str(text.value) for text in texts}
    said -= {"bot", "over", "405"}  # constants of conditions inside the calls
    assert said == {*CODES, *problems.CODES}
    assert len(set(CODES)) == len(CODES)
