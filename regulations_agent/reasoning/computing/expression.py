"""Arithmetic in writing, evaluated: numbers, brackets and the four operations, and nothing else."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from math import isfinite

_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-"})
_MOST_CHARS = 120
"""Which also bounds how deep brackets nest."""


class Wrong(ValueError):
    """An expression or a number that does not stand; the text says why, to the model."""


def evaluate(expression: str) -> tuple[float, tuple[float, ...]]:
    """The result of arithmetic with + - * / and brackets, and the numbers in it; raises `Wrong`."""
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", expression.translate(_SIGNS)).partition("=")[0].strip()
    if len(text) > _MOST_CHARS:
        raise Wrong(f"the expression is longer than {_MOST_CHARS} characters")
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as fault:
        raise Wrong(f"{expression!r} is no arithmetic") from fault
    inputs: list[float] = []
    result = _value(tree, inputs)
    if not isfinite(result):
        raise Wrong(f"{expression!r} has no finite result")
    return result, tuple(inputs)


def _value(node: ast.expr, inputs: list[float]) -> float:
    if isinstance(node, ast.BinOp) and (apply := _OPERATORS.get(type(node.op))):
        left, right = _value(node.left, inputs), _value(node.right, inputs)
        if apply is operator.truediv and right == 0:
            raise Wrong("the expression divides by zero")
        return apply(left, right)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, inputs)
    if (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    ):
        inputs.append(float(node.value))
        return inputs[-1]
    raise Wrong("the expression may hold numbers, + - * / and brackets only")
