"""The play server: durable tables for people and bots, reached from a browser.

run         start and stop a server process
operations  the admin page, health checks and logs
http        the HTTP interface and the files of the page
transport   the protocols on a TCP connection, and one person's connection to one table
node        everything that the requests of one process share
bots        bots at the tables of a node
rooms       live tables: commands, timers, presence, and what each person may see
identity    session cookies, codes and links that prove a right

Imports point downwards only; import-linter checks it.
"""
