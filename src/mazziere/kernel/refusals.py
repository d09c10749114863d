"""The exception for a refused move."""

from mazziere.kernel.chances import short_text


class Refused(Exception):
    """A move is not legal now; carries the code of the refusal and the rule behind it."""

    def __init__(self, code: str, rule: str | None, seat: int | None, text: str) -> None:
        super().__init__(code, rule, seat, text)
        self.code = code  # the name of the game's refusal, or one of the constants below
        self.rule = rule
        self.seat = seat
        self.text = text

    def __str__(self) -> str:
        words = _OWN_WORDS.get(self.code, self.code.replace("_", " "))
        return f"seat {self.seat} may not {short_text(self.text)}: {words}"


NO_SEAT, NO_MOVE, NOT_LEGAL = "no_such_seat", "no_such_move", "not_legal"
_OWN_WORDS = {
    NO_SEAT: "there is no such seat",
    NO_MOVE: "there is no such move in this game",
    NOT_LEGAL: "not a legal move now",
}
