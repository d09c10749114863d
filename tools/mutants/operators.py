"""The changes that mutation testing makes, and where."""

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import unified_diff
from pathlib import Path
from types import CodeType
from typing import Any

MARKS = ("jit", "glue")

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
DECLARATIONS = {"ACTIONS", "CARDS", "EVENTS", "GAME", "OPTIONS", "PHASES", "REFUSALS", "_PACKS"}
"""Top-level names that hold texts and declarations, which other tests check."""


@dataclass(frozen=True)
class Change:
    """One change of a syntax tree in place: `holder[key]`, or that attribute, becomes `new`."""

    operator: str
    line: int
    statement: ast.stmt  # the innermost statement that changes
    holder: Any
    key: Any
    new: Any

    def swap(self, new: Any) -> Any:
        """Replace the node; return the old one."""
        if isinstance(self.holder, list):
            old = self.holder[self.key]
            self.holder[self.key] = new
        else:
            old = getattr(self.holder, self.key)
            setattr(self.holder, self.key, new)
        return old


@dataclass(frozen=True)
class Mutant:
    """A change of a module that is ready to run."""

    module: str
    path: str  # in the repository
    line: int
    function: str
    operator: str
    diff: str  # the line before and after
    code: CodeType

    @property
    def where(self) -> str:
        """File and line."""
        return f"{self.path}:{self.line}"


# Finding places


class Finder:
    """Walks functions of a module and lists the possible changes."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._names = names  # the module's globals
        self.changes: list[Change] = []
        self._statement: ast.stmt = ast.Pass()

    def statement(self, holder: Any, key: Any, node: ast.stmt) -> None:
        """List the changes of a statement and of the nodes in it."""
        outer, self._statement = self._statement, node
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.Break, ast.Continue)) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        ):
            self._add("delete", holder, key, ast.Pass())
        if isinstance(node, ast.Return):
            self._returned(holder, key, node)
        if isinstance(node, (ast.If, ast.While)):
            self._negate(node)
        if isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
            self._add("arithmetic", node, "op", ARITHMETIC[type(node.op)]())
        self.inside(node)
        self._statement = outer

    def inside(self, node: ast.AST) -> None:
        """Visit the children of a node."""
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "ctx"):
                continue
            if isinstance(value, list):
                for place, item in enumerate(value):
                    self._visit(value, place, item)
            else:
                self._visit(node, name, value)

    def _visit(self, holder: Any, key: Any, node: Any) -> None:
        if isinstance(node, ast.stmt):
            self.statement(holder, key, node)
        elif isinstance(node, ast.expr):
            self.expression(holder, key, node)

    def expression(self, holder: Any, key: Any, node: ast.expr) -> None:
        """List the changes of an expression and of the nodes in it."""
        if isinstance(node, ast.Constant):
            self.constant(holder, key, node)
        elif isinstance(node, ast.Compare):
            for place, op in enumerate(node.ops):
                if type(op) in COMPARISONS:
                    self._add("compare", node.ops, place, COMPARISONS[type(op)]())
        elif isinstance(node, ast.BoolOp):
            self._add("and/or", node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            self._add("arithmetic", node, "op", ARITHMETIC[type(node.op)]())
        elif isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant):
            self._add("unary", holder, key, node.operand)
        elif isinstance(node, ast.IfExp):
            self._negate(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "range":
                self._range(node)
                return
            if node.func.id == "emit":  # unused numbers of an event are 0: leave those alone
                for place, arg in enumerate(node.args):
                    if not isinstance(arg, ast.Constant):
                        self._visit(node.args, place, arg)
                return
        self.inside(node)

    def constant(self, holder: Any, key: Any, node: ast.Constant) -> None:
        """Replace a number by one more and one less, True by False."""
        if isinstance(node.value, bool):
            self._add("constant", holder, key, ast.Constant(not node.value))
        elif isinstance(node.value, int):
            for step in (1, -1):
                self._add("constant", holder, key, ast.Constant(node.value + step))

    def _range(self, call: ast.Call) -> None:
        """Shift the end of a range by one, and its beginning up by one."""
        end = 0 if len(call.args) == 1 else 1
        for op in (ast.Add(), ast.Sub()):
            self._add("range", call.args, end, _with_one(call.args[end], op))
        if end == 1:
            self._add("range", call.args, 0, _with_one(call.args[0], ast.Add()))
        for place, arg in enumerate(call.args):
            if not isinstance(arg, ast.Constant):
                self._visit(call.args, place, arg)

    def _negate(self, node: ast.If | ast.While | ast.IfExp) -> None:
        test = node.test
        is_equality = isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Eq, ast.NotEq))
        if not is_equality and not isinstance(test, ast.UnaryOp):  # other operators negate these
            self._add("negate", node, "test", ast.UnaryOp(ast.Not(), test))

    def _returned(self, holder: Any, key: Any, node: ast.Return) -> None:
        if node.value is None:
            self._add("delete", holder, key, ast.Pass())
        elif not isinstance(node.value, ast.Constant):
            is_name = isinstance(node.value, ast.Name)
            value = self._names.get(node.value.id) if isinstance(node.value, ast.Name) else None
            other = 1 if is_name and value == 0 else 0
            self._add("return", node, "value", ast.Constant(other))

    def _add(self, operator: str, holder: Any, key: Any, new: ast.AST) -> None:
        change = Change(operator, self._statement.lineno, self._statement, holder, key, new)
        old = change.swap(new)
        change.swap(old)
        self.changes.append(replace(change, line=getattr(old, "lineno", change.line)))


def _with_one(node: ast.expr, op: ast.operator) -> ast.expr:
    return ast.BinOp(node, op, ast.Constant(1))


# Making mutants


def unchanged(module: str, path: Path) -> Mutant:
    """Return a mutant without a change: it must survive."""
    code = compile(path.read_text(encoding="utf-8"), str(path), "exec")
    return Mutant(module, path.name, 0, "", "none", "", code)


def mutants_of(
    module: str, path: Path, root: Path, names: Mapping[str, Any], only_marked: bool = True
) -> Iterator[Mutant]:
    """Make every mutant of a module's constants and of its functions, or only of marked ones."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function, find in _parts(tree, only_marked):
        finder = Finder(names)
        find(finder)
        for change in finder.changes:
            made = _made(change, tree, path)
            if made is not None:
                diff, code = made
                shown = path.relative_to(root).as_posix()
                yield Mutant(module, shown, change.line, function, change.operator, diff, code)


def _parts(tree: ast.Module, only_marked: bool) -> Iterator[tuple[str, Callable[[Finder], None]]]:
    """Yield the functions and constants of a module; methods only if unmarked functions count."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and (_is_marked(node) or not only_marked):
            yield node.name, _body_of(node)
        elif isinstance(node, ast.ClassDef) and not only_marked:
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    yield f"{node.name}.{method.name}", _body_of(method)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name.strip("_") not in DECLARATIONS and not _has_text(node):
                yield name, _value_of(node)


def _body_of(function: ast.FunctionDef) -> Callable[[Finder], None]:
    def find(finder: Finder) -> None:
        for place, statement in enumerate(function.body):
            finder.statement(function.body, place, statement)

    return find


def _value_of(assignment: ast.Assign) -> Callable[[Finder], None]:
    def find(finder: Finder) -> None:
        finder._statement = assignment
        finder.expression(assignment, "value", assignment.value)

    return find


def _is_marked(function: ast.FunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id in MARKS for mark in function.decorator_list)


def _has_text(node: ast.AST) -> bool:
    return any(isinstance(n, ast.Constant) and isinstance(n.value, str) for n in ast.walk(node))


def _made(change: Change, tree: ast.Module, path: Path) -> tuple[str, CodeType] | None:
    """Compile the tree with a change, then undo it; None if the source stays the same."""
    before = _source(change.statement)
    old = change.swap(change.new)
    try:
        stands = change.holder[change.key] if isinstance(change.holder, list) else None
        shown = stands if isinstance(stands, ast.stmt) else change.statement
        after = _source(shown)
        if after == before:
            return None
        ast.fix_missing_locations(tree)
        return _difference(before, after), compile(tree, str(path), "exec")
    finally:
        change.swap(old)


def _source(statement: ast.stmt) -> list[str]:
    return ast.unparse(ast.fix_missing_locations(statement)).splitlines()


def _difference(before: list[str], after: list[str]) -> str:
    """Return the first line that differs, before and after."""
    lines = list(unified_diff(before, after, lineterm="", n=0))[3:]
    gone = next((line[1:].strip() for line in lines if line.startswith("-")), "")
    come = next((line[1:].strip() for line in lines if line.startswith("+")), "")
    return f"{gone}  →  {come}"
