"""The compiled loops of the learning environments."""
