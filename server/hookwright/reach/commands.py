"""What the commands of a shell text reach: each of their programs, and what these do with their arguments."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from hookwright.analysis.scripts.interpreters import SCRIPT_SUFFIX
from hookwright.files import read_start
from hookwright.reach.arguments import steps_of
from hookwright.reach.found import Position
from hookwright.reach.git import repository_files, runs_more
from hookwright.reach.imports import add_imports, can_be_run, environment_files, module_files, pieces_of
from hookwright.reach.programs import BUILTINS, QUIET_MODULES, is_loader
from hookwright.reach.shell_text import (
    Here,
    commands_of,
    evaluates,
    input_of,
    is_run,
    outputs_of,
    printed_files,
)
from hookwright.reach.steps import (
    Code,
    Configured,
    Given,
    Input,
    Loads,
    Mentioned,
    Module,
    Program,
    Repository,
    Script,
    ShellText,
    Step,
    Unread,
    Words,
    Written,
)
from hookwright.shell.parse import read_shell
from hookwright.shell.programs import INTERPRETERS, Interpreter, known_as
from hookwright.shell.tree import Shell, ShellCommand, Word

_MOST_BYTES = 64 * 1024


def read_commands(text: str, at: Position) -> None:
    """Takes in what the commands of a shell text reach."""
    shell = read_shell(text)
    if not shell.readable:
        at.cannot_tell("a command that cannot be parsed")
        return
    for name in filter(is_loader, sorted(shell.assigned)):
        at.cannot_tell(f"`{name}`")
    read = _ShellText(shell, at)
    for command, folder in commands_of(shell, read.variables, at.folder):
        _command(command, read, replace(at, folder=folder))


class _ShellText:
    """A shell text, with the variables that it does not set itself."""

    def __init__(self, shell: Shell, at: Position) -> None:
        self.shell = shell
        self.variables = {name: it for name, it in at.found.around.variables.items() if name not in shell.assigned}

    def expand(self, word: Word, at: Position) -> str | None:
        """What a word comes to there; None if only a run can tell."""
        return Here(at.folder, at.script, self.variables).expanded(word)


def _command(command: ShellCommand, text: _ShellText, at: Position) -> None:
    if evaluates(command):
        at.cannot_tell("what a shell evaluates")
    take(Written([text.expand(it, at) for it in outputs_of(command)]), at)
    if not is_run(command):
        return
    words = [text.expand(it, at) for it in command.words]
    # A function may be there only now and then, or be taken away: what it stands for counts as well.
    if words[0] is None or words[0] not in text.shell.functions or at.found.stands_for(words[0]):
        there = replace(at, stdin=lambda kind, name: _given(command, text, at, kind, name))
        run_program(words, there, command.words[0].text)


def _given(command: ShellCommand, text: _ShellText, at: Position, kind: Interpreter | None, name: str) -> None:
    """What a command gives the program on its standard input; one that nothing is known of (None) may run it."""
    given = input_of(command)
    if given is None:
        _fed(command, text, at, kind, name)
        return
    content = given.text if given.is_heredoc else text.expand(given.target, at)
    path = at.path(content) if given.operator in ("<", "<>") else None
    if kind is None:
        take(Mentioned([content if path is None else path]), at)
    elif path is not None:
        at.add_files([path], kind)
    elif content is None or not (given.is_heredoc or given.operator == "<<<"):
        at.cannot_tell(f"what `{name}` reads")
    else:
        take(ShellText(content) if kind.shell else Code(content, kind), at)


def _fed(command: ShellCommand, text: _ShellText, at: Position, kind: Interpreter | None, name: str) -> None:
    """What the command before it in a pipeline gives the program."""
    before = text.shell.feeding(command)
    printed = printed_files(before[0], lambda it: text.expand(it, at)) if len(before) == 1 else []
    paths = [at.path(it) for it in printed]
    if kind is None:
        take(Mentioned(printed), at)
    elif paths and None not in paths:
        at.add_files(filter(None, paths), kind)
    else:
        at.cannot_tell(f"what `{name}` reads")


def run_program(words: Words, at: Position, written: str = "") -> None:
    """Takes in a program with its arguments; `written` is how it is named in the command."""
    if not words or words[0] == "":
        return
    if words[0] is None:
        at.cannot_tell(f"`{written}`" if written else "what only a run can tell")
        return
    name = known_as(words[0])
    _take_in_program(words[0], name, at)
    for step in steps_of(name, words[1:], by_path="/" in words[0]):
        take(step, at)


def _take_in_program(word: str, name: str, at: Position) -> None:
    """The program itself: the file that it is named by, or which one it is on the PATH."""
    if "/" not in word:
        if name not in BUILTINS:
            _on_path(word, at)
        return
    path = at.path(word)
    if path is None:
        at.cannot_tell(f"`{word}`")
    elif name not in INTERPRETERS or at.is_of_project(path):
        at.add_files([path])
        at.add_files(environment_files(path) if name in INTERPRETERS else ())


def _on_path(name: str, at: Position) -> None:
    if name not in at.found.programs:
        at.found.programs[name] = at.found.around.program(name)
    path = at.found.programs[name]
    if path is not None and at.is_of_project(path):
        at.add_files([path])


def take(step: Step, at: Position) -> None:
    """Takes in one step of a program."""
    match step:
        case Unread(what):
            at.cannot_tell(what)
        case Loads(what):
            at.also_loads(what)
        case Program(words, written):
            run_program(words, at, written)
        case ShellText(text):
            read_commands(text, at)
        case Input(name, kind):
            if at.stdin is not None:
                at.stdin(kind, name)
            elif kind is not None:
                at.cannot_tell(f"what `{name}` reads")
        case _:
            _take_files(step, at)


def _take_files(step: Step, at: Position) -> None:
    match step:
        case Script():
            _named_script(step, at)
        case Code(text, kind):
            _mentioned([text], at)
            for it in add_imports(text, kind.language, [at.folder] if at.folder is not None else [], at):
                take(it, at)
        case Module(name):
            _module(name, at)
        case Configured(names):
            at.add_files(os.path.join(folder, it) for folder in _folders_above(at) for it in names)
        case Mentioned(words, scripts_only):
            _mentioned(words, at, scripts_only=scripts_only)
        case Given(words):
            at.found.given.append(lambda: _mentioned(words, at, scripts_only=True))
        case Written(words, sources):
            at.found.written.update(_written(words, sources, at))
        case Repository(command, folder):
            _repository(command, at.path(folder) if folder else at.folder, at)


def _module(name: str, at: Position) -> None:
    if at.folder is None:
        at.cannot_tell(f"what `-m {name}` runs")
        return
    files = [*module_files(name, at.folder)]
    at.add_files(files, INTERPRETERS["python"])
    if name not in QUIET_MODULES and not any(map(os.path.isfile, files)):
        at.also_loads(f"the module `{name}`")


def _folders_above(at: Position) -> Iterator[str]:
    """The folder that a command runs in, and those above it in the project."""
    folder = at.folder
    while folder is not None and at.is_of_project(folder):
        yield folder
        folder = os.path.dirname(folder) if folder != at.found.around.project else None


def _named_script(step: Script, at: Position) -> None:
    path = at.path(step.word)
    if path is None:
        at.cannot_tell(f"`{step.by} {step.word}`")
        return
    kind = step.kind
    if step.searched:
        _on_path(step.word, at)
    is_folder = os.path.isdir(path)
    if is_folder and kind is not None and kind.module:
        at.add_files([os.path.join(path, it) for it in ("__main__.py", "__init__.py")], kind)
    # `bun run lint` may be a script of the project's manifest, and a folder may be what its own manifest says.
    elif kind is not None and kind.verbs and (is_folder or not (os.path.splitext(path)[1] or os.path.isfile(path))):
        at.cannot_tell(f"`{step.by} {step.word}`")
    else:
        at.add_files([path], kind)
        if step.plain is not None:
            _program_of_tool(path, step, step.plain, at)
        if step.by == ".":
            _sourced(path, step, at)


def _program_of_tool(path: str, step: Script, plain: re.Pattern[str], at: Position) -> None:
    """Takes in what a script of `sed` or `awk` names, if it may do more than change a text."""
    text = _start_of(path)
    if not plain.fullmatch(text):
        _mentioned([text], at)
        at.also_loads(f"what `{step.by}` runs or reads as `{step.word}` says")


def _sourced(path: str, step: Script, at: Position) -> None:
    """Notes what a text that is read in place does to the commands behind it."""
    shell = read_shell(_start_of(path))
    changes = [it.name for it in shell.commands if it.name in ("cd", "pushd", "popd", "eval")]
    known = [it for it in sorted(shell.assigned) if it in at.found.around.variables]
    if changes or known or not shell.readable:
        at.also_loads(f"what runs behind `. {step.word}`, which changes {_changed(changes, known)}")


def _changed(commands: Sequence[str], variables: Sequence[str]) -> str:
    return " and ".join([*(["the folder or more"] if commands else []), *(f"`{it}`" for it in variables)]) or "more"


def _start_of(path: str) -> str:
    try:
        return read_start(path, _MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _mentioned(words: Words, at: Position, *, scripts_only: bool = False) -> None:
    """Files that are named anywhere in the arguments of a program that nothing is known of.

    With `scripts_only` only those that can be run: a script of the hook's may run what it is given.
    """
    for piece in pieces_of(words):
        path = at.path(piece)
        if path is None or path == os.path.normpath(at.folder or "/"):
            continue
        if can_be_run(path) or (os.path.isfile(path) and not scripts_only):
            at.add_files([path], run=False)
        elif not os.path.lexists(path):
            at.found.written.add(path)
            if SCRIPT_SUFFIX.search(path):
                at.add_files([path], run=False)


def _written(words: Words, sources: Words, at: Position) -> Iterator[str]:
    """The files that are written; what goes to a folder keeps its name."""
    for path in filter(None, map(at.path, words)):
        yield path
        if os.path.isdir(path):
            yield from (os.path.join(path, os.path.basename(it.rstrip("/"))) for it in sources if it)


def _repository(command: str, folder: str | None, at: Position) -> None:
    files = tuple(repository_files(folder)) if folder is not None else ()
    if folder is None or any(runs_more(it) for it in files if "config" in os.path.basename(it)):
        at.cannot_tell(f"`{command}`")
    at.add_files(files)
