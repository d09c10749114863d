"""Tables: seats, clocks, matches and chat, as the fold of an append-only log.

A verb takes the state of a table, the person who acts and the time. It returns a draft of new log
entries, or raises CommandRefused. This package does no I/O and reads no clock.
"""
