"""Benchmark of the play server: moves per second, and idle connections (`make bench-server`)."""
