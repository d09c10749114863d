"""Live tables of a node: commands, timers, presence, finished matches, and views of them."""
