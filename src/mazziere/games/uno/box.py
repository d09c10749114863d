"""The box of UNO: cards, moves, phases, options, events, refusals, and the record of a match.

The record and the constants also serve the H2O box, whose field `h2o` is 1.
"""

from typing import Annotated

from mazziere.kernel.chances import CARDS as CARDS_FORM
from mazziere.kernel.chances import SEAT
from mazziere.kernel.game import Catalogue, EventKind, Phase, RefusalKind
from mazziere.kernel.jit import ConstantTable
from mazziere.kernel.options import Choice, Each, Flag, Number
from mazziere.kernel.state import I1, I2, U1, Grid, Header, Ints, cells

SEATS = 10  # UNO-0b
COLOURS = ("r", "y", "g", "b")  # ● red, ★ yellow, ▲ green, ■ blue: UNO-0c

# A coloured card is colour * RANKS + rank; the ranks after 9 are skip, reverse and +2.
RANKS = 13
SKIP, REVERSE, DRAW_TWO = 10, 11, 12
COLOURED = 52
WILD, WILD_DRAW_FOUR, SHUFFLE, CUSTOM = 52, 53, 54, 55  # CUSTOM is the first of three
KINDS = 58
UNKNOWN = 255  # a card that the viewer does not know, or none

CARDS = (
    *(c + r for c in COLOURS for r in (*map(str, range(10)), "skip", "rev", "+2")),
    "wild", "wild+4", "shuffle", "custom1", "custom2", "custom3",
)  # fmt: skip

PACK = 112  # UNO-0a; the H2O box has 108, H2O-0a
H2O_KINDS = 54
COPIES = ConstantTable(
    [1 if card < COLOURED and card % RANKS == 0 else 2 for card in range(COLOURED)]
    + [4, 4, 1, 1, 1, 1]
)
SLOTS = sum(COPIES)
FIRST_SLOT = ConstantTable(sum(COPIES[:card]) for card in range(KINDS))
SLOT_CARD = ConstantTable(card for card in range(KINDS) for _ in range(COPIES[card]))
VALUE = ConstantTable(
    [card % RANKS if card % RANKS < SKIP else 20 for card in range(COLOURED)] + [50] * 6
)  # UNO-SCORE-1, H2O-SCORE-1

# Sets of cards, as bits
COLOUR_CARDS = ConstantTable(((1 << RANKS) - 1) << (colour * RANKS) for colour in range(4))
NUMBER_CARDS = ConstantTable(((1 << SKIP) - 1) << (colour * RANKS) for colour in range(4))
WILD_CARDS = ((1 << KINDS) - 1) ^ ((1 << COLOURED) - 1)
TWOS = sum(1 << (colour * RANKS + DRAW_TWO) for colour in range(4))
MATCHES = ConstantTable(
    WILD_CARDS
    | COLOUR_CARDS[colour]
    | (sum(1 << (other * RANKS + rank) for other in range(4)) if rank < RANKS else 0)
    for colour in range(4)
    for rank in range(RANKS + 1)
)
"""The cards that go on a top card (UNO-TURN-1, UNO-WILD-1, H2O-TURN-1, H2O-ACT-2).

By colour * (RANKS + 1) + rank; a wild on top has the rank RANKS, which nothing matches.
"""

# Moves: the plays, the same plays with the call, and the others
PLAY = 0
PLAYS = COLOURED + 6 * 4
PLAY_UNO = PLAY + PLAYS
DRAW = PLAY_UNO + PLAYS
PASS, ACCEPT, CHALLENGE, CALL, CATCH = DRAW + 1, DRAW + 2, DRAW + 3, DRAW + 4, DRAW + 5
NAME = CATCH + SEATS
DISCARD = NAME + 4
SWAP = DISCARD + KINDS
JUMP = SWAP + SEATS  # coloured cards only, as are the jumps with the call
JUMP_UNO = JUMP + COLOURED

_PLAYS = (
    *(f"play {card}" for card in CARDS[:COLOURED]),
    *(f"play {card} {colour}" for card in CARDS[COLOURED:] for colour in COLOURS),
)
ACTIONS = (
    *_PLAYS,
    *(f"{play} uno" for play in _PLAYS),
    "draw", "pass", "accept", "challenge", "uno",
    *(f"catch {seat}" for seat in range(SEATS)),
    *(f"name {colour}" for colour in COLOURS),
    *(f"discard {card}" for card in CARDS),
    *(f"swap {seat}" for seat in range(SEATS)),
    *(f"jump {card}" for card in CARDS[:COLOURED]),
    *(f"jump {card} uno" for card in CARDS[:COLOURED]),
)  # fmt: skip

OUT_OF_TURN = ("jump", "uno", "catch")
MOVE_ORDER = (
    "play", "discard", "swap", "accept", "challenge", "name", "draw", "pass", *OUT_OF_TURN,
)  # fmt: skip

# Phases

phase = Catalogue(Phase)
DEALER = phase("dealer", "UNO-START-1", SEAT)
DECK = phase("deck", "UNO-START-1", CARDS_FORM)
RESHUFFLE = phase("reshuffle", "UNO-PILE-1", CARDS_FORM)
SHUFFLE_HANDS = phase("shuffle_hands", "UNO-SHUF-1", CARDS_FORM)  # the last chance phase
OPENING = phase("opening")
NAMING = phase("naming")
TURN = phase("turn")
DRAWN = phase("drawn")
ANSWER = phase("answer")
DISCARDING = phase("discarding")
HAND_OVER = phase("hand_over")
SWAPPING = phase("swapping")

# Options

PLAIN, LEFT_OUT, DRAW_UNTIL, DUMP_WILDS, DRAW_THREE, ONE_MORE_TURN, EXACTLY_SEVEN = range(7)
PLAIN_MATCHES, ALL_MATCH, NONE_MATCH = range(3)
WINS, REDEAL = range(2)
HAND, WINNER, LOWEST = range(3)
COUNT, IGNORE = range(2)
AS_SKIP, LITERAL = range(2)
BLUFF, STRICT = range(2)
CALL_ALOUD, AUTO = range(2)
NO_STACKING, STACK_SAME, STACK_UP, STACK_ANY = range(4)
DRAW_ONE, UNTIL_PLAYABLE = range(2)

COMMON_OPTIONS = (
    Number("target", ("UNO-SCORE-2",), 50, 2000, 500, idle={"scoring": ("hand",)}),
    Choice("reverse_two", ("AMB-UNO-5",), ("skip", "literal")),
    Choice("wd4", ("AMB-UNO-10",), ("bluff", "strict")),
    Flag("guilty_skips", ("AMB-UNO-12",), idle={"wd4": ("strict",)}),
    Choice("uno_call", ("AMB-UNO-15",), ("call", "auto")),
    Choice("stacking", ("HOUSE-UNO-1",), ("none", "same", "up", "any"), since=2),
    Choice("draw_rule", ("HOUSE-UNO-2",), ("one", "until"), since=2),
    Flag("must_play", ("HOUSE-UNO-3",), since=2),
    Flag("seven_zero", ("HOUSE-UNO-4",), since=2),
    Flag("jump_in", ("HOUSE-UNO-5",), since=2),
)
OPTIONS = (
    Each(
        "custom",
        ("AMB-UNO-6", "AMB-UNO-7"),
        3,
        (
            "plain", "none", "draw_until", "dump_wilds", "draw_three", "extra_turn",
            "exactly_seven",
        ),
    ),
    Choice("wild_matches", ("AMB-UNO-8",), ("plain", "all_but_wd4", "none")),
    Choice("shuffle_last", ("AMB-UNO-19",), ("wins", "redeal")),
    Flag("final_draw", ("AMB-UNO-18",), initial=True, idle={"scoring": ("hand",)}),
    Choice(
        "scoring",
        ("UNO-SCORE-1",),
        ("hand", "winner", "lowest"),
        codes=(HAND, WINNER, LOWEST),
        later={"lowest": 2},  # contract U17
    ),
    *COMMON_OPTIONS,
)  # fmt: skip

# Events

event = Catalogue(EventKind)
DEALS = event("deals", rule="UNO-START-1")
DREW_FOR_DEAL = event("drew_for_deal", "card", rule="UNO-START-1")
DEALT = event("dealt", "card", rule="UNO-START-1")
DEALT_UNSEEN = event("dealt_unseen", "number", rule="UNO-START-1")
TURNED_UP = event("turned_up", "card", rule="UNO-START-2")
IGNORED = event("ignored", "card", rule="UNO-START-2")
PUT_BACK = event("put_back", "card")
NAMED = event("named", "colour", rule="UNO-WILD-1")
PLAYED = event("played", "card", "colour", rule="UNO-TURN-1")
CALLED = event("called", rule="UNO-CALL-1")
SKIPPED = event("skipped")
REVERSED = event("reversed", rule="UNO-REV-1")
DREW = event("drew", "card")
DREW_UNSEEN = event("drew_unseen")
NOTHING_LEFT = event("nothing_left", rule="AMB-UNO-4")
PASSED = event("passed", rule="AMB-UNO-26")
RESHUFFLED = event("reshuffled", "number", rule="UNO-PILE-1")
ACCEPTED = event("accepted", rule="UNO-DRAW4-2")
CHALLENGED = event("challenged", "seat", rule="UNO-DRAW4-3")
SHOWN = event("shown", "card", rule="UNO-DRAW4-3")
GUILTY = event("guilty", rule="UNO-DRAW4-5")
INNOCENT = event("innocent", rule="UNO-DRAW4-4")
CAUGHT = event("caught", "seat", rule="UNO-CALL-2")
RECEIVED = event("received", "card", rule="UNO-SHUF-1")
RECEIVED_UNSEEN = event("received_unseen", "number", rule="UNO-SHUF-1")
THREW_AWAY = event("threw_away", "card", rule="AMB-UNO-7")
DISCARDED = event("discarded", "card", rule="AMB-UNO-7")
EXTRA_TURN = event("extra_turn", rule="AMB-UNO-7")
HAND_WON = event("hand_won", rule="UNO-WIN-1")
SCORED = event("scored", "number", rule="UNO-SCORE-1")
VOID = event("void", rule="AMB-UNO-4")
WON = event("won")
STACKED = event("stacked", "number", "seat", rule="HOUSE-UNO-1")
TOOK_STACK = event("took_stack", "number", rule="HOUSE-UNO-1")
SWAPPED = event("swapped", "seat", rule="HOUSE-UNO-4")
HANDS_MOVED = event("hands_moved", "seat", "number", rule="HOUSE-UNO-4")
TOOK_OVER = event("took_over", "card", rule="HOUSE-UNO-4")
JUMPED = event("jumped_in", "card", rule="HOUSE-UNO-5")

# Refusals

NO = 0  # no refusal
refusal = Catalogue(RefusalKind, first=1)
IS_OVER = refusal("is_over", "UNO-WIN-1")
IS_CHANCE = refusal("is_chance", "UNO-START-1")
BUSY = refusal("busy", "AMB-UNO-7")
NOT_YOUR_TURN = refusal("not_your_turn", "UNO-TURN-4")
NOT_HELD = refusal("not_held", "UNO-TURN-1")
NO_MATCH = refusal("no_match", "UNO-TURN-1")
HAS_MATCH = refusal("has_match", "AMB-UNO-10")
ONLY_DRAWN = refusal("only_drawn", "UNO-TURN-3")
DREW_ALREADY = refusal("drew_already", "UNO-TURN-2")
NOTHING_DRAWN = refusal("nothing_drawn", "UNO-TURN-2")
MUST_ANSWER = refusal("must_answer", "UNO-DRAW4-2")
NOT_CHALLENGED = refusal("not_challenged", "UNO-DRAW4-2")
NO_CALL_OWED = refusal("no_call_owed", "UNO-CALL-1")
NO_CATCH = refusal("no_catch", "UNO-CALL-2")
EARLY_CALL = refusal("early_call", "UNO-CALL-1")
CALLS_ARE_FREE = refusal("calls_are_free", "AMB-UNO-15")
NO_NAMING = refusal("no_naming", "UNO-WILD-1")
NO_DISCARD = refusal("no_discard", "AMB-UNO-7")
MUST_SETTLE = refusal("must_settle", "HOUSE-UNO-1")
NO_STACK = refusal("no_stack", "HOUSE-UNO-1")
MUST_PLAY = refusal("must_play", "HOUSE-UNO-3")
MUST_SWAP = refusal("must_swap", "HOUSE-UNO-4")
NO_SWAP = refusal("no_swap", "HOUSE-UNO-4")
NO_PARTNER = refusal("no_partner", "HOUSE-UNO-4")
NO_JUMPING = refusal("no_jumping", "HOUSE-UNO-5")
NO_JUMP_NOW = refusal("no_jump_now", "HOUSE-UNO-5")
NOT_ON_TOP = refusal("not_on_top", "HOUSE-UNO-5")

# State


class State(Header):
    """A match of UNO or UNO H2O.

    A hand is four sets: bit k of `hand[seat, j]` is set when the seat holds more than j copies of
    card k. The others' knowledge of a hand is in slots, one per copy of a card in the pack.
    """

    h2o: I1  # 1 in the H2O box
    custom: Annotated[Ints, cells("i1", 3)]  # option
    wild_matches: I1  # option; in H2O wilds never match: NONE_MATCH
    shuffle_last: I1  # option
    final_draw: I1  # option; in H2O always: H2O-END-1
    scoring: I1  # option
    wd4_actions: I1  # option
    reverse_two: I1  # option
    wd4: I1  # option
    guilty_skips: I1  # option
    uno_call: I1  # option
    stacking: I1  # option
    draw_rule: I1  # option
    must_play: I1  # option
    seven_zero: I1  # option
    jump_in: I1  # option
    target: I2  # option

    dealer: I1  # the seat that dealt this hand
    turn: I1  # the seat on turn
    direction: I1  # 1 or -1
    colour: I1  # the colour to match
    top: U1  # the card to match
    rest: U1  # cards in the draw pile
    discards: U1  # cards in the discard pile
    idle: I1  # draws in a row with nothing to draw
    drawn: U1  # in DRAWN: the card just drawn; secret
    debt: I2  # seats that owe a call, as bits
    tied: I2  # seats that still draw for the deal, as bits
    drawer: I1  # the seat that has cards to draw
    owed: I1  # the number of them
    until: I1  # or the colour that ends the drawing, -1 if none
    back: I1  # the phase that follows the drawing
    stacked: I1  # with stacking: the cards that the asked seat has to draw or pass on
    bluffer: I1  # the seat whose wild +4 waits for an answer, -1 if none does
    before: I1  # the colour in play before it
    guilty: I1  # 1 if it was not allowed, 2 if the viewer cannot know; secret
    late: I1  # cards that the bluffer has drawn since
    caller: I1  # in SHUFFLE_HANDS and SWAPPING: 1 if the call was said with the card
    winner: I1  # the winner of this hand
    winners: I2  # the winners of the match, as bits
    entries: I2  # slots in use
    pooled: I1  # 1 if a seat knows of cards in the others' hands together

    points: Annotated[Ints, cells("i2", SEATS)]  # scores
    aware: Annotated[
        Ints, cells("i2", SEATS)
    ]  # by owner: seats whose knowledge of the hand it knows
    size: Annotated[Ints, cells("u1", SEATS)]  # cards in each hand
    hand: Annotated[Grid, cells("i8", SEATS, 4)]  # the hands; secret
    pool: Annotated[Grid, cells("i8", SEATS + 1, 4)]  # known to be in the others' hands; secret
    pile: Annotated[Ints, cells("u1", PACK)]  # the draw pile, its top at rest - 1; secret
    discard: Annotated[Ints, cells("u1", PACK)]  # the discard pile, its top last
    slot_owner: Annotated[Ints, cells("i1", SLOTS)]  # the seat that holds a known copy; secret
    slot_knowers: Annotated[Ints, cells("i2", SLOTS)]  # the seats that know it there; secret


# The rules that explain a move or a card

MOVE_RULES = {
    "draw": ("UNO-TURN-2", "UNO-TURN-3"),
    "pass": ("UNO-TURN-3", "AMB-UNO-26"),
    "accept": ("UNO-DRAW4-2",),
    "challenge": ("UNO-DRAW4-2", "UNO-DRAW4-3", "UNO-DRAW4-4", "UNO-DRAW4-5"),
    "uno": ("UNO-CALL-1",),
    "catch": ("UNO-CALL-2", "AMB-UNO-15"),
    "name": ("UNO-WILD-1",),
    "discard": ("AMB-UNO-7",),
    "swap": ("HOUSE-UNO-4",),
    "jump": ("HOUSE-UNO-5",),
}
CARD_RULES = {
    "": ("UNO-TURN-1",),
    **{f"{colour}skip": ("UNO-SKIP-1",) for colour in COLOURS},
    **{f"{colour}rev": ("UNO-REV-1", "AMB-UNO-5") for colour in COLOURS},
    **{f"{colour}+2": ("UNO-D2-1",) for colour in COLOURS},
    "wild": ("UNO-WILD-1",),
    "wild+4": ("UNO-DRAW4-1", "AMB-UNO-10", "UNO-DRAW4-2", "UNO-DRAW4-4", "UNO-DRAW4-5"),
    "shuffle": ("UNO-SHUF-1", "UNO-SHUF-2"),
    **{f"custom{i}": ("UNO-CUST-1", "AMB-UNO-6", "AMB-UNO-7") for i in (1, 2, 3)},
}
