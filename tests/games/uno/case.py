"""UNO for the generic tests and the tools."""

from collections.abc import Mapping
from typing import Any

from mazziere.games.uno.box import SEATS, TURN, UNKNOWN
from tests.cases import Budget, Drama, GameCase, Screen
from tests.games.uno import secrecy
from tests.games.uno.invariants import INVARIANTS
from tests.games.uno.leaks import LEAKS
from tests.games.uno.readings import drawn_in_vain
from tests.games.uno.reference import Uno
from tests.games.uno.set_up import cornered, shown_twice
from tools import golden, vectors
from tools.records import Whole

GAME = "uno"
EVENING = {
    "stacking": "any", "draw_rule": "until", "must_play": True, "seven_zero": True, "jump_in": True
}  # fmt: skip
"""Every house rule at once."""
NOBODY = -1
OWN_EVENTS = frozenset({"dealt", "drew", "received", "took_over"})
OTHERS_EVENTS = frozenset({"dealt_unseen", "drew_unseen", "received_unseen"})
PRIVATE_AUDIENCE = {"shown": secrecy.challenger}
BLANKS = {"drawn": UNKNOWN, "guilty": 2, "pile": UNKNOWN, "slot_owner": NOBODY}
SETS = frozenset({"hand", "pool", "slot_knowers"})
COUNTED = frozenset({"entries"})
_FACES = (*map(str, range(10)), "skip", "rev", "+2")
BOTH_BOXES = (*(colour + face for colour in "rygb" for face in _FACES), "wild", "wild+4")
"""The texts of the cards that both boxes have."""


def fresh(players: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a fresh match that are not 0."""
    cards = dict.fromkeys(("top", "drawn", "pile", "discard"), UNKNOWN)
    seats = {"bluffer": NOBODY, "slot_owner": NOBODY, "until": NOBODY}
    return {
        **cards,
        **seats,
        "direction": 1,
        "tied": (1 << players) - 1,
        "aware": (1 << SEATS) - 1,
        "back": TURN,
    }


CASE = GameCase(
    short={"target": 100},
    between_bots={},
    other={"scoring": "winner", "target": 50},
    needs={"target": {"scoring": "winner"}, "final_draw": {"scoring": "winner"}},
    shown_by={
        "wild_matches=all_but_wd4": 28,
        "wild_matches=none": 1,
        "shuffle_last=redeal": 488,
    },
    endless=frozenset({"draw_until"}),
    reference=Uno,
    duels=30,
    fresh=fresh,
    own_events=OWN_EVENTS,
    others_events=OTHERS_EVENTS,
    private_audience=PRIVATE_AUDIENCE,
    never=frozenset({"drew_for_deal", "put_back", "named"}),
    styles=secrecy.STYLES,
    rare=(cornered, shown_twice),
    sort=secrecy.sort,
    cap=2,
    parts_silently=secrecy.parts_silently,
    check_world=secrecy.check_world,
    blanks=BLANKS,
    sets=SETS,
    counted=COUNTED,
    leaks=LEAKS,
    moments=150,
    deal_moves_on=True,
    card_texts=(*BOTH_BOXES, "shuffle", "custom1", "custom2", "custom3"),
    undone=frozenset({"play"}),
    stands=frozenset({"draw"}),
    slow_playouts=True,
    reloaded={"scoring": "hand"},
    slow_search=True,
    invariants=INVARIANTS,
    transcripts=(
        golden.Plan("uno_hand", "one hand, as it comes out of the box", GAME, 4, 115, {}),
        golden.Plan(
            "uno_winner",
            "to 100 points, with three effects on the customizable cards",
            GAME, 3, 60,
            {"scoring": "winner", "target": 100,
             "custom": ["draw_until", "dump_wilds", "exactly_seven"]},
        ),
        golden.Plan(
            "uno_bluff",
            "challenges, calls forgotten and caught, all hands shuffled",
            GAME, 3, 9,
            {"custom": ["extra_turn", "draw_three", "plain"], "guilty_skips": True,
             "shuffle_last": "redeal"},
        ),
        golden.Plan(
            "uno_tables",
            "as most tables play: +2 on +2, drawing until a card fits; the lowest wins",
            GAME, 3, 77,
            {"scoring": "lowest", "target": 50, "stacking": "up", "draw_rule": "until"},
        ),
        golden.Plan(
            "uno_evening",
            "every house rule at once",
            GAME, 4, 101,
            EVENING,
            listener=3,
        ),
    ),
    kept=(
        Whole("uno_hand", 4, shows=(r"-> challenge$", r"-> catch ")),
        Whole(
            "uno_evening", 4,
            EVENING,
            shows=(r"-> jump ", r"-> swap "),
        ),
    ),
    readings=(drawn_in_vain(GAME),),
    vectors=(
        vectors.Plan(
            "vector-uno-22", GAME, vectors.THREE, {"custom": ["extra_turn", "none", "plain"]},
            match=23,
        ),
    ),
    budget=Budget(hard=400, master=1600),
    ladder_presets=("most",),
    dramas=(
        Drama("plus", r"play .\+2$", "drew_unseen"),
        Drama("plus4", r"play wild\+4 .$", "drew_unseen", options={"wd4": "strict"}),
        Drama("caught", "^catch", "caught"),
        Drama("skip", r"play .skip$", "skipped"),
        Drama("reverse", r"play .rev$", "reversed"),
        Drama("shuffle", r"play shuffle", players=3),
        Drama("shout", r"play [rygb]\d uno", "called"),
    ),
    screens=(Screen("uno", 4, 5),),
    roles=frozenset({"screen: lobby", "screen: refusal", "screen: watching"}),
)  # fmt: skip
