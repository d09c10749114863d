"""A match in the terminal: drawn with Textual, or in plain lines."""
