"""Build the documentation site, and check its content."""
