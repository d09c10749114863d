"""Planted leaks of UNO H2O."""

from mazziere.games import uno_h2o
from tests.games.uno.leaks import shows_the_next_hand, shows_what_others_can_work_out
from tests.properties.leaks import changed

LEAKS = {
    "worked out by others": changed(uno_h2o.GAME, redact=shows_what_others_can_work_out),
    "redact_unseen": changed(uno_h2o.GAME, redact_unseen=shows_the_next_hand),
}
