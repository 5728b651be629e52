"""The lists in the code of a guard that are for people to change: the rules in force, and the texts of a rule."""

from __future__ import annotations

import ast

from hookwright.guards.library import GUARDS, RULES
from hookwright.patterns import late_pattern

_IMPORTED = late_pattern(r"(?m)^    from guard_rules import (?!places)[\w, ]+\n")
_WITH_LISTS = frozenset({"guard.py", *(f"{RULES}/{it.name}.py" for it in GUARDS)})
_Lines = tuple[int, int]


def without_lists(name: str, text: str) -> str:
    """The text of a file, by its path beside the scripts, without its lists and what `guard.py` imports for them."""
    if name not in _WITH_LISTS:
        return text
    lines = text.splitlines(keepends=True)
    for start, end in sorted(_lists(text).values(), reverse=True):
        del lines[start:end]
    return _IMPORTED.sub("", "".join(lines))


def with_lists(new: str, there: str) -> str:
    """A new text with the lists that another one has, where both have one of the name."""
    lines, old, found = new.splitlines(keepends=True), there.splitlines(keepends=True), _lists(there)
    for name, (start, end) in sorted(_lists(new).items(), key=lambda it: it[1], reverse=True):
        if name in found:
            first, last = found[name]
            lines[start:end] = old[first:last]
    return "".join(lines)


def rules_in_force(text: str) -> tuple[str, ...]:
    """The names in the list of rules of a `guard.py`."""
    for it in _body(text):
        if isinstance(it, ast.Assign) and _name(it) == "RULES" and isinstance(it.value, ast.Tuple):
            return tuple(one.id for one in it.value.elts if isinstance(one, ast.Name))
    return ()


def _lists(text: str) -> dict[str, _Lines]:
    """The lines of each list at the top of a text."""
    found = dict[str, _Lines]()
    for it in _body(text):
        if isinstance(it, ast.Assign) and isinstance(it.value, ast.Tuple) and (name := _name(it)) is not None:
            texts = all(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in it.value.elts)
            if texts or name == "RULES":
                found[name] = it.lineno - 1, it.end_lineno or it.lineno
    return found


def _body(text: str) -> list[ast.stmt]:
    try:
        return ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _name(it: ast.Assign) -> str | None:
    only = it.targets[0]
    return only.id if len(it.targets) == 1 and isinstance(only, ast.Name) else None
