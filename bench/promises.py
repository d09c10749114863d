"""The speed figures that the project promises: contestants, and rows of the report."""

import shutil
from collections.abc import Callable
from pathlib import Path
from statistics import median

from bench import limit, machine, ours, peers, starts
from bench.report import Row, against, at_least, at_most, missing, plain, quotient, rate
from bench.sampling import Contestant, NotMeasured, Sample, Samples
from mazziere.games import find, shelf
from mazziere.kernel.cache import source_hash
from mazziere.kernel.engine import Engine
from mazziere.kernel.rng import seed_words
from mazziere.lab import bench as lab

LONG = (("uno", 2), ("uno", 10), ("uno_h2o", 2), ("rookie", 2), ("dieci", 10))
LATE = {  # games whose late steps do more work than early ones: no target
    "rookie": "the table is another one then",
    "dieci": "few are left then, and deal more often",
}
CLASSIC = "connect_four_v3"  # the fastest of PettingZoo's classic games, except tic-tac-toe
COMPILE_S = {"uno": 8.0}  # CPU time of the first match without a cache; 10 for the other games
SAME = 2000  # matches in which the C program and the engine are compared
BUSY = 0.9  # below this share of a core the machine was busy

Found = dict[str, Samples | NotMeasured]
Say = Callable[[str], None]


def counts(game: str) -> list[int]:
    """Return the measured numbers of players: fewest, four, most."""
    allowed = find(game).allowed_players(find(game).full_options({}))
    return sorted({min(allowed), min(max(allowed), 4), max(allowed)})


# Starts and sizes


def start_rows(folder: Path, say: Say) -> list[Row]:
    """Measure starts of every game without and with its cache; then merge the caches."""
    rows = []
    for game in shelf():
        say(f"compiling {game}")
        apart = folder / game
        cold, cached = f"compile {game}", f"{game} from the cache"
        most = at_most(COMPILE_S.get(game, 10))
        try:
            sources = source_hash()
            first, second = starts.start(game, apart), starts.start(game, apart)
            if source_hash() != sources:
                raise NotMeasured("the sources changed meanwhile")
        except NotMeasured as reason:
            rows += [
                missing(cold, "", most, reason),
                missing(cached, "", at_most(0.5), reason),
            ]
            continue
        note = f"CPU time; {first.match_s:.1f} s by the clock; all entries {{:.1f}} s"
        note = note.format(first.match_cpu_s + first.rest_cpu_s)
        rows.append(plain(cold, [first.match_cpu_s], "s", most, note))
        note = (
            f"CPU time; {second.match_s:.2f} s by the clock; imports {second.imports_cpu_s:.2f} s"
        )
        rows.append(plain(cached, [second.match_cpu_s], "s", at_most(0.5), note))
        shutil.copytree(apart, folder / "all", dirs_exist_ok=True)
    return rows


def size_rows() -> list[Row]:
    """Report the size of a state."""
    return [
        plain(
            f"state of {game}, {max(find(game).seats)} players",
            [find(game).dtype.itemsize],
            "B",
            at_most(1536) if game == "uno" else None,
        )
        for game in shelf()
    ]


# Rates


def contestants(
    built: dict[str, Engine], program: limit.Program | NotMeasured
) -> dict[str, Contestant]:
    """Return the contestants of a round, in order; the peers of UNO next to it."""
    taking_part: dict[str, Contestant] = {}

    def absent(_seconds: float) -> Sample:
        assert isinstance(program, NotMeasured)
        raise program

    for players in reversed(counts("uno")):
        taking_part[f"c {players}"] = (
            absent
            if isinstance(program, NotMeasured)
            else limit.contestant(program, players, seed_words(ours.SEED))
        )
    taking_part["playout uno 2"] = ours.contestant(lab.playout, built["uno"], 2)
    taking_part["rollouts"] = peers.contestant("crazy_eights", "rollouts")
    taking_part["bots"] = peers.contestant("crazy_eights", "bots")
    taking_part["rlcard"] = peers.contestant("rlcard_uno")
    taking_part["environments"] = ours.environments("uno", 2)
    taking_part["rlcard environment"] = peers.contestant("rlcard_env")
    taking_part["steps of crazy eights"] = peers.contestant("crazy_eights_steps")
    taking_part["agents"] = ours.agents("uno", 2)
    taking_part["classic agents"] = peers.contestant("zoo_classic", CLASSIC)
    for game in shelf():
        for players in counts(game):
            taking_part[f"playout {game} {players}"] = ours.contestant(
                lab.playout, built[game], players
            )
        fewest = min(counts(game))
        taking_part[f"step {game}"] = ours.contestant(lab.steps, built[game], fewest)
        taking_part[f"vector {game}"] = ours.contestant(lab.vector, built[game], fewest)
    return taking_part


def playout_rows(found: Found) -> list[Row]:
    """Compare random playouts with the C program and the peers."""
    uno = found["playout uno 2"]
    figure = "playout uno, 2 players"
    rows = [
        against(figure, uno, "C program", found["c 2"], at_least(0.85)),
        against(
            figure, uno, "OpenSpiel crazy eights, C++ rollouts", found["rollouts"], at_least(8)
        ),
        against(
            figure, uno, "OpenSpiel crazy eights, C++ bots", found["bots"], None,
            "the slower of its two loops",
        ),
        against(figure, uno, "RLCard UNO core", found["rlcard"], at_least(100)),
    ]  # fmt: skip
    for game in shelf():
        for players in counts(game):
            figure, samples = (
                f"playout {game}, {players} players",
                found[f"playout {game} {players}"],
            )
            if game != "uno":
                reference = "C program, UNO for 2"
                least = 0.5 if (game, players) == ("dieci", 2) else 0.2
                rows.append(against(figure, samples, reference, found["c 2"], at_least(least)))
            elif players != 2:
                rows.append(against(figure, samples, "C program", found[f"c {players}"], None))
    return rows


def environment_rows(found: Found) -> list[Row]:
    """Report environments, with an observation and a mask for every move."""
    batch = f"environments of uno, batch {lab.BATCH}, 2 players"
    envs, one = found["environments"], "a PettingZoo environment of uno, 2 players"
    how = 'copy=False, illegal="random"'
    crazy_eights, classic = "OpenSpiel crazy eights from Python", f"PettingZoo's {CLASSIC}"
    return [
        against(batch, envs, "bare playout", found["playout uno 2"], at_least(0.3), how),
        against(
            batch, envs, "RLCard UNO environment", found["rlcard environment"], at_least(100), how
        ),
        against(batch, envs, crazy_eights, found["steps of crazy eights"], at_least(10), how),
        against(one, found["agents"], classic, found["classic agents"], at_least(5)),
    ]


def stepping_rows(found: Found) -> list[Row]:
    """Report single steps from Python, and many matches at once."""
    rows = []
    for game in shelf():
        fewest = min(counts(game))
        rows.append(
            rate(f"step {game} from Python, {fewest} players", found[f"step {game}"], at_least(1e6))
        )
    for game in shelf():
        figure = f"vector {game}, batch {lab.BATCH}, {min(counts(game))} players"
        rows.append(rate(figure, found[f"vector {game}"], at_least(6e6)))
    return rows


def player_rows(found: Found) -> list[Row]:
    """Compare a step with the most players and with the fewest: the cost is at most linear."""
    rows = []
    for game in shelf():
        few, most = min(counts(game)), max(counts(game))
        few_rates, most_rates = found[f"playout {game} {few}"], found[f"playout {game} {most}"]
        assert not isinstance(few_rates, NotMeasured)
        assert not isinstance(most_rates, NotMeasured)
        rows.append(
            quotient(
                f"a step of {game}, {most} players",
                [1e9 / sample.steps_per_s for sample in most_rates],
                "ns",
                f"{few} players",
                [1e9 / sample.steps_per_s for sample in few_rates],
                at_most(most / few),
            )
        )
    return rows


def length_rows(built: dict[str, Engine], rounds: int, matches: int, say: Say) -> list[Row]:
    """Compare steps of long matches with others, and late steps with early ones."""
    rows = []
    for game, players in LONG:
        say(f"long matches of {game}")
        whole = f"a step of {game}, {players} players, in long matches"
        late = f"a step of {game}, {players} players, in their last tenth"
        try:
            found = [ours.lengths(built[game], players, matches, 3) for _ in range(rounds)]
        except NotMeasured as reason:
            rows.append(missing(whole, "in middling ones", at_most(1.25), reason))
            rows.append(missing(late, "in their first tenth", at_most(1.25), reason))
            continue
        note = f"{found[0].long_steps:.0f} steps against {found[0].middling_steps:.0f}"
        long_ns, middling_ns = [one.long_ns for one in found], [one.middling_ns for one in found]
        target = at_most(1.25)
        rows.append(quotient(whole, long_ns, "ns", "in middling ones", middling_ns, target, note))
        rows.append(
            quotient(
                late,
                [one.last_tenth_ns for one in found],
                "ns",
                "in their first tenth",
                [one.first_tenth_ns for one in found],
                None if game in LATE else at_most(1.25),
                LATE.get(game, ""),
            )
        )
    return rows


def thread_row(built: Engine, rounds: int, seconds: float, say: Say) -> Row:
    """Compare two threads with one."""
    figure, reference, target = "playout uno on two threads", "one thread", at_least(1.7)
    if len(machine.allowed_cores()) < 2:
        return missing(figure, reference, target, NotMeasured("one core only"))
    found = []
    for number in range(rounds):
        say(f"round {number + 1} of {rounds}: threads")
        found.append(ours.threads(built, 2, seconds))
    cores = median(one.two_cores for one in found)
    each = median(one.two / one.two_cores * one.one_cores / one.one for one in found)
    row = quotient(
        figure, [one.two for one in found], "/s", reference, [one.one for one in found], target,
        f"the two got {cores:.2f} cores, and made {each:.2f} of what one does with a core",
    )  # fmt: skip
    if row.verdict == "not met" and cores < 2 * BUSY:
        return missing(figure, reference, target, NotMeasured(f"busy machine: {row.note}"))
    return row


# Besides


def remarks(
    found: Found, built: Engine, program: limit.Program | NotMeasured, load: str
) -> list[str]:
    """Return remarks for the reader of the report."""
    what = "A step is a move of a player; what chance decides comes on top and is not counted."
    how = "Rates are per second of CPU time on one core (threads: by the clock)"
    said = [f"{what} {how}; medians of the rounds.", f"Load average before and after: {load}."]
    shares = [
        sample.cpu_share
        for samples in found.values()
        if not isinstance(samples, NotMeasured)
        for sample in samples
    ]
    if shares and min(shares) < BUSY:
        said.append(
            f"The core was shared: as little as {min(shares):.0%} of it was ours. Caches and clock "
            "rate suffer too, so look at ratios rather than at rates."
        )
    uno = found["playout uno 2"]
    if isinstance(program, NotMeasured) or isinstance(uno, NotMeasured):
        return said
    played = limit.play(program, 2, seed_words(ours.SEED), 0, SAME)
    scores, results = built.play_matches(2, {}, ours.SEED, 0, SAME)
    moves, wins = int(results[:, 0].sum()), scores.sum(axis=0).tolist()
    same = (played.steps, played.wins) == (moves, wins)
    said.append(
        f"C program: {program.command}; steps per match, over the same {SAME} matches: "
        f"{played.steps / SAME:.1f} there, {moves / SAME:.1f} here"
        f" ({'the same moves and winners' if same else 'NOT the same matches'})."
    )
    for name, what in (("rollouts", "OpenSpiel crazy eights"), ("rlcard", "RLCard UNO")):
        samples = found[name]
        if not isinstance(samples, NotMeasured):
            said.append(f"{what}: {samples[0].steps_per_match:.0f} steps per match.")
    return said
