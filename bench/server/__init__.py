"""How many moves a play server takes, and how many people may idle: `make bench-server`."""
