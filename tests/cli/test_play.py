"""`mazziere play` in plain lines; nothing hidden from the seat is printed."""

import itertools
import json
import re
import sys
from pathlib import Path

import pytest

from mazziere.cli.terminal.plain import PlainInterface, wrapped
from mazziere.drawing.board import board_of
from mazziere.drawing.scene import Scene
from mazziere.games import find, shelf
from mazziere.kernel.match import Match, deal_stream, match_seed, play_stream, random_move
from mazziere.kernel.picture import picture_of
from mazziere.kernel.record import write
from mazziere.kernel.texts import LANGUAGES, seat_names
from tests.cases import case
from tests.cli.conftest import Run, complaint


def sketch(match: Match, seat: int, names: list[str], lang: str) -> list[str]:
    """Return the table in plain lines."""
    seen = picture_of(match, seat)
    actors = [] if match.due or match.is_over else match.actors()
    scene = Scene(match.game, seen, seat, names, lang, actors, options=match.options)
    return board_of(match.game).sketch(scene)


def lines(*answers: str) -> bytes:
    return "".join(f"{answer}\n" for answer in answers).encode()


def test_a_long_line_is_wrapped_between_words() -> None:
    assert wrapped("   1  keep  keep your card", 40) == "   1  keep  keep your card"
    assert wrapped("   1  keep  keep your card", 18) == "   1  keep  keep\n     your card"
    assert wrapped("a\u2019s no-man\u2019s-land", 12) == "a\u2019s\n  no-man\u2019s-land"


@pytest.mark.parametrize("name", shelf())
def test_a_whole_match(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    file = tmp_path / "match.json"
    answers = itertools.cycle(["2\n", "1\n"])  # 2 is not a move everywhere
    monkeypatch.setattr(sys.stdin, "readline", lambda: next(answers), raising=False)
    monkeypatch.setattr(PlainInterface, "offer_to_save", lambda guest: saved(file, guest))
    options = tuple(
        word for key, value in case(name).shortest.items() for word in ("--set", f"{key}={value}")
    )
    answer = run("play", name, "--players", "2", "--seed", "6", "--lang", "en", *options)
    assert (answer.code, answer.err) == (0, "")
    assert "Your moves:" in answer.out
    assert "The match is over." in answer.out
    assert "Winners: " in answer.out
    assert run("verify", str(file)).out.endswith("result, seed: correct\n")


def saved(file: Path, guest: PlainInterface) -> None:
    assert guest.table is not None
    file.write_text(write(guest.table.record()))


def test_numbers_texts_and_explanations(spawn: Run) -> None:
    answers = ("block", "?", "? swap", "? die-r1", "?AMB-DIE-2", "? keep", "? nonsense", "?",
               "99", "0", "fold", "", "q", "")  # fmt: skip
    argv = ("play", "dieci", "--bots", "random", "--players", "3", "--seed", "3", "--lang", "en")
    answer = spawn(*argv, stdin=lines(*answers))
    assert (answer.code, answer.err) == (0, "")
    said = answer.out.split("> ")
    assert "[DIE-R2]" in said[1]
    assert said[2].startswith("DIE-R2  Your neighbour")
    assert "[DIE-R5]" in said[3], "seat 0 deals in this match"
    assert "DIE-R5  The dealer" in said[3]
    assert said[4].startswith("DIE-R1  ")
    assert said[5].startswith("AMB-DIE-2  Our ruling.")
    assert "you can play that now" in said[6]
    assert "is called “nonsense”" in said[7]
    for unknown in said[9:12]:
        assert "has no move" in unknown
    assert "File name to save the match" in said[13]
    assert said[-1] == "Goodbye.\n"


def test_the_same_in_italian(spawn: Run) -> None:
    argv = ("play", "dieci", "--players", "3", "--seed", "4", "--lang", "it")
    answer = spawn(*argv, stdin=lines("block", "?", "q", ""))
    assert "Le tue mosse:" in answer.out
    assert "DIE-" in answer.out
    assert "Ciao." in answer.out
    assert "Seat" not in answer.out


def test_the_end_of_the_input_is_polite(spawn: Run) -> None:
    for stdin in (b"", b"1", lines("1", "q"), b"\xff\xfe\n"):
        answer = spawn("play", "one_to_ten", "--lang", "en", stdin=stdin)
        assert (answer.code, answer.err) == (0, "")
        assert answer.out.endswith("\nGoodbye.\n")


def test_files_to_save_in(spawn: Run, tmp_path: Path) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_text("mine")
    answers = ("1", "q", str(old), str(tmp_path / "none" / "x"), "a\0b", str(new))
    answer = spawn("play", "dieci", "--seed", "4", "--lang", "en", stdin=lines(*answers))
    assert "exists already" in answer.out
    assert answer.out.count("can’t be written") == 2
    assert old.read_text() == "mine"
    assert "result" not in json.loads(new.read_text())
    assert spawn("verify", str(new)).code == 0


def test_advice_and_taking_back_in_lines(spawn: Run) -> None:
    answers = ("h", "u", "3", "4", "u", "u", "u", "q", "")
    argv = ("play", "yooloo", "--players", "2", "--seed", "4", "--lang", "en", "--json")
    answer = spawn(*argv, stdin=lines(*answers))
    said = answer.err.split("\n> ")
    assert "The hard bot would put the " in said[1]
    assert said[1].count("%") == 10
    assert said[2].startswith("There’s no move of yours to take back.")
    assert [said[i].splitlines()[0] for i in (5, 6)] == ["Your move is taken back."] * 2
    assert said[7].startswith("There’s no move of yours")
    steps = json.loads(answer.out)["steps"]
    assert [step for step in steps if "move" in step] == []


def test_what_was_drawn_stays_drawn(spawn: Run) -> None:
    argv = ("play", "uno", "--players", "2", "--seed", "1", "--lang", "it", "--bots", "random")
    answer = spawn(*argv, stdin=lines("draw", "u", "q", ""))
    assert "la mossa resta" in answer.out or "resta." in answer.out
    assert "Mossa ripresa" not in answer.out


def test_saved_lines_go_on(spawn: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    argv = (
        "play",
        "dieci",
        "--players",
        "3",
        "--seed",
        "4",
        "--lang",
        "en",
        "--bots",
        "easy,random",
    )
    first = spawn(*argv, stdin=lines("1", "s", str(file), "q", ""))
    saved = json.loads(file.read_text())
    assert saved["bots"] == ["", "easy", "random"]
    again = spawn("play", "--resume", str(file), "--lang", "en", "--json", stdin=lines("q", ""))
    assert json.loads(again.out)["steps"] == saved["steps"]
    assert "The match goes on against" in again.err
    before, after = (said.split("Your moves:")[-1] for said in (first.out, again.err))
    assert before.splitlines()[1:3] == after.splitlines()[1:3]
    assert "either a game" in complaint(spawn("play", "uno", "--resume", str(file)), 2)
    assert "cannot be read" in complaint(spawn("play", "--resume", str(tmp_path / "none")), 2)


def test_bots_that_make_no_sense(run: Run) -> None:
    assert "no bot 'clever'" in complaint(run("play", "uno", "--bots", "clever"), 2)
    line = complaint(run("play", "uno", "--players", "4", "--bots", "easy,hard"), 2)
    assert "2 bots for 3 seats" in line


def test_lines_where_there_is_no_terminal_on_all_sides(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for stream in (sys.stdout, sys.stdin):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdin, "readline", lambda: "", raising=False)
    assert "Your moves:" in run("play", "uno", "--lang", "en").out, "standard error is none"


def test_json_prints_the_record(spawn: Run) -> None:
    answer = spawn("play", "yooloo", "--json", "--seed", "2", stdin=lines("1"))
    record = json.loads(answer.out)
    assert record["players"] >= 2
    assert {"seat": 0, "move": "stack 1"} in record["steps"]
    assert "Your moves:" in answer.err


def test_others_may_go_first_where_several_may_move(spawn: Run) -> None:
    argv = ("play", "yooloo", "--players", "2", "--json", "--seed", "2", "--lang", "en")
    answer = spawn(*argv, stdin=lines(*[""] * 10, "1"))
    moves = [step["seat"] for step in json.loads(answer.out)["steps"] if "move" in step]
    assert moves == [1] * 10 + [0]
    assert answer.err.count("let the others go on") == 10


def test_a_game_is_asked_for_on_a_terminal(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    answers = iter(["poker\n", "7\n", "3\n", ""])
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdin, "readline", lambda: next(answers), raising=False)
    answer = run("play", "--lang", "en", "--name", "Anna")
    assert answer.code == 0
    assert answer.out.count("A number or a name, please.") == 2
    assert "ROOKIE: you are Anna." in answer.out
    monkeypatch.setattr(sys.stdin, "readline", lambda: "q\n", raising=False)
    assert run("play").code == 0


def test_a_pipe_has_to_name_the_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    assert "dieci, one_to_ten" in complaint(run("play"), 2)


def test_phrases_are_the_same_in_both_languages() -> None:
    from mazziere.cli import replay

    assert set(replay.PHRASES) == set(LANGUAGES)
    first, second = replay.PHRASES.values()
    for name, text in first.items():
        holes = re.findall(r"\{\w*\}", text)
        assert sorted(holes) == sorted(re.findall(r"\{\w*\}", second[name])), name


# Views


@pytest.mark.parametrize("name", shelf())
def test_a_view_is_drawn_at_every_step_for_every_seat(name: str) -> None:
    game = find(name)
    for options in case(name).sketches:
        match = Match(game, 4, options)
        seed = match_seed(31, 1)
        deal, bots = deal_stream(seed), play_stream(seed)
        while not match.is_over and match.steps < 250:
            if match.due is not None:
                match.deal(deal.order)
            else:
                match.play(*random_move(match, bots))
            for seat in range(4):
                for lang in LANGUAGES:
                    names = seat_names(4, lang)
                    drawn = sketch(match, seat, names, lang)
                    assert len(drawn) >= 4
                    assert all(line.isprintable() and len(line) <= 160 for line in drawn)


def test_a_view_shows_the_own_card_and_hides_the_others() -> None:
    game = find("dieci")
    match = Match(game, 3, {})
    match.chance({"chance": "dealer", "seat": 2})
    pack = [game.cards[card] for card in match.engine.chance(match.states, 0)[0]]
    for card in ("5", "0", "2"):
        pack.remove(card)
    match.chance({"chance": "deck", "cards": ["5", "0", "2", *pack]})
    drawn = sketch(match, 0, ["A", "B", "C"], "en")
    assert drawn == [
        "  A  tokens 5  card 0  to move",
        "  B  tokens 5  card ?",
        "  C  tokens 5  card ?  dealer",
    ]
    match.move(0, "swap")
    assert "A offers you a swap." in sketch(match, 1, ["A", "B", "C"], "en")[-1]
