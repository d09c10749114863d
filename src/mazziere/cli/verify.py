"""`mazziere verify FILE...`: replay records and check what they claim."""

from argparse import Namespace
from typing import Any

from mazziere.cli.records import data_of, fault_line, named, read_record, reason_of
from mazziere.cli.say import Stop, complain, on_one_line, print_json
from mazziere.kernel.record import RecordError, verify

NAMES = {"result": "result", "legal": "legal moves", "seed": "seed", "proof": "fairness proof"}


def run(arguments: Namespace) -> int:
    """Check every file, one line each; 1 if one fails, 2 if one cannot be read."""
    answers, code = [], 0
    for file in arguments.files:
        try:
            answer = check(file)
        except Stop as stop:
            answer = {"file": file, "ok": False, "step": None, "reason": stop.line, "rule": None}
            complain(stop.line)
            code = 2
        if not answer["ok"]:
            code = code or 1
        elif not arguments.json:
            print(on_one_line(f"{named(file)}: {summary(answer['checked'])}"))
        answers.append(answer)
    if arguments.json:
        print_json(answers)
    return code


def check(file: str) -> dict[str, Any]:
    """Check one file; what is wrong is told on standard error."""
    record = None
    try:
        record = read_record(data_of(file))
        return {"file": file, "ok": True, "checked": verify(record)}
    except RecordError as error:
        reason = reason_of(error, record.game.id if record else None)
        complain(fault_line(file, error, reason))
        return {
            "file": file,
            "ok": False,
            "step": error.step,
            "reason": reason,
            "rule": error.rule,
        }


def summary(checked: dict[str, str]) -> str:
    """Say what was compared, and what was not."""
    agreed = [NAMES[name] for name, state in checked.items() if state == "ok"]
    skipped = [NAMES[name] for name, state in checked.items() if state == "not checked"]
    text = "ok, the steps are legal"
    text += f"; {', '.join(agreed)}: correct" if agreed else "; it claims nothing more"
    return text + (f"; {', '.join(skipped)}: NOT CHECKED" if skipped else "")
