r"""Patterns of the package: ``\d`` matches the digits of all scripts."""

from __future__ import annotations

import ast
from pathlib import Path

import dobbm


def test_no_pattern_takes_the_digits_of_other_scripts_for_numbers() -> None:
    """A full-width 20:00 would pass, and go on to files and calendars that others read."""
    root = Path(dobbm.__file__).parent
    found = [
        f"{path.relative_to(root)}:{call.lineno}"
        for path in sorted(root.rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and is_wide(call)
    ]
    assert found == []


def is_wide(call: ast.Call) -> bool:
    r"""Whether a call of ``re``, or a ``pattern=``, has ``\d`` without ``re.ASCII``."""
    patterns = [one.value for one in call.keywords if one.arg == "pattern"]
    if isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "re":
        patterns += call.args[:1]
    is_literal = [isinstance(one, ast.Constant | ast.JoinedStr) for one in patterns]
    texts = [ast.unparse(one) for one, is_it in zip(patterns, is_literal, strict=True) if is_it]
    return any(r"\\d" in text for text in texts) and "ASCII" not in ast.unparse(call)
