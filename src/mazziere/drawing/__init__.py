"""Drawing a table with characters: the vocabulary that the games' terminal parts use.

Nothing here knows a game or a terminal toolkit. A game's part `terminal` follows the protocol in
`drawing.board`; a game without that part is drawn by `drawing.generic`.
"""
