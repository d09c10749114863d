"""A table: who sits where, what they play, and everything that has happened, as the fold of a log.

No I/O and no clock in here: whoever calls says who wants what, and what time it is.
"""
