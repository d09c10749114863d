"""The box of UNO H2O: its options, phases, and the rules behind its events, refusals and moves.

The names and numbers are those of the UNO box; the rule ids are those of the H2O booklet.
"""

from mazziere.games.uno import box as uno
from mazziere.games.uno_h2o.draws import DRAWS
from mazziere.kernel.options import Choice

CARDS = uno.CARDS[: uno.H2O_KINDS]  # H2O-0a

OPTIONS = (
    Choice(
        "scoring",
        ("H2O-SCORE-1", "H2O-SCORE-2"),
        ("winner", "lowest", "hand"),
        codes=(uno.WINNER, uno.LOWEST, uno.HAND),
    ),
    Choice("wd4_actions", ("AMB-UNO-9",), ("count", "ignore")),
    *uno.COMMON_OPTIONS,
)

FIXED: dict[str, int | tuple[int, ...]] = {
    "h2o": 1,
    "custom": (uno.LEFT_OUT,) * 3,
    "wild_matches": uno.NONE_MATCH,
    "shuffle_last": uno.WINS,
    "final_draw": 1,  # H2O-END-1
}

# Phases

_phases = list(uno.phase.entries)
_phases[uno.DEALER] = _phases[uno.DEALER]._replace(rule="H2O-DEAL-1", form=DRAWS)
_phases[uno.DECK] = _phases[uno.DECK]._replace(rule="H2O-DEAL-2")
_phases[uno.RESHUFFLE] = _phases[uno.RESHUFFLE]._replace(rule="H2O-END-2")
_phases[uno.SHUFFLE_HANDS] = _phases[uno.SHUFFLE_HANDS]._replace(
    rule="", form=None
)  # never reached
PHASES = tuple(_phases)

# The rules behind events and refusals

EVENT_RULES = {
    "deals": "H2O-DEAL-2",
    "drew_for_deal": "H2O-DEAL-1",
    "dealt": "H2O-DEAL-2",
    "dealt_unseen": "H2O-DEAL-2",
    "turned_up": "H2O-START-1",
    "put_back": "H2O-START-6",
    "named": "H2O-ACT-2",
    "played": "H2O-TURN-1",
    "called": "H2O-CALL-1",
    "reversed": "H2O-ACT-1",
    "nothing_left": "AMB-UNO-4",
    "passed": "AMB-UNO-26",
    "reshuffled": "H2O-END-2",
    "accepted": "H2O-DRAW4-1",
    "challenged": "H2O-DRAW4-2",
    "shown": "H2O-DRAW4-2",
    "guilty": "H2O-DRAW4-2",
    "innocent": "H2O-DRAW4-2",
    "caught": "H2O-CALL-1",
    "hand_won": "H2O-END-1",
    "scored": "H2O-SCORE-1",
    "void": "AMB-UNO-4",
    "stacked": "HOUSE-UNO-1",
    "took_stack": "HOUSE-UNO-1",
    "swapped": "HOUSE-UNO-4",
    "hands_moved": "HOUSE-UNO-4",
    "took_over": "HOUSE-UNO-4",
    "jumped_in": "HOUSE-UNO-5",
}
EVENTS = tuple(kind._replace(rule=EVENT_RULES.get(kind.name, "")) for kind in uno.event.entries)

REFUSAL_RULES = {
    "is_over": "H2O-END-1",
    "is_chance": "H2O-DEAL-2",
    "busy": "H2O-START-5",
    "not_your_turn": "H2O-TURN-1",
    "not_held": "H2O-TURN-1",
    "no_match": "H2O-TURN-1",
    "has_match": "AMB-UNO-10",
    "only_drawn": "H2O-TURN-3",
    "drew_already": "H2O-TURN-2",
    "nothing_drawn": "H2O-TURN-3",
    "must_answer": "H2O-DRAW4-2",
    "not_challenged": "H2O-DRAW4-2",
    "no_call_owed": "H2O-CALL-1",
    "no_catch": "H2O-CALL-1",
    "early_call": "H2O-CALL-1",
    "calls_are_free": "AMB-UNO-15",
    "no_naming": "H2O-ACT-2",
    "no_discard": "H2O-TURN-1",
    "must_settle": "HOUSE-UNO-1",
    "no_stack": "HOUSE-UNO-1",
    "must_play": "HOUSE-UNO-3",
    "must_swap": "HOUSE-UNO-4",
    "no_swap": "HOUSE-UNO-4",
    "no_partner": "HOUSE-UNO-4",
    "no_jumping": "HOUSE-UNO-5",
    "no_jump_now": "HOUSE-UNO-5",
    "not_on_top": "HOUSE-UNO-5",
}
REFUSALS = tuple(reason._replace(rule=REFUSAL_RULES[reason.name]) for reason in uno.refusal.entries)

# The rules that explain a move or a card

MOVE_RULES = {
    "draw": ("H2O-TURN-2", "H2O-TURN-3"),
    "pass": ("H2O-TURN-2", "AMB-UNO-26"),
    "accept": ("H2O-DRAW4-2",),
    "challenge": ("H2O-DRAW4-2", "AMB-UNO-11"),
    "uno": ("H2O-CALL-1",),
    "catch": ("H2O-CALL-1", "AMB-UNO-15"),
    "name": ("H2O-START-5",),
    "discard": ("H2O-TURN-1",),
    "swap": ("HOUSE-UNO-4",),
    "jump": ("HOUSE-UNO-5",),
}
CARD_RULES = {
    "": ("H2O-TURN-1",),
    **{f"{colour}skip": ("H2O-ACT-1",) for colour in uno.COLOURS},
    **{f"{colour}rev": ("H2O-ACT-1", "AMB-UNO-5") for colour in uno.COLOURS},
    **{f"{colour}+2": ("H2O-ACT-1",) for colour in uno.COLOURS},
    "wild": ("H2O-ACT-2",),
    "wild+4": ("H2O-DRAW4-1", "AMB-UNO-10", "H2O-DRAW4-2"),
}
