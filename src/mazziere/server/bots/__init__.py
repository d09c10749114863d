"""Bots at the tables of a node: one bot per seat, and the threads in which bots search."""
