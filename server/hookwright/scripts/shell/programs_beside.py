"""Programs of the script's own folder that it runs: shell scripts, Python and JavaScript."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from hookwright.scripts.effects import Failure, Language, Risk, Run
from hookwright.scripts.shell.calls import Call
from hookwright.scripts.shell.launching import alternatives, inherited
from hookwright.scripts.shell.lost_files import lost_program, lost_script
from hookwright.scripts.shell.nested_code import file_beside, note_file, run_file
from hookwright.scripts.shell.other_code import MISSING, Code, language_of, outcome_of_code
from hookwright.scripts.shell.state import USUAL, Outcome
from hookwright.scripts.shell.templates import Template, text_of
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.values import UNKNOWN, Literal, Text, Value
from hookwright.shell.programs import INTERPRETERS, SHELLS, known_as

_MOST_NESTED = 2
_PROGRAMS = {".sh": "bash", ".bash": "bash", ".py": "python3", ".js": "node", ".mjs": "node", ".cjs": "node"}


def run_beside(walk: Walk, call: Call, program: str, path: Value, arguments: Sequence[Value]) -> Outcome | None:
    """Does a file of the folder; None if it is not there, or of no known language.

    `program` is what runs it; if that is empty, the end of the file's name says it.
    """
    known = program or next((it for end, it in _PROGRAMS.items() if _ends(path).endswith(end)), "")
    if not known or walk.nested >= _MOST_NESTED or (found := file_beside(walk, path)) is None:
        return None
    language = language_of(known)
    if language is None and known_as(known) not in SHELLS:
        return None
    given = walk.state.variables.get(walk.given, Literal("")) if walk.given is not None else None
    walk.emit(Run(program or _ends(path), (path, *arguments) if program else tuple(arguments), call.spot, given))
    return _do(walk, call, found, language, arguments, program)


def _do(
    walk: Walk,
    call: Call,
    found: tuple[str, str],
    language: Language | None,
    arguments: Sequence[Value],
    needed: str,
) -> Outcome:
    """Does a file with its name and text, which is shell code where it is in no other language; it needs a program."""
    name, text = found
    if language is None:
        return _shell(walk, call, name, text, arguments)
    note_file(walk, name)
    code = Template()
    code.write(text, 0)
    return outcome_of_code(walk, call, Code(language, code, tuple(arguments), file=name), needed)


def run_words(walk: Walk, call: Call, words: Sequence[Value]) -> Outcome | None:
    """Does `"$@"`, where the first of the words is an interpreter or the path of a script."""
    name = text_of(words[0]) if isinstance(words[0], Literal) else ""
    if name in walk.lacks and name not in walk.functions:
        return missing(walk, call, name)
    if walk.source.launch is None or known_as(name) not in INTERPRETERS:
        return run_at(walk, call, name, words[1:])
    at = operand(words[1:])
    found = file_beside(walk, words[1 + at]) if at is not None and walk.nested < _MOST_NESTED else None
    if at is None or found is None:
        return None
    return _do(walk, call, found, language_of(name), words[at + 2 :], name)


def run_at(walk: Walk, call: Call, path: str, arguments: Sequence[Value] | None = None) -> Outcome | None:
    """Does a script that a command names by its path, if it is known how the script that runs it is started.

    `arguments` are those of the command, None if these are the words behind its name.
    """
    if walk.source.launch is None or "/" not in path or walk.nested >= _MOST_NESTED:
        return None
    found = file_beside(walk, Literal(path))
    if found is None and (lost := lost_program(walk, path)) is not None:
        return missing(walk, call, lost)
    words = found[1].partition("\n")[0].rstrip("\r").removeprefix("#!").split() if found is not None else []
    if found is None or not found[1].startswith("#!") or not words:
        return None
    is_behind_env = words[0].endswith("/env")
    program = next((it for it in words[1:] if not it.startswith("-")), "") if is_behind_env else words[0]
    language = language_of(program.rpartition("/")[2])
    if language is None and known_as(program.rpartition("/")[2]) not in SHELLS:
        return None
    if is_behind_env and program in walk.lacks:
        return missing(walk, call, program)
    values = call.values(walk) if arguments is None else arguments
    return _do(walk, call, found, language, values, program if is_behind_env else "")


def run_lost(walk: Walk, call: Call, interpreter: str, path: Value) -> Outcome | None:
    """Does an interpreter that does not find its script; None if it may find it."""
    found = lost_script(walk, interpreter, path)
    if found is None:
        return None
    walk.emit(Run(interpreter, (path,), call.spot, hushed=walk.hushed))
    lost = missing(walk, call, found[0], (Literal(interpreter),))
    risk = Risk(Failure.PROGRAM, call.spot, interpreter, goes_on=True, code=MISSING)
    return replace(lost, status=found[1], risks=(risk,), present=frozenset({interpreter}))


def missing(walk: Walk, call: Call, name: str, arguments: tuple[Value, ...] = ()) -> Outcome:
    """A program that the launch says is not there: the shell says so, and goes on."""
    walk.emit(Run(name, arguments, call.spot, Literal(""), hushed=walk.hushed, missing=True))
    if type(walk.sinks.get(2)) is str:
        walk.print(UNKNOWN, call.spot, on=2)
    return Outcome(status=MISSING)


def run_by_one_of(walk: Walk, call: Call, value: Value, arguments: Sequence[Value]) -> Outcome | None:
    """Does a script that one of several interpreters runs, as in `"$PYTHON" "$@"`, where all of them have one language.

    Which of them are there has been asked for before.
    """
    names = {known_as(_ends(it).rpartition("/")[2]) for it in alternatives(value)}
    interpreters = {INTERPRETERS[it].language if it in INTERPRETERS else None for it in names}
    at = operand(arguments) if walk.source.launch is not None and len(interpreters) == 1 else None
    if at is None or None in interpreters or walk.nested >= _MOST_NESTED:
        return None
    found, name = file_beside(walk, arguments[at]), next(iter(names))
    language = language_of(name)
    if found is None or (language is None and name not in SHELLS):
        return None
    return _do(walk, call, found, language, arguments[at + 1 :], "")


def operand(values: Sequence[Value]) -> int | None:
    """Which of the arguments of an interpreter is the file that it runs, where its options take no value."""
    plain = (index for index, it in enumerate(values) if not (isinstance(it, Literal) and text_of(it).startswith("-")))
    return next(plain, None)


def _ends(path: Value) -> str:
    last = path.parts[-1] if isinstance(path, Text) else path
    return text_of(last) if isinstance(last, Literal) else ""


def _shell(walk: Walk, call: Call, name: str, text: str, arguments: Sequence[Value]) -> Outcome:
    """Does a shell script in a shell of its own, which knows no functions and options of this one."""
    kept = walk.arguments, walk.functions

    def inner() -> None:
        walk.arguments, walk.functions = list(arguments), {}
        walk.state.options = frozenset()
        # What it is given on stdin, and what catches its output.
        kept_texts = {key: it for key, it in walk.state.variables.items() if key[:1] in ("<", ">")}
        walk.state.variables = inherited(walk, name) | kept_texts
        frames, walk.frames = walk.frames, walk.frames[-1:]
        guarded = walk.guarded
        walk.guarded = guarded and walk.source.launch is None
        try:
            run_file(walk, name, text, tail=ends)
        finally:
            walk.frames, walk.guarded = frames, guarded

    # How it ends is how the script ends.
    ends = call.tail and walk.source.launch is not None
    try:
        walk.subshell(inner, tail=ends)
    finally:
        walk.arguments, walk.functions = kept
    return Outcome(status=walk.status) if walk.status is not None else USUAL
