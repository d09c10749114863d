"""Golden transcripts: readable matches that a test replays line by line.

    python -m tools.golden              # rewrite tests/transcripts
    python -m tools.golden --check      # exit 1 where a file is not what would be written
    python -m tools.golden --scout dieci_family --seeds 200   # lengths and events by seed

A transcript holds everything that its match depends on: chance is written out in full, so it is
replayed without its seed. Each step shows who may move and how, an arrow before what happened,
then what was heard and by whom; scores follow where they have changed. Events share a line when
those who hear them hear nothing in between.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import wrap
from typing import Any

from mazziere.games import find
from mazziere.kernel.chances import Step
from mazziere.kernel.engine import members
from mazziere.kernel.events import SPECTATOR, Event
from mazziere.kernel.game import Game
from mazziere.kernel.match import Match, Stream, deal_stream, match_seed, play_stream
from mazziere.rules import seat_names, tell

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "transcripts"
WIDTH = 100
INDENT, HANGING = " " * 5, " " * 9
ARROW = " -> "
HARD_SPACE = "\xa0"
LIMIT = 2000  # steps of a transcript that will never be read to its end


@dataclass(frozen=True)
class Plan:
    """A match worth reading."""

    name: str
    about: str
    game: str
    players: int
    seed: int
    options: Mapping[str, Any]


PLANS = (
    Plan("yooloo_base", "two players: without a winner the points card leaves the game",
         "yooloo", 2, 1, {}),
    Plan("yooloo_base_showdown", "nobody wins the tenth round: showdown",
         "yooloo", 3, 1125, {}),
    Plan("yooloo_a", "from the hand, two games, games won count",
         "yooloo", 3, 3, {"variant": "a", "games": 2, "series": "wins"}),
    Plan("yooloo_b", "shuffled points cards, showdowns for the tenth card only",
         "yooloo", 4, 68, {"variant": "b", "showdown_prize": "last"}),
    Plan("one_to_ten_step", "a card in each turn, and the round is finished",
         "one_to_ten", 3, 17, {}),
    Plan("one_to_ten_one_go", "all ten in a single turn, the longest run counts",
         "one_to_ten", 2, 1, {"variant": "one_go", "one_go_score": "best_run", "end": "now"}),
    Plan("rookie_normal", "everyone alone, with robberies and a Rookie",
         "rookie", 3, 487, {"edition": "pocket"}),
    Plan("rookie_team", "two teams, manual captures, gaps refilled at once",
         "rookie", 4, 578, {"edition": "pocket", "mode": "team", "capture": "manual",
                          "refill": "tallest", "end_loot": "strict"}),
    Plan("rookie_kids", "the children's game",
         "rookie", 4, 60, {"edition": "pocket", "mode": "kids"}),
    Plan("uno_hand", "one hand, as it comes out of the box",
         "uno", 4, 703, {}),
    Plan("uno_winner", "to 100 points, with three effects on the customizable cards",
         "uno", 3, 313, {"scoring": "winner", "target": 100,
                       "custom": ["draw_until", "dump_wilds", "exactly_seven"]}),
    Plan("uno_bluff", "challenges, calls forgotten and caught, all hands shuffled",
         "uno", 3, 206, {"custom": ["extra_turn", "draw_three", "plain"], "guilty_skips": True,
                       "shuffle_last": "redeal"}),
    Plan("uno_h2o_winner", "the winner of a hand scores",
         "uno_h2o", 3, 1118, {"target": 100}),
    Plan("uno_h2o_lowest", "everybody scores their own cards, the lowest total wins",
         "uno_h2o", 2, 1015, {"scoring": "lowest", "target": 50}),
    Plan("uno_h2o_hand", "one hand: calls are taken as made, a wild +4 only without a match",
         "uno_h2o", 4, 125, {"scoring": "hand", "wd4": "strict", "wd4_actions": "ignore",
                           "uno_call": "auto"}),
    Plan("dieci", "four players, five tokens each",
         "dieci", 4, 767, {}),
    Plan("dieci_crowd", "eight players with a token each: cats, returns, nobody left",
         "dieci", 8, 469, {"tokens": 1}),
    Plan("dieci_family", "every option of the house away from the default",
         "dieci", 4, 741, {"deck": "3-5-3", "tokens": 3, "must_block": True, "blocker_acts": True,
                         "rabbit_strict": True, "rabbit_dealer": "deck", "deck_blocks": True,
                         "pay_to": "blocker", "out_now": True, "wipe_out": "shared"}),
)  # fmt: skip


# Writing


class Transcript:
    """A match that is written down for people while it is played."""

    def __init__(self, plan: Plan) -> None:
        self.game = find(plan.game)
        self.match = Match(self.game, plan.players, plan.options)
        self.names = seat_names(plan.players, "en")
        self.lines = list(self._head(plan))
        self._scores: list[int] = []

    def _head(self, plan: Plan) -> Iterator[str]:
        yield f"{self.game.title}: {plan.about}"
        yield ""
        yield f"game: {plan.game}"
        yield f"rules: {self.game.rules}"
        yield f"players: {plan.players}"
        chosen = [f"{name}={as_text(value)}" for name, value in self.match.options.items()]
        yield from folded("options: " + " ".join(chosen), "")
        yield f"seed: {plan.seed}"
        yield ""

    def take(self, step: Mapping[str, Any]) -> list[Event]:
        """Take a step as a record has it, and write it down with what it brings."""
        number = f"{self.match.steps:>3}. "
        if "chance" in step:
            self.lines += folded(f"chance {step['chance']}{ARROW}{chance_text(step)}", number)
            events = self.match.chance(step)
        else:
            for seat, moves in self.match.legal().items():
                taken = ARROW + unbroken(step["move"]) if seat == step["seat"] else ""
                self.lines += folded(f"seat {seat} may {moves_text(moves)}{taken}", number)
                number = INDENT
            events = self.match.move(step["seat"], step["move"])
        self.lines += self._heard(events)
        self._tell_scores()
        return events

    def _tell_scores(self) -> None:
        scores = self.match.scores()
        if scores != self._scores:
            self._scores = scores
            self.lines.append(f"{INDENT}scores: {' '.join(map(str, scores))}")
        if self.match.is_over:
            self.lines += ["", f"over, winners: {' '.join(map(str, self.match.winners()))}"]

    def _heard(self, events: Sequence[Event]) -> list[str]:
        """A line for what an audience hears in a row; what all hear takes several if it is long."""
        rows: list[tuple[int, str]] = []
        for event in events:
            audience = event.audience & self._present()
            words = tell(self.game, event, "en", self.names) or plain(self.game, event)
            at = _row_to_join(rows, audience)
            if at is not None and (audience != self._present() or fits(rows[at][1], words)):
                rows[at] = audience, f"{rows[at][1]} {words}"
            else:
                rows.append((audience, f"{self._audience(audience)}: {words}"))
        return [line for _, text in rows for line in folded(text, INDENT)]

    def _present(self) -> int:
        return (1 << self.match.players) - 1 | 1 << SPECTATOR

    def _audience(self, bits: int) -> str:
        """Name those who hear something; who only watches hears it unless seats are named."""
        missing = members(self._present() & ~bits)
        if not missing:
            return "all"
        if bits >> SPECTATOR & 1:
            return "all but seat " + " ".join(map(str, missing))
        return "seat " + " ".join(map(str, members(bits))) if bits else "nobody"


def fits(row: str, words: str) -> bool:
    return len(f"{INDENT}{row} {words}") <= WIDTH


def _row_to_join(rows: Sequence[tuple[int, str]], audience: int) -> int | None:
    """The last row of this audience, if nobody of it has heard anything since."""
    for at in range(len(rows) - 1, -1, -1):
        if rows[at][0] == audience:
            return at
        if rows[at][0] & audience:
            return None
    return None


def folded(text: str, first: str) -> list[str]:
    """Break a long line; what follows hangs deeper than any line begins."""
    lines = wrap(
        text.replace(ARROW, unbroken(ARROW, 1)),
        WIDTH,
        initial_indent=first,
        subsequent_indent=HANGING,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(HARD_SPACE, " ") for line in lines]


def unbroken(text: str, start: int = 0) -> str:
    """Keep a text, from a place on, on one line."""
    return text[:start] + text[start:].replace(" ", HARD_SPACE)


def as_text(value: Any) -> str:
    """Write an option's value as `--set` takes it."""
    if isinstance(value, list):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def plain(game: Game, event: Event) -> str:
    """An event that has no words yet."""
    return f"{game.events[event.kind].name}({event.seat}, {event.a}, {event.b})."


def moves_text(moves: Sequence[str]) -> str:
    """List moves, those of one verb together: `draw; play b3, wild r`."""
    verbs: dict[str, list[str]] = {}
    for move in moves:
        verb, _, rest = move.partition(" ")
        verbs.setdefault(verb, []).append(rest)
    return "; ".join(
        f"{verb} {', '.join(map(unbroken, rest))}".strip() for verb, rest in verbs.items()
    )


def chance_text(step: Mapping[str, Any]) -> str:
    """Write what chance decided; `chance_step` reads it."""
    if "cards" in step:
        return " ".join(step["cards"])
    groups = step.get("rows") or step.get("piles")
    if groups is not None:
        return " | ".join(" ".join(group) for group in groups)
    rounds = [
        " ".join(f"{seat}:{card}" for seat, card in drawn.items())
        for drawn in step.get("draws", [])
    ]
    return " | ".join([f"seat {step['seat']}", *rounds])


# Reading


def logical_lines(text: str) -> list[str]:
    """Put folded lines together again."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith(HANGING):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line)
    return lines


def read_plan(name: str, text: str) -> Plan:
    """Read the head of a transcript."""
    lines = logical_lines(text)
    fields = dict(line.split(": ", 1) for line in lines[2:7])
    game = find(fields["game"])
    kinds = {option.name: option for option in game.options}
    options = {}
    for setting in fields["options"].split():
        option, _, value = setting.partition("=")
        options[option] = kinds[option].from_text(value)
    about = lines[0].removeprefix(f"{game.title}: ")
    return Plan(name, about, game.id, int(fields["players"]), int(fields["seed"]), options)


_CHANCE = re.compile(rf" *\d+\. chance (\w+){ARROW}(.*)")
_MOVE = re.compile(rf"(?: *\d+\. | +)seat (\d+) may .*{ARROW}(.*)")


def read_steps(game: Game, text: str) -> Iterator[Step]:
    """Read the steps of a transcript, as a record has them."""
    shapes = {chance.name: chance.shape for chance in game.chances.values()}
    for line in logical_lines(text):
        if found := _CHANCE.fullmatch(line):
            yield chance_step(found[1], shapes[found[1]], found[2])
        elif found := _MOVE.fullmatch(line):
            yield {"seat": int(found[1]), "move": found[2]}


def chance_step(name: str, shape: str, text: str) -> Step:
    """Read what chance decided."""
    step: Step = {"chance": name}
    groups = text.split(" | ")
    if shape == "cards":
        step["cards"] = text.split()
    elif shape in ("rows", "piles"):
        step[shape] = [group.split() for group in groups]
    else:
        step["seat"] = int(groups[0].removeprefix("seat "))
        if shape == "draws":
            step["draws"] = [
                dict(drawn.split(":") for drawn in group.split()) for group in groups[1:]
            ]
    return step


def replayed(name: str, text: str) -> list[str]:
    """Write a transcript anew from its own steps, without its seed."""
    transcript = Transcript(read_plan(name, text))
    for step in read_steps(transcript.game, text):
        transcript.take(step)
    return transcript.lines


# Players: simple, but not simple-minded


Policy = Callable[[Match, Stream], tuple[int, str]]

WEIGHTS = {
    "play": 20, "draw": 1, "pass": 1, "challenge": 3, "accept": 2, "uno": 2, "catch": 3,
    "capture": 4, "hold": 1, "cover": 1, "flip": 2, "block": 5,
}  # fmt: skip


def eager(match: Match, rng: Stream) -> tuple[int, str]:
    """Mostly do what brings the match forward: a verb by weight, then any move with it."""
    groups: dict[tuple[int, str], list[str]] = {}
    for seat, moves in match.legal().items():
        for move in moves:
            groups.setdefault((seat, verb_of(move)), []).append(move)
    weights = {key: WEIGHTS.get(key[1], 2) for key in groups}
    seat, verb = [key for key, weight in weights.items() for _ in range(weight)][
        rng.below(sum(weights.values()))
    ]
    moves = groups[seat, verb]
    called = [move for move in moves if verb == "play" and move.endswith(" uno")]
    if called and rng.below(3) > 0:
        moves = called
    return seat, moves[rng.below(len(moves))]


def verb_of(move: str) -> str:
    return move.partition(" ")[0]


def searching(match: Match, rng: Stream) -> tuple[int, str]:
    """From 1 to 10: turn over the card that is wanted if it has been seen, else an unseen one."""
    seat, moves = next(iter(match.legal().items()))
    row = match.engine.view(match.states, 0, seat)["row"][0][seat].tolist()
    wanted = int(match.states["found"][0][seat])
    if wanted in row:
        return seat, f"turn {row.index(wanted) + 1}"
    unseen = [move for move in moves if row[int(move.split()[1]) - 1] < 0]
    return seat, unseen[rng.below(len(unseen))]


def remembering(match: Match, rng: Stream) -> tuple[int, str]:
    """Rookie: flip what is known to make a pair, and lay a kind on every pile before the next."""
    seat, moves = next(iter(match.legal().items()))
    verbs = {verb_of(move) for move in moves}
    if verbs <= {"place", "give"}:
        wanted = [move for move in moves if not shows(match, seat, move)]
        return seat, (wanted or moves)[rng.below(min(3, len(wanted or moves)))]
    if "flip" not in verbs or ("cover" in verbs and rng.below(4) == 0):
        return eager(match, rng)
    return seat, flip(match, seat, [move for move in moves if verb_of(move) == "flip"], rng)


def shows(match: Match, seat: int, move: str) -> bool:
    """Whether the pile that a card would be laid on shows its kind already."""
    verb, card, pile = move.split()
    owner = seat if verb == "place" else (seat + match.players // 2) % match.players
    top = int(match.states["top"][0][3 * owner + int(pile) - 1])
    return top == match.game.card_numbers[card]


def flip(match: Match, seat: int, moves: Sequence[str], rng: Stream) -> str:
    """Turn over the twin of a card that lies open or is known, or one that nobody has seen."""
    view = match.engine.view(match.states, 0, seat)
    height, table = view["height"][0].tolist(), view["table"][0].tolist()
    is_open = int(view["open"][0])
    tops = [table[pile][height[pile] - 1] if height[pile] else -1 for pile in range(9)]
    open_kinds = {tops[pile] for pile in members(is_open)}
    known = {move: tops[int(move.split()[1]) - 1] for move in moves}
    twins = [move for move, kind in known.items() if kind in open_kinds and kind >= 0]
    if not twins and not is_open:
        kinds = [kind for kind in known.values() if kind >= 0]
        twins = [move for move, kind in known.items() if kinds.count(kind) > 1]
    unseen = [move for move, kind in known.items() if kind < 0]
    choice = twins or unseen or list(moves)
    return choice[rng.below(len(choice))]


def cautious(match: Match, rng: Stream) -> tuple[int, str]:
    """Dieci: pass on a card below 3, mostly keep a higher one; block if possible."""
    seat, moves = next(iter(match.legal().items()))
    if "keep" not in moves or rng.below(6) == 0:
        return eager(match, rng)
    is_low = int(match.states["card"][0][seat]) >= match.game.card_numbers["2"]
    other = next(move for move in moves if move != "keep")
    return seat, other if is_low else "keep"


POLICIES: dict[str, Policy] = {
    "yooloo": eager,
    "one_to_ten": searching,
    "rookie": remembering,
    "uno": eager,
    "uno_h2o": eager,
    "dieci": cautious,
}


def played(plan: Plan) -> tuple[Transcript, set[str]]:
    """Play a match by its plan; return it with the kinds of events that it brought."""
    transcript = Transcript(plan)
    match = transcript.match
    seed = match_seed(plan.seed, 0)
    deal, play = deal_stream(seed), play_stream(seed)
    kinds: set[int] = set()
    while not match.is_over and match.steps < LIMIT:
        if match.due is not None:
            step = match.peek(deal.order)
        else:
            seat, move = POLICIES[plan.game](match, play)
            step = {"seat": seat, "move": move}
        kinds |= {event.kind for event in transcript.take(step)}
    return transcript, {match.game.events[kind].name for kind in kinds}


# The command


def path_of(plan: Plan) -> Path:
    return FOLDER / f"{plan.name}.txt"


def text_of(plan: Plan) -> str:
    """The whole transcript of a plan."""
    return "\n".join(played(plan)[0].lines) + "\n"


def rewrite() -> int:
    """Write every transcript, and remove those that no plan makes."""
    FOLDER.mkdir(exist_ok=True)
    for path in set(FOLDER.glob("*.txt")) - {path_of(plan) for plan in PLANS}:
        path.unlink()
    for plan in PLANS:
        text = text_of(plan)
        path_of(plan).write_text(text, encoding="utf-8")
        print(f"{path_of(plan).name}: {text.count(chr(10))} lines")
    return 0


def check() -> int:
    """Say which transcripts are not what would be written."""
    wrong = 0
    for plan in PLANS:
        path = path_of(plan)
        if not path.exists() or path.read_text(encoding="utf-8") != text_of(plan):
            print(f"{path.name} is out of date: make golden, and read the difference")
            wrong += 1
    return 1 if wrong else 0


def scout(name: str, seeds: int, lines: int) -> int:
    """Show what the seeds of a plan bring, richest first, to choose one."""
    plan = next(plan for plan in PLANS if plan.name == name)
    found = []
    for seed in range(seeds):
        transcript, kinds = played(replace(plan, seed=seed))
        if transcript.match.is_over and len(transcript.lines) <= lines:
            found.append((len(kinds), -len(transcript.lines), seed, kinds))
    every = {kind.name for kind in find(plan.game).events}
    for count, length, seed, kinds in sorted(found, key=lambda row: row[:3], reverse=True)[:12]:
        missing = " ".join(sorted(every - kinds))
        print(f"seed {seed}: {-length} lines, {count} kinds of events, without {missing}")
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools.golden", description="golden transcripts")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--scout", metavar="NAME", help="look for a telling seed of a plan")
    parser.add_argument("--seeds", type=int, default=50, help="how many to try")
    parser.add_argument("--lines", type=int, default=400, help="and how long they may be")
    arguments = parser.parse_args(argv)
    if arguments.scout:
        return scout(arguments.scout, arguments.seeds, arguments.lines)
    return check() if arguments.check else rewrite()


if __name__ == "__main__":
    sys.exit(main())
