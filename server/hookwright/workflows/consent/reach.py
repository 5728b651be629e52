"""What a command runs, as far as reading tells: every file that it would run or load, and what cannot be read.

Where in doubt, a file counts: one too many has the user asked again, one too few would run what nobody agreed to.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hookwright.analysis.scripts.in_command import with_folders
from hookwright.analysis.scripts.interpreters import SCRIPT_SUFFIX
from hookwright.config.discover import repository_of
from hookwright.files import read_text
from hookwright.paths import is_in, named_by
from hookwright.shell.parse import read_shell
from hookwright.shell.tree import CommandKind, PartKind, Redirection, Shell, ShellCommand, Word, WordPart
from hookwright.workflows.consent.imports import javascript_imports, module_files, python_imports
from hookwright.workflows.consent.programs import (
    BUILTINS,
    DATA_ONLY,
    GIT_READS,
    INTERPRETERS,
    LOADERS,
    RUNNERS,
    WRAPPERS,
    Interpreter,
    known_as,
)

_MOST_FILES = 200
_LONGEST_SCRIPT = 256 * 1024
_DEEPEST = 4
_FOLDER_CHANGES = ("cd", "pushd", "popd")
_PWD = re.compile(r"(?:\$\(\s*(?:pwd(?:\s+-[LP])?)\s*\)|`\s*pwd\s*`)\Z")
_TOP_LEVEL = re.compile(r"\$\(\s*git\s+rev-parse\s+--show-toplevel\s*(?:2>\s*/dev/null\s*)?\)\Z")
_OWN_FOLDER = re.compile(r"\$\(\s*(?:cd\s+(?:--\s+)?\"?\$\()?\s*dirname\s+(?:--\s+)?\"?\$(?:0|\{?BASH_SOURCE)")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)\+?=")
_PIECES = re.compile(r"[\s=:,;|&()<>'\"`]+")
_LANGUAGES = {
    "sh": re.compile(r"#!.*\b(?:ba|da|k|z|a)?sh\b"),
    "python": re.compile(r"#!.*\bpython"),
    "node": re.compile(r"#!.*\b(?:node|bun|deno|tsx)\b"),
}
_SUFFIXES = {".sh": "sh", ".bash": "sh", ".zsh": "sh", ".py": "python", ".js": "node", ".mjs": "node", ".ts": "node"}

_Words = Sequence[str | None]
"""What words come to, None where only a run can tell."""


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
    """What has been found so far."""

    around: Surroundings
    files: dict[str, None] = field(default_factory=dict)
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
        return Reach(tuple(self.files), tuple(self.programs.items()), tuple(self.unread), tuple(self.deeper))


Stdin = Callable[[Interpreter, str], None]
"""Reads what an interpreter of that name is given on its standard input."""


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
        return named_by(word, self.folder) if word else None

    def is_of_project(self, path: str) -> bool:
        return is_in(os.path.realpath(path), os.path.realpath(self.found.around.project))


def _read(text: str, at: _At) -> None:
    shell = read_shell(text)
    if not shell.readable:
        at.cannot_tell("a command that cannot be parsed")
        return
    variables = {name: it for name, it in at.found.around.variables.items() if name not in shell.assigned}
    for name in sorted(shell.assigned & LOADERS):
        at.cannot_tell(f"`{name}`")
    for command, folder in _placed(shell, variables, at.folder):
        if command.kind is CommandKind.SIMPLE and command.words and not command.is_test:
            _simple(command, shell, variables, replace(at, folder=folder))


def _placed(shell: Shell, variables: dict[str, str], folder: str | None) -> Iterator[tuple[ShellCommand, str | None]]:
    """Every command with its folder, None where that cannot be told."""
    folders = {it.start: here for it, here in with_folders(shell.sequence, variables, folder)}
    entered: set[object] = set()
    for it in shell.commands:
        if not it.nested:
            yield it, folders.get(it.start)
            continue
        before = [start for start in folders if start <= it.start]
        yield it, None if it.inside in entered else folders[max(before)] if before else folder
        if it.name in _FOLDER_CHANGES:
            entered.add(it.inside)


def _simple(command: ShellCommand, shell: Shell, variables: Mapping[str, str], at: _At) -> None:
    def value(name: str) -> str | None:
        if name == "PWD":
            return at.folder
        return at.script if name == "0" and at.script else variables.get(name)

    def expanded(word: Word) -> str | None:
        return replace(word, parts=tuple(_told(it, at) for it in word.parts)).expand(value)

    words = [expanded(it) for it in command.words]
    if words[0] is None or words[0] not in shell.functions:
        there = replace(at, stdin=lambda kind, name: _stdin(command, shell, expanded, at, kind, name))
        _run(words, there, command.words[0].text)


def _told(part: WordPart, at: _At) -> WordPart:
    """A substitution that asks for a folder, as the text that it comes to; anything else as it is."""
    known = None
    if part.kind is not PartKind.COMMANDS or at.folder is None:
        return part
    if _PWD.match(part.text):
        known = at.folder
    elif _TOP_LEVEL.match(part.text):
        known = repository_of(at.folder)
    elif at.script is not None and _OWN_FOLDER.match(part.text) and ".." not in part.text:
        known = os.path.dirname(at.script)
    return part if known is None else replace(part, kind=PartKind.TEXT, text=known, quote='"')


def _stdin(
    command: ShellCommand,
    shell: Shell,
    expanded: Callable[[Word], str | None],
    at: _At,
    kind: Interpreter,
    name: str,
) -> None:
    given = next((it for it in reversed(command.redirections) if it.operator.startswith("<")), None)
    if given is not None:
        _redirected(given, expanded, at, kind, name)
        return
    before = [it for it in shell.commands if _feeds(it, command)]
    texts = [expanded(it) for each in before for it in each.words[1:]]
    paths = [at.path(it) for it in texts if it is None or not it.startswith("-")]
    if len(before) == 1 and before[0].name in ("cat", "head", "tail") and paths and None not in paths:
        _scripts(filter(None, paths), at, kind)
    else:
        at.cannot_tell(f"what `{name}` reads")


def _feeds(other: ShellCommand, command: ShellCommand) -> bool:
    theirs, own = other.pipeline, command.pipeline
    return theirs is not None and own is not None and theirs[0] == own[0] and theirs[1] < own[1]


def _redirected(
    given: Redirection, expanded: Callable[[Word], str | None], at: _At, kind: Interpreter, name: str
) -> None:
    text = given.text if given.is_heredoc else expanded(given.target)
    path = at.path(text) if given.operator in ("<", "<>") else None
    if path is not None:
        _scripts([path], at, kind)
    elif text is None or not (given.is_heredoc or given.operator == "<<<"):
        at.cannot_tell(f"what `{name}` reads")
    elif kind.shell:
        _read(text, at)


def _run(words: _Words, at: _At, written: str = "") -> None:
    """Takes in a program with its arguments; `written` is how it is named in the command."""
    if not words or words[0] == "":
        return
    if words[0] is None:
        at.cannot_tell(f"`{written}`" if written else "what only a run can tell")
        return
    name, rest = known_as(words[0]), words[1:]
    _take_in_program(words[0], name, at)
    way = _WAYS.get(name)
    if way is not None:
        way(rest, at)
    elif name in INTERPRETERS:
        _interpreter(INTERPRETERS[name], os.path.basename(words[0]), rest, at)
    elif name in WRAPPERS:
        _wrapped(name, rest, at)
    elif name in RUNNERS:
        at.cannot_tell(f"`{name}`")
    elif name not in DATA_ONLY:
        _mentioned(rest, at, is_script="/" in words[0])


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


def _on_path(name: str, at: _At) -> None:
    path = at.found.programs[name] = at.found.around.program(name)
    if path is not None and at.is_of_project(path):
        _scripts([path], at)


# The options of a wrapper that have another folder, or another way to name the program.
_ELSEWHERE: Mapping[str, tuple[str, ...]] = {
    "env": ("-S", "--split-string", "-C", "--chdir"),
    "sudo": ("-D", "--chdir", "-R", "--chroot"),
}


def _wrapped(name: str, words: _Words, at: _At) -> None:
    """What runs the program behind it; `command -v` only looks for one."""
    valued, operands = WRAPPERS[name]
    if name == "command" and words and words[0] in ("-v", "-V"):
        return
    index = 0
    while index < len(words) and (word := words[index]) is not None:
        assigned = _ASSIGNMENT.match(word) if name in ("env", "sudo", "doas") else None
        if word.partition("=")[0] in _ELSEWHERE.get(name, ()):
            at.cannot_tell(f"`{name} {word}`")
            return
        if assigned is not None and assigned[1] in LOADERS:
            at.cannot_tell(f"`{assigned[1]}`")
        elif word in valued:
            index += 1
        elif assigned is None and (not word.startswith("-") or word == "-"):
            if not operands:
                break
            operands -= 1
        index += 1
    _run(words[index:], at, f"{name} …")


def _interpreter(kind: Interpreter, name: str, words: _Words, at: _At) -> None:
    rest = [*words]
    while rest:
        word = rest.pop(0)
        if word is None:
            at.cannot_tell(f"what `{name}` runs")
            return
        letters = word[1:] if word[:1] == "-" and word[:2] != "--" else ""
        option, given, value = word.partition("=")
        if word in kind.code or any(f"-{it}" in kind.code for it in letters):
            _inline(kind, name, rest, at)
            return
        if kind.module and kind.module in letters:
            _module(name, rest, at)
            return
        if option in kind.loads:
            _named_script(kind, name, value if given else rest.pop(0) if rest else None, at)
        elif word in kind.valued or (kind.shell and letters[-1:] in ("o", "O")):
            del rest[:1]
        elif word == "-" or (kind.shell and "s" in letters):
            break
        elif not word.startswith(("-", "+")) and word not in kind.verbs:
            _named_script(kind, name, word, at)
            _mentioned(rest, at, is_script=True)
            return
    if at.stdin is not None:
        at.stdin(kind, name)
    else:
        at.cannot_tell(f"what `{name}` reads")


def _named_script(kind: Interpreter, name: str, word: str | None, at: _At) -> None:
    path = at.path(word)
    # `bun run lint` may be a script of the project's manifest.
    if path is None or (kind.verbs and not os.path.splitext(path)[1] and not os.path.isfile(path)):
        at.cannot_tell(f"`{name} {word}`" if word else f"what `{name}` runs")
    else:
        _scripts([path], at, kind)


def _inline(kind: Interpreter, name: str, words: _Words, at: _At) -> None:
    """Code that is part of the command, and so is shown."""
    code = words[0] if words else None
    if code is None:
        at.cannot_tell(f"what `{name}` runs")
    elif kind.shell:
        _read(code, at)
        _mentioned(words[1:], at, is_script=True)
    else:
        _mentioned([code], at)
        find = python_imports if kind.module else javascript_imports
        _scripts(find(code, at.folder) if at.folder is not None else (), at, kind)


def _module(name: str, words: _Words, at: _At) -> None:
    module = words[0] if words else None
    if module is None or at.folder is None:
        at.cannot_tell(f"what `{name} -m` runs")
        return
    if module in RUNNERS:
        at.cannot_tell(f"`{module}`")
    _scripts(module_files(module, at.folder), at, INTERPRETERS["python"])


def _sourced(words: _Words, at: _At) -> None:
    word = next((it for it in words if it != "--"), None)
    path = at.path(word)
    if path is None or word is None:
        at.cannot_tell("what `.` reads")
        return
    if "/" not in word:
        # A shell looks for such a name on the PATH first.
        _on_path(word, at)
    _scripts([path], at, INTERPRETERS["sh"])


def _evaluated(words: _Words, at: _At) -> None:
    known = [it for it in words if it is not None and it != "--"]
    if None in words:
        at.cannot_tell("what `eval` runs")
    else:
        _read(" ".join(known), at)


def _trapped(words: _Words, at: _At) -> None:
    _evaluated([it for it in words if it != "--"][:1], at)


def _renamed(words: _Words, at: _At) -> None:
    if words:
        at.cannot_tell("`alias`, `hash` or `enable`")


def _found_and_run(words: _Words, at: _At) -> None:
    _mentioned(words, at)
    for index, word in enumerate(words):
        if word in ("-exec", "-ok"):
            _run(words[index + 1 :], at, "find -exec …")
        elif word in ("-execdir", "-okdir"):
            at.cannot_tell(f"`find {word}`")


def _git(words: _Words, at: _At) -> None:
    rest, folder = [*words], at.folder
    while rest and (rest[0] is None or rest[0].startswith("-")):
        option = rest.pop(0)
        if option == "-C" and rest:
            folder = at.path(rest.pop(0))
        elif option not in ("--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs"):
            at.cannot_tell("`git`")
            return
    repository = repository_of(folder) if folder is not None else None
    if not rest or rest[0] not in GIT_READS or folder is None:
        at.cannot_tell(f"`git {rest[0]}`" if rest else "`git`")
    elif repository is not None:
        _scripts([os.path.join(repository, ".git", "config")], at)


def _mentioned(words: _Words, at: _At, *, is_script: bool = False) -> None:
    """Files that are named anywhere in the arguments of a program that nothing is known of.

    With `is_script` only those that can be run: a script of the hook's may run what it is given.
    """
    pieces = (piece for word in words if word for piece in _PIECES.split(word))
    paths = [it for it in map(at.path, pieces) if it is not None and os.path.isfile(it)]
    _scripts([it for it in paths if not is_script or SCRIPT_SUFFIX.search(it) or os.access(it, os.X_OK)], at)


_WAYS: Mapping[str, Callable[[_Words, _At], None]] = {
    ".": _sourced,
    "source": _sourced,
    "eval": _evaluated,
    "trap": _trapped,
    "alias": _renamed,
    "hash": _renamed,
    "enable": _renamed,
    "find": _found_and_run,
    "git": _git,
}


def _scripts(paths: Iterable[str], at: _At, kind: Interpreter | None = None) -> None:
    """Takes in files, and what they run or load themselves, as far as that is plain to see, by what `kind` runs."""
    for path in paths:
        if at.found.is_new(path) and at.depth < _DEEPEST:
            _follow(path, replace(at, depth=at.depth + 1, script=path, stdin=None), kind)


def _follow(path: str, at: _At, kind: Interpreter | None) -> None:
    try:
        text = read_text(path, most=_LONGEST_SCRIPT)
    except (OSError, UnicodeDecodeError):
        return
    language = _language(path, text.partition("\n")[0], kind)
    if language == "sh":
        _read(text, at)
    elif language == "python":
        _scripts(python_imports(text, os.path.dirname(path)), at, INTERPRETERS["python"])
    elif language == "node":
        _scripts(javascript_imports(text, os.path.dirname(path)), at, INTERPRETERS["node"])


def _language(path: str, first_line: str, kind: Interpreter | None) -> str | None:
    if kind is not None:
        return "sh" if kind.shell else "python" if kind.module else "node"
    named = _SUFFIXES.get(os.path.splitext(path)[1])
    return named or next((name for name, it in _LANGUAGES.items() if it.match(first_line)), None)
