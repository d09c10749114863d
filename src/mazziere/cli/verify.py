"""`mazziere verify FILE...`: replay records and check their claims."""

from argparse import Namespace
from typing import Any

from mazziere.cli.records import data_of, fault_line, named, read_record, reason_of
from mazziere.cli.say import Stop, complain, on_one_line, print_json
from mazziere.kernel.fair import proof_from_json
from mazziere.kernel.record import Record, RecordError, verify

NAMES = {"result": "result", "legal": "legal moves", "seed": "seed", "proof": "fairness proof"}


def run(arguments: Namespace) -> int:
    """Check files, one line each; return 1 if one fails, 2 if one cannot be read."""
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
            print(on_one_line(f"{named(file)}: {summary(answer)}"))
        answers.append(answer)
    if arguments.json:
        print_json(answers)
    return code


def check(file: str) -> dict[str, Any]:
    """Check one file; print a fault on standard error."""
    record = None
    try:
        record = read_record(data_of(file))
        answer = {"file": file, "ok": True, "checked": verify(record)}
        return {**answer, "fairness": fairness_of(record)} if record.has_proof else answer
    except RecordError as error:
        reason = reason_of(error, record.game if record else None)
        complain(fault_line(file, error, reason))
        return {
            "file": file,
            "ok": False,
            "step": error.step,
            "reason": reason,
            "rule": error.rule,
        }


def fairness_of(record: Record) -> dict[str, Any]:
    """Return the basis of a proof, which the players can compare with their own notes."""
    proof = proof_from_json(record.written["fairness"])
    return {
        "table": proof.table,
        "match": proof.match,
        "receipt": proof.receipt,
        "parts": sorted(proof.parts),
        "pledged": bool(proof.pledges),
        "withheld": sorted(set(proof.pledges) - set(proof.parts)),
        "given": len(proof.given),
    }


def summary(answer: dict[str, Any]) -> str:
    """Return a line that says what was checked."""
    checked = answer["checked"]
    agreed = [NAMES[name] for name, state in checked.items() if state == "ok"]
    text = "ok, the steps are legal"
    text += f"; {', '.join(agreed)}: correct" if agreed else "; it claims nothing more"
    if "fairness" not in answer:
        return text
    if checked["proof"] == "sealed":
        text += f"; {NAMES['proof']}: sealed, the cards cannot be checked yet"
    return text + f" ({basis(answer['fairness'])})"


def basis(found: dict[str, Any]) -> str:
    """Return the basis of a proof in words."""
    told = f"parts of {seats(found['parts'])}{', pledged' if found['pledged'] else ''}"
    if not found["parts"]:
        told = "no part of any player"
    if found["withheld"]:
        told += f", withheld by {seats(found['withheld'])}"
    if found["given"]:
        told += ", the first step given" if found["given"] == 1 else ""
        told += f", the first {found['given']} steps given" if found["given"] > 1 else ""
    return f"{told}, receipt {found['receipt']}"


def seats(numbers: list[int]) -> str:
    """Return seats in words."""
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
