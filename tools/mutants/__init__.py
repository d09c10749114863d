"""Mutation testing: plant small faults in the code and check that the tests notice them.

A tool of our own, because linking copies functions into namespaces that other tools do not
understand. Each mutant is one change of one module's syntax tree. It runs in a forked process that
imports the whole project afresh with the change in place, uncompiled, against a suite that stops at
the first failure: transcripts, the plain reference implementations, the rulebook tests, and the
properties of views and states.
"""
