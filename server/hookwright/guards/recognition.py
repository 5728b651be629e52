"""Recognizes a guard that `hookwright add` wrote and that nobody has changed: what it does is known."""

from __future__ import annotations

import ast
import os.path
from collections.abc import Sequence

from hookwright.config.view import HookFile
from hookwright.errors import HookwrightError
from hookwright.files import read_text
from hookwright.first_hook import starter_path
from hookwright.guards.event_file import event_text, guard_text
from hookwright.guards.library import GUARDS, RULES, shared_files, text_of
from hookwright.guards.plan import scripts_folder
from hookwright.model.dialect import Dialect
from hookwright.patterns import late_pattern

_MOST_BYTES = 256 * 1024
_IMPORTED = late_pattern(r"(?m)^    from guard_rules import (?!places)([\w, ]+)\n")
_IN_FORCE = late_pattern(r"(?ms)^RULES = \((.*?)^\)\n")
_RULE = late_pattern(r"(?m)^    (\w+),")


def known_guard(path: str, file: HookFile) -> str | None:
    """What is known of the guard at a path that a hook of the file runs; None if it is not as the library writes it.

    The rules in force may be others than at first, and so may the lists in a rule.  Reads the disk.
    """
    dialect, folder = file.dialect, os.path.dirname(path)
    if os.path.basename(path) != "guard.py" or dialect.executables is not None:
        return None
    names = _rules_in_force(_text(path), dialect)
    if not names or _text(f"{folder}/hook_event.py") not in _event_texts(dialect, path):
        return None
    same = all(_text(f"{folder}/{it}") == text_of(it) for it in shared_files())
    if not same or not all(_is_rule(f"{folder}/{RULES}/{it}.py", f"{RULES}/{it}.py") for it in names):
        return None
    listed = ", ".join(f"`{it}`" for it in names)
    return f"the guard that `hookwright add` writes, with {listed}; it refuses if it cannot decide"


def _rules_in_force(text: str | None, dialect: Dialect) -> tuple[str, ...]:
    """The names of the rules of a `guard.py` of the library; none if it is another."""
    found = _IN_FORCE.search(text or "")
    if text is None or found is None:
        return ()
    names = tuple(_RULE.findall(found[1]))
    if not {it.name for it in GUARDS}.issuperset(names) or _without_rules(text) != _without_rules(
        guard_text(dialect, names)
    ):
        return ()
    imported = _IMPORTED.search(text)
    return names if imported is not None and set(names) <= {it.strip() for it in imported[1].split(",")} else ()


def _without_rules(text: str) -> str:
    return _IN_FORCE.sub("", _IMPORTED.sub("", text))


def _event_texts(dialect: Dialect, path: str) -> Sequence[str]:
    """What `hook_event.py` may say beside the guard; nothing where the guard lies in another folder."""
    folder = scripts_folder(starter_path(dialect))
    if not path.endswith(f"/{folder}/guard.py"):
        return ()
    try:
        return tuple(event_text(dialect, folder, in_plugin=it) for it in (False, True))
    except HookwrightError:
        return ()


def _is_rule(path: str, name: str) -> bool:
    """Whether the rule at a path is that of the library, with its lists or with others."""
    text = _text(path)
    return text is not None and (text == text_of(name) or _without_lists(text) == _without_lists(text_of(name)))


def _without_lists(text: str) -> str | None:
    """The code of a rule without the lists of texts at its top; None if it cannot be read."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple) and _is_texts(node.value):
            node.value = ast.Constant(None)
    return ast.dump(tree)


def _is_texts(value: ast.Tuple) -> bool:
    return all(isinstance(it, ast.Constant) and isinstance(it.value, str) for it in value.elts)


def _text(path: str) -> str | None:
    try:
        return read_text(path, most=_MOST_BYTES)
    except (OSError, UnicodeDecodeError):
        return None
