"""What is in the two boxes, and the words of the table: cards, moves, events, refusals."""

from mazziere.kernel.game import EventKind, Refusal
from mazziere.kernel.jit import Table

SEATS = 10  # UNO-0b
COLOURS = ("r", "y", "g", "b")  # ● red, ★ yellow, ▲ green, ■ blue: UNO-0c

# A coloured card is colour * RANKS + rank; the ranks after 9 are skip, reverse and +2.
RANKS = 13
SKIP, REVERSE, DRAW_TWO = 10, 11, 12
COLOURED = 52
WILD, WILD_DRAW_FOUR, SHUFFLE, CUSTOM = 52, 53, 54, 55  # CUSTOM is the first of three
KINDS = 58
UNKNOWN = 255  # a card that the viewer does not know, or none
ANY_RANK = 13  # the rank of a wild on top: nothing matches it

CARDS = (
    *(c + r for c in COLOURS for r in (*map(str, range(10)), "skip", "rev", "+2")),
    "wild", "wild+4", "shuffle", "custom1", "custom2", "custom3",
)  # fmt: skip

PACK = 112  # UNO-0a; the H2O box has 108, H2O-0a
H2O_KINDS = 54
COPIES = Table(
    [1 if card < COLOURED and card % RANKS == 0 else 2 for card in range(COLOURED)]
    + [4, 4, 1, 1, 1, 1]
)
SLOTS = sum(COPIES)
FIRST_SLOT = Table(sum(COPIES[:card]) for card in range(KINDS))
VALUE = Table(
    [card % RANKS if card % RANKS < SKIP else 20 for card in range(COLOURED)] + [50] * 6
)  # UNO-SCORE-1, H2O-SCORE-1

# Sets of cards, as bits
COLOUR_CARDS = Table(((1 << RANKS) - 1) << (colour * RANKS) for colour in range(4))
NUMBER_CARDS = Table(((1 << SKIP) - 1) << (colour * RANKS) for colour in range(4))
WILD_CARDS = ((1 << KINDS) - 1) ^ ((1 << COLOURED) - 1)
MATCHES = Table(
    COLOUR_CARDS[colour]
    | (sum(1 << (other * RANKS + rank) for other in range(4)) if rank < RANKS else 0)
    for colour in range(4)
    for rank in range(RANKS + 1)
)  # UNO-TURN-1, H2O-TURN-1: by colour * 14 + rank

# Moves: a play, a play that says the call as well, and the rest
PLAY = 0
PLAYS = COLOURED + 6 * 4
PLAY_UNO = PLAY + PLAYS
DRAW = PLAY_UNO + PLAYS
PASS, ACCEPT, CHALLENGE, CALL, CATCH = DRAW + 1, DRAW + 2, DRAW + 3, DRAW + 4, DRAW + 5
NAME = CATCH + SEATS
DISCARD = NAME + 4

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
)  # fmt: skip

# Phases
DEALER, DECK, RESHUFFLE, SHUFFLE_HANDS = range(4)  # chance
OPENING, NAMING, TURN, DRAWN, ANSWER, DISCARDING, HAND_OVER = range(4, 11)

(
    DEALS, DREW_FOR_DEAL, DEALT, DEALT_UNSEEN, TURNED_UP, IGNORED, PUT_BACK, NAMED, PLAYED, CALLED,
    SKIPPED, REVERSED, DREW, DREW_UNSEEN, NOTHING_LEFT, PASSED, RESHUFFLED, ACCEPTED, CHALLENGED,
    SHOWN, GUILTY, INNOCENT, CAUGHT, RECEIVED, RECEIVED_UNSEEN, THREW_AWAY, DISCARDED, EXTRA_TURN,
    HAND_WON, SCORED, VOID, WON,
) = range(32)  # fmt: skip

_EVENTS = (  # name, two numbers, and the rule behind it in each box where it is always the same
    ("deals", "", "", "UNO-START-1", "H2O-DEAL-2"),
    ("drew_for_deal", "card", "", "UNO-START-1", "H2O-DEAL-1"),
    ("dealt", "card", "", "UNO-START-1", "H2O-DEAL-2"),
    ("dealt_unseen", "number", "", "UNO-START-1", "H2O-DEAL-2"),
    ("turned_up", "card", "", "UNO-START-2", "H2O-START-1"),
    ("ignored", "card", "", "UNO-START-2", ""),
    ("put_back", "card", "", "", "H2O-START-6"),
    ("named", "colour", "", "UNO-WILD-1", "H2O-ACT-2"),
    ("played", "card", "colour", "UNO-TURN-1", "H2O-TURN-1"),
    ("called", "", "", "UNO-CALL-1", "H2O-CALL-1"),
    ("skipped", "", "", "", ""),
    ("reversed", "", "", "UNO-REV-1", "H2O-ACT-1"),
    ("drew", "card", "", "", ""),
    ("drew_unseen", "", "", "", ""),
    ("nothing_left", "", "", "AMB-UNO-4", "AMB-UNO-4"),
    ("passed", "", "", "AMB-UNO-26", "AMB-UNO-26"),
    ("reshuffled", "number", "", "UNO-PILE-1", "H2O-END-2"),
    ("accepted", "", "", "UNO-DRAW4-2", "H2O-DRAW4-1"),
    ("challenged", "seat", "", "UNO-DRAW4-3", "H2O-DRAW4-2"),
    ("shown", "card", "", "UNO-DRAW4-3", "H2O-DRAW4-2"),
    ("guilty", "", "", "UNO-DRAW4-5", "H2O-DRAW4-2"),
    ("innocent", "", "", "UNO-DRAW4-4", "H2O-DRAW4-2"),
    ("caught", "seat", "", "UNO-CALL-2", "H2O-CALL-1"),
    ("received", "card", "", "UNO-SHUF-1", ""),
    ("received_unseen", "number", "", "UNO-SHUF-1", ""),
    ("threw_away", "card", "", "AMB-UNO-7", ""),
    ("discarded", "card", "", "AMB-UNO-7", ""),
    ("extra_turn", "", "", "AMB-UNO-7", ""),
    ("hand_won", "", "", "UNO-WIN-1", "H2O-END-1"),
    ("scored", "number", "", "UNO-SCORE-1", "H2O-SCORE-1"),
    ("void", "", "", "AMB-UNO-4", "AMB-UNO-4"),
    ("won", "", "", "", ""),
)
EVENTS = tuple(EventKind(name, a, b, rule) for name, a, b, rule, _ in _EVENTS)
EVENTS_H2O = tuple(EventKind(name, a, b, rule) for name, a, b, _, rule in _EVENTS)

(
    NO, IS_OVER, IS_CHANCE, BUSY, NOT_YOUR_TURN, NOT_HELD, NO_MATCH, HAS_MATCH, ONLY_DRAWN,
    DREW_ALREADY, NOTHING_DRAWN, MUST_ANSWER, NOT_CHALLENGED, NO_CALL_OWED, NO_CATCH, EARLY_CALL,
    CALLS_ARE_FREE, NO_NAMING, NO_DISCARD,
) = range(19)  # fmt: skip

_REFUSALS = (
    ("is_over", "UNO-WIN-1", "H2O-END-1"),
    ("is_chance", "UNO-START-1", "H2O-DEAL-2"),
    ("busy", "AMB-UNO-7", "H2O-START-5"),
    ("not_your_turn", "UNO-TURN-4", "H2O-TURN-1"),
    ("not_held", "UNO-TURN-1", "H2O-TURN-1"),
    ("no_match", "UNO-TURN-1", "H2O-TURN-1"),
    ("has_match", "AMB-UNO-10", "AMB-UNO-10"),
    ("only_drawn", "UNO-TURN-3", "H2O-TURN-3"),
    ("drew_already", "UNO-TURN-2", "H2O-TURN-2"),
    ("nothing_drawn", "UNO-TURN-2", "H2O-TURN-3"),
    ("must_answer", "UNO-DRAW4-2", "H2O-DRAW4-2"),
    ("not_challenged", "UNO-DRAW4-2", "H2O-DRAW4-2"),
    ("no_call_owed", "UNO-CALL-1", "H2O-CALL-1"),
    ("no_catch", "UNO-CALL-2", "H2O-CALL-1"),
    ("early_call", "UNO-CALL-1", "H2O-CALL-1"),
    ("calls_are_free", "AMB-UNO-15", "AMB-UNO-15"),
    ("no_naming", "UNO-WILD-1", "H2O-ACT-2"),
    ("no_discard", "AMB-UNO-7", "H2O-TURN-1"),
)
REFUSALS = tuple(Refusal(name, rule) for name, rule, _ in _REFUSALS)
REFUSALS_H2O = tuple(Refusal(name, rule) for name, _, rule in _REFUSALS)
