"""A memory that fades: a card that was seen is noted or not, and a noted one is lost in time.

A card is noted with the probability `share`. It is then kept for a number of turns that is drawn
at once, so that after `half_life` turns half of the noted cards are forgotten.
"""

import math

from mazziere.kernel.jit import jit
from mazziere.kernel.rng import WORD, Fast, below, next_word

FOREVER = 1 << 30


@jit
def is_noted(share: int, rng: Fast) -> bool:
    """Whether a card that was seen is noted, with a probability of `share` per cent."""
    return below(rng, 100) < share


@jit
def lifetime(half_life: int, rng: Fast) -> int:
    """For how many turns a noted card is kept in mind; 0 as half-life means for ever."""
    if half_life == 0:
        return FOREVER
    return int(-half_life * math.log2((next_word(rng) + 1) / (WORD + 1)))
