"""A match in plain lines, for pipes, screen readers and any terminal."""

import sys
from argparse import ArgumentTypeError
from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import fill

from mazziere.bots.levels import read_spec
from mazziere.cli.progress import share_of
from mazziere.cli.replay import end_lines
from mazziere.cli.rules import in_plain_text
from mazziere.cli.say import error_text, on_one_line
from mazziere.cli.terminal import explain, saves
from mazziere.cli.terminal.moves import ordered
from mazziere.cli.terminal.solo_match import (
    ADVISER,
    PersonLeft,
    Question,
    Seating,
    SoloMatch,
    TakenBack,
)
from mazziere.cli.terminal.words import bot_words, catalogue, names_of, say
from mazziere.cli.values import game_id
from mazziere.drawing.board import board_of
from mazziere.drawing.narration import Narration
from mazziere.kernel.engine import wanted_mode
from mazziere.kernel.events import Event
from mazziere.kernel.game import Game
from mazziere.kernel.match import Refused
from mazziere.kernel.ready import is_ready
from mazziere.kernel.texts import Block, listed, paragraphs, refusal_text, sections

BAR = 24


class PlainDialogue:
    """Prints lines and reads the answers."""

    def __init__(self, lang: str, to_stderr: bool) -> None:
        self.lang = lang
        self._out = sys.stderr if to_stderr else sys.stdout

    def say(self, line: str) -> None:
        """Print a line; in a terminal wrap it between words."""
        if self._out.isatty():
            width = get_terminal_size().columns
            line = "\n".join(wrapped(row, width) for row in line.split("\n"))
        print(line, file=self._out)

    def phrase(self, name: str, **parts: object) -> None:
        """Print a phrase in the person's language."""
        self.say(say(self.lang, "plain", name, **parts))

    def ask(self) -> str:
        """Return the answer; PersonLeft at the end of the input."""
        print("> ", end="", file=self._out, flush=True)
        line = sys.stdin.readline()
        if not line:
            self.say("")
            self.phrase("bye")
            raise PersonLeft
        return " ".join(line.split())


def wrapped(line: str, width: int) -> str:
    """Wrap a line that is too long, with its own indent and two columns more."""
    if len(line) <= width:
        return line
    indent = line[: len(line) - len(line.lstrip())] + "  "
    return fill(
        line, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )


def chosen(answer: str, items: Sequence[str]) -> str | None:
    """Return the item whose number, from 1, was answered; None if there is none."""
    if answer.isascii() and answer.isdigit() and 1 <= len(answer) <= 4:
        number = int(answer)
        if 1 <= number <= len(items):
            return items[number - 1]
    return None


def which(talk: PlainDialogue, games: Sequence[str]) -> str:
    """Ask for a game; PersonLeft if the answer is q."""
    talk.phrase("which")
    for number, name in enumerate(games, 1):
        talk.say(f"  {number}  {name}")
    while True:
        answer = talk.ask()
        if answer == "q":
            raise PersonLeft
        found = chosen(answer, games)
        if found is not None:
            return found
        try:
            return game_id(answer)
        except ArgumentTypeError:
            talk.phrase("number")


class PlainInterface:
    """The interface of a match in plain lines."""

    def __init__(self, talk: PlainDialogue, seating: Seating, name: str | None) -> None:
        self.talk = talk
        self.game: Game = seating.game
        self.seat = seating.person
        self.names = names_of(seating.players, seating.person, talk.lang, name)
        self.seating = seating
        self.table: SoloMatch | None = None
        self._refusal: Refused | None = None
        self._narration = self._new_narration()

    def _new_narration(self) -> Narration:
        return Narration(self.game, self.talk.lang, self.names, self.seat)

    def greet(self, seating: Seating, seed: int | None) -> None:
        """Print the names of the players."""
        others = [
            f"{self.names[seat]} ({bot_words(bot, self.talk.lang)})"
            for seat, bot in enumerate(seating.bots)
            if seat != self.seat
        ]
        phrase = "again" if seed is None else "hello"
        parts = {"title": self.game.title, "me": self.names[self.seat]}
        self.talk.phrase(phrase, others=listed(others, self.talk.lang), **parts)
        if seed is not None:
            self.talk.phrase("seed", seed=seed)
        self.talk.phrase("keys")

    # Called by the match

    def hear(self, events: Sequence[Event]) -> None:
        """Print the events of one step."""
        for line in self._narration.lines(events):
            self.talk.say(f"· {line}")

    def hear_again(self, heard: Sequence[Sequence[Event]]) -> None:
        """Print the last step again."""
        self._narration = self._new_narration()
        for events in heard[:-1]:
            self._narration.lines(events)
        for events in heard[-1:]:
            self.hear(events)

    def linger(self, seat: int, spent: float) -> None:
        """Do not wait: the lines stay on the screen."""

    def choose(self, question: Question) -> int | None:
        """Return the person's move, or None to let the others go on."""
        moves = [self.game.name(action) for action in ordered(self.game, question.moves)]
        self._show(moves, question.may_wait)
        while True:
            answer = self.talk.ask()
            if answer == "" and question.may_wait:
                return None
            if self._is_command(answer, question):
                continue
            if answer != "":
                move = chosen(answer, moves) or answer
                if self._is_legal(move):
                    return self.game.parse(move)

    # Answers

    def _is_command(self, answer: str, question: Question) -> bool:
        """Run a command that is not a move; tell whether it was one."""
        if answer == "q":
            self.offer_to_save()
            self.talk.phrase("bye")
            raise PersonLeft
        if answer.startswith("?"):
            self._explain(answer[1:].strip())
        elif answer == "h":
            self._advise(question)
        elif answer == "u":
            self._take_back()
        elif answer == "s":
            self.offer_to_save()
        elif answer == "r":
            self._show_rules()
        else:
            return False
        return True

    def _show(self, moves: list[str], may_wait: bool) -> None:
        assert self.table is not None
        board, sight = board_of(self.game), self.table.sight()
        names = list(self.names)
        names[self.seat] += f" ({catalogue(self.talk.lang)['you']})"
        self.talk.say("")
        for line in board.sketch(sight.scene(self.seating, names, self.talk.lang)):
            self.talk.say(line)
        self.talk.phrase("moves")
        scene = sight.scene(self.seating, self.names, self.talk.lang)
        told = [board.move_words(scene, move) for move in moves]
        width = max(map(len, moves))
        for number, (move, words) in enumerate(zip(moves, told, strict=True), 1):
            self.talk.say(f"  {number:>2}  {move:<{width}}  {words}")
        if may_wait:
            self.talk.say(f"      ({say(self.talk.lang, 'plain', 'wait')})")

    def _is_legal(self, move: str) -> bool:
        """Tell whether a move is legal; print the reason if it is not."""
        assert self.table is not None
        refused = self.table.refusal(move)
        if refused is None:
            return True
        self._refusal = refused
        if refused.rule is None:
            self.talk.phrase("no_move", text=on_one_line(move[:40]))
        else:
            words = refusal_text(self.game, refused.code, self.talk.lang)
            why = words or refused.code.replace("_", " ")
            self.talk.phrase("refused", why=why, rule=refused.rule)
        return False

    def _explain(self, what: str) -> None:
        """Show the rule of the last refusal, of an id or a card, or the one against a move."""
        blocks = explain.found(self.game, what, self.talk.lang) if what else None
        if blocks is not None:
            self._show_blocks(blocks)
        elif what and self.game.parse(what) is not None:
            if self._is_legal(what):
                self.talk.phrase("legal", move=what)
                rules = explain.rules_of_move(self.game, what)
                self._show_blocks(explain.blocks_of(self.game, rules, self.talk.lang))
            else:
                self._show_refusal()
        elif what:
            self.talk.phrase("no_rule", text=on_one_line(what[:40]))
        elif self._refusal is not None and self._refusal.rule is not None:
            self._show_refusal()
        else:
            self.talk.phrase("help")

    def _show_refusal(self) -> None:
        rule = self._refusal.rule if self._refusal is not None else None
        if rule is not None and rule in paragraphs(self.game, self.talk.lang):
            self._show_blocks(explain.blocks_of(self.game, [rule], self.talk.lang))

    def _show_blocks(self, blocks: Sequence[Block]) -> None:
        for block in blocks:
            self.talk.say(in_plain_text(block))

    def _show_rules(self) -> None:
        for section in sections(self.game, self.talk.lang):
            self.talk.say(f"\n{section.title}\n")
            self._show_blocks(section.blocks)

    def _advise(self, question: Question) -> None:
        assert self.table is not None
        spec = read_spec(ADVISER)
        if wanted_mode() == "compiled" and not is_ready(self.game):
            self.talk.phrase("advice_first")
            with share_of(self.game.title) as report:
                advice = self.table.advise(question, spec, report=report)
        else:
            advice = self.table.advise(question, spec)
        assert advice is not None
        scene = self.table.sight().scene(self.seating, self.names, self.talk.lang)
        if len(question.moves) == 1 and not question.may_wait:
            self.talk.phrase("advice_one")
        elif advice.action is None:
            self.talk.phrase("advice_wait")
        else:
            move = board_of(self.game).move_words(scene, self.game.name(advice.action))
            self.talk.phrase("advice", move=move)
        if advice.stands_in:
            self.talk.phrase("advice_stands_in")
        elif not advice.shares and len(question.moves) > 1:
            self.talk.phrase("advice_by_thumb")
        for share in advice.shares:
            text = self.game.name(share.action)
            bar = "#" * round(BAR * share.share)
            value = f"{share.value * 100:.0f}" if share.visits else "–"
            self.talk.say(f"  {text:<16} {bar:<{BAR}} {share.share:>4.0%}  {value:>3}")

    def _take_back(self) -> None:
        assert self.table is not None
        reason = self.table.why_not_back()
        if reason is None:
            self.talk.phrase("taken_back")
            raise TakenBack
        self.talk.say(say(self.talk.lang, "back", reason))

    # The end

    def finish(self) -> None:
        """Print the result, and offer to save the match."""
        assert self.table is not None
        for line in end_lines(self.table.match, self.talk.lang, self.names):
            self.talk.say(line)
        self.offer_to_save()

    def offer_to_save(self) -> None:
        """Offer to save the record."""
        assert self.table is not None
        while True:
            self.talk.phrase("save")
            answer = self.talk.ask()
            if not answer or answer == "q":
                return
            shown = on_one_line(answer)
            try:
                saves.save(self.table.record(), answer)
            except FileExistsError:
                self.talk.phrase("exists", path=shown)
            except (OSError, ValueError, RuntimeError) as error:
                self.talk.phrase("not_saved", path=shown, why=error_text(error))
            else:
                self.talk.phrase("saved", path=shown)
                return
