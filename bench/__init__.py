"""The speed of the engine next to a C program and to other libraries: `make bench`."""
