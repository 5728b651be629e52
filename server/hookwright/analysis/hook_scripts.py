"""The scripts that the hooks of a file run: where each is named in the file, and where it lies on the disk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hookwright.analysis.interpreters import Way
from hookwright.analysis.rule import Place, Subject
from hookwright.analysis.scripts import Places, argument_script, scripts
from hookwright.config.discover import project_of
from hookwright.config.view import GroupView, HookView
from hookwright.model.dialect import Dialect, Scope
from hookwright.model.event import Source
from hookwright.model.grammar import Performer
from hookwright.syntax.tree import Kind, child, plain
from hookwright.text import Route

_ELSEWHERE = (Scope.USER, Scope.PLUGIN)
_SHELL = "shell"
_POSIX_SHELLS = frozenset({"sh", "bash", "dash", "ksh", "zsh"})


@dataclass(frozen=True, slots=True, kw_only=True)
class HookScript:
    """A script that a hook runs; `start` and `end` are indices into the string at `route`, where `text` names it.

    `path` is absolute, None where it cannot be told.  `by_shell` is false for a program that is run without a shell.
    """

    event: str
    route: Route
    start: int
    end: int
    text: str
    path: str | None
    way: Way
    optional: bool = False
    by_shell: bool = True

    @property
    def place(self) -> Place:
        """Where it is named."""
        return Place(self.route, piece=(self.start, self.end))


def hook_scripts(subject: Subject) -> Iterator[HookScript]:
    """Every script in the order of the file; commands for shells that are not POSIX ones are left out."""
    dialect = subject.file.dialect
    for group, hook in subject.file.hooks():
        kind = hook.type
        body = child(hook.node, kind.body) if kind is not None and kind.by is Performer.COMMAND else None
        if kind is None or body is None or body.kind is not Kind.STRING or not _is_posix(dialect, hook):
            continue
        places = _places(subject, group)
        arguments = child(hook.node, dialect.arguments_key) if dialect.arguments_key else None
        if arguments is not None:
            yield from _in_arguments(dialect, group, hook, str(body.value), plain(arguments), places)
            continue
        for ref in scripts(str(body.value), places):
            yield HookScript(
                event=group.event,
                route=(*hook.route, kind.body),
                start=ref.start,
                end=ref.end,
                text=ref.text,
                path=ref.path,
                way=ref.way,
                optional=ref.optional,
            )


def _in_arguments(
    dialect: Dialect, group: GroupView, hook: HookView, program: str, arguments: object, places: Places
) -> Iterator[HookScript]:
    """The script of a program that is run without a shell; `arguments` are as the file has them."""
    if hook.type is None or not isinstance(arguments, list) or not all(isinstance(it, str) for it in arguments):
        return
    words = [program, *arguments]
    found = argument_script(words, places)
    if found is not None:
        index, way, path = found
        yield HookScript(
            event=group.event,
            route=(*hook.route, *((hook.type.body,) if index == 0 else (dialect.arguments_key or "", index - 1))),
            start=0,
            end=len(words[index]),
            text=words[index],
            path=path,
            way=way,
            by_shell=False,
        )


def _places(subject: Subject, group: GroupView) -> Places:
    """What the paths of a hook start from; a file that serves many projects knows none of them."""
    file = subject.file
    folders = {
        Source.PROJECT_DIR: None if file.scope in _ELSEWHERE else subject.project,
        Source.PLUGIN_ROOT: project_of(file.dialect, file.path),
    }
    variables = {"HOME": subject.disk.home()}
    for it in file.dialect.variables:
        folder = folders.get(it.source)
        if it.root and it.on(group.event) and folder is not None:
            variables[it.name] = folder
    return Places(folders[Source.PROJECT_DIR], variables)


def _is_posix(dialect: Dialect, hook: HookView) -> bool:
    named = child(hook.node, _SHELL)
    argv = dialect.shells.get(str(named.value), dialect.shell) if named else dialect.shell
    return argv[0].rpartition("/")[2] in _POSIX_SHELLS
