"""Mutation testing of the games: small faults are planted in the rules, and the tests must notice.

A tool of our own, because linking copies functions into namespaces that others do not understand.
Each mutant is one change of one module's syntax tree. It runs in a forked process in which the
game's modules are imported afresh with the change in place, uncompiled, against a suite that stops
at the first failure: transcripts, the plain reference implementations, the rulebook tests, and the
properties of views and states.
"""
