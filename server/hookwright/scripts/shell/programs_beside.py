"""Programs of the script's own folder that it runs: shell scripts, Python and JavaScript."""

from __future__ import annotations

from collections.abc import Sequence

from hookwright.scripts.effects import Run
from hookwright.scripts.shell.calls import Call
from hookwright.scripts.shell.nested_code import file_beside, note_file, run_file
from hookwright.scripts.shell.other_code import Code, language_of, outcome_of_code
from hookwright.scripts.shell.state import USUAL, Outcome
from hookwright.scripts.shell.templates import Template, text_of
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.values import Literal, Text, Value
from hookwright.shell.programs import SHELLS, known_as

_MOST_NESTED = 2
_PROGRAMS = {".sh": "bash", ".bash": "bash", ".py": "python3", ".js": "node", ".mjs": "node", ".cjs": "node"}


def run_beside(walk: Walk, call: Call, program: str, path: Value, arguments: Sequence[Value]) -> Outcome | None:
    """Does a file of the folder; None if it is not there, or of no known language.

    `program` is what runs it; where that is empty, the end of the file's name says it.
    """
    known = program or next((it for end, it in _PROGRAMS.items() if _ends(path).endswith(end)), "")
    if not known or walk.nested >= _MOST_NESTED or (found := file_beside(walk, path)) is None:
        return None
    name, text = found
    language = language_of(known)
    if language is None and known_as(known) not in SHELLS:
        return None
    given = walk.state.variables.get(walk.given, Literal("")) if walk.given is not None else None
    walk.emit(Run(program or _ends(path), (path, *arguments) if program else tuple(arguments), call.spot, given))
    if language is None:
        return _shell(walk, name, text, arguments)
    note_file(walk, name)
    code = Template()
    code.write(text, 0)
    return outcome_of_code(walk, call, Code(language, code, tuple(arguments), file=name), program)


def operand(values: Sequence[Value]) -> int | None:
    """Which of the arguments of an interpreter is the file that it runs, where its options take no value."""
    plain = (index for index, it in enumerate(values) if not (isinstance(it, Literal) and text_of(it).startswith("-")))
    return next(plain, None)


def _ends(path: Value) -> str:
    last = path.parts[-1] if isinstance(path, Text) else path
    return text_of(last) if isinstance(last, Literal) else ""


def _shell(walk: Walk, name: str, text: str, arguments: Sequence[Value]) -> Outcome:
    """Does a shell script in a shell of its own, which knows no functions and options of this one."""
    kept = walk.arguments, walk.functions

    def inner() -> None:
        walk.arguments, walk.functions = list(arguments), {}
        walk.state.options = frozenset()
        # What it is given on stdin, and what catches its output.
        walk.state.variables = {key: it for key, it in walk.state.variables.items() if key[:1] in ("<", ">")}
        frames, walk.frames = walk.frames, walk.frames[-1:]
        try:
            run_file(walk, name, text)
        finally:
            walk.frames = frames

    try:
        walk.subshell(inner)
    finally:
        walk.arguments, walk.functions = kept
    return Outcome(status=walk.status) if walk.status is not None else USUAL
