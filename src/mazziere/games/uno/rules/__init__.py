"""The rules of both UNO boxes; where the boxes differ, the field `h2o` decides."""

from mazziere.games.uno.rules.apply import apply as apply
from mazziere.games.uno.rules.legal import actors as actors
from mazziere.games.uno.rules.legal import legal as legal
from mazziere.games.uno.rules.legal import why_not as why_not
from mazziere.games.uno.rules.score import score as score
from mazziere.games.uno.rules.start import chance as chance
from mazziere.games.uno.rules.start import resolve as resolve
from mazziere.games.uno.rules.start import start as start
from mazziere.games.uno.rules.view import complete as complete
from mazziere.games.uno.rules.view import fill as fill
from mazziere.games.uno.rules.view import redact as redact
from mazziere.games.uno.rules.view import redact_unseen as redact_unseen
