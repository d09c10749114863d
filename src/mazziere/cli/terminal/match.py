"""The screen of a match: the table, the log, the moves and the keys."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.style import Style
from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import get_current_worker

from mazziere.bots.levels import read_spec
from mazziere.cli.say import error_text, on_one_line
from mazziere.cli.terminal import explain, saves
from mazziere.cli.terminal.bridge import (
    Bridge,
    MatchEnded,
    MatchFailed,
    MoveStands,
    NotKept,
    NotLegal,
    QuestionAsked,
    Told,
    ToldAgain,
)
from mazziere.cli.terminal.dialogs import (
    AdviceDialog,
    InputDialog,
    LeaveDialog,
    TextDialog,
    blocks_text,
    rules_text,
)
from mazziere.cli.terminal.moves import keys_of, ordered
from mazziere.cli.terminal.moves_list import Item, MovesList
from mazziere.cli.terminal.solo_match import AdvisedMove, Question, Seating, Sight
from mazziere.cli.terminal.table_widgets import LogWidget, PictureWidget
from mazziere.cli.terminal.words import bot_words, names_of, say
from mazziere.drawing.board import board_of
from mazziere.drawing.inks import AMBER, LIGHT, MUTED
from mazziere.drawing.narration import Narration
from mazziere.drawing.scene import Scene
from mazziere.kernel.events import Event
from mazziere.kernel.match import Refused
from mazziere.kernel.texts import listed, refusal_text, sections

if TYPE_CHECKING:
    from mazziere.cli.terminal.app import TableApp

SMALLEST = (60, 24)
NARROW = 80
"""Below this width the log is a strip under the table instead of a column beside it."""
LOG_LINES = 100
WAIT_KEY = "␣"
KEYS_TO_DROP = (("l", "log"), ("s", "save"), (":", "type"), ("r", "rules"), ("u", "back"))


class MatchScreen(Screen[bool]):
    """One match."""

    app: "TableApp"

    def __init__(
        self,
        lang: str,
        start: tuple[Seating, Sequence[Any]],
        *,
        name: str | None,
        pace: float,
        adviser: str,
    ) -> None:
        super().__init__()
        seating, script = start
        self.lang = lang
        self.seating = seating
        self.game = seating.game
        self.seat = seating.person
        self.names = names_of(seating.players, seating.person, lang, name)
        self.bridge = Bridge(self, seating, script, pace)
        self.question: Question | None = None
        self.sight: Sight | None = None
        self.refusal: Refused | None = None
        self.is_over = False
        self.record: dict[str, Any] | None = None
        self.goodbye = ""
        self._adviser = adviser
        self._goes_back = False
        self._told: list[str] = []
        self._narration = self._new_narration()
        self._message, self._style = say(lang, "app", "dealing"), LIGHT

    def _new_narration(self) -> Narration:
        return Narration(self.game, self.lang, self.names, self.seat)

    def words(self, name: str, /, **parts: object) -> str:
        """Return a phrase of the app."""
        return say(self.lang, "app", name, **parts)

    def compose(self) -> ComposeResult:
        yield Static(id="bar")
        with Horizontal(id="body"):
            with ScrollableContainer(id="middle", can_focus=False):
                yield PictureWidget()
            with Vertical(id="side"):
                yield Static(id="scores")
                yield LogWidget()
        yield Static(id="message")
        with VerticalScroll(id="choices", can_focus=False):
            yield MovesList()
        yield Static(id="keys")

    def on_mount(self) -> None:
        self._draw_keys()
        self._say(self._message)
        self.set_interval(1.0, self._draw_bar)  # bots may be compiled meanwhile
        self.bridge.begin()

    def on_unmount(self) -> None:
        self.bridge.leave()

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        self.set_class(width >= 110, "wide")
        self.set_class(height >= 34, "tall")
        self.set_class(width < NARROW, "narrow")
        self.set_class(width < SMALLEST[0] or height < SMALLEST[1] - 4, "tiny")
        self._draw_bar()
        self._draw_keys()
        self.query_one(MovesList).refresh(layout=True)

    # Messages of the match

    def on_told(self, message: Told) -> None:
        self._note(message.events)
        self._see(message.sight)
        self._say_whose_turn()

    def on_told_again(self, message: ToldAgain) -> None:
        self._told.clear()
        self._narration = self._new_narration()
        self.question = None
        for events_of_step in message.heard:
            self._note(events_of_step)
        self._see(message.sight)

    def on_question_asked(self, message: QuestionAsked) -> None:
        self.question = message.question
        moves = ordered(self.game, message.question.moves)
        scene = self._scene(message.sight)
        say_move = board_of(self.game).move_words
        items = [
            Item(key, say_move(scene, text), text)
            for key, text in zip(keys_of(self.game, moves), map(self.game.name, moves), strict=True)
        ]
        if self._may_wait(message.question):
            items.append(Item(WAIT_KEY, self.words("wait"), None))
        self.refusal = None
        self.query_one(MovesList).show(items)
        self._see(message.sight)
        self._say_whose_turn()
        if self._goes_back:
            self._goes_back = False
            self._say(self.words("taken_back"), f"bold {AMBER}")

    def _may_wait(self, question: Question) -> bool:
        """Tell whether waiting is offered; in a simultaneous game the others wait anyway."""
        return question.may_wait and not self.game.simultaneous

    def on_not_legal(self, message: NotLegal) -> None:
        self.refuse(message.refused)

    def on_move_stands(self, message: MoveStands) -> None:
        self._goes_back = False
        self._say(say(self.lang, "back", message.reason), AMBER)

    def on_match_ended(self, message: MatchEnded) -> None:
        self.is_over = True
        self.question = None
        self.query_one(MovesList).show([])
        self._see(message.sight)
        self._draw_keys()
        self.query_one("#bar").set_class(self.seat in message.sight.winners, "won")
        self._say(self._outcome(message.sight), f"bold {AMBER}")

    def on_not_kept(self, message: NotKept) -> None:
        error = on_one_line(message.error)
        self.app.notify(self.words("not_kept", why=error), severity="warning", timeout=10)

    def on_match_failed(self, message: MatchFailed) -> None:
        what = on_one_line(f"{type(message.error).__name__}: {message.error}")[:120]
        self.question = None
        self._say(self.words("bug", what=what), AMBER)

    def refuse(self, refused: Refused) -> None:
        """Show why a move is refused; `?` then shows the rule."""
        self.refusal = refused
        if refused.rule is None:
            self._say(self.words("no_move", text=on_one_line(refused.text[:40])), AMBER)
            return
        why = refusal_text(self.game, refused.code, self.lang)
        why = why or refused.code.replace("_", " ")
        self._say(self.words("refused", why=why, rule=refused.rule), AMBER)

    # Drawing

    def _note(self, told: Sequence[Event]) -> None:
        self._told += self._narration.lines(told)
        self.query_one(LogWidget).show(self._told[-LOG_LINES:])

    def _scene(
        self, sight: Sight, moves: Sequence[str] = (), chosen: str | None = None
    ) -> Scene[Any]:
        return sight.scene(self.seating, self.names, self.lang, moves, chosen)

    def _see(self, sight: Sight) -> None:
        self.sight = sight
        self._draw_table()
        self._draw_bar()
        self._draw_scores()

    def _draw_table(self) -> None:
        if self.sight is None:
            return
        pointed = self.query_one(MovesList).current if self.question else None
        moves = [self.game.name(action) for action in self.question.moves] if self.question else []
        chosen = pointed.move if pointed is not None else None
        self.query_one(PictureWidget).show(self._scene(self.sight, moves, chosen))

    def _draw_bar(self) -> None:
        width, height = self.app.size
        if width < SMALLEST[0] or height < SMALLEST[1]:
            small = self.words("small", w=width, h=height)
            self.query_one("#bar", Static).update(Text(small, no_wrap=True))
            return
        bots = list(dict.fromkeys(bot for bot in self.seating.bots if bot))
        left = f"{self.game.title}  ·  {self.words('players', n=self.seating.players)}"
        text = Text(left, style="bold", no_wrap=True)
        levels = ", ".join(bot_words(bot, self.lang) for bot in bots)
        text.append(f"  ·  {levels}", MUTED)
        table = self.bridge.table
        share = table.preparing() if table is not None else None
        if share is not None:
            text.append(f"  ·  {self.words('preparing', share=f'{share:.0%}')}", AMBER)
        self.query_one("#bar", Static).update(text)

    def _draw_scores(self) -> None:
        if self.sight is None:
            return
        text = Text(f"{self.words('scores')}\n", style=f"bold {AMBER}", no_wrap=True)
        for seat, score in enumerate(self.sight.picture.scores):
            up, won = seat in self.sight.actors, seat in self.sight.winners
            sign = "▶ " if up else "♛ " if won else "  "
            shown = "?" if score < 0 and self.game.hides_scores else str(score)
            text.append(f"{sign}{self.names[seat]:<14}", AMBER if up or won else LIGHT)
            text.append(f"{shown:>5}\n", LIGHT)
        self.query_one("#scores", Static).update(text)

    def _draw_keys(self) -> None:
        keys = [
            ("?", "explain"), ("h", "advice"), ("u", "back"), ("s", "save"), ("r", "rules"),
            (":", "type"), ("l", "log"), ("q", "leave"),
        ]  # fmt: skip
        if self.is_over:
            keys = [("n", "new"), ("s", "save"), ("l", "log"), ("r", "rules"), ("q", "leave")]
        self._drop_keys(keys)
        text = Text(no_wrap=True)
        for key, name in keys:
            meta = Style(meta={"do": key})
            text.append(f"{key} ", Style.parse(f"bold {AMBER}") + meta)
            text.append(say(self.lang, "keys", name), Style.parse(MUTED) + meta)
            text.append("  ")
        self.query_one("#keys", Static).update(text)

    def _drop_keys(self, keys: list[tuple[str, str]]) -> None:
        """Hide the less important keys until the line fits; hidden keys still work."""
        room = self.app.size.width - 2
        for extra in KEYS_TO_DROP:
            if sum(len(say(self.lang, "keys", name)) + 4 for _, name in keys) - 2 <= room:
                return
            if extra in keys:
                keys.remove(extra)

    def _say(self, text: str, style: str = LIGHT) -> None:
        self._message, self._style = text, style
        shown = Text(text, style=style, no_wrap=True, overflow="ellipsis")
        pointed = self.query_one(MovesList).current if self.question else None
        if pointed is not None and pointed.move and self.app.size.width < 100:
            shown.append(f"   {pointed.move}", MUTED)
        self.query_one("#message", Static).update(shown)

    def _say_whose_turn(self) -> None:
        if self.question is not None:
            name = "your_answer" if self._may_wait(self.question) else "your_turn"
            self._say(self.words(name), f"bold {AMBER}")
            return
        actors = self.sight.actors if self.sight else []
        others = [self.names[seat] for seat in actors if seat != self.seat]
        if others:
            name = "thinks" if len(others) == 1 else "think"
            self._say(self.words(name, name=listed(others, self.lang)))

    def _outcome(self, sight: Sight) -> str:
        winners = [self.names[seat] for seat in sight.winners]
        if sight.winners == [self.seat]:
            said = self.words("won")
        elif self.seat in sight.winners:
            others = [self.names[seat] for seat in sight.winners if seat != self.seat]
            said = self.words("won_shared", names=listed(others, self.lang))
        else:
            name = "lost" if len(winners) == 1 else "lost_to_several"
            said = self.words(name, names=listed(winners, self.lang))
        return f"{self.words('over')} {said}"

    # Input

    def on_moves_list_pointed(self) -> None:
        self._draw_table()
        if self.question is not None:
            self._say(self._message, self._style)  # with the notation of the move under the pointer

    def on_moves_list_chosen(self, message: MovesList.Chosen) -> None:
        self.choose(message.item.move)

    def on_picture_widget_touched(self, message: PictureWidget.Touched) -> None:
        """Play the clicked card if it has only one move; else point at its first move."""
        moves = self.query_one(MovesList)
        texts = [item.move for item in moves.items]
        if message.move in texts:
            number = texts.index(message.move)
            alike = [text for text in texts if text and _card_of(text) == _card_of(message.move)]
            moves.point_at(number)
            if len(alike) == 1:
                self.choose(message.move)

    def choose(self, move: str | None) -> None:
        """Make a move, or wait."""
        if self.question is None:
            self._say(self.words("not_your_turn"))
            return
        self.question = None
        self.refusal = None
        self.query_one(MovesList).show([])
        self.bridge.play(self.game.parse(move) if move is not None else None)

    def on_click(self, event: events.Click) -> None:
        key = event.style.meta.get("do")
        if key is not None:
            self._command(key)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if self.app.screen is not self:  # keys that were typed before the last one opened a dialog
            return
        moves = self.query_one(MovesList)
        steps = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
        if event.key in steps:
            moves.point(*steps[event.key])
        elif event.key == "enter":
            moves.choose()
        elif event.key == "space":
            moves.key(WAIT_KEY)
        elif event.key == "pageup":
            self._show_log()
        elif event.character and not self._command(event.character):
            moves.key(event.character)

    def _command(self, key: str) -> bool:
        """Run the command of a key; tell whether it has one."""
        commands = {
            "?": self._explain,
            "h": self._ask_adviser,
            "u": self._take_back,
            "s": self._save,
            "r": self._show_rules,
            ":": self._type,
            "/": self._type,
            "l": self._show_log,
            "q": self._leave,
        }
        if self.is_over:
            commands |= {"n": lambda: self._close(True), "q": lambda: self._close(False)}
            commands["u"] = lambda: self._say(say(self.lang, "back", "nothing"), AMBER)
        if key not in commands:
            return False
        commands[key]()
        return True

    def _take_back(self) -> None:
        self._goes_back = True
        self.bridge.take_back()

    # Explaining

    def _explain(self) -> None:
        """Explain the last refusal, or the move under the pointer."""
        pointed = self.query_one(MovesList).current if self.question else None
        if self.refusal is not None and self.refusal.rule is not None:
            self._show_blocks([self.refusal.rule], self.refusal.text)
        elif pointed is not None and pointed.move is not None:
            self._show_blocks(self._rules_of(pointed.move), pointed.words)
        else:
            self._show_rules()

    def _rules_of(self, move: str) -> tuple[str, ...]:
        scene = self._scene(self.sight) if self.sight is not None else None
        return explain.rules_of_move(self.game, move, scene)

    def _show_blocks(self, ids: Sequence[str], what: str) -> None:
        blocks = explain.blocks_of(self.game, ids, self.lang)
        text = blocks_text(blocks) if blocks else Text(self.words("no_rule"))
        self.app.push_screen(TextDialog(self.lang, self.words("explains", what=what), text))

    def _show_rules(self) -> None:
        title = self.words("rules_of", title=self.game.title)
        text = rules_text(sections(self.game, self.lang))
        self.app.push_screen(TextDialog(self.lang, title, text))

    def _show_log(self) -> None:
        text = Text("\n".join(self._told))
        self.app.push_screen(TextDialog(self.lang, self.words("log"), text))

    # Typing

    def _type(self) -> None:
        def typed(text: str | None) -> None:
            if text is None:
                return
            if text.startswith("?"):
                self._explain_text(" ".join(text[1:].split()))
            elif self.is_over and self.bridge.table is not None:
                refused = self.bridge.table.refusal(text)
                if refused is not None:
                    self.refuse(refused)
            else:
                self.bridge.try_move(" ".join(text.split()))

        self.app.push_screen(InputDialog(self.lang, self.words("type_move")), typed)

    def _explain_text(self, what: str) -> None:
        blocks = explain.found(self.game, what, self.lang)
        if blocks is not None:
            title = self.words("explains", what=self._title_of(what))
            self.app.push_screen(TextDialog(self.lang, title, blocks_text(blocks)))
        elif self.game.parse(what) is not None:
            self._show_blocks(self._rules_of(what), what)
        else:
            self._say(self.words("no_move", text=on_one_line(what[:40])), AMBER)

    def _title_of(self, what: str) -> str:
        if what not in self.game.cards or self.sight is None:
            return what
        return board_of(self.game).card_words(self._scene(self.sight), what)

    # Advice

    def _ask_adviser(self) -> None:
        if self.question is None or self.bridge.table is None:
            self._say(self.words("advice_not_now"))
            return
        dialog = AdviceDialog(self.lang, self.words("advice"))
        self.app.push_screen(dialog)
        self._advise(self.question, dialog)

    @work(thread=True, exclusive=True, group="advice")
    def _advise(self, question: Question, dialog: AdviceDialog) -> None:
        table = self.bridge.table
        assert table is not None
        worker = get_current_worker()

        def is_wanted() -> bool:
            return not worker.is_cancelled and dialog.is_attached and self.question is question

        def report(share: float) -> None:
            self.app.call_from_thread(dialog.show_progress, share)

        advice = table.advise(question, read_spec(self._adviser), is_wanted, report)
        if advice is not None and is_wanted():
            self.app.call_from_thread(self._show_advice, dialog, question, advice)

    def _show_advice(self, dialog: AdviceDialog, question: Question, advice: AdvisedMove) -> None:
        if not dialog.is_attached or self.sight is None:
            return
        scene = self._scene(self.sight)

        def told(action: int) -> str:
            return board_of(self.game).move_words(scene, self.game.name(action))

        if len(question.moves) == 1 and not question.may_wait:
            best = self.words("advice_one")
        elif advice.action is None:
            best = self.words("advice_wait")
        else:
            best = self.words("advice_best", move=told(advice.action))
        rows = [
            (told(each.action), each.share, each.value if each.visits else None)
            for each in advice.shares
        ]
        note = ""
        if advice.stands_in:
            note = self.words("advice_stands_in")
        elif not rows and len(question.moves) > 1:
            note = self.words("advice_by_thumb")
        dialog.show(best, rows, note)

    # Saving and leaving

    def _save(self) -> None:
        table = self.bridge.table
        if table is None:
            return
        record = table.record()

        def named(name: str | None) -> None:
            if name is not None:
                self._say(self._saved(record, name), AMBER)

        name = f"{self.game.id}-{record['seed'][:6]}.json"
        self.app.push_screen(InputDialog(self.lang, self.words("save_as"), name), named)

    def _saved(self, record: dict[str, Any], name: str) -> str:
        shown = on_one_line(name)
        try:
            saves.save(record, name)
        except FileExistsError:
            return self.words("exists", path=shown)
        except (OSError, ValueError, RuntimeError) as error:
            return self.words("not_saved", path=shown, why=error_text(error))
        return self.words("saved", path=shown)

    def _leave(self) -> None:
        def answered(leaves: bool | None) -> None:
            if leaves:
                self._close(False)

        self.app.push_screen(LeaveDialog(self.lang), answered)

    def _close(self, again: bool) -> None:
        self.bridge.leave()
        table = self.bridge.table
        if table is not None:
            self.record = table.record()
            if "result" not in self.record:
                self.goodbye = self._farewell(self.record)
            elif self.sight is not None:
                self.goodbye = self._outcome(self.sight)
        self.dismiss(again)

    def _farewell(self, record: dict[str, Any]) -> str:
        """Keep an unfinished match; say how to continue it, or why it is not kept."""
        error = saves.keep(record)
        if error is not None:
            return self.words("not_kept", why=on_one_line(error))
        return self.words("kept", path=saves.kept_path(record["game"], record["seed"]))


def _card_of(move: str) -> str:
    """Return the part of a move that names its card."""
    return " ".join(move.split()[:2])
