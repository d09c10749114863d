"""The form of an invariant: one function over one step of a match."""
