"""Proofs of a right: session cookies, codes that people read out, and links to a match."""
