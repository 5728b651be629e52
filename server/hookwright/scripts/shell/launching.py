"""What a shell script finds as one hook starts it: its arguments, its own path, its folder, and paths made of these."""

from __future__ import annotations

import os.path
import posixpath
from collections.abc import Iterable, Sequence

from hookwright.paths import is_in, named_by, slashed
from hookwright.patterns import late_pattern
from hookwright.scripts.shell.state import DONE, Outcome, unknown
from hookwright.scripts.shell.templates import text_of
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.source import Lack, Launch, Lying, Source
from hookwright.scripts.values import UNKNOWN, Items, Literal, OneOf, Value
from hookwright.shell.programs import word_set
from hookwright.shell.tree import Word

FOLDER = "PWD"
PROGRAM = "0"
SOURCES = "BASH_SOURCE"
_OF_PATHS = word_set("pwd dirname basename realpath readlink git")
_FILES = frozenset({Lying.PROGRAM, Lying.OTHER})
_HOLD = {
    "d": frozenset({Lying.FOLDER}),
    "e": _FILES | {Lying.FOLDER},
    "f": _FILES,
    "r": _FILES | {Lying.FOLDER},
    "x": frozenset({Lying.PROGRAM}),
}
_REST = late_pattern(r"\"?\$\{@:(\d+)\}\"?\Z")
_CUT = late_pattern(r"(%/\*|##\*/)\Z")
_INSTEAD = late_pattern(r":?-")


def begin(walk: Walk, launch: Launch) -> None:
    """Sets what the script finds: its arguments where all are known, its environment, its folder and its own path."""
    known = [it for it in launch.arguments if it is not None]
    if len(known) == len(launch.arguments):
        walk.arguments = list(map(Literal, known))
    walk.lacks = frozenset(name for name, there in launch.programs if not there)
    walk.state.variables |= {name: Literal(value) for name, value in launch.variables}
    walk.state.variables[PROGRAM] = Literal(slashed(walk.source.path))
    walk.state.variables[FOLDER] = UNKNOWN if launch.folder is None else Literal(slashed(launch.folder))


def forget_arguments(walk: Walk) -> None:
    """Goes on with arguments of which nothing is known, as in a loop that shifts them."""
    function = next((it for it in reversed(walk.frames) if it.arguments is not None), None)
    if function is not None and function.arguments is not None:
        function.arguments = [unknown(function.arguments)]
    elif walk.arguments is not None:
        walk.arguments = [UNKNOWN] if walk.nested else None


def rest_of(walk: Walk, word: str, arguments: Sequence[Value] | None) -> Sequence[Value] | None:
    """What `"${@:2}"` comes to; None for other words, and unless all arguments are known: others may be several."""
    some = _REST.match(word) if walk.source.launch is not None else None
    if some is None or arguments is None or not all(isinstance(it, Literal) for it in arguments):
        return None
    return arguments[max(0, int(some[1]) - 1) :]


def inherited(walk: Walk, name: str) -> dict[str, Value]:
    """What a script at a path from the script's folder on finds, which this one starts."""
    launch, variables = walk.source.launch, walk.state.variables
    if launch is None:
        return {}
    names = [FOLDER, *(it for it, _ in launch.variables)]
    return {it: variables[it] for it in names if it in variables} | {PROGRAM: Literal(_path(walk.source, name))}


def own_path(walk: Walk) -> Value:
    """The path of the file that the code is in, as `BASH_SOURCE` has it."""
    if walk.source.launch is None:
        return UNKNOWN
    return Literal(_path(walk.source, walk.unit.file) if walk.unit.file else slashed(walk.source.path))


def _path(source: Source, name: str) -> str:
    return slashed(os.path.normpath(os.path.join(os.path.dirname(source.path), name)))


def cut(walk: Walk, value: Value, operator: str) -> Value | None:
    """What `${0%/*}`, `${0##*/}` and `${0:-…}` leave of a known path; None for all else."""
    if walk.source.launch is None or not isinstance(value, Literal):
        return None
    text = text_of(value)
    if _INSTEAD.match(operator) and text:
        return value
    if not _CUT.match(operator):
        return None
    head, sign, tail = text.rpartition("/")
    return Literal(tail) if operator.startswith("#") else Literal(head) if sign else value


def absolute(walk: Walk, value: Value) -> str | None:
    """The path that a value means; None if only a run can tell."""
    if walk.source.launch is None or not isinstance(value, Literal):
        return None
    folder = walk.state.variables.get(FOLDER)
    return named_by(text_of(value), text_of(folder) if isinstance(folder, Literal) else None)


def beside(walk: Walk, path: Value) -> str | None:
    """The path from the script's folder on of a file that a known path means."""
    found = absolute(walk, path) if isinstance(path, Literal) and "/" in text_of(path) else None
    if found is None:
        return None
    try:
        return slashed(os.path.relpath(found, os.path.dirname(walk.source.path)))
    except ValueError:
        # On another drive.
        return None


def enter(walk: Walk, name: str, values: Sequence[Value]) -> Outcome | None:
    """Does `cd`; None if only a run can tell whether that succeeds."""
    if walk.source.launch is None:
        return None
    words = [it for it in values if it not in (Literal("-P"), Literal("-L"), Literal("--"))]
    path = absolute(walk, words[0]) if name != "popd" and len(words) == 1 and words != [Literal("-")] else None
    walk.state.variables[FOLDER] = UNKNOWN if path is None else Literal(slashed(path))
    return DONE if path is not None and walk.source.at(path) is Lying.FOLDER else None


def path_printed(walk: Walk, name: str, values: Sequence[Value]) -> Value | None:
    """What a program prints that says a path, if that is known."""
    launch = walk.source.launch
    if launch is None or name not in _OF_PATHS:
        return None
    if name == "git":
        return _repository(walk, launch, values)
    plain = [it for it in values if not (isinstance(it, Literal) and text_of(it).startswith("-"))]
    if name == "pwd":
        folder = walk.state.variables.get(FOLDER)
        return folder if isinstance(folder, Literal) else None
    if len(plain) != 1 or not isinstance(plain[0], Literal) or not text_of(plain[0]):
        return None
    text = text_of(plain[0])
    match name:
        case "dirname":
            return Literal(posixpath.dirname(text.rstrip("/")) or ".")
        case "basename":
            return Literal(posixpath.basename(text.rstrip("/")))
    found = absolute(walk, plain[0])
    return Literal(slashed(found)) if found is not None and (name == "realpath" or len(values) > 1) else None


def _repository(walk: Walk, launch: Launch, values: Sequence[Value]) -> Value | None:
    """What `git rev-parse --show-toplevel` prints, also behind `-C`."""
    words = list(values)
    folder: Value | None = walk.state.variables.get(FOLDER)
    if words[:1] == [Literal("-C")] and len(words) > 1:
        folder, words = words[1], words[2:]
    if words != [Literal("rev-parse"), Literal("--show-toplevel")] or folder is None or launch.repository is None:
        return None
    found = absolute(walk, folder)
    return Literal(slashed(launch.repository)) if found is not None and is_in(found, launch.repository) else None


def is_there(walk: Walk, name: str) -> bool | None:
    """Whether there is such a program, where the launch says so."""
    return None if walk.source.launch is None else dict(walk.source.launch.programs).get(name)


def lacked(walk: Walk, words: Sequence[Word]) -> Lack | None:
    """What a command lacks on this machine, where the launch says so of its words and its folder."""
    launch, folder = walk.source.launch, walk.state.variables.get(FOLDER)
    if launch is None or launch.lacks is None or not isinstance(folder, Literal):
        return None

    def known(name: str) -> str | None:
        value = walk.state.variables.get(name)
        return text_of(value) if isinstance(value, Literal) else None

    return launch.lacks([it.expand(known) for it in words], text_of(folder))


def lies_there(walk: Walk, letter: str, value: Value) -> bool | None:
    """Whether `-x`, `-f` and other tests of files hold for a path, or for each of several; None if only a run can tell.

    What is not there may be made before; for a program, that is not likely.
    """
    paths = [absolute(walk, it) for it in (value.values if isinstance(value, OneOf) else (value,))]
    if walk.source.launch is None or None in paths:
        return None
    found = {walk.source.at(it) for it in paths if it is not None}
    if letter == "x" and found.isdisjoint({Lying.PROGRAM, Lying.FOLDER}):
        return False
    return True if found <= _HOLD[letter] else None


def alternatives(value: Value) -> Iterable[Value]:
    """The values that the name of a program may have."""
    if isinstance(value, Items) and value.items:
        return (value.items[0],)
    return value.values if isinstance(value, OneOf) else (value,)
