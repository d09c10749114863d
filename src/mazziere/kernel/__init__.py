"""The kernel: record states, chance as data, addressed events, and one way to build a game."""
