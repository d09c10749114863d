"""Mazziere, the dealer: shuffles, deals, referees and keeps score for boxed card games."""

__version__ = "0.1.0"
