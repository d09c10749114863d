"""How bots play both UNO boxes."""

from mazziere.bots.brain import BrainSettings
from mazziere.bots.defaults import private_hash as private_hash
from mazziere.bots.defaults import recall as recall
from mazziere.games.uno.brain.belief import Beliefs
from mazziere.games.uno.brain.belief import bias_world as bias_world
from mazziere.games.uno.brain.belief import hear as hear
from mazziere.games.uno.brain.easy import easy as easy
from mazziere.games.uno.brain.normal import is_dominated as is_dominated
from mazziere.games.uno.brain.normal import normal as normal
from mazziere.games.uno.brain.normal import skips_search as skips_search
from mazziere.games.uno.brain.value import evaluate as evaluate
from mazziere.games.uno.brain.value import is_settled as is_settled

SETTINGS = BrainSettings(
    memory=Beliefs,
    reach=20,  # longer playouts add noise, shorter ones trust the fitted values too much
    paired=True,
)
