"""Opponents: levels from random to master, fair by construction."""
