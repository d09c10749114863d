"""The invariants of UNO H2O: those that both boxes share."""

from tests.games.uno.invariants import BOTH_INVARIANTS

INVARIANTS = BOTH_INVARIANTS
