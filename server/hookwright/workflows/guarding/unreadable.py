"""Scripts of hooks that their interpreter cannot read: it ends with a failure each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hookwright.analysis.check_scripts import check_script
from hookwright.analysis.rules import shell_syntax
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language
from hookwright.shell.parse import read_shell
from hookwright.text import LineIndex, Route
from hookwright.workflows.guarding.guard import Stop
from hookwright.workflows.guarding.repairs import with_line_feeds

_RULES = (shell_syntax.RULE,)
_BY_PYTHON, _BY_SHELL = 1, 2
_MAY_END = late_pattern(r"\b(?:exit|exec|return)\b")
_SHELL = late_pattern(r"(?:#!\s*)?(?:\S*/)?(?:env\s+)?(?:ba|da)?sh\s*\Z")
# With the CR, these are no keywords, and what they belong to is never closed.
_OPENED = late_pattern(r"(?m)^[ \t]*(if|while|until|for)\b[^\n]*\b(?:then|do)\r$")


def unreadable_scripts(scripts: Sequence[ScriptSubject]) -> Iterator[tuple[Route, Stop]]:
    """Why hooks do not do their work, by their routes."""
    for script in scripts:
        stop = _with_crlf(script) if "\r\n" in script.text else _stop(script)
        if stop is not None:
            yield from ((use.hook.route, stop) for use in script.uses)


def _stop(script: ScriptSubject) -> Stop | None:
    found = check_script(script, rules=_RULES) if script.script.fault else ()
    if not found:
        return None
    line = LineIndex(script.text).position(found[0].span.start).line + 1
    repair = f"correct line {line} of `{script.path}`"
    if script.script.language is Language.PYTHON:
        return Stop(f"Python cannot read line {line} of `{script.path}`", _BY_PYTHON, repair)
    if _MAY_END.search(script.text, 0, found[0].span.start):
        return None
    fault = read_shell(script.text).fault
    why = f": {fault.message}" if fault is not None else ""
    return Stop(f"the shell cannot read line {line} of `{script.path}`{why}", _BY_SHELL, repair, is_late=True)


def _with_crlf(script: ScriptSubject) -> Stop | None:
    """Why a shell does not read a script with Windows line ends to its end."""
    reader = script.uses[0].interpreter or script.text.partition("\n")[0]
    opened = _OPENED.search(script.text) if script.script.language is Language.SHELL and _SHELL.match(reader) else None
    if opened is None or _MAY_END.search(script.text, 0, opened.start()):
        return None
    line = LineIndex(script.text).position(opened.start()).line + 1
    why = f"the lines of `{script.path}` end with CRLF, so the shell finds no end of the `{opened[1]}` in line {line}"
    return Stop(why, _BY_SHELL, with_line_feeds(script.path), is_late=True)
