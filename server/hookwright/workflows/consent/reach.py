"""What a command runs, as far as reading tells: every file that it would run or load, and what cannot be read.

Where in doubt, a file counts: one too many has the user asked again, one too few would run what nobody agreed to.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hookwright.analysis.scripts.interpreters import SCRIPT_SUFFIX
from hookwright.files import TooLarge, read_bytes
from hookwright.paths import is_in, named_by
from hookwright.shell.parse import read_shell
from hookwright.shell.programs import INTERPRETERS, Interpreter, known_as
from hookwright.shell.tree import ShellCommand
from hookwright.workflows.consent import arguments as does
from hookwright.workflows.consent.imports import (
    can_be_run,
    environment_files,
    javascript_imports,
    module_files,
    named_in_literals,
    other_imports,
    pieces_of,
    python_imports,
    starts_programs,
)
from hookwright.workflows.consent.programs import BUILTINS, is_loader
from hookwright.workflows.consent.repository import repository_files, runs_more
from hookwright.workflows.consent.shell_text import (
    Here,
    commands_of,
    evaluates,
    feeding,
    input_of,
    is_run,
    outputs_of,
    pipelines_of,
    printed_files,
)

_MOST_FILES = 400
_LONGEST_SCRIPT = 256 * 1024
_DEEPEST = 4
_LANGUAGES = {
    "sh": re.compile(r"#!.*\b(?:ba|da|k|z|a)?sh\b"),
    "python": re.compile(r"#!.*\bpython"),
    "node": re.compile(r"#!.*\b(?:node|bun|deno|tsx)\b"),
}
_SUFFIXES = {".sh": "sh", ".bash": "sh", ".zsh": "sh", ".py": "python"} | dict.fromkeys(
    (".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"), "node"
)


@dataclass(frozen=True, slots=True)
class Reach:
    """`files` are absolute paths, those too that are not there yet; `programs` are the paths of those on the PATH.

    `unread` names what may run anything else; `deeper` the same inside of the files.
    """

    files: tuple[str, ...] = ()
    programs: tuple[tuple[str, str | None], ...] = ()
    unread: tuple[str, ...] = ()
    deeper: tuple[str, ...] = ()


def together(found: Sequence[Reach]) -> Reach:
    """All of them, each thing once."""
    return Reach(
        tuple(dict.fromkeys(it for each in found for it in each.files)),
        tuple(dict.fromkeys(it for each in found for it in each.programs)),
        tuple(dict.fromkeys(it for each in found for it in each.unread)),
        tuple(dict.fromkeys(it for each in found for it in each.deeper)),
    )


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a command would run: its folder, its project, all variables, and how a program is found on the PATH."""

    folder: str
    project: str
    variables: Mapping[str, str]
    program: Callable[[str], str | None]


def reach_of_command(command: str, around: Surroundings) -> Reach:
    """What a shell command reaches."""
    at = _At(_Found(around), around.folder)
    _read(command, at)
    return at.found.closed()


def reach_of_words(words: Sequence[str], around: Surroundings) -> Reach:
    """What a program with its arguments, started without a shell, reaches."""
    at = _At(_Found(around), around.folder)
    _run(words, at)
    return at.found.closed()


@dataclass(slots=True)
class _Found:
    """What has been found so far; `run` are those of the files that are run, `written` what the command writes."""

    around: Surroundings
    files: dict[str, None] = field(default_factory=dict)
    run: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    programs: dict[str, str | None] = field(default_factory=dict)
    unread: dict[str, None] = field(default_factory=dict)
    deeper: dict[str, None] = field(default_factory=dict)

    def is_new(self, path: str) -> bool:
        """Notes a file, and says whether it is a new one."""
        if path in self.files:
            return False
        if len(self.files) >= _MOST_FILES:
            self.unread[f"more than {_MOST_FILES} files"] = None
            return False
        self.files[path] = None
        return True

    def closed(self) -> Reach:
        # What is written first is run as nobody has seen it.
        own = [f"`{it}`, which it writes itself" for it in sorted(self.run) if it in self.written]
        return Reach(tuple(self.files), tuple(self.programs.items()), (*self.unread, *own), tuple(self.deeper))


Stdin = Callable[[Interpreter | None, str], None]
"""Reads what a program of that name is given on its standard input."""


@dataclass(frozen=True, slots=True)
class _At:
    """Where the reading is: the folder that a command runs in, if known, and the script that it is in, if any.

    `depth` counts the scripts around it.  `stdin` is None where the standard input is the hook's.
    """

    found: _Found
    folder: str | None
    depth: int = 0
    script: str | None = None
    stdin: Stdin | None = None

    def cannot_tell(self, what: str) -> None:
        """Notes what was not read; scripts are agreed to as they are, so inside of them it is only said."""
        noted = self.found.deeper if self.depth else self.found.unread
        noted[what] = None

    def path(self, word: str | None) -> str | None:
        """The path that a word names."""
        path = named_by(word, self.folder) if word else None
        if path is None or word is None or ".." not in word.split("/"):
            return path
        # The system goes through links on the way up, a path that is only shortened does not.
        followed = os.path.realpath(os.path.join(self.folder or "", word))
        return path if followed == os.path.realpath(path) else followed

    def is_of_project(self, path: str) -> bool:
        """Whether a path, or what it leads to by links, is in the project."""
        project = self.found.around.project
        return is_in(path, project) or is_in(os.path.realpath(path), os.path.realpath(project))


def _read(text: str, at: _At) -> None:
    shell = read_shell(text)
    if not shell.readable:
        at.cannot_tell("a command that cannot be parsed")
        return
    variables = {name: it for name, it in at.found.around.variables.items() if name not in shell.assigned}
    for name in filter(is_loader, sorted(shell.assigned)):
        at.cannot_tell(f"`{name}`")
    pipelines = pipelines_of(shell)
    for command, folder in commands_of(shell, variables, at.folder):
        here = replace(at, folder=folder)
        if evaluates(command):
            here.cannot_tell("what a shell evaluates")
        if is_run(command):
            _simple(command, shell.functions, pipelines, Here(folder, at.script, variables), here)
        else:
            _take(does.Written([Here(folder, at.script, variables).expanded(it) for it in outputs_of(command)]), here)


def _simple(
    command: ShellCommand, functions: frozenset[str], pipelines: Mapping[int, list[ShellCommand]], here: Here, at: _At
) -> None:
    words = [here.expanded(it) for it in command.words]
    _take(does.Written([here.expanded(it) for it in outputs_of(command)]), at)
    if words[0] is None or words[0] not in functions:
        fed_by = feeding(pipelines, command)
        there = replace(at, stdin=lambda kind, name: _given(command, fed_by, here, at, kind, name))
        _run(words, there, command.words[0].text)


def _given(
    command: ShellCommand, fed_by: ShellCommand | None, here: Here, at: _At, kind: Interpreter | None, name: str
) -> None:
    """What a command gives the program on its standard input; one that nothing is known of (None) may run it."""
    given = input_of(command)
    if given is None:
        printed = printed_files(fed_by, here.expanded) if fed_by is not None else []
        if kind is None:
            _take(does.Mentioned(printed), at)
        elif printed and None not in printed and None not in (paths := [at.path(it) for it in printed]):
            _scripts(filter(None, paths), at, kind)
        else:
            at.cannot_tell(f"what `{name}` reads")
        return
    text = given.text if given.is_heredoc else here.expanded(given.target)
    path = at.path(text) if given.operator in ("<", "<>") else None
    if kind is None:
        _take(does.Mentioned([path]), at)
    elif path is not None:
        _scripts([path], at, kind)
    elif text is None or not (given.is_heredoc or given.operator == "<<<"):
        at.cannot_tell(f"what `{name}` reads")
    else:
        _take(does.ShellText(text) if kind.shell else does.Code(text, kind), at)


def _run(words: does.Words, at: _At, written: str = "") -> None:
    """Takes in a program with its arguments; `written` is how it is named in the command."""
    if not words or words[0] == "":
        return
    if words[0] is None:
        at.cannot_tell(f"`{written}`" if written else "what only a run can tell")
        return
    name = known_as(words[0])
    _take_in_program(words[0], name, at)
    for step in does.steps_of(name, words[1:], by_path="/" in words[0]):
        _take(step, at)


def _take_in_program(word: str, name: str, at: _At) -> None:
    """The program itself: the file that it is named by, or which one it is on the PATH."""
    if "/" not in word:
        if name not in BUILTINS:
            _on_path(word, at)
        return
    path = at.path(word)
    if path is None:
        at.cannot_tell(f"`{word}`")
    elif name not in INTERPRETERS or at.is_of_project(path):
        _scripts([path], at)
        _scripts(environment_files(path) if name in INTERPRETERS else (), at)


def _on_path(name: str, at: _At) -> None:
    if name in at.found.programs:
        return
    path = at.found.programs[name] = at.found.around.program(name)
    if path is not None and at.is_of_project(path):
        _scripts([path], at)


def _take(step: does.Step, at: _At) -> None:
    match step:
        case does.Unread(what):
            at.cannot_tell(what)
        case does.Program(words, written):
            _run(words, at, written)
        case does.ShellText(text):
            _read(text, at)
        case does.Input(name, kind):
            if at.stdin is not None:
                at.stdin(kind, name)
            elif kind is not None:
                at.cannot_tell(f"what `{name}` reads")
        case _:
            _take_files(step, at)


def _take_files(step: does.Step, at: _At) -> None:
    match step:
        case does.Script():
            _named_script(step, at)
        case does.Code(text, kind):
            _mentioned([text], at)
            _loaded(text, kind.language, at.folder, at)
        case does.Module(name):
            if at.folder is None:
                at.cannot_tell(f"what `-m {name}` runs")
            else:
                _scripts(module_files(name, at.folder), at, INTERPRETERS["python"])
        case does.Mentioned(words, scripts_only):
            _mentioned(words, at, scripts_only=scripts_only)
        case does.Written(words, sources):
            at.found.written.update(_written(words, sources, at))
        case does.Repository(command, folder):
            _repository(command, at.path(folder) if folder else at.folder, at)


def _named_script(step: does.Script, at: _At) -> None:
    path = at.path(step.word)
    if path is None:
        at.cannot_tell(f"`{step.by} {step.word}`")
        return
    kind = step.kind
    if step.searched:
        _on_path(step.word, at)
    is_folder = os.path.isdir(path)
    if is_folder and kind is not None and kind.module:
        _scripts([os.path.join(path, it) for it in ("__main__.py", "__init__.py")], at, kind)
    # `bun run lint` may be a script of the project's manifest, and a folder may be what its own manifest says.
    elif kind is not None and kind.verbs and (is_folder or not (os.path.splitext(path)[1] or os.path.isfile(path))):
        at.cannot_tell(f"`{step.by} {step.word}`")
    else:
        _scripts([path], at, kind)


def _mentioned(words: does.Words, at: _At, *, scripts_only: bool = False) -> None:
    """Files that are named anywhere in the arguments of a program that nothing is known of.

    With `scripts_only` just those that can be run: a script of the hook's may run what it is given.
    """
    for piece in pieces_of(words):
        path = at.path(piece)
        if path is None or path == os.path.normpath(at.folder or "/"):
            continue
        if can_be_run(path) or (os.path.isfile(path) and not scripts_only):
            _scripts([path], at, run=False)
        elif not os.path.lexists(path):
            at.found.written.add(path)
            if SCRIPT_SUFFIX.search(path):
                _scripts([path], at, run=False)


def _written(words: does.Words, sources: does.Words, at: _At) -> Iterator[str]:
    """The files that are written; what goes to a folder keeps its name."""
    for path in filter(None, map(at.path, words)):
        yield path
        if os.path.isdir(path):
            yield from (os.path.join(path, os.path.basename(it.rstrip("/"))) for it in sources if it)


def _repository(command: str, folder: str | None, at: _At) -> None:
    files = tuple(repository_files(folder)) if folder is not None else ()
    if folder is None or any(runs_more(it) for it in files if "config" in os.path.basename(it)):
        at.cannot_tell(f"`{command}`")
    _scripts(files, at)


def _scripts(paths: Iterable[str], at: _At, kind: Interpreter | None = None, *, run: bool = True) -> None:
    """Takes in files, and what they run or load themselves, as far as that is plain to see, by what `kind` runs."""
    for path in paths:
        if run:
            at.found.run.add(path)
        if at.found.is_new(path):
            _follow(path, replace(at, depth=at.depth + 1, script=path, stdin=None), kind)


def _follow(path: str, at: _At, kind: Interpreter | None) -> None:
    try:
        content = read_bytes(path, most=_LONGEST_SCRIPT)
    except TooLarge:
        at.cannot_tell(f"what `{os.path.basename(path)}` runs")
        return
    except OSError:
        return
    # A shell and Python run a script with bytes that are not UTF-8 as well.
    text = content.decode("utf-8", "replace")
    language = _language(path, text.partition("\n")[0], kind)
    if language is None and "\0" in text:
        return
    if at.depth > _DEEPEST:
        at.cannot_tell(f"what `{os.path.basename(path)}` runs")
    elif language == "sh":
        _read(text, at)
    elif language is not None:
        _loaded(text, language, os.path.dirname(path), at)
        if starts_programs(text):
            at.cannot_tell(f"what `{os.path.basename(path)}` starts")


def _loaded(text: str, language: str, folder: str | None, at: _At) -> None:
    """What code that is no shell's loads, with `folder` as its own."""
    folders = tuple(dict.fromkeys(it for it in (folder, at.folder, at.found.around.project) if it is not None))
    if language == "python" and folder is not None:
        _scripts(python_imports(text, folder), at, INTERPRETERS["python"])
    elif language == "node" and folder is not None:
        _scripts(javascript_imports(text, folder), at, INTERPRETERS["node"])
    elif language == "other":
        _scripts(other_imports(text, folders), at)
    if at.script is not None:
        _scripts(named_in_literals(text, folders), at)


def _language(path: str, first_line: str, kind: Interpreter | None) -> str | None:
    if kind is not None:
        return kind.language
    suffix = os.path.splitext(path)[1]
    found = _SUFFIXES.get(suffix) or next((name for name, it in _LANGUAGES.items() if it.match(first_line)), None)
    return found or ("other" if SCRIPT_SUFFIX.search(path) or first_line.startswith("#!") else None)
