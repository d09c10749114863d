"""The invariants of the rules ledger, one function each, computed from the fields of a state."""

from tests.properties.invariants import dieci, one_to_ten, rookie, uno, yooloo
from tests.properties.invariants.moment import Invariant

INVARIANTS: dict[str, tuple[Invariant, ...]] = {
    "yooloo": yooloo.INVARIANTS,
    "one_to_ten": one_to_ten.INVARIANTS,
    "rookie": rookie.INVARIANTS,
    "uno": uno.INVARIANTS,
    "uno_h2o": uno.H2O_INVARIANTS,
    "dieci": dieci.INVARIANTS,
}
