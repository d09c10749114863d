"""A match in the terminal: the table, the lines of `--plain`, and the app drawn with Textual."""
