"""`mazziere play GAME`: a match in the terminal, in plain lines."""

import sys
from argparse import Namespace
from pathlib import Path

from mazziere.cli.arguments import GAMES
from mazziere.cli.replay import end_lines
from mazziere.cli.rules import in_plain_text
from mazziere.cli.say import Stop, language, on_one_line, print_json
from mazziere.cli.sketch import sketch
from mazziere.cli.tables import bots_of, setup_of
from mazziere.kernel.engine import TooLong
from mazziere.kernel.events import Event
from mazziere.kernel.match import Match, Refused, deal_stream, match_seed, play_stream
from mazziere.kernel.record import Recorder, write
from mazziere.lab.sim import Setup
from mazziere.rules import paragraphs, refusal_text, seat_names, tell

ME = 0
"""The seat of the person; who begins is for chance to say."""

PHRASES = {
    "en": {
        "which": "Which game?",
        "number": "A number or a name, please.",
        "hello": "{title}: you are {me}; opponents at random: {others}; seed {seed}.",
        "keys": "Answer with a number or a move. ? explains, q leaves.",
        "you": "you",
        "moves": "Your moves:",
        "wait": "Enter: let the others go on",
        "legal": "{move}: you may play that now.",
        "no_move": "There is no such move in this game: {text}",
        "no_rule": "There is no rule or move {text}.",
        "refused": "Not now: {why} [{rule}]  (? shows the rule)",
        "help": "? after a refusal: its rule. ? MOVE: why not. ? ID: that rule. q: leave.",
        "save": "Save the record as (Enter: do not save):",
        "saved": "Saved: {path}",
        "exists": "{path} exists already.",
        "not_saved": "{path} cannot be written: {why}",
        "bye": "Goodbye.",
    },
    "it": {
        "which": "Quale gioco?",
        "number": "Un numero o un nome, per favore.",
        "hello": "{title}: tu sei {me}; avversari a caso: {others}; seme {seed}.",
        "keys": "Rispondi con un numero o una mossa. ? spiega, q esce.",
        "you": "tu",
        "moves": "Le tue mosse:",
        "wait": "Invio: lascia fare agli altri",
        "legal": "{move}: puoi giocarla adesso.",
        "no_move": "In questo gioco non c'è la mossa {text}.",
        "no_rule": "Non c'è una regola o una mossa {text}.",
        "refused": "Adesso no: {why} [{rule}]  (? mostra la regola)",
        "help": "? dopo un rifiuto: la regola. ? MOSSA: perché no. ? ID: quella regola. q: esci.",
        "save": "Salva la registrazione come (Invio: non salvare):",
        "saved": "Salvata: {path}",
        "exists": "{path} esiste già.",
        "not_saved": "{path} non si può scrivere: {why}",
        "bye": "Ciao.",
    },
}


class Left(Exception):
    """The person has left the table, or there is nobody to answer."""


def run(arguments: Namespace) -> int:
    """Play a match; with --json the talk goes to standard error and the record is printed."""
    lang = language(arguments.lang)
    talk = Talk(lang, to_stderr=arguments.json)
    try:
        setup = setup_of(arguments, arguments.game or _which(talk))
    except Left:
        return 0
    bots_of(arguments.bots, setup.players - 1)  # only the random one exists
    table = Table(setup, talk)
    try:
        table.play()
    except Left:
        pass
    except TooLong as error:
        raise Stop(f"{setup.game.id}: {error}") from None
    if arguments.json:
        print_json(table.recorder.record())
    return 0


class Talk:
    """Lines to a person, and the answers."""

    def __init__(self, lang: str, to_stderr: bool) -> None:
        self.lang = lang
        self._out = sys.stderr if to_stderr else sys.stdout

    def say(self, line: str) -> None:
        """Print a line."""
        print(line, file=self._out)

    def phrase(self, name: str, **parts: object) -> None:
        """Print a phrase in the person's language."""
        self.say(PHRASES[self.lang][name].format(**parts))

    def ask(self) -> str:
        """Return the answer; Left at the end of the input."""
        print("> ", end="", file=self._out, flush=True)
        line = sys.stdin.readline()
        if not line:
            self.say("")
            self.phrase("bye")
            raise Left
        return " ".join(line.split())


def _which(talk: Talk) -> str:
    if not sys.stdin.isatty():
        raise Stop(f"play: which game? one of {', '.join(GAMES)}", 2)
    talk.phrase("which")
    for number, name in enumerate(GAMES, 1):
        talk.say(f"  {number}  {name}")
    while True:
        answer = talk.ask()
        if answer in GAMES:
            return answer
        if answer == "q":
            raise Left
        chosen = _choice(answer, GAMES)
        if chosen is not None:
            return chosen
        talk.phrase("number")


def _choice(answer: str, listed: tuple[str, ...] | list[str]) -> str | None:
    """The thing with the number that was answered, from 1."""
    if answer.isascii() and answer.isdigit() and 1 <= len(answer) <= 4:
        number = int(answer)
        if 1 <= number <= len(listed):
            return listed[number - 1]
    return None


class Table:
    """One person and the bots."""

    def __init__(self, setup: Setup, talk: Talk) -> None:
        seed = match_seed(setup.seed, 0)
        self.talk = talk
        self.seed = setup.seed
        self.match = Match(setup.game, setup.players, setup.options)
        self.recorder = Recorder(self.match, seed)
        self._deal = deal_stream(seed)
        self._bots = play_stream(seed)
        self._refusal: Refused | None = None
        self.names = seat_names(setup.players, talk.lang)
        self.names[ME] += f" ({PHRASES[talk.lang]['you']})"

    def play(self) -> None:
        """Go on until the match is over or the person leaves."""
        others = self.match.players - 1
        title = self.match.game.title
        self.talk.phrase(
            "hello",
            title=title,
            me=seat_names(1, self.talk.lang)[ME],
            others=others,
            seed=self.seed,
        )
        self.talk.phrase("keys")
        while not self.match.is_over:
            if self.match.due is not None:
                self._hear(self.recorder.deal(self._deal.order))
                continue
            seats = self.match.actors()
            move = self._ask(len(seats) > 1) if ME in seats else None
            if move is not None:
                self._hear(self.recorder.move(ME, move))
            else:
                self._bot([seat for seat in seats if seat != ME])
        for line in end_lines(self.match, self.talk.lang, self.names):
            self.talk.say(line)
        self._save()

    def _hear(self, events: list[Event]) -> None:
        """Tell the events that are for the person's ears."""
        for event in events:
            if event.audience >> ME & 1:
                game = self.match.game
                told = tell(game, event, self.talk.lang, self.names)
                self.talk.say(f"· {told if told is not None else game.events[event.kind].name}")

    def _bot(self, seats: list[int]) -> None:
        seat = seats[self._bots.below(len(seats))]
        moves = self.match.legal()[seat]
        self._hear(self.recorder.move(seat, moves[self._bots.below(len(moves))]))

    def _ask(self, may_wait: bool) -> str | None:
        """Return the person's move, or None to let the others go on."""
        moves = self.match.legal()[ME]
        self._show(moves, may_wait)
        while True:
            answer = self.talk.ask()
            if answer == "" and may_wait:
                return None
            if answer == "q":
                self._save()
                self.talk.phrase("bye")
                raise Left
            if answer.startswith("?"):
                self._explain(answer[1:].strip())
            elif answer != "":
                move = _choice(answer, moves) or answer
                if self._is_legal(move):
                    return move

    def _show(self, moves: list[str], may_wait: bool) -> None:
        self.talk.say("")
        game = self.match.game
        for line in sketch(game, self.match.glance(ME), ME, self.names, self.talk.lang):
            self.talk.say(line)
        self.talk.phrase("moves")
        for number, move in enumerate(moves, 1):
            self.talk.say(f"  {number:>2}  {move}")
        if may_wait:
            self.talk.say(f"      ({PHRASES[self.talk.lang]['wait']})")

    def _is_legal(self, move: str) -> bool:
        """Tell whether a move is legal, and if not say why not."""
        try:
            self.match.action(ME, move)
        except Refused as refused:
            self._refusal = refused
            if refused.rule is None:
                self.talk.phrase("no_move", text=on_one_line(move[:40]))
            else:
                words = refusal_text(self.match.game.id, refused.code, self.talk.lang)
                why = words or refused.code.replace("_", " ")
                self.talk.phrase("refused", why=why, rule=refused.rule)
            return False
        return True

    def _explain(self, what: str) -> None:
        """Show the rule of the last refusal, of an id, or the one against a move."""
        rules = self._rules()
        if what.upper() in {name.upper() for name in rules}:
            self._show_rule(next(name for name in rules if name.upper() == what.upper()))
        elif what and self.match.game.parse(what) is not None:
            if self._is_legal(what):
                self.talk.phrase("legal", move=what)
            elif self._refusal is not None:
                self._show_rule(self._refusal.rule)
        elif what:
            self.talk.phrase("no_rule", text=on_one_line(what[:40]))
        elif self._refusal is not None and self._refusal.rule is not None:
            self._show_rule(self._refusal.rule)
        else:
            self.talk.phrase("help")

    def _rules(self) -> list[str]:
        try:
            return list(paragraphs(self.match.game.id, self.talk.lang))
        except FileNotFoundError:
            return []

    def _show_rule(self, rule: str | None) -> None:
        if rule in self._rules():
            block = paragraphs(self.match.game.id, self.talk.lang)[rule]
            self.talk.say(in_plain_text(block))

    def _save(self) -> None:
        """Offer to save the record."""
        while True:
            self.talk.phrase("save")
            answer = self.talk.ask()
            if not answer or answer == "q":
                return
            path = Path(answer)
            try:
                with path.open("x", encoding="utf-8") as file:
                    file.write(write(self.recorder.record()))
            except FileExistsError:
                self.talk.phrase("exists", path=on_one_line(answer))
            except (OSError, ValueError) as error:
                why = getattr(error, "strerror", None) or error
                self.talk.phrase("not_saved", path=on_one_line(answer), why=why)
            else:
                self.talk.phrase("saved", path=on_one_line(answer))
                return
