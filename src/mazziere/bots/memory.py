"""A fading memory: a seen card is remembered with a probability, for a random lifetime.

A card is noted with the probability `share`. It is then kept for a number of turns that is drawn
at once, so that after `half_life` turns half of the noted cards are forgotten. A card that
is seen again may be noted again, which never shortens its lifetime. So a card that was seen once,
k turns ago, is known with the probability share × 2^(-k / half_life).

Each brain defines a turn. The record of a memory has the fields `turn`, the number of turns so far,
and `until`: for each place, the turn from which its card is forgotten.
"""

from typing import Any

from mazziere.kernel.jit import jit
from mazziere.kernel.real import log2
from mazziere.kernel.rng import WORD, Fast, below, next_word

FOREVER = 1 << 30


@jit
def is_noted(share: int, rng: Fast) -> bool:
    """Draw whether a seen card is remembered, with probability `share` per cent."""
    return below(rng, 100) < share


@jit
def lifetime(half_life: int, rng: Fast) -> int:
    """Draw the lifetime of a remembered card in turns; a half-life of 0 means for ever."""
    if half_life == 0:
        return FOREVER
    return int(-half_life * log2((next_word(rng) + 1) / (WORD + 1)))


@jit
def take_note(memory: Any, place: int, share: int, half_life: int, rng: Fast) -> None:
    """With probability `share`, remember the card at a place for a random lifetime."""
    if is_noted(share, rng):
        memory.until[place] = max(memory.until[place], memory.turn + 1 + lifetime(half_life, rng))


@jit
def is_known(memory: Any, place: int) -> bool:
    """Tell whether the card at a place is remembered."""
    return bool(memory.turn < memory.until[place])
