"""The rules of ROOKIE."""

from mazziere.games.rookie.rules.apply import apply as apply
from mazziere.games.rookie.rules.legal import actors as actors
from mazziere.games.rookie.rules.legal import legal as legal
from mazziere.games.rookie.rules.legal import why_not as why_not
from mazziere.games.rookie.rules.score import score as score
from mazziere.games.rookie.rules.start import chance as chance
from mazziere.games.rookie.rules.start import resolve as resolve
from mazziere.games.rookie.rules.start import start as start
from mazziere.games.rookie.rules.view import complete as complete
from mazziere.games.rookie.rules.view import fill as fill
from mazziere.games.rookie.rules.view import redact as redact
from mazziere.games.rookie.rules.view import redact_unseen as redact_unseen
