"""Files are read in one way: through `hookwright.files`, which neither waits nor takes in more than it should."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

_SERVER = Path(__file__).parents[2] / "server" / "hookwright"
_THE_ONE = "files.py"
_ELSEWHERE = {
    "attacking/forms/covers.py": "reads the forms that are shipped",
    "attacking/forms/dangers.py": "reads the dangers that are shipped",
    "attacking/forms/effects.py": "reads the effects that are shipped",
    "attacking/forms/listed.py": "reads the commands of lists that are shipped",
    "attacking/forms/everyday.py": "reads the harmless calls that are shipped",
    "attacking/forms/milder.py": "reads the harmless calls that are shipped",
    "attacking/forms/policies.py": "reads what is shipped on programs",
    "attacking/forms/runners.py": "reads the runners that are shipped",
    "attacking/own/clients.py": "reads the clients of databases that are shipped",
    "attacking/own/secret_names.py": "reads the families of files that are shipped",
    "attacking/own/targets.py": "reads the kinds of names that are shipped",
    "attacking/texts/lacking.py": "reads what is shipped on programs",
    "cli/__init__.py": "opens the null device",
    "cli/demo/client.py": "reads its server's output",
    "cli/demo/__init__.py": "reads the demo's own files",
    "cli/demo/place.py": "reads the demo's own files",
    "engine/journal/place.py": "makes the journal's file and its lock",
    "engine/process/companion.py": "reads and writes pipes",
    "engine/process/descendants.py": "asks /proc about processes",
    "engine/process/orphans.py": "opens the null device",
    "engine/scratch/walking.py": "opens the folders that it removes",
    "engine/sessions/file.py": "holds a session's file open, and locks it",
    "engine/tool_maps/maps.py": "reads the maps that are shipped",
    "guards/files/guard_rules/branches.py": "is copied into projects, without hookwright; reads a regular file",
    "proving/watching.py": "asks /proc about processes",
    "recording/recorder.py": "opens the null device",
    "scripts/readings.py": "writes a file that only the user can read",
    "transport/process.py": "opens the null device",
}
_READERS = frozenset({"read_text", "read_bytes", "open", "fdopen", "open_code"})
_WRITING = frozenset("wxa")


def test_nothing_but_one_module_opens_files_for_reading() -> None:
    found = {
        path.relative_to(_SERVER).as_posix(): lines for path in _SERVER.rglob("*.py") if (lines := list(_opened(path)))
    }

    assert {it: lines for it, lines in found.items() if it not in _ELSEWHERE and it != _THE_ONE} == {}
    assert set(_ELSEWHERE) - set(found) == set(), "these no longer open anything, so they need no exception"


def _opened(path: Path) -> Iterator[int]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and _name(node.func) and not _writes(node):
            yield node.lineno


def _name(called: ast.expr) -> bool:
    """Whether what is called opens a file: a built-in, one of `os` or `io`, or a method of a path."""
    if isinstance(called, ast.Name):
        return called.id == "open"
    if not isinstance(called, ast.Attribute) or called.attr not in _READERS:
        return False
    # What the one module is asked for, and the ways into a service and a document.
    is_super = isinstance(called.value, ast.Call) and _name_of(called.value.func) == "super"
    return not (is_super or _name_of(called.value) in ("files", "cls", "HookService", "SessionFile"))


def _name_of(node: ast.expr) -> str | None:
    return node.id if isinstance(node, ast.Name) else None


def _writes(call: ast.Call) -> bool:
    named = [it.value for it in call.keywords if it.arg == "mode"]
    mode = named[0] if named else call.args[1] if len(call.args) > 1 else None
    return isinstance(mode, ast.Constant) and isinstance(mode.value, str) and bool(_WRITING & set(mode.value))
