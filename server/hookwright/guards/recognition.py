"""Recognizes a guard that `hookwright add` wrote: what it does is known, or which rules in it are not from there."""

from __future__ import annotations

import ast
import os.path
import shlex
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
from hookwright.workflows.guarding.guard import Decided, Fate, GuardState

_MOST_BYTES = 256 * 1024
_NAMES = frozenset(it.name for it in GUARDS)
_IMPORTED = late_pattern(r"(?m)^    from guard_rules import (?!places)([\w, ]+)\n")
_IN_FORCE = late_pattern(r"(?ms)^RULES = \((.*?)^\)\n")
_RULE = late_pattern(r"(?m)^    (\w+),")


def known_guard(path: str, file: HookFile) -> Decided | None:
    """What is known of the guard at a path that a hook of the file runs; None if it is not as the library writes it.

    The rules in force may be others than at first, and so may the lists in a rule.  With rules that are not of the
    library, only these are unknown.  Reads the disk.
    """
    dialect, folder = file.dialect, os.path.dirname(path)
    if os.path.basename(path) != "guard.py" or dialect.executables is not None:
        return None
    names = _rules_in_force(_text(path), dialect)
    if not names or _text(f"{folder}/hook_event.py") not in _event_texts(dialect, path):
        return None
    shared = shared_files()
    same = all(_text(f"{folder}/{it}") == text_of(it) for it in shared)
    own = tuple(it for it in names if it not in _NAMES)
    ours = tuple(it for it in names if it in _NAMES)
    if not same or not all(_is_rule(f"{folder}/{RULES}/{it}.py", f"{RULES}/{it}.py") for it in ours):
        return None
    if not own:
        says = f"the guard that `hookwright add` writes, with {_listed(ours)}; it refuses if it cannot decide"
        return Decided(GuardState.HOLDS, says, Fate.REFUSED)
    paths = [f"{RULES}/{it}.py" for it in own]
    if any(it in shared or _text(f"{folder}/{it}") is None for it in paths):
        return None
    are = "is" if len(own) == 1 else "are"
    says = f"the guard that `hookwright add` writes, but {_listed(paths)} {are} not from there; an attack tests it"
    return Decided(GuardState.UNKNOWN, says, Fate.UNKNOWN, f"hookwright attack {shlex.quote(path)}")


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f"`{it}`" for it in words)


def _rules_in_force(text: str | None, dialect: Dialect) -> tuple[str, ...]:
    """The names of the rules of a `guard.py` of the library, and of others in it; none if it is another."""
    found = _IN_FORCE.search(text or "")
    if text is None or found is None:
        return ()
    names = tuple(_RULE.findall(found[1]))
    if not names or _without_rules(text) != _without_rules(guard_text(dialect, names)):
        return ()
    imported = {it.strip() for words in _IMPORTED.findall(text) for it in words.split(",")}
    return names if imported.issuperset(names) else ()


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
