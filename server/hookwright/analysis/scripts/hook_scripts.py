"""The scripts that the hooks of a file run: where each is named in the file, and where it is on the disk."""

from __future__ import annotations

import os.path
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from hookwright.analysis.rule import Place, Subject
from hookwright.analysis.scripts.hook_places import hook_places, own_folder
from hookwright.analysis.scripts.in_command import argument_script, scripts
from hookwright.analysis.scripts.in_git import repository
from hookwright.analysis.scripts.interpreters import Way
from hookwright.analysis.scripts.passing import Passing
from hookwright.analysis.scripts.words import Places
from hookwright.config.view import GroupView, HookFile, HookView, arguments_node, once_per_file
from hookwright.model.dialect import Dialect
from hookwright.model.hook_type import HookType, Performer
from hookwright.shell.nested import NestedText, code_index
from hookwright.shell.programs import SHELLS
from hookwright.syntax.tree import Kind, Node, Notation, child, plain
from hookwright.text import Route

_SHELL = "shell"
POWERSHELLS = frozenset({"pwsh", "powershell"})


class CommandHook(Struct, frozen=True, eq=False):
    """A hook that has a command: its text, the program that reads it, and the arguments if there is no shell."""

    group: GroupView
    hook: HookView
    type: HookType
    text: str
    shell: str
    arguments: Node | None

    @property
    def route(self) -> Route:
        """Where the command is."""
        return (*self.hook.route, self.type.body)


class HookScript(Struct, frozen=True, kw_only=True):
    """A script that a hook runs; `start` and `end` are indices into the string at `route`, where `text` names it.

    `path` is absolute, None if it cannot be told, and `doubtful` if it may be another one, or may come to be.
    `folder` is where the command runs, with the `places` that its paths start from.  `by_shell` is false for a program
    that is run without a shell.  `nested` is the text for another shell that it is named in.  `interpreter` reads it,
    empty if it is run by itself, and `arguments` are the words behind it, None if only a run can tell.  `passes`
    is what the command hands on of it, and `fails_with` the one code of all failures, if there is one.
    """

    of: CommandHook
    route: Route
    start: int
    end: int
    text: str
    path: str | None
    way: Way
    optional: bool = False
    by_shell: bool = True
    doubtful: bool = False
    folder: str | None = None
    nested: NestedText | None = None
    interpreter: str = ""
    arguments: tuple[str | None, ...] = ()
    passes: Passing = Passing.ALL
    fails_with: int | None = None
    places: Places

    @property
    def event(self) -> str:
        """The event of its hook."""
        return self.of.group.event

    @property
    def place(self) -> Place:
        """Where it is named."""
        return Place(self.route, piece=(self.start, self.end))

    @property
    def name(self) -> str:
        """The last part of its path."""
        return os.path.basename(self.path or self.text)

    def can_be(self, new: str) -> bool:
        """Whether another text may be written in its place as it is."""
        return self.nested is None or self.nested.can_hold(new)


@once_per_file
def command_hooks(file: HookFile) -> tuple[CommandHook, ...]:
    """Every such hook in the order of the file."""
    found, dialect = list[CommandHook](), file.dialect
    for group, hook in file.hooks:
        kind = hook.type
        body = child(hook.node, kind.body) if kind is not None and kind.by is Performer.COMMAND else None
        if kind is not None and body is not None and body.kind is Kind.STRING and not _is_cut(file, body):
            shell, arguments = shell_name(dialect, hook.node), arguments_node(dialect, hook.node)
            found.append(CommandHook(group, hook, kind, str(body.value), shell, arguments))
    return tuple(found)


def commands_elsewhere(file: HookFile) -> Iterator[CommandHook]:
    """The commands that hooks have besides, for other systems; those for PowerShell are left out."""
    dialect = file.dialect
    for group, hook in file.hooks:
        if hook.type is None or hook.type.by is not Performer.COMMAND:
            continue
        for kind in file.grammar.types:
            body = child(hook.node, kind.body) if kind.name == hook.type.name and kind.body != hook.type.body else None
            if body is not None and body.kind is Kind.STRING and kind.body not in POWERSHELLS:
                yield CommandHook(group, hook, kind, str(body.value), shell_name(dialect, hook.node), None)


def _is_cut(file: HookFile, body: Node) -> bool:
    """Whether a text of YAML ends where the file is broken: what is behind that on its line belongs to it."""
    fault = file.fault if file.tree.notation is Notation.YAML else None
    if fault is None or fault.span.start < body.start:
        return False
    return "\n" not in file.tree.text[body.end : fault.span.start]


def own_scripts(subject: Subject) -> Iterator[tuple[HookScript, str]]:
    """The scripts that are there and are run by themselves, by their path, with that path."""
    for script in hook_scripts(subject):
        path = script.path
        if script.way is Way.DIRECT and path is not None and not script.optional and subject.disk.is_file(path):
            yield script, path


def called(file: HookFile, script: HookScript) -> str:
    """What messages call a script: as its command does, or by its name where the file is the script itself."""
    return script.name if file.tree.notation is Notation.SCRIPT else script.text


def hook_scripts(subject: Subject, *, folder: str | None = None) -> tuple[HookScript, ...]:
    """Every script in the order of the file; commands for shells that are not POSIX ones are left out.

    `folder` is one to take for the hooks' working directory; by default it is the project's, if that is known.
    """
    root = repository(subject.disk, folder or subject.project)
    found = _hook_scripts(subject.file, subject.project, subject.disk.home(), folder, root)
    return tuple(it for it in found if it.way not in (Way.MODULE, Way.PROGRAM))


def programs_by_path(subject: Subject) -> tuple[HookScript, ...]:
    """The programs that commands name by their paths, and that are no scripts of the hooks: `~/go/bin/guard`."""
    root = repository(subject.disk, subject.project)
    found = _hook_scripts(subject.file, subject.project, subject.disk.home(), None, root)
    return tuple(it for it in found if it.way is Way.PROGRAM)


def scripts_and_modules(subject: Subject) -> tuple[HookScript, ...]:
    """The same with Python's modules, and with the scripts of the commands that hooks have for other systems.

    A module is named with dots and has no path, as it may be an installed one.
    """
    root = repository(subject.disk, subject.project)
    here = subject.file, subject.project, subject.disk.home(), None, root
    found = (*_hook_scripts(*here), *_hook_scripts(*here, elsewhere=True))
    return tuple(it for it in found if it.way is not Way.PROGRAM)


@lru_cache(maxsize=8)
def _hook_scripts(
    file: HookFile, project: str, home: str, folder: str | None, top: str | None, *, elsewhere: bool = False
) -> tuple[HookScript, ...]:
    starts: dict[tuple[str, str], Places] = {}
    found = list[HookScript]()
    for it in commands_elsewhere(file) if elsewhere else command_hooks(file):
        if it.shell not in SHELLS:
            continue
        start = it.group.event, own_folder(it.hook)
        if start not in starts:
            starts[start] = hook_places(file, project, home, folder, top, *start)
        here, is_text = starts[start], it.arguments is None
        found += _in_shell(it, it.route, it.text, here) if is_text else _in_arguments(file.dialect, it, here)
    return tuple(found)


def _in_shell(command: CommandHook, route: Route, text: str, places: Places) -> list[HookScript]:
    """The scripts of a text that a shell reads."""
    return [
        HookScript(
            of=command,
            route=route,
            start=ref.start,
            end=ref.end,
            text=ref.text,
            path=ref.path,
            way=ref.way,
            optional=ref.optional,
            doubtful=ref.doubtful,
            folder=ref.folder,
            nested=ref.nested,
            interpreter=ref.interpreter,
            arguments=ref.arguments,
            passes=ref.passes,
            fails_with=ref.fails_with,
            places=places,
        )
        for ref in scripts(text, places)
    ]


def _in_arguments(dialect: Dialect, command: CommandHook, places: Places) -> Iterator[HookScript]:
    """The script of a program that is run without a shell."""
    arguments = plain(command.arguments) if command.arguments is not None else None
    if not isinstance(arguments, list) or not all(isinstance(it, str) for it in arguments):
        return
    words = [command.text, *(str(it) for it in arguments)]
    inside = (*command.hook.route, dialect.running.arguments_key or "")
    code = code_index(words)
    if code:
        yield from _in_shell(command, (*inside, code - 1), words[code], places)
        return
    found = argument_script(words, places)
    if found is not None:
        word, path = found
        index = word.index
        yield HookScript(
            of=command,
            route=command.route if index == 0 else (*inside, index - 1),
            start=0,
            end=len(words[index]),
            text=words[index],
            path=path,
            way=word.way,
            by_shell=False,
            folder=places.folder,
            interpreter=word.interpreter,
            arguments=tuple(words[index + 1 :]),
            places=places,
        )


def shell_command(dialect: Dialect, hook: HookView) -> Node | None:
    """The command of a hook that a shell of the POSIX family reads; None for any other hook."""
    kind = hook.type
    body = child(hook.node, kind.body) if kind is not None and kind.by is Performer.COMMAND else None
    if body is None or body.kind is not Kind.STRING or not is_posix(dialect, hook):
        return None
    return body if arguments_node(dialect, hook.node) is None else None


def is_posix(dialect: Dialect, hook: HookView) -> bool:
    """Whether the hook's command is read by a shell of the POSIX family."""
    return is_posix_node(dialect, hook.node)


def is_posix_node(dialect: Dialect, hook: Node) -> bool:
    """The same of the hook's object."""
    return shell_name(dialect, hook) in SHELLS


def shell_name(dialect: Dialect, hook: Node) -> str:
    """The program that reads the hook's command."""
    named = child(hook, _SHELL)
    argv = dialect.running.shell_named(named.value if named else None)
    return argv[0].rpartition("/")[2]
