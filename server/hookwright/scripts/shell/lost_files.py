"""Files that a script loads or runs, and that are not there, as far as the script does not make them before."""

from __future__ import annotations

from hookwright.patterns import late_pattern
from hookwright.scripts.shell.launching import absolute
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.source import Lying
from hookwright.scripts.values import Literal, Value

_OF_SCRIPTS = (".sh", ".bash", ".py")
_OF_NODE = (".js", ".mjs", ".cjs")
# What an interpreter ends with that does not find its script; that of `sh` depends on which shell it is.
_NO_SCRIPT = {"python": 2, "python3": 2, "node": 1, "bash": 127}
_IN_ENVIRONMENT = late_pattern(r"/\.?v?env/bin/[\w.-]+\Z")
_MAKES_ENVIRONMENT = late_pattern(
    r"-m\s+venv\b|\bvirtualenv\b|\buv\s+(?:venv|sync|run)\b|\b(?:poetry|pdm|pipenv|hatch|rye)\s|\bmake\b"
)
_BRINGS_FILES = late_pattern(
    r"\b(?:npm|pnpm|yarn|bun|tsc|esbuild|make|curl|wget|git|tar|unzip|cp|mv|ln|rsync)\s|>>?\s*\S*\.(?:py|sh|[cm]?js)\b"
)


def lost_source(walk: Walk, path: Value) -> str | None:
    """The whole path of a file to load, where it is known what the shell does without it; None for others."""
    is_known = ends_without_source(walk) or "bash" in walk.source.text.partition("\n")[0]
    found = absolute(walk, path) if is_known else None
    return found if found is not None and _is_lost(walk, found) else None


def ends_without_source(walk: Walk) -> bool:
    """Whether the shell ends as it loads a file that is missing: other scripts that it runs may have another shell."""
    return walk.source.launch is not None and walk.source.launch.by_dash and not walk.nested


def lost_program(walk: Walk, path: str) -> str | None:
    """The whole path of a program to run, where it is a script, or one of a virtual environment; None for others."""
    found = absolute(walk, Literal(path)) if "/" in path else None
    if found is None:
        return None
    if _IN_ENVIRONMENT.search(found):
        is_made = _MAKES_ENVIRONMENT.search(walk.source.text) is not None
        return found if walk.source.at(found) is Lying.NOTHING and not is_made else None
    return found if found.endswith(_OF_SCRIPTS) and _is_lost(walk, found) else None


def lost_script(walk: Walk, interpreter: str, path: Value) -> tuple[str, int] | None:
    """The whole path of a script to run, where it is not there, and what its interpreter ends with; None for others."""
    code = _NO_SCRIPT.get(interpreter)
    found = absolute(walk, path) if code is not None else None
    if code is None or found is None or not found.endswith(_OF_SCRIPTS + _OF_NODE):
        return None
    return (found, code) if _is_lost(walk, found) and not _BRINGS_FILES.search(walk.source.text) else None


def _is_lost(walk: Walk, path: str) -> bool:
    """Whether nothing is there, and the code says its name but once."""
    return walk.source.at(path) is Lying.NOTHING and walk.unit.text.count(path.rpartition("/")[2]) == 1
