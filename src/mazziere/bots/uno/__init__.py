"""How UNO and UNO H2O are played."""

from mazziere.bots.brain import Brain
from mazziere.bots.uno.easy import easy
from mazziere.bots.uno.normal import may_wait, normal
from mazziere.bots.uno.worth import is_settled, worth
from mazziere.bots.usual import any_world, hears_nothing, no_secret, recalls_all

BRAIN = Brain(
    easy=easy,
    normal=normal,
    may_wait=may_wait,
    hear=hears_nothing,
    recall=recalls_all,
    imagine=any_world,
    secret=no_secret,
    is_settled=is_settled,
    worth=worth,
)
