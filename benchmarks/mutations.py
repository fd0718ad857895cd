"""Small wrong changes to a module: which there are, and the module with one of them made."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

Node = TypeVar("Node", bound=ast.AST)
Make = Callable[[], None]
"""Makes the change in the tree that it was found in."""
FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
TURNED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.Div: ast.Mult,
}  # fmt: skip
TOLD = {"log", "logging", "warnings"}
"""What is said to these is no behaviour."""


class Site(NamedTuple):
    """One place where one change can be made."""

    kind: str
    node: ast.AST
    make: Make


@dataclass(frozen=True, slots=True)
class Mutation:
    """One wrong change to a module."""

    path: str
    """Of the module, below the package."""
    number: int
    """Among all changes of the module."""
    kind: str
    line: int
    function: str
    """`name:line` of the innermost function, empty at the top of the module."""
    before: str
    after: str
    nth: int = 1
    """Among the changes of its function that read alike."""

    @property
    def mark(self) -> str:
        """Says which change it is as long as its function stays."""
        again = f" ({self.nth})" if self.nth > 1 else ""
        return f"{self.path} {self.function.partition(':')[0]}: {self.before} -> {self.after}{again}"


def mutations(path: str, source: str) -> list[Mutation]:
    """Every change that can be made to a module."""
    tree = ast.parse(source)
    within = functions(tree)
    found: list[Mutation] = []
    alike: Counter[str] = Counter()
    for number, site in enumerate(sites(tree)):
        before = _short(site.node)
        undo = _copied(site.node)
        site.make()
        after = _short(site.node)
        site.node.__dict__, site.node.__class__ = undo.__dict__, undo.__class__
        line = getattr(site.node, "lineno", 0)
        one = Mutation(path, number, site.kind, line, _innermost(within, line), before, after)
        alike[one.mark] += 1
        found.append(replace(one, nth=alike[one.mark]))
    return found


def mutated(source: str, number: int) -> str:
    """The module with that change made."""
    tree = ast.parse(source)
    for place, site in enumerate(sites(tree)):
        if place == number:
            site.make()
            return ast.unparse(ast.fix_missing_locations(tree))
    raise ValueError(f"no change {number}")


def functions(tree: ast.Module) -> list[tuple[int, int, str]]:
    """First and last line of each body, and `name:line`; a default is of what is around its function."""
    return [
        (node.body[0].lineno, node.end_lineno or node.lineno, f"{node.name}:{node.lineno}")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def _innermost(within: list[tuple[int, int, str]], line: int) -> str:
    around = [(last - first, name) for first, last, name in within if first <= line <= last]
    return min(around)[1] if around else ""


def sites(tree: ast.AST) -> Iterator[Site]:
    """In order of the tree; annotations, decorators, messages, logs and imports are left as they are."""
    for node in list(_behaviour(tree)):
        yield from _of_expression(node)
        yield from _of_statement(node)


def _behaviour(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Raise | ast.Import | ast.ImportFrom | ast.JoinedStr) or _is_telling(node):
        yield from [node] if isinstance(node, ast.Raise) else []
        return
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list", "format_spec"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _behaviour(child)


def _is_telling(node: ast.AST) -> bool:
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[0] in TOLD


def _of_expression(node: ast.AST) -> Iterator[Site]:
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            yield Site("comparison", node, _set_item(node.ops, place, FLIPPED[type(operator)]()))
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield Site("and/or", node, _set(node, "op", other))
    elif isinstance(node, ast.BinOp) and type(node.op) in TURNED:
        yield Site("arithmetic", node, _set(node, "op", TURNED[type(node.op)]()))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield Site("constant", node, _set(node, "value", not node.value))
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield Site("+-1", node, _set(node, "value", node.value + 1))
        yield Site("+-1", node, _set(node, "value", node.value - 1))
    elif isinstance(node, ast.Constant) and isinstance(node.value, float):
        yield Site("constant", node, _set(node, "value", node.value * 2 + 0.1))
    for test in _tests(node):
        if not isinstance(test, ast.Compare):  # whose flipped comparison is the same change
            yield Site("negation", test, _negate(test))


def _tests(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        return [node.test]
    return node.ifs if isinstance(node, ast.comprehension) else []


def _of_statement(node: ast.AST) -> Iterator[Site]:
    if isinstance(node, ast.Return) and node.value is not None and not _is_nothing(node.value):
        yield Site("return", node, _set(node, "value", ast.Constant(None)))
    elif isinstance(node, ast.AugAssign | ast.Raise | ast.Break | ast.Continue) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield Site("removal", node, _become(node, ast.Pass()))


def _is_nothing(node: ast.expr) -> bool:
    """Callers cannot tell it from None, as a rule."""
    return not node.value if isinstance(node, ast.Constant) else ast.unparse(node) in ("()", "[]", "{}")


def _set(node: ast.AST, name: str, value: object) -> Make:
    return lambda: setattr(node, name, value)


def _set_item(items: list[ast.cmpop], place: int, value: ast.cmpop) -> Make:
    return lambda: items.__setitem__(place, value)


def _negate(test: ast.expr) -> Make:
    return lambda: _become(test, ast.UnaryOp(ast.Not(), _copied(test)))()


def _become(node: ast.AST, other: ast.AST) -> Make:
    """The node is the other one from then on, in its place."""

    def make() -> None:
        ast.copy_location(other, node)
        node.__dict__, node.__class__ = other.__dict__, other.__class__

    return make


def _copied(node: Node) -> Node:
    """A node of the same kind with its own lists."""
    held = {name: list(value) if isinstance(value, list) else value for name, value in vars(node).items()}
    copy = type(node)()
    copy.__dict__.update(held)
    return copy


def _short(node: ast.AST) -> str:
    text = ast.unparse(ast.fix_missing_locations(node)) if not isinstance(node, ast.comprehension) else ""
    line = " ".join(text.split())
    return line if len(line) <= 90 else f"{line[:87]}..."
