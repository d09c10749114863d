"""Simulations, tournaments and measurements."""
