"""How UNO and UNO H2O are played."""

from mazziere.bots.brain import Brain
from mazziere.bots.uno.belief import Memory, hear, imagine
from mazziere.bots.uno.easy import easy
from mazziere.bots.uno.normal import forgets_the_call, needs_no_thought, normal
from mazziere.bots.uno.worth import is_settled, worth
from mazziere.bots.usual import no_secret, recalls_all

BRAIN = Brain(
    easy=easy,
    normal=normal,
    by_rules=needs_no_thought,
    hear=hear,
    recall=recalls_all,
    imagine=imagine,
    secret=no_secret,
    is_settled=is_settled,
    worth=worth,
    is_idle=forgets_the_call,
    memory=Memory,
    reach=16,  # longer playouts are noise, shorter ones trust too much in what was fitted
    compares=True,
)
