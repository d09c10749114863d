"""Tools for the operator of a server: the admin page, health checks, metrics and logs."""
